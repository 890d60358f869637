import { emptyEntry, type Entry } from '../../src/tree/entry.ts'
import { type EntryPath, toEntryPath } from '../../src/tree/path.ts'

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
