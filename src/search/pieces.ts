import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { terms as termsOf } from '../text/terms.ts'
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
  readonly rows: readonly KeptRow[]
  readonly index: AsPlainObject
}

/** A row with the terms that its own texts do not tell, and how many terms it has in all. */
type KeptRow = { readonly row: SearchRow; readonly beside: string; readonly length: number }

/** A statement or commit as a piece keeps it. */
export type SearchRow = Omit<ToldStatement, 'score' | 'id'> | Omit<LoggedCommit, 'score' | 'inDiff'>

/** A row with the terms that it is found by. */
export type SearchableRow = { readonly row: SearchRow; readonly terms: Readonly<Record<LaneField, string>> }

type LaneField = 'headline' | 'why' | 'beside' | 'diff'

/** What a word counts in a headline, in the reason, and in what stands beside: title and place of an entry, or paths. */
const weights = { tree: { headline: 3, why: 2, beside: 1 }, log: { headline: 3, why: 2, beside: 2 } } as const

/** The fields in which something is said; a word that only stands in a diff is not known for that. */
const said: LaneField[] = ['headline', 'why', 'beside']

const options: Options<{ id: number } & Record<LaneField, string>> = {
  fields: [...said, 'diff'],
  tokenize: (text) => [...listOf(text)],
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
    return { lane, rows: own.map(keptRow), index: index.toJSON() }
  })
}

const keptRow = ({ row, terms: { headline, why, beside } }: SearchableRow): KeptRow => ({
  row,
  beside,
  length: [headline, why, beside].reduce((sum, text) => sum + listOf(text).length, 0),
})

const listOf = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

/** A lookup that also knows commits by the beginnings of their hashes. */
export type PieceLookup = LessonLookup & {
  readonly commits: (hashes: readonly string[]) => readonly LoggedCommit[]
}

/** Opens pieces to be asked as one. */
export function openPieces(pieces: readonly SearchPiece[]): PieceLookup {
  const open = pieces.map((piece, at): OpenPiece => opened(piece, at))
  const counts = countTerms(pieces)
  const countsOf = (term: string): LaneCounts => counts.get(term) ?? { tree: 0, log: 0 }
  const all = (terms: readonly string[]): ReadonlyMap<string, number> =>
    new Map(
      terms.flatMap((term) => {
        const found = counts.get(term)
        return found === undefined ? [] : [[term, Math.max(found.tree, found.log)] as const]
      }),
    )
  return {
    size: open.reduce((sum, { lane, rows }) => sum + (lane === 'log' ? rows.length : 0), 0),
    words: { frequencies: all, startingWith: (prefix, most) => startingWith(counts, prefix, most) },
    counts: all,
    commits: (hashes) =>
      commitsOf(
        open,
        hashes.map((hash) => hash.slice(0, 8)),
      ),
    candidates: (terms) => {
      const found = best(open, terms, countsOf)
      const told = lessonsOf(open, new Set(found.logged.map(({ sha }) => sha.slice(0, 8))))
      return joinLanes(found.logged, [...found.stated, ...told], (prefixes) => commitsOf(open, prefixes))
    },
  }
}

type LaneCounts = { readonly tree: number; readonly log: number }

type OpenPiece = Pick<SearchPiece, 'lane' | 'rows'> & {
  readonly index: MiniSearch
  /** The number of its first row among all. */
  readonly first: number
  readonly length: number
}

const opened = ({ lane, rows, index }: SearchPiece, at: number): OpenPiece => ({
  lane,
  rows,
  index: MiniSearch.loadJS(index, options),
  first: at * mostRows,
  length: rows.reduce((sum, { length }) => sum + length, 0),
})

/** The rows of both lanes that hold most of these terms, best first. */
function best(
  open: readonly OpenPiece[],
  terms: readonly string[],
  countsOf: (term: string) => LaneCounts,
): { stated: readonly ToldStatement[]; logged: readonly LoggedCommit[] } {
  const found = open.flatMap((piece) => candidatesIn(piece, terms))
  const ranked = (lane: SearchPiece['lane']): readonly Candidate[] => {
    const own = open.filter((piece) => piece.lane === lane)
    const size = own.reduce((sum, { rows }) => sum + rows.length, 0)
    const mean = own.reduce((sum, { length }) => sum + length, 0) / Math.max(1, size)
    return found
      .filter(({ piece }) => piece.lane === lane)
      .toSorted((a, b) => b.said + b.diff - a.said - a.diff)
      .slice(0, consideredLessons * 2)
      .map((one) => ({ ...one, said: bm25Of(one, terms, { size, mean, countOf: (term) => countsOf(term)[lane] }) }))
      .toSorted((a, b) => b.said + b.diff - a.said - a.diff)
      .slice(0, consideredLessons)
  }
  return { stated: ranked('tree').flatMap(statedFrom), logged: ranked('log').flatMap(loggedFrom) }
}

