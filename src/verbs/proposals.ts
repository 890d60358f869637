import { draftAuthored } from '../curate/authored/authored.ts'
import { change } from '../knowledge/change.ts'
import { record } from '../knowledge/branch/record.ts'
import { branchesOf } from '../knowledge/branch/tip.ts'
import { type EvidenceNamed, groundsFrom } from '../learning/grounds.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { addProposals, decideProposal, type Proposal, readProposals } from '../repo/state/proposals.ts'
import { emptyEntry } from '../tree/entry.ts'
import { toTime } from '../tree/meta.ts'
import type { Applied } from '../tree/operations.ts'

type Waiting = { readonly operations: readonly unknown[]; readonly why: string }

/** Writes operations down for a person to decide about; gives them with their names, in the same order. */
export const propose = (
  ctx: Ctx,
  ref: string,
  waiting: readonly Waiting[],
  { by, evidence }: { readonly by: string; readonly evidence: EvidenceNamed },
): readonly Proposal[] =>
  addProposals(
    ctx.place,
    waiting.map(({ operations, why }) => ({
      ref,
      at: toTime(ctx.now()),
      by,
      why,
      operations: [...operations],
      evidence: { commits: [...(evidence.commits ?? [])], files: [...(evidence.files ?? [])] },
    })),
  )

/** What waits for a person on the branch that is checked out, oldest first. */
export async function waitingProposals(ctx: Ctx): Promise<readonly Proposal[]> {
  const { own } = await branchesOf(ctx)
  return readProposals(ctx.place).filter(({ ref, decided }) => ref === own && decided === undefined)
}

/**
 * Does what was proposed, as what a person decided; all of it, or nothing.
 * @throws {Problem} when there is no such proposal here, or the tree has changed so that it can no longer be done.
 */
export async function acceptProposal(ctx: Ctx, id: string): Promise<Applied> {
  const proposal = await find(ctx, id)
  const grounds = await groundsFrom(ctx, proposal.evidence)
  return await change(ctx, async (tip) => {
    const seen = new Set(tip.knowledge.entries.keys())
    const drafted = draftAuthored(
      proposal.operations,
      { knowledge: tip.knowledge, operations: [] },
      { ...grounds, base: proposal.by.startsWith('ctx tend') ? emptyEntry : grounds.base, seen, at: ctx.now() },
    )
    const failed = drafted?.applied.find(({ status }) => status === 'failed')
    if (drafted === undefined || failed !== undefined)
      throw new Problem(
        'proposal-outdated',
        `Proposal ${proposal.id} can no longer be done: ${failed?.message ?? ''}`,
        { hint: `Take it off the list: ctx review --decline ${proposal.id}` },
      )
    const [{ reason } = { reason: '' }] = drafted.draft.operations
    await record(ctx, tip, { operations: drafted.draft.operations, title: `accept ${reason}` })
    decideProposal(ctx.place, proposal.id, 'accepted')
    return { applied: drafted.applied, summary: drafted.summary }
  })
}

/**
 * Takes a proposal off the list; the same is not asked again.
 * @throws {Problem} when there is no such proposal here.
 */
export async function declineProposal(ctx: Ctx, id: string): Promise<void> {
  decideProposal(ctx.place, (await find(ctx, id)).id, 'declined')
}

async function find(ctx: Ctx, id: string): Promise<Proposal> {
  const all = readProposals(ctx.place).filter(({ decided }) => decided === undefined)
  const [found, other] = all.filter((one) => id.length >= 4 && one.id.startsWith(id))
  const { own } = await branchesOf(ctx)
  if (found === undefined || other !== undefined)
    throw new Problem('no-such-proposal', `No proposal waits under the name ${id}.`, {
      hint: 'See `ctx review` for those that wait.',
    })
  if (found.ref === own) return found
  throw new Problem('not-yours', `Proposal ${found.id} is for ${shortRef(found.ref)}, which is not checked out.`, {
    hint: 'Switch to its branch to decide about it.',
  })
}
