import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import type { LessonCandidate, LessonText } from './lesson-text.ts'

// What the words of a commit tell of what it brought, and of what it took away.

/** Whether a headline says that a name is new: "Add `Router::route_layer`". */
export function introduces({ headline }: LessonCandidate, names: readonly string[]): boolean {
  if (names.length === 0 || !/^(?:add|introduce|implement)(?:s|ed)?\b/i.test(headline)) return false
  const said = terms(headline)
  return names.some((name) => said.includes(name))
}

/**
 * Whether a headline says that what the question is about came: "Add early hints", not "Don't send early hints when only …",
 * nor "Add a test for early hints".
 */
export const bringsIn = ({ headline }: LessonText, matter: ReadonlySet<string>): boolean =>
  !isUpkeep.test(headline) &&
  mostSaid(headline, brings, matter) >= Math.min(leastShared, matter.size) &&
  countSaid(whatIsBrought(headline), matter) > 0

/**
 * What a headline says is new: of "middleware/cache: add `cacheableStatusCodes` option" the option and not the cache, and of "support
 * for `vary` header in cache middleware" the header.
 */
const whatIsBrought = (headline: string): string =>
  headline
    .replace(/^\S+: /, '')
    .replace(bringing, '')
    .split(beside, 1)
    .join('')

const bringing = /^(?:(?:(?:add|creat|implement|introduc|support)[a-z]*|an?|basic|first|for|initial|new|of|the) )+/i

const beside =
  / (?:as|at|by|for|from|in|into|of|on|that|via|when|which|with) |(?<!\b(?:ability|command|flag|function|helper|method|option|way)) to /i

const isUpkeep = /\b(?:changelog|comments?|docs?|documentation|notes?|section|specs?|tests?)\b/i

/** "Allow" and "enable" say what one may do with a thing, more often than that there is one now. */
const brings = /^(?:\S+: )?(?:add|creat|first|implement|initial|introduc|new\b|support)/i

/**
 * Whether a headline says that something of what the question is about went, or a sentence of the reason that shares two words
 * with the question. "Upgrade to Celluloid 0.14, remove defer usage" takes away no celluloid (sidekiq 5db5c938).
 */
export const speaksOfRemoval = (
  { headline, why }: LessonText,
  { matter, sought }: { readonly matter: ReadonlySet<string>; readonly sought: ReadonlySet<string> },
): boolean =>
  mostSaid(headline, takesAway, matter) > 0 ||
  // Sentences take long to find, and most reasons have no such word anywhere.
  (removal.test(why) &&
    sentences(why).some((sentence) => takesAway.test(sentence) && countSaid(sentence, sought) >= leastShared))

const leastShared = 2

const removal =
  /\b(?:remov|renam|drop|delet|disabl|retir|deprecat|replac|stop|revert|don't|do not|no longer|never|get rid|kill|switch|undo|roll(?:ed|s)? back)/i

/** How what takes something away begins. */
const takesAway = new RegExp(`^(?:\\S+: )?(?=${removal.source})`, 'i')

/** How many of these terms the clause of a headline has that begins so, and has most of them; 0 where none does. */
const mostSaid = (headline: string, beginning: RegExp, asked: ReadonlySet<string>): number =>
  Math.max(
    0,
    ...headline
      .split(/[,;] (?:and )?| and /)
      .filter((clause) => beginning.test(clause))
      .map((clause) => countSaid(clause, asked)),
  )

const countSaid = (text: string, asked: ReadonlySet<string>): number =>
  new Set(terms(text).filter((term) => asked.has(term))).size
