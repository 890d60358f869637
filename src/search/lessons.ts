import { isWithin, type Period } from '../text/dates.ts'
import { heldTogether } from './bearing.ts'
import { bm25f, type Rarity } from './bm25.ts'
import {
  bringsOthers,
  introduces,
  type LessonCandidate,
  partNames,
  speaksOfRemoval,
  partTermsOf,
  wholeTextOf,
} from './lesson-text.ts'
import { blend } from './likeness.ts'
import { type StandIns, standInsAmong, standInShare } from './stand-ins.ts'

/**
 * What a rank is the product of: the points of all words, what the share of the question that is held counts, what the
 * share counts that two neighbouring sentences hold, and the factors by their names. Where meaning takes part, the rank is that and the likeness, each beside the best.
 */
export type LessonParts = {
  readonly byTerm: Readonly<Record<string, number>>
  readonly words: number
  readonly coverage: number
  readonly together: number
  readonly factors: Readonly<Record<string, number>>
}

/** A candidate with what made its rank. */
export type RankedLesson = LessonCandidate & {
  readonly rank: number
  /** The share of the question, by the rarity of its words, that its own words hold; from 0 to 1. */
  readonly covers: number
  /** Not known of what was not ranked by words. */
  readonly parts?: LessonParts
}

/**
 * What a curated lesson counts beside a bare commit of equal words, what no longer holds beside what does, what another
 * repository knows beside what this one does, a merge beside the commits that it brings, what gives no reason beside what
 * does, what tells of a removal where one is asked for, what introduces a name beside all that speaks of it, and what is
 * from the time that is asked for.
 */
const factors = {
  curated: 1.08,
  past: 0.97,
  foreign: 0.9,
  merge: 0.8,
  bare: 0.9,
  takesAway: 1.2,
  introduces: 1.6,
  during: 2,
}

/** How much of a rank is coverage, and what a word counts for it that stands only in the diff. */
const shares = { coverage: 0.8, diff: 0.5 }

/**
 * BM25F: what a word counts in each part, and what the part's length tells. A long message is no worse for it, so its b is
 * below the usual 0.75; on 80 questions about five repositories that alone brings a twelfth more decisions among the first three.
 */
const parts = {
  subject: { weight: 2, b: 0.3 },
  body: { weight: 2, b: 0.3 },
  paths: { weight: 2, b: 0.3 },
  diff: { weight: 0.5, b: 0.5 },
}
const saturation = 1.2
/** A reason of fewer terms than this is none. */
const leastReason = 6

/**
 * What is looked for: `asked` is what is to be held, `found` all that finds, compounds and dates too; `defines` are the
 * names, such as `route_layer`, of which the question asks what they are. `means` says how many terms the parts of a commit
 * have on average.
 */
export type LessonRanking = {
  readonly asked: readonly string[]
  readonly found?: readonly string[]
  readonly rarity: Rarity
  readonly means: Readonly<Record<keyof typeof parts, number>>
  readonly defines?: readonly string[]
  /** Whether the question is about something that is no longer there. */
  readonly isAboutRemoval?: boolean
  /** The time that the question is about. */
  readonly during?: Period | undefined
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: ReadonlyMap<number, number> | undefined
  /** What may stand for a word that is asked. */
  readonly standIns?: StandIns
}

