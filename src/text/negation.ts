import { terms } from './terms.ts'

const negation = /\b(?:not|never|no longer|cannot|don't|doesn't|mustn't|shouldn't|won't|can't|without|avoid)\b/i
const emphasis = /\b(?:must|always|should|only|never|not|do|does|be|is|are|no|longer)\b/gi

/** Tells whether two statements say the opposite of each other: the same words, but for a negation in one of them. */
export const contradicts = (one: string, other: string): boolean => opposing(one)(other)

/** The same for one statement and many others. */
export function opposing(one: string): (other: string) => boolean {
  const isNegated = negation.test(one)
  const a = core(one)
  return (other) => {
    if (isNegated === negation.test(other)) return false
    const b = core(other)
    const shared = [...a].filter((term) => b.has(term)).length
    // Of two words, as in "never log tokens", both must be the same.
    const isAll = shared >= 2 && shared === a.size && shared === b.size
    return isAll || (shared >= 3 && shared / Math.max(a.size, b.size) >= 0.85)
  }
}

const core = (text: string): ReadonlySet<string> =>
  new Set(terms(text.replace(emphasis, ' ').replace(/\b\w+n't\b/gi, ' ')))
