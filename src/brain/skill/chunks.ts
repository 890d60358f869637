import { clean } from '../../text/clean.ts'
import { writeEntry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import { isByPeople } from '../../tree/overview.ts'
import { folderOf, join, overviewFile, upwards } from '../../tree/path.ts'
import { type About, aboutEntry, aboutOverview } from './about.ts'
import { chunkId, chunkNumber, writeChunk } from './folder.ts'

/** A file of the tree as a chunk. */
export type Chunk = { readonly path: string; readonly id: string; readonly text: string; readonly about: About }

/** `ids` are those that paths have already, `last` is the highest number in use: an id never goes to something else. */
export type Numbering = { readonly ids: ReadonlyMap<string, string>; readonly last: number }

/**
 * Makes a chunk of each entry, however small, and of each overview that people wrote, sorted by path: so its id and
 * bytes stay whatever becomes of its neighbours, and it comes back as the file that it was.
 */
export function chunksOf(knowledge: Knowledge, numbering: Numbering): readonly Chunk[] {
  const texts = [...entryTexts(knowledge), ...overviewTexts(knowledge)].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  let next = highest(numbering)
  return texts.map(({ path, text, about }) => {
    const id = numbering.ids.get(path) ?? chunkId(++next)
    return { path, id, about, text: writeChunk(path, text) }
  })
}

type Text = Omit<Chunk, 'id'>

const entryTexts = ({ entries }: Knowledge): readonly Text[] =>
  [...entries].map(([path, entry]) => ({ path, text: clean(writeEntry(entry)), about: aboutEntry(entry) }))

/** An overview that says no more than what would be written anew is no chunk, nor is one of an empty folder. */
const overviewTexts = ({ entries, overviews }: Knowledge): readonly Text[] => {
  const folders = new Set([...entries.keys()].flatMap((path) => upwards(folderOf(path))))
  return [...overviews]
    .filter(([folder, text]) => folders.has(folder) && isByPeople(folder, text))
    .map(([folder, text]) => ({ path: join(folder, overviewFile), text: clean(text), about: aboutOverview(folder) }))
}

function highest({ ids, last }: Numbering): number {
  let number = last
  for (const id of ids.values()) number = Math.max(number, chunkNumber(id) ?? 0)
  return number
}
