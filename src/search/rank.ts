import { termsFrom } from '../text/stored-terms.ts'
import { importanceAt, recencyAt } from '../tree/lifecycle.ts'
import { asksMark, type Candidate } from './entry-index.ts'
import { blend } from './likeness.ts'
import { type Asking, limitsOf, scoreAll, type ScoredCandidate } from './score.ts'
import { surroundings } from './surroundings.ts'
import type { Weights } from './weights.ts'

/** How text, importance and recency make the rank, and what maturity multiplies it by: FORMATS section 2 "Scores". */
export type RankShares = {
  readonly text: number
  readonly importance: number
  readonly recency: number
  readonly boost: Readonly<Record<'draft' | 'validated' | 'core', number>>
}

/** Each part of a rank, for whoever asks why. */
export type Parts = {
  /** BM25 points: of its own words, of the entries beside it, of its folder. */
  readonly words: number
  readonly beside: number
  readonly topic: number
  /** Factors: for a title that the question names, and for asking rather than answering. */
  readonly titled: number
  readonly asks: number
  /** How near it is in meaning, from 0 to 1, where vectors were asked. */
  readonly meaning?: number
  /** All of it, as a share of the best. */
  readonly text: number
  readonly importance: number
  readonly recency: number
  readonly boost: number
}

/** A candidate with its rank; `byTerm` has the points of each term that it holds. */
export type Ranked = {
  readonly candidate: Candidate
  readonly rank: number
  readonly byTerm: ReadonlyMap<string, number>
  readonly parts: Parts
}

/** How answers are ranked, and at what time: the lifecycle decays until then. */
export type Ranking = {
  readonly weights: Weights
  readonly shares: RankShares
  readonly now: Date
  /** How near entries are in meaning, by path, where vectors were asked. */
  readonly likeness?: ReadonlyMap<string, number> | undefined
}

/** Orders candidates: by their words, helped by what stands around them, then by what the lifecycle says. */
export function rank(candidates: readonly Candidate[], asking: Asking, ranking: Ranking): readonly Ranked[] {
  // In one order, so that sums of fractions do not depend on how an index gives what it found.
  const sorted = candidates.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { weights } = ranking
  const limits = limitsOf(asking, weights)
  const worths = scoreAll(sorted, limits, { meanLength: asking.index.meanLength, weights })
  const { gains, neighbours } = surroundings(worths, limits, { index: asking.index, weights })
  const others = neighbours.map((candidate): ScoredCandidate => ({ candidate, score: 0, byTerm: new Map() }))
  const named = new Set(asking.asked.map(({ term }) => term))
  const parts = [...worths, ...others].map((worth) => ({
    worth,
    ...partsOf(worth, gains, { named, weights }),
  }))
  const best = Math.max(Number.MIN_VALUE, ...parts.map(({ points }) => points))
  return parts
    .map(({ worth, points, ...part }) =>
      withSignals(worth, withMeaning({ ...part, text: points / best }, worth, ranking), ranking),
    )
    .sort((a, b) => b.rank - a.rank || (a.candidate.path < b.candidate.path ? -1 : 1))
}

type Relevance = Pick<Parts, 'words' | 'beside' | 'topic' | 'titled' | 'asks' | 'meaning' | 'text'>

function withMeaning(relevance: Relevance, { candidate }: ScoredCandidate, { likeness }: Ranking): Relevance {
  if (likeness === undefined) return relevance
  const meaning = likeness.get(candidate.path) ?? 0
  return { ...relevance, meaning, text: blend(relevance.text, meaning) }
}

function partsOf(
  { candidate, score: words }: ScoredCandidate,
  gains: ReadonlyMap<string, { near: number; topic: number }>,
  { named, weights }: { named: ReadonlySet<string>; weights: Weights },
): Omit<Relevance, 'text'> & { points: number } {
  const { near: beside = 0, topic = 0 } = gains.get(candidate.path) ?? {}
  const title = termsFrom(candidate.terms.title)
  const share = title.length === 0 ? 0 : title.filter((term) => named.has(term)).length / title.length
  const titled = 1 + weights.titled * share
  const asks = candidate.terms.links.startsWith(asksMark) ? 1 - weights.asks : 1
  return { points: (words + beside + topic) * titled * asks, words, beside, topic, titled, asks }
}

function withSignals({ candidate, byTerm }: ScoredCandidate, relevance: Relevance, { shares, now }: Ranking): Ranked {
  const importance = importanceAt(candidate, now) / 100
  const recency = recencyAt(candidate, now)
  const boost = shares.boost[candidate.maturity]
  const sum = shares.text * relevance.text + shares.importance * importance + shares.recency * recency
  return { candidate, rank: sum * boost, byTerm, parts: { ...relevance, importance, recency, boost } }
}
