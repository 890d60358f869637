import type { CommitAnalysis } from '../commit-analysis.ts'

/**
 * Gives the commits of a branch the number of the pull request that it was merged as, where their messages have none: a changelog
 * names that, and whoever wants to know more finds it said there. Of a branch that was merged within another one, it is that of
 * the inner one.
 */
export function withPullRequests(
  analyses: readonly CommitAnalysis[],
  branches: CommitsByMerge,
): readonly CommitAnalysis[] {
  const numbers = numbersByCommit(branches)
  if (numbers.size === 0) return analyses
  return analyses.map((analysis) => {
    const mergedAs = numbers.get(analysis.sha)
    if (mergedAs === undefined || mergedAs === '') return analysis
    const evidence = analysis.evidence.map((piece) =>
      piece.kind === 'lesson' && piece.at.path === '' && piece.note?.number === ''
        ? { ...piece, note: { ...piece.note, number: mergedAs } }
        : piece,
    )
    const isGiven = evidence.some((piece, at) => piece !== analysis.evidence[at])
    return isGiven ? { ...analysis, evidence, mergedAs } : analysis
  })
}

/** The commits that each merge brought. */
export type CommitsByMerge = ReadonlyMap<CommitAnalysis, readonly string[]>

/** The number of each commit that came with a pull request, '' of one that came with another merge. */
function numbersByCommit(branches: CommitsByMerge): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [{ pullRequest }, branch] of branches)
    for (const commit of branch) found.set(commit, branch.length > longestBranch ? '' : pullRequest)
  return found
}

/** Finds what each merge brought. The oldest commit comes first, so that each is counted to the first merge that brought it. */
export function commitsByMerge(analyses: readonly CommitAnalysis[]): CommitsByMerge {
  const found = new Map<CommitAnalysis, readonly string[]>()
  const known = new Set<string>()
  const parents = new Map(analyses.map((analysis) => [analysis.sha, analysis.parents]))
  const trunk = firstParents(analyses.at(-1)?.sha ?? '', parents)
  for (const analysis of analyses) {
    const [first = '', ...brought] = analysis.parents
    if (brought.length === 0) continue
    const before = firstParents(first, parents, { until: trunk, most: longestBefore })
    const isOther = (commit: string): boolean => trunk.has(commit) || before.has(commit) || known.has(commit)
    const branch = branchOf(brought, { parents, isOther })
    for (const commit of branch) known.add(commit)
    found.set(analysis, branch)
  }
  return found
}

/** What more commits came with is a branch that others were merged into, each for reasons of its own. */
export const longestBranch = 50

/** So much of what another branch was made upon is looked at, for each that was merged into it. */
const longestBefore = 500

type Parents = ReadonlyMap<string, readonly string[]>

/** A commit, what it was made upon, and so on, as `git log --first-parent` shows them. */
function firstParents(
  tip: string,
  parents: Parents,
  {
    until = new Set(),
    most = Number.POSITIVE_INFINITY,
  }: { readonly until?: ReadonlySet<string>; readonly most?: number } = {},
): ReadonlySet<string> {
  const found = new Set<string>()
  let commit: string | undefined = tip
  while (commit !== undefined && found.size < most && parents.has(commit) && !until.has(commit)) {
    found.add(commit)
    commit = parents.get(commit)?.[0]
  }
  return found
}

/** The commits that a merge brought, as far as they are at hand. Each is looked at for one merge only. */
function branchOf(
  brought: readonly string[],
  { parents, isOther }: { parents: Parents; isOther: (commit: string) => boolean },
): readonly string[] {
  const found = new Set<string>()
  const waiting = [...brought]
  for (let commit = waiting.pop(); commit !== undefined; commit = waiting.pop()) {
    if (found.has(commit) || isOther(commit) || !parents.has(commit)) continue
    found.add(commit)
    waiting.push(...(parents.get(commit) ?? []))
  }
  return [...found]
}
