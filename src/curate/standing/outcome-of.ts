import { short } from '../../text/words.ts'
import { removes } from '../message/headline-kinds.ts'
import type { LessonNote } from '../../tree/note.ts'
import type { LineHistory } from '../lines/line-history.ts'

/**
 * How much must be left for a lesson to hold, and how much a later commit must have taken out to be named. Of 36 commits
 * checked by hand, 11 of 14 whose statement is false today stood at or below one half, and 17 of 22 true ones above.
 */
const limits = {
  least: 3, // lines; of fewer, their number tells nothing
  partly: 0.5, // of the lines are left, or less
  past: 0.1,
  spoken: 0.45, // what holds once names and tests were asked, and a line worded anew counts for half
  uprooted: 0.2,
  taken: 0.2, // of the lines, by a commit that is named for it
  mostRemovers: 2,
  tested: 0.5, // of its tests stand, and hold what they promise
  removal: 3, // lines taken out for each that was put in: such a commit is about what it took out
  anew: 0.6, // of what is gone is worded anew: that is not gone
  coined: 0.5, // of the names that came with it stand for it
  kept: 0.75, // of these names hold it, whatever became of its lines
  leastCoined: 2,
  manyCoined: 4,
}

/** What became of a lesson, as its note says it. */
export type Outcome = Pick<LessonNote, 'status' | 'supersededBy'>
/** The outcome of a lesson that holds. */
export const stands: Outcome = { status: 'current', supersededBy: [] }

/** Whether later commits are about what a lesson is about: who only touched its lines took nothing of it back. */
type IsAbout = (removers: readonly string[]) => boolean

/** What was removed holds until it comes again, whatever becomes of the lines that closed the gap. */
export const isRemoval = (title: string, { added, removed }: LineHistory): boolean =>
  removes.test(title) && removed >= added

/** Says what became of a lesson: whether its lines still stand, and which later commits took them out. */
export function outcomeOf(
  lineHistory: LineHistory,
  { isAbout = () => true }: { readonly isAbout?: IsAbout } = {},
): Outcome {
  const { added, gone, rewritten, removed, removers, names, isFromBeforeRestart } = lineHistory
  if (lineHistory.isNonCode) return outcomeOfNonCode(lineHistory)
  const left = 1 - gone / Math.max(1, added)
  const isBegunAgain = isFromBeforeRestart && left <= limits.past
  const isEnded = isBegunAgain || isForgotten(lineHistory) || isUncoined(lineHistory, limits.manyCoined)
  if (!isEnded && isPromised(lineHistory)) return stands
  if (added < limits.least) return isForgotten(lineHistory) ? past(removers.slice(0, 1)) : ofFew(lineHistory, isAbout)
  if (!isBegunAgain && !isForgotten(lineHistory) && left > limits.partly) return stands
  const isAboutWhatWent = removed >= added * limits.removal
  const main = mainRemovers(lineHistory)
  // What is nearly all written anew, or goes on by the name that the headline has for it, is not gone.
  const isAnew = rewritten >= gone * limits.anew
  const isNamed = names.added > 0 && names.there === names.added
  const outcome = past(main)
  const isPast =
    isBegunAgain ||
    (left <= limits.past &&
      !isAnew &&
      !isNamed &&
      !isAboutWhatWent &&
      (isForgotten(lineHistory) || isUndone(lineHistory, outcome, isAbout)))
  return isPast ? outcome : partlyBy(main)
}

/** What else is known of a lesson: the names that it speaks of, as the code has them; its headline; who took its lines. */
type Spoken = {
  readonly there: number
  readonly lost: number
  /** Whether its headline says that something was removed. */
  readonly tellsRemoval: boolean
  /** Whether all that are named for taking its lines tidied up. */
  readonly isTidied: boolean
}

/**
 * Settles what lines and names leave open. Of 1,342 lessons of hyper, zap, structlog, raft and packaging that readers held
 * against the code, 52 have a mark that is wrong this way, 129 without it; 28 are told as partly of which nothing is left, not 61.
 */
