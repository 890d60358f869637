import { type Entry, writeEntry, newScores } from '../../tree/entry.ts'
import { isTaken, type Knowledge } from '../../tree/knowledge.ts'
import { addToOverviews, isByPeople } from '../../tree/overview.ts'
import { type EntryPath, type FolderPath, join, overviewFile, toEntryPath } from '../../tree/path.ts'
import { noStanding } from '../../tree/standing.ts'
import type { Arrival, Arrivals } from './arrivals.ts'

/** What became of arrivals: files that are new, entries that were known, overviews whose place is taken by another. */
export type Adopted = {
  readonly knowledge: Knowledge
  readonly added: readonly { readonly path: string; readonly from: string }[]
  readonly known: readonly string[]
  readonly kept: readonly string[]
}

/**
 * Takes entries into a tree. Nothing that is known is overwritten: the same entry is not taken twice, and another one of
 * the same name gets `_2`. Relations follow what was renamed on the way.
 */
export function adopt(knowledge: Knowledge, arrivals: Arrivals, time: string): Adopted {
  const overviews = new Map(knowledge.overviews)
  const described = adoptOverviews(knowledge, overviews, arrivals.overviews)
  const placed = placeAll(knowledge, arrivals.entries)
  const moved = new Map(placed.map(({ arrival, path }) => [arrival.was, path]))
  const entries = new Map(knowledge.entries)
  let all: ReadonlyMap<FolderPath, string> = overviews
  const fresh = placed.filter(({ isKnown }) => !isKnown)
  for (const { arrival, path } of fresh) {
    const entry = dated(related(arrival.entry, moved), time)
    entries.set(path, entry)
    all = addToOverviews(all, path, entry)
  }
  return {
    knowledge: { ...knowledge, entries, overviews: all },
    added: [...fresh.map(({ arrival, path }) => ({ path, from: arrival.from })), ...described.added],
    known: placed.filter(({ isKnown }) => isKnown).map(({ path }) => path),
    kept: described.kept,
  }
}

type Placed = { readonly arrival: Arrival; readonly path: EntryPath; readonly isKnown: boolean }

/** The paths that are taken for one name by what is said there, and how many were tried. */
type Tried = { readonly paths: Map<string, EntryPath>; count: number }

function placeAll(knowledge: Knowledge, arrivals: readonly Arrival[]): readonly Placed[] {
  const said = new Map<string, string>()
  const names = new Map<EntryPath, Tried>()
  return arrivals.map((arrival) => {
    const says = sayingOf(arrival.entry)
    const tried = names.get(arrival.path) ?? { paths: new Map<string, EntryPath>(), count: 0 }
    names.set(arrival.path, tried)
    const known = tried.paths.get(says)
    if (known !== undefined) return { arrival, path: known, isKnown: true }
    // What was tried before stays taken: a thousand of one name do not each begin at the first.
    for (;;) {
      const path = numbered(arrival.path, ++tried.count)
      const there = said.get(path) ?? sayingAt(knowledge, path)
      const stands = there ?? says
      said.set(path, stands)
      if (!tried.paths.has(stands)) tried.paths.set(stands, path)
      if (stands === says) return { arrival, path, isKnown: there !== undefined }
    }
  })
}

/** What stands at a path; a file that cannot be read says something else than anything. */
function sayingAt(knowledge: Knowledge, path: EntryPath): string | undefined {
  const entry = knowledge.entries.get(path)
  if (entry !== undefined) return sayingOf(entry)
  return isTaken(knowledge, path) ? '' : undefined
}

/** What an entry says, whatever its scores, times and standing are, and wherever its relations lead. */
const sayingOf = (entry: Entry): string => writeEntry({ ...entry, ...newScores, ...noStanding, relations: [] })

function numbered(path: EntryPath, count: number): EntryPath {
  const stem = path.slice(0, -'.md'.length)
  const cut = stem.slice(0, stem.lastIndexOf('/') + 1 + 72)
  const other = count === 1 ? path : toEntryPath(`${cut}_${count}.md`)
  if (other === undefined) throw new Error(`not an entry path: ${cut}_${count}.md`)
  return other
}

function related(entry: Entry, moved: ReadonlyMap<string, EntryPath>): Entry {
  const isMoved = entry.relations.some(({ path }) => (moved.get(path) ?? path) !== path)
  if (!isMoved) return entry
  return {
    ...entry,
    relations: entry.relations.map((relation) => ({ ...relation, path: moved.get(relation.path) ?? relation.path })),
  }
}

/** Without a time nobody could tell how old an entry is: it is as old as what brought it here. */
const dated = (entry: Entry, time: string): Entry => ({
  ...entry,
  createdAt: entry.createdAt === '' ? time : entry.createdAt,
  updatedAt: entry.updatedAt === '' ? time : entry.updatedAt,
})

/** Takes overviews for folders that nobody has described yet. */
function adoptOverviews(
  knowledge: Knowledge,
  overviews: Map<FolderPath, string>,
  arrived: Arrivals['overviews'],
): Pick<Adopted, 'added' | 'kept'> {
  const added: { path: string; from: string }[] = []
  const kept: string[] = []
  for (const [folder, { from, text }] of arrived) {
    const known = knowledge.overviews.get(folder)
    if (known === text) continue
    if (known !== undefined && isByPeople(folder, known)) kept.push(join(folder, overviewFile))
    else {
      overviews.set(folder, text)
      added.push({ path: join(folder, overviewFile), from })
    }
  }
  return { added, kept }
}
