import { countTerms, termsFrom } from '../text/stored-terms.ts'
import { type CommitKey, commitKey } from '../commit.ts'
import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { toCandidates, type CommitRow, type StatementRow } from './candidates.ts'
import { consideredLessons, type LessonLookup } from './lesson-answer.ts'
import { candidateWeights } from './weights.ts'

/**
 * A part of what a page without a server searches: statements of the tree, or commits, with the index of their terms.
 */
export type SearchPiece = {
  readonly lane: 'tree' | 'log'
  readonly rows: readonly KeptRow[]
  readonly index: AsPlainObject
  /** How many terms its rows have in each field, and how many rows have any. */
  readonly lengths: Readonly<Record<PieceField, number>>
  readonly filled: Readonly<Record<PieceField, number>>
}

/** A row with the terms of its diff, which its own texts do not tell. */
type KeptRow = { readonly row: SearchRow; readonly diff: string }

/** A statement or commit as a piece keeps it. */
export type SearchRow = Omit<StatementRow, 'id'> | Omit<CommitRow, 'diff'>

/** A row with the terms that it is found by. */
export type SearchableRow = { readonly row: SearchRow; readonly terms: Readonly<Record<PieceField, string>> }

type PieceField = 'headline' | 'why' | 'beside' | 'diff'

const { statement, commit } = candidateWeights

/**
 * The weights of the index on disk, by the names of our fields; `beside` is the title and place of an entry, or
 * paths: what `statement-index.ts` calls context. The files of a published site spell it so.
 */
const weights = {
  tree: { headline: statement.headline, why: statement.why, beside: statement.context },
  log: { headline: commit.subject, why: commit.body, beside: commit.paths },
} as const

/** The fields in which something is said; a word that only stands in a diff is not known for that. */
const said: PieceField[] = ['headline', 'why', 'beside']

const options: Options<{ id: number } & Record<PieceField, string>> = {
  fields: [...said, 'diff'],
  tokenize: (text) => [...termsFrom(text)],
  processTerm: (term) => term,
  searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0 } },
}

/** Rows of a piece, at most: it stays below two million bytes. */
const mostRows = 800

/** Takes the rows of the tree, or of the log, apart into pieces, in their order. */
export function piecesOf(lane: SearchPiece['lane'], rows: readonly SearchableRow[]): readonly SearchPiece[] {
  const count = Math.ceil(rows.length / mostRows)
  return Array.from({ length: count }, (_, at): SearchPiece => {
    const own = rows.slice(at * mostRows, (at + 1) * mostRows)
    const index = new MiniSearch(options)
    index.addAll(own.map(({ terms }, id) => ({ id, ...terms })))
    const eachField = (of: (text: string) => number): SearchPiece['lengths'] => {
      const sum = (field: PieceField): number => own.reduce((all, { terms }) => all + of(terms[field]), 0)
      return { headline: sum('headline'), why: sum('why'), beside: sum('beside'), diff: sum('diff') }
    }
    return {
      lane,
      rows: own.map(({ row, terms: { diff } }) => ({ row, diff })),
      index: index.toJSON(),
      lengths: eachField(countTerms),
      filled: eachField((text) => (text === '' ? 0 : 1)),
    }
  })
}

/** A lookup that also finds commits by their hashes, however long these are spelled. */
export type PieceLookup = LessonLookup & {
  readonly commits: (hashes: readonly string[]) => readonly CommitRow[]
}

/** Opens pieces to be asked as one. */
export function openPieces(pieces: readonly SearchPiece[]): PieceLookup {
  const open = pieces.map((piece, at): OpenPiece => opened(piece, at))
  const counts = countByTerm(pieces)
  const all = (terms: readonly string[]): ReadonlyMap<string, number> =>
    new Map(
      terms.flatMap((term) => {
        const found = counts.get(term)
        return found === undefined ? [] : [[term, Math.max(found.tree, found.log)] as const]
      }),
    )
  return {
    size: open.reduce((sum, { lane, rows }) => sum + (lane === 'log' ? rows.length : 0), 0),
    means: meansOf(pieces),
    words: { frequencies: all, startingWith: (prefix, most) => startingWith(counts, prefix, most) },
    counts: all,
    countsInDiffs: (terms) =>
      new Map(
        terms.flatMap((term) => {
          const count = open.reduce((sum, { index }) => sum + index.search(term, { fields: ['diff'] }).length, 0)
          return count === 0 ? [] : [[term, count] as const]
        }),
      ),
    commits: (hashes) => commitsOf(open, hashes.map(commitKey)),
    candidates: (terms) => {
      const found = likeliest(open, terms)
      const told = lessonsOf(open, new Set(found.logged.map(({ sha }) => commitKey(sha))))
      return toCandidates(found.logged, [...found.stated, ...told], (keys) => commitsOf(open, keys))
    },
  }
}

