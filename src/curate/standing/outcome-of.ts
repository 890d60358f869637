import { short } from '../../text/words.ts'
import { removes } from '../message/headline-kinds.ts'
import type { LessonNote } from '../../tree/note.ts'
import type { LineHistory } from '../lines/line-history.ts'
import {
  areTestsThere,
  isFollowedWell,
  isForgotten,
  isHalfGone,
  isNearlyGone,
  isRebuilt,
  isReworded,
} from './what-is-left.ts'

const limits = {
  taken: 0.2, // of the lines, by a commit that is named for it
  mostRemovers: 2,
  removal: 3, // lines taken out for each that was put in: such a commit is about what it took out
  coined: 0.5, // of the names that came with it stand for it
  leastCoined: 2,
  manyCoined: 4,
  kept: 0.75, // of these names are there, whatever became of its lines
}

/** What became of a lesson, as its note says it. */
export type Outcome = Pick<LessonNote, 'status' | 'supersededBy'>
/** The outcome of a lesson that holds. */
export const stands: Outcome = { status: 'current', supersededBy: [] }

/** Whether later commits are about what a lesson is about: who only touched its lines took nothing of it back. */
type IsAbout = (removers: readonly string[]) => boolean

/** Says what became of a lesson: whether its lines still stand, and which later commits took them out. */
export function outcomeOf(lines: LineHistory, { isAbout = () => true }: { readonly isAbout?: IsAbout } = {}): Outcome {
  const supersededBy = removersToName(lines).map(({ commit }) => short(commit))
  const decided = decisionsOn(lines).find(({ applies }) => applies(lines, { isTakenBack: () => isAbout(supersededBy) }))
  if (decided === undefined || decided.status === 'current') return stands
  // One line of a manifest is next to another: "get go-cty@v1.2.0" was not reworked by who tidied up tests (hcl afbe5248).
  const isNamed = (sha: string): boolean => !lines.isNonCode || isAbout([sha])
  return { status: decided.status, supersededBy: supersededBy.filter(isNamed) }
}

/** Whether the commits that took a lesson's lines are about what it is about, asked last: the answer takes long. */
type Later = { readonly isTakenBack: () => boolean }

/**
 * Says what became of a commit by its title and its lines: what was removed holds until it comes again, whatever becomes of
 * the lines that closed the gap.
 */
export const outcomeByTitle = (title: string, lines: LineHistory, how: { readonly isAbout?: IsAbout } = {}): Outcome =>
  isRemoval(title, lines) ? (lines.isFromBeforeRestart ? rebuilt : stands) : outcomeOf(lines, how)

/** Who begins again may bring back what was removed: "Remove convenience methods for CONNECT" (ureq 00e3294a). */
const rebuilt: Outcome = { status: 'reworked', supersededBy: [] }

/** A reason to give a lesson a status, by what became of its lines and what else is known. */
export type OutcomeDecision<Known> = {
  readonly status: Outcome['status']
  readonly applies: (lines: LineHistory, known: Known) => boolean
}

/**
 * Lists what may be decided, each with a real case: the first that applies is what became of a lesson.
 * Where none does, it holds.
 */
function decisionsOn(lines: LineHistory): readonly OutcomeDecision<Later>[] {
  if (lines.isNonCode) return [textIsTakenBack, textIsGone, halfOfTextIsGone]
  const byWhatIsLeft = isFollowedWell(lines)
    ? [
        codeWasBegunAgain,
        mostOfItStands,
        standsUnderAnotherName,
        someOfItStands,
        isSaidAnew,
        namesStand,
        isItselfARemoval,
        nameIsForgotten,
      ]
    : [nameIsForgotten, isNotWhollyTaken]
  return [
    testsAreLeft,
    testsHoldIt,
    ...byWhatIsLeft,
    coinedNamesStand,
    coinedNamesAreLost,
    isTakenBack,
    isTakenInPassing,
  ]
}

/** Whether its tests stand, and nothing says that they say nothing. */
function doTestsHold(lines: LineHistory): boolean {
  return areTestsThere(lines) && !isOverWhateverTestsSay(lines)
}

/** “Handler should ignore an empty Attr”: two of six lines are there, and its three tests (zap e9f4bda4). */
const testsHoldIt: OutcomeDecision<Later> = {
  status: 'current',
  applies: doTestsHold,
}

/**
 * “Mark appropriately, without premature end”: a rewrite kept two of its tests, and not the queue that it speaks of (glob
 * d1ae4c29). “prevent incorrect automatic OPTIONS responses” holds in a router that was written anew (express a3b5f6d0).
 */
const testsAreLeft: OutcomeDecision<Later> = {
  status: 'reworked',
  applies: (lines) => doTestsHold(lines) && isRebuilt(lines),
}

// Tests are called alike after a restart, and where what they tested goes by another name.
const isOverWhateverTestsSay = (lines: LineHistory): boolean =>
  isBegunAgain(lines) || isForgotten(lines) || areCoinedNamesLost(lines, limits.manyCoined)

/** Jinja, as it was before “a clean restart” (jinja 07bc684c). */
const codeWasBegunAgain: OutcomeDecision<Later> = { status: 'past', applies: (lines) => isBegunAgain(lines) }

