import { depthOf, folderOf, upwards } from '../tree/path.ts'
import { folderMeant, spellingsOf } from '../tree/relation.ts'
import { type Card, type Index, link } from './entry-index.ts'

/** Entries that are taken of a topic to which a relation leads, at most. */
const mostOfTopic = 20

/** The entries that a relation of these spellings leads to: one, or those of a topic. */
export function targetsOf(index: Index, related: readonly string[]): readonly string[] {
  const entries = index.cards(related)
  return [...new Set(related.flatMap((path) => (entries.has(path) ? [path] : entriesOf(index, path))))]
}

function entriesOf(index: Index, path: string): readonly string[] {
  const folder = folderMeant(path)
  if (folder === undefined) return []
  return index
    .find([link('topic', folder)], mostOfTopic)
    .map((one) => one.path)
    .filter((one) => one.startsWith(`${folder}/`))
    .toSorted()
}

/** The entries that name any of these, or a topic that one lies in, with the entry that they name. */
export function sourcesOf(
  index: Index,
  paths: readonly string[],
  most: number,
): readonly { readonly path: string; readonly to: string; readonly card: Card }[] {
  const names = new Map(paths.flatMap((path) => namesOf(path).map((name) => [name, path] as const)))
  const found =
    names.size === 0
      ? []
      : index.find(
          [...names.keys()].map((name) => link('entry', name)),
          most,
        )
  // The index does not tell case in links, so the cards decide.
  return [...index.cards(found.map(({ path }) => path))].flatMap(([path, card]) => {
    const to = card.related.flatMap((name) => names.get(name) ?? []).find((one) => one !== path)
    return to === undefined ? [] : [{ path, to, card }]
  })
}

const namesOf = (path: string): readonly string[] => [
  path,
  ...upwards(folderOf(path)).flatMap((folder) => (depthOf(folder) > 1 ? spellingsOf(folder) : [])),
]
