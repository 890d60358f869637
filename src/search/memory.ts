import { termsFrom } from '../text/stored-terms.ts'
import MiniSearch from 'minisearch'
import { folderOf, overviewFolder } from '../tree/path.ts'
import { type Candidate, fields, type Index, placeOf, type SearchDocument } from './entry-index.ts'
import { lengthOf } from './score.ts'
import { presets } from './weights.ts'

/**
 * Builds an index in memory (MiniSearch): for a tree at another revision, and where there is none on disk. It yields
 * between chunks, so that a time limit can take hold.
 */
export async function memoryIndex(documents: readonly SearchDocument[]): Promise<Index> {
  const { fields: boost, k, b } = presets.default
  const index = new MiniSearch<SearchDocument>({
    idField: 'path',
    fields: [...fields],
    extractField: textOf,
    tokenize: (text) => [...termsFrom(text)],
    processTerm: (term) => term,
    searchOptions: { boost, bm25: { k, b, d: 0.5 } },
  })
  await index.addAllAsync(documents, { chunkSize: 500 })
  const candidates = placed(documents)
  const cards = new Map(documents.map(({ path, card }) => [path, card]))
  const counts = countDocuments(documents)
  const at = (paths: readonly string[]): readonly Candidate[] => paths.flatMap((path) => candidates.get(path) ?? [])
  const find = (terms: readonly string[], most: number, within = ''): readonly Candidate[] =>
    at(index.search(terms.join(' ')).map(({ id }) => String(id)))
      .filter(({ path }) => within === '' || path.replace(/^_archived\//, '').startsWith(`${within}/`))
      .slice(0, most)
  return {
    size: documents.length,
    meanLength: documents.reduce((sum, { terms }) => sum + lengthOf(terms), 0) / Math.max(1, documents.length),
    frequencies: (terms) => new Map(terms.flatMap((term) => (counts.has(term) ? [[term, counts.get(term) ?? 0]] : []))),
    startingWith: (prefix, most) =>
      [...counts]
        .filter(([term]) => term.startsWith(prefix))
        .sort(([a, left], [b2, right]) => right - left || (a < b2 ? -1 : 1))
        .slice(0, most)
        .map(([term]) => term),
    find,
    neighbours: (near) => {
      const places = new Map([...candidates.values()].map((candidate) => [placeOf(candidate), candidate]))
      const wanted = new Set(near.flatMap((candidate) => [placeOf(candidate, -1), placeOf(candidate, 1)]))
      return [...wanted].flatMap((place) => places.get(place) ?? [])
    },
    termsAt: (path) => candidates.get(path)?.terms,
    cards: (paths) => new Map([...cards].filter(([path]) => paths.includes(path))),
    close: () => undefined,
  }
}

const textOf = (document: SearchDocument, field: string): string => {
  if (field === 'path') return document.path
  const known = fields.find((name) => name === field)
  return known === undefined ? '' : document.terms[known]
}

/** Gives each document its place among those of its folder. */
function placed(documents: readonly SearchDocument[]): ReadonlyMap<string, Candidate> {
  const sorted = documents.toSorted((a, b) =>
    a.order < b.order ? -1 : a.order > b.order ? 1 : a.path < b.path ? -1 : 1,
  )
  const last = new Map<string, number>()
  return new Map(
    sorted.map(({ path, terms, card }) => {
      // An overview has no neighbours.
      const folder = overviewFolder(path) === undefined ? folderOf(path) : path
      const position = (last.get(folder) ?? 0) + 1
      last.set(folder, position)
      const { importance, maturity, updatedAt } = card
      return [path, { path, folder, position, terms, importance, maturity, updatedAt }]
    }),
  )
}

function countDocuments(documents: readonly SearchDocument[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of documents) {
    for (const term of new Set(fields.flatMap((field) => termsFrom(terms[field]))))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return counts
}
