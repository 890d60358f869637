import { changeGoals, momentOf, requireActive, spoken } from '../knowledge/goals/goals.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { redact } from '../text/redact.ts'
import { type Goal, goalLimits } from '../tree/goal.ts'

/** Either a thought on the way, or a single value by its name. */
export type GoalNoteOptions = { readonly text: string } | { readonly key: string; readonly value: string }

/** What a goal has found out so far. */
export type GoalNoted = {
  readonly goal: string
  readonly branch: string
  readonly local: Readonly<Record<string, string>>
  readonly notes: number
}

/** Keeps what was found out on the way to the goal of this branch; other goals do not get it. */
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
  // The name goes along, since `password=` is what shows that a value is a secret.
  const safe = redact(`${key}=${value}`).slice(key.length + 1)
  const text = spoken(safe, `The value of ${key}`, goalLimits.text)
  return (goal) => ({ ...goal, local: { ...goal.local, ...Object.fromEntries([[key, text]]) } })
}

function noteOf(ctx: Ctx, said: string): (goal: Goal) => Goal {
  const text = spoken(said, 'The note', goalLimits.text)
  return (goal) => {
    if (goal.notes.length >= goalLimits.notes)
      throw new Problem('too-many-notes', `The goal of ${goal.branch} has ${goal.notes.length} notes.`, {
        hint: 'Finish it with `ctx goal done`: notes are archived, and a digest goes on.',
      })
    return { ...goal, notes: [...goal.notes, { at: momentOf(ctx), text }] }
  }
}
