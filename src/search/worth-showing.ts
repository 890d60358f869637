import { commitKey } from '../commit.ts'
import { landedTitle, plainTitle, revertedTitle } from '../text/titles.ts'
import { noNote, type LessonNote } from '../tree/note.ts'
import { heldIn } from './bearing.ts'
import { bringsOthers, isTurnedDown, type LessonCandidate, type LessonText } from './lesson-text.ts'
import { type LessonRanking, type RankedLesson, rankOf } from './rank-lessons.ts'

type Showing = Pick<LessonRanking, 'coverageTerms' | 'rarity'> & {
  readonly most: number
  readonly floor: number
  /** Whether the question wants to know how things are, and not how they were. */
  readonly isAboutNow?: boolean
}

/**
 * Keeps what is worth showing: what ranks far behind the first is left out. A commit is shown once, by the one of its
 * lessons that says most of what is asked, and so are equal words.
 */
export function worthShowing(
  ranked: readonly RankedLesson[],
  { most, floor, coverageTerms, rarity, isAboutNow = false }: Showing,
): readonly RankedLesson[] {
  const [first] = ranked
  if (first === undefined) return []
  const seen = new Set<string>()
  const near = onePerCommit(
    ranked.filter(({ rank }) => rank >= first.rank * floor),
    (text) => heldIn(text, coverageTerms, rarity),
  )
  const kept = holdingFirst(foldTwins(near)).filter((one) => {
    const keys = [titleOf(one), ...(one.commit === '' ? [] : [one.commit])]
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
  const shown = kept.slice(0, most)
  return rejectedLast(isAboutNow ? latestFirst(shown) : shown)
}

/**
 * A commit may have several lessons, all ranked by its whole message: the one is kept that says most itself. It may have rules
 * and facts, too: of that lesson and these, the one is kept whose rank without its headline is best.
 */
function onePerCommit(ranked: readonly RankedLesson[], held: (text: string) => number): readonly RankedLesson[] {
  const worth = ({ headline, why }: LessonText): number => held(`${headline}\n${why}`)
  const isLesson = ({ kind, commit }: LessonText): boolean => kind === 'lesson' && commit !== ''
  const lessons = bestOfEach(ranked, { of: isLesson, worth })
  return bestOfEach(lessons, { of: ({ commit }) => commit !== '', worth: rankWithoutHeadline })
}

const rankWithoutHeadline = ({ rank, parts }: RankedLesson): number =>
  parts === undefined ? rank : rankOf({ ...parts, headline: 1 })

/** Keeps of each commit the one of some that is worth most, and of equals the first, in the place of the first. */
function bestOfEach(
  ranked: readonly RankedLesson[],
  { of, worth }: { readonly of: (one: RankedLesson) => boolean; readonly worth: (one: RankedLesson) => number },
): readonly RankedLesson[] {
  const best = new Map<string, RankedLesson>()
  for (const one of ranked.filter(of)) {
    const before = best.get(one.commit)
    if (before === undefined || worth(one) > worth(before)) best.set(one.commit, one)
  }
  const seen = new Set<string>()
  return ranked.flatMap((one) => {
    if (!of(one)) return [one]
    if (seen.has(one.commit)) return []
    seen.add(one.commit)
    return [best.get(one.commit) ?? one]
  })
}

/**
 * Shows one change once: a merge by the commits that it brings, and a reverted commit together with its revert, unless
 * that was reverted, too, or the commit came again.
 */
function foldTwins(ranked: readonly RankedLesson[]): readonly RankedLesson[] {
  const own = ranked.filter((one) => !bringsOthers(one))
  const told = new Set(own.flatMap((one) => [titleOf(one), ...(one.number === '' ? [] : [one.number])]))
  const revertOf = revertsAmong(own)
  const triedBefore = (revert: RankedLesson): RankedLesson | undefined =>
    own.find((one) => takesBack(revert, one) && !isBefore(revert, one))
  const done = new Set<RankedLesson>()
  return ranked.flatMap((one) => {
    if (bringsOthers(one)) return told.has(titleOf(one)) || told.has(one.number) ? [] : [one]
    const first = triedBefore(one) ?? one
    const revert = revertOf(first)
    // A revert that gives a reason answers as well as what it took back; one that gives none, only in that one's place.
    if (done.has(first) || (first !== one && (revert === undefined || one.why === ''))) return []
    done.add(first)
    return [revert === undefined ? one : { ...first, rank: one.rank, note: noteTakenBack(first, revert) }]
  })
}

/** Finds the revert that took a lesson back: none that came before it, was reverted, or is over because the lesson came again. */
function revertsAmong(own: readonly RankedLesson[]): (one: RankedLesson) => RankedLesson | undefined {
  const reverts = own.filter((one) => reverted(one) !== '')
  // Reverts of reverts of one title are asked for each other: each once.
  const known = new Map<RankedLesson, RankedLesson | undefined>()
  const find = (one: RankedLesson): RankedLesson | undefined =>
    reverts.find(
      (revert) =>
        takesBack(revert, one) &&
        !isBefore(revert, one) &&
        revertOf(revert) === undefined &&
        !own.some((again) => reapplies(again, one) && !isBefore(again, revert)),
    )
  const revertOf = (one: RankedLesson): RankedLesson | undefined => {
    if (!known.has(one)) known.set(one, find(one))
    return known.get(one)
  }
  return revertOf
}

/**
 * Puts, of lessons with one title, the first that still holds in the place of one that does not: what was taken back and landed
 * again is told by the commit that landed it (starlette 7936e86f, af1c709a).
 */
function holdingFirst(ranked: readonly RankedLesson[]): readonly RankedLesson[] {
  const isPast = ({ note }: RankedLesson): boolean => note?.status === 'past'
  const holding = new Map<string, RankedLesson>()
  for (const one of ranked) if (!isPast(one) && !holding.has(titleOf(one))) holding.set(titleOf(one), one)
  return ranked.map((one) => {
    const other = isPast(one) ? holding.get(titleOf(one)) : undefined
    return other === undefined ? one : { ...other, rank: one.rank }
  })
}

type InHistory = Pick<LessonCandidate, 'place' | 'date'>

/**
 * Whether a commit came before another, by their places in the history; by their days where an index does not say these. Of one
 * day nobody knows.
 */
const isBefore = (one: InHistory, other: InHistory): boolean =>
  one.place === undefined || other.place === undefined ? one.date < other.date : one.place < other.place

type Titled = Pick<LessonText, 'headline' | 'why'>

const titleOf = ({ headline, why }: Titled): string => plainTitle(headline === '' ? why : headline)

const reverted = (one: Titled): string => plainTitle(revertedTitle(titleOf(one)))

/** Whether a commit says by its title that it takes another back, as git or the tree words it. */
export const takesBack = (one: Titled, other: Titled): boolean =>
  reverted(one) !== '' && reverted(one) === titleOf(other)

/** Whether a commit says by its title that it brings another back. */
export const reapplies = (one: Titled, other: Titled): boolean => {
  const again = plainTitle(landedTitle(titleOf(one)))
  return again !== '' && again === titleOf(other)
}

/** Whether a commit has the title of what another took back, or says that it brings that back. */
export const landsAgain = (one: Titled, revert: Titled): boolean =>
  takesBack(revert, one) || (reverted(revert) !== '' && reapplies(one, { headline: reverted(revert), why: '' }))

/** What is noted of a lesson that a commit took back, whatever its lines say: they may stand elsewhere. */
export const noteTakenBack = (
  { note = noNote }: Pick<LessonCandidate, 'note'>,
  { commit }: Pick<LessonText, 'commit'>,
): LessonNote => ({
  ...note,
  status: 'past',
  supersededBy: [...new Set([commitKey(commit), ...note.supersededBy])],
})

/** Puts a lesson behind the one that changed it later and says why; all else stays in its order. */
function latestFirst(shown: readonly RankedLesson[]): readonly RankedLesson[] {
  const order = new Set<RankedLesson>()
  const put = (one: RankedLesson, before: readonly RankedLesson[]): void => {
    if (before.includes(one)) return
    for (const other of shown) if (changed(other, one)) put(other, [...before, one])
    order.add(one)
  }
  for (const one of shown) put(one, [])
  return [...order]
}

/** Puts what a person rejected or deleted behind all else, however much of the question it says. */
const rejectedLast = (shown: readonly RankedLesson[]): readonly RankedLesson[] =>
  shown.toSorted((a, b) => Number(isTurnedDown(a)) - Number(isTurnedDown(b)))

/** Whether a lesson that was curated is from a commit that changed another later. */
const changed = (later: RankedLesson, { note = noNote }: RankedLesson): boolean =>
  later.lane === 'tree' &&
  later.kind === 'lesson' &&
  note.supersededBy.some((sha) => sha !== '' && later.commit.startsWith(sha))