/** Ranks what was found, best first: by its words, by how much of the question it holds, and by meaning where that is known. */
export function rankLessons(candidates: readonly LessonCandidate[], ranking: LessonRanking): readonly RankedLesson[] {
  const { asked, found = asked, rarity, means, defines = [], isAboutRemoval = false, during, likeness } = ranking
  const { standIns = new Map() } = ranking
  const all = asked.reduce((sum, term) => sum + rarity(term), 0)
  const sought = new Set([...asked, ...found])
  const soughtIn = (said: readonly string[]): readonly string[] =>
    said.filter((term) => sought.has(term) || standIns.has(term))
  const ranked = candidates.map((one): RankedLesson => {
    const words = partTermsOf(one)
    // Of the hundreds of terms that a commit has, a few are in the question: only these are counted.
    const said = partNames.map((part) => ({ part, terms: soughtIn(words[part]), length: words[part].length }))
    const own = new Set(said.flatMap(({ part, terms: held }) => (part === 'diff' ? [] : held)))
    const inDiff = new Set(said.at(-1)?.terms)
    const instead = standInsAmong(own, { standIns, rarity })
    const shareOf = (term: string): number => (own.has(term) ? 1 : inDiff.has(term) ? shares.diff : 0)
    const heldOf = (term: string): number => {
      const other = instead.get(term)
      const counted = other === undefined ? 0 : standInShare * Math.min(rarity(other), rarity(term))
      return Math.max(rarity(term) * shareOf(term), counted)
    }
    const held = asked.reduce((sum, term) => sum + heldOf(term), 0)
    const covers = all === 0 ? 0 : held / all
    const weighed = said.map(({ part, ...counted }) => ({ ...parts[part], ...counted, mean: means[part] }))
    const points = bm25f(weighed, { asked: [...found, ...instead.values()], rarity, saturation })
    const byTerm = countInstead(points, { found, instead, rarity })
    const isSo: Readonly<Record<keyof typeof factors, boolean>> = {
      curated: one.lane === 'tree',
      past: one.note?.status === 'past',
      foreign: one.source !== '',
      merge: bringsOthers(one),
      bare: one.kind === 'lesson' && words.body.length < leastReason,
      introduces: introduces(one, defines),
      takesAway: isAboutRemoval && speaksOfRemoval(one, sought),
      during: during !== undefined && isWithin(one.date, during),
    }
    return { ...one, covers, ...rankOf(byTerm, covers, isSo) }
  })
  return withMeaning(withTogether(ranked.toSorted(byRank), { asked, rarity }), likeness).toSorted(byRank)
}

/** Lets a synonym count for the word that it stands for, as far as that one would. */
function countInstead(
  points: ReadonlyMap<string, number>,
  { found, instead, rarity }: { found: readonly string[]; instead: ReadonlyMap<string, string>; rarity: Rarity },
): ReadonlyMap<string, number> {
  const pointsOf = (term: string): number => {
    const other = instead.get(term)
    const own = points.get(term) ?? 0
    if (other === undefined) return own
    return Math.max(own, standInShare * (points.get(other) ?? 0) * Math.min(1, rarity(term) / rarity(other)))
  }
  return new Map(found.map((term) => [term, pointsOf(term)]))
}

const byRank = (a: RankedLesson, b: RankedLesson): number =>
  b.rank - a.rank || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)

/**
 * Lets those that rank first count more by the share of the question that two neighbouring sentences of theirs hold: a long
 * message has most words somewhere, and what is said in one place is about them. Of 263 questions about eighteen
 * repositories two more are answered first and three more among the first three.
 */
function withTogether(
  ranked: readonly RankedLesson[],
  { asked, rarity }: Pick<LessonRanking, 'asked' | 'rarity'>,
): readonly RankedLesson[] {
  return ranked.map((one, at) => {
    if (at >= readClosely) return one
    const together = 1 + heldTogether(wholeTextOf(one), asked, rarity)
    return { ...one, rank: one.rank * together, ...(one.parts && { parts: { ...one.parts, together } }) }
  })
}

/** So many of the first are read sentence by sentence; with five or with all the same ones come first. */
const readClosely = 10

/** Multiplies what a lesson counts by its words, by how much of the question it holds, and by what it is. */
function rankOf(
  byTerm: ReadonlyMap<string, number>,
  covers: number,
  isSo: Readonly<Record<string, boolean>>,
): Required<Pick<RankedLesson, 'rank' | 'parts'>> {
  const words = [...byTerm.values()].reduce((sum, points) => sum + points, 0)
  const coverage = 1 - shares.coverage + shares.coverage * covers
  const counted = Object.entries(factors).filter(([name]) => isSo[name])
  return {
    rank: counted.reduce((rank, [, factor]) => rank * factor, words * coverage),
    parts: {
      byTerm: Object.fromEntries([...byTerm].filter(([, points]) => points > 0)),
      words,
      coverage,
      together: 1,
      factors: Object.fromEntries(counted),
    },
  }
}

function withMeaning(
  ranked: readonly RankedLesson[],
  likeness: ReadonlyMap<number, number> | undefined,
): readonly RankedLesson[] {
  if (likeness === undefined) return ranked
  const best = Math.max(Number.MIN_VALUE, ...ranked.map(({ rank }) => rank))
  // A statement that is not among the nearest is far; a bare commit has no vector at all.
  const meaningOf = ({ statement }: RankedLesson): number | undefined =>
    statement === undefined ? undefined : (likeness.get(statement) ?? 0)
  return ranked.map((one) => ({ ...one, rank: blend(one.rank / best, meaningOf(one)) }))
}

/** How much of a question is held by the one that holds most of it, of those that rank first. */
export const coverage = (ranked: readonly RankedLesson[]): number =>
  Math.max(0, ...ranked.slice(0, 10).map(({ covers }) => covers))
