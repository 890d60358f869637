import MiniSearch from 'minisearch'
import type { EntryPath } from '../tree/path.ts'
import { type Document, type Field, type Index, type Match, weights } from './index.ts'

const fields: readonly Field[] = ['title', 'place', 'keywords', 'content']

/** Builds an index in memory (MiniSearch, BM25+). It yields between chunks, so that a time limit can take hold. */
export async function memoryIndex(documents: readonly Document[]): Promise<Index> {
  const split = (text: string): string[] => (text === '' ? [] : text.split(' '))
  const index = new MiniSearch<Document>({
    idField: 'path',
    fields: [...fields],
    tokenize: split,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: weights.title, place: weights.place, keywords: weights.keywords, content: weights.content },
      bm25: { k: weights.k, b: weights.b, d: 0.5 },
    },
  })
  await index.addAllAsync(documents, { chunkSize: 500 })
  const frequencies = countDocuments(documents)
  const frequency = (term: string): number => frequencies.get(term) ?? 0
  const paths = new Map(documents.map(({ path }) => [String(path), path]))
  return { size: documents.length, frequency, search: async (terms) => searchIn({ index, paths, frequency }, terms) }
}

type Searchable = {
  readonly index: MiniSearch<Document>
  readonly paths: ReadonlyMap<string, EntryPath>
  readonly frequency: Index['frequency']
}

// One edit is a typing error; two make another word of it (rollback, callback).
const oneEdit = 1

function searchIn({ index, paths, frequency }: Searchable, terms: readonly string[]): readonly Match[] {
  const distinct = [...new Set(terms)]
  // Only a term that nothing holds may be misspelt or unfinished; elsewhere fuzzy and prefix cost time and win nothing.
  const isUnknown = (term: string): boolean => frequency(term) === 0 && term.length > 3
  const found = index.search(distinct.join(' '), {
    fuzzy: (term) => (isUnknown(term) && term.length >= 6 ? oneEdit : false),
    prefix: isUnknown,
  })
  return found.flatMap(({ id, score, queryTerms }) => {
    const path = paths.get(String(id))
    return path === undefined ? [] : [{ path, score, matched: queryTerms }]
  })
}

function countDocuments(documents: readonly Document[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const document of documents) {
    for (const term of new Set(fields.flatMap((field) => document[field].split(' '))))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return counts
}
