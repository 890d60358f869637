import { Problem } from '../../../problem.ts'
import { contextPrompt } from './hydrate.ts'
import type { TreeOfAnyTime } from './tree.ts'

/** What a model, or whoever else, answers when it is asked to take a goal apart: none for one that is simple enough. */
export type TakenApart = { readonly goals: readonly string[]; readonly tokens: number }

/** What is left of a goal when it is done. */
export type WorkedOut = { readonly digest: string; readonly tokens: number }

/** Who plans: both are asked with all that the goal must know, and nothing else. */
export type Planner = {
  readonly takeApart: (prompt: string, goalId: string) => Promise<TakenApart>
  readonly finish: (prompt: string, goalId: string) => Promise<WorkedOut>
}

/** How far a plan may go, so that a planner that never ends does. */
export type PlanBounds = { readonly mostDepth?: number; readonly mostChildren?: number; readonly mostGoals?: number }

/**
 * Works a goal out: takes it apart, and what it is made of again, each in a context of its own; what is done is handed
 * up as a digest. Every answer's tokens are counted for the goal that was asked about. Gives the root's id.
 * @throws {Problem} when a goal is over a limit that refuses, or it falls into more goals than the bounds allow.
 */
export async function plan(
  tree: TreeOfAnyTime,
  { id, intent }: { readonly id: string; readonly intent: string },
  planner: Planner & PlanBounds,
): Promise<string> {
  tree.createRootContext(id, { intent })
  const waiting: Step[] = [{ id, depth: 0, isTakenApart: false }]
  let count = 1
  // A list instead of calls within calls: how deep a plan goes is not for the stack to decide.
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (step.isTakenApart) {
      await finish(tree, step.id, planner)
      continue
    }
    const below = await takeApart(tree, step, planner)
    count += below.length
    const { mostGoals = 10_000 } = planner
    if (count > mostGoals) throw tooMany(`more than the ${mostGoals} goals that are allowed`)
    waiting.push({ ...step, isTakenApart: true }, ...below.toReversed())
  }
  return id
}

type Step = { readonly id: string; readonly depth: number; readonly isTakenApart: boolean }

async function takeApart(
  tree: TreeOfAnyTime,
  { id, depth }: Step,
  planner: Planner & PlanBounds,
): Promise<readonly Step[]> {
  const { mostDepth = 10, mostChildren = 7 } = planner
  if (depth >= mostDepth) return []
  const { goals, tokens } = await planner.takeApart(promptFor(tree, id), id)
  tree.updateTokenUsage(id, tokens)
  if (goals.length > mostChildren)
    throw tooMany(`${goals.length} goals below ${id}, at most ${mostChildren} are allowed`)
  return goals.map((intent, at) => {
    const child = tree.createChildContext(`${id}.${at + 1}`, id, { intent })
    return { id: child.goalId, depth: depth + 1, isTakenApart: false }
  })
}

async function finish(tree: TreeOfAnyTime, id: string, planner: Planner): Promise<void> {
  const { digest, tokens } = await planner.finish(promptFor(tree, id), id)
  tree.updateTokenUsage(id, tokens)
  tree.dehydrateContext(id, digest)
}

const promptFor = (tree: TreeOfAnyTime, id: string): string =>
  contextPrompt(tree.getContext(id)?.intent ?? '', tree.hydrateContext(id))

const tooMany = (what: string): Problem =>
  new Problem('too-many-goals', `The plan has ${what}.`, { hint: 'Ask for fewer and larger goals.' })
