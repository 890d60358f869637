import { type CommitKey, commitKey } from '../../commit.ts'
import type { StatementRow } from '../../search/candidates.ts'
import type { Statement } from '../../search/entry-statements.ts'
import { candidateWeights } from '../../search/weights.ts'
import type { Database } from './database.ts'
import { countAhead, countChange, likeliest, rowsAtMost, termCounts, tokenize } from './fts.ts'

const kinds = ['lesson', 'rule', 'fact', 'prose'] as const satisfies readonly Statement['kind'][]

const columns = 'id, path, headline, why, note, commits, kind, headline_terms, why_terms'

/**
 * The tables of single statements, each a row of its own, with its entry as context. FTS5 reads its terms from there,
 * since it must know them to take a row out: a table without content (`contentless_delete`) would go on counting it.
 */
export const statementTables = `
      CREATE TABLE statements (id INTEGER PRIMARY KEY, path TEXT, headline TEXT, why TEXT, note TEXT, commits TEXT,
        kind TEXT, headline_terms TEXT, why_terms TEXT, context_terms TEXT);
      CREATE VIEW statements_texts AS
        SELECT id, headline_terms AS headline, why_terms AS why, context_terms AS context FROM statements;
      CREATE INDEX statements_by_path ON statements (path);
      CREATE INDEX statements_by_commit ON statements (substr(commits, 1, 8));
      CREATE VIRTUAL TABLE statements_said USING fts5(headline, why, context,
        content = 'statements_texts', content_rowid = 'id', ${tokenize});
      CREATE VIRTUAL TABLE statements_terms USING fts5vocab(statements_said, row);`

type Stating = { readonly path: string; readonly statements: readonly Statement[] }

/** Adds the statements of entries; those that they had must be removed before. */
export function insertStatements(database: Database, entries: readonly Stating[]): void {
  const rows = entries.flatMap(({ path, statements }) =>
    statements.map(({ headline, why, note, commits, kind, terms }) => [
      path,
      headline,
      why,
      note,
      commits.join(' '),
      kind,
      terms.headline,
      terms.why,
      terms.context,
    ]),
  )
  const [[last = 0] = []] = database.rows('SELECT coalesce(max(id), 0) FROM statements')
  for (let at = 0; at < rows.length; at += together) {
    const values = rows.slice(at, at + together)
    database.run(insertionOf(values.length), ...values.flat())
  }
  database.run(
    'INSERT INTO statements_said (rowid, headline, why, context) SELECT * FROM statements_texts WHERE id > ?',
    last,
  )
}

/** Rows per insert: a call costs as much as the insert. JSON is no option, as libsql crashes on a lone surrogate. */
const together = 50

const stored = ['path', 'headline', 'why', 'note', 'commits', 'kind', 'headline_terms', 'why_terms', 'context_terms']

const insertionOf = (count: number): string => {
  const row = `(${stored.map(() => '?').join(', ')})`
  return `INSERT INTO statements (${stored.join(', ')}) VALUES ${Array(count).fill(row).join(', ')}`
}

/** The terms of each statement of an entry, as one text. */
export const termsOfStatements = (database: Database, path: string): readonly string[] =>
  database
    .rows('SELECT headline_terms, why_terms, context_terms FROM statements WHERE path = ?', path)
    .map((row) => row.join(' '))

/** Removes all statements of an entry, which may have none. */
export function removeStatements(database: Database, path: string): void {
  database.run('DELETE FROM statements_said WHERE rowid IN (SELECT id FROM statements WHERE path = ?)', path)
  database.run('DELETE FROM statements WHERE path = ?', path)
}

/** The statements that hold most of these terms, best first (BM25 of FTS5); `within` names a folder of the tree. */
export function statementsByTerms(
  database: Database,
  terms: readonly string[],
  { most, within = '' }: { readonly most: number; readonly within?: string },
): readonly StatementRow[] {
  const rows = rowsAtMost(database, 'statements')
  const best = likeliest(terms, { counts: statementFrequencies(database, terms), rows, isPart: within !== '' })
  if (best === undefined) return []
  const { headline, why, context } = candidateWeights.statement
  return database
    .rows(
      `SELECT ${columns}, worth FROM statements JOIN (
         SELECT rowid AS id, bm25(statements_said, ${headline}, ${why}, ${context}) / ${best.times} AS worth
         FROM statements_said WHERE statements_said MATCH ? ORDER BY worth LIMIT ?) AS best USING (id)
       WHERE path GLOB ? ORDER BY worth`,
      best.match,
      within === '' ? most : most * 10,
      within === '' ? '*' : `${within}/*`,
    )
    .slice(0, most)
    .map(toRow)
}

