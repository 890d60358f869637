import { agentSummary } from '../brain/summary.ts'
import type { Ctx } from '../repo/context.ts'
import { refreshIfStale } from './refresh-if-stale.ts'
import { knowledgeOnDisk } from './tip.ts'

/** Writes the short account that agents' own files hold: the same bytes while no entry changes; '' when nothing is known. */
export async function brainSummary(ctx: Ctx, { tokenBudget = 1_000 }: { tokenBudget?: number } = {}): Promise<string> {
  await refreshIfStale(ctx)
  return agentSummary(knowledgeOnDisk(ctx).entries, ctx.now(), { tokenBudget })
}
