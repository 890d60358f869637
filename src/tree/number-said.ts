/** Text that gives a number: that, what it is the number of, and all else that its clause says. */
export type NumberSaid = {
  readonly number: string
  /** The words before it, and the one behind it. */
  readonly of: string
  /** The clause without it: two numbers are of one thing where that is the same. */
  readonly clause: string
}

/** So many words must stand before a number to tell what it is the number of. */
const leastSaid = 3

/**
 * Reads "Cache replies for 5 minutes, the CDN asks" as a clause and the number in it; undefined where a text gives none behind
 * so many words. "Support for 3.7 ended in May" and "Support for 3.8 ended in June" are two clauses.
 */
export function numberSaid(text: string): NumberSaid | undefined {
  const [, before = '', number = '', rest = ''] = /^(\D{1,200}?) (\d[\d.,_]*\d|\d)\b(.{0,200})/.exec(text) ?? []
  if (before.split(' ').length < leastSaid) return undefined
  const [clause = ''] = rest.split(/[,;:(]|\.(?:\s|$)| (?:as|because|since|so) /)
  const [next = '', ...others] = clause.trim().split(' ')
  const told = (words: readonly string[]): string => [before, '…', ...words].join(' ').trim().toLowerCase()
  const unit = next.replace(/s$/, '')
  return { number, of: told([unit]), clause: told([unit, ...others]) }
}
