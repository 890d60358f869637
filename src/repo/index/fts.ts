import type { Database } from './database.ts'

// How every index of ours speaks to FTS5, SQLite's full-text search: entries, statements and commits alike.

/**
 * The option of a table that says what its tokens are. `ascii` keeps every character beyond ASCII; these are the others
 * that terms and links are made of.
 */
export const tokenize = `tokenize = "ascii tokenchars '_$@./+#-%:!~*()'''"`

/** What matches a row that holds any of these terms. */
export const anyTerm = (terms: readonly string[]): string => terms.map(quoted).join(' OR ')

/** In how many rows of a table each term stands, and how many rows that has at most. */
export type Spread = {
  readonly counts: ReadonlyMap<string, number>
  readonly rows: number
  /** Whether only some of the rows are asked for: how many of them hold a term, nobody has counted. */
  readonly isPart?: boolean
}

/** A query of FTS5, and how often it counts each term. */
export type Likeliest = { readonly match: string; readonly times: number }

/**
 * Rows with one of the rarer terms that are enough to choose from: a row without any of these is hardly among the best, least of
 * all for a term that half of all rows hold. At 50,000 commits a question of nine words weighs 4,000 of them, and not 20,000.
 */
const enough = { rows: 4_000, ratherThanHalf: 1_000 }

/**
 * What matches the rows that may hold most of these terms, however many rows hold the most frequent: once rarer terms stand in
 * enough rows, only these are weighed, by all terms (after MaxScore: Turtle and Flood, "Query Evaluation", 1995). Of 15 questions
 * about git's 50,000 commits the best 80 are the same ones, in 60 % of the time. A term that half of all rows hold does not
 * take part then, since BM25 gives it nothing (FTS5 takes an IDF below nought for 1e-6).
 */
export function likeliest(terms: readonly string[], { counts, rows, isPart = false }: Spread): Likeliest | undefined {
  const countOf = (term: string): number => counts.get(term) ?? 0
  const isInHalf = (term: string): boolean => countOf(term) * 2 >= rows
  const ranked = terms.filter((term) => countOf(term) > 0).toSorted((a, b) => countOf(a) - countOf(b))
  if (ranked.length === 0) return undefined
  let found = 0
  const leading = ranked.filter((term) => {
    const isNeeded = isPart || found < (isInHalf(term) ? enough.ratherThanHalf : enough.rows)
    if (isNeeded) found += countOf(term)
    return isNeeded
  })
  const others = ranked.slice(leading.length).filter((term) => !isInHalf(term))
  const lead = anyTerm(leading)
  if (others.length === 0) return { match: lead, times: 1 }
  // The others stand twice, as the leading ones do, so that each counts the same.
  return { match: `(${lead}) AND (${anyTerm([...leading, ...others, ...others])})`, times: 2 }
}

/** What matches a row that holds all of these terms. */
export const everyTerm = (terms: readonly string[]): string => terms.map(quoted).join(' AND ')

/** A string of FTS5's query language. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

/** A table with a row for each term, and its column that counts the rows in which that stands. */
type Counts = { readonly table: string; readonly count: string }

/** Lists the terms that begin like this, the most frequent first. */
export const termsStartingWith = (
  database: Database,
  { table, count }: Counts,
  { prefix, most }: { readonly prefix: string; readonly most: number },
): readonly string[] =>
  database
    .rows(
      `SELECT term FROM ${table} WHERE term >= ? AND term < ? ORDER BY ${count} DESC, term LIMIT ?`,
      prefix,
      `${prefix}\u{10FFFF}`,
      most,
    )
    .map(([term]) => String(term))

/** Where the counts of frequent terms are kept. */
export const countedTable =
  'CREATE TABLE IF NOT EXISTS counted (place TEXT, term TEXT, rows INTEGER, PRIMARY KEY (place, term)) WITHOUT ROWID;'

/** Rows of a term from which on they are counted beforehand. */
const frequent = 100

/**
 * Counts the frequent terms beforehand: FTS5 goes through all rows of a term to count them, which takes a question about git's
 * 50,000 commits 28 ms. They are right until rows come or go of which `countChange` is not told, and right enough until many did.
 */
export const countAhead = (database: Database, { table, count }: Counts): void => {
  database.run('DELETE FROM counted WHERE place = ?', table)
  database.run(`INSERT INTO counted SELECT ?, term, ${count} FROM ${table} WHERE ${count} >= ?`, table, frequent)
}

/** Keeps the counts of frequent terms right where rows came or went: in so many more each of these terms stands. */
export function countChange(database: Database, { table }: Counts, changes: ReadonlyMap<string, number>): void {
  const sql = 'SELECT term FROM counted WHERE place = ? AND term IN (SELECT value FROM json_each(?))'
  for (const [term = ''] of database.rows(sql, table, JSON.stringify([...changes.keys()])))
    database.run(
      'UPDATE counted SET rows = rows + ? WHERE place = ? AND term = ?',
      changes.get(String(term)) ?? 0,
      table,
      term,
    )
}

/** Tells in how many rows each term stands; terms that stand in none are left out. */
export function termCounts(
  database: Database,
  { table, count }: Counts,
  terms: readonly string[],
): ReadonlyMap<string, number> {
  const read = (
    sql: string,
    asked: readonly string[],
    ...values: readonly string[]
  ): readonly (readonly [string, number])[] =>
    database.rows(sql, JSON.stringify(asked), ...values).map(([term, rows]) => [String(term), Number(rows)])
  const wanted = 'term IN (SELECT value FROM json_each(?))'
  const ahead = new Map(read(`SELECT term, rows FROM counted WHERE ${wanted} AND place = ?`, terms, table))
  const others = terms.filter((term) => !ahead.has(term))
  return new Map([...ahead, ...read(`SELECT term, ${count} FROM ${table} WHERE ${wanted}`, others)])
}

/** How many rows a table has, or more, where some were taken out again; at once, however many there are. */
export function rowsAtMost(database: Database, table: string): number {
  const [[last = 0] = []] = database.rows(`SELECT max(id) FROM ${table}`)
  const [[first = 1] = []] = database.rows(`SELECT min(id) FROM ${table}`)
  return last === null ? 0 : Number(last) - Number(first) + 1
}
