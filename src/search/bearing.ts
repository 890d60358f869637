import { fold } from '../text/clean.ts'
import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import { countWords } from '../text/words.ts'
import type { Rarity } from './bm25.ts'

/** How long a reason is told: of what leads alone, of two that lead together, of others, and of what changed them later. */
export const reasonLengths = { alone: 900, together: 440, others: 180, later: 260 }

/**
 * What ranks so near the best leads together with it: of 195 answers the second is as near in 87, and is what was asked for
 * in 18 of these, the first in 28. Where it is farther behind, it is in 6 of 108, and the first in 69.
 */
const leading = 0.8

/**
 * Tells how long the reason of each that is shown may be. What comes first leads, even where it ranks below what it changed;
 * nothing leads an answer that is merely near.
 */
export function lengthsOfReasons(
  shown: readonly { readonly rank: number }[],
  { isKnown }: { readonly isKnown: boolean },
): readonly number[] {
  const best = Math.max(...shown.map(({ rank }) => rank))
  const leads = shown.map(({ rank }, at) => isKnown && (at === 0 || (at === 1 && rank >= best * leading)))
  const { alone, together, others } = reasonLengths
  const length = leads.filter(Boolean).length > 1 ? together : alone
  return leads.map((isLeading) => (isLeading ? length : others))
}

/** Picks of a long reason the sentences that bear on the question, whole and in their order. */
export function bearingOn(
  why: string,
  searchTerms: ReadonlySet<string>,
  { most, rarity }: { most: number; rarity: Rarity },
): string {
  if (why.length <= most) return why
  const all = sentences(why)
  const worth = all.map((sentence, at) => {
    const held = new Set(terms(sentence).filter((term) => searchTerms.has(term)))
    // The first sentence says what the rest is about, and why something is so is mostly said in words that nobody asks in.
    const worthOfPlace = (at === 0 ? 2 : 0) + (saysWhy.test(sentence) ? 3 : 0)
    return [...held].reduce((sum, term) => sum + rarity(term), worthOfPlace)
  })
  // Sorting keeps what is worth the same in its order.
  const order = [...all.keys()].toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
  const kept = new Set<number>()
  let length = 0
  for (const at of order) {
    const size = (all[at]?.length ?? 0) + 3
    if (length + size > most) continue
    kept.add(at)
    length += size
  }
  const picked = [...kept].toSorted((a, b) => a - b)
  return picked
    .map((at, index) => {
      const skips = index > 0 && picked[index - 1] !== at - 1
      return `${skips ? '… ' : ''}${all[at] ?? ''}`
    })
    .join(' ')
}

/**
 * Leaves out the steps of a squash that say nothing of what is asked: "Flake8.", "Corrected flags." (uvicorn f66e7170). A
 * message has each of them in a line of its own; more words are prose, and so are lines that go on in the next, however short
 * (chi ea7f7b58). Of fewer than `least` steps none is left out. A step that an earlier one said already is told once (hono 2a9c9a15).
 */
export function withoutIdleSteps(message: string, searchTerms: ReadonlySet<string>, least = leastSteps): string {
  const all = message.split(stepEnd)
  const steps = once(all)
  if (steps.length < least) return steps.length === all.length ? message : steps.join('\n').trim()
  return steps
    .filter((step) => countWords(step) > longestStep || terms(step).some((term) => searchTerms.has(term)))
    .join('\n')
}

/** Leaves out what was said already, whatever is spelled as code there; what has no words stands as often as it did. */
function once(steps: readonly string[]): readonly string[] {
  const seen = new Set([''])
  return steps.filter((step) => {
    const said = fold(step.replace(/^\s*[*-] |[`.]/g, ''))
    const isNew = said === '' || !seen.has(said)
    seen.add(said)
    return isNew
  })
}

/** Words of a sentence that gives a reason: tracing c8b3d2ad says in such a one that a clock costs a system call. */
const saysWhy =
  /\b(?:because|since|due to|so that|so (?:we|it|this)|to (?:avoid|prevent|allow)|otherwise|as (?:it|this|we|they|the)|problem|issue|performance|expensive|slow|unsafe|leak(?:s|ed|ing)?|break(?:s|ing)?|broke|cannot|can't|could|would|should|may|reason)\b/i

/** The end of a line that was not wrapped: those that were are long, and go on in the next without a full stop. */
const stepEnd = /(?<![^\n]{40}[^\n.!?:;])\n|\n(?=\s*(?:[*-] |\n|$))/

const leastSteps = 3
const longestStep = 8

/**
 * The sentence of a message that says most of what is asked and was not told yet; '' where none says a fifth of the question
 * more: of a commit with many bullets, the one that was asked for.
 */
export function alsoSaid(
  message: string,
  told: string,
  { coverageTerms, rarity, most }: { coverageTerms: readonly string[]; rarity: Rarity; most: number },
): string {
  const known = new Set(terms(told))
  const open = coverageTerms.filter((term) => !known.has(term))
  const worth = sentences(message).map((text) => ({ text, worth: heldIn(text, open, rarity) }))
  const best = worth.reduce((a, b) => (b.worth > a.worth ? b : a), { text: '', worth: 0 })
  return best.worth >= total(coverageTerms, rarity) / 5 && best.text.length <= most ? best.text : ''
}

/** Whether a text holds at least a tenth of what is asked, by the rarity of its words. */
export const bears = (
  text: string,
  { coverageTerms, rarity }: { coverageTerms: readonly string[]; rarity: Rarity },
): boolean => coverageTerms.length > 0 && heldIn(text, coverageTerms, rarity) >= total(coverageTerms, rarity) / 10

const total = (coverageTerms: readonly string[], rarity: Rarity): number =>
  coverageTerms.reduce((sum, term) => sum + rarity(term), 0)

/** How much of a question a text holds, by the rarity of its words. */
export function heldIn(text: string, coverageTerms: readonly string[], rarity: Rarity): number {
  const said = new Set(terms(text))
  return coverageTerms.reduce((sum, term) => sum + (said.has(term) ? rarity(term) : 0), 0)
}

/**
 * The largest share of a question, from 0 to 1 and by the rarity of its words, that two neighbouring sentences of a text
 * hold: the first names what the second gives the reason of.
 */
export function heldTogether(text: string, coverageTerms: readonly string[], rarity: Rarity): number {
  const all = total(coverageTerms, rarity)
  if (all === 0) return 0
  const said = sentences(text.slice(0, longestRead)).map((sentence) => new Set(terms(sentence)))
  const held = said.map((own, at) =>
    coverageTerms.reduce(
      (sum, term) => sum + (own.has(term) || said[at + 1]?.has(term) === true ? rarity(term) : 0),
      0,
    ),
  )
  return Math.max(0, ...held) / all
}

/** Nobody wrote more than this by hand. */
const longestRead = 10_000
