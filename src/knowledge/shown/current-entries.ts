import type { Ctx } from '../../repo/context.ts'
import { type StoredEntries, storedEntries } from '../../repo/index/entries.ts'
import { listArchive, listFiles, stampsOf } from '../../repo/state/checkout.ts'
import { isStubPath, toEntryPath } from '../../tree/path.ts'
import { askCurrentIndex } from './current-index.ts'
import { knowledgeOnDisk } from '../branch/tip.ts'

/** Entries that are shown, and whether edits were looked for in all of their files. */
export type CurrentEntries = StoredEntries & { readonly isLookedThrough: boolean }

/**
 * Gives the entries that are checked out to somebody who works on them: from the index, where there is one on disk,
 * else from their files. They can be read only until it is done.
 */
export const withCurrentEntries = <Result>(ctx: Ctx, work: (found: CurrentEntries) => Result): Promise<Result> =>
  askCurrentIndex(ctx, ({ store, isLookedThrough }) =>
    work({ ...(store === undefined ? entriesOnDisk(ctx) : storedEntries(store)), isLookedThrough }),
  )

function entriesOnDisk(ctx: Ctx): StoredEntries {
  const paths = listFiles(ctx.place).flatMap((path) => toEntryPath(path) ?? [])
  return {
    entries: () => knowledgeOnDisk(ctx).entries,
    stamps: () => {
      const stamps = stampsOf(ctx.place, paths)
      return new Map(paths.flatMap((path) => (stamps.has(path) ? [[path, stamps.get(path) ?? ''] as const] : [])))
    },
    stubs: () => listArchive(ctx.place).filter(isStubPath).length,
  }
}
