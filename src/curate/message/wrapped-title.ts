import { sentences } from '../../text/sentences.ts'
import { trailerLine } from './trailer-keys.ts'

/** A title in one line, and the lines that are left below it. */
type Unwrapped = { readonly title: string; readonly below: readonly string[] }

/** What is longer is no title. */
export const longestTitle = 200

/**
 * A title that was wrapped goes on in the next line, without an empty line between them: with a small letter or a bracket where it is
 * as long as a line, or whatever comes behind a word that nothing ends with.
 */
export function unwrapped(head: string, rest: readonly string[]): Unwrapped {
  const [next = ''] = rest
  const isOpen = torn.test(head)
  if (next.trim() === '' || (!isOpen && (!goesOnBelow.test(next) || head.length < leastWrapped)))
    return { title: head, below: rest }
  if (/[.:;!?]$/.test(head) || trailerLine.test(next)) return { title: head, below: rest }
  const end = rest.findIndex((line) => line.trim() === '')
  const [first = head, ...others] = sentences([head, ...rest.slice(0, end === -1 ? undefined : end)].join(' '))
  if (first.length <= longestTitle)
    return { title: first, below: [others.join(' '), ...(end === -1 ? [] : rest.slice(end))] }
  // What goes on with a mark begins no sentence that one could tell: "was replaced by ….", ":class:`…` was added" (werkzeug b6fcd72b).
  const title = next.endsWith('.') && /^[^\p{L}\p{N}\s]/u.test(rest[1] ?? '') ? `${head} ${next}` : head
  return title === head || title.length > longestTitle ? { title: head, below: rest } : { title, below: rest.slice(1) }
}

/**
 * How a line goes on with a title: with a small letter, with a bracket amid it: "(') used for field name/values" (gson 1abf693b), or
 * with code: "`v-model` event listener fire before …" (core 11804fe9).
 */
const goesOnBelow = /^(?:[a-z]|(?:\([^()]{1,40}\)|`[^`]{1,40}`) [a-z])/
const leastWrapped = 45
const torn = /,$|\b(?:a|an|the|of|for|to|in|on|with|and|or|that|which|is|are|by|from|as|at)$/i

/**
 * Puts a condition back that stands alone below its title: "Deconflict cli entry points …", "unless explicit naming via "=" is used"
 * (rollup 0e065d00).
 */
export function withCondition(head: string, rest: readonly string[]): [head: string, rest: readonly string[]] {
  const at = rest.findIndex((line) => line.trim() !== '')
  const line = rest[at]?.trim() ?? ''
  const isAlone = (rest[at + 1] ?? '').trim() === ''
  const [, said = '', number = ''] = /^(.*?)((?: \(#\d+\))?)$/.exec(head) ?? []
  const title = `${said} ${line}${number}`
  return condition.test(line) && isAlone && title.length <= longestTitle ? [title, rest.slice(at + 1)] : [head, rest]
}

const condition = /^(?:as long as|even if|except|instead of|only if|rather than|unless)\b[^.!?:]*$/
