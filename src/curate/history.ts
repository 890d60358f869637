import { isBeside } from './beside.ts'
import { isState } from './evidence.ts'
import type { Evidence } from './evidence/types.ts'
import { fileKindOf } from './files.ts'
import { toFolder } from './filing.ts'
import type { Group } from './group.ts'

/** What the entry of a domain is called that tells what was. */
export const historyName = 'history'

/** Tests, pages and settings that are no more are told of in one place. */
const besideDomain = 'conventions'

/**
 * Puts subjects of which nothing holds any more together, one entry for each domain: what was tried and how it ended is
 * worth finding, and nobody looks for it among what is there.
 */
export function withHistory(
  groups: readonly Group[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
): readonly Group[] {
  const isPast = ({ studies }: Group): boolean => {
    const pieces = studies.flatMap(({ sha }) => evidence.get(sha) ?? []).filter((piece) => !isState(piece))
    return pieces.some(({ kind }) => kind === 'lesson') && pieces.every(isOver)
  }
  const past = groups.filter(isPast)
  const byDomain = new Map<string, Group>()
  for (const { folder, name, file, studies } of past) {
    const [domain = ''] = isBeside({ name, file }) || fileKindOf(file) !== 'code' ? [besideDomain] : folder.split('/')
    const known = byDomain.get(domain)
    const all = [...(known?.studies ?? []), ...studies].toSorted((a, b) => a.at.getTime() - b.at.getTime())
    byDomain.set(domain, { folder: toFolder(domain, historyName), name: historyName, file: '', studies: all })
  }
  return [...groups.filter((one) => !past.includes(one)), ...byDomain.values()]
}

/** Comments and rules that were not taken out still hold; of the rest, what is past is told by its lesson. */
const isOver = ({ kind, at, note }: Evidence): boolean =>
  kind === 'lesson'
    ? note?.holds === 'past'
    : kind === 'revert' || kind === 'document' || (kind !== 'rule' && at.path === '')
