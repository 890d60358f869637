import { lookInBackground } from '../knowledge/shown/reindex-in-background.ts'
import { makesVectors } from '../model/switch.ts'
import type { Ctx } from '../repo/context.ts'
import { reindexChanged, withStore } from '../repo/index/lookup.ts'
import { lock, tryLock } from '../repo/state/lock.ts'
import { sweep } from '../repo/state/sweep.ts'

/**
 * Compares every file with what is indexed of it, makes what was left for later, and removes what killed processes
 * left.
 */
export async function look(ctx: Ctx): Promise<void> {
  await lookHeld(ctx)
  await readLog(ctx)
  await renewVectors(ctx)
}

/**
 * Starts to read a long history in the background, messages and diffs: the first question is answered by all of it when it comes.
 * What goes wrong is that question's to tell.
 */
export async function lookAhead(ctx: Ctx): Promise<void> {
  const { isTooLongToWaitFor } = await import('../learning/sync-commit-index.ts')
  try {
    if (await isTooLongToWaitFor(ctx)) await lookInBackground(ctx)
  } catch {}
}

/** Makes vectors of what changed, where a model makes any; nothing is locked while it does. */
export async function renewVectors(ctx: Ctx): Promise<void> {
  if (!makesVectors(ctx)) return
  const { keepVectors } = await import('../model/meaning.ts')
  await withStore(ctx, async (store) => {
    await reindexChanged(ctx, store)
    await keepVectors(ctx, store)
  })
}

async function lookHeld(ctx: Ctx): Promise<void> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  sweep(ctx.place)
  const { deriveLate } = await import('../knowledge/shown/derive.ts')
  const { rejectionsLate } = await import('../knowledge/removed/read-rejections.ts')
  await deriveLate(ctx)
  await rejectionsLate(ctx)
  await withStore(ctx, async (store) => {
    await reindexChanged(ctx, store)
  })
}

/** Reads what was not read yet of the log; a long one takes minutes, in which the tree is free for whoever commits or pulls. */
async function readLog(ctx: Ctx): Promise<void> {
  await using held = tryLock(ctx.place, 'log')
  // Whoever holds it reads all of it.
  if (held === undefined) return
  const { readDiffs } = await import('../learning/sync-commit-index.ts')
  await withStore(ctx, async (store) => await readDiffs(ctx, store))
}
