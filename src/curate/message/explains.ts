import { anyOf } from '../../text/alternatives.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { reasoned } from '../../text/reasons.ts'
import { countWords } from '../../text/words.ts'
import { isOfTests } from './of-tests.ts'

/**
 * Whether a paragraph explains something: it is prose of enough words, a reason or a statement, and not about
 * the review or the tests that were added.
 */
export const explains = (paragraph: string): boolean =>
  // An address has words that nobody says: "[Full Details](https://…)" (hiredis 76a7b100).
  (countWords(withoutMarkup(paragraph)) >= 6 ||
    reasoned.test(paragraph) ||
    states(paragraph) ||
    takesOut.test(paragraph)) &&
  !isOfTests(paragraph) &&
  !aside.test(paragraph) &&
  !(startsList.test(paragraph) && isTerse(paragraph))

/** Whether a short paragraph says how something is, and not only what was done: "A retry charged a customer twice." */
const states = (paragraph: string): boolean =>
  countWords(paragraph) >= leastStated && statement.test(withoutBrackets(paragraph)) && !orders.test(paragraph)

/** "The actual maximum capacity is 24578 (i.e. `32768 * 3/4`)." is one statement (http 8b609f95). */
const withoutBrackets = (paragraph: string): string => paragraph.replace(/ \([^()]{1,80}\)/g, '')

const leastStated = 4
const statement = anyOf()`
  ^[A-Z][\w-]* [^.!?]{0,80}\b(?:
    are|broke|can|cannot|can't|could|did|do|does|fail|give|had|has|have|is|isn't|lost|made|need|take
    took|was|wasn't|were|will|would|\w{3,20}(?:ed|s)
  )\b[^.!?]{0,80}[.!]$
`

/** "Removes `dns_resolver2()`.", below "replace … with `dns_resolver2`" (reqwest 421c3da0). */
const takesOut = /^(?:deletes|drops|removes|renames) `[^`]{2,80}`[^.!?:]{0,80}\.$/i

/** How a paragraph begins that is a list. */
export const startsList = /^\s*(?:[-*+•o]|\d+[.)])\s+/

/** A bare list of what was done repeats the diff; one that says why has sentences for items. */
const isTerse = (list: string): boolean => {
  const items = list.split(/(?:^|\s)(?:[-*+•o]|\d+[.)])\s+/).filter((text) => text.trim() !== '')
  return countWords(list) < items.length * 8 || items.every((text) => /^[\w./-]+(?:\([^)]*\))?!?:\s/.test(text))
}

/** Talk of the author to the reviewer, and text of templates. */
const aside = anyOf('i')`
  ^(?:
    thanks\b|thank you|please (?:review|let me)|(?:i|we) (?:have|'ve) (?:read|tested)
    address(?:es)? review|(?:by|before) submitting|note to reviewer
    this (?:pr|pull request) (?:was|is) (?:generated|created)|no functional change|not sure\b
    below (?:is|are)\b
  )
`

/**
 * How a paragraph begins that says what was done as git would: "Compute the filter where routes are built instead" (fiber
 * eed67f8a), "Restructure the loop so it polls the body" (hyper 99f24345), "Instead, this embraces …" (cad38b7b).
 */
export const orders = anyOf('i')`
  ^(?:
    (?:instead|now)\b|(?:the |this |to )?fix(?:es)?\b
    (?!
      as|at|because|both|but|by|for|from|given|if|in|into|like|not|of|on|once|since|so|though|to|under
      unless|until|what|when|where|while|with|within
    )[a-z]+(?<!ed|ing|ly|s) (?:a|all|an|each|its|the|what)[ ]
    add|allow|avoid|build|call|change|check|clear|close|compute|convert|copy|count|drop|ensure|fix|give
    handle|hold|keep|let|limit|make|mark|move|only|parse|pass|prefer|prevent|put|raise|read|refuse
    reject|remove|rename|replace|require|reset|restore|return|reuse|run|send|set|skip|split|stop|store
    switch|take|treat|turn|use|validate|wait|wrap|write
  )\b
`