/**
 * Who begins again may keep what was there: of twelve names that came with "Timeouts begin and end when their respective phase …" nine
 * stand (got da4f2369).
 */
const isBegunAgain = (lines: LineHistory): boolean =>
  lines.isFromBeforeRestart && isNearlyGone(lines) && !areCoinedNamesKept(lines)

const areCoinedNamesKept = ({ coined }: LineHistory): boolean =>
  coined.added >= limits.manyCoined && coined.there >= coined.added * limits.kept

/** “Keep track of `<stderr>` and `<stdout>` mix”: 58 of 63 lines are there (click 0e0c0032). */
const mostOfItStands: OutcomeDecision<Later> = {
  status: 'current',
  applies: (lines) => !isHalfGone(lines) && !isForgotten(lines),
}

/** “Add `prefer_wildcard`”: its lines are there, and what its headline names is not. */
const standsUnderAnotherName: OutcomeDecision<Later> = {
  status: 'partly',
  applies: (lines) => !isNearlyGone(lines) && isForgotten(lines),
}

/** “param=None is the same as not passing the param”: with types since, 2 of 7 lines are there (click f85a35da). */
const someOfItStands: OutcomeDecision<Later> = { status: 'reworked', applies: (lines) => !isNearlyGone(lines) }

/** “Use path=/ for session cookies”: two of three lines say it with a setting by now (starlette 679e7dae). */
const isSaidAnew: OutcomeDecision<Later> = { status: 'reworked', applies: isReworded }

/** “Restore req.params after invoking Router”: none of 14 lines is there, and `req.params` is (express b89a5970). */
const namesStand: OutcomeDecision<Later> = {
  status: 'reworked',
  applies: ({ names }) => names.added > 0 && names.there === names.added,
}

/** “use path-to-regexp” put in 3 lines, none of which is there, and took out 37 (express 33210550). */
const isItselfARemoval: OutcomeDecision<Later> = {
  status: 'reworked',
  applies: ({ added, removed }) => removed >= added * limits.removal,
}

/** “deprecate app.del”: nothing of that name is there (express 0461e553). */
const nameIsForgotten: OutcomeDecision<Later> = { status: 'past', applies: isForgotten }

/** “replace utils.escape with html-escape”: one of two lines is there (express f433b7c7). */
const isNotWhollyTaken: OutcomeDecision<Later> = {
  status: 'current',
  applies: ({ added, gone, rewritten, removers }) =>
    added === 0 || gone < added || removers.length === 0 || rewritten >= gone,
}

/** “Add support for uint and uint64”: another package does it, by 4 of 7 names that came with it (zap b56bc628). */
const coinedNamesStand: OutcomeDecision<Later> = {
  status: 'reworked',
  applies: ({ coined }) => coined.added > 0 && coined.there >= coined.added * limits.coined,
}

/** “strip win32 path prefixes”: none of 5 names is there, and the commit that took them says “revert” (click c7c21790). */
const coinedNamesAreLost: OutcomeDecision<Later> = {
  status: 'past',
  applies: (lines) => areCoinedNamesLost(lines, limits.leastCoined),
}

const areCoinedNamesLost = ({ coined }: LineHistory, least: number): boolean =>
  coined.added >= least && coined.there === 0

/** “refactor completion command splitting”, until somebody did “redesign shell completion system” (click 347b45be). */
const isTakenBack: OutcomeDecision<Later> = { status: 'past', applies: (_, later) => later.isTakenBack() }

/** “Move to 'databases'”, whose lines went with “Request state” and a release (starlette e8dff17e). */
const isTakenInPassing: OutcomeDecision<Later> = { status: 'reworked', applies: () => true }

/** “cache node_modules on CI”, until CI was another one (express 741a5aac). */
const textIsTakenBack: OutcomeDecision<Later> = {
  status: 'past',
  applies: (lines, later) => isNearlyGone(lines) && !areTestsThere(lines) && later.isTakenBack(),
}

/**
 * “Only enforce 'correctness' lints”: its line went when something else was passed to each command (bat 2765c6ba, 697d106b). Of
 * nine such lessons of pages and settings that were told as past, readers found that five held.
 */
const textIsGone: OutcomeDecision<Later> = {
  status: 'reworked',
  applies: (lines) => isNearlyGone(lines) && !areTestsThere(lines),
}

/** “Add a benchmark for disabled log levels”: 5 of 18 lines are there (zap 33e36e69). */
const halfOfTextIsGone: OutcomeDecision<Later> = { status: 'reworked', applies: isHalfGone }

/** The later commits that are named for what is gone: of a line or two, the one that took most. */
function removersToName(lines: LineHistory): LineHistory['removers'] {
  const { removers, isNonCode, added, gone } = lines
  if (!isFollowedWell(lines)) return removers.slice(0, isNonCode ? limits.mostRemovers : 1)
  return removers
    .filter((one) => one.lines >= 2 && (one.lines >= added * limits.taken || one.lines >= gone / 2))
    .slice(0, limits.mostRemovers)
}

/** Whether a commit says that it takes something out, and does. */
const isRemoval = (title: string, { added, removed }: LineHistory): boolean => removes.test(title) && removed >= added
