import { fields, type Index } from '../../search/entry-index.ts'
import { version } from '../../version.ts'
import { overviewFolder } from '../../tree/path.ts'
import type { Ctx } from '../context.ts'
import { listSearched, stampsOf } from '../state/checkout.ts'
import { isLargeTree, readShownCommit } from '../state/state.ts'
import { isDamaged, isRefused } from './database.ts'
import { indexReader } from './index-reader.ts'
import { openStore, openStoreInMemory, removeStore, type Store } from './store.ts'
import type { Differing } from './update.ts'

/** An index to ask, the file it is kept in where it is on disk, and the knowledge files that could not be indexed. */
export type OpenIndex = {
  readonly index: Index
  readonly store: Store | undefined
  readonly unread: readonly string[]
  /** Whether edits were looked for in all of the tree, or have to be elsewhere. */
  readonly isLookedThrough: boolean
}

/** Raised by hand when documents are made in another way, so that all are made again. */
const generation = 26

/** Fields and version key of the index; an index with another key is rebuilt. */
export const indexMake = { fields, version: `${version}/${generation}` }

/**
 * Asks an index in step with the knowledge that is checked out: on disk, or in memory where that cannot be. One that
 * turns out to be damaged is made again, and asked once more.
 */
export const withIndex = <Result>(ctx: Ctx, ask: (lookup: OpenIndex) => Result | Promise<Result>): Promise<Result> =>
  rebuildIfDamaged(ctx, async () => {
    const lookup = await openIndex(ctx)
    try {
      return await ask(lookup)
    } finally {
      lookup.index.close()
    }
  })

/** Works on the index on disk, where there is one; one that turns out to be damaged is made again. */
export const withStore = (ctx: Ctx, work: (store: Store) => Promise<void>): Promise<void> =>
  rebuildIfDamaged(ctx, async () => {
    const store = await openOwnStore(ctx)
    try {
      if (store !== undefined) await work(store)
    } finally {
      store?.close()
    }
  })

async function rebuildIfDamaged<Result>(ctx: Ctx, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!isDamaged(error)) throw error
    removeStore(ctx.place)
    return await act()
  }
}

async function openIndex(ctx: Ctx): Promise<OpenIndex> {
  const store = await openOwnStore(ctx)
  if (store === undefined) return await openIndexInMemory(ctx)
  // Looking through a small tree for edits takes a few ms.
  const isLookedThrough = !isLargeTree(ctx.place)
  try {
    if (isLookedThrough || store.state().commit !== readShownCommit(ctx.place)) await reindexChanged(ctx, store)
  } catch (error) {
    // Where somebody else is writing it, what is there is good enough, if anything is.
    const isUsable = isRefused(error) && store.state().size > 0
    if (!isUsable) store.close()
    if (!isRefused(error)) throw error
    if (!isUsable) return await openIndexInMemory(ctx)
  }
  return { index: indexReader(store), store, unread: unreadIn(store), isLookedThrough }
}

/** An overview in which people have written nothing is not searched, which is no fault. */
const isFault = (path: string): boolean => overviewFolder(path) === undefined
const unreadIn = (store: Store): readonly string[] => [...store.unread().keys()].filter(isFault)

/** Opens the index on disk; undefined where SQLite does not load or the folder cannot be written to. */
export async function openOwnStore({ place }: Ctx): Promise<Store | undefined> {
  try {
    return await openStore(place, indexMake)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Whether any SQLite loads. */
export async function isSqliteHere(): Promise<boolean> {
  const store = await openStoreInMemory(indexMake)
  store?.close()
  return store !== undefined
}

/** Indexes every file that differs from what is indexed of it, or of those at `paths`; gives how many. */
export async function reindexChanged(ctx: Ctx, store: Store, paths?: readonly string[]): Promise<number> {
  const differing = differences(ctx, store, paths)
  const count = differing.stamps.size + differing.removed.length
  if (count === 0 && store.state().commit === readShownCommit(ctx.place)) return 0
  const { indexFiles } = await import('./update.ts')
  indexFiles(ctx, store, differing)
  return count
}

function differences(ctx: Ctx, store: Store, paths?: readonly string[]): Differing {
  const stamps = stampsOf(ctx.place, paths ?? listSearched(ctx.place))
  const indexed =
    paths === undefined ? store.list().map(({ path, stamp }) => [path, stamp] as const) : store.stamps(paths)
  const unread = [...store.unread()].filter(([path]) => paths === undefined || paths.includes(path))
  const known = new Map([...indexed, ...unread])
  return {
    stamps: new Map([...stamps].filter(([path, stamp]) => known.get(path) !== stamp)),
    removed: [...known.keys()].filter((path) => !stamps.has(path)),
  }
}

/** Where nothing can be written, SQLite works in memory: only with it are commits asked, too. */
async function openIndexInMemory(ctx: Ctx): Promise<OpenIndex> {
  const store = await openStoreInMemory(indexMake)
  if (store === undefined) return await openPlainIndex(ctx)
  if (listSearched(ctx.place).length > 0) await reindexChanged(ctx, store)
  else await (await import('./update.ts')).indexBranch(ctx, store)
  return { index: indexReader(store), store, unread: unreadIn(store), isLookedThrough: true }
}

/** Where no SQLite loads, what was curated is searched without it. */
async function openPlainIndex(ctx: Ctx): Promise<OpenIndex> {
  const { documentsOf } = await import('./update.ts')
  const { memoryIndex } = await import('../../search/memory.ts')
  const unread: string[] = []
  const documents = documentsOf(ctx, listSearched(ctx.place), {
    onUnread: (path) => void (isFault(path) && unread.push(path)),
  })
  return { index: await memoryIndex([...documents]), store: undefined, unread, isLookedThrough: true }
}
