import type { LineHistory } from '../lines/line-history.ts'
import { type Outcome, type OutcomeDecision, stands } from './outcome-of.ts'
import { areTestsThere, isForgotten, isHalfGone, isRebuilt, shareLeft } from './what-is-left.ts'

const limits = {
  enough: 0.45, // of the lines are left
  uprooted: 0.2, // of the lines are left, or less
  reworded: 0.5, // of a line is left in one that says nearly the same in its place
  nothing: 0.05, // of the lines are left, or less
  manyCoined: 3, // names that came with a commit, all lost with its lines, outweigh its tests
  leastCoined: 2, // names that came with a commit, for their share to tell
  kept: 0.75, // of these names hold it, whatever became of its lines
  lost: 0.5, // of these names are there, or it has lost them
  manyTests: 3, // that stand hold it, though some are gone
  fewTests: 0.25, // stand, or fewer
}

/** What else is known of a lesson: the names that it speaks of, as the code has them; its headline; who took its lines. */
type Spoken = {
  readonly there: number
  readonly lost: number
  /** Whether its headline names what the code has lost. */
  readonly headsWhatIsLost?: boolean
  /** Whether its headline says that it brought what is there. */
  readonly addsWhatIsThere?: boolean
  /** Whether it closed a hole. */
  readonly closesHole?: boolean
  /** Whether it mends something, and names what was wrong. */
  readonly tellsFix?: boolean
  /** Whether its headline says that something was removed. */
  readonly tellsRemoval: boolean
  /** Whether it speaks of an option that users can still type. */
  readonly isInUse: boolean
  /** Whether all that are named for taking its lines tidied up. */
  readonly isTidied: boolean
  /** Whether all that are named for taking its lines went on with what its headline is about. */
  readonly isCarriedOn?: boolean
  /** Whether who took most of its lines says the same in another language. */
  readonly isTranslated?: boolean
}

/**
 * Settles what lines and names leave open. Of 1,342 lessons of hyper, zap, structlog, raft and packaging that readers held
 * against the code, 52 have a mark that is wrong this way, 129 without it; 28 are told as partly of which nothing is left, not 61.
 * What else is known is asked last: to find the names of a lesson takes long, and most lessons are not open.
 */
export function settleOpen(outcome: Outcome, lines: LineHistory | undefined, tell: () => Spoken): Outcome {
  const isOpen = outcome.status === 'partly' || outcome.status === 'reworked'
  if (!isOpen || lines === undefined || isForgotten(lines)) return outcome
  const spoken = tell()
  const decided = decisionsInOrder().find(({ applies }) => applies(lines, spoken))?.status ?? 'open'
  if (decided === 'open') return outcome
  return decided === 'current' ? stands : { ...outcome, status: decided }
}

/** A status to settle on, or to leave a lesson as open as it was: reworked, or partly. */
type Settlement = Omit<OutcomeDecision<Spoken>, 'status'> & { readonly status: Outcome['status'] | 'open' }

/** Lists what may be decided, each with a real case; where none applies, a lesson stays open. */
const decisionsInOrder = (): readonly Settlement[] => [
  holeStaysClosed,
  namesAreLost,
  enoughIsLeft,
  allTestsHoldIt,
  wasCarriedOn,
  wasRebuilt,
  testsHoldIt,
  wasTidiedAway,
  wasOnlyTidied,
  coinedNamesHoldIt,
  testsHoldSome,
  isItselfARemoval,
  touchedNoCode,
  wasTranslated,
  isUprooted,
  broughtNameHoldsIt,
]

/** “Fix ReDoS vulnerability”: a parser took the place of the expression, and nobody opened the hole again (ws 00c425ec). */
const holeStaysClosed: Settlement = {
  status: 'current',
  applies: (_, { lost, closesHole = false }) => closesHole && lost === 0,
}

