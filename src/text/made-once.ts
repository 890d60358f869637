import { ownText } from './own-text.ts'

/** Keeps what a function makes of each text, and no more of what that was cut out of: words, paths and names come again and again. */
export const madeOnce = <Made>(make: (text: string) => Made): ((text: string) => Made) =>
  keeping(make, { most: 100_000, longest: Number.POSITIVE_INFINITY })

/**
 * Makes something when it is first asked for, and keeps it: to read what an expression says of the properties of Unicode's
 * characters takes V8 a fifth of a millisecond, and most questions need none. One that is no more than a literal is as late inside
 * a function.
 */
export function whenAsked<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/**
 * Keeps what a function makes of the last few short texts: many rules ask the same of one text, one after the other. Longer texts
 * are read once, and their results are large.
 */
export const madeLately = <Made>(make: (text: string) => Made): ((text: string) => Made) =>
  keeping(make, { most: 500, longest: 10_000 })

function keeping<Made>(
  make: (text: string) => Made,
  { most, longest }: { readonly most: number; readonly longest: number },
): (text: string) => Made {
  const kept = new Map<string, Made>()
  return (text) => {
    const before = kept.get(text)
    if (before !== undefined) return before
    if (text.length > longest) return make(text)
    if (kept.size >= most) kept.clear()
    const own = ownText(text)
    const made = make(own)
    kept.set(own, made)
    return made
  }
}
