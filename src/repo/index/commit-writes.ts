import { countTerms } from '../../text/stored-terms.ts'
import type { Database } from './database.ts'
import { addFileNames, roomForNames } from './file-names.ts'
import { addPlatformVersions } from './platform-versions.ts'
import { addNamesInCode, roomForCode } from './names-in-code.ts'
import type {
  CommitDiff,
  CommitLengths,
  CommitTerms,
  IndexedCommit,
  LineCounts,
  NamesOfFiles,
} from './indexed-commit.ts'

// What is written into the tables of the commit index; each is called within a transaction.

/** A commit to be added, with its terms. */
export type NewRow = { readonly row: IndexedCommit; readonly terms: CommitTerms }

/** The number of the first commit: of a long history the newest are read first, and the older find room below. */
const firstId = 50_001

/**
 * Adds commits that are not kept yet, oldest first, behind all that are; older ones before them. Numbers have no gaps, and tell
 * which commit came after which.
 */
export function addRows(
  database: Database,
  rows: readonly NewRow[],
  { areOlder = false }: { readonly areOlder?: boolean } = {},
): void {
  const added: CommitTerms[] = []
  const [[least = null, last = null] = []] = database.rows('SELECT min(id), max(id) FROM log')
  let [before, after] = [Number(least ?? firstId) - 1, Number(last ?? firstId - 1) + 1]
  for (const { row, terms } of areOlder ? rows.toReversed() : rows) {
    const { sha, date, author, number, subject, body, paths } = row
    const isKnown = database.rows('SELECT 1 FROM log WHERE sha = ?', sha).length > 0
    if (isKnown) continue
    const id = areOlder ? before-- : after++
    database.run(
      'INSERT INTO log (id, sha, date, author, number, subject, body, paths) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      sha,
      date,
      author,
      number,
      subject,
      body,
      JSON.stringify(paths),
    )
    const { subject: first, body: second, paths: third } = terms
    database.run('INSERT INTO log_said (rowid, subject, body, paths) VALUES (?, ?, ?, ?)', id, first, second, third)
    added.push(terms)
  }
  for (const part of ['subject', 'body', 'paths'] as const)
    addLengths(
      database,
      part,
      added.map((terms) => terms[part]),
    )
}

/**
 * Adds to the sums that `means` divides, of the commits that have such a part: where nine of ten have no body (fsspec), a message
 * that explains is not long beside nothing. Commits that are hidden later stay in them: they change next to nothing.
 */
function addLengths(database: Database, part: keyof CommitLengths, texts: readonly string[]): void {
  const terms = texts.reduce((sum, text) => sum + countTerms(text), 0)
  database.run('INSERT OR IGNORE INTO log_lengths VALUES (?, 0, 0)', part)
  const sql = 'UPDATE log_lengths SET commits = commits + ?, terms = terms + ? WHERE part = ?'
  database.run(sql, texts.filter((text) => text !== '').length, terms, part)
}

/** Shows commits that the branch has; returns those that are not kept yet. */
export function showCommits(database: Database, shas: readonly string[]): readonly string[] {
  const list = JSON.stringify(shas)
  setHidden(database, { list, hidden: hiding.here })
  const known = new Set(
    database
      .rows('SELECT sha FROM log WHERE sha IN (SELECT value FROM json_each(?))', list)
      .map(([sha]) => String(sha)),
  )
  return shas.filter((sha) => !known.has(sha))
}

/** Notes what became of the lines of commits. */
export function addLineCounts(database: Database, counts: ReadonlyMap<string, LineCounts>): void {
  for (const [sha, lines] of counts) database.run('UPDATE log SET fate = ? WHERE sha = ?', JSON.stringify(lines), sha)
}

/** Adds what diffs say, of each commit once. */
export function addDiffs(database: Database, diffs: ReadonlyMap<string, CommitDiff>): void {
  let room = roomForNames(database)
  let roomInCode = roomForCode(database)
  for (const [sha, { terms, said, changelog, names, inCode, needs }] of diffs) {
    const [row] = database.rows('SELECT id FROM log WHERE sha = ? AND has_diff = 0', sha)
    if (row === undefined) continue
    database.run('INSERT INTO log_diffs (rowid, names) VALUES (?, ?)', row[0] ?? 0, terms)
    database.run('UPDATE log SET has_diff = 1, in_diff = ? WHERE id = ?', JSON.stringify(said), row[0] ?? 0)
    addNames(database, row[0] ?? 0, names)
    if (room > 0) room -= addFileNames(database, row[0] ?? 0, names)
    addPlatformVersions(database, row[0] ?? 0, needs)
    addNamesInCode(database, row[0] ?? 0, { counts: inCode, hasRoom: roomInCode > 0 })
    roomInCode -= inCode.length
    if (changelog !== undefined) addToMessage(database, row[0] ?? 0, changelog)
  }
  addLengths(
    database,
    'diff',
    [...diffs.values()].map(({ terms }) => terms),
  )
}

/** Notes moves, and of names that moves have to do with, whose file was deleted ('') and who got a new one (null). */
function addNames(database: Database, id: string | number, { moved, added, deleted }: NamesOfFiles): void {
  const note = (old: string, to: string | null): void =>
    void database.run('INSERT INTO log_moves (id, old, new) VALUES (?, ?, ?)', id, old, to)
  const known = (names: readonly string[]): readonly string[] =>
    names.filter(
      (name) => database.rows('SELECT 1 FROM log_moves WHERE old = ? OR new = ? LIMIT 1', name, name).length > 0,
    )
  for (const name of known(deleted)) note(name, '')
  for (const name of known([...added, ...moved.map(([, to]) => to)])) note(name, null)
  for (const [from, to] of moved) note(from, to)
}

/** Puts a line of the changelog behind the message that it came with: whoever wrote it wrote both. */
function addToMessage(database: Database, id: string | number, { text, terms }: { text: string; terms: string }): void {
  const isFirst = database.rows(`SELECT 1 FROM log_said WHERE rowid = ? AND body = ''`, id).length
  database.run(`UPDATE log SET body = trim(body || char(10) || ?, char(10)) WHERE id = ?`, text, id)
  database.run(`UPDATE log_said SET body = trim(body || ' ' || ?) WHERE rowid = ?`, terms, id)
  const sql = `UPDATE log_lengths SET commits = commits + ?, terms = terms + ? WHERE part = 'body'`
  database.run(sql, isFirst, countTerms(terms))
}

/** Hides commits that the branch no longer has. */
export const hideCommits = (database: Database, shas: readonly string[]): void =>
  setHidden(database, { list: JSON.stringify(shas), hidden: hiding.elsewhere })

/** Notes of hidden commits that no branch and no tag has any more. */
export const dropCommits = (database: Database, shas: readonly string[]): void =>
  void database.run(
    'UPDATE log SET hidden = ? WHERE hidden = ? AND sha IN (SELECT value FROM json_each(?))',
    hiding.nowhere,
    hiding.elsewhere,
    JSON.stringify(shas),
  )

/** What `hidden` says of a commit: in this history, in another, or in none. */
const hiding = { here: 0, elsewhere: 1, nowhere: 2 } as const

const setHidden = (database: Database, { list, hidden }: { list: string; hidden: number }): void =>
  void database.run('UPDATE log SET hidden = ? WHERE sha IN (SELECT value FROM json_each(?))', hidden, list)
