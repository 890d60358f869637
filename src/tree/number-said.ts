/** A statement as the number that it gives, and what it is the number of: the words before it and the one behind it. */
export type NumberSaid = { readonly about: string; readonly number: string }

/** So many words must stand before a number to tell what it is the number of. */
const leastSaid = 3

/** Reads "Cache replies for 5 minutes, …" as the number that it gives; undefined where a text gives none in so many words. */
export function numberSaid(text: string): NumberSaid | undefined {
  const [, before = '', number = '', behind = ''] = /^(\D{1,200}?) (\d[\d.,_]*\d|\d)\b ?([a-z]*)/i.exec(text) ?? []
  if (before.split(' ').length < leastSaid) return undefined
  return { about: `${before} … ${behind.replace(/s$/, '')}`.toLowerCase(), number }
}
