import { landedTitle, plainTitle, revertedTitle } from '../../text/titles.ts'
import { titledReverts } from './commit-search.ts'
import type { Database } from './database.ts'
import type { FoundCommit, LineCounts } from './indexed-commit.ts'

/**
 * Gives commits the counts of their lines as they are now, as far as titles tell: who took lines out, and was reverted
 * `since` these were counted, by its number in the index, took none, nor did who is in this history no more, since that was
 * reset or another branch is checked out. They are counted again only after many commits.
 */
export function withCountsNow(database: Database, rows: readonly FoundCommit[], since: number): readonly FoundCommit[] {
  const takers = [...new Set(rows.flatMap(({ lineCounts }) => lineCounts?.[2] ?? []).map(([sha]) => sha))]
  if (takers.length === 0) return rows
  const undone = new Set([...undoneAmong(database, takers, since), ...hiddenAmong(database, takers)])
  if (undone.size === 0) return rows
  return rows.map((row) =>
    row.lineCounts === undefined ? row : { ...row, lineCounts: countsWithout(row.lineCounts, undone) },
  )
}

function undoneAmong(database: Database, takers: readonly string[], since: number): ReadonlySet<string> {
  const titles = titlesTakenBack(titledReverts(database, since))
  if (titles.size === 0) return new Set()
  const found = database.rows(
    'SELECT sha, subject FROM log WHERE id <= ? AND substr(sha, 1, 8) IN (SELECT value FROM json_each(?))',
    since,
    JSON.stringify(takers.map((sha) => sha.slice(0, 8))),
  )
  return new Set(found.flatMap(([sha, subject]) => (titles.has(keyOf(String(subject))) ? [String(sha)] : [])))
}

function hiddenAmong(database: Database, takers: readonly string[]): readonly string[] {
  const found = database.rows(
    'SELECT sha FROM log WHERE +hidden > 0 AND substr(sha, 1, 8) IN (SELECT value FROM json_each(?))',
    JSON.stringify(takers.map((sha) => sha.slice(0, 8))),
  )
  return found.map(([sha]) => String(sha))
}

/** The titles that are taken back once all of these were done, in their order: a revert that is reverted takes nothing back. */
function titlesTakenBack(reverts: readonly Pick<FoundCommit, 'subject'>[]): ReadonlySet<string> {
  const back = new Set<string>()
  const set = (title: string, isBack: boolean): void => {
    if (title === '') return
    if (isBack) back.add(keyOf(title))
    else back.delete(keyOf(title))
    set(revertedTitle(title), !isBack)
  }
  for (const { subject } of reverts) {
    const landed = landedTitle(subject)
    set(landed === '' ? revertedTitle(subject) : `Revert "${landed}"`, true)
  }
  return back
}

/** A title without prefixes and numbers, its own and those of what it takes back. */
function keyOf(title: string): string {
  const inner = revertedTitle(title)
  return inner === '' ? plainTitle(title) : `revert "${keyOf(inner)}"`
}

function countsWithout([added, gone, removers, ...rest]: LineCounts, undone: ReadonlySet<string>): LineCounts {
  const left = removers.filter(([sha]) => !undone.has(sha))
  const back = removers.reduce((sum, [sha, lines]) => sum + (undone.has(sha) ? lines : 0), 0)
  return [added, Math.max(0, gone - back), left, ...rest]
}
