import { type CommitKey, commitKey } from '../commit.ts'
import { type LessonNote, readNote } from '../tree/note.ts'
import { type LessonCandidate, says } from './lesson-text.ts'

// Rows are what an index gives; a candidate is what is ranked: a statement joined with its commit, or a commit by
// itself.

/** A commit as an index gives it, on disk or in a page: what its lines came to is a note. */
export type CommitRow = Pick<
  LessonCandidate,
  | 'date'
  | 'author'
  | 'number'
  | 'diff'
  | 'note'
  | 'terms'
  | 'place'
  | 'rejectedOn'
  | 'deletedOn'
  | 'gone'
  | 'isBesideCode'
> & {
  readonly sha: string
  readonly subject: string
  readonly body: string
  readonly paths: readonly string[]
}

/** A statement of the tree as an index gives it. */
export type StatementRow = Pick<LessonCandidate, 'kind' | 'headline' | 'why'> & {
  readonly id: number
  readonly path: string
  readonly note: string
  readonly commits: readonly string[]
  /** The terms of its words as they were stored, blanks between them. */
  readonly terms?: { readonly headline: string; readonly why: string }
  /** Its BM25, where more is better; undefined where it was not looked up by words. */
  readonly score?: number
}

/** Makes one candidate of a commit and the lesson that the tree has of it; `others` finds commits by their keys. */
export function toCandidates(
  logged: readonly CommitRow[],
  stated: readonly StatementRow[],
  others: (keys: readonly CommitKey[]) => readonly CommitRow[],
): readonly LessonCandidate[] {
  const found = new Map(logged.map((row) => [commitKey(row.sha), row]))
  const named = stated.flatMap(({ commits }) => commits.map(commitKey))
  const more = others([...new Set(named)].filter((key) => key !== '' && !found.has(key)))
  const rows = new Map([...more.map((row) => [commitKey(row.sha), row] as const), ...found])
  // Of several commits the first that this history has: who rewrote it left the others behind.
  const known = (commits: readonly string[]): readonly string[] =>
    commits.toSorted((a, b) => Number(rows.has(commitKey(b))) - Number(rows.has(commitKey(a))))
  const all = stated.map((statement) => ({ ...statement, commits: known(statement.commits) }))
  const once = [...new Map(all.map((statement) => [statement.id, statement])).values()]
  const told = new Set(
    once.flatMap(({ kind, commits: [commit = ''] }) => (kind === 'lesson' ? [commitKey(commit)] : [])),
  )
  return [
    ...once.map((statement) => fromTree(statement, rows.get(commitKey(statement.commits[0] ?? '')))),
    ...logged.filter(({ sha }) => !told.has(commitKey(sha))).map(fromLog),
  ]
}

function fromTree(statement: StatementRow, row: CommitRow | undefined): LessonCandidate {
  const { id, kind, headline, why, commits, path } = statement
  const note: LessonNote | undefined = kind === 'lesson' ? readNote(statement.note) : undefined
  const message = kind === 'lesson' ? (row?.body ?? '') : ''
  return {
    lane: 'tree',
    kind,
    headline,
    why,
    commit: row?.sha ?? commits[0] ?? '',
    date: note?.date ?? row?.date ?? '',
    author: row?.author ?? '',
    number: note?.number ?? row?.number ?? '',
    files: row?.paths ?? [],
    entry: path,
    source: '',
    note,
    place: row?.place,
    ...(row?.gone === undefined ? {} : { gone: row.gone }),
    statement: id,
    message,
    terms: termsOf(statement, { row, message }),
    diff: kind === 'lesson' ? (row?.diff ?? []) : [],
  }
}

/** What is stored of a statement and its commit, as one; undefined where either has nothing stored. */
function termsOf(
  { terms, why }: StatementRow,
  { row, message }: { readonly row: CommitRow | undefined; readonly message: string },
): LessonCandidate['terms'] {
  if (terms === undefined || (row !== undefined && row.terms === undefined)) return undefined
  const [own, told] = [says(message, why) ? '' : terms.why, message === '' ? '' : (row?.terms?.body ?? '')]
  return {
    subject: terms.headline,
    body: [own, told].filter((part) => part !== '').join(' '),
    paths: row?.terms?.paths ?? '',
  }
}

const fromLog = ({ sha, subject, body, paths, ...row }: CommitRow): LessonCandidate => ({
  lane: 'log',
  kind: 'lesson',
  headline: subject,
  why: body,
  message: body,
  commit: sha,
  files: paths,
  entry: '',
  source: '',
  ...row,
})
