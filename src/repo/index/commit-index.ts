import type { CommitKey } from '../../commit.ts'
import type { FileOfName } from '../../search/files-asked.ts'
import type { VersionsNeeded } from '../../search/versions-asked.ts'
import type { NameOfCode } from '../../search/names-asked.ts'
import { withCountsNow } from './counts-now.ts'
import type { Database } from './database.ts'
import type { CommitDiff, LineCounts, FoundCommit, CommitLengths } from './indexed-commit.ts'
import {
  type CommitNames,
  find,
  frequencies,
  droppedAmong,
  elsewhere,
  countsInDiffs,
  isInDiff,
  laterSaying,
  means,
  naming,
  newestFirst,
  numbered,
  pathsIn,
  rowsOf,
  settleCommits,
  startingWith,
  takenBy,
  titledReverts,
  touching,
} from './commit-search.ts'
import {
  addDiffs,
  addLineCounts,
  addRows,
  dropCommits,
  hideCommits,
  type NewRow,
  showCommits,
} from './commit-writes.ts'
import { absentAt, type CommitIndexState, countShown, noteAbsent, setState, stateIn, stateOf } from './commit-state.ts'
import { areMade, makeTables } from './commit-tables.ts'
import { filesNamed } from './file-names.ts'
import { namesOfCode } from './names-in-code.ts'
import { namesOfFile, namesToday } from './moved-files.ts'
import { platformVersions } from './platform-versions.ts'

/** The commits of a history by their words, in the file of the index; made from git alone, and never shared. */
export type CommitIndex = {
  readonly state: () => CommitIndexState
  /** How many terms a subject, a message, the paths and the diff of a commit have on average. */
  readonly means: () => CommitLengths
  /** Adds commits behind all that are there, or before them, oldest first. */
  readonly add: (rows: readonly NewRow[], where?: { readonly areOlder?: boolean }) => void
  /** Notes how many older commits are left to be read. */
  readonly setOlder: (count: number) => void
  /** Hides commits that the branch no longer has. */
  readonly hide: (shas: readonly string[]) => void
  /** Shows commits that the branch has, if it has them again; returns those that are not kept yet. */
  readonly show: (shas: readonly string[]) => readonly string[]
  /** Notes of hidden commits that no branch and no tag has any more: they were reset, or left out by a rebase. */
  readonly drop: (shas: readonly string[]) => void
  /** The newest hidden commits that some branch or tag had when it was last asked. */
  readonly elsewhere: () => readonly string[]
  readonly setAskedAt: (head: string) => void
  /** The commits that this clone did not have when HEAD was there. */
  readonly absentAt: (head: string) => ReadonlySet<CommitKey>
  readonly noteAbsent: (head: string, keys: readonly CommitKey[]) => void
  readonly setTip: (sha: string, cuts: string) => void
  /** Commits whose diffs were not read yet, oldest first, and whether they say nothing but their headlines. */
  readonly unread: () => ReadonlyMap<string, boolean>
  readonly addDiffs: (diffs: ReadonlyMap<string, CommitDiff>) => void
  readonly setLineCounts: (counts: ReadonlyMap<string, LineCounts>) => void
  /**
   * The files that commits changed since lines were counted; undefined where other commits are shown than those and later
   * ones.
   */
  readonly changedSince: () => ReadonlySet<string> | undefined
  /** The commits that hold most of these terms, the likeliest first (BM25 of FTS5, messages and diffs added up). */
  readonly find: (terms: readonly string[], most: number) => readonly FoundCommit[]
  /** The commits behind one, by its number in the index, whose subjects hold some of these terms, the likeliest first. */
  readonly laterSaying: (terms: readonly string[], after: number, most: number) => readonly FoundCommit[]
  /** The commits behind one whose messages have a word that may name it, oldest first. */
  readonly naming: (commit: CommitNames) => readonly FoundCommit[]
  readonly rowsOf: (keys: readonly CommitKey[]) => readonly FoundCommit[]
  /** Of some commits, those that were dropped. */
  readonly droppedAmong: (keys: readonly CommitKey[]) => ReadonlySet<CommitKey>
  /** The newest commits that touched a file, whatever it was called then. */
  readonly touching: (path: string) => readonly FoundCommit[]
  /** The newest commits of whose lines this one took some out. */
  readonly takenBy: (sha: string) => readonly FoundCommit[]
  /** The commits that say by their subject that they revert another, oldest first. */
  readonly reverts: () => readonly FoundCommit[]
  /** The newest commits. */
  readonly newest: (most: number) => readonly FoundCommit[]
  /** The commits that came with a number, `#123`, oldest first, two at most. */
  readonly numbered: (number: string) => readonly FoundCommit[]
  /** In how many commits each term stands. */
  readonly frequencies: (terms: readonly string[]) => ReadonlyMap<string, number>
  /** Whether one diff holds all of these terms. */
  readonly isInDiff: (terms: readonly string[]) => boolean
  /** In how many diffs each term stands. */
  readonly countsInDiffs: (terms: readonly string[]) => ReadonlyMap<string, number>
  /** Files and folders by their names, with the commits that brought them and took them away. */
  readonly filesNamed: (keys: readonly string[]) => readonly FileOfName[]
  /** The versions of a platform that manifests needed, oldest first. */
  readonly versionsNeeded: VersionsNeeded
  /** Names as the code spells them, with the commits that brought the first and took the last of each. */
  readonly namesOfCode: (names: readonly string[]) => readonly NameOfCode[]
  /** Finds terms by their beginning, the most frequent first. */
  readonly startingWith: (prefix: string, most: number) => readonly string[]
  readonly clear: () => void
}

