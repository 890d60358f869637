import { type Entry, readEntry, writeEntry } from './entry.ts'
import { type EntryPath, type FolderPath, join, overviewFile, overviewFolder, toEntryPath } from './path.ts'

/** What we noticed and did not fix: data to report together, never a reason to stop reading. */
export type Finding = {
  readonly code: string
  readonly at: string
  readonly detail: string
  readonly weight: 'note' | 'warning' | 'blocking'
  /** The other entry, of a finding about two. */
  readonly beside?: string
}

/** The entries of a tree by their paths, archived ones left aside. */
export type Tree = ReadonlyMap<EntryPath, Entry>

/** Texts of files by their path in the tree. */
export type Files = ReadonlyMap<string, string>

/** A knowledge tree in memory: entries, overviews by folder, and what could not be read as either. */
export type Knowledge = {
  readonly entries: Tree
  readonly overviews: ReadonlyMap<FolderPath, string>
  readonly findings: readonly Finding[]
}

/** A tree in which nothing is. */
export const noKnowledge: Knowledge = { entries: new Map(), overviews: new Map(), findings: [] }

/** Reads every file as an entry or overview; what is neither becomes a finding and is left as it is. */
export function readKnowledge(files: Files): Knowledge {
  const entries = new Map<EntryPath, Entry>()
  const overviews = new Map<FolderPath, string>()
  const findings: Finding[] = []
  for (const [path, text] of files) {
    const entryPath = toEntryPath(path)
    const folder = overviewFolder(path)
    const reading = entryPath === undefined ? undefined : readEntry(text)
    if (folder !== undefined) overviews.set(folder, text)
    else if (entryPath === undefined || reading === undefined) {
      findings.push({
        code: 'not-an-entry',
        at: path,
        detail: `Only entries in a topic or subtopic and ${overviewFile} are read here.`,
        weight: 'note',
      })
    } else if ('fault' in reading) findings.push({ ...reading.fault, at: path, weight: 'warning' })
    else entries.set(entryPath, named(reading.entry, entryPath))
  }
  return { entries, overviews, findings }
}

/** Gives an entry without a title the one that its path says. */
export const named = (entry: Entry, path: EntryPath): Entry =>
  entry.title === '' ? { ...entry, title: titleOf(path) } : entry

const titleOf = (path: EntryPath): string => {
  const words = path.slice(path.lastIndexOf('/') + 1, -'.md'.length).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Tells whether something stands at a path, readable or not: a new entry must never take its place. */
export const isTaken = ({ entries, findings }: Knowledge, path: EntryPath): boolean =>
  entries.has(path) || findings.some(({ at }) => at === path)

/** The entry at a path that may be any text. */
export function entryAt({ entries }: Knowledge, path: string): Entry | undefined {
  const known = toEntryPath(path)
  return known === undefined ? undefined : entries.get(known)
}

/** A file to write with its new text, or to remove. */
export type Change = { readonly path: string; readonly text: string | undefined }

/** Lists the files that differ between two trees, sorted by path; an entry that is the same object is not written again. */
export function changesBetween(before: Knowledge, after: Knowledge): readonly Change[] {
  const entries = changedKeys(before.entries, after.entries).map((path): Change => {
    const entry = after.entries.get(path)
    return { path, text: entry === undefined ? undefined : writeEntry(entry) }
  })
  const overviews = changedKeys(before.overviews, after.overviews).map((folder): Change => ({
    path: join(folder, overviewFile),
    text: after.overviews.get(folder),
  }))
  return [...entries, ...overviews].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Names the files in which two trees differ, without writing any of them. */
export const pathsChanged = (before: Knowledge, after: Knowledge): readonly string[] => [
  ...changedKeys(before.entries, after.entries),
  ...changedKeys(before.overviews, after.overviews).map((folder) => join(folder, overviewFile)),
]

function changedKeys<Key, Value>(before: ReadonlyMap<Key, Value>, after: ReadonlyMap<Key, Value>): readonly Key[] {
  const removed = [...before.keys()].filter((key) => !after.has(key))
  return [...removed, ...[...after].filter(([key, value]) => before.get(key) !== value).map(([key]) => key)]
}