/** “Add testing.TB compatible logger”: 22 of 55 lines are there, under another name (zap a02a8ba4). */
const namesAreLost: Settlement = {
  status: 'partly',
  applies: (lines, { there, lost }) => isEnoughLeft(lines) && lost > 0 && there === 0,
}

/**
 * “Fix Headers repr”: two of four lines are there, and two became f-strings (starlette 2b2c0707). Not where a name is lost, too:
 * “I kept the `ReduceOp` trait”, of which 16 of 33 lines are there (rayon ef4646bc), nor where what its headline names goes by another
 * name: “add BufMutExt::limit” (bytes 44fb2061), “Change `gen_range` to accept `Range` types” (rand 98b915fe), nor where two names are
 * lost, but for a fix: “Refactored socket/stream code” (anyio da0a792c), “Fix bulk and multi-bulk length truncation” (hiredis 10919758).
 */
const enoughIsLeft: Settlement = {
  status: 'current',
  applies: (lines, { lost, headsWhatIsLost = false, tellsFix = false }) =>
    isEnoughLeft(lines) &&
    !isOutlived(lines) &&
    (lost === 0 || ((lost === 1 || tellsFix) && !isHalfGone(lines) && !headsWhatIsLost)),
}

/**
 * Whether lines are left, and what they were for is not: “Restored partial backwards compatibility with 2.x”, of which 60 of 143 lines are
 * there, two of 16 tests, and two of six names (anyio 60be2ec2, 2cd27f14).
 */
const isOutlived = (lines: LineHistory): boolean =>
  isHalfGone(lines) &&
  lines.tests.added >= limits.manyTests &&
  lines.tests.there <= lines.tests.added * limits.fewTests &&
  areCoinedNamesFew(lines)

const isEnoughLeft = (lines: LineHistory): boolean => shareLeftReworded(lines) > limits.enough

const shareLeftReworded = (lines: LineHistory): number => shareLeft(lines, { reworded: limits.reworded })

/** “Define tests for equalto”: no line is there, and the test of that name is (jinja 40367c48). */
const testsHoldIt: Settlement = {
  status: 'current',
  applies: (lines, { lost }) => lost === 0 && areTestsThere(lines) && !isGoneWithItsNames(lines, limits.manyCoined),
}

/**
 * “Add these argument to attr.s”: no line is there, and the test that came with it is (attrs 445b6b2e). "Pinned by 1 test · may not
 * hold" contradicts itself: of 14 such lessons of those five projects 11 hold, of ten that readers of attrs, cattrs and responses named all do.
 */
const allTestsHoldIt: Settlement = {
  status: 'current',
  applies: (lines, { lost }) =>
    lost === 0 &&
    lines.tests.added > 0 &&
    (areAllThere(lines) || areManyThere(lines)) &&
    !isGoneWithItsNames(lines, limits.manyCoined),
}

/**
 * Whether next to no line is there, nor one of so many names that came with them. “Implement support for Pydantic's ORM mode”: nine of eleven
 * tests stand, and its clones of models went with Pydantic 1, 52 lines and twelve names (fastapi aa84ac8e). “Multi shell integration
 * tests”: four of five tests and 15 of 309 lines are there, and no shell but bash (just b0c5fa23, be3ec13d).
 */
const isGoneWithItsNames = (lines: LineHistory, least: number): boolean =>
  shareLeft(lines) <= limits.nothing && lines.coined.added >= least && lines.coined.there === 0

const areAllThere = ({ tests }: LineHistory): boolean => tests.there === tests.added

/** "preserve refs in reactive arrays": one line of 14 is there, and eight of nine tests (vue 775a7c2b). */
const areManyThere = (lines: LineHistory): boolean => lines.tests.there >= limits.manyTests && areTestsThere(lines)

/** “Add --debug flag to base command”: 11 of 20 lines went with “Rework how `--debug` is handled in `main`” (pip 03e0053c, 3518d329). */
const wasCarriedOn: Settlement = {
  status: 'current',
  applies: (lines, { lost, isCarriedOn = false }) => lost === 0 && isCarriedOn && !isReversed(lines),
}

