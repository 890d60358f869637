import { type CommitKey, commitKey } from '../commit.ts'
import type { Ctx } from '../repo/context.ts'
import { cutsOf, isPartialClone } from '../repo/git/partial.ts'
import { hasMoreCommits } from '../repo/git/history.ts'
import { readHead } from '../repo/git/refs.ts'
import { openCommitIndex, openKeptCommitIndex, type CommitIndex } from '../repo/index/commit-index.ts'
import { type Database, openDatabaseInMemory } from '../repo/index/database.ts'
import { indexMake } from '../repo/index/lookup.ts'
import { lookAtStore, type Store } from '../repo/index/store.ts'

/** The commit index in step with what is checked out, as far as messages go; `isWhole` once diffs were read too. */
export type SyncedCommitIndex = { readonly commitIndex: CommitIndex; readonly isWhole: boolean }

type Syncing = {
  /** Whether to take the index as it is where nothing of it was read yet. */
  readonly isHurried?: boolean
  /** Whether the newest commits are enough, of a long history that is read for the first time. */
  readonly takesNewest?: boolean
}

/** Brings the commit index in step with HEAD: messages of new commits are read now, their diffs by whoever comes later. */
export async function syncCommitIndex(
  ctx: Ctx,
  { database }: Store,
  { isHurried = false, takesNewest = isHurried }: Syncing = {},
): Promise<SyncedCommitIndex> {
  const commitIndex = openCommitIndex(database)
  // To read the whole of a history takes longer than an agent's hook may.
  const { tip, cuts } = commitIndex.state()
  const isCut = cuts !== cutsOf(ctx.place)
  if (isHurried && (tip === '' || isCut)) return { commitIndex, isWhole: false }
  const { commit: head } = await readHead(ctx.place)
  if (head !== undefined && (tip !== head || isCut)) {
    const { readNewMessages } = await reading()
    // Of a whole history the diffs are left for later, which asks git whether they are here: better while it is reading.
    await Promise.all([
      readNewMessages(ctx, commitIndex, head),
      tip === '' || isCut ? isPartialClone(ctx.place) : undefined,
    ])
  }
  const { older } = commitIndex.state()
  if (older > 0 && !takesNewest) await (await reading()).readOlderMessages(ctx, commitIndex)
  else if (older > 0) return { commitIndex, isWhole: false }
  const left = diffsLeft(commitIndex)
  if (head !== undefined && left > 0 && left <= small && !isHurried)
    await (await reading()).readDiffsOf(ctx, commitIndex, head)
  // What a partial clone left at its remote is not fetched for this.
  return { commitIndex, isWhole: left <= small || (await isPartialClone(ctx.place)) }
}

/**
 * Whether the diffs of what was read of the log are in the index, too, as an answer would say; nothing is read or written for
 * this, and where no question was asked yet of this version, nobody waits for any.
 */
export async function isLogWhole(ctx: Ctx): Promise<boolean> {
  const diffsIn = (database: Database): number => {
    const commitIndex = openKeptCommitIndex(database)
    return commitIndex === undefined ? 0 : diffsLeft(commitIndex)
  }
  const left = (await lookAtStore(ctx.place, diffsIn, indexMake)) ?? 0
  return left <= small || (await isPartialClone(ctx.place))
}

/** How many commits are known by their messages alone: all, where the lines of all have to be followed anew. */
function diffsLeft(commitIndex: CommitIndex): number {
  const { isFollowed, size, older } = commitIndex.state()
  if (older > 0) return size + older
  return isFollowed ? commitIndex.unread().size : size
}

/**
 * Notes which of the commits behind an answer were dropped before they were in the index, or after another branch still had
 * them; whether any was.
 */
export async function noteDropped(ctx: Ctx, commitIndex: CommitIndex, commits: readonly string[]): Promise<boolean> {
  // What is not in the index may be an older one.
  if (commitIndex.state().older > 0) return false
  const head = await readHead(ctx.place)
  const at = `${head.commit ?? ''} ${head.kind === 'branch' ? head.branch : ''}`
  const unknown = unknownAmong(commitIndex, commits, commitIndex.absentAt(at))
  const asked = [...unknown, ...mayBeDropped(commitIndex, commits, at)]
  if (asked.length === 0) return false
  const isAny = await (await reading()).readDropped(ctx, commitIndex, asked)
  // What a colleague's branch taught is told in every answer, and git is asked for its commits once.
  const absent = unknownAmong(commitIndex, unknown)
  if (absent.length > 0) commitIndex.noteAbsent(at, absent.map(commitKey))
  return isAny
}

/** The commits that are not in the index, but for those that git has not got either. */
function unknownAmong(
  commitIndex: CommitIndex,
  commits: readonly string[],
  absent: ReadonlySet<CommitKey> = new Set(),
): readonly string[] {
  const known = new Set(commitIndex.rowsOf(commits.map(commitKey)).map(({ sha }) => commitKey(sha)))
  return commits.filter((commit) => commit !== '' && !known.has(commitKey(commit)) && !absent.has(commitKey(commit)))
}

/** All that is hidden and not dropped, once after each move of HEAD, where an answer is made of it: amid a rebase its branch still had it. */
function mayBeDropped(commitIndex: CommitIndex, commits: readonly string[], at: string): readonly string[] {
  if (commitIndex.state().askedAt === at) return []
  const hidden = commitIndex.elsewhere()
  const keys = new Set(hidden.map(commitKey))
  if (!commits.some((commit) => keys.has(commitKey(commit)))) return []
  commitIndex.setAskedAt(at)
  return hidden
}

/** Reads the history of a commit into an index in memory, which is gone with the process; undefined where SQLite does not load. */
export async function commitIndexAt(ctx: Ctx, commit: string): Promise<CommitIndex | undefined> {
  const database = await openDatabaseInMemory()
  if (database === undefined) return undefined
  const commitIndex = openCommitIndex(database)
  const { readDiffsOf, readNewMessages, readOlderMessages } = await reading()
  await readNewMessages(ctx, commitIndex, commit)
  await readOlderMessages(ctx, commitIndex)
  await readDiffsOf(ctx, commitIndex, commit)
  return commitIndex
}

/**
 * Whether the first question of a history would be answered by its messages alone, while its diffs are read: more are there than it
 * would wait for.
 */
export async function isTooLongToWaitFor({ place }: Ctx): Promise<boolean> {
  const { commit } = await readHead(place)
  return commit !== undefined && !(await isPartialClone(place)) && (await hasMoreCommits(place, commit, small))
}

/** The diffs of so few commits are read while somebody waits: it takes no longer than to say that they were not. */
const small = 200

/** Reads the diffs that were not read yet, and what became of each commit's lines; in the background. */
export async function readDiffs(ctx: Ctx, store: Store): Promise<void> {
  const { commitIndex } = await syncCommitIndex(ctx, store)
  const { tip } = commitIndex.state()
  if (tip !== '') await (await reading()).readDiffsOf(ctx, commitIndex, tip)
}

/** What reads commits is loaded where there are some to be read: a question mostly finds all of them read. */
// oxlint-disable-next-line typescript/explicit-function-return-type
const reading = async () => await import('./read-log.ts')
