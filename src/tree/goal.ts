import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { clean, oneLine } from '../text/clean.ts'
import type { Finding } from './knowledge.ts'
import { goalIdOf } from './path.ts'

/** A thought on the way to a goal, with the time at which it was written down. */
export type GoalNote = { readonly at: string; readonly text: string }

/** What a finished goal handed to the one above it. */
export type Handed = {
  readonly goal: string
  readonly branch: string
  readonly intent: string
  readonly digest: string
  readonly finishedAt: string
}

/** What a goal found out: single values by name, and notes in the order of their time. */
export type GoalTrace = { readonly local: Readonly<Record<string, string>>; readonly notes: readonly GoalNote[] }

/** A branch's goal as a knowledge branch keeps it, one file for each; '' stands for what was not said, or not yet. */
export type Goal = GoalTrace & {
  readonly id: string
  readonly branch: string
  /** The id of the goal above; '' for one at the top. */
  readonly parent: string
  readonly intent: string
  readonly parentIntent: string
  readonly tokenLimit: number
  readonly onOverLimit: 'warn' | 'refuse'
  /** The commit of the code at which the goal was started: a branch that still stands there has nothing to merge. */
  readonly code: string
  readonly tokensUsed: number
  readonly startedAt: string
  readonly updatedAt: string
  readonly finishedAt: string
  readonly digest: string
  /** What finished goals right below handed up, in the order in which they were finished. */
  readonly digests: readonly Handed[]
  /** What was found out, after the goal was finished: kept, and never told to anybody. */
  readonly archive: GoalTrace
  /** Keys that are not ours; they survive. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** How much a goal may hold; what is longer was not written by us. */
export const goalLimits = {
  text: 20_000,
  intent: 2_000,
  digest: 4_000,
  notes: 1_000,
  digests: 200,
  bytes: 512 * 1024,
} as const

const text = (longest: number) => z.pipe(z.string().check(z.maxLength(longest)), z.transform(clean))
const line = (longest: number) => z.pipe(z.string().check(z.maxLength(longest)), z.transform(oneLine))
const time = z._default(z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/)), '')
const count = z.int().check(z.gte(0))
const id = z.string().check(z.regex(/^(?:[a-z0-9][a-z0-9-]{0,119})?$/))
const key = z.string().check(z.regex(/^[A-Za-z][\w.-]{0,79}$/))
const notes = z._default(z.array(z.object({ at: time, text: text(goalLimits.text) })), [])
const local = z._default(z.record(key, text(goalLimits.text)), {})

const shape = z.looseObject({
  id,
  branch: line(500),
  parent: z._default(id, ''),
  intent: text(goalLimits.intent),
  parentIntent: z._default(text(goalLimits.intent), ''),
  tokenLimit: count.check(z.gte(1)),
  onOverLimit: z._default(z.enum(['warn', 'refuse']), 'warn'),
  code: z._default(z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})?$/)), ''),
  tokensUsed: z._default(count, 0),
  startedAt: time,
  updatedAt: time,
  finishedAt: time,
  local,
  notes,
  digest: z._default(text(goalLimits.digest), ''),
  digests: z._default(
    z.array(
      z.object({
        goal: id,
        branch: line(500),
        intent: text(goalLimits.intent),
        digest: text(goalLimits.digest),
        finishedAt: time,
      }),
    ),
    [],
  ),
  archive: z._default(z.object({ local, notes }), { local: {}, notes: [] }),
})

/**
 * Names a branch's goal: two people who begin one on the same branch begin the same. A branch that has finished one and
 * begins another has its second `life`.
 */
export function goalIdFor(branch: string, life: number): string {
  const spoken = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
  const mark = createHash('sha256').update(branch).digest('hex').slice(0, 8)
  return `${spoken === '' ? 'goal' : spoken}-${mark}${life === 1 ? '' : `-${life}`}`.replace(/-{2,}/g, '-')
}

/** A goal that was just begun; what is not said is empty. */
export const newGoal = (
  said: Pick<Goal, 'id' | 'branch' | 'intent' | 'tokenLimit' | 'startedAt'> & Partial<Goal>,
): Goal => ({
  parent: '',
  parentIntent: '',
  onOverLimit: 'warn',
  code: '',
  tokensUsed: 0,
  updatedAt: said.startedAt,
  finishedAt: '',
  local: {},
  notes: [],
  digest: '',
  digests: [],
  archive: { local: {}, notes: [] },
  rest: {},
  ...said,
})

/** Reads a goal from its file; what is none is a finding, and is left as it is. */
export function readGoal(path: string, written: string): { readonly goal: Goal } | { readonly finding: Finding } {
  const bad = (detail: string): { finding: Finding } => ({
    finding: { code: 'bad-goal', at: path, detail, weight: 'warning' },
  })
  const parsed = parse(written)
  if (parsed === undefined) return bad('It is not JSON, or too large, and is not read as a goal.')
  const found = shape.safeParse(parsed)
  if (!found.success) {
    const [issue] = found.error.issues
    return bad(`It is not read as a goal: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`)
  }
  if (found.data.id !== goalIdOf(path)) return bad('It says that it is another goal, and is not read.')
  return { goal: ordered(found.data) }
}

/** Bytes count, as for whoever reads the file; a character may be four of them. */
export const isTooLarge = (written: string): boolean => Buffer.byteLength(written) > goalLimits.bytes

function parse(written: string): unknown {
  if (isTooLarge(written)) return undefined
  try {
    return JSON.parse(written)
  } catch {
    // Half a file, or none: whoever reads on is told by a finding.
    return undefined
  }
}

const ours = new Set(Object.keys(shape.shape))

function ordered(read: z.output<typeof shape>): Goal {
  const rest = Object.fromEntries(Object.entries(read).filter(([name]) => !ours.has(name)))
  return inGoalOrder({ ...read, rest })
}

/** Puts lists in the one order they have, whoever wrote them, and leaves out what is more than a goal may hold. */
export const inGoalOrder = (goal: Goal): Goal => ({
  ...goal,
  ...settledTrace(goal),
  digests: goal.digests
    .toSorted((a, b) => byText(a.finishedAt + a.goal, b.finishedAt + b.goal))
    .slice(-goalLimits.digests),
  archive: settledTrace(goal.archive),
})

const settledTrace = (trace: GoalTrace): GoalTrace => ({
  local: Object.fromEntries(Object.entries(trace.local).toSorted(([a], [b]) => byText(a, b))),
  notes: trace.notes.toSorted((a, b) => byText(a.at + a.text, b.at + b.text)).slice(-goalLimits.notes),
})

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Writes a goal in its one spelling. */
export function writeGoal(goal: Goal): string {
  const { rest, ...known } = inGoalOrder(goal)
  const fields = [...ours].map((name) => [name, Object.entries(known).find(([own]) => own === name)?.[1]])
  return `${JSON.stringify({ ...Object.fromEntries(fields), ...rest }, undefined, 2)}\n`
}
