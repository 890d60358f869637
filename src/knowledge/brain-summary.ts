import type { Ctx } from '../repo/context.ts'
import { refreshIfMoved } from './refresh-if-stale.ts'
import { summaryOf } from '../brain/summary.ts'
import { knowledgeOnDisk } from './tip.ts'

/** Writes the short account that agents' own files hold: the same bytes while no entry changes; '' when nothing is known. */
export async function brainSummary(ctx: Ctx, { tokenBudget = 1_000 }: { tokenBudget?: number } = {}): Promise<string> {
  await refreshIfMoved(ctx)
  return summaryOf(knowledgeOnDisk(ctx).entries, ctx.now(), { tokenBudget })
}
