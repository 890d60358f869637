import { ownText } from './own-text.ts'

/** The most that is kept of one function. */
const mostKept = 100_000

/** Keeps what a function makes of each text, and no more of what that was cut out of: words, paths and names come again and again. */
export function madeOnce<Made>(make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>()
  return (text) => {
    const before = kept.get(text)
    if (before !== undefined) return before
    if (kept.size >= mostKept) kept.clear()
    const own = ownText(text)
    const made = make(own)
    kept.set(own, made)
    return made
  }
}

/** Longer texts are read once, and their results are large. */
const longestLately = 10_000
const mostLately = 500

/** Keeps what a function makes of the last few short texts: many rules ask the same of one text, one after the other. */
export function madeLately<Made>(make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>()
  return (text) => {
    const before = kept.get(text)
    if (before !== undefined) return before
    if (text.length > longestLately) return make(text)
    if (kept.size >= mostLately) kept.clear()
    const own = ownText(text)
    const made = make(own)
    kept.set(own, made)
    return made
  }
}