/** The lessons that are from these commits. */
export const statementsByCommit = (database: Database, commits: readonly CommitKey[]): readonly StatementRow[] =>
  commits.length === 0
    ? []
    : database
        .rows(
          `SELECT ${columns}, 0 FROM statements
           WHERE kind = 'lesson' AND substr(commits, 1, 8) IN (SELECT value FROM json_each(?))`,
          JSON.stringify(commits),
        )
        .map(toRow)

/** The lessons that are from these commits, also those that name another first. */
export const lessonsNaming = (database: Database, commits: readonly CommitKey[]): readonly StatementRow[] => {
  const wanted = new Set(commits)
  const beside = database
    .rows(`SELECT ${columns}, 0 FROM statements WHERE kind = 'lesson' AND commits LIKE '% %'`)
    .map(toRow)
    .filter((row) => row.commits.slice(1).some((commit) => wanted.has(commitKey(commit))))
  return [...statementsByCommit(database, commits), ...beside]
}

/** The commits that a statement of any kind is from: of those asked for, and all that stand beside others. */
export const commitsStated = (database: Database, commits: readonly CommitKey[]): ReadonlySet<CommitKey> =>
  new Set(
    database
      .rows(
        `SELECT commits FROM statements
         WHERE substr(commits, 1, 8) IN (SELECT value FROM json_each(?)) OR commits LIKE '% %'`,
        JSON.stringify(commits),
      )
      .flatMap(([named]) => String(named).split(' ').map(commitKey)),
  )

/** What the statements say, of any kind, that are from this commit. */
export const wordsOfCommit = (database: Database, commit: CommitKey): readonly string[] =>
  database
    .rows('SELECT why FROM statements WHERE substr(commits, 1, 8) = ?', commit)
    .map(([text]) => String(text ?? ''))

/** Statements by their numbers; `within` names a folder of the tree. */
export const statementsById = (
  database: Database,
  ids: readonly number[],
  { within = '' }: { readonly within?: string } = {},
): readonly StatementRow[] =>
  database
    .rows(
      `SELECT ${columns}, 0 FROM statements
       WHERE id IN (SELECT value FROM json_each(?)) AND path GLOB ?`,
      JSON.stringify(ids),
      within === '' ? '*' : `${within}/*`,
    )
    .map(toRow)

/** The words of a statement, and where it stands. */
export type StatedText = { readonly id: number; readonly path: string; readonly headline: string; readonly why: string }

/** The words of all statements. */
export const allStatementTexts = (database: Database): readonly StatedText[] =>
  database.rows('SELECT id, path, headline, why FROM statements').map(([id, path, headline, why]) => ({
    id: Number(id),
    path: String(path),
    headline: String(headline ?? ''),
    why: String(why ?? ''),
  }))

/** The rules and lessons of some entries. */
export const statementsOfEntries = (database: Database, paths: readonly string[]): readonly StatementRow[] =>
  paths.length === 0
    ? []
    : database
        .rows(
          `SELECT ${columns}, 0 FROM statements
           WHERE kind IN ('lesson', 'rule') AND path IN (SELECT value FROM json_each(?))`,
          JSON.stringify(paths),
        )
        .map(toRow)

/** Counts in how many statements each term stands; terms that stand in none are left out. */
export const statementFrequencies = (database: Database, terms: readonly string[]): ReadonlyMap<string, number> =>
  termCounts(database, counts, terms)

const counts = { table: 'statements_terms', count: 'doc' }

/** Keeps the counts of frequent terms right: in so many more statements each of these terms stands. */
export const recountTerms = (database: Database, changes: ReadonlyMap<string, number>): void =>
  countChange(database, counts, changes)

/** Brings what FTS5 keeps of the statements into one piece, and counts their terms beforehand; once many came or went. */
export const settleStatements = (database: Database): void => {
  database.exec(`INSERT INTO statements_said (statements_said) VALUES ('optimize')`)
  countAhead(database, counts)
}

function toRow(row: readonly (string | number | null)[]): StatementRow {
  const [id, path, headline, why, note, commits, kind, inHeadline, inWhy, worth] = row.map((value) => value ?? '')
  return {
    id: Number(id),
    path: String(path),
    headline: String(headline),
    why: String(why),
    note: String(note),
    commits: commits === '' ? [] : String(commits).split(' '),
    kind: kinds.find((known) => known === kind) ?? 'fact',
    score: -Number(worth),
    terms: { headline: String(inHeadline), why: String(inWhy) },
  }
}
