import type { Model, Prompt } from '../model.ts'
import type { Bounds, Tool } from '../model/tools.ts'
import { Problem } from '../problem.ts'
import { type Modelling, readModelling, readSpent, type Spent, writeSpent } from '../repo/modelling.ts'
import type { Ctx } from './open.ts'

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

/** The client is loaded when somebody asks: it is larger than all else that a program imports from here. */
const client = async () => await import('../model.ts')

const today = (ctx: Ctx): string => ctx.now().toISOString().slice(0, 10)

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

/**
 * Asks the model that is set up.
 * @throws {Problem} when there is none, its tokens of the day are spent, or it does not answer.
 */
export async function ask(ctx: Ctx, prompt: Prompt, { count }: { readonly count?: Count } = {}): Promise<string> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  const { askModel } = await client()
  const reply = await counted(ctx, modelling, model, async () => await askModel(model, prompt, ctx.signal))
  count?.(reply.tokens)
  return reply.text
}

/** Is told how many tokens a call took. */
export type Count = (tokens: number) => void

type Working = { readonly tools: readonly Tool[]; readonly bounds: Bounds; readonly count?: Count }

/**
 * Lets the model that is set up work with tools until it answers, or a tool ends the work: then the answer is ''.
 * @throws {Problem} as `ask` does.
 */
export async function work(ctx: Ctx, prompt: Prompt, { count, ...how }: Working): Promise<string> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  const { converse } = await import('../model/tools.ts')
  const reply = await counted(ctx, modelling, model, async () => await converse(model, prompt, how, ctx.signal))
  count?.(reply.tokens)
  return reply.text
}

function requireModel({ model, mayAnswer }: Modelling): Model {
  if (model === undefined)
    throw new Problem('no-model', 'No model is set up; everything works without one.', {
      hint: 'To set one up: git config ctx.model.name <name>, and git config ctx.model.endpoint <address> unless it is OpenAI. The key comes from CTX_MODEL_KEY.',
    })
  if (mayAnswer === 'never')
    throw new Problem('model-off', 'The model is turned off (git config ctx.query.model never).', {
      hint: 'Set it to ask or auto to use it.',
    })
  return model
}

async function counted<Result extends { readonly tokens: number }>(
  ctx: Ctx,
  { dailyTokens }: Modelling,
  { endpoint, name }: Model,
  call: () => Promise<Result>,
): Promise<Result> {
  if (dailyTokens > 0 && readSpent(ctx.place, today(ctx)).tokens >= dailyTokens)
    throw new Problem('model-spent', `The model's ${dailyTokens} tokens of today are spent.`, {
      hint: 'It goes on tomorrow (UTC). git config ctx.model.dailyTokens <n> sets another bound, 0 none.',
    })
  try {
    const result = await call()
    spend(ctx, result.tokens)
    return result
  } catch (cause) {
    ctx.signal?.throwIfAborted()
    spend(ctx, 0)
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)]
    throw new Problem('model-failed', `${name} at ${endpoint} did not answer: ${reason}`, {
      hint: '`ctx model` tries it; without it, everything works as before.',
      cause,
    })
  }
}

/** Books a call. Read and written in one go, because two calls may be under way. */
function spend({ place, now }: Ctx, tokens: number): void {
  const { day, ...before } = readSpent(place, now().toISOString().slice(0, 10))
  writeSpent(place, { day, calls: before.calls + 1, tokens: before.tokens + tokens })
}
