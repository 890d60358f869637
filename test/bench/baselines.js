// @ts-check
// What ctx is compared with: the same documents in MiniSearch with the paper's settings, and in plain SQLite FTS5.
import Database from 'libsql'
import MiniSearch from 'minisearch'

/** @typedef {{ path: string, title: string, content: string }} Document */
/** @typedef {(question: string, most: number) => readonly string[]} Search gives paths, best first */

/**
 * MiniSearch as in the ByteRover paper (arXiv 2604.01599, section 4): title 5, path 1.5, content 1, fuzzy 0.2, prefix.
 * @param {readonly Document[]} documents
 * @returns {Search}
 */
export function paperSearch(documents) {
  const index = new MiniSearch({
    idField: 'path',
    fields: ['title', 'content', 'path'],
    searchOptions: { boost: { title: 5, path: 1.5, content: 1 }, fuzzy: 0.2, prefix: true },
  })
  index.addAll(documents)
  return (question, most) =>
    index
      .search(question)
      .slice(0, most)
      .map(({ id }) => String(id))
}

/**
 * SQLite FTS5 as it comes, with its Porter stemmer: any of the words, ordered by its own bm25(); `first` leaves out all
 * but so many of the documents.
 * @param {readonly Document[]} documents
 * @returns {(question: string, most: number, first?: number) => readonly string[]}
 */
export function plainSearch(documents) {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE documents USING fts5(path UNINDEXED, title, content, tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO documents VALUES (?, ?, ?)')
  db.exec('BEGIN')
  for (const { path, title, content } of documents) insert.run(path, title, content)
  db.exec('COMMIT')
  const select = db.prepare(
    'SELECT path FROM documents WHERE documents MATCH ? AND rowid <= ? ORDER BY bm25(documents) LIMIT ?',
  )
  return (question, most, first = documents.length) => {
    const words = [...question.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => `"${word}"`)
    if (words.length === 0) return []
    return select.all(words.join(' OR '), first, most).map((row) => /** @type {{ path: string }} */ (row).path)
  }
}
