import { type Facets, KnownEntry } from '../../brain/known-entry.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { archiveFolder, type EntryPath } from '../../tree/path.ts'
import type { Store } from './store.ts'

/** Entries as the index keeps them. */
export type StoredEntries = {
  /** Reads what every entry is; each is read whole only when somebody asks for more than weighing it needs. */
  readonly entries: () => Tree
  /** Reads what tells one state of an entry's file from another. */
  readonly stamps: () => ReadonlyMap<EntryPath, string>
  /** Counts what is archived. */
  readonly stubs: () => number
}

/** Gives what every entry is from the index, which takes a tenth of what reading their files does. */
export const storedEntries = ({ database }: Pick<Store, 'database'>): StoredEntries => ({
  entries: () => {
    const read = (id: number): Entry => {
      const [[whole] = []] = database.rows('SELECT entry FROM whole WHERE id = ?', id)
      // What we wrote ourselves into our own file, and checked then.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return JSON.parse(String(whole)) as Entry
    }
    // What is weighed lies in a table of its own: entries as a whole are four times as many pages.
    const rows = database.rows('SELECT path, id, facets FROM facets JOIN entries USING (id)')
    return new Map(
      rows.map(([path, id, json]) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const [known, facets] = [String(path) as EntryPath, JSON.parse(String(json)) as Facets]
        return [known, new KnownEntry(facets, Number(id), read)]
      }),
    )
  },
  stamps: () =>
    new Map(
      database
        .rows('SELECT path, stamp FROM facets JOIN entries USING (id) ORDER BY path')
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        .map(([path, stamp]) => [String(path) as EntryPath, String(stamp)]),
    ),
  stubs: () => {
    const [[stubs = 0] = []] = database.rows('SELECT count(*) FROM entries WHERE path GLOB ?', `${archiveFolder}/*`)
    return Number(stubs)
  },
})
