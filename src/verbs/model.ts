import { client, counted, requireModel, today } from '../model/converse.ts'
import type { Ctx } from '../repo/context.ts'
import { type Modelling, readModelling, readSpent, type Spent } from '../repo/settings/modelling.ts'

/** How a model stands: what is set up, what was spent today, and how it answered just now. */
export type ModelStatus = {
  readonly endpoint: string
  readonly name: string
  readonly hasKey: boolean
  readonly mayAnswer: Modelling['mayAnswer']
  readonly dailyTokens: number
  readonly spent: Spent
  readonly tookMs: number
  readonly callsTools: boolean
}

/**
 * Tells which model is set up, and tries it with one short call.
 * @throws {Problem} when none is set up, or it does not answer.
 */
export async function modelStatus(ctx: Ctx): Promise<ModelStatus> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  const started = performance.now()
  const { callsTools } = await client()
  const { calls } = await counted(ctx, modelling, model, async () => await callsTools(model, ctx.signal))
  return {
    endpoint: model.endpoint,
    name: model.name,
    hasKey: model.key !== '',
    mayAnswer: modelling.mayAnswer,
    dailyTokens: modelling.dailyTokens,
    spent: readSpent(ctx.place, today(ctx)),
    tookMs: Math.round(performance.now() - started),
    callsTools: calls,
  }
}
