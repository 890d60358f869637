import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makesVectors } from '../model/switch.ts'
import { type Ctx, program } from '../repo/context.ts'
import { reindexChanged, withStore } from '../repo/index/lookup.ts'
import { writeWhole } from '../repo/state/disk.ts'
import { lock } from '../repo/state/lock.ts'
import { shownDir } from '../repo/state/state.ts'

/** How long a look at all files of a large tree holds, in ms. */
const holds = 60_000

/**
 * Sees to it that edits which no question touched are noticed, in the background: a question in a large tree looks only
 * at the files it is about to show.
 */
export async function reindexInBackground(ctx: Ctx): Promise<void> {
  const last = statSync(join(shownDir(ctx.place), 'looked'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - last < holds) return
  writeWhole(join(shownDir(ctx.place), 'looked'), '', { below: ctx.place.gitDir })
  const { startInBackground } = await import('../repo/state/background.ts')
  const { node, main } = program()
  startInBackground(node, [main, 'look'], { cwd: ctx.place.root })
}

/** Compares every file with what is indexed of it, and makes what was left for later. */
export async function look(ctx: Ctx): Promise<void> {
  await lookHeld(ctx)
  await renewVectors(ctx)
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
  const { deriveLate } = await import('../knowledge/refresh.ts')
  const { readDiffs } = await import('../learning/log-lane.ts')
  await deriveLate(ctx)
  await withStore(ctx, async (store) => {
    await reindexChanged(ctx, store)
  })
  await withStore(ctx, async (store) => await readDiffs(ctx, store))
}
