import { assemble, type Brain } from '../../src/brain/assemble.ts'
import { dayOf } from '../../src/brain/day.ts'
import type { BrainOptions } from '../../src/brain/options.ts'
import { type Entry, emptyEntry } from '../../src/tree/entry.ts'
import type { Fact } from '../../src/tree/facts.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { entryOf, entryPath as at, type Told } from './entries.ts'

/** The day on which all of these entries are weighed. */
export const day = dayOf('2026-11-21T15:00:00Z')

/** The time of day ten, so many days before. */
export const daysAgo = (days: number): string =>
  `${new Date(day.getTime() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T10:00:00Z`

/** What is told of an entry, and how many days old it is. */
export type Making = Told & { readonly age?: number }

/** An entry that says one thing, from a commit. */
export const entry = ({ age = 0, raw = emptyEntry.raw, ...rest }: Making): Entry =>
  entryOf({
    title: '',
    createdAt: daysAgo(age),
    updatedAt: daysAgo(age),
    facts: [fact('It is as it is, for a reason')],
    raw: { ...raw, sources: [{ commit: '3f1c9ab2', subject: 'Say why' }] },
    ...rest,
  })

/** A fact of the project that a commit proves. */
export const fact = (statement: string, subject = '', value = ''): Fact => ({
  subject,
  value,
  statement,
  category: 'project',
  sources: ['3f1c9ab2'],
})

/** Entries by their paths, each called by its path where it has no title. */
export const tree = (entries: Readonly<Record<string, Making>>): ReadonlyMap<EntryPath, Entry> =>
  new Map(Object.entries(entries).map(([path, making]) => [at(path), entry({ title: path, ...making })]))

/** What no commit proves. */
export const unproven: readonly Fact[] = [{ ...fact('So it is'), sources: [] }]

/** A hash that a document is given, where no test asks for it. */
export const stamp = '0123456789abcdef'

/** The document that entries make, with nothing archived. */
export const brainOf = (entries: Readonly<Record<string, Making>>, options: BrainOptions = {}): Brain =>
  assemble(tree(entries), { day, stubs: 0, stamp }, options)
