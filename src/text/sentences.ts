import { oneLine } from './clean.ts'
import { madeLately } from './made-once.ts'
import { segment } from './segment.ts'

const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/
const fence = /^\s*(?:```|~~~)/

/** Nobody writes as much prose in one piece; what comes behind it is data, or was made to keep a reader busy. */
const longest = 256 * 1024

/**
 * Splits prose into sentences, unwrapping hard-wrapped lines; a bullet is a unit of its own, and code (fenced or
 * indented by four) is left out because it states nothing.
 */
export const sentences: (text: string) => readonly string[] = madeLately((text) =>
  paragraphs(text.slice(0, longest)).flatMap((paragraph) => joinAbbreviations(segment(paragraph))),
)

function paragraphs(text: string): readonly string[] {
  const found: string[] = []
  let current: string[] = []
  let inFence = false
  const close = (): void => {
    if (current.length > 0) found.push(oneLine(current.join(' ')))
    current = []
  }
  for (const line of text.split('\n')) {
    if (fence.test(line)) inFence = !inFence
    const isCode = inFence || fence.test(line) || (/^(?: {4}|\t)/.test(line) && current.length === 0)
    if (isCode || line.trim() === '' || bullet.test(line)) close()
    if (!isCode && line.trim() !== '') current.push(line.replace(bullet, ''))
  }
  close()
  return found
}

// Unicode UAX 29 ends a sentence after "e.g." and "(ex." (black 7134754e), after a version such as "v2. x", and after the
// number of a list's first item; and after "(TLS timeout, etc..)" amid one (nats.go 6461b392).
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig)\.$|\betc\.{1,3}\)$|\(ex\.$|: 1\.$/i

/** The rest of a span of code, which goes on behind a mark: "use `?? 1` to"; a mark that nobody closed is none. */
const closesCode = /^[^`]{0,60}`/

/** A blank, or what ends a sentence without one in Chinese and Japanese; behind a bracket it goes on: 「…。」と. */
const endsApart = /[\s。！？]$/

/** As much of a sentence's end as an abbreviation and the character before it take. */
const tailLength = 12

function joinAbbreviations(parts: readonly string[]): readonly string[] {
  const joined: string[][] = []
  let tail = ''
  // Whether a span of code was opened and not closed yet.
  let isInCode = false
  for (const part of parts) {
    // No blank between them: a question mark or point inside an address, a name, a number.
    const isOne: boolean =
      joined.length > 0 &&
      (abbreviation.test(tail.trim()) ||
        (/\bsec\.\s*$/.test(tail) && /^\d/.test(part)) ||
        /^[a-z]/.test(part) ||
        !endsApart.test(tail) ||
        (isInCode && closesCode.test(part)))
    if (isOne) joined.at(-1)?.push(part)
    else joined.push([part])
    tail = `${isOne ? tail : ''}${part}`.slice(-tailLength)
    isInCode = (isOne && isInCode) !== (part.split('`').length % 2 === 0)
  }
  return joined.map((pieces) => pieces.join('').trim())
}

/** Puts sentences one after the other, with a blank between them where their script has one. */
export const asProse = (said: readonly string[]): string => said.join(' ').replace(/(?<=[。！？]) /g, '')

/** Whether a sentence says nothing by itself, since it leans on the one before it: "This happens when …". */
export const leansBack = (sentence: string): boolean => /^(?:it|that|these|they|this|those)\b/i.test(sentence)
