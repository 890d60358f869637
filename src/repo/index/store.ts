import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { archiveFolder } from '../../tree/path.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { shownDir } from '../state/state.ts'
import {
  type Database,
  isDamaged,
  isRefused,
  openDatabase,
  openDatabaseInMemory,
  removeDatabase,
  type SqlValue,
} from './database.ts'
import { countedTable, likeliest, termCounts, termsStartingWith, tokenize } from './fts.ts'
import { readState, readUnread, type StoreChange, type StoreState, updateIndex } from './indexing.ts'
import { recallTables } from './recall.ts'
import { statementTables } from './statement-index.ts'

/** An entry as ranking wants it, before its text is read. */
export type StoredCandidate = {
  readonly path: string
  readonly position: number
  readonly importance: number
  readonly maturity: string
  readonly updatedAt: string
  readonly terms: readonly string[]
}

/** The index on disk (SQLite FTS5): documents by their terms, changed in place, in step with one knowledge commit. */
export type Store = {
  readonly state: () => StoreState
  /** Files that could not be read as knowledge, with their stamps. */
  readonly unread: () => ReadonlyMap<string, string>
  readonly frequencies: (terms: readonly string[]) => ReadonlyMap<string, number>
  /** Finds terms by their beginning, the most frequent first. */
  readonly startingWith: (prefix: string, most: number) => readonly string[]
  /**
   * Finds the documents with any of the terms: the `most` that BM25 (k1 1.2, b 0.75) puts first; `within` names a
   * folder.
   */
  readonly find: (terms: readonly string[], most: number, within?: string) => readonly StoredCandidate[]
  /** Finds what stands at these places of folders. */
  readonly at: (places: readonly (readonly (string | number)[])[]) => readonly StoredCandidate[]
  readonly termsAt: (path: string) => readonly string[] | undefined
  readonly cards: (paths: readonly string[]) => readonly (readonly [path: string, card: string])[]
  readonly stamps: (paths: readonly string[]) => ReadonlyMap<string, string>
  /** Lists every document, by path. */
  readonly list: () => readonly Listed[]
  /** Brings changed documents in and takes removed ones out: all of it, or nothing. */
  readonly update: (change: StoreChange) => void
  readonly database: Database
  /** Whether it is on disk: what is read into one in memory is gone with the question. */
  readonly isKept: boolean
  readonly close: () => void
}

/** An entry as lists show it; its stamp tells whether the file was changed since. */
export type Listed = { readonly path: string; readonly stamp: string; readonly title: string }

const indexFile = (place: RepoPaths): string => join(shownDir(place), 'index.db')

/** Looks at the index of what a work tree shows and writes nothing; undefined where none of this version can be read. */
export async function lookAtStore<Result>(
  place: RepoPaths,
  look: (database: Database) => Result,
  { version }: { readonly version: string },
): Promise<Result | undefined> {
  const path = indexFile(place)
  let database: Database | undefined
  try {
    if (existsSync(path)) database = await openDatabase(path)
    return database !== undefined && readVersion(database) === version ? look(database) : undefined
  } catch (error) {
    if (isRefused(error) || isDamaged(error)) return undefined
    throw error
  } finally {
    database?.close()
  }
}

/** Removes the index, which the next question makes again. */
export const removeStore = (place: RepoPaths): void => removeDatabase(indexFile(place))

/**
 * Opens the index of what a work tree shows; it is empty when it is new, was made by another version of ctx, or was
 * damaged. Undefined where SQLite does not load.
 */
export const openStore = (
  place: RepoPaths,
  made: { fields: readonly string[]; version: string },
): Promise<Store | undefined> => openStoreAt(indexFile(place), made)

/** Opens an empty index in memory, for where none can be written; undefined where SQLite does not load. */
export async function openStoreInMemory(made: {
  fields: readonly string[]
  version: string
}): Promise<Store | undefined> {
  const database = await openDatabaseInMemory()
  if (database === undefined) return undefined
  createOnce(database, made)
  return { ...storeIn(database, made.fields), isKept: false }
}

/** The same at a path of its own, for knowledge that no work tree shows. */
export async function openStoreAt(
  path: string,
  { fields, version }: { fields: readonly string[]; version: string },
): Promise<Store | undefined> {
  for (const isLast of [false, true]) {
    let database: Database | undefined
    try {
      database = await openDatabase(path)
      if (database === undefined) return undefined
      if (readVersion(database) !== version) createOnce(database, { fields, version })
      return storeIn(database, fields)
    } catch (error) {
      database?.close()
      if (isLast || !isDamaged(error)) throw error
      removeDatabase(path)
    }
  }
  return undefined
}

function readVersion(database: Database): string {
  const tables = database.rows(`SELECT name FROM sqlite_master WHERE name = 'state'`)
  return tables.length === 0 ? '' : String(database.rows(`SELECT value FROM state WHERE key = 'version'`)[0]?.[0] ?? '')
}

