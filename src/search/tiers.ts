import type { ByAgent } from '../tree/unreviewed.ts'
import type { Parts } from './rank.ts'

/** What is asked: in words, and the files it is about; `within` names the folder to stay in, '' for all of the tree. */
export type Question = {
  readonly text: string
  readonly files: readonly string[]
  readonly within: string
  readonly limit: number
  /** Entries worth less than this share of the best are left out. */
  readonly floor: number
  /** Gives the nearest that there is, whether or not it is about the question: what is measured without the gate. */
  readonly takesAnything?: boolean
}

/** An entry that answers, with the lines of it that do. */
export type Hit = {
  readonly path: string
  readonly title: string
  readonly score: number
  readonly text: number
  readonly importance: number
  readonly recency: number
  readonly maturity: string
  readonly matched: readonly string[]
  readonly excerpt: readonly string[]
  readonly sources: readonly string[]
  readonly files: readonly string[]
  /** Where the full text of an archived entry lies; '' for one that is not archived. */
  readonly archived: string
  /** That the entry no longer holds, in words; '' when it holds. */
  readonly standing: string
  /** Whether an agent wrote into the entry and nobody approved it; only where it is so. */
  readonly isByAgent?: ByAgent
  /** How the score came about, and the points of each term. */
  readonly parts: Parts & { readonly byTerm: Readonly<Record<string, number>> }
}

/**
 * The tiers, the cheapest first: remembered, remembered for a similar question, ranked, put into words by a model,
 * answered by a model that looks around; `none` where nothing is known.
 */
export type TierName = 'same' | 'similar' | 'direct' | 'model' | 'agent' | 'none'
/** An entry one relation away from a hit, in either direction, that completes the answer. */
export type RelatedHit = { readonly path: string; readonly title: string; readonly to: string }

/** What is known about a question, by entries. */
export type Answer = {
  /** Which tier answered. */
  readonly tier: TierName
  /** The answer in lines: those of the first hits that answer, or what a model says. */
  readonly text: string
  /** The best first; none where nothing is known. */
  readonly hits: readonly Hit[]
  /** Whether nothing is known. */
  readonly outOfDomain: boolean
  readonly related: readonly RelatedHit[]
  /** The probability that the first hit is right, as calibrated in `search/confidence.ts`. */
  readonly confidence: number
  /** Whether the first hit may stand as the answer by itself. */
  readonly isSure: boolean
  /** Whether a model put it into sentences: then `text` is the answer, and `hits` are what the model was given. */
  readonly isTold?: boolean
  /** Words of the question that nothing in the tree knows. */
  readonly unknown: readonly string[]
}

/** One way to answer; undefined when it cannot, and the next is asked. */
export type Tier = {
  readonly name: TierName
  readonly answer: (question: Question, signal: AbortSignal | undefined) => Promise<Answer | undefined>
}

/** Asks the tiers in order, the cheapest first, until one answers; nothing known is an answer too. */
export async function firstAnswer(
  tiers: readonly Tier[],
  question: Question,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (const tier of tiers) {
    signal?.throwIfAborted()
    const answer = await tier.answer(question, signal)
    if (answer !== undefined) return answer
  }
  return { tier: 'none', text: '', hits: [], outOfDomain: true, related: [], confidence: 0, isSure: false, unknown: [] }
}
