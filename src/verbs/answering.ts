import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { readTreeFiles } from '../repo/checkout.ts'
import { fenced, given, grounded } from '../search/grounded.ts'
import type { Answer, Question, Tier } from '../search/ladder.ts'
import { redact } from '../text/redact.ts'
import { ask } from './model.ts'
import { type Ctx, packageRoot } from './open.ts'

/** When a model is asked: because somebody said so, or whenever no entry answers for sure. */
export type ModelUse = 'asked' | 'unsure'

/** Limits of an answer by one call (ByteRover, arXiv 2604.01599, table 7): tokens out, and temperature. */
const limits = { mostTokens: 1_024, temperature: 0.3 }

/**
 * Lets a model answer from what another tier found: only from those entries, each sentence with the entry it is from;
 * sentences that name none are left out. A model that fails is told of, and what was found stands.
 */
export const byModel = (ctx: Ctx, found: Tier, use: ModelUse): Tier => ({
  name: 'model',
  answer: async (question, signal) => {
    const direct = await found.answer(question, signal)
    if (direct === undefined || direct.hits.length === 0 || (use === 'unsure' && direct.isSure)) return direct
    try {
      const text = await tell(ctx, question, direct)
      return text === '' ? direct : { ...direct, tier: 'model', text }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      ctx.say(`${error.message} What was found without it follows.`)
      return direct
    }
  },
})

async function tell(ctx: Ctx, question: Question, { hits }: Answer): Promise<string> {
  const paths = hits.slice(0, given.entries).map(({ path }) => path)
  const notes = [...readTreeFiles(ctx.place, paths)].map(([path, text]) => ({ path, text: redact(text) }))
  const system = readFileSync(join(packageRoot(), 'templates', 'prompts', 'answer.md'), 'utf8')
  const user = fenced(redact(question.text), notes, randomBytes(6).toString('hex'))
  return grounded(await ask(ctx, { system, user, ...limits }), notes)
}
