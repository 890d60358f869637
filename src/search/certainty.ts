import { words } from '../text/terms.ts'
import type { Rarity } from './bm25.ts'
import { wholeTextOf } from './lesson-text.ts'
import { coverage, type RankedLesson } from './rank-lessons.ts'
import { asksForNumber, statesNumber } from './numbers.ts'
import { type AskedTerm, type AskedWord } from './question.ts'
import { wordSought } from './what-is-asked.ts'
import { isFormOf } from './spelling.ts'
import { isSpelledLikeCode } from './unknown-words.ts'

/** Whether anything states what is asked. */
export type Certainty = {
  readonly isKnown: boolean
  readonly isNear: boolean
  /** Words of the question that nothing holds, or nothing near. */
  readonly unknown: readonly string[]
  /** Those of them that others were looked for in place of, since they begin so or are spelled much alike. */
  readonly guessed: readonly string[]
}

/**
 * The marks of certainty, which is
 *
 *     coverage · √n − sought + size · (ahead · ln(first / second) − unused · share of unused words − name)
 *
 * for a question of n words: a long question says more than any commit does, an unused word says little among few
 * commits (size), and what is asked for stands out by its words; what else makes a rank says nothing of that. The
 * weights are those of a logistic regression on the questions of the bench, rounded; `npm run bench -- --only answers`
 * prints how many they tell apart.
 */
const least = {
  /** From here on the question is answered. */
  covered: 0.82,
  /** From here on the nearest are shown. */
  near: 0.35,
}

const weights = {
  /** What the share of words that nothing here uses takes away, at most. */
  unused: 1.3,
  /** What a name does that nothing here uses: NTLM, `io_uring` (undici, uvicorn). */
  name: 0.5,
  /** What it does that the first three have no word of what is sought: "which outage" (`wordSought`). */
  sought: 0.9,
  /** What it adds that the first is ahead of the second, as a logarithm. */
  ahead: 0.4,
}

/** Commits from which on an unused word takes all of that. */
const many = 1_000

type Answering = {
  readonly ranked: readonly RankedLesson[]
  readonly shown: readonly RankedLesson[]
  /** What is asked, and of that the words that are to be held. */
  readonly meant: readonly AskedTerm[]
  readonly own: readonly AskedWord[]
  readonly isUsed: (word: AskedTerm) => boolean
  readonly rarity: Rarity
  /** How many commits there are. */
  readonly size: number
}

/** Tells what answers a question from what merely has its words; a question for a number needs one as its answer. */
export function certaintyOf(question: string, answering: Answering): Certainty {
  const { ranked, shown, meant, own, isUsed, rarity, size } = answering
  const weight = (of: readonly AskedWord[]): number => of.reduce((sum, { term }) => sum + rarity(term), 0)
  const nowhere = own.filter((word) => !isUsed(word))
  const unused = weight(nowhere) / Math.max(Number.MIN_VALUE, weight(own))
  const saysMuch = Math.min(1, Math.log1p(size) / Math.log1p(many))
  const asked = new Set(own.map(({ term }) => term))
  const length = lengthOf(own)
  // A name may be strange that has known parts.
  const hasStrangeName = meant.some((word) => isSpelledAsName(word) && !isUsed(word))
  const certainty =
    coverage(ranked) * Math.sqrt(length) -
    (isMissed(wordSought(question), own, ranked) ? weights.sought : 0) +
    saysMuch * (weights.ahead * lead(ranked) - weights.unused * unused - (hasStrangeName ? weights.name : 0))
  const isCounted = !asksForNumber(question) || shown.some((one) => statesNumber(wholeTextOf(one), asked))
  const held = new Set(own.filter((word) => isUsed(word) && !isGuess(word)).map(({ said }) => said))
  const unknown = [...new Set(own.map(({ said }) => said))].filter(
    (said) => !held.has(said) && !isFormIn(said, shown[0]),
  )
  const guessed = unknown.filter((said) => own.some((word) => word.said === said && isGuess(word)))
  // "why do we use spring" is asked of nothing else, while "quick" begins a Quickstart.
  const isAllGuessed = guessed.length > 0 && own.every((word) => word.isTalk || isRespelled(word))
  return {
    isKnown: certainty >= least.covered && isCounted && !isAllGuessed,
    isNear: certainty >= least.near,
    unknown,
    guessed,
  }
}

/** How many words a question has: what holds `EnvHttpProxyAgent` holds four, and says of it no more than what holds two. */
function lengthOf(own: readonly AskedWord[]): number {
  const partsOf = new Map<string, number>()
  for (const { said, parts } of own) partsOf.set(said, (partsOf.get(said) ?? 0) + parts)
  return [...partsOf.values()].reduce((sum, parts) => sum + Math.min(mostParts, parts), 0)
}

/** What a name counts for, at most. */
const mostParts = 2

/** Whether a word stands for one that nothing here uses. */
const isGuess = ({ share }: AskedTerm): boolean => share < 1
const isRespelled = (word: AskedTerm): boolean => isGuess(word) && !isFormOf(word.term, word.said)

const isSpelledAsName = ({ said, isName }: AskedTerm): boolean =>
  isName || isSpelledLikeCode(said) || /[A-Z]{2}/.test(said)

/** Whether none of the first has a word of the question; one that is not looked for is not missed. */
function isMissed(said: string, own: readonly AskedWord[], ranked: readonly RankedLesson[]): boolean {
  const terms = own.flatMap((word) => (word.said.toLowerCase() === said ? [word.term] : []))
  const first = ranked.slice(0, 3).map(({ parts }) => parts?.byTerm ?? {})
  return terms.length > 0 && !first.some((byTerm) => terms.some((term) => (byTerm[term] ?? 0) > 0))
}

/** How far the best by words is ahead of the next: the logarithm of how often its points hold the other's, at most of twice. */
function lead(ranked: readonly RankedLesson[]): number {
  const points = ranked.map(({ parts }) => parts?.words ?? 0).toSorted((a, b) => b - a)
  const [first, second = 0] = points
  if (first === undefined) return 0
  return Math.log(Math.min(2, second <= 0 ? 2 : first / second))
}

/**
 * Whether the nearest says a word of the question in another form. Stems differ even so where Porter takes a double
 * letter for one of the ending ("added" is "ad", "add" is "add"), and "nothing has "added"" must not be printed above
 * "Add a page".
 */
function isFormIn(said: string, nearest: RankedLesson | undefined): boolean {
  const own = said.toLowerCase()
  return words(`${nearest?.headline ?? ''} ${nearest?.why ?? ''}`).some(({ text }) => {
    const [short = '', long = ''] = [text.toLowerCase(), own].toSorted((a, b) => a.length - b.length)
    return short.length >= leastForm && long.startsWith(short) && /^(?:e?[sd]|ing|er)?$/.test(long.slice(short.length))
  })
}

/** A shorter word begins too many others. */
const leastForm = 3
