import { askOnce, client, counted, requireModel, today } from '../model/converse.ts'
import { argumentsOf, programsHere } from '../model/programs.ts'
import type { Ctx } from '../repo/context.ts'
import { type Model, type Modelling, readModelling, readSpent, type Spent } from '../repo/settings/modelling.ts'
import { quoteLine } from '../text/quote.ts'

/** How a model stands: what is set up, what was spent today, and how it answered just now. */
export type ModelStatus = {
  readonly kind: Model['kind']
  /** '' for a program. */
  readonly endpoint: string
  /** The program with all its arguments, '' for an endpoint. */
  readonly runs: string
  readonly name: string
  readonly hasKey: boolean
  readonly embeddings: string
  readonly mayAnswer: Modelling['mayAnswer']
  readonly dailyTokens: number
  readonly spent: Spent
  readonly tookMs: number
  readonly callsTools: boolean
}

/**
 * Tells which model is set up, and tries it with one short call.
 * @throws {Problem} when none is set up, or it does not answer; the hint names programs of this machine that could be
 * it.
 */
export async function modelStatus(ctx: Ctx): Promise<ModelStatus> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling, offers(ctx))
  const started = performance.now()
  const { calls } = await counted(ctx, modelling, model, async () => await tryOut(ctx, model))
  return {
    kind: model.kind,
    endpoint: model.kind === 'endpoint' ? model.endpoint : '',
    runs: model.kind === 'program' ? commandLine([model.words[0] ?? '', ...argumentsOf(model.words)]) : '',
    name: model.name,
    hasKey: model.kind === 'endpoint' && model.key !== '',
    embeddings: modelling.embeddings?.name ?? '',
    mayAnswer: modelling.mayAnswer,
    dailyTokens: modelling.dailyTokens,
    spent: readSpent(ctx.place, today(ctx)),
    tookMs: Math.round(performance.now() - started),
    callsTools: calls,
  }
}

const offers = (ctx: Ctx): readonly string[] =>
  programsHere(ctx).map(({ command }) => `Or a program that is here: git config ctx.model.command "${command}"`)

const commandLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `"${quoteLine(word)}"`)).join(' ')

/** A program is not asked whether it calls tools: it is given none. */
async function tryOut(ctx: Ctx, model: Model): Promise<{ readonly calls: boolean; readonly tokens: number }> {
  if (model.kind === 'endpoint') return await (await client()).callsTools(model, ctx.signal)
  const prompt = { system: 'You are tried out.', user: 'Say: ready', mostTokens: 1_024, temperature: 0 }
  return { calls: false, tokens: (await askOnce(ctx, model, prompt)).tokens }
}
