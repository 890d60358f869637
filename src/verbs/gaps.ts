import type { Ctx } from '../repo/context.ts'
import { keepGaps, readGaps } from '../repo/state/gaps.ts'
import { findLessons } from './answer-question.ts'

/** A question that nothing answers yet, and how often it was asked. */
export type Gap = { readonly question: string; readonly times: number }

/** Lists the questions that found nothing, most asked first; those that something answers by now are forgotten. */
export async function gaps(ctx: Ctx): Promise<readonly Gap[]> {
  const noted = readGaps(ctx.place)
  const asked = new Map<string, { question: string; times: number }>()
  for (const question of noted) {
    const same = asked.get(sameAs(question))
    asked.set(sameAs(question), { question, times: (same?.times ?? 0) + 1 })
  }
  const open = new Map<string, Gap>()
  for (const [key, gap] of asked) {
    const answer = await findLessons(ctx, { text: gap.question, most: 1 })
    if (answer?.isKnown !== true) open.set(key, gap)
  }
  const left = noted.filter((question) => open.has(sameAs(question)))
  if (left.length < noted.length) keepGaps(ctx.place, left)
  return [...open.values()].toSorted((a, b) => b.times - a.times || (a.question < b.question ? -1 : 1))
}

/** Forgets all questions that found nothing; gives how many there were. */
export function clearGaps({ place }: Ctx): number {
  const { size } = new Set(readGaps(place).map(sameAs))
  keepGaps(place, [])
  return size
}

/** The same question, however it was typed. */
const sameAs = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[\s?.!]+/g, ' ')
    .trim()