/** How many terms the parts of a commit have on average, of the commits that have them. */
function meansOf(pieces: readonly SearchPiece[]): LessonLookup['means'] {
  const logged = pieces.filter(({ lane }) => lane === 'log')
  const sum = (of: 'lengths' | 'filled', field: PieceField): number =>
    logged.reduce((all, piece) => all + piece[of][field], 0)
  const mean = (field: PieceField): number => sum('lengths', field) / Math.max(1, sum('filled', field))
  return { subject: mean('headline'), body: mean('why'), paths: mean('beside'), diff: mean('diff') }
}

type OriginCounts = { readonly tree: number; readonly log: number }

type OpenPiece = Pick<SearchPiece, 'lane' | 'rows'> & {
  readonly index: MiniSearch
  /** The number of its first row among all. */
  readonly first: number
}

const opened = ({ lane, rows, index }: SearchPiece, at: number): OpenPiece => ({
  lane,
  rows,
  index: MiniSearch.loadJS(index, options),
  first: at * mostRows,
})

type Likeliest = { readonly stated: readonly StatementRow[]; readonly logged: readonly CommitRow[] }

/**
 * The statements and the commits that MiniSearch takes for the likeliest: enough to choose what is weighed, not to rank
 * it.
 */
function likeliest(open: readonly OpenPiece[], terms: readonly string[]): Likeliest {
  const found = open.flatMap((piece) => candidatesIn(piece, terms))
  const of = (lane: SearchPiece['lane']): readonly Candidate[] =>
    found
      .filter(({ piece }) => piece.lane === lane)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, consideredLessons)
  return { stated: of('tree').flatMap(statedFrom), logged: of('log').flatMap(loggedFrom) }
}

type Candidate = { readonly piece: OpenPiece; readonly id: number; readonly score: number }

function candidatesIn(piece: OpenPiece, terms: readonly string[]): readonly Candidate[] {
  const query = terms.join(' ')
  const scores = new Map<number, number>()
  const add = (found: ReturnType<MiniSearch['search']>, share: number): void => {
    // MiniSearch multiplies what it adds up by the number of terms that were found.
    for (const { id, score, terms: held } of found)
      scores.set(Number(id), (scores.get(Number(id)) ?? 0) + (score * share) / Math.max(1, held.length))
  }
  add(piece.index.search(query, { fields: said, boost: weights[piece.lane] }), 1)
  if (piece.lane === 'log') add(piece.index.search(query, { fields: ['diff'] }), commit.diff)
  return [...scores].map(([id, score]) => ({ piece, id, score }))
}

const loggedFrom = ({ piece, id }: Candidate): readonly CommitRow[] => {
  const kept = piece.rows[id]
  return kept === undefined ? [] : loggedOf(kept)
}

const loggedOf = ({ row, diff }: KeptRow): readonly CommitRow[] =>
  'sha' in row ? [{ ...row, diff: termsFrom(diff) }] : []

const statedFrom = ({ piece, id }: Candidate): readonly StatementRow[] => {
  const row = piece.rows[id]?.row
  return row === undefined || 'sha' in row ? [] : [{ ...row, id: piece.first + id }]
}

/** The lessons that the tree has of these commits. */
const lessonsOf = (open: readonly OpenPiece[], commits: ReadonlySet<CommitKey>): readonly StatementRow[] =>
  open.flatMap(({ rows, first }) =>
    rows.flatMap(({ row }, at) =>
      'sha' in row || row.kind !== 'lesson' || !commits.has(commitKey(row.commits[0] ?? ''))
        ? []
        : [{ ...row, id: first + at }],
    ),
  )

function commitsOf(open: readonly OpenPiece[], keys: readonly CommitKey[]): readonly CommitRow[] {
  const wanted = new Set(keys)
  return open
    .flatMap(({ lane, rows }) => (lane === 'log' ? rows : []))
    .flatMap(loggedOf)
    .filter(({ sha }) => wanted.has(commitKey(sha)))
}

function startingWith(counts: ReadonlyMap<string, OriginCounts>, prefix: string, most: number): readonly string[] {
  return [...counts]
    .filter(([term]) => term.startsWith(prefix))
    .map(([term, { tree, log }]) => ({ term, count: tree + log }))
    .toSorted((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, most)
    .map(({ term }) => term)
}

/**
 * Counts in how many statements, and in how many commits, every term is said; once, because a search for each term that
 * a question may have meant takes longer than the search itself. What stands only in a diff is not known for that.
 */
function countByTerm(pieces: readonly SearchPiece[]): ReadonlyMap<string, OriginCounts> {
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
