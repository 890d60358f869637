import type { Database } from './database.ts'

/**
 * An answer as it is kept: the question's key, the way it was asked, its terms and the entries it names, and itself.
 */
export type Kept = {
  readonly key: string
  readonly way: string
  readonly terms: readonly string[]
  readonly paths: readonly string[]
  readonly answer: string
}

/** The tables of remembered answers, as SQL. */
export const recallTables = `
  CREATE TABLE recalled (id INTEGER PRIMARY KEY, key TEXT UNIQUE, way TEXT, terms TEXT, first TEXT, answer TEXT);
  CREATE TABLE recalled_about (what TEXT, id INTEGER, PRIMARY KEY (what, id)) WITHOUT ROWID;`

/** What is known of a kept answer without reading it: the terms of its question, and the entry that came first. */
type Label = { readonly id: number; readonly terms: readonly string[]; readonly first: string }

/** Reads what is kept under a key, or of everything that was asked in one way, the newest first. */
export function readLabels(database: Database, by: 'key' | 'way', value: string): readonly Label[] {
  // One text for all: each value that crosses from native code costs more than splitting it here.
  const [[all = null] = []] = database.rows(
    `SELECT group_concat(id || char(9) || first || char(9) || terms, char(10))
     FROM (SELECT id, first, terms FROM recalled WHERE ${by} = ? ORDER BY id DESC)`,
    value,
  )
  return all === null ? [] : String(all).split('\n').map(readLabel)
}

function readLabel(line: string): Label {
  const [id, first = '', terms = ''] = line.split('\t')
  return { id: Number(id), first, terms: terms.split(' ') }
}

/** Reads a kept answer as JSON; undefined where it was forgotten meanwhile, and another question has its number. */
export function readAnswer(database: Database, { id, terms }: Pick<Label, 'id' | 'terms'>): string | undefined {
  const [[answer] = []] = database.rows('SELECT answer FROM recalled WHERE id = ? AND terms = ?', id, terms.join(' '))
  return typeof answer === 'string' ? answer : undefined
}

/** Keeps an answer, and of all answers the newest `most`. */
export function keep(database: Database, { key, way, terms, paths, answer }: Kept, most: number): void {
  database.transaction(() => {
    const id = database.run(
      'INSERT OR REPLACE INTO recalled (key, way, terms, first, answer) VALUES (?, ?, ?, ?, ?)',
      key,
      way,
      terms.join(' '),
      paths[0] ?? '',
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
