import { oneLine } from './clean.ts'

/** Made when it is first needed: its tables take longer to load than many a question to answer. */
let segmenter: Intl.Segmenter | undefined
const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/
const fence = /^\s*(?:```|~~~)/

/**
 * Splits prose into sentences, unwrapping hard-wrapped lines; a bullet is a unit of its own, and code (fenced or
 * indented by four) is left out because it states nothing.
 */
export function sentences(text: string): readonly string[] {
  return paragraphs(text).flatMap((paragraph) => joinAbbreviations(segment(paragraph)))
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

function segment(paragraph: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...segmenter.segment(paragraph)].map((part) => part.segment).filter((part) => part.trim() !== '')
}

// The segmenter follows Unicode UAX 29, which ends a sentence after "e.g." and after a version such as "v2. x".
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig)\.$/i

function joinAbbreviations(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    // No blank between them: a question mark or point inside an address, a name, a number.
    const isOne = last !== undefined && (abbreviation.test(last.trim()) || /^[a-z]/.test(part) || !/\s$/.test(last))
    if (isOne) joined[joined.length - 1] = `${last}${part}`
    else joined.push(part)
  }
  return joined.map((sentence) => sentence.trim())
}
