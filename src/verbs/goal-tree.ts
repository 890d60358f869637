import { knowledgeTips, readGoals } from '../knowledge/goals/goals.ts'
import type { Ctx } from '../repo/context.ts'
import type { Goal } from '../tree/goal.ts'
import type { Finding } from '../tree/knowledge.ts'
import { type GoalUsage, usageOf } from './goal-usage.ts'

/** A goal in its place among the others; `depth` is 0 at the top. */
export type GoalInTree = GoalUsage & {
  readonly parent: string
  readonly depth: number
  readonly intent: string
  readonly state: 'active' | 'finished'
  readonly startedAt: string
  readonly finishedAt: string
  readonly digest: string
}

/** All goals, each followed by those below it, and files that are none. */
export type GoalForest = { readonly goals: readonly GoalInTree[]; readonly findings: readonly Finding[] }

/** Lists the goals of all branches, here and at remotes as far as they were fetched. */
export async function goalTree(ctx: Ctx): Promise<GoalForest> {
  const { goals, findings } = await allGoals(ctx)
  return { goals: goalsInTreeOrder(goals).map(({ goal, parent, depth }) => inTree(goal, { parent, depth })), findings }
}

/** Reads the goals of all branches, each once. */
export async function allGoals(ctx: Ctx): Promise<{ goals: readonly Goal[]; findings: readonly Finding[] }> {
  const commits = new Set((await knowledgeTips(ctx)).map(({ commit }) => commit))
  const { goals, findings } = await readGoals(ctx, [...commits])
  const newest = new Map<string, Goal>()
  for (const goal of goals) {
    const known = newest.get(goal.id)
    if (known === undefined || goal.updatedAt > known.updatedAt) newest.set(goal.id, goal)
  }
  return { goals: [...newest.values()], findings }
}

type Placed = { readonly goal: Goal; readonly parent: string; readonly depth: number }

/**
 * Puts each goal before those below it; one whose parents are not there, or go round in a circle, stands at the top.
 */
export function goalsInTreeOrder(goals: readonly Goal[]): readonly Placed[] {
  const byAge = goals.toSorted((a, b) => (a.startedAt + a.id < b.startedAt + b.id ? -1 : 1))
  const known = new Set(goals.map(({ id }) => id))
  const below = new Map<string, Goal[]>()
  for (const goal of byAge) {
    const above = known.has(goal.parent) ? goal.parent : ''
    below.set(above, [...(below.get(above) ?? []), goal])
  }
  const placed = new Map<string, Placed>()
  const place = (start: Goal): void => {
    const waiting: Placed[] = [{ goal: start, parent: '', depth: 0 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { goal, depth } = next
      if (placed.has(goal.id)) continue
      placed.set(goal.id, next)
      const children = below.get(goal.id) ?? []
      waiting.push(...children.toReversed().map((child) => ({ goal: child, parent: goal.id, depth: depth + 1 })))
    }
  }
  for (const goal of below.get('') ?? []) place(goal)
  for (const goal of byAge) if (!placed.has(goal.id)) place(goal)
  return [...placed.values()]
}

function inTree(goal: Goal, { parent, depth }: Omit<Placed, 'goal'>): GoalInTree {
  const { intent, startedAt, finishedAt, digest } = goal
  const state = finishedAt === '' ? 'active' : 'finished'
  return { ...usageOf(goal), parent, depth, intent, state, startedAt, finishedAt, digest }
}
