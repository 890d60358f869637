import { anyOf } from '../../text/alternatives.ts'
import { redact } from '../../text/redact.ts'
import { sentences } from '../../text/sentences.ts'
import { upTo } from './pick-reason.ts'

// As much of a changelog's line as there is room for.

const longestLine = { read: 4_000, told: 1_000 }
/** So much of what was done is told behind a long account of how it was. */
const longestDecision = 400

/** A line of a file, as far as it is read; a secret that is cut in two would be known as none. */
export const cutLine = (text: string, most = longestLine.read): string =>
  text.length > most ? redact(text).slice(0, most) : text

/**
 * As many sentences as there is room for: "… nor to statically check tha" is the beginning of one (pluggy 62da97c2). What the release
 * does about it, behind a long account of how it was, goes before the end of that (esbuild 32bc00d6).
 */
export function wholeSentences(written: string): string {
  const text = inOneLine(written)
  if (text.length <= longestLine.told) return text
  const said = sentences(text)
  const kept = upTo(longestLine.told, said)
  if (kept.length === 0) return asFarAsItems(text)
  const isDecision = (sentence: string, place: number): boolean => place >= kept.length && decides.test(sentence)
  const at = kept.some((sentence) => decides.test(sentence)) ? -1 : said.findIndex(isDecision)
  const decided = at === -1 ? [] : upTo(longestDecision, said.slice(at))
  const before = upTo(longestLine.told - decided.join(' ').length, kept)
  if (decided.length === 0 || before.length === 0) return inPieces(kept)
  return [inPieces(before), ...(before.length < at ? ['…'] : []), ...decided].join(' ')
}

/** Without the number of an item that did not fit: "… 1. It is assumed to be a module. 2." (esbuild 5fe21253), and not of "… Node.js 22." (pnpm). */
const inPieces = (said: readonly string[]): string => said.join(' ').replace(/(?<=[.!?]) \d{1,2}\.$/, '')

/** The first items of a list that is one sentence. */
function asFarAsItems(text: string): string {
  const items = /^.*;(?=\s)/s.exec(cutLine(text, longestLine.told))?.[0] ?? ''
  return items === '' ? cutLine(text, longestLine.told) : `${items} …`
}

/** "With this release, esbuild will now …", "So this release changes …", "Instead, esbuild will now …". */
const decides = anyOf('i')`
  ^(?:(?:but|so),? )?(?:
    (?:as of|in|starting (?:from|with)|with) this (?:change|release|version)\b
    this (?:change|fix|release|version) (?!is\b)
    to (?:avoid|fix|resolve|work around) (?:it|that|the|these|this)\b|the fix is\b
  )
  \b(?:has|have) (?:now )?been (?:changed|fixed|removed)\b|\bwill now\b
`

/** The items of a list behind what leads to it, as parts of one sentence: "Various small bugfixes: - honor …, - support …" (tox 64eb18ef). */
function inOneLine(text: string): string {
  const [lead = '', first, ...items] = text.split(listed)
  return first === undefined ? text : `${lead}: ${[first, ...items].join(': ').replace(/[,;.]? - (?=\S)/g, '; ')}`
}
const listed = /\s?: - (?=\S)/
