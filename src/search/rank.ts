import { lifecycle } from '../tree/lifecycle.ts'
import type { Maturity } from '../tree/meta.ts'
import type { Index, Match } from './index.ts'

/** What the lifecycle says of an entry at the moment of the question. */
export type Signals = { readonly importance: number; readonly recency: number; readonly maturity: Maturity }

/** A match with its rank; `coverage` is the share of the question's meaning that it holds, 0 to 1. */
export type Ranked = Match & {
  readonly text: number
  readonly coverage: number
  readonly rank: number
  readonly signals: Signals
}

/** FORMATS section 2 "Scores": how text, importance and recency make the rank. */
const share = { text: 0.6, importance: 0.2, recency: 0.2 }

/** Matches that hold less of the question's meaning answer something else. */
const leastCoverage = 0.34

/** Orders matches by rank. Relevance alone decides which are admitted: by words, or because `isNamed` says the question names it. */
export function rank(
  matches: readonly Match[],
  terms: readonly string[],
  index: Index,
  { signalsOf, isNamed }: { signalsOf: (match: Match) => Signals; isNamed: (match: Match) => boolean },
): readonly Ranked[] {
  const best = Math.max(matches[0]?.score ?? 0, Number.MIN_VALUE)
  const all = [...new Set(terms)]
  const weight = (term: string): number => rarity(index, term)
  // A term that matched only by likeness or beginning is half a proof, and none beside others.
  const held = (term: string): number =>
    index.frequency(term) > 0 ? weight(term) : all.length === 1 ? weight(term) / 2 : 0
  const total = all.reduce((sum, term) => sum + weight(term), 0)
  return matches
    .map((match): Ranked => {
      const signals = signalsOf(match)
      const coverage = total === 0 ? 0 : match.matched.reduce((sum, term) => sum + held(term), 0) / total
      const text = (match.score / best) * Math.sqrt(Math.min(1, coverage))
      const sum = share.text * text + share.importance * (signals.importance / 100) + share.recency * signals.recency
      return { ...match, text, coverage, signals, rank: sum * lifecycle.boost[signals.maturity] }
    })
    .filter((match) => match.coverage >= leastCoverage || isNamed(match))
    .sort((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : 1))
}

/**
 * Inverse document frequency as in BM25 (Robertson and Zaragoza 2009). A term that nothing holds weighs as much as the
 * rarest that something holds: in a small tree it would drown everything else.
 */
const rarity = (index: Index, term: string): number => {
  const frequency = Math.max(1, index.frequency(term))
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5))
}
