import type { Ctx } from '../repo/context.ts'
import { fence, quoteText, randomWord } from '../text/quote.ts'
import { mapConcurrently } from './concurrently.ts'
import { ask } from './converse.ts'
import { readPrompt } from './prompts.ts'

/** One vote of a judge; unclear where it said neither word. */
export type JudgeVote = 'right' | 'wrong' | 'unclear'

/** What a judge is given: `judging` says what else counts as right for this kind of question. */
export type ToJudge = {
  readonly question: string
  readonly right: string
  readonly answer: string
  readonly judging: string
}

/** So many votes; their majority counts, because no endpoint says the same each time, whatever its temperature. */
const votes = 3

/** Tokens out: a model that reasons takes most of them before its one word (ByteRover, arXiv 2604.01599, table 7). */
const limits = { mostTokens: 8_192, temperature: 0 }

/**
 * Lets the model that is set up judge an answer by the right one, three times.
 * @throws {Problem} as `ask` does.
 */
export async function judgeByVotes(
  ctx: Ctx,
  { question, right, answer, judging }: ToJudge,
): Promise<readonly JudgeVote[]> {
  const word = randomWord()
  const parts = { question, 'right-answer': right, answer: answer === '' ? '(nothing)' : answer }
  const user = Object.entries(parts)
    .map(([name, text]) => fence(name, quoteText(text), { word }))
    .join('\n\n')
  const system = judging === '' ? readPrompt('judge') : `${readPrompt('judge')}\n${judging}`
  return await mapConcurrently(
    Array.from({ length: votes }),
    async () => voteIn(await ask(ctx, { system, user, ...limits })),
    { atOnce: votes },
  )
}

/** The last of the two words is the verdict: a model that reasons aloud weighs both before. */
function voteIn(reply: string): JudgeVote {
  const said = reply.match(/\b(?:RIGHT|WRONG)\b/g)?.at(-1)
  return said === 'RIGHT' ? 'right' : said === 'WRONG' ? 'wrong' : 'unclear'
}

/** Whether most votes are for it; an unclear one is for nothing. */
export const isMajority = (given: readonly JudgeVote[]): boolean =>
  given.filter((vote) => vote === 'right').length * 2 > given.length
