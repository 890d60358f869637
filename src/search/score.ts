import { countTerms } from '../text/stored-terms.ts'
import { type Candidate, fields, type Index, type Terms } from './entry-index.ts'
import type { AskedTerm } from './question.ts'
import type { Weights } from './weights.ts'

/** What the words of a candidate are worth: BM25F, by term. */
export type ScoredCandidate = {
  readonly candidate: Candidate
  readonly score: number
  readonly byTerm: ReadonlyMap<string, number>
}

/**
 * Scores candidates by BM25F (Robertson, Zaragoza and Taylor 2004): a term's counts are weighted by field, added, and
 * only then saturated.
 */
export function scoreAll(
  candidates: readonly Candidate[],
  limits: Limits,
  { meanLength, weights }: { meanLength: number; weights: Weights },
): readonly ScoredCandidate[] {
  return candidates.map((candidate) => {
    const byTerm = new Map<string, number>()
    const length = lengthOf(candidate.terms) / Math.max(1, meanLength)
    const norm = weights.k * (1 - weights.b + weights.b * length)
    let score = 0
    for (const [term, limit] of limits) {
      const count = countIn(candidate.terms, term, weights)
      if (count === 0) continue
      const points = (limit * count) / (count + norm)
      byTerm.set(term, points)
      score += points
    }
    return { candidate, score, byTerm }
  })
}

/** The points that each term can bring at most, however often it stands. */
export type Limits = ReadonlyMap<string, number>

/**
 * The power that rarity counts with in a question of so many words, from 1 to nearly 2: the more are asked, the more of them are
 * everywhere, and add up to more than the few that tell. So in a long question it is nearly squared, as where both sides are
 * weighted by it (Salton and Buckley 1988). Up to `few` words it is 1.
 */
export const steepness = (count: number, few: number): number => 2 - Math.min(1, few / Math.max(1, count))

/** Gives what each term of a question can bring at most. */
export function limitsOf({ asked, index, frequencies }: Asking, { k, few }: Weights): Limits {
  const power = steepness(asked.filter(({ isExtra }) => !isExtra).length, few)
  const limits = new Map<string, number>()
  for (const { term, weight } of asked) {
    const frequency = frequencies.get(term) ?? 0
    const limit = frequency === 0 ? 0 : weight * rarity(index.size, frequency) ** power * (k + 1)
    // What is guessed for one word may be said as another.
    limits.set(term, limit + (limits.get(term) ?? 0))
  }
  return limits
}

/**
 * Inverse document frequency as in BM25 (Robertson and Zaragoza 2009). A term that nothing holds weighs as much as the
 * rarest that something holds: in a small tree it would drown everything else.
 */
export const rarity = (size: number, frequency: number): number => {
  const documents = Math.min(size, Math.max(1, frequency))
  return Math.log(1 + (size - documents + 0.5) / (documents + 0.5))
}

/** Counts the terms of a document in all fields; each counts once, whatever its field weighs. */
export const lengthOf = (terms: Terms): number => fields.reduce((sum, field) => sum + countTerms(terms[field]), 0)

function countIn(terms: Terms, term: string, weights: Weights): number {
  let count = 0
  for (const field of fields) {
    if (terms[field] !== '') count += weights.fields[field] * occurrences(terms[field], term)
  }
  return count
}

const blank = 32

/** Counts a term in blank-separated terms, where only whole ones count. */
function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const end = at + term.length
    if ((at === 0 || text.charCodeAt(at - 1) === blank) && (end === text.length || text.charCodeAt(end) === blank))
      count++
  }
  return count
}

/** A question as the tree knows it: its terms, and in how many entries each stands. */
export type Asking = {
  readonly asked: readonly AskedTerm[]
  readonly index: Index
  readonly frequencies: ReadonlyMap<string, number>
}
