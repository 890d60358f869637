import { shorten } from '../../text/clean.ts'
import { saidSinceApproval } from '../../tree/approved.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import type { EntryPath } from '../../tree/path.ts'
import { saidIn } from '../../tree/said.ts'
import { standingOf } from '../../tree/standing.ts'

/** Who wrote an entry: what of it people said, by the keys of `saidIn`, and whether nobody but agents did. */
export type Writers = { readonly people: ReadonlySet<string>; readonly isOnlyAgents: boolean }

/** The writers of entries that an author may change. */
export type Guard = ReadonlyMap<EntryPath, Writers>

type Changing = { readonly guard: Guard; readonly among: ReadonlySet<string> }

/**
 * Says what a change of some entries would take from people: of one that a person approved, anything; of others, what one
 * wrote. '' where it takes nothing. What a merged entry said is looked for in the entry that took it in.
 */
export function whatPeopleLose(before: Knowledge, after: Knowledge, { guard, among }: Changing): string {
  const changed = [...before.entries].filter(([path, entry]) => among.has(path) && after.entries.get(path) !== entry)
  const told = new Set(
    [...after.entries].flatMap(([path, entry]) =>
      among.has(path) && before.entries.get(path) !== entry ? [...saidIn(entry).keys()] : [],
    ),
  )
  for (const [path, entry] of changed) {
    const now = after.entries.get(path)
    const writers = guard.get(path)
    const isApproved = entry.approvedAt !== ''
    if (now !== undefined && standingOf(now) !== standingOf(entry) && (isApproved || writers?.isOnlyAgents === false))
      return `Whether ${path} still holds is for a person to decide.`
    const said = now === undefined ? told : new Set(saidIn(now).keys())
    const since = isApproved ? saidSinceApproval(entry) : new Set<string>()
    const lost = [...saidIn(entry)].filter(
      ([key]) => ((isApproved && !since.has(key)) || writers?.people.has(key) === true) && !said.has(key),
    )
    if (lost.length > 0) return sayLost(lost, path, entry)
  }
  return ''
}

function sayLost(lost: readonly (readonly [string, string])[], path: EntryPath, { approvedAt }: Entry): string {
  const what = lost.slice(0, 2).map(([, text]) => `“${shorten(text.replace(/\s+/g, ' '), 80)}”`)
  const more = lost.length - what.length
  return `A person ${approvedAt === '' ? 'wrote' : 'approved'} ${what.join(' and ')}${more > 0 ? ` and ${more} more` : ''} in ${path}.`
}
