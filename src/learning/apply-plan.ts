import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import type { ProjectNow } from '../curate/plan-operations.ts'
import { relearn } from '../knowledge/branch/relearn.ts'
import type { Tip } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import type { Operation } from '../tree/operations.ts'
import { type Learned, learnedBy, withOverviews } from './teach.ts'

/** The tree after a plan, and the paths of entries that came back from the archive for it. */
export type AppliedPlan = Learned & { readonly restored: readonly string[] }

/** What a plan is applied to, and what it was made from. */
export type PlanOf = {
  readonly tip: Tip
  readonly analyses: readonly CommitAnalysis[]
  readonly project: ProjectNow
}

/** Applies a plan to the tree of a branch in memory: entries that it adds to are brought back from the archive first. */
export async function applyPlan(
  ctx: Ctx,
  operations: readonly Operation[],
  { tip, analyses, project }: PlanOf,
): Promise<AppliedPlan> {
  const known = await relearn(ctx, tip, operations)
  const learned = learnedBy(analyses, known.knowledge, known.operations)
  return { ...learned, knowledge: withOverviews(tip.knowledge, learned.knowledge, project), restored: known.restored }
}
