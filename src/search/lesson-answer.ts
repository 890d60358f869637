import { isWithin, type Period, periodIn, recentlyIn } from '../text/dates.ts'
import { asTheyAre, type SearchTerms } from './bearing.ts'
import type { Rarity } from './bm25.ts'
import type { Index } from './entry-index.ts'
import { type Certainty, certaintyOf } from './certainty.ts'
import type { LessonCandidate } from './lesson-text.ts'
import { type LessonRanking, rankLessons, type RankedLesson } from './rank-lessons.ts'
import { worthShowing } from './worth-showing.ts'
import { type AskedTerm, type AskedWord, isAboutDoing, type KnownTerms, readQuestion, wordsAsked } from './question.ts'
import { asksHowItIs, asksHowItWas, asksWhatItIs, asksWhatWentAway, asksWhenItCame } from './what-is-asked.ts'
import type { Deed } from './deed.ts'
import { namesAsked } from './names-asked.ts'
import { type DeedLookup, deedsAsked, withDeeds } from './deeds.ts'
import { steepness } from './score.ts'
import { forgive } from './spelling.ts'
import { termsToFind } from './stand-ins.ts'

type Counts = (terms: readonly string[]) => ReadonlyMap<string, number>

/** Where lessons are looked up, on disk or in memory: those of the tree, and commits of which nothing was curated. */
export type LessonLookup = DeedLookup & {
  /** How many commits there are. */
  readonly size: number
  readonly words: Pick<Index, 'frequencies' | 'startingWith'>
  /** In how many statements, or commits where that is more, each term stands. */
  readonly counts: Counts
  /** In how many diffs each term stands, where diffs are searched. */
  readonly countsInDiffs?: Counts
  /** What has some of these terms, and these commits. */
  readonly candidates: (terms: readonly string[], commits: readonly string[]) => readonly LessonCandidate[]
  /** How many terms the parts of a commit have on average. */
  readonly means: LessonRanking['means']
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: LessonRanking['likeness']
  readonly decided?: LessonRanking['decided']
}

/** An answer before it is formatted: without `isKnown`, what is shown is merely the nearest, if it `isNear` at all. */
export type RankedAnswer = Certainty & {
  readonly shown: readonly RankedLesson[]
  /** The terms of which a candidate covers a share, and all that were searched for. */
  readonly coverageTerms: readonly string[]
  readonly searchTerms: SearchTerms
  /** How much each of them says. */
  readonly rarity: Rarity
  /** The names in the question that only diffs have. */
  readonly namesInDiffs: readonly string[]
}

/** Share of the first one's rank below which nothing is shown. */
const floor = 0.45
/**
 * Words of a question beyond which rarity counts more steeply, for people who ask in whole sentences. Of 64 such questions one more
 * has its commit first, and two have it earlier; of 335 mostly short ones one more has it first, and one less among the first three.
 */
const fewWords = 8
/** Statements that are ranked, at most, and as many commits. */
export const consideredLessons = 80

/** Ranks what a lookup has for a question, and decides whether that states anything. */
export function rankAnswer(text: string, most: number, lookup: LessonLookup): RankedAnswer {
  const { meant, inCode } = readWith(text, lookup)
  const all = [...new Set(meant.map(({ term }) => term))]
  const { standIns, counted, known, toFind } = termsToFind(text, all, { ...lookup, inCode })
  const isAboutWhatIs = asksHowItIs(text)
  const asksFor = { isAboutArrival: asksWhenItCame(text), isAboutRemoval: asksWhatWentAway(text), isAboutWhatIs }
  const names = { known: counted, inCode }
  const { deeds, isAsking } = deedsAsked(wordsAsked(meant, names), { ...lookup, ...asksFor, text, counted })
  const candidates = candidatesWith(deeds, toFind, lookup)
  const during = timeAskedFor(text, candidates)
  const toRank = withoutAsking(meant, { during, isAsking })
  const { own, namesInDiffs, ...rankedBy } = termsToRank(toRank, during, names)
  const rarity = rarityIn(known, meant, lookup.size)
  const { coverageTerms } = rankedBy
  const power = steepness(coverageTerms.length, fewWords)
  const ranked = rankLessons(candidates, {
    ...rankedBy,
    rarity: (term) => rarity(term) ** power,
    means: lookup.means,
    defines: asksWhatItIs(text) ? meant.flatMap(({ isExtra, term }) => (isExtra ? [term] : [])) : [],
    ...asksFor,
    during,
    likeness: lookup.likeness,
    standIns,
    ...(lookup.decided === undefined ? {} : { decided: lookup.decided }),
  })
  const shown = worthShowing(ranked, { most, floor, coverageTerms, rarity, isAboutNow: !asksHowItWas(text) })
  // A word to talk with is never the rarest, so it counts as used, and so does one that stands for a mistyped one.
  const isUsed = ({ term }: AskedTerm): boolean => rarity(term) < rarityOfNone(lookup.size)
  return {
    shown,
    ...certaintyOf(text, { ranked, shown, meant, own, isUsed, rarity, size: lookup.size }),
    // What the code says of a name, or a manifest of a version, is so, whatever the words.
    ...(['name', 'version'].includes(shown[0]?.deed?.to ?? '') ? surely : {}),
    coverageTerms,
    searchTerms: new Map([...standIns, ...asTheyAre(all)]),
    rarity,
    namesInDiffs,
  }
}

const surely: Certainty = { isKnown: true, isNear: true, unknown: [], guessed: [] }

