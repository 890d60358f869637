import { changeGoals, momentOf, requireActive } from '../knowledge/goals/goals.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import type { Goal } from '../tree/goal.ts'

/** How a goal stands in tokens; `over` counts those beyond its limit. */
export type GoalUsage = {
  readonly goal: string
  readonly branch: string
  readonly tokensUsed: number
  readonly tokenLimit: number
  readonly remaining: number
  readonly over: number
}

/**
 * Counts tokens that work on this branch's goal took.
 * @throws {Problem} when they are no count, or over a limit that refuses; then nothing is counted.
 */
export async function goalUsage(ctx: Ctx, { tokens }: { readonly tokens: number }): Promise<GoalUsage> {
  if (!Number.isSafeInteger(tokens) || tokens < 1)
    throw new Problem('bad-number', `Tokens are a whole number from 1, not ${tokens}.`)
  return await changeGoals(ctx, async (here) => {
    const before = requireActive(here)
    const goal = { ...before, tokensUsed: before.tokensUsed + tokens, updatedAt: momentOf(ctx) }
    const result = usageOf(goal)
    if (result.over > 0 && goal.onOverLimit === 'refuse')
      throw new Problem('over-limit', `That would be ${result.over} tokens over the limit of ${goal.tokenLimit}.`, {
        hint: 'Finish the goal with `ctx goal done`, or go on with a smaller one on a branch of its own.',
      })
    return { goals: [goal], message: `${tokens} tokens used on ${goal.branch}`, result }
  })
}

/** Counts the tokens that a goal used; `remaining` is 0 where it used more than its limit. */
export const usageOf = ({ id, branch, tokensUsed, tokenLimit }: Goal): GoalUsage => ({
  goal: id,
  branch,
  tokensUsed,
  tokenLimit,
  remaining: Math.max(0, tokenLimit - tokensUsed),
  over: Math.max(0, tokensUsed - tokenLimit),
})
