import { countTerms, termsFrom } from '../../text/stored-terms.ts'
import type { Database } from './database.ts'
import { forget } from './recall.ts'
import type { Statement } from '../../search/entry-statements.ts'
import {
  insertStatements,
  recountTerms,
  removeStatements,
  settleStatements,
  termsOfStatements,
} from './statement-index.ts'

/** A document as it is stored: blank-separated terms by field, and what belongs to it but is not searched. */
export type Stored = {
  readonly path: string
  readonly folder: string
  /** Sorts the documents of a folder. */
  readonly order: string
  /** Tells one state of the file from another. */
  readonly stamp: string
  readonly title: string
  readonly importance: number
  readonly maturity: string
  readonly updatedAt: string
  readonly card: string
  readonly terms: readonly string[]
  readonly statements: readonly Statement[]
  /** The whole entry as JSON, '' for what is archived. */
  readonly whole: string
  /** What weighing it needs, as JSON. */
  readonly facets: string
}

/** What brings the index from one knowledge commit to another. */
export type StoreChange = {
  readonly commit: string
  readonly changed: Iterable<Stored>
  readonly removed: readonly string[]
  /** Files that could not be read as knowledge, of those changed, with their stamps. */
  readonly unread: ReadonlyMap<string, string>
}

/** The knowledge commit that is indexed, and how many documents with how many terms. */
export type StoreState = { readonly commit: string; readonly size: number; readonly length: number }

/** What a change does to the totals: documents, terms, and for each term the documents and the statements that hold it. */
type Tally = { size: number; length: number; readonly documents: Counter; readonly statements: Counter }
type Counter = Map<string, number>

/** Share of all documents that a change must touch for counting everything again to be quicker than keeping count. */
const largeShare = 0.2

/** Brings changed documents in and takes removed ones out; the caller holds a transaction. */
export function updateIndex(
  database: Database,
  fields: readonly string[],
  { commit, changed, removed, unread }: StoreChange,
): void {
  const before = readState(database)
  const tally: Tally = { size: 0, length: 0, documents: new Map(), statements: new Map() }
  const folders = new Set<string>()
  const read = new Set<string>()
  let touched = 0
  const sql = insertion(fields)
  const takeOut = (path: string): void => {
    const folder = before.size === 0 ? undefined : remove(database, path, tally)
    if (folder !== undefined) folders.add(folder)
  }
  for (const path of removed) {
    takeOut(path)
    touched++
  }
  for (const documents of inGroups(changed)) {
    for (const { path } of documents) takeOut(path)
    insert(database, sql, documents)
    for (const { path, folder, terms, statements } of documents) {
      if (before.size > 0) count(tally, { terms, statements: statements.map(termsOfOne) }, 1)
      folders.add(folder)
      read.add(path)
    }
    touched += documents.length
  }
  // What changed may answer otherwise, and what it says now may answer what was asked for it.
  if (before.size > 0) forget(database, [...tally.documents.keys(), ...read, ...removed])
  if (touched > before.size * largeShare) recount(database)
  else settle(database, before, { tally, folders })
  setState(database, 'commit', commit)
  const gone = new Set([...removed, ...read])
  const still = [...readUnread(database)].filter(([path]) => !gone.has(path))
  setState(database, 'unread', JSON.stringify(Object.fromEntries([...still, ...unread])))
}

/** Reads which commit an index is of, and the sums that ranking needs; '' and 0 for one that was just made. */
export function readState(database: Database): StoreState {
  const sql = `SELECT key, value FROM state WHERE key IN ('commit', 'size', 'length')`
  const state = new Map(database.rows(sql).map(([key, value]) => [String(key), value ?? '']))
  return {
    commit: String(state.get('commit') ?? ''),
    size: Number(state.get('size') ?? 0),
    length: Number(state.get('length') ?? 0),
  }
}

/** Reads which files could not be read as knowledge, with their stamps: a thousand in a large tree, since overviews are such. */
export function readUnread(database: Database): ReadonlyMap<string, string> {
  const [[json = '{}'] = []] = database.rows(`SELECT value FROM state WHERE key = 'unread'`)
  const parsed: unknown = JSON.parse(String(json))
  return new Map(Object.entries(parsed ?? {}).map(([path, stamp]) => [path, String(stamp)]))
}

const setState = (database: Database, key: keyof StoreState | 'unread', value: string | number): void =>
  void database.run('UPDATE state SET value = ? WHERE key = ?', value, key)

/** Takes a document out and gives the folder that it was in; undefined when there was none. */
function remove(database: Database, path: string, tally: Tally): string | undefined {
  const [row] = database.rows('SELECT id, folder, terms FROM entries JOIN texts USING (id) WHERE path = ?', path)
  if (row === undefined) return undefined
  const [id = 0, folder, terms] = row
  count(tally, { terms: String(terms).split('\n'), statements: termsOfStatements(database, path) }, -1)
  database.run('DELETE FROM documents WHERE rowid = ?', id)
  database.run('DELETE FROM entries WHERE id = ?', id)
  database.run('DELETE FROM texts WHERE id = ?', id)
  database.run('DELETE FROM cards WHERE id = ?', id)
  database.run('DELETE FROM whole WHERE id = ?', id)
  database.run('DELETE FROM facets WHERE id = ?', id)
  removeStatements(database, path)
  return String(folder)
}

