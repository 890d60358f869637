import { type Below, type Brief, briefText, fitBrief, type LeftOut } from '../brain/goals/brief.ts'
import { constraintsOf } from '../brain/goals/constraints.ts'
import { goalEverywhere, goalHere, requireActive } from '../knowledge/goals/goals.ts'
import { refreshIfStale } from '../knowledge/shown/refresh-if-stale.ts'
import { shownKnowledge } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { countTokens } from '../text/tokens.ts'
import type { Goal } from '../tree/goal.ts'
import { leastTokens } from './goal-start.ts'
import { usageOf } from './goal-usage.ts'

/** All that the goal of this branch must know, within its token limit, as data and as text. */
export type GoalHydrated = {
  readonly goal: string
  readonly branch: string
  readonly intent: string
  /** Absent where there is no goal above. */
  readonly parentIntent?: string
  readonly global: Pick<Brief, 'constraints'>
  readonly local: Brief['local']
  readonly notes: Brief['notes']
  readonly digests: readonly Below[]
  readonly text: string
  /** What the text takes; never more than `tokenLimit`. */
  readonly tokens: number
  readonly tokenLimit: number
  /** What work on the goal took so far, and what is left of its limit. */
  readonly tokensUsed: number
  readonly remaining: number
  readonly leftOut: LeftOut
}

/**
 * Tells the goal of this branch what it must know and nothing else: the project's constraints, what the goal above is
 * for, what was found out here, and what finished goals below handed up.
 * @throws {Problem} when the branch has no goal that is worked on.
 */
export async function goalHydrate(ctx: Ctx, { limit }: { readonly limit?: number } = {}): Promise<GoalHydrated> {
  if (limit !== undefined && limit < leastTokens)
    throw new Problem('bad-number', `A goal needs at least ${leastTokens} tokens, not ${limit}.`)
  await refreshIfStale(ctx)
  const here = await goalHere(ctx)
  const goal = requireActive(here)
  const knowledge = here.commit === undefined ? undefined : await shownKnowledge(ctx, here.commit)
  const constraints = constraintsOf(knowledge?.entries ?? new Map(), {
    about: `${goal.intent}\n${goal.parentIntent}`,
    now: ctx.now(),
    boost: ctx.settings.search.boost,
  })
  const { intent, parentIntent, local, notes } = goal
  const digests = await digestsBelow(ctx, goal)
  const tokenLimit = Math.min(limit ?? goal.tokenLimit, goal.tokenLimit)
  const { brief, leftOut } = fitBrief({ intent, parentIntent, constraints, local, notes, digests }, tokenLimit)
  const text = briefText(brief)
  const { tokensUsed, remaining } = usageOf(goal)
  return {
    goal: goal.id,
    branch: goal.branch,
    intent: brief.intent,
    ...(parentIntent === '' ? {} : { parentIntent: brief.parentIntent }),
    global: { constraints: brief.constraints },
    local: brief.local,
    notes: brief.notes,
    digests: brief.digests,
    text,
    tokens: countTokens(text),
    tokenLimit,
    tokensUsed,
    remaining,
    leftOut,
  }
}

/** What finished goals right below handed up: on this branch, and on branches that are not merged yet. */
async function digestsBelow(ctx: Ctx, goal: Goal): Promise<readonly Below[]> {
  const merged = new Set(goal.digests.map(({ goal: id }) => id))
  const found = new Map(goal.digests.map((digest) => [digest.goal, digest]))
  for (const other of await goalEverywhere(ctx, goal.id))
    for (const digest of other.digests) if (!found.has(digest.goal)) found.set(digest.goal, digest)
  return [...found.values()]
    .map((digest) => ({ ...digest, isMerged: merged.has(digest.goal) }))
    .toSorted((a, b) => (a.finishedAt < b.finishedAt ? -1 : 1))
}