/**
 * “Replace NewJSON constructor with NewLogger”: 46 of 46 lines went with “Refactor zap around Facility”, and another NewLogger
 * is there (zap 4891e1d4). Whoever tidied up, or kept tests and names, may have changed what was so: of 67 such lessons 18 are false.
 */
const wasRebuilt: Settlement = {
  status: 'open',
  applies: (lines, spoken) =>
    isRebuilt(lines) && [testsHoldIt, wasOnlyTidied, coinedNamesHoldIt].some(({ applies }) => applies(lines, spoken)),
}

/** “refactor default columns configuration into a method”: 14 of 22 lines went with “refactor column re-creation” (structlog 509902ce). */
const wasOnlyTidied: Settlement = {
  status: 'current',
  applies: (_, { lost, isTidied }) => lost === 0 && isTidied,
}

/** “Add option to force usage of inline namespaces”, until somebody did “Require inline namespaces”: no line is left, nor the name that it brought (fmt 280b5612). */
const isReversed = (lines: LineHistory): boolean => isNoneLeft(lines) && isGoneWithItsNames(lines, 1)

const isNoneLeft = ({ added, gone, rewritten }: LineHistory): boolean => gone === added && rewritten === 0

/**
 * “Fix for older versions of intel compiler”: its only line went with "Cleanup bit_cast", and nothing says it in other words (fmt
 * ae3ea156).
 */
const wasTidiedAway: Settlement = {
  status: 'open',
  applies: (lines, spoken) => isNoneLeft(lines) && wasOnlyTidied.applies(lines, spoken),
}

/** “send a GOAWAY when the user's Service::poll_ready errors”: 5 of 17 lines are there, and both names (hyper 42c5efc0). */
const coinedNamesHoldIt: Settlement = {
  status: 'current',
  applies: ({ coined }, { lost }) =>
    lost === 0 && coined.added >= limits.leastCoined && coined.there >= coined.added * limits.kept,
}

/**
 * “Add `TakesFile` to fish shell completion”: its lines went with a rewriting, and flags have the field (urfave/cli a1cf7f44). Of nine
 * such lessons of 34 projects seven hold.
 */
const broughtNameHoldsIt: Settlement = {
  status: 'current',
  applies: (_, { lost, addsWhatIsThere = false }) => lost === 0 && addsWhatIsThere,
}

/** “remove ServerResonse.headerSent monkey patch”: a name that is removed is not lost (express 68352895). */
const isItselfARemoval: Settlement = { status: 'open', applies: (_, { tellsRemoval }) => tellsRemoval }

/** “Refactor zap around Faclity”: a name is lost, and two of four tests stand (zap e5bfe32b). */
const testsHoldSome: Settlement = { status: 'open', applies: areTestsThere }

/** “Switch from tox to nox”: what touched no code is judged by its lines alone (packaging 93f1df24). */
const touchedNoCode: Settlement = { status: 'open', applies: ({ isNonCode }) => isNonCode }

/**
 * “HeldCertificate: a cert and its private key”: 12 of 119 lines are there, and ten of twelve names (okhttp e983dd2a, 6ee3c89d). What no
 * language writes as another one does says nothing of what it does.
 */
const wasTranslated: Settlement = { status: 'open', applies: (_, { isTranslated = false }) => isTranslated }

/** “Encode errors under different keys”: no line is there, nor what it speaks of (zap 63d56df1). */
const isUprooted: Settlement = {
  status: 'past',
  applies: (lines, { lost, isInUse }) =>
    !isInUse && shareLeftReworded(lines) <= limits.uprooted && (lost > 0 || areCoinedNamesFew(lines)),
}

const areCoinedNamesFew = ({ coined }: LineHistory): boolean =>
  coined.added >= limits.leastCoined && coined.there < coined.added * limits.lost
