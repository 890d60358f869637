import { withoutCode } from './beside-code.ts'
import { terms } from './terms.ts'

const negation = /\b(?:not|never|no longer|cannot|don't|doesn't|mustn't|shouldn't|won't|can't|without|avoid)\b/i
const emphasis = /\b(?:must|always|should|only|never|not|do|does|be|is|are|no|longer)\b/gi

/** A statement as it is held against others: whether it denies, and the words that tell what. */
export type Stance = { readonly isNegated: boolean; readonly core: ReadonlySet<string> }

/** Takes a statement apart, so that one that denies another has the same core. */
export const stanceOf = (statement: string): Stance => takenApart(withoutCode(statement))

const takenApart = (text: string): Stance => ({
  isNegated: negation.test(text),
  core: new Set(terms(text.replace(emphasis, ' ').replace(/\b\w+n't\b/gi, ' '))),
})

/**
 * Gives a finder of those of some statements, by their numbers, that say the opposite of another. Each statement is read once,
 * and held only against those that share a rare word: a thousand against a thousand is no million.
 */
export function opponents(statements: readonly string[]): (other: string) => readonly number[] {
  const stances = statements.map(stanceOf)
  const byTerm = new Map<string, number[]>()
  for (const [at, { isNegated, core }] of stances.entries())
    for (const term of core) {
      const key = `${isNegated} ${term}`
      const known = byTerm.get(key)
      if (known === undefined) byTerm.set(key, [at])
      else known.push(at)
    }
  return (other) => {
    const own = stanceOf(other)
    const holders = [...own.core]
      .map((term) => byTerm.get(`${!own.isNegated} ${term}`) ?? [])
      .sort((a, b) => a.length - b.length)
    // Who lacks all of these words shares too few.
    const near = new Set(holders.slice(0, Math.floor((1 - enough) * own.core.size) + 1).flat())
    return [...near]
      .filter((at) => {
        const stance = stances[at]
        return stance !== undefined && areOpposed(own, stance)
      })
      .sort((a, b) => a - b)
  }
}

/** The share of words that two long statements must have in common. */
const enough = 0.85

/** Tells whether two statements say the opposite of each other: the same words, but for a negation in one of them. */
export function areOpposed({ isNegated, core }: Stance, other: Stance): boolean {
  if (isNegated === other.isNegated) return false
  const shared = [...core].filter((term) => other.core.has(term)).length
  // Of two words, as in "never log tokens", both must be the same.
  const isAll = shared >= 2 && shared === core.size && shared === other.core.size
  return isAll || (shared >= 3 && shared / Math.max(core.size, other.core.size) >= enough)
}
