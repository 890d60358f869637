import type { Operation } from '../../tree/operations.ts'
import { type FolderPath, folderOf, upwards } from '../../tree/path.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { robot } from './statistics.ts'

const most = 3
/** Fewer commits say nothing of who knows a part of the code. */
const least = 10

/** Whoever wrote nothing in the project for so long before its newest commit is asked by nobody any more. */
const gone = 4 * 365 * 24 * 3_600_000

/**
 * Tells who knows each domain: of those who are still there, who wrote most of the commits that taught it, as lines of an
 * overview; of a domain that all have left, who wrote most of it.
 */
export function ownersOf(
  operations: readonly Operation[],
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<FolderPath, string> {
  const bySha = new Map(analyses.map((analysis) => [analysis.sha, analysis]))
  const domains = new Map<FolderPath, Map<string, { commits: number; last: string }>>()
  for (const operation of operations) {
    if (operation.type !== 'UPSERT') continue
    const domain = upwards(folderOf(operation.path)).at(-2)
    if (domain === undefined) continue
    const authors = domains.get(domain) ?? new Map<string, { commits: number; last: string }>()
    domains.set(domain, authors)
    for (const { commit } of operation.entry.raw.sources) {
      const analysis = bySha.get(commit)
      if (analysis === undefined || robot.test(analysis.author)) continue
      const known = authors.get(analysis.author) ?? { commits: 0, last: '' }
      const day = analysis.at.toISOString().slice(0, 7)
      authors.set(analysis.author, { commits: known.commits + 1, last: known.last > day ? known.last : day })
    }
  }
  const isThere = presentIn(analyses)
  return new Map(
    [...domains].flatMap(([domain, authors]) => {
      const ranked = [...authors].sort(([a, x], [b, y]) => y.commits - x.commits || (a < b ? -1 : 1))
      if (ranked.reduce((sum, [, { commits }]) => sum + commits, 0) < least) return []
      const present = ranked.filter(([name]) => isThere(name))
      const lines = (present.length > 0 ? present.slice(0, most) : ranked.slice(0, 1)).map(
        ([name, { commits, last }]) => `- ${name}: ${commits} commits, last ${last}`,
      )
      return [[domain, lines.join('\n')] as const]
    }),
  )
}

/** Whether somebody wrote something, here or elsewhere in the project, not long before its newest commit. */
function presentIn(analyses: readonly CommitAnalysis[]): (author: string) => boolean {
  const last = new Map<string, number>()
  for (const { author, at } of analyses) last.set(author, Math.max(last.get(author) ?? 0, at.getTime()))
  const newest = Math.max(0, ...last.values())
  return (author) => newest - (last.get(author) ?? 0) <= gone
}
