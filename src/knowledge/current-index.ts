import type { Ctx } from '../repo/context.ts'
import { type Lookup, withIndex } from '../repo/index/lookup.ts'
import { refreshIfMoved } from './refresh-if-stale.ts'

/** Asks the index of what is checked out, after noticing what no hook reported. */
export async function askShown<Result>(ctx: Ctx, ask: (lookup: Lookup) => Result | Promise<Result>): Promise<Result> {
  await refreshIfMoved(ctx)
  return await withIndex(ctx, ask)
}
