import type { Ctx } from '../../repo/context.ts'
import { type OpenIndex, withIndex } from '../../repo/index/lookup.ts'
import { refreshIfStale } from './refresh-if-stale.ts'

/** Asks the index of what is checked out, after noticing what no hook reported. */
export async function askCurrentIndex<Result>(
  ctx: Ctx,
  ask: (lookup: OpenIndex) => Result | Promise<Result>,
): Promise<Result> {
  await refreshIfStale(ctx)
  return await withIndex(ctx, ask)
}
