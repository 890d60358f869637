import { changeGoals, type Here, latestGoal, momentOf, spoken } from '../knowledge/goals/goals.ts'
import { parentBranches } from '../knowledge/branch/parent-branches.ts'
import { findKnowledge } from '../knowledge/branch/range.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { quoteLine } from '../text/quote.ts'
import { type Goal, goalIdFor, goalLimits, newGoal } from '../tree/goal.ts'

/** A goal that was begun; `parent` is '' for one at the top. */
export type GoalStarted = Pick<Goal, 'branch' | 'intent' | 'parent' | 'parentIntent' | 'tokenLimit' | 'onOverLimit'> & {
  readonly goal: string
}

/** What a goal is for, and what it may take. */
export type GoalStartOptions = {
  readonly intent: string
  /** How many tokens its context may have; 8192 unless said. */
  readonly limit?: number
  /** What happens above that. */
  readonly onOverLimit?: 'warn' | 'refuse'
}

/** Tokens of a goal, at least: with fewer there is no room for what it must know. */
export const leastTokens = 256

/**
 * Begins a goal on the branch that is checked out, below the goal of the branch that it came from.
 * @throws {Problem} when the branch has a goal that is not finished.
 */
export async function goalStart(
  ctx: Ctx,
  { intent, limit = 8192, onOverLimit = 'warn' }: GoalStartOptions,
): Promise<GoalStarted> {
  const said = spoken(intent, 'The intent', goalLimits.intent)
  if (!Number.isSafeInteger(limit) || limit < leastTokens)
    throw new Problem('bad-number', `A goal needs a limit of at least ${leastTokens} tokens, not ${limit}.`)
  return await changeGoals(ctx, async (here, { head }) => {
    if (here.goal?.finishedAt === '')
      throw new Problem('goal-exists', `${here.branch} has a goal already: ${quoteLine(here.goal.intent, 500)}`, {
        hint: 'Finish it with `ctx goal done`, or make a branch for the new one: git switch -c <branch>',
      })
    const above = await goalAbove(ctx, here)
    const goal = newGoal({
      id: goalIdFor(here.branch, here.life),
      branch: here.branch,
      parent: above?.id ?? '',
      parentIntent: above?.intent ?? '',
      intent: said,
      tokenLimit: limit,
      onOverLimit,
      code: head.commit ?? '',
      startedAt: momentOf(ctx),
    })
    const { branch, parent, parentIntent, tokenLimit } = goal
    const result = { goal: goal.id, branch, intent: said, parent, parentIntent, tokenLimit, onOverLimit }
    return { goals: [goal], message: `start ${branch}: ${said}`, result }
  })
}

/** The goal that is worked on where a branch came from, as far up as there is one. */
async function goalAbove(ctx: Ctx, { branch, commit }: Here): Promise<Goal | undefined> {
  for (const name of await parentBranches(ctx, branch)) {
    for (const at of [(await findKnowledge(ctx, name))?.commit, commit]) {
      const { goal } = await latestGoal(ctx, at, name)
      if (goal?.finishedAt === '') return goal
    }
  }
  return undefined
}
