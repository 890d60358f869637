import type { Operation } from '../../tree/operations.ts'
import { type FolderPath, folderOf, upwards } from '../../tree/path.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { robot } from './statistics.ts'

const most = 3
/** Fewer commits say nothing of who knows a part of the code. */
const least = 10

/** Tells who knows each domain: those who wrote most of the commits that taught it, as lines of an overview. */
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
  return new Map(
    [...domains].flatMap(([domain, authors]) => {
      const ranked = [...authors].sort(([a, x], [b, y]) => y.commits - x.commits || (a < b ? -1 : 1))
      if (ranked.reduce((sum, [, { commits }]) => sum + commits, 0) < least) return []
      const lines = ranked
        .slice(0, most)
        .map(([name, { commits, last }]) => `- ${name}: ${commits} commits, last ${last}`)
      return [[domain, lines.join('\n')] as const]
    }),
  )
}
