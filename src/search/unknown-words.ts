import { shorten } from '../text/clean.ts'
import { terms } from '../text/terms.ts'

/**
 * What nothing states: the words of a question that nothing has, those that only diffs have, and whether these were
 * read.
 */
export type Unstated = {
  readonly unknown: readonly string[]
  readonly inDiffs: readonly string[]
  readonly isWhole: boolean
}

/**
 * Formats which words of a question nothing has. The index keeps only the most frequent names of a diff, and none
 * before the diff was read. So where a word may be a name in the code, this does not say that no commit has it, but how
 * to look for it.
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

/** Says above an answer that words of the question were taken for others; '' where none was. */
export const formatGuessed = (guessed: readonly string[]): string =>
  guessed.length === 0
    ? ''
    : `No lesson or commit has ${quoteWords(guessed.slice(0, mostNamed))}; words like it were looked for.`

/** Picks the words that no message has and some diff does. */
export const onlyInDiffs = (
  unknown: readonly string[],
  isInDiff: (found: readonly string[]) => boolean,
): readonly string[] => unknown.slice(0, mostLookedUp).filter((word) => isInDiff(terms(word)))

/** Words that are looked up in diffs, at most: a question with more was pasted. */
const mostLookedUp = 20

/** Humps, underscores, or dots between letters. */
export const isSpelledLikeCode = (word: string): boolean => /[a-z\d][A-Z]|[A-Z]{2}[a-z]|\w_|_\w|\w\.[A-Za-z]/.test(word)

/** What a shell takes as it is. */
const isOneWord = /^[\w.:-]{1,60}$/

const mostNamed = 4

/** Names words, one by one. */
export const quoteWords = (words: readonly string[]): string =>
  words.map((word) => `"${shorten(word, mostOfWord)}"`).join(', ')

/** Characters that are shown of a word, such as a pasted key. */
const mostOfWord = 60
