/** Whether a name is several words in one, as only code spells them: `delete_cookie`, `NoMatchFound`. */
export const joinsWords = (name: string): boolean => /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/.test(name)

/** Names a commit by its first eight characters. */
export const short = (commit: string): string => commit.slice(0, 8)

/** Spells a path as the words that it is made of. */
export const pathInWords = (path: string): string => path.replace(/[/._-]+/g, ' ')

/** A name without what joins its words, however it is spelled. */
export const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** The key of a name: its letters, of one and of several the same. */
export const nameKey = (name: string): string => letters(name).replace(/(?<=...)s$/, '')

/** Counts things in words. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Lists the first of some names, and how many more there are. */
export const firstFew = (names: readonly string[], most = 3): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`

/** Counts the words of prose, in any script; what has one letter, or none, is no word. */
export const countWords = (text: string): number =>
  (text.match(/[A-Za-z]{2,}/g) ?? []).length + (mayBeOther.test(text) ? (text.match(otherWord()) ?? []).length : 0)

/** Nearly all text has none of these, and one search tells. */
const mayBeOther = /[^\0-\u036f\u2000-\u2bff]/

/**
 * Words of other scripts than Latin. Where no blank stands between them, a word is two characters of Han or kana: translators
 * reckon 1.3 to 1.8 of Chinese for a word of English (anycount.com), and 2 to 2.5 of Japanese. Thai, Lao, Khmer and Burmese are
 * spelled with letters, of which a word takes about four.
 */
const otherWord = (): RegExp =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2}|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{4}|(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu

/** What a text says in other scripts than Latin, blanks in the place of the rest; '' where that is nothing. */
export const beyondLatin = (text: string): string =>
  mayBeOther.test(text) ? (text.match(/(?:(?!\p{Script=Latin})\p{L}\p{M}*)+/gu) ?? []).join(' ') : ''

/** How often a sign stands in a text. */
export const occurrences = (text: string, sign: string): number => text.split(sign).length - 1