/** What has some of these terms, and the commits that did what is asked for. */
const candidatesWith = (
  deeds: readonly Deed[],
  toFind: readonly string[],
  lookup: LessonLookup,
): readonly LessonCandidate[] =>
  withDeeds(
    lookup.candidates(
      toFind,
      deeds.map(({ commit }) => commit),
    ),
    deeds,
  )

/**
 * Reads a question by the words that are used here, with the names in it that no message has and diffs have, and how many of
 * these: "what took over from accept_buffer" is about who took that out, and about nobody who accepts buffers (quinn 61a72a38).
 */
function readWith(
  text: string,
  { words, countsInDiffs }: LessonLookup,
): { readonly meant: readonly AskedTerm[]; readonly inCode: ReadonlyMap<string, number> } {
  const asked = readQuestion(text)
  const names = namesAsked(asked)
  const known = words.frequencies(names)
  const inCode = countsInDiffs?.(names.filter((name) => !known.has(name))) ?? new Map<string, number>()
  // Only of what is asked: a word that is mistyped by one letter is looked for among these.
  const frequencies: Counts = (terms) =>
    new Map([...words.frequencies(terms), ...[...inCode].filter(([name]) => terms.includes(name))])
  return { meant: forgive(asked, { ...words, frequencies }), inCode }
}

type TermsToRank = { readonly own: readonly AskedWord[] } & Pick<RankedAnswer, 'namesInDiffs'> &
  Required<Pick<LessonRanking, 'coverageTerms' | 'searchTerms' | 'matterTerms' | 'inCode'>>

/** The words that an answer is to hold, and the terms that lessons are ranked by. */
function termsToRank(
  asking: readonly AskedTerm[],
  during: Period | undefined,
  { known, inCode }: Required<KnownTerms>,
): TermsToRank {
  const wordsOf = (names: KnownTerms): readonly AskedWord[] =>
    wordsAsked(asking, names).filter(({ said }) => !isTimeOf(during, said))
  const own = wordsOf({ known, inCode })
  const parts = partsOfNames(asking, inCode)
  const isAside = ({ said, term }: AskedTerm): boolean => said.includes('_') && parts.has(said) && !inCode.has(term)
  // A headline that says a part of a name may be about it.
  const matter = [...own, ...wordsOf({ known })].filter((one) => !one.isTalk && !isAside(one))
  return {
    own,
    namesInDiffs: [...parts.keys()],
    coverageTerms: [...new Set(own.map(({ term }) => term))],
    searchTerms: [...new Set(asking.flatMap((one) => (isAside(one) ? [] : [one.term])))],
    matterTerms: matter.map(({ term }) => term),
    inCode: new Map(parts.values()),
  }
}

/**
 * The names that only diffs have, as a question spells them, each with what says the same in words: `idleTimeout` is an idle
 * timeout to whoever writes of it, while a name with underscores is itself.
 */
function partsOfNames(
  meant: readonly AskedTerm[],
  inCode: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly [string, readonly string[]]> {
  const wholes = meant.filter(({ term }) => inCode.has(term))
  const partsOf = (name: AskedTerm): readonly string[] =>
    name.said.includes('_')
      ? []
      : meant.flatMap(({ said, term }) => (said === name.said && term !== name.term ? [term] : []))
  return new Map(wholes.map((name) => [name.said, [name.term, partsOf(name)]] as const))
}

const isTimeOf = (during: Period | undefined, said: string): boolean => during?.said.has(said.toLowerCase()) === true

/**
 * What is asked for beside a time, or beside that something came; where nothing else is, the words for what was done say at least
 * that.
 */
function withoutAsking(
  meant: readonly AskedTerm[],
  { during, isAsking }: { readonly during: Period | undefined; readonly isAsking: (said: string) => boolean },
): readonly AskedTerm[] {
  const isOfTime = (said: string): boolean =>
    during !== undefined && (isAboutDoing(said) || (isTimeOf(during, said) && !/\d/.test(said)))
  const others = meant.filter(({ said }) => !isAsking(said) && !isOfTime(said))
  return others.some(({ said, isExtra }) => !isExtra && !isTimeOf(during, said)) ? others : meant
}

/** The time that a question is about; a time without commits is a word like any other: "after January 2038". */
function timeAskedFor(text: string, candidates: readonly LessonCandidate[]): Period | undefined {
  const dates = candidates.map(({ date }) => date)
  const named = periodIn(text) ?? recentlyIn(text, dates)
  return named !== undefined && dates.some((date) => isWithin(date, named)) ? named : undefined
}

/**
 * Rarity of a word to talk with, at most, as a share of that of a word that no commit has. Where the code is about such
 * a word, it is common, and this changes nothing. On 215 questions about seventeen repositories fewer are told apart at
 * 0.3, and fewer answers found at 0.45.
 */
const mostOfTalk = 0.4

/** Inverse document frequency of a word that `holding` of `all` commits have. */
export const rarityAmong = (all: number, holding: number): number => Math.log(1 + all / (1 + holding))

/** The rarity of a word that no commit has. */
const rarityOfNone = (size: number): number => rarityAmong(Math.max(1, size), 0)

/** Inverse document frequency over the tree and the commits. */
function rarityIn(known: ReadonlyMap<string, number>, asked: readonly AskedTerm[], size: number): Rarity {
  const shares = new Map(asked.map(({ term, share }) => [term, share]))
  const talk = new Set(asked.flatMap(({ term, isTalk }) => (isTalk ? [term] : [])))
  const all = Math.max(1, size)
  const most = mostOfTalk * rarityOfNone(size)
  return (term) => {
    const rarity = rarityAmong(all, known.get(term) ?? 0)
    return (shares.get(term) ?? 1) * (talk.has(term) ? Math.min(rarity, most) : rarity)
  }
}
