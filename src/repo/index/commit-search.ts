import { termsFrom } from '../../text/stored-terms.ts'
import { termText } from '../../text/terms.ts'
import { commitKey, type CommitKey } from '../../commit.ts'
import { candidateWeights } from '../../search/weights.ts'
import type { Database } from './database.ts'
import type { NameThen } from './moved-files.ts'
import { anyTerm, countAhead, everyTerm, likeliest, rowsAtMost, termCounts, termsStartingWith } from './fts.ts'
import type { LineCounts, FoundCommit, CommitLengths, DiffText } from './indexed-commit.ts'

// What is read of the tables of commits; `commit-tables.ts` makes them, and `commit-writes.ts` fills them.

const said = 'log.id, sha, date, author, number, log.subject, log.body, log.paths, fate, in_diff'
const columns = `${said}, names, said.subject, said.body, said.paths`
const withTerms =
  'log LEFT JOIN log_diffs ON log_diffs.rowid = log.id LEFT JOIN log_said AS said ON said.rowid = log.id'

/** How a table of terms takes part: who counts them, what ranks its rows, and how much that counts. */
type Lane = {
  readonly counted: (database: Database, terms: readonly string[]) => ReadonlyMap<string, number>
  readonly rank: string
  readonly share: number
}

/** Finds commits that hold some of these terms, the likeliest first; `most` bounds what is weighed after this. */
export function find(database: Database, terms: readonly string[], most: number): readonly FoundCommit[] {
  const rows = rowsAtMost(database, 'log')
  const { subject, body, paths, diff } = candidateWeights.commit
  const scores = new Map<number, number>()
  const add = (table: string, { counted, rank, share }: Lane): void => {
    const best = likeliest(terms, { counts: counted(database, terms), rows })
    if (best === undefined) return
    const sql = `SELECT rowid, ${rank} AS worth FROM ${table} WHERE ${table} MATCH ? ORDER BY worth LIMIT ?`
    for (const [id, worth] of database.rows(sql, best.match, most * 2))
      scores.set(Number(id), (scores.get(Number(id)) ?? 0) - (Number(worth) / best.times) * share)
  }
  const rank = `bm25(log_said, ${subject}, ${body}, ${paths})`
  add('log_said', { counted: frequencies, rank, share: 1 })
  add('log_diffs', { counted: countsInDiffs, rank: 'bm25(log_diffs)', share: diff })
  const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, most)
  return database
    .rows(
      `SELECT ${columns} FROM ${withTerms} WHERE hidden = 0 AND log.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(best.map(([id]) => id)),
    )
    .map((row) => toFound(row, scores.get(Number(row[0])) ?? 0))
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
}

/** Finds commits behind this one whose subject holds some of these terms, the likeliest first. */
export const laterSaying = (
  database: Database,
  terms: readonly string[],
  { after, most }: { readonly after: number; readonly most: number },
): readonly FoundCommit[] =>
  terms.length === 0
    ? []
    : database
        .rows(
          `SELECT ${said} FROM log_said CROSS JOIN log ON log.id = log_said.rowid
            WHERE log_said MATCH ? AND log_said.rowid > ? AND hidden = 0 ORDER BY bm25(log_said) LIMIT ?`,
          `subject : (${anyTerm(terms)})`,
          after,
          most,
        )
        .map((row) => toFound(row, 0))

/** What a commit may be named by: its hash, of which messages give seven letters or more, and the number that it came with. */
export type CommitNames = { readonly sha: string; readonly number: string; readonly after: number }

/** Finds commits behind this one whose message has a word that may name it, oldest first, 24 at most. */
export const naming = (database: Database, { sha, number, after }: CommitNames): readonly FoundCommit[] => {
  const lengths = [7, 8, 9, 10, 11, 12, sha.length]
  const match = anyTerm([...lengths.map((length) => sha.slice(0, length)), ...(number === '' ? [] : [number])])
  return database
    .rows(
      `SELECT ${said} FROM log_said CROSS JOIN log ON log.id = log_said.rowid
        WHERE log_said MATCH ? AND log_said.rowid > ? AND hidden = 0 ORDER BY log_said.rowid LIMIT 24`,
      `{subject body} : (${match})`,
      after,
    )
    .map((row) => toFound(row, 0))
}

/** Tells whether the diff of a commit that is shown holds all of these terms. */
export const isInDiff = (database: Database, terms: readonly string[]): boolean =>
  terms.length > 0 &&
  database.rows(
    // SQLite would go through all commits, and look for the words in each.
    'SELECT 1 FROM log_diffs CROSS JOIN log ON log.id = log_diffs.rowid WHERE hidden = 0 AND log_diffs MATCH ? LIMIT 1',
    everyTerm(terms),
  ).length > 0

/** Counts the commits whose diff holds a term, each term by itself; those that stand in none are left out. */
export const countsInDiffs = (database: Database, terms: readonly string[]): ReadonlyMap<string, number> =>
  termCounts(database, countsOfDiffs, terms)

/** Reads commits by their keys; those that are not in the index are left out. */
export const rowsOf = (database: Database, keys: readonly CommitKey[]): readonly FoundCommit[] =>
  keys.length === 0
    ? []
    : database
        .rows(
          `SELECT ${columns} FROM ${withTerms} WHERE substr(sha, 1, 8) IN (SELECT value FROM json_each(?))`,
          JSON.stringify(keys),
        )
        .map((row) => toFound(row, 0))

/** Names, of some commits, those that HEAD had and no branch has any more; found by their keys, as the sign tells SQLite. */
export const droppedAmong = (database: Database, keys: readonly CommitKey[]): ReadonlySet<CommitKey> =>
  new Set(
    database
      .rows(
        'SELECT sha FROM log WHERE +hidden = 2 AND substr(sha, 1, 8) IN (SELECT value FROM json_each(?))',
        JSON.stringify(keys),
      )
      .map(([sha]) => commitKey(String(sha))),
  )

/** Names the newest commits that are hidden and not dropped, a thousand at most. */
export const elsewhere = (database: Database): readonly string[] =>
  database.rows('SELECT sha FROM log WHERE hidden = 1 ORDER BY id DESC LIMIT 1000').map(([sha]) => String(sha))

/** Reads the newest commits that changed a file while it had one of these names, 200 at most. */
export const touching = (database: Database, names: readonly NameThen[]): readonly FoundCommit[] =>
  database
    .rows(
      `SELECT ${said} FROM log WHERE hidden = 0 AND (${names.map(() => '(id < ? AND instr(paths, ?) > 0)').join(' OR ')})
        ORDER BY id DESC LIMIT 200`,
      ...names.flatMap(({ name, until }) => [until, JSON.stringify(name)]),
    )
    .map((row) => toFound(row, 0))

/** Reads the newest commits of whose lines this one took some out, 200 at most. */
export const takenBy = (database: Database, sha: string): readonly FoundCommit[] =>
  database
    .rows(`SELECT ${said} FROM log WHERE hidden = 0 AND instr(fate, ?) > 0 ORDER BY id DESC LIMIT 200`, sha)
    .map((row) => toFound(row, 0))

/** Reads the newest commits, the newest first. */
export const newestFirst = (database: Database, most: number): readonly FoundCommit[] =>
  database.rows(`SELECT ${said} FROM log WHERE hidden = 0 ORDER BY id DESC LIMIT ?`, most).map((row) => toFound(row, 0))

/** Reads the commits that came with the number of a pull request, `#123`, oldest first. */
export const numbered = (database: Database, number: string): readonly FoundCommit[] =>
  database
    .rows(`SELECT ${said} FROM log WHERE hidden = 0 AND number = ? ORDER BY id LIMIT 2`, number)
    .map((row) => toFound(row, 0))

const revertTerms = termsFrom(termText('revert reapply'))

/** Reads the commits behind one that revert another, or bring it back, as git words it or with a colon (mdBook 84a2ab0d). */
export const titledReverts = (database: Database, after = 0): readonly FoundCommit[] =>
  database
    .rows(
      `SELECT ${said} FROM log_said CROSS JOIN log ON log.id = log_said.rowid
        WHERE log_said MATCH ? AND log_said.rowid > ? AND hidden = 0 AND (log.subject LIKE 'revert "%'
          OR log.subject LIKE 'reapply "%' OR log.subject LIKE 'reapply: %'
          OR log.subject LIKE 're-apply "%' OR log.subject LIKE 're-apply: %') ORDER BY log_said.rowid`,
      `subject : (${anyTerm(revertTerms)})`,
      after,
    )
    .map((row) => toFound(row, 0))

/** The files of a commit, as its row has them. */
export const pathsIn = ([paths = null]: readonly (string | number | null)[]): readonly string[] =>
  // What we wrote ourselves into our own file.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(String(paths ?? '[]')) as readonly string[]

function toFound(row: readonly (string | number | null)[], score: number): FoundCommit {
  const [id, sha, date, author, number, subject, body, paths, lineCounts, inDiff, names, ...found] = row
  return {
    id: Number(id),
    sha: String(sha),
    date: String(date),
    author: String(author),
    number: String(number ?? ''),
    subject: String(subject),
    body: String(body),
    paths: pathsIn([paths ?? null]),
    score,
    diff: termsFrom(String(names ?? '')),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    inDiff: typeof inDiff === 'string' ? (JSON.parse(inDiff) as readonly DiffText[]) : undefined,
    terms: termsIn(found),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    lineCounts: typeof lineCounts === 'string' ? (JSON.parse(lineCounts) as LineCounts) : undefined,
  }
}

function termsIn([subject, body, paths]: readonly (string | number | null)[]): FoundCommit['terms'] {
  const isThere = typeof subject === 'string' && typeof body === 'string' && typeof paths === 'string'
  return isThere ? { subject, body, paths } : undefined
}

const counts = { table: 'log_terms', count: 'doc' }
const countsOfDiffs = { table: 'log_diffs_terms', count: 'doc' }

/** Brings what FTS5 keeps of commits into one piece, and counts their terms beforehand; once all were read. */
export const settleCommits = (database: Database): void => {
  database.exec(
    `INSERT INTO log_said (log_said) VALUES ('optimize'); INSERT INTO log_diffs (log_diffs) VALUES ('optimize')`,
  )
  for (const counted of [counts, countsOfDiffs]) countAhead(database, counted)
}

/** Counts in how many commits each term stands; terms that stand in none are left out. */
export const frequencies = (database: Database, terms: readonly string[]): ReadonlyMap<string, number> =>
  termCounts(database, counts, terms)

/** Lists terms that begin like this, those of most commits first. */
export const startingWith = (database: Database, prefix: string, most: number): readonly string[] =>
  termsStartingWith(database, counts, { prefix, most })

/** How many terms each part of a commit has on average, of the commits that have such a part. */
export function means(database: Database): CommitLengths {
  const rows = database.rows('SELECT part, 1.0 * terms / commits FROM log_lengths')
  const of = (part: keyof CommitLengths): number => Number(rows.find(([name]) => name === part)?.[1] ?? 0)
  return { subject: of('subject'), body: of('body'), paths: of('paths'), diff: of('diff') }
}
