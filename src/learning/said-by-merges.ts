import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { withMerges } from '../curate/entries/merge-reasons.ts'
import type { Ctx } from '../repo/context.ts'
import { mergesAmong } from '../repo/git/history.ts'
import { type Reader, readAnalyses } from './read-commits.ts'

/** What merges say of commits, by the commit, as it is read with that. */
export type SaidByMerges = ReadonlyMap<string, CommitAnalysis>

/** So many commits are read ahead for what their merges say of them; in a longer list each commit is learned by its own words. */
const mostReadAhead = 2_000

/**
 * Reads ahead what merges say of the commits that they brought, for commits that are planned one by one: a merge comes after all
 * of them. A commit that no merge says anything of is left out.
 */
export async function readMerges(ctx: Ctx, shas: readonly string[], reader: Reader): Promise<SaidByMerges> {
  if (shas.length < 2 || shas.length > mostReadAhead || (await mergesAmong(ctx.place, shas)).length === 0)
    return new Map()
  const onRead = (done: number): void => ctx.progress(done, shas.length, 'commits read for what merges say of them')
  const analyses = await readAnalyses(ctx, shas, { reader, onRead })
  const own = new Set(analyses)
  return new Map(withMerges(analyses).flatMap((one) => (own.has(one) ? [] : [[one.sha, one] as const])))
}
