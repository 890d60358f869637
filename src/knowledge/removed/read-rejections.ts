import type { Ctx } from '../../repo/context.ts'
import { findBranches, parentRefs } from '../../repo/git/branches.ts'
import { git } from '../../repo/git/git.ts'
import { readRef } from '../../repo/git/refs.ts'
import { readRejections, rejectingCommits, type Rejections } from '../../repo/git/rejections.ts'
import { strangersIn } from '../../repo/git/strangers.ts'
import { readRejected, writeRejected } from '../../repo/state/rejected.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import { removedInStep } from './read-removed.ts'
import { isTrusted, type KnowledgeSource } from '../branch/trust.ts'

/**
 * Writes down what people rejected of knowledge that is about to be shown, and what they took out of it, where it is not yet, or
 * with `all` once more.
 */
export async function rejectionsInStep(
  ctx: Ctx,
  source: KnowledgeSource,
  { all }: { readonly all: boolean },
): Promise<void> {
  await removedInStep(ctx, source, { all })
  if (!all && readRejected(ctx.place, source.commit) !== undefined) return
  writeRejected(ctx.place, source.commit, await rejectionsOf(ctx, source))
}

/** The same for the knowledge that is shown, where a refresh of before did not, or the record is damaged. */
export async function rejectionsLate(ctx: Ctx): Promise<void> {
  const { shown, commit } = await findBranches(ctx.place, ctx.settings.branchPrefix)
  if (shown !== undefined && commit !== undefined && commit === readShownCommit(ctx.place))
    await rejectionsInStep(ctx, { ref: shown, commit }, { all: false })
}

/** Reads from git what people rejected of some knowledge; what a stranger says of that does not count. */
export async function rejectionsOf(ctx: Ctx, source: KnowledgeSource): Promise<Rejections> {
  const said = await rejectingCommits(ctx.place, source.commit)
  if (said.length === 0) return new Map()
  const strangers = new Set([...(await strangersIn(ctx.place, source.commit)), ...(await untrustedIn(ctx, source))])
  return await readRejections(
    ctx.place,
    said.filter((commit) => !strangers.has(commit)),
  )
}

/** Of a branch that is none of ours, such as one that was fetched to look at it: all that the default branch has not got. */
async function untrustedIn(ctx: Ctx, source: KnowledgeSource): Promise<readonly string[]> {
  if (await isTrusted(ctx, source)) return []
  const ours: string[] = []
  for (const ref of await parentRefs(ctx.place, ctx.settings.branchPrefix, undefined)) {
    const commit = await readRef(ctx.place, ref)
    if (commit !== undefined && (await isTrusted(ctx, { ref, commit }))) ours.push(`^${commit}`)
  }
  return (await git(ctx.place, ['rev-list', '--end-of-options', source.commit, ...ours])).split('\n')
}
