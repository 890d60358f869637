import { hasInRow } from '../text/stored-terms.ts'
import type { Rarity } from './bm25.ts'
import { standInShare } from './stand-ins.ts'

/** How much a word counts that only the diff has. */
const shareInDiff = 0.5

/** What a candidate holds. */
type Held = {
  /** The terms that it says itself, and those that only its diff has. */
  readonly own: ReadonlySet<string>
  readonly inDiff: ReadonlySet<string>
  /** All terms of its headline and of its reason, in their order. */
  readonly told: readonly (readonly string[])[]
  /** Names that no message has, with the words that say the same: the diff that has one is about it. */
  readonly inCode?: ReadonlyMap<string, readonly string[]> | undefined
  /** What it says instead of a term. */
  readonly instead: ReadonlyMap<string, string>
  readonly rarity: Rarity
}

/** The share of some terms, by their rarity, that a candidate holds; from 0 to 1. */
export function shareHeld(terms: readonly string[], { own, inDiff, told, inCode, instead, rarity }: Held): number {
  const shareOf = (term: string): number => {
    const inWords = inCode?.get(term)
    const isNamed = inWords !== undefined && (inDiff.has(term) || told.some((said) => hasInRow(said, inWords)))
    if (own.has(term) || isNamed) return 1
    return inDiff.has(term) ? shareInDiff : 0
  }
  const heldOf = (term: string): number => {
    const other = instead.get(term)
    const counted = other === undefined ? 0 : standInShare * Math.min(rarity(other), rarity(term))
    return Math.max(rarity(term) * shareOf(term), counted)
  }
  const sumOf = (worth: (term: string) => number): number => terms.reduce((sum, term) => sum + worth(term), 0)
  const all = sumOf(rarity)
  return all === 0 ? 0 : sumOf(heldOf) / all
}
