import { attempt } from '../curate/authored/attempt.ts'
import { joinDuplicates } from '../curate/duplicates.ts'
import { explain } from '../curate/entries/knowledge-message.ts'
import { lookAtArriving } from '../knowledge/sharing/arriving.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { finishDropped, finishMerged } from '../knowledge/goals/finish-goals.ts'
import { integrate } from '../knowledge/sharing/integrate.ts'
import { findKnowledge } from '../knowledge/branch/range.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { commitStep, knowledgeAt, openTip, type Tip, tipToLearnOn, tooManyRaces } from '../knowledge/branch/tip.ts'
import { isTrusted, type KnowledgeSource } from '../knowledge/branch/trust.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { commonAncestor, isAncestor } from '../repo/git/descent.ts'
import { moveBranch, writeCommit } from '../repo/git/knowledge-branch.ts'
import { strangerTrailer } from '../repo/git/strangers.ts'
import { lock } from '../repo/state/lock.ts'
import { compare } from '../review/compare.ts'
import { oneLine } from '../text/clean.ts'
import { changesBetween, entryAt } from '../tree/knowledge.ts'
import { apply } from '../tree/operations.ts'
import { version } from '../version.ts'

/** What merging a branch's knowledge came to, with the branch that it went into. */
export type MergedBranchResult = {
  readonly from: string
  readonly into: string
  readonly outcome: 'merged' | 'attempt' | 'up to date'
}

/**
 * Merges the knowledge of a branch into that of the branch that is checked out, said by hand: for a squash that cannot
 * be recognised, or a branch whose code is gone. With `asAttempt`, only what was tried is told, as one entry.
 * @throws {Problem} when the branch has no knowledge, or nothing can learn here.
 */
export async function mergeBranch(ctx: Ctx, name: string, { asAttempt = false } = {}): Promise<MergedBranchResult> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const from = await findKnowledge(ctx, name)
  if (from === undefined) throw noKnowledgeOf(ctx, name)
  const tip = await tipToLearnOn(ctx)
  if (tip.ref === from.ref)
    throw new Problem('same-branch', `${shortRef(from.ref)} is the knowledge of the branch that is checked out.`, {
      hint: 'Switch to the branch that it was merged into, then run `ctx merge` again.',
    })
  const ours = await begun(ctx, tip)
  const names = { from: shortRef(from.ref), into: shortRef(tip.ref) }
  if (await isAncestor(ctx.place, from.commit, ours)) return { ...names, outcome: 'up to date' }
  if (asAttempt) {
    const commit = await keepAsAttempt(ctx, { ...tip, commit: ours }, { ...from, name })
    await finishDropped(ctx, { ...tip, commit }, from)
  } else await mergeOnce(ctx, { ...tip, commit: ours }, from)
  await refreshHeld(ctx)
  return { ...names, outcome: asAttempt ? 'attempt' : 'merged' }
}

/**
 * Merges, and makes one of entries that both sides learned from what is one change: a branch here, its squash there.
 */
async function mergeOnce(ctx: Ctx, tip: Tip, from: KnowledgeSource): Promise<void> {
  const before = await knowledgeAt(ctx, tip.commit)
  await requireReadable(ctx, { from: tip.commit, ref: from.ref, theirs: from.commit })
  const commit = await integrate(ctx, tip.ref, from)
  await finishMerged(ctx, { ...tip, commit }, { ...from, into: tip.commit })
  const merged = await openTip(ctx, tip.ref, undefined)
  const added = new Set([...merged.knowledge.entries.keys()].filter((path) => !before.entries.has(path)))
  const operations = joinDuplicates(merged.knowledge.entries, added)
  if (operations.length === 0) return
  const { knowledge, applied } = apply(merged.knowledge, operations, ctx.now())
  const message = explain({
    title: `Curate: ${operations.length === 1 ? 'one entry was' : `${operations.length} entries were`} learned twice`,
    applied,
    reasons: operations.map(({ reason }) => reason),
    commits: [],
    by: `ctx ${version} (offline)`,
  })
  if ((await commitStep(ctx, merged, { knowledge, message })) === undefined) throw tooManyRaces(tip.ref)
}

/** A merge by hand refuses what a review would block as unreadable or as a secret. */
async function requireReadable(
  ctx: Ctx,
  { from, ref, theirs }: { from: string | undefined; ref: string; theirs: string },
): Promise<void> {
  const base = from === undefined ? undefined : await commonAncestor(ctx.place, from, theirs)
  const { findings } = base === undefined ? { findings: [] } : await lookAtArriving(ctx, base, theirs)
  if (findings.length === 0) return
  const all = findings.map(({ at, detail }) => `${oneLine(at)}: ${oneLine(detail)}`).join('\n')
  throw new Problem('blocking-finding', `${shortRef(ref)} brings what must not be merged:\n${all}`, {
    hint: 'Take it out of that branch, by name and from its history, then run `ctx merge` again.',
  })
}

function noKnowledgeOf(ctx: Ctx, name: string): Problem {
  return new Problem('no-such-knowledge', `There is no knowledge of a branch ${name}.`, {
    hint: `\`git branch --all --list '*${ctx.settings.branchPrefix}/*'\` lists what there is; \`ctx pull\` fetches what a remote has.`,
  })
}

/** The commit of the branch that learns; one that has none yet begins with its parent's. */
async function begun(ctx: Ctx, tip: Tip): Promise<string> {
  if (tip.commit !== undefined) return tip.commit
  if (tip.parent === undefined || !(await moveBranch(ctx.place, tip.ref, { from: undefined, to: tip.parent })))
    throw tooManyRaces(tip.ref)
  return tip.parent
}

/**
 * Writes what a dropped branch learned as one entry about an attempt, and gives the commit; its own entries are not
 * taken over.
 */
async function keepAsAttempt(ctx: Ctx, tip: Tip, from: KnowledgeSource & { name: string }): Promise<string> {
  const base = await commonAncestor(ctx.place, tip.commit ?? from.commit, from.commit)
  const theirs = await knowledgeAt(ctx, from.commit)
  const changes = compare(await knowledgeAt(ctx, base), theirs)
  const learned = changes
    .filter(({ how }) => how === 'added' || how === 'changed' || how === 'moved')
    .flatMap(({ path }) => entryAt(theirs, path) ?? [])
  const operation = attempt(from.name, learned)
  if (operation === undefined) throw new Problem('nothing-learned', `${shortRef(from.ref)} learned nothing of its own.`)
  const { knowledge, applied } = apply(tip.knowledge, [operation], ctx.now())
  const trusted = await isTrusted(ctx, from)
  const message = explain({
    title: `Curate: attempted, not merged: ${from.name}`,
    applied,
    reasons: [operation.reason],
    commits: [],
    by: `ctx ${version} (offline)`,
  })
  // A merge that takes nothing over (`git merge -s ours`): the branch is dealt with, for prune and for a second call.
  const parents = [tip.commit ?? from.commit, from.commit]
  const to = await writeCommit(ctx.place, {
    parents,
    changes: changesBetween(tip.knowledge, knowledge),
    message: trusted ? message : `${message}${strangerTrailer(from.commit)}`,
  })
  if (!(await moveBranch(ctx.place, tip.ref, { from: tip.commit, to }))) throw tooManyRaces(tip.ref)
  return to
}