/** Another process may open it at the same moment: the second finds what the first made. */
function createOnce(database: Database, { fields, version }: { fields: readonly string[]; version: string }): void {
  database.transaction(() => {
    if (readVersion(database) === version) return
    for (const [type, name] of database.rows(
      `SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name IN ('state', 'documents', 'vocabulary', 'frequency', 'entries', 'texts', 'cards', 'whole', 'facets', 'statements', 'statements_texts', 'statements_terms', 'statements_said', 'recalled', 'recalled_about')`,
    ))
      database.exec(`DROP ${String(type)} ${String(name)}`)
    database.exec(`
      CREATE TABLE state (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT UNIQUE, folder TEXT, "order" TEXT, position INTEGER,
        length INTEGER, stamp TEXT, title TEXT, importance REAL, maturity TEXT, updated TEXT);
      CREATE TABLE texts (id INTEGER PRIMARY KEY, terms TEXT);
      CREATE TABLE cards (id INTEGER PRIMARY KEY, card TEXT);
      CREATE TABLE whole (id INTEGER PRIMARY KEY, entry TEXT);
      CREATE TABLE facets (id INTEGER PRIMARY KEY, facets TEXT);
      CREATE INDEX by_place ON entries (folder, position);
      CREATE VIRTUAL TABLE documents USING fts5(${fields.join(', ')}, content = '', contentless_delete = 1,
        ${tokenize});
      CREATE VIRTUAL TABLE vocabulary USING fts5vocab(documents, row);
${recallTables}
${statementTables}
      ${countedTable}
      DELETE FROM counted WHERE place = 'statements_terms';
      CREATE TABLE frequency (term TEXT PRIMARY KEY, documents INTEGER) WITHOUT ROWID;
      INSERT INTO state VALUES ('version', '${version}'), ('commit', ''), ('size', 0), ('length', 0), ('unread', '{}');
    `)
  })
}

const counts = { table: 'frequency', count: 'documents' }

function storeIn(database: Database, fields: readonly string[]): Store {
  return {
    state: () => readState(database),
    unread: () => readUnread(database),
    frequencies: (terms) => termCounts(database, counts, terms),
    startingWith: (prefix, most) => termsStartingWith(database, counts, { prefix, most }),
    find: (terms, most, within = '') => find(database, terms, { most, within }),
    at: (places) =>
      readRows(
        database.rows(
          `SELECT ${joinedRows} FROM json_each(?) AS wanted
           JOIN entries ON folder = wanted.value ->> 0 AND position = wanted.value ->> 1 JOIN texts ON texts.id = entries.id`,
          JSON.stringify(places),
        ),
      ),
    termsAt: (path) =>
      readRows(database.rows(`SELECT ${joinedRows} FROM entries JOIN texts USING (id) WHERE entries.path = ?`, path))[0]
        ?.terms,
    cards: (paths) => ofPaths(database, 'card', paths),
    stamps: (paths) => new Map(ofPaths(database, 'stamp', paths)),
    list: () =>
      database
        .rows('SELECT path, stamp, title FROM entries ORDER BY path')
        .map(([path, stamp, title]) => ({ path: String(path), stamp: String(stamp), title: String(title) })),
    update: (change) => database.transaction(() => updateIndex(database, fields, change)),
    database,
    isKept: true,
    close: database.close,
  }
}

// One text for all: each value that crosses from native code, and each row, costs more than splitting it here.
const joinedRows = `group_concat(entries.path || char(9) || position || char(9) || importance || char(9) || maturity || char(9)
  || updated || char(10) || terms, char(30))`

function readRows(rows: readonly (readonly SqlValue[])[]): readonly StoredCandidate[] {
  const text = rows[0]?.[0]
  return typeof text === 'string' ? text.split('\u001e').map(readRow) : []
}

function readRow(text: string): StoredCandidate {
  const [head = '', ...terms] = text.split('\n')
  const [path = '', position, importance, maturity = '', updatedAt = ''] = head.split('\t')
  return { path, position: Number(position), importance: Number(importance), maturity, updatedAt, terms }
}

function find(
  database: Database,
  terms: readonly string[],
  { most, within }: { most: number; within: string },
): readonly StoredCandidate[] {
  const best = likeliest(terms, {
    counts: termCounts(database, counts, terms),
    rows: readState(database).size,
    isPart: within !== '',
  })
  if (best === undefined) return []
  const only =
    within === '' ? '' : `AND rowid IN (SELECT id FROM entries WHERE folder || '/' GLOB ? OR folder || '/' GLOB ?)`
  return readRows(
    database.rows(
      `SELECT ${joinedRows} FROM entries JOIN texts USING (id) JOIN (
         SELECT rowid AS id FROM documents WHERE documents MATCH ? ${only} ORDER BY bm25(documents) LIMIT ?
       ) AS best USING (id)`,
      best.match,
      ...(within === '' ? [] : [`${within}/*`, `${archiveFolder}/${within}/*`]),
      most,
    ),
  )
}

const ofPaths = (
  database: Database,
  column: 'card' | 'stamp',
  paths: readonly string[],
): readonly (readonly [path: string, value: string])[] =>
  database
    .rows(
      `SELECT entries.path, ${column} FROM entries ${column === 'card' ? 'JOIN cards USING (id)' : ''}
       WHERE entries.path IN (SELECT value FROM json_each(?))`,
      JSON.stringify(paths),
    )
    .map(([path, value]) => [String(path), String(value)])
