import { type CommitKey, commitKey } from '../../commit.ts'
import type { Database } from './database.ts'
import { rowsAtMost } from './fts.ts'

// How far the index of commits is, as it notes it for itself.

/**
 * The commit up to which messages were read, how many commits are kept, whether it is known what became of the lines
 * of all but the newest, and where the history was cut when it was read.
 */
export type CommitIndexState = {
  readonly tip: string
  readonly size: number
  /** How many older commits are left to be read, of which the newest were read first. */
  readonly older: number
  readonly isFollowed: boolean
  readonly cuts: string
  /** Where HEAD was when it was last asked which of the hidden commits were dropped. */
  readonly askedAt: string
}

/** Commits after which the lines of all commits are counted again. */
const refollowAfter = 200

/** What was noted under a key, '' where nothing was. */
export const stateIn = (database: Database, key: string): string =>
  String(database.rows('SELECT value FROM log_state WHERE key = ?', key)[0]?.[0] ?? '')

/** Notes something under a key. */
export const setState = (database: Database, key: string, value: string | number): void =>
  void database.run('INSERT OR REPLACE INTO log_state VALUES (?, ?)', key, value)

/** Counts the commits of this history: numbers have no gaps, and few commits are hidden. */
export function countShown(database: Database): number {
  const [[hidden = 0] = []] = database.rows('SELECT count(*) FROM log WHERE hidden > 0')
  return rowsAtMost(database, 'log') - Number(hidden)
}

/** Reads how far the index is. */
export function stateOf(database: Database): CommitIndexState {
  const size = countShown(database)
  const followed = Number(stateIn(database, 'followed'))
  const isFollowed = followed > 0 && size - followed < refollowAfter
  return {
    tip: stateIn(database, 'tip'),
    size,
    older: Number(stateIn(database, 'older')),
    isFollowed,
    cuts: stateIn(database, 'cuts'),
    askedAt: stateIn(database, 'asked'),
  }
}

/** Commits that are noted as absent, at most. */
const mostAbsent = 500

/** The commits of which git had none when HEAD was there. */
export function absentAt(database: Database, head: string): ReadonlySet<CommitKey> {
  const [at, ...keys] = stateIn(database, 'absent').split('\n')
  return new Set(at === head ? keys.map(commitKey) : [])
}

/** Notes commits of which git has none, with those noted before for the same HEAD. */
export const noteAbsent = (database: Database, head: string, keys: readonly CommitKey[]): void =>
  setState(database, 'absent', [head, ...keys, ...absentAt(database, head)].slice(0, mostAbsent + 1).join('\n'))
