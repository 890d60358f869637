import { anyOf } from '../../text/alternatives.ts'
import { reasoned } from '../../text/reasons.ts'
import { leansBack, sentences } from '../../text/sentences.ts'
import { endedBeforeCode, leadsOnly, pointsAtLast, withoutLongCode } from './code-in-prose.ts'

/** Whether a sentence only leads to code or a table that is not here, and says nothing without it; others that end so do. */
export function announces(sentence: string): boolean {
  const length = sentence.split(' ').length
  const isShort = length < (pointing.test(sentence) || goesOn.test(sentence) ? leastPointing : leastBefore)
  if (sentence.endsWith(':') && (isShort || isOfCode.test(sentence))) return true
  return whatFollows.test(sentence) || leadsToList(sentence) || (pointsAtLast.test(sentence) && length < leastPointing)
}

/** However much such a sentence says, it does not end, or speaks of what is not here. */
const whatFollows = anyOf('i')`
  # "… instead yielding the following." (zap c2633d6d), "… walkers for the following paths/patterns." (glob fe5efba2)
  \b(?:the following|as follows)[.:]?$|\bfor the following (?:\w+/)?\w+\.$
  # "The following example gets 8x faster" (rayon 6879a4cd), "In the above example four functions are added" (cobra 5b121bc9)
  ^the following (?:benchmark|code|example|program|snippet|test)\b|^(?:in|with) the above (?:code|example|snippet)\b
  # "This is the result of these patches:" (alertmanager be7553e7)
  ^(?:this is|here (?:is|are)|these are) the (?:\w+ )?(?:
    comparison|numbers|output|results?|traceback
  )\b[^.;]{0,200}:$
`

/** Leaves out what only leads to something that is not here, and what goes on about a list that is not: "They remain as aliases …" (pip d282fb94). */
export function withoutAnnouncements(said: readonly string[]): readonly string[] {
  let isLed = false
  return said.filter((sentence) => {
    isLed = leadsToList(sentence) || (isLed && /^(?:these|they|those)\b/i.test(sentence))
    return !isLed && !announces(sentence)
  })
}

/**
 * Ends a paragraph that leads to code which is not told: "So code like this will now work correctly:" goes, and "With this release, the
 * problem has been fixed:" ends (esbuild 953dae94, eba2a6b3).
 */
export function withoutLeadToCode(paragraph: string): string {
  const said = sentences(paragraph)
  const last = said.at(-1) ?? ''
  const isLead = isLabel(last) || [whatFollows, isOfCode, leadsOnly, isAim].some((shape) => shape.test(last))
  return [...said.slice(0, -1), ...(isLead ? [] : [endedBeforeCode(last)])].join(' ')
}

/** "To use the old hashing scheme:" (redis 694e518a). */
const isAim = /^to [^,]{1,80}:$/i

/**
 * Leaves out the code that sentences show, where there is little room, a label that stood before it, and what points back at it:
 * "Singleton:", "With above configuration, if …", "This account need to exist …" (nats-server 18a1702b).
 */
export function withoutShown(said: readonly string[]): readonly string[] {
  let [isCut, isPointed] = [false, false]
  return said.flatMap((sentence) => {
    isPointed = (isCut && pointsBack.test(sentence)) || (isPointed && leansBack(sentence))
    const left = withoutLongCode(sentence)
    isCut = left !== sentence
    return isPointed || (isCut && isLabel(left)) ? [] : [left]
  })
}

const isLabel = (said: string): boolean => {
  const { length } = said.split(' ')
  return length <= longestLabel || (pointing.test(said) && length < leastPointing)
}

const longestLabel = 3

const pointsBack = /^(?:in|with) (?:the )?above\b/i

/**
 * "The following options have no direct equivalent.", whose table is not here (nats.go 0d5e9841), "Since Python 3.3, the following
 * classes have merged into OSError." (pip d282fb94).
 */
const leadsToList = (sentence: string): boolean =>
  !reasoned.test(sentence.replace(/^since [^,]{1,20}, /i, '')) && listsOnly.test(sentence)
const listsOnly = /^(?:(?:as of|in|since|with) [^,:]{1,20}, )?the following [a-z]+ [^:•]{1,200}\.$/i

/** "For example, if it was:", code, "and we removed the second element, it would now be:", code (bbolt 10c6e01e). */
const goesOn = /^(?:and|but|or|then) /

/** "When the server wants to close …, the call stack is:", "The commands to create this keystore would be:" (puma 319f84db, 4ae0de4f). */
const isOfCode = /\b(?:are|be|is|was|were):$/

const leastBefore = 8
const leastPointing = 14
const pointing =
  /\b(?:following|below|examples?|e\.g\.|for instance|as follows|like (?:this|so)|looks? like|outputs?|prints?|results?|produces?|yields?)\b/i
