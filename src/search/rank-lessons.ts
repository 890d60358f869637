import { bm25f, type Rarity } from './bm25.ts'
import { type DecisionsOf, withDecisions } from './decisions.ts'
import { type AskedFor, factorsOf } from './factors.ts'
import { blend } from './likeness.ts'
import { type LessonCandidate, partNames, partTermsOf } from './lesson-text.ts'
import { shareHeld } from './share-held.ts'
import { type StandIns, standInsAmong, standInShare } from './stand-ins.ts'

/**
 * What a rank is the product of; `byTerm` adds up to `words`. Where meaning takes part, the rank is that and the
 * likeness, each as a share of the best.
 */
export type LessonParts = {
  readonly byTerm: Readonly<Record<string, number>>
  /** The points of all terms. */
  readonly words: number
  /** What the share of the question counts that the whole lesson holds. */
  readonly coverage: number
  /** What the share of its headline counts that the question holds. */
  readonly headline: number
  /** Those that it is multiplied by, by their names. */
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

/** How much of a rank is coverage. */
const shareOfCoverage = 0.8

/**
 * BM25F: what a word counts in each part, and what the part's length tells. A long message is no worse for it, so its b
 * is below the usual 0.75; on 80 questions about five repositories that alone brings a twelfth more decisions among the
 * first three. Bodies are measured against the commits that have one, so that theirs is higher: of 431 questions about 40
 * repositories 311 have their commit among the first three, at 0.45 and 0.6 309 and 310; measured against all, 306.
 */
const parts = {
  subject: { weight: 2, b: 0.3 },
  body: { weight: 2, b: 0.5 },
  paths: { weight: 2, b: 0.3 },
  diff: { weight: 0.5, b: 0.5 },
}
const saturation = 1.2
/** Terms of a headline, at least: a shorter one is soon all about what is asked. */
const leastHeadline = 3

/** Lessons whose entries are asked for what was decided about them. */
const mostDecided = 10

/** What candidates are ranked by. */
export type LessonRanking = AskedFor & {
  /** The terms of which a candidate covers a share. */
  readonly coverageTerms: readonly string[]
  /** The terms that give points: those, and compounds and dates. */
  readonly searchTerms?: readonly string[]
  /** The terms that say what the question is about: those to cover without words to talk with ("still", "used"). */
  readonly matterTerms?: readonly string[]
  /** Names that no message has, with the words that say the same: the diff that has one is about it. */
  readonly inCode?: ReadonlyMap<string, readonly string[]>
  readonly rarity: Rarity
  /** How many terms each part of a commit has on average, where it has any. */
  readonly means: Readonly<Record<keyof typeof parts, number>>
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: ReadonlyMap<number, number> | undefined
  /** What may stand for a word that is asked. */
  readonly standIns?: StandIns
  readonly decided?: DecisionsOf
}

/**
 * Ranks what was found, best first: by its words, by how much of the question it holds, and by meaning where that is
 * known.
 */
export function rankLessons(candidates: readonly LessonCandidate[], ranking: LessonRanking): readonly RankedLesson[] {
  const { coverageTerms, searchTerms = coverageTerms, matterTerms = coverageTerms, likeness } = ranking
  const sought = new Set([...coverageTerms, ...searchTerms])
  const prepared = { ...ranking, searchTerms, sought, matter: new Set(matterTerms) }
  const ranked = candidates.map((one) => rankByWords(one, prepared))
  const first = withDecisions(ranked.toSorted(byRank), { decided: ranking.decided, most: mostDecided })
  return withMeaning(first, likeness).toSorted(byRank)
}

/** A ranking, with all of its terms as a set. */
type PreparedRanking = LessonRanking & {
  readonly searchTerms: readonly string[]
  readonly sought: ReadonlySet<string>
  readonly matter: ReadonlySet<string>
}

function rankByWords(one: LessonCandidate, prepared: PreparedRanking): RankedLesson {
  const { coverageTerms, searchTerms, rarity, means, standIns = new Map(), inCode, sought } = prepared
  const words = partTermsOf(one)
  const soughtIn = (said: readonly string[]): readonly string[] =>
    said.filter((term) => sought.has(term) || standIns.has(term))
  // A commit has hundreds of terms, and the question a few: only those are counted.
  const said = partNames.map((part) => ({ part, terms: soughtIn(words[part]), length: words[part].length }))
  const own = new Set(said.flatMap(({ part, terms: held }) => (part === 'diff' ? [] : held)))
  const inDiff = new Set(said.at(-1)?.terms)
  const instead = standInsAmong(own, { standIns, rarity })
  const covers = shareHeld(coverageTerms, { own, inDiff, told: [words.subject, words.body], inCode, instead, rarity })
  const weighed = said.map(({ part, ...counted }) => ({ ...parts[part], ...counted, mean: means[part] }))
  const points = bm25f(weighed, { scoredTerms: [...searchTerms, ...instead.values()], rarity, saturation })
  const byTerm = countInstead(points, { searchTerms, instead, rarity })
  const made: LessonParts = {
    byTerm: Object.fromEntries([...byTerm].filter(([, counted]) => counted > 0)),
    words: [...byTerm.values()].reduce((sum, counted) => sum + counted, 0),
    coverage: 1 - shareOfCoverage + shareOfCoverage * covers,
    headline: 1 + shareAsked(one.kind === 'lesson' ? [words.subject] : [words.subject, words.body], prepared),
    factors: factorsOf(one, words.body.length, prepared),
  }
  return { ...one, covers, parts: made, rank: rankOf(made) }
}

/**
 * The share of a headline's terms that the question is about, or that stand for one of these: a headline that says nothing else is
 * about just that, while a long one may mention it (on 335 questions 189 instead of 183 deciding commits come first). A rule or
 * fact may be its own headline, for what stands before it is "decision", or a name: of several, the one with the most is taken.
 */
function shareAsked(
  headlines: readonly (readonly string[])[],
  { matter, standIns }: Pick<PreparedRanking, 'matter' | 'standIns'>,
): number {
  const asked = headlines.map((headline) => {
    const said = new Set(headline.filter((term) => !isDigits(term)).flatMap((term) => standIns?.get(term) ?? [term]))
    return [...said].filter((term) => matter.has(term)).length / Math.max(leastHeadline, said.size)
  })
  return Math.max(...asked)
}

/** Pull requests and issues have numbers, which say nothing of what is asked. */
const isDigits = (term: string): boolean => /^\d+$/.test(term)

/** Lets a synonym count for the word that it stands for, as far as that one would. */
function countInstead(
  points: ReadonlyMap<string, number>,
  {
    searchTerms,
    instead,
    rarity,
  }: { searchTerms: readonly string[]; instead: ReadonlyMap<string, string>; rarity: Rarity },
): ReadonlyMap<string, number> {
  const pointsOf = (term: string): number => {
    const other = instead.get(term)
    const own = points.get(term) ?? 0
    if (other === undefined) return own
    return Math.max(own, standInShare * (points.get(other) ?? 0) * Math.min(1, rarity(term) / rarity(other)))
  }
  return new Map(searchTerms.map((term) => [term, pointsOf(term)]))
}

const byRank = (a: RankedLesson, b: RankedLesson): number =>
  b.rank - a.rank || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)

/** What all parts come to. */
export const rankOf = ({ words, coverage, headline, factors: counted }: LessonParts): number =>
  Object.values(counted).reduce((rank, factor) => rank * factor, words * coverage * headline)

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

/** The share of a question that the best of the first ten holds. */
export const coverage = (ranked: readonly RankedLesson[]): number =>
  Math.max(0, ...ranked.slice(0, 10).map(({ covers }) => covers))
