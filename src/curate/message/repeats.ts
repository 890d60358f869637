import { sentences } from '../../text/sentences.ts'
import { stanceOf } from '../../text/negation.ts'
import { reasoned } from '../../text/reasons.ts'
import { distinctiveTerms } from './distinctive-terms.ts'
import { isCovered } from './shared-words.ts'

/** A sentence that is shorter may be an answer to the one before. */
const leastWords = 5

/** In one message a word that differs may be what it is about: "Reads on Linux …", "Reads on Windows …". */
const isAlike = (a: string, b: string): boolean => isSaidIn(a, b, 1) && isCovered(b, a, 1)

/**
 * What an explanation says behind a line of the changelog: its first sentence often says the same again, "All use of `colorama`
 * on non-Windows systems has been excised." (structlog d20fd093), and others may: "`ProcessorFormatter` takes logger object as an
 * optional keyword argument." (0e209d95).
 */
export function restBehind(line: string, explanation: string): string {
  const told = sentences(line)
  const [first = '', ...rest] = sentences(explanation)
  const isSaid = told.some((sentence) => isSaidIn(first, sentence, 0.7))
  const left = isSaid ? rest : [first, ...rest]
  return [...new Set(left)]
    .filter((sentence) => !told.some((earlier) => isAlike(sentence, earlier) || isMostlySaid(sentence, earlier)))
    .join(' ')
}

/**
 * Whether a sentence adds next to nothing to another: no number, no name of code, no reason and hardly a word, whatever its form; but
 * not where it has a word in the place of one: "the client closes …", "the server closes …". What stands against the sentence before
 * it stays behind that: "But on Windows CMD, …" (tox a514a12d).
 */
export function isMostlySaid(sentence: string, other: string): boolean {
  const terms = [...new Set(distinctiveTerms(sentence))]
  const there = new Set(distinctiveTerms(other))
  const own = new Set(terms)
  const fresh = terms.filter((term) => !there.has(term)).length
  const signs = signsIn(other)
  return (
    terms.length >= leastTerms &&
    !/^(?:but|however|instead|yet)\b/i.test(sentence) &&
    (!reasoned.test(sentence) || reasoned.test(other)) &&
    (fresh === 0 ||
      (fresh <= terms.length * mostFresh && [...there].filter((term) => !own.has(term)).length > mostFewer)) &&
    [...signsIn(sentence)].every((sign) => signs.has(sign)) &&
    stanceOf(sentence).isNegated === stanceOf(other).isNegated
  )
}

const leastTerms = 4
const mostFresh = 0.25
/** So many words has the other besides, where it says the same in more of them. */
const mostFewer = 2

/**
 * Whether so many words of a sentence stand in another. One that denies it, or has other numbers or names of code, says
 * something else: "Before: … 321609 ns/iter", "After: … 239319 ns/iter" (hyper 163ffd6f).
 */
const isSaidIn = (sentence: string, other: string, share: number): boolean =>
  sentence.split(' ').length >= leastWords &&
  isCovered(sentence, other, share) &&
  [...signsIn(sentence)].toSorted().join(' ') === [...signsIn(other)].toSorted().join(' ') &&
  stanceOf(sentence).isNegated === stanceOf(other).isNegated

/** Numbers, and what is spelled as only code is: `/path` and `/path/` are two (starlette 5613fa7e). */
const signsIn = (sentence: string): ReadonlySet<string> =>
  new Set([
    ...(sentence.match(/`[^`]{0,80}[^\w`][^`]{0,80}`/g) ?? []),
    ...(sentence.match(/\w+(?:\.\w+)*/g) ?? []).filter((word) => /\d|_|\.|[a-z][A-Z]/.test(word)),
  ])
