// Terms as indexes keep them: one text, a blank between two, '' for none; `termText` (text/terms.ts) makes it.

/** Takes apart the terms that are stored as one text. */
export const termsFrom = (stored: string): readonly string[] => (stored === '' ? [] : stored.split(' '))

/** Counts the terms that are stored as one text, without making them: this is done for every part of every candidate. */
export function countTerms(stored: string): number {
  if (stored === '') return 0
  let count = 1
  for (let at = stored.indexOf(' '); at !== -1; at = stored.indexOf(' ', at + 1)) count++
  return count
}

/** Whether some terms stand in this order, one behind the other; none stand nowhere. */
export const hasInRow = (all: readonly string[], row: readonly string[]): boolean =>
  row.length > 0 && all.some((_, at) => row.every((term, behind) => all[at + behind] === term))