const insertion = (fields: readonly string[]): { entry: string; texts: string; cards: string; document: string } => ({
  entry: `INSERT INTO entries (path, folder, "order", length, stamp, title, importance, maturity, updated)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  texts: 'INSERT INTO texts VALUES (?, ?)',
  cards: 'INSERT INTO cards VALUES (?, ?)',
  document: `INSERT INTO documents (rowid, ${fields.join(', ')}) VALUES (?${', ?'.repeat(fields.length)})`,
})

/** Rows per batch: filling one table at a time is faster than going from one to the next with every row. */
const together = 200

function* inGroups<Item>(items: Iterable<Item>): Iterable<readonly Item[]> {
  let group: Item[] = []
  for (const item of items) {
    group.push(item)
    if (group.length < together) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function insert(database: Database, sql: ReturnType<typeof insertion>, documents: readonly Stored[]): void {
  const rows = documents.map((document) => [insertEntry(database, sql.entry, document), document] as const)
  for (const [id, { terms }] of rows) database.run(sql.texts, id, terms.join('\n'))
  for (const [id, { card }] of rows) database.run(sql.cards, id, card)
  for (const [id, { terms }] of rows) database.run(sql.document, id, ...terms)
  for (const [id, { whole }] of rows) if (whole !== '') database.run('INSERT INTO whole VALUES (?, ?)', id, whole)
  for (const [id, { facets }] of rows) if (facets !== '') database.run('INSERT INTO facets VALUES (?, ?)', id, facets)
  insertStatements(database, documents)
}

function insertEntry(database: Database, sql: string, document: Stored): number {
  const { path, folder, order, stamp, title, importance, maturity, updatedAt, terms } = document
  return database.run(sql, path, folder, order, lengthOf(terms), stamp, title, importance, maturity, updatedAt)
}

const lengthOf = (terms: readonly string[]): number => terms.reduce((sum, text) => sum + countTerms(text), 0)

const termsOfOne = ({ terms }: Statement): string => `${terms.headline} ${terms.why} ${terms.context}`

/** The terms of a document by field, and of each of its statements. */
type Held = { readonly terms: readonly string[]; readonly statements: readonly string[] }

function count(tally: Tally, { terms, statements }: Held, by: 1 | -1): void {
  tally.size += by
  tally.length += by * lengthOf(terms)
  countEach(tally.documents, terms, by)
  for (const one of statements) countEach(tally.statements, [one], by)
}

function countEach(counter: Counter, texts: readonly string[], by: 1 | -1): void {
  for (const term of new Set(texts.flatMap(termsFrom))) counter.set(term, (counter.get(term) ?? 0) + by)
}

/** Adds a tally to the totals, and puts the documents of the folders it touched in order. */
function settle(
  database: Database,
  before: StoreState,
  { tally, folders }: { tally: Tally; folders: ReadonlySet<string> },
): void {
  // Pairs: an object takes longer to make the more names it has.
  const changes = JSON.stringify([...tally.documents].filter(([, by]) => by !== 0))
  database.run(
    `INSERT INTO frequency SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
     ON CONFLICT (term) DO UPDATE SET documents = documents + excluded.documents`,
    changes,
  )
  database.run('DELETE FROM frequency WHERE documents <= 0 AND term IN (SELECT value ->> 0 FROM json_each(?))', changes)
  recountTerms(database, tally.statements)
  for (const folder of folders) database.run(`${placing('WHERE folder = ?')} AND folder = ?`, folder, folder)
  setState(database, 'size', before.size + tally.size)
  setState(database, 'length', before.length + tally.length)
}

/** Computes all totals again from what is indexed. */
function recount(database: Database): void {
  database.exec(`INSERT INTO documents (documents) VALUES ('optimize');
    DELETE FROM frequency;
    INSERT INTO frequency SELECT term, doc FROM vocabulary;
    ${placing('')};
    UPDATE state SET value = (SELECT count(*) FROM entries) WHERE key = 'size';
    UPDATE state SET value = (SELECT coalesce(sum(length), 0) FROM entries) WHERE key = 'length';`)
  settleStatements(database)
}

/** Numbers the documents of a folder by their order, so that neighbours can be found. */
const placing = (where: string): string =>
  `UPDATE entries SET position = placed.position
   FROM (SELECT id, row_number() OVER (PARTITION BY folder ORDER BY "order", path) AS position FROM entries ${where}) AS placed
   WHERE entries.id = placed.id AND entries.position IS NOT placed.position`
