import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { withMerges } from '../curate/entries/merge-reasons.ts'
import { besideSteps } from '../curate/entries/beside-steps.ts'
import { longestBranch } from '../curate/entries/pull-requests.ts'
import type { ReadAgain } from '../curate/entries/said-later.ts'
import type { Tip } from '../knowledge/branch/tip.ts'
import type { Squash } from '../knowledge/sharing/follow-merges.ts'
import type { Ctx } from '../repo/context.ts'
import { commitsOfMerge, mergesAmong } from '../repo/git/history.ts'
import { type Reader, readAnalyses } from './read-commits.ts'
import { learnedBefore } from './wanted.ts'

/** What merges say of commits that are planned one by one. */
export type SaidByMerges = {
  /** Commits of the same run, as they are read with what their merge says. */
  readonly said: ReadonlyMap<string, CommitAnalysis>
  /** Commits that were read before, by the merge of this run that says something of them. */
  readonly earlier: ReadonlyMap<string, readonly ReadEarlier[]>
}

/** A commit that was read before its merge; one that taught nothing then is learned with the merge. */
type ReadEarlier = ReadAgain & { readonly hasTaught: boolean }

/** What is planned together finds by itself what merges say. */
export const noMerges: SaidByMerges = { said: new Map(), earlier: new Map() }

/** So many commits are read ahead for what their merges say of them; in a longer list each commit is learned by its own words. */
const mostReadAhead = 2_000

/**
 * Reads ahead what merges say of the commits that they brought, for commits that are planned one by one: a merge comes after all
 * of them, and may come in a later run. A commit that no merge says anything of is left out.
 */
export async function readMerges(
  ctx: Ctx,
  shas: readonly string[],
  { tip, reader }: { readonly tip: Tip; readonly reader: Reader },
): Promise<SaidByMerges> {
  if (shas.length > mostReadAhead) return noMerges
  const merges = await mergesAmong(ctx.place, shas)
  if (merges.size === 0) return noMerges
  const brought = await broughtEarlier(ctx, merges, new Set(shas))
  const mergeOf = new Map([...brought].flatMap(([merge, before]) => before.map((sha) => [sha, merge] as const)))
  const all = [...mergeOf.keys(), ...shas]
  if (all.length < 2) return noMerges
  const onRead = (done: number): void => ctx.progress(done, all.length, 'commits read for what merges say of them')
  const own = await readAnalyses(ctx, all, { reader, onRead })
  const known = mergeOf.size === 0 ? new Set<string>() : await learnedBefore(ctx, tip)
  const said = new Map<string, CommitAnalysis>()
  const earlier = new Map<string, ReadEarlier[]>()
  for (const [at, after] of withMerges(own).entries()) {
    const before = own[at]
    if (before === undefined || before === after) continue
    const { sha } = after
    const merge = mergeOf.get(sha)
    if (merge === undefined) said.set(sha, after)
    else earlier.set(merge, [...(earlier.get(merge) ?? []), { before, after, hasTaught: known.has(sha) }])
  }
  return { said, earlier }
}

/** Reads what a squash says beside the commits that it was made of, which were read before. */
export async function readSquash(
  ctx: Ctx,
  { commit, steps }: Squash,
  { reader }: { readonly reader: Reader },
): Promise<SaidByMerges> {
  const [squash, ...before] = await readAnalyses(ctx, [commit, ...steps.slice(-longestBranch)], { reader })
  if (squash === undefined) return noMerges
  // Its steps are told under its name by now, and get its number.
  const again = { before: squash, after: squash, hasTaught: true }
  return { said: new Map([[commit, besideSteps(squash, before)]]), earlier: new Map([[commit, [again]]]) }
}

/** The commits of each merge that are not learned in the same run, oldest first; of a branch that is too long for one reason, none. */
async function broughtEarlier(
  ctx: Ctx,
  merges: ReadonlyMap<string, readonly string[]>,
  now: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const [merge, [, ...ends]] of merges) {
    if (ends.every((end) => now.has(end))) continue
    const brought = await commitsOfMerge(ctx.place, merge, { most: longestBranch + 2, withMerges: true })
    const earlier = brought.filter((sha) => sha !== merge && !now.has(sha)).toReversed()
    if (brought.length <= longestBranch + 1) found.set(merge, earlier)
  }
  return found
}
