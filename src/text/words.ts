/** Names a commit by its first eight characters. */
export const short = (commit: string): string => commit.slice(0, 8)

/** Spells a path as the words that it is made of. */
export const pathInWords = (path: string): string => path.replace(/[/._-]+/g, ' ')

/** A name without what joins its words, however it is spelled. */
export const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** Counts things in words. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Lists the first of some names, and how many more there are. */
export const firstFew = (names: readonly string[], most = 3): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`

/** Counts the words of prose; what has one letter, or none, is no word. */
export const countWords = (text: string): number => (text.match(/[A-Za-z]{2,}/g) ?? []).length

/** How often a sign stands in a text. */
export const occurrences = (text: string, sign: string): number => text.split(sign).length - 1
