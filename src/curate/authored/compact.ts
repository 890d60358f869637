import { countTokens } from '../../text/tokens.ts'
import { isRefusal } from './refusal.ts'

/** How a text was made to fit: not at all; by a summary; by a harder one; by cutting off its end. */
export type Level = 'whole' | 'L1' | 'L2' | 'L3'

/** A text that fits its budget, with how it came to. */
export type Compacted = { readonly text: string; readonly level: Level }

/** Asks a model to summarise a text in at most so many tokens. Rejects when it cannot. */
export type Summarise = (text: string, tokens: number, level: 'L1' | 'L2') => Promise<string>

type Compacting = {
  /** Tokens that the result may have. */
  readonly budget: number
  /** Without a model, what is too long is cut. */
  readonly summarise?: Summarise | undefined
}

/** Shorter texts are cut: a summary of them would cost more than it keeps (ByteRover 3.8, pre-compaction: 20,000 characters). */
const leastForModel = 20_000

/** L2 asks for this share of the budget (ByteRover, arXiv 2604.01599, section 3.4). */
const harder = 0.6

/**
 * Makes a text fit a budget: a summary (L1), a summary of that in 0.6 of the budget (L2), the longest prefix that fits (L3).
 * It always ends, and the result is shorter than what was given unless that fitted; a summary counts only when it is
 * shorter and no refusal, and a model that fails is not asked again.
 */
export async function compact(text: string, { budget, summarise }: Compacting): Promise<Compacted> {
  if (countTokens(text) <= budget) return { text, level: 'whole' }
  if (summarise === undefined || text.length <= leastForModel) return { text: longestPrefix(text, budget), level: 'L3' }
  let shortest = text
  try {
    for (const level of ['L1', 'L2'] as const) {
      const tokens = Math.floor(budget * (level === 'L1' ? 1 : harder))
      const summary = (await summarise(shortest, tokens, level)).trim()
      if (!isUsable(summary, shortest)) continue
      if (countTokens(summary) <= budget) return { text: summary, level }
      shortest = summary
    }
  } catch {
    // What a model cannot do, cutting can.
  }
  return { text: longestPrefix(shortest, budget), level: 'L3' }
}

const isUsable = (summary: string, text: string): boolean =>
  summary !== '' && countTokens(summary) < countTokens(text) && !isRefusal(summary)

/** Finds the longest prefix that fits, by binary search; it never ends within a character. */
export function longestPrefix(text: string, budget: number): string {
  let [fits, tooLong] = [0, text.length + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (countTokens(text.slice(0, middle)) <= budget) fits = middle
    else tooLong = middle
  }
  return text.slice(0, fits).replace(/[\ud800-\udbff]$/, '')
}
