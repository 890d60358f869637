import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'

/**
 * Whether a question wants to know how many, how long or which value: then what states no number does not answer it.
 */
export const asksForNumber = (question: string): boolean => quantity.test(question)

const quantity =
  /\bhow (?:big|deep|far|high|large|long|many|much|small)\b|\b(?:what|which) (?:interval|limit|number|percentage|share|size)\b/i

/**
 * Whether a sentence that holds a word of the question, or the next one, states a number; those of requests, standards
 * and dates are none.
 */
export function statesNumber(text: string, asked: ReadonlySet<string>): boolean {
  const said = sentences(text).map((sentence) => sentence.replace(reference, ' '))
  const isAbout = (sentence = ''): boolean => terms(sentence).some((term) => asked.has(term))
  return said.some((sentence, at) => number.test(sentence) && (isAbout(sentence) || isAbout(said[at - 1])))
}

/** The digits of a name state none: HTTP2, `/v2`, SHA-256. */
const number =
  /(?<![\w/.-])\d|\b(?:zero|single|twice|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|hundred|thousand|million|unlimited)\b/i

const reference = /#\d+|\bRFC[ -]?\d+|\b[A-Z]+\/\d[\d.]*|\b\d{4}-\d\d-\d\d\b|\bhttps?:\S+|\b[0-9a-f]{7,40}\b/gi
