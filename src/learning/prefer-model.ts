import { planWithModel } from '../curate/plan-operations.ts'
import type { Ctx } from '../repo/context.ts'
import { applyPlan, type AppliedPlan, type PlanOf } from './apply-plan.ts'
import type { AskedAhead } from './ask-ahead.ts'

/** What some commits taught a tree in the end, who wrote it, and the tokens that took. */
export type DecidedBatch = { readonly learned: AppliedPlan; readonly by: string; readonly tokens: number }

/** Takes the words of a model for the only commit that was read, where it was asked about it, proved something, and that still fits. */
export async function preferModel(
  ctx: Ctx,
  offline: AppliedPlan,
  { prepared, ...plan }: PlanOf & { readonly prepared: AskedAhead | undefined },
): Promise<DecidedBatch> {
  const { tip, analyses, project } = plan
  const made = analyses.length === 1 ? prepared?.get(analyses[0]?.sha ?? '') : undefined
  const { by = 'offline', tokens = 0, operations: told } = made ?? {}
  if (told === undefined) return { learned: offline, by, tokens }
  const operations = planWithModel(told, analyses, { ...project, knowledge: tip.knowledge })
  const learned = await applyPlan(ctx, operations, plan)
  // The tree may have changed since the model saw it, so that nothing of what it wrote fits any more.
  const isFit = learned.taught.some(({ applied }) =>
    applied.slice(-told.length).some(({ status }) => status === 'success'),
  )
  return isFit ? { learned, by, tokens } : { learned: offline, by: `offline: ${by} wrote for another tree`, tokens }
}
