import { oneLine } from './clean.ts'

/** Made when it is first needed: its tables take longer to load than many a question to answer. */
let segmenter: Intl.Segmenter | undefined
const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/
const fence = /^\s*(?:```|~~~)/

/** Nobody writes as much prose in one piece; what comes behind it is data, or was made to keep a reader busy. */
const longest = 256 * 1024

/**
 * Splits prose into sentences, unwrapping hard-wrapped lines; a bullet is a unit of its own, and code (fenced or
 * indented by four) is left out because it states nothing.
 */
export function sentences(text: string): readonly string[] {
  return paragraphs(text.slice(0, longest)).flatMap((paragraph) => joinAbbreviations(segment(paragraph)))
}

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

/** Each segment that Intl gives holds a copy of all that was segmented; so it is given this much at a time. */
const atOnce = 2_000

/** So much must follow a sentence before its end is believed: what comes next decides where it ends. */
const lookahead = 200

function segment(paragraph: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const found: string[] = []
  for (let at = 0; at < paragraph.length;) {
    const isEnd = at + atOnce >= paragraph.length
    // A sentence that goes on behind the cut ends without a blank, by which it is joined again.
    const some = paragraph.slice(at, at + atOnce).trimEnd()
    const parts = Array.from(segmenter.segment(some), (part) => part.segment)
    const enough = isEnd ? 0 : lookahead
    for (let behind = 0; parts.length > 1 && behind < enough;) behind += parts.pop()?.length ?? 0
    found.push(...parts)
    at = isEnd ? paragraph.length : at + parts.join('').length
  }
  return found.filter((part) => part.trim() !== '')
}

// The segmenter follows Unicode UAX 29, which ends a sentence after "e.g." and after a version such as "v2. x".
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig)\.$/i

/** As much of a sentence's end as an abbreviation and the character before it take. */
const tailLength = 12

function joinAbbreviations(parts: readonly string[]): readonly string[] {
  const joined: string[][] = []
  let tail = ''
  for (const part of parts) {
    // No blank between them: a question mark or point inside an address, a name, a number.
    const isOne = joined.length > 0 && (abbreviation.test(tail.trim()) || /^[a-z]/.test(part) || !/\s$/.test(tail))
    if (isOne) joined.at(-1)?.push(part)
    else joined.push([part])
    tail = `${isOne ? tail : ''}${part}`.slice(-tailLength)
  }
  return joined.map((pieces) => pieces.join('').trim())
}
