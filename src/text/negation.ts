import { terms } from './terms.ts'

const negation = /\b(?:not|never|no longer|cannot|don't|doesn't|mustn't|shouldn't|won't|can't|without|avoid)\b/i
const emphasis = /\b(?:must|always|should|only|never|not|do|does|be|is|are|no|longer)\b/gi

/** A statement as it is held against others: whether it denies, and the words that tell what. */
export type Stance = { readonly isNegated: boolean; readonly core: ReadonlySet<string> }

/** Takes a statement apart, so that one that denies another has the same core. */
export const stanceOf = (text: string): Stance => ({
  isNegated: negation.test(text),
  core: new Set(terms(text.replace(emphasis, ' ').replace(/\b\w+n't\b/gi, ' '))),
})

/** Tells whether two statements say the opposite of each other: the same words, but for a negation in one of them. */
export const contradicts = (one: string, other: string): boolean => opposing(one)(other)

/** The same for one statement and many others. */
export function opposing(one: string): (other: string) => boolean {
  const own = stanceOf(one)
  return (other) => negation.test(other) !== own.isNegated && areOpposed(own, stanceOf(other))
}

/** The same for statements of which the stance is known. */
export function areOpposed({ isNegated, core }: Stance, other: Stance): boolean {
  if (isNegated === other.isNegated) return false
  const shared = [...core].filter((term) => other.core.has(term)).length
  // Of two words, as in "never log tokens", both must be the same.
  const isAll = shared >= 2 && shared === core.size && shared === other.core.size
  return isAll || (shared >= 3 && shared / Math.max(core.size, other.core.size) >= 0.85)
}