/** Opens the tables of commits in an index, and makes them where they are not there. */
export function openCommitIndex(database: Database): CommitIndex {
  if (!areMade(database)) makeTables(database)
  return {
    ...toChange(database),
    ...toFindIn(database),
    state: () => stateOf(database),
    means: () => means(database),
    unread: () => unread(database),
    changedSince: () => changedSince(database),
    elsewhere: () => elsewhere(database),
    absentAt: (head) => absentAt(database, head),
    droppedAmong: (keys) => droppedAmong(database, keys),
    frequencies: (terms) => frequencies(database, terms),
    isInDiff: (terms) => isInDiff(database, terms),
    countsInDiffs: (terms) => countsInDiffs(database, terms),
    filesNamed: (keys) => filesNamed(database, keys),
    versionsNeeded: (platform) => platformVersions(database, platform),
    namesOfCode: (names) => namesOfCode(database, names),
    startingWith: (prefix, most) => startingWith(database, prefix, most),
  }
}

/** Opens the tables of commits where they are of this version; undefined where opening them would make them anew. */
export const openKeptCommitIndex = (database: Database): CommitIndex | undefined =>
  areMade(database) ? openCommitIndex(database) : undefined

type Changing =
  | 'add'
  | 'setOlder'
  | 'hide'
  | 'show'
  | 'drop'
  | 'setTip'
  | 'setAskedAt'
  | 'noteAbsent'
  | 'addDiffs'
  | 'setLineCounts'
  | 'clear'

function toChange(database: Database): Pick<CommitIndex, Changing> {
  const set = (key: string, value: string | number): void => setState(database, key, value)
  return {
    add: (rows, where) => database.transaction(() => addRows(database, rows, where)),
    setOlder: (count) => set('older', count),
    hide: (shas) => hideCommits(database, shas),
    show: (shas) => database.transaction(() => showCommits(database, shas)),
    drop: (shas) => dropCommits(database, shas),
    setTip: (sha, cuts) => {
      set('tip', sha)
      set('cuts', cuts)
    },
    setAskedAt: (head) => set('asked', head),
    noteAbsent: (head, keys) => noteAbsent(database, head, keys),
    addDiffs: (diffs) => database.transaction(() => addDiffs(database, diffs)),
    setLineCounts: (counts) =>
      database.transaction(() => {
        addLineCounts(database, counts)
        settleCommits(database)
        set('followed', countShown(database))
        set('newest', database.rows('SELECT max(id) FROM log')[0]?.[0] ?? 0)
      }),
    clear: () => makeTables(database),
  }
}

type Finding = 'find' | 'laterSaying' | 'naming' | 'rowsOf' | 'touching' | 'takenBy' | 'reverts' | 'newest' | 'numbered'

function toFindIn(database: Database): Pick<CommitIndex, Finding> {
  const named = (rows: readonly FoundCommit[]): readonly FoundCommit[] =>
    withCountsNow(database, inTodaysNames(database, rows), Number(stateIn(database, 'newest')))
  return {
    find: (terms, most) => named(find(database, terms, most)),
    laterSaying: (terms, after, most) => named(laterSaying(database, terms, { after, most })),
    naming: (commit) => named(naming(database, commit)),
    rowsOf: (keys) => named(rowsOf(database, keys)),
    touching: (path) =>
      named(touching(database, namesOfFile(database, path))).filter(({ paths }) => paths.includes(path)),
    takenBy: (sha) => named(takenBy(database, sha)),
    reverts: () => named(titledReverts(database)),
    newest: (most) => named(newestFirst(database, most)),
    numbered: (number) => named(numbered(database, number)),
  }
}

/** Says the files of commits as they are called today. */
function inTodaysNames(database: Database, rows: readonly FoundCommit[]): readonly FoundCommit[] {
  const said = rows.flatMap(({ paths, inDiff = [] }) => [...paths, ...inDiff.map(({ path }) => path)])
  const today = namesToday(database, said)
  return rows.map((row) => ({
    ...row,
    paths: [...new Set(row.paths.map((path) => today(path, row.id)))],
    inDiff: row.inDiff?.map(({ path, text }) => ({ path: today(path, row.id), text })),
  }))
}

function changedSince(database: Database): ReadonlySet<string> | undefined {
  const newest = Number(stateIn(database, 'newest'))
  const later = database.rows('SELECT paths, id FROM log WHERE +hidden = 0 AND id > ?', newest)
  if (countShown(database) - later.length !== Number(stateIn(database, 'followed'))) return undefined
  const today = namesToday(database, later.flatMap(pathsIn))
  return new Set(later.flatMap((row) => pathsIn(row).map((path) => today(path, Number(row[1])))))
}

const unread = (database: Database): ReadonlyMap<string, boolean> =>
  new Map(
    database
      .rows(`SELECT sha, body = '' FROM log WHERE hidden = 0 AND has_diff = 0 ORDER BY id`)
      .map(([sha, isBare]) => [String(sha), isBare === 1]),
  )
