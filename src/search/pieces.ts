import MiniSearch, { type AsPlainObject, type Options, type SearchResult } from 'minisearch'
import {
  consideredLessons,
  joinLanes,
  type LessonLookup,
  type LoggedCommit,
  type ToldStatement,
} from './lesson-answer.ts'

/** A part of what a page without a server searches: statements of the tree, or commits, with the index of their terms. */
export type SearchPiece = {
  readonly lane: 'tree' | 'log'
  readonly rows: readonly SearchRow[]
  readonly index: AsPlainObject
}

/** A statement or commit as a piece keeps it. */
export type SearchRow = Omit<ToldStatement, 'score' | 'id'> | Omit<LoggedCommit, 'score' | 'inDiff'>

/** A row with the terms that it is found by. */
export type SearchableRow = { readonly row: SearchRow; readonly terms: Readonly<Record<LaneField, string>> }

type LaneField = 'headline' | 'why' | 'beside'

/** What a word counts in a headline, in the reason, and in what stands beside: title and place of an entry, or paths. */
const weights = { tree: { headline: 3, why: 2, beside: 1 }, log: { headline: 3, why: 2, beside: 2 } } as const

const options: Options<{ id: number } & Record<LaneField, string>> = {
  fields: ['headline', 'why', 'beside'],
  tokenize: (text) => (text === '' ? [] : text.split(' ')),
  processTerm: (term) => term,
  searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0 } },
}

/** So many rows are indexed together: a piece of them stays below two million bytes. */
const mostRows = 1_200

/** Takes the rows of a lane apart into pieces, in their order. */
export function piecesOf(lane: SearchPiece['lane'], rows: readonly SearchableRow[]): readonly SearchPiece[] {
  const count = Math.ceil(rows.length / mostRows)
  return Array.from({ length: count }, (_, at): SearchPiece => {
    const own = rows.slice(at * mostRows, (at + 1) * mostRows)
    const index = new MiniSearch(options)
    index.addAll(own.map(({ terms }, id) => ({ id, ...terms })))
    return { lane, rows: own.map(({ row }) => row), index: index.toJSON() }
  })
}

/** A lookup that also knows commits by the beginnings of their hashes. */
export type PieceLookup = LessonLookup & {
  readonly commits: (hashes: readonly string[]) => readonly LoggedCommit[]
}

/** Opens pieces to be asked as one. */
export function openPieces(pieces: readonly SearchPiece[]): PieceLookup {
  const open = pieces.map(({ lane, rows, index }) => ({ lane, rows, index: MiniSearch.loadJS(index, options) }))
  const known = new Map<string, { tree: number; log: number }>()
  const countsOf = (term: string): { tree: number; log: number } => {
    const before = known.get(term)
    if (before !== undefined) return before
    const found = { tree: 0, log: 0 }
    for (const { lane, index } of open) found[lane] += index.search(term).length
    known.set(term, found)
    return found
  }
  const all = (terms: readonly string[]): ReadonlyMap<string, number> =>
    new Map(
      terms.flatMap((term) => {
        const { tree, log } = countsOf(term)
        return tree + log === 0 ? [] : [[term, Math.max(tree, log)] as const]
      }),
    )
  return {
    size: open.reduce((sum, { lane, rows }) => sum + (lane === 'log' ? rows.length : 0), 0),
    words: { frequencies: all, startingWith: (prefix, most) => startingWith(open, prefix, most) },
    counts: all,
    commits: (hashes) =>
      commitsOf(
        open,
        hashes.map((hash) => hash.slice(0, 8)),
      ),
    candidates: (terms) => {
      const found = best(open, terms)
      return joinLanes(found.logged, found.stated, (prefixes) => commitsOf(open, prefixes))
    },
  }
}

type OpenPiece = Pick<SearchPiece, 'lane' | 'rows'> & { readonly index: MiniSearch }

/** The rows of both lanes that hold most of these terms, best first. */
function best(
  open: readonly OpenPiece[],
  terms: readonly string[],
): { stated: readonly ToldStatement[]; logged: readonly LoggedCommit[] } {
  const query = terms.join(' ')
  const found = open.flatMap(({ lane, rows, index }, piece) =>
    index
      .search(query, { boost: weights[lane] })
      .slice(0, consideredLessons)
      .map((result) => ({ piece, result, row: rows[Number(result.id)] })),
  )
  const sorted = found.toSorted((a, b) => b.result.score - a.result.score)
  const logged = sorted.flatMap(({ row, result }) => loggedFrom(row, result)).slice(0, consideredLessons)
  const stated = sorted.flatMap(({ row, result, piece }) => statedFrom(row, result, piece)).slice(0, consideredLessons)
  return { stated, logged }
}

const loggedFrom = (row: SearchRow | undefined, { score }: Pick<SearchResult, 'score'>): readonly LoggedCommit[] =>
  row === undefined || !('sha' in row) ? [] : [{ ...row, inDiff: [], score }]

const statedFrom = (row: SearchRow | undefined, { id, score }: SearchResult, piece: number): readonly ToldStatement[] =>
  row === undefined || 'sha' in row ? [] : [{ ...row, id: piece * mostRows + Number(id), score }]

function commitsOf(open: readonly OpenPiece[], prefixes: readonly string[]): readonly LoggedCommit[] {
  const wanted = new Set(prefixes)
  return open
    .flatMap(({ lane, rows }) => (lane === 'log' ? rows : []))
    .filter((row) => 'sha' in row && wanted.has(row.sha.slice(0, 8)))
    .flatMap((row) => loggedFrom(row, { score: 0 }))
}

function startingWith(open: readonly OpenPiece[], prefix: string, most: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const { index } of open)
    for (const { terms } of index.search(prefix, { prefix: true }))
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([term]) => term)
}
