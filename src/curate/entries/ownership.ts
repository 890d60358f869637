import { plural } from '../../text/words.ts'
import type { Operation } from '../../tree/operations.ts'
import { type FolderPath, folderOf, upwards } from '../../tree/path.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { wide } from '../filing/home.ts'
import { inLastNames, whereabouts } from '../standing/follow-files.ts'
import { robot } from './statistics.ts'

const most = 3

/** Fewer commits say nothing of who knows a part of the code. */
const least = 10

/** Whoever wrote nothing in the project for so long before its newest commit is asked by nobody any more. */
const gone = 4 * 365 * 24 * 3_600_000

/**
 * Tells who knows each domain: of those who are still there, who wrote most of the commits to the files that its entries are
 * about, whether these taught anything or not, as lines of an overview; of a domain that all have left, who wrote most of it.
 */
export function ownersOf(
  operations: readonly Operation[],
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<FolderPath, string> {
  const isThere = presentIn(analyses)
  return new Map(
    [...authorsOf(domainsOf(operations), analyses)].flatMap(([domain, authors]) => {
      const ranked = [...authors].sort(([a, x], [b, y]) => y.commits - x.commits || (a < b ? -1 : 1))
      if (ranked.reduce((sum, [, { commits }]) => sum + commits, 0) < least) return []
      const present = ranked.filter(([name]) => isThere(name))
      const lines = (present.length > 0 ? present.slice(0, most) : ranked.slice(0, 1)).map(
        ([name, { commits, last }]) => `- ${name}: ${plural(commits, 'commit')}, last ${last}`,
      )
      return [[domain, lines.join('\n')] as const]
    }),
  )
}

/** The domains whose entries are about each file before all others. */
function domainsOf(operations: readonly Operation[]): ReadonlyMap<string, ReadonlySet<FolderPath>> {
  const domains = new Map<string, Set<FolderPath>>()
  for (const operation of operations) {
    if (operation.type !== 'UPSERT') continue
    const [file] = operation.entry.raw.files
    const domain = upwards(folderOf(operation.path)).at(-2)
    if (file === undefined || domain === undefined) continue
    domains.set(file, (domains.get(file) ?? new Set()).add(domain))
  }
  return domains
}

/** The commits that somebody wrote to a domain, and the month of the last. */
type Wrote = { readonly commits: number; readonly last: string }

/** Counts the commits of each author to each domain. A change of many files says little of what its author knows. */
function authorsOf(
  domains: ReadonlyMap<string, ReadonlySet<FolderPath>>,
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<FolderPath, ReadonlyMap<string, Wrote>> {
  const found = new Map<FolderPath, Map<string, Wrote>>()
  if (domains.size === 0 || analyses.length < least) return found
  for (const { author, at, touched } of inLastNames(analyses, whereabouts(analyses))) {
    if (robot.test(author) || touched.length > wide) continue
    const month = at.toISOString().slice(0, 7)
    for (const domain of new Set(touched.flatMap(({ path }) => [...(domains.get(path) ?? [])]))) {
      const authors = found.get(domain) ?? new Map<string, Wrote>()
      const known = authors.get(author) ?? { commits: 0, last: '' }
      authors.set(author, { commits: known.commits + 1, last: known.last > month ? known.last : month })
      found.set(domain, authors)
    }
  }
  return found
}

/** Whether somebody wrote something, here or elsewhere in the project, not long before its newest commit. */
function presentIn(analyses: readonly CommitAnalysis[]): (author: string) => boolean {
  const last = new Map<string, number>()
  for (const { author, at } of analyses) last.set(author, Math.max(last.get(author) ?? 0, at.getTime()))
  const newest = Math.max(0, ...last.values())
  return (author) => newest - (last.get(author) ?? 0) <= gone
}
