import { TreeOfAnyTime, type TreeStats } from '../brain/goals/library/tree.ts'
import type { Ctx } from '../repo/context.ts'
import { countTokens } from '../text/tokens.ts'
import { allGoals, goalsInTreeOrder } from './goal-tree.ts'
import { type GoalUsage, usageOf } from './goal-usage.ts'

/** Sums over all goals; `over` names those over their limit. */
export type GoalStats = TreeStats & {
  readonly active: number
  readonly finished: number
  /** What all digests take, and what was used to get there. */
  readonly digestTokens: number
  readonly over: readonly GoalUsage[]
}

/** Counts what all goals took. */
export async function goalStats(ctx: Ctx): Promise<GoalStats> {
  const { goals } = await allGoals(ctx)
  const tree = new TreeOfAnyTime({ now: ctx.now })
  for (const { goal, parent } of goalsInTreeOrder(goals)) {
    const { id, intent, tokenLimit, tokensUsed } = goal
    if (parent === '') tree.createRootContext(id, { intent, tokenLimit })
    else tree.createChildContext(id, parent, { intent, tokenLimit })
    tree.updateTokenUsage(id, tokensUsed)
  }
  const done = goals.filter(({ finishedAt }) => finishedAt !== '')
  return {
    ...tree.getTreeStats(),
    active: goals.length - done.length,
    finished: done.length,
    digestTokens: done.reduce((sum, { digest }) => sum + countTokens(digest), 0),
    over: goals.map(usageOf).filter(({ over }) => over > 0),
  }
}
