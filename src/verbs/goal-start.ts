import { Problem } from '../problem.ts'
import { redact } from '../text/redact.ts'
import { type Goal, goalIdFor, most, newGoal } from '../tree/goal.ts'
import { changeGoals, type Here, latestGoal, momentOf, requireActive, spoken } from '../knowledge/goals.ts'
import { lineageOf } from '../knowledge/parent-branches.ts'
import type { Ctx } from '../repo/context.ts'
import { findKnowledge } from '../knowledge/range.ts'

/** How a goal stands in tokens; `over` counts those beyond its limit. */
export type GoalUsage = {
  readonly goal: string
  readonly branch: string
  readonly tokensUsed: number
  readonly tokenLimit: number
  readonly remaining: number
  readonly over: number
}

/** A goal that was begun; `parent` is '' for one at the top. */
export type GoalStarted = Pick<Goal, 'branch' | 'intent' | 'parent' | 'parentIntent' | 'tokenLimit' | 'onOverLimit'> & {
  readonly goal: string
}

export type GoalStartOptions = {
  readonly intent: string
  readonly limit?: number
  readonly onOverLimit?: 'warn' | 'refuse'
}

/** With less, there is no room for what a goal must be told. */
export const leastTokens = 256

/**
 * Begins a goal on the branch that is checked out, below the goal of the branch that it came from.
 * @throws {Problem} when the branch has a goal that is not finished.
 */
export async function goalStart(
  ctx: Ctx,
  { intent, limit = 8192, onOverLimit = 'warn' }: GoalStartOptions,
): Promise<GoalStarted> {
  const said = spoken(intent, 'The intent', most.intent)
  if (!Number.isSafeInteger(limit) || limit < leastTokens)
    throw new Problem('bad-number', `A goal needs a limit of at least ${leastTokens} tokens, not ${limit}.`)
  return await changeGoals(ctx, async (here, { head }) => {
    if (here.goal?.finishedAt === '')
      throw new Problem('goal-exists', `${here.branch} has a goal already: ${here.goal.intent}`, {
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
  for (const name of await lineageOf(ctx, branch)) {
    for (const at of [(await findKnowledge(ctx, name))?.commit, commit]) {
      const { goal } = await latestGoal(ctx, at, name)
      if (goal?.finishedAt === '') return goal
    }
  }
  return undefined
}

/** Either a thought on the way, or a single value by its name. */
export type GoalNoteOptions = { readonly text: string } | { readonly key: string; readonly value: string }

/** What a goal has found out so far. */
export type GoalNoted = {
  readonly goal: string
  readonly branch: string
  readonly local: Readonly<Record<string, string>>
  readonly notes: number
}

/** Keeps what was found out on the way to the goal of this branch; no other goal is told it. */
export async function goalNote(ctx: Ctx, said: GoalNoteOptions): Promise<GoalNoted> {
  const change = 'key' in said ? valueOf(said) : noteOf(ctx, said.text)
  return await changeGoals(ctx, async (here) => {
    const goal = { ...change(requireActive(here)), updatedAt: momentOf(ctx) }
    const result = { goal: goal.id, branch: goal.branch, local: goal.local, notes: goal.notes.length }
    return { goals: [goal], message: `note on ${goal.branch}`, result }
  })
}

function valueOf({ key, value }: { key: string; value: string }): (goal: Goal) => Goal {
  if (!/^[A-Za-z][\w.-]{0,79}$/.test(key))
    throw new Problem('bad-key', `"${key}" cannot name a value.`, {
      hint: 'Names begin with a letter and go on with letters, digits, ., - and _.',
    })
  // What a secret looks like is told by its name, too.
  const safe = redact(`${key}=${value}`).slice(key.length + 1)
  const text = spoken(safe, `The value of ${key}`, most.text)
  return (goal) => ({ ...goal, local: { ...goal.local, ...Object.fromEntries([[key, text]]) } })
}

function noteOf(ctx: Ctx, said: string): (goal: Goal) => Goal {
  const text = spoken(said, 'The note', most.text)
  return (goal) => {
    if (goal.notes.length >= most.notes)
      throw new Problem('too-many-notes', `The goal of ${goal.branch} has ${goal.notes.length} notes.`, {
        hint: 'Finish it with `ctx goal done`: notes are archived, and a digest goes on.',
      })
    return { ...goal, notes: [...goal.notes, { at: momentOf(ctx), text }] }
  }
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

export const usageOf = ({ id, branch, tokensUsed, tokenLimit }: Goal): GoalUsage => ({
  goal: id,
  branch,
  tokensUsed,
  tokenLimit,
  remaining: Math.max(0, tokenLimit - tokensUsed),
  over: Math.max(0, tokensUsed - tokenLimit),
})