export function reweighed(outcome: Outcome, lineHistory: LineHistory | undefined, spoken: Spoken): Outcome {
  if (outcome.status !== 'partly' || lineHistory === undefined || isForgotten(lineHistory)) return outcome
  const { there, lost, tellsRemoval, isTidied } = spoken
  const { added, gone, rewritten, coined } = lineHistory
  // A line that says nearly the same as the one in whose place it stands is half of it.
  const left = 1 - (gone - rewritten / 2) / Math.max(1, added)
  if (left > limits.spoken) return lost > 0 && there === 0 ? outcome : stands
  const isNamed = coined.added >= limits.leastCoined
  if (lost === 0 && (isPromised(lineHistory) || isTidied || (isNamed && coined.there >= coined.added * limits.kept)))
    return stands
  const isUprooted = lost > 0 || (isNamed && coined.there < coined.added * limits.coined)
  const isPast =
    left <= limits.uprooted && isUprooted && !tellsRemoval && !isPromised(lineHistory) && !lineHistory.isNonCode
  return isPast ? { ...outcome, status: 'past' } : outcome
}

/** The later commits that are named for what is gone of many lines. */
const mainRemovers = ({ added, gone, removers }: LineHistory): LineHistory['removers'] =>
  removers.filter(({ lines }) => lines >= 2 && (lines >= added * limits.taken || lines >= gone / 2))

/**
 * Of a commit that touched no code nothing but its lines can hold: of 30 lessons of which none was left, readers found one
 * worth knowing, and half of the others told as if it still were so.
 */
function outcomeOfNonCode(lineHistory: LineHistory): Outcome {
  const { added, gone, removers } = lineHistory
  const left = 1 - gone / Math.max(1, added)
  const main = added < limits.least ? removers : mainRemovers(lineHistory)
  if (left <= limits.past && !isPromised(lineHistory)) return past(main)
  return left <= limits.partly ? partlyBy(main) : stands
}

/** What a headline is about and the code does not know any more is not advice, however few lines it had. */
const isForgotten = ({ names }: LineHistory): boolean => names.added > 0 && names.there === 0

/** Tests that still stand hold what they promise, in whatever words the code says it now. */
const isPromised = ({ tests }: LineHistory): boolean => tests.added > 0 && tests.there >= tests.added * limits.tested

/** Whether so many names came with a commit, and the code has none of them any more. */
const isUncoined = ({ coined }: LineHistory, least: number): boolean => coined.added >= least && coined.there === 0

/** Half of the names that came with a commit stand for it, in whatever lines; none of them, and it is undone whoever did it. */
function isUndone(lineHistory: LineHistory, { supersededBy }: Outcome, isAbout: IsAbout): boolean {
  const { coined } = lineHistory
  if (coined.added > 0 && coined.there >= coined.added * limits.coined) return false
  return isUncoined(lineHistory, limits.leastCoined) || isAbout(supersededBy)
}

const partlyBy = (removers: LineHistory['removers']): Outcome => ({ ...past(removers), status: 'partly' })

const past = (removers: LineHistory['removers']): Outcome => ({
  status: 'past',
  supersededBy: removers.slice(0, limits.mostRemovers).map(({ commit }) => short(commit)),
})

/**
 * Of a line or two nothing is left, and somebody took them: a version that was pinned, an option that was allowed. Where
 * one that says nearly the same stands in its place, nobody can tell.
 */
function ofFew(lineHistory: LineHistory, isAbout: IsAbout): Outcome {
  const { added, gone, rewritten, removers } = lineHistory
  if (added === 0 || gone < added || removers.length === 0 || rewritten >= gone) return stands
  const outcome = past(removers.slice(0, 1))
  return isUndone(lineHistory, outcome, isAbout) ? outcome : partlyBy(removers.slice(0, 1))
}

/** Whether a commit wrote enough lines for their number to tell what became of it. */
export const isFollowedWell = ({ added }: LineHistory): boolean => added >= limits.least

/** Whether enough of what a commit wrote is in the code for nobody to have taken it back. */
export const isBack = (lineHistory: LineHistory): boolean =>
  isFollowedWell(lineHistory) && lineHistory.gone < lineHistory.added * limits.partly
