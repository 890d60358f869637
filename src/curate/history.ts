import { isBeside } from './beside.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { isState } from './evidence.ts'
import type { Evidence } from './evidence/types.ts'
import { fileKindOf } from './files.ts'
import { toFolder } from './filing.ts'
import type { Group } from './group.ts'

/** What the entry of a domain is called that tells what was. */
export const historyName = 'history'

/**
 * Puts subjects of which next to nothing holds any more together, one entry for each domain: what was tried and how it ended is
 * worth finding, and nobody looks for it among what is there.
 */
export function withHistory(
  groups: readonly Group[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
): readonly Group[] {
  const isPast = ({ studies }: Group): boolean => {
    const pieces = studies.flatMap(({ sha }) => evidence.get(sha) ?? []).filter((piece) => !isState(piece))
    const holding = pieces.filter((piece) => !isOver(piece)).length
    return pieces.some(({ kind }) => kind === 'lesson') && holding <= pieces.length * mostHolding
  }
  const past = groups.filter(isPast)
  const byDomain = new Map<string, CommitAnalysis[]>()
  const put = (domain: string, studies: readonly CommitAnalysis[]): void => {
    const known = byDomain.get(domain)
    if (known === undefined) byDomain.set(domain, [...studies])
    else known.push(...studies)
  }
  for (const one of past)
    put(isBeside(one) || fileKindOf(one.file) !== 'code' ? historyName : domainOf(one), one.studies)
  for (const [domain, studies] of byDomain)
    if (domain !== historyName && studies.length < leastOwn) {
      byDomain.delete(domain)
      put(historyName, studies)
    }
  const told = [...byDomain].map(([domain, studies]): Group => ({
    folder: toFolder(domain, historyName),
    name: historyName,
    file: '',
    studies: studies.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }))
  return [...groups.filter((one) => !past.includes(one)), ...told]
}

/** Of a file that was once the whole program, a line or two may hold for all that anybody can tell. */
const mostHolding = 0.1

const domainOf = ({ folder }: Group): string => folder.split('/')[0] ?? ''

/** So many lessons of a domain that are past make an entry; fewer, and tests, pages and settings, are told in one place. */
const leastOwn = 4

/** Comments and rules that were not taken out still hold; of the rest, what is past is told by its lesson. */
const isOver = ({ kind, at, note }: Evidence): boolean =>
  kind === 'lesson'
    ? note?.holds === 'past'
    : kind === 'revert' || kind === 'document' || (kind !== 'rule' && at.path === '')
