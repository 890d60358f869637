import { shorten } from '../text/clean.ts'
import { terms } from '../text/terms.ts'

/** What nothing states: the words of a question that nothing has, those that only diffs have, and whether these were read. */
export type Unstated = {
  readonly unknown: readonly string[]
  readonly inDiffs: readonly string[]
  readonly isWhole: boolean
}

/**
 * Formats which words of a question nothing has. Of a diff only its most frequent names are kept, and none before it was read:
 * so a word that may be a name in the code is never denied to commits, and the way to find it there is told.
 */
export function formatUnknown({ unknown, inDiffs, isWhole }: Unstated): string {
  const [named, plain] = [unknown.filter(isSpelledLikeCode), unknown.filter((word) => !isSpelledLikeCode(word))]
  const coded = [...inDiffs, ...named]
  const where = isWhole && named.length === 0 ? 'commit' : 'message'
  return [
    ...(unknown.length === 0
      ? []
      : [`No lesson or ${where} has ${quoteWords([...named, ...plain].slice(0, mostNamed))}.`]),
    ...(inDiffs.length === 0 ? [] : [`Only diffs have ${quoteWords(inDiffs.slice(0, mostNamed))}.`]),
    ...(coded[0] === undefined || !isOneWord.test(coded[0])
      ? []
      : [`\`ctx why -S ${coded[0]}\` looks in the code itself.`]),
  ].join(' ')
}

/** Of words that no message has, those that stand in the diff of a commit. */
export const onlyInDiffs = (
  unknown: readonly string[],
  isInDiff: (found: readonly string[]) => boolean,
): readonly string[] => unknown.slice(0, mostLookedUp).filter((word) => isInDiff(terms(word)))

/** Whoever asks more has pasted something. */
const mostLookedUp = 20

/** Humps, underscores, or dots between letters. */
const isSpelledLikeCode = (word: string): boolean => /[a-z\d][A-Z]|[A-Z]{2}[a-z]|\w_|_\w|\w\.[A-Za-z]/.test(word)

/** What a shell takes as it is. */
const isOneWord = /^[\w.:-]{1,60}$/

const mostNamed = 4

/** Names words, one by one. */
export const quoteWords = (words: readonly string[]): string =>
  words.map((word) => `"${shorten(word, mostOfWord)}"`).join(', ')

/** A word that nobody can read at a glance, such as a pasted key, is named by its beginning. */
const mostOfWord = 60
