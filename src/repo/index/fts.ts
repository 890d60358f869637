import type { Database } from './database.ts'

// How every index of ours speaks to FTS5, SQLite's full-text search: entries, statements and commits alike.

/**
 * The option of a table that says what its tokens are. `ascii` keeps every character beyond ASCII; these are the others
 * that terms and links are made of.
 */
export const tokenize = `tokenize = "ascii tokenchars '_$@./+#-%:!~*()'''"`

/** What matches a row that holds any of these terms. */
export const anyTerm = (terms: readonly string[]): string => terms.map(quoted).join(' OR ')

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

/** Tells in how many rows each term stands; terms that stand in none are left out. */
export const termCounts = (
  database: Database,
  { table, count }: Counts,
  terms: readonly string[],
): ReadonlyMap<string, number> =>
  new Map(
    database
      .rows(`SELECT term, ${count} FROM ${table} WHERE term IN (SELECT value FROM json_each(?))`, JSON.stringify(terms))
      .map(([term, rows]) => [String(term), Number(rows)]),
  )