/** A row that was found, with what its own words and those of its diff score. */
type Candidate = {
  readonly piece: OpenPiece
  readonly id: number
  readonly said: number
  readonly diff: number
  readonly inDiff: readonly string[]
}

/** What a word of a diff counts, as in the index on disk. */
const diffShare = 0.5

function candidatesIn(piece: OpenPiece, terms: readonly string[]): readonly Candidate[] {
  const query = terms.join(' ')
  const own = piece.index.search(query, { fields: said, boost: weights[piece.lane] }).slice(0, consideredLessons * 2)
  const diffs = piece.lane === 'tree' ? [] : piece.index.search(query, { fields: ['diff'] })
  const byDiff = new Map(diffs.map((result) => [result.id, result]))
  const ids = new Set([...own, ...diffs.slice(0, consideredLessons)].map(({ id }): unknown => id))
  const scores = new Map(own.map(({ id, score }) => [id, score]))
  return [...ids].map((id) => {
    const inDiff = byDiff.get(id)
    // MiniSearch multiplies what it adds up by the number of terms that were found.
    const diff = ((inDiff?.score ?? 0) / Math.max(1, inDiff?.terms.length ?? 0)) * diffShare
    return { piece, id: Number(id), said: scores.get(id) ?? 0, diff, inDiff: inDiff?.terms ?? [] }
  })
}

type Lane = { readonly size: number; readonly mean: number; readonly countOf: (term: string) => number }

/** BM25 as SQLite's FTS5 has it: counts are weighted by field and added before they saturate (k1 1.2, b 0.75). */
function bm25Of({ piece, id }: Candidate, terms: readonly string[], { size, mean, countOf }: Lane): number {
  const kept = piece.rows[id]
  if (kept === undefined) return 0
  const { row, beside: around, length } = kept
  const texts = 'sha' in row ? [row.subject, row.body] : [row.headline, row.why]
  const fields = [...texts.map(termsOf), listOf(around)]
  const { headline, why, beside } = weights[piece.lane]
  return terms.reduce((sum, term) => {
    const [inHeadline = 0, inWhy = 0, inBeside = 0] = fields.map((own) => own.filter((one) => one === term).length)
    const count = inHeadline * headline + inWhy * why + inBeside * beside
    const known = countOf(term)
    const idf = Math.max(1e-6, Math.log((size - known + 0.5) / (known + 0.5)))
    return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean))
  }, 0)
}

const loggedFrom = ({ piece, id, said: own, diff, inDiff }: Candidate): readonly LoggedCommit[] => {
  const row = piece.rows[id]?.row
  return row === undefined || !('sha' in row) ? [] : [{ ...row, inDiff, score: own + diff }]
}

const statedFrom = ({ piece, id, said: score }: Candidate): readonly ToldStatement[] => {
  const row = piece.rows[id]?.row
  return row === undefined || 'sha' in row ? [] : [{ ...row, id: piece.first + id, score }]
}

/** The lessons that the tree has of these commits, by the first eight characters of their hashes. */
const lessonsOf = (open: readonly OpenPiece[], commits: ReadonlySet<string>): readonly ToldStatement[] =>
  open.flatMap(({ rows, first }) =>
    rows.flatMap(({ row }, at) =>
      'sha' in row || row.kind !== 'lesson' || !commits.has((row.commits[0] ?? '').slice(0, 8))
        ? []
        : [{ ...row, id: first + at, score: 0 }],
    ),
  )

function commitsOf(open: readonly OpenPiece[], prefixes: readonly string[]): readonly LoggedCommit[] {
  const wanted = new Set(prefixes)
  return open
    .flatMap(({ lane, rows }) => (lane === 'log' ? rows : []))
    .flatMap(({ row }) => ('sha' in row && wanted.has(row.sha.slice(0, 8)) ? [row] : []))
    .map((row) => ({ ...row, inDiff: [], score: 0 }))
}

function startingWith(counts: ReadonlyMap<string, LaneCounts>, prefix: string, most: number): readonly string[] {
  return [...counts]
    .filter(([term]) => term.startsWith(prefix))
    .map(([term, { tree, log }]) => ({ term, count: tree + log }))
    .toSorted((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, most)
    .map(({ term }) => term)
}

/**
 * Counts in how many rows of each lane every term is said; once, because a search for each term that a question may have
 * meant takes longer than the search itself. What stands only in a diff is not known for that.
 */
function countTerms(pieces: readonly SearchPiece[]): ReadonlyMap<string, LaneCounts> {
  const counts = new Map<string, { tree: number; log: number }>()
  for (const { lane, index } of pieces) {
    const diff = String(index.fieldIds['diff'])
    for (const [term, fields] of index.index) {
      const rows = new Set<string>()
      for (const [field, found] of Object.entries(fields)) if (field !== diff) for (const id in found) rows.add(id)
      if (rows.size === 0) continue
      const known = counts.get(term) ?? { tree: 0, log: 0 }
      known[lane] += rows.size
      counts.set(term, known)
    }
  }
  return counts
}
