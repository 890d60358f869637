import type { Database } from './database.ts'

/** An answer as it is kept: the question's key, the way it was asked, its terms and the entries it names, and itself. */
export type Kept = {
  readonly key: string
  readonly way: string
  readonly terms: readonly string[]
  readonly paths: readonly string[]
  readonly answer: string
}

export const recallTables = `
  CREATE TABLE recalled (id INTEGER PRIMARY KEY, key TEXT UNIQUE, way TEXT, terms TEXT, answer TEXT);
  CREATE TABLE recalled_about (what TEXT, id INTEGER, PRIMARY KEY (what, id)) WITHOUT ROWID;`

/** Reads what is kept under a key, or of everything that was asked in one way, the newest first. */
export function readKept(
  database: Database,
  by: 'key' | 'way',
  value: string,
): readonly Pick<Kept, 'terms' | 'answer'>[] {
  return database
    .rows(`SELECT terms, answer FROM recalled WHERE ${by} = ? ORDER BY id DESC`, value)
    .map(([terms, answer]) => ({ terms: String(terms).split(' '), answer: String(answer) }))
}

/** Keeps an answer, and of all answers the newest `most`. */
export function keep(database: Database, { key, way, terms, paths, answer }: Kept, most: number): void {
  database.transaction(() => {
    const id = database.run(
      'INSERT OR REPLACE INTO recalled (key, way, terms, answer) VALUES (?, ?, ?, ?)',
      key,
      way,
      terms.join(' '),
      answer,
    )
    for (const what of new Set([...terms, ...paths]))
      database.run('INSERT OR IGNORE INTO recalled_about VALUES (?, ?)', what, id)
    database.run('DELETE FROM recalled WHERE id <= ?', id - most)
    database.run('DELETE FROM recalled_about WHERE id <= ?', id - most)
  })
}

/** Forgets the answers that name an entry, or that asked for a term; the caller holds a transaction. */
export function forget(database: Database, whats: Iterable<string>): void {
  const about = 'SELECT id FROM recalled_about WHERE what IN (SELECT value FROM json_each(?))'
  const all = JSON.stringify([...whats])
  database.run(`DELETE FROM recalled WHERE id IN (${about})`, all)
  database.run(`DELETE FROM recalled_about WHERE id IN (${about})`, all)
}
