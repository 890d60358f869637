import { anyOf } from '../../text/alternatives.ts'
import { terms } from '../../text/terms.ts'
import { beyondLatin } from '../../text/words.ts'

/** A text, or the words of one that many are held against. */
type Said = string | ReadonlySet<string>

/** Whether most words of one text stand in another. */
export function isCovered(text: string | readonly string[], other: Said, share = 0.75): boolean {
  const words = typeof text === 'string' ? wordsOf(text) : text
  const there = wordsIn(other)
  return words.length > 0 && words.filter((word) => there.has(word)).length >= words.length * share
}

/** Counts the words of one text that are not in another. */
export function newWords(text: string, other: Said): number {
  const there = wordsIn(other)
  return new Set(wordsOf(text).filter((word) => !there.has(word))).size
}

/** The words of a text, once each, to hold many others against it. */
export const wordsIn = (said: Said): ReadonlySet<string> => (typeof said === 'string' ? new Set(wordsOf(said)) : said)

/** Whether two texts have a word in common that says something. */
export const sharesWord = (text: string, other: string): boolean => sharedWords(text, other) > 0

/** Counts the words that two texts have in common and that say something. */
export function sharedWords(text: string, other: string): number {
  const there = new Set(wordsOf(other.slice(0, longestOther)))
  return new Set(wordsOf(text).filter((word) => word.length > 3 && !common.test(word) && there.has(word))).size
}

const longestOther = 40_000
const common = anyOf()`
  ^(?:
    added|adding|support|change|fixed|allow|when|with|that|this|from|into|have|will|would|more|make|made
    used|using|also|them|than|they|then|only|some|such|which|where|while|there|their|these|should|could
    other|default|now|not|all|remove|removed|improved|update|updated|version
  )$
`

/** Words in their order, without what only tells one from many. */
export const wordsOf = (text: string): readonly string[] =>
  longWords(text).map((word) => word.replace(/(?<=\w{3})s$/, ''))

/** Words of three letters and more in their order, then those of other scripts, as a search reads them. */
export const longWords = (text: string): readonly string[] => [
  ...(text.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? []),
  ...terms(beyondLatin(text)),
]
