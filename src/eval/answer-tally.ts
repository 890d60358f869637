import type { TierName } from '../search/tiers.ts'

/**
 * Parts of answering that can be left out to measure what they add: relations, cheaper tiers, the lifecycle's scores,
 * the gate.
 */
export const answerParts = ['relations', 'tiers', 'lifecycle', 'domain'] as const
/** One of those parts, by its name on the command line. */
export type AnswerPart = (typeof answerParts)[number]

/** Which tier may answer at most: `auto` as `ctx.query.model auto` does it, each question by the cheapest that can. */
export type AnswerTierAsked = 'auto' | 'direct' | 'model' | 'agent'

/** How one question was answered, and what became of it. */
export type JudgedAnswer = {
  readonly question: string
  readonly category: string
  readonly isCounted: boolean
  /** The right answer; '' where nothing is known. */
  readonly right: string
  readonly answer: string
  readonly tier: TierName
  /** Whether it was said that nothing is known. */
  readonly isRefused: boolean
  readonly isRight: boolean
  /** The judge's votes; none where none was needed. */
  readonly votes: readonly string[]
  /** From the question to the answer, judging left out. */
  readonly ms: number
}

/** The share of some questions that was answered rightly, from 0 to 1. */
export type AnswerAccuracy = { readonly name: string; readonly questions: number; readonly accuracy: number }

/** The result of one run over the questions. */
export type AnswerTally = {
  readonly questions: number
  /** Over all questions that count. */
  readonly accuracy: number
  readonly categories: readonly AnswerAccuracy[]
  readonly tiers: readonly AnswerAccuracy[]
  /**
   * Questions that nothing answers, and how many of them were rightly refused; questions refused though something does.
   */
  readonly unanswerable: AnswerAccuracy
  readonly wronglyRefused: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Answers about which the judge did not say the same each time. */
  readonly split: number
}

/** Counts a run: accuracy of all, by category and by tier, refusals and times. */
export function tally(answers: readonly JudgedAnswer[]): AnswerTally {
  const counted = answers.filter(({ isCounted }) => isCounted)
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const unanswerable = answers.filter(({ right }) => right === '')
  return {
    questions: counted.length,
    accuracy: accuracyOf('', counted).accuracy,
    categories: grouped(answers, ({ category }) => category),
    tiers: grouped(answers, ({ tier }) => tier),
    unanswerable: accuracyOf('unanswerable', unanswerable),
    wronglyRefused: answers.filter(({ isRefused, right }) => isRefused && right !== '').length,
    medianMs: at(times, 0.5),
    p95Ms: at(times, 0.95),
    p99Ms: at(times, 0.99),
    split: answers.filter(({ votes }) => new Set(votes).size > 1).length,
  }
}

function grouped(
  answers: readonly JudgedAnswer[],
  nameOf: (answer: JudgedAnswer) => string,
): readonly AnswerAccuracy[] {
  const groups = new Map<string, JudgedAnswer[]>()
  for (const answer of answers) groups.set(nameOf(answer), [...(groups.get(nameOf(answer)) ?? []), answer])
  return [...groups].map(([name, group]) => accuracyOf(name, group))
}

function accuracyOf(name: string, answers: readonly JudgedAnswer[]): AnswerAccuracy {
  const right = answers.filter(({ isRight }) => isRight).length
  return {
    name,
    questions: answers.length,
    accuracy: Math.round((right / Math.max(1, answers.length)) * 10_000) / 10_000,
  }
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
