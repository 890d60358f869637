import {
  type Goal,
  type Handed,
  isTooLarge,
  goalLimits,
  type GoalNote,
  readGoal,
  inGoalOrder,
  type GoalTrace,
  writeGoal,
} from '../tree/goal.ts'
import { mergeSets } from './sets.ts'

type Three<Value> = { readonly base: Value; readonly ours: Value; readonly theirs: Value }

/**
 * Merges a goal that two people worked on, so that both get the same: counters add what both counted, notes and digests
 * are sets, a goal that one of them finished is finished, and for the rest the later word counts. Nothing conflicts. What
 * cannot be read gives way to what can.
 */
export function mergeGoalTexts(path: string, three: Three<string | undefined>): string {
  const { base, ours, theirs } = {
    base: read(path, three.base),
    ours: read(path, three.ours),
    theirs: read(path, three.theirs),
  }
  if (ours === undefined || theirs === undefined)
    return (ours === undefined && theirs !== undefined ? three.theirs : three.ours) ?? three.theirs ?? ''
  const merged = writeGoal(fitted(mergeGoals({ base, ours, theirs })))
  // Together they are more than a goal may hold, and nobody could read them: the later word stays readable.
  if (isTooLarge(merged)) return (isNewer(ours, theirs) ? three.ours : three.theirs) ?? merged
  return merged
}

/** Leaves out the oldest notes, those of the archive first, until a goal may be read again; git still has them. */
function fitted(goal: Goal): Goal {
  const over = (one: Goal): number => Buffer.byteLength(writeGoal(one)) - goalLimits.bytes
  const archive = { ...goal.archive, notes: withoutOldest(goal.archive.notes, over(goal)) }
  return { ...goal, archive, notes: withoutOldest(goal.notes, over({ ...goal, archive })) }
}

function withoutOldest(notes: readonly GoalNote[], bytes: number): readonly GoalNote[] {
  let left = bytes
  return notes.filter((note) => {
    const isKept = left <= 0
    if (!isKept) left -= Buffer.byteLength(JSON.stringify(note))
    return isKept
  })
}

function read(path: string, text: string | undefined): Goal | undefined {
  const reading = text === undefined ? undefined : readGoal(path, text)
  return reading !== undefined && 'goal' in reading ? reading.goal : undefined
}

/** The same for goals that were read; without a base, both began on their own. */
export function mergeGoals({
  base,
  ours,
  theirs,
}: Three<Goal> | { base: Goal | undefined; ours: Goal; theirs: Goal }): Goal {
  const [newer, older] = isNewer(ours, theirs) ? [ours, theirs] : [theirs, ours]
  const pick = <Key extends keyof Goal>(key: Key): Goal[Key] => {
    if (base !== undefined && newer[key] === base[key]) return older[key]
    return newer[key]
  }
  const [finished, other] = finishOrder(newer, older)
  return inGoalOrder({
    id: ours.id,
    branch: pick('branch'),
    parent: pick('parent'),
    intent: pick('intent'),
    parentIntent: pick('parentIntent'),
    tokenLimit: pick('tokenLimit'),
    onOverLimit: pick('onOverLimit'),
    code: pick('code'),
    tokensUsed: clamped(ours.tokensUsed + theirs.tokensUsed - (base?.tokensUsed ?? 0)),
    startedAt: earlier(ours.startedAt, theirs.startedAt),
    updatedAt: newer.updatedAt,
    finishedAt: finished.finishedAt,
    ...mergeTraces({ base, newer, older }),
    digest: finished.digest,
    digests: mergeDigests({ base: base?.digests ?? [], ours: newer.digests, theirs: older.digests }),
    archive: withOtherDigest(
      mergeTraces({ base: base?.archive, newer: newer.archive, older: older.archive }),
      finished,
      other,
    ),
    rest: { ...older.rest, ...newer.rest },
  })
}

const clamped = (tokens: number): number => Math.min(Math.max(0, tokens), Number.MAX_SAFE_INTEGER)

/** Of two that were written at one moment, their bytes decide: both people must decide alike. */
const isNewer = (one: Goal, other: Goal): boolean =>
  one.updatedAt === other.updatedAt ? writeGoal(one) >= writeGoal(other) : one.updatedAt > other.updatedAt

/** The one that was finished last first; one that was not finished is not asked. */
const finishOrder = (newer: Goal, older: Goal): readonly [Goal, Goal] =>
  older.finishedAt > newer.finishedAt ? [older, newer] : [newer, older]

const earlier = (one: string, other: string): string => (one === '' || (other !== '' && other < one) ? other : one)

type Traces = { readonly base: GoalTrace | undefined; readonly newer: GoalTrace; readonly older: GoalTrace }

function mergeTraces({ base, newer, older }: Traces): GoalTrace {
  const entries = (trace: GoalTrace | undefined): readonly (readonly [string, string])[] =>
    Object.entries(trace?.local ?? {})
  const before = new Map(entries(base))
  const later = new Map(entries(newer))
  const local = mergeSets(
    { base: entries(base), ours: entries(newer), theirs: entries(older) },
    ([key]) => key,
    (our, their) => (before.get(our[0]) === later.get(our[0]) ? their : our),
  )
  const notes = mergeSets({ base: base?.notes ?? [], ours: newer.notes, theirs: older.notes }, noteKey)
  return { local: Object.fromEntries(local), notes }
}

const noteKey = ({ at, text }: GoalNote): string => `${at}\n${text}`

const mergeDigests = (three: Three<readonly Handed[]>): readonly Handed[] =>
  mergeSets(
    three,
    ({ goal }) => goal,
    (one, other) => (one.finishedAt + one.digest >= other.finishedAt + other.digest ? one : other),
  )

/** Two who finished one goal said two things of it: the later is its digest, and the other is not lost. */
function withOtherDigest(archive: GoalTrace, finished: Goal, other: Goal): GoalTrace {
  const { digest, finishedAt: at } = other
  if (digest === '' || digest === finished.digest || archive.notes.some(({ text }) => text === digest)) return archive
  return { ...archive, notes: [...archive.notes, { at, text: digest }] }
}
