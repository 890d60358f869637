import { fields, type Index, type Terms } from './entry-index.ts'
import { readQuestion } from './question.ts'
import type { Answer, Question } from './tiers.ts'
import { toDay } from '../tree/meta.ts'

/**
 * An answer that was given before: the terms of its question, the entry that came first, and all of it when wanted, which
 * somebody else who asks may have made forget meanwhile.
 */
export type Remembered = {
  readonly terms: readonly string[]
  readonly first: string
  readonly answer: () => Answer | undefined
}

/** Where answers are remembered; what an entry that changed could answer otherwise is forgotten there. */
export type Memory = {
  readonly same: (key: string) => Remembered | undefined
  /** Everything remembered that was asked in the same way, the newest first. */
  readonly all: (way: string) => readonly Remembered[]
  readonly keep: (key: string, asked: { way: string; terms: readonly string[]; answer: Answer }) => void
}

/**
 * Two questions are alike from this share of their terms (Jaccard), and with at least two (ByteRover paper, θ fuzzy).
 */
const alike = { share: 0.6, terms: 2 }

/** Spells how a question is asked, besides its words; the day counts, because recency moves with it. */
export const wayOf = ({ files, within, limit, floor }: Question, settings: string, now: Date): string =>
  JSON.stringify([files, within, limit, floor, settings, toDay(now)])

/**
 * Spells a question so that the same one is known again, whatever blanks stand in it; its lines count, as in reading
 * it.
 */
export const keyOf = ({ text }: Question, way: string): string =>
  JSON.stringify([text.trim().replace(/[^\S\n]+/g, ' '), way])

/** The terms of a question, by which it is like another. */
export const termsOf = ({ text }: Question): readonly string[] => readQuestion(text).map(({ term }) => term)

/**
 * Finds the answer to a question that asked for nearly the same. All that is asked now must stand in the entry that
 * came first: else the old answer is one to another question, or this one has none.
 */
export function similar(
  terms: readonly string[],
  remembered: readonly Remembered[],
  index: Pick<Index, 'termsAt'>,
): Remembered | undefined {
  const asked = new Set(terms)
  return remembered.find((one) => {
    const before = new Set(one.terms)
    if (Math.min(asked.size, before.size) < alike.terms) return false
    const shared = terms.filter((term) => before.has(term)).length
    if (shared / (asked.size + before.size - shared) < alike.share) return false
    const held = index.termsAt(one.first)
    return held !== undefined && terms.every((term) => holds(held, term))
  })
}

const holds = (terms: Terms, term: string): boolean => fields.some((field) => ` ${terms[field]} `.includes(` ${term} `))
