import type { EntryPath } from '../tree/path.ts'

/** What is asked: in words, and the files it is about. */
export type Question = { readonly text: string; readonly files: readonly string[]; readonly limit: number }

/** An entry that answers, with the lines of it that do. */
export type Hit = {
  readonly path: EntryPath
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
}

export type TierName = 'direct' | 'none'
export type Answer = {
  readonly tier: TierName
  readonly text: string
  readonly hits: readonly Hit[]
  readonly outOfDomain: boolean
}

/** One way to answer; undefined when it cannot, and the next is asked. */
export type Tier = {
  readonly name: TierName
  readonly answer: (question: Question, signal: AbortSignal | undefined) => Promise<Answer | undefined>
}

/** Asks the tiers in order, the cheapest first, until one answers; nothing known is an answer too. */
export async function climb(
  tiers: readonly Tier[],
  question: Question,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (const tier of tiers) {
    signal?.throwIfAborted()
    const answer = await tier.answer(question, signal)
    if (answer !== undefined) return answer
  }
  return { tier: 'none', text: '', hits: [], outOfDomain: true }
}
