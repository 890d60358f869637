import { isBump, isRelease } from '../text/bumps.ts'
import { isWithin, type Period } from '../text/dates.ts'
import { terms } from '../text/terms.ts'
import { bringsIn, introduces, speaksOfRemoval } from './came-and-went.ts'
import { bringsOthers, isCommentAtName, isTurnedDown, type LessonCandidate } from './lesson-text.ts'

/** What a rank is multiplied by where it is so, beside a lesson of equal words of which it is not. */
const factors = [
  // A lesson of the tree, beside a bare commit.
  ['curated', 1.08],
  // No longer holds.
  ['past', 0.97],
  // From a commit that was dropped.
  ['dropped', 0.5],
  // Rejected by a person as knowledge.
  ['rejected', 0.5],
  // Known by another repository.
  ['foreign', 0.9],
  // A merge, beside the commits that it brings.
  ['merge', 0.8],
  // A comment at a name, which says how something is, where that is not asked.
  ['comment', 0.6],
  // Gives no reason.
  ['bare', 0.9],
  // A bare commit that only changes tests, examples or jobs, where nothing of these is asked for.
  ['besideCode', 0.8],
  // Moves a dependency to another version, and no version is asked for.
  ['bump', 0.7],
  // Is a release, which names what others brought, and no version is asked for.
  ['release', 0.6],
  // Removes something, and the question asks for a removal.
  ['takesAway', 1.35],
  // Brings what the question asks the arrival of, beside what was done to it since.
  ['bringsIn', 1.35],
  // Brought, or took away, the file or folder that is asked for.
  ['didToFile', 2],
  // Wrote the version that is asked for into a manifest, whatever it is called: that is the answer.
  ['setsVersion', 10],
  // Brought, or took away, the name that is asked for: nothing else is called so.
  ['didToName', 3],
  // Introduces the name that is asked for, beside all that mentions it.
  ['introduces', 1.6],
  // From the time that is asked for.
  ['during', 2],
] as const

type Factor = (typeof factors)[number][0]

/** Terms of a reason, at least; a shorter one is as good as none. */
const leastReason = 6

/** What a question asks for beside its words. */
export type AskedFor = {
  /** Names, such as `route_layer`, of which the question asks what they are. */
  readonly defines?: readonly string[]
  /** Whether the question asks what something is, or does. */
  readonly isAboutWhatIs?: boolean
  /** Whether the question is about something that is no longer there. */
  readonly isAboutRemoval?: boolean
  /** Whether it asks when something came. */
  readonly isAboutArrival?: boolean
  /** The time that the question is about. */
  readonly during?: Period | undefined
}

/** The terms of a question: all that is searched for, and those that say what it is about. */
type Terms = { readonly sought: ReadonlySet<string>; readonly matter: ReadonlySet<string> }

/** Says which factors a candidate is multiplied by, and what each counts. */
export function factorsOf(
  one: LessonCandidate,
  reasonLength: number,
  asked: AskedFor & Terms,
): Readonly<Record<string, number>> {
  const { defines = [], isAboutWhatIs = false, isAboutRemoval = false, isAboutArrival = false, during } = asked
  const { sought, matter } = asked
  const isSo: Readonly<Record<Factor, boolean>> = {
    curated: one.lane === 'tree',
    past: one.note?.status === 'past',
    dropped: one.isDropped === true,
    rejected: isTurnedDown(one),
    foreign: one.source !== '',
    merge: bringsOthers(one),
    comment: !isAboutWhatIs && isCommentAtName(one),
    bare: one.kind === 'lesson' && reasonLength < leastReason,
    bump: one.kind === 'lesson' && isBump(one.headline) && !asksForVersions(sought),
    release: one.kind === 'lesson' && isRelease(one.headline) && !asksForVersions(sought),
    besideCode: one.lane === 'log' && one.isBesideCode === true && !aboutTests.some((term) => sought.has(term)),
    introduces: introduces(one, defines),
    takesAway: isAboutRemoval && speaksOfRemoval(one, { matter, sought }),
    bringsIn: isAboutArrival && bringsIn(one, matter),
    didToFile: one.deed?.to === 'file' || one.deed?.isAside === true,
    didToName: one.deed?.to === 'name' && one.deed.isAside !== true,
    setsVersion: one.deed?.to === 'version',
    during: during !== undefined && isWithin(one.date, during),
  }
  return Object.fromEntries(factors.filter(([name]) => isSo[name]))
}

/** What a question has that asks for tests, examples or jobs. */
const aboutTests = terms(
  'actions bench benchmark ci demo example fixture flaky github job spec suite test tested testing workflow',
)

/** What a question has that asks for a version, beside the numbers of one. */
const ofVersions = terms('bump release update upgrade version')

const asksForVersions = (sought: ReadonlySet<string>): boolean =>
  [...sought].some((term) => ofVersions.includes(term) || /^\d/.test(term))
