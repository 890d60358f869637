import { emptyEntry, type Entry, readEntry } from '../../src/tree/entry.ts'
import { type EntryPath, type FolderPath, toEntryPath, toFolderPath } from '../../src/tree/path.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'

/** The path of an entry, as a test spells it. */
export function entryPath(text: string): EntryPath {
  const path = toEntryPath(text)
  if (path === undefined) throw new Error(`not an entry path: ${text}`)
  return path
}

/** What most tests say of an entry; what else it holds is given as it stands there. */
export type Told = Partial<Entry> & { readonly rules?: readonly string[]; readonly files?: readonly string[] }

/** Makes an entry: empty but for what is told of it. */
export const entryOf = ({ rules = [], files = [], ...more }: Told): Entry => ({
  ...emptyEntry,
  title: 'One',
  ...more,
  narrative: { ...emptyEntry.narrative, ...more.narrative, ...(rules.length === 0 ? {} : { rules }) },
  raw: { ...emptyEntry.raw, ...more.raw, ...(files.length === 0 ? {} : { files }) },
})

/** Paths of two entries of one topic. */
export const [oneEntry, twoEntry] = [entryPath('shop/goods/one.md'), entryPath('shop/goods/two.md')]

/** Entries by their paths. */
export const entriesOf = (entries: Readonly<Record<string, Told>>): Map<EntryPath, Entry> =>
  new Map(Object.entries(entries).map(([path, told]) => [entryPath(path), entryOf(told)]))

/** All that is known, where it is these entries alone. */
export const knowing = (entries: Readonly<Record<string, Told>>): Knowledge => ({
  ...noKnowledge,
  entries: entriesOf(entries),
})

/** Three commits by their hashes. */
export const [oldCommit, otherCommit, nextCommit] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
]

/** What an entry has of the commits that it came from. */
export const rawFrom = (...commits: readonly string[]): Entry['raw'] => ({
  ...emptyEntry.raw,
  sources: commits.map((commit) => ({ commit, subject: 'Sort goods' })),
})

/** The path of a folder, as a test spells it. */
export function folderPath(text: string): FolderPath {
  const path = toFolderPath(text)
  if (path === undefined) throw new Error(`not a folder path: ${text}`)
  return path
}

/** Reads an entry of which a test knows that it can be read. */
export function entryIn(text: string): Entry {
  const reading = readEntry(text)
  if ('fault' in reading) throw new Error(reading.fault.detail)
  return reading.entry
}
