import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { type Modelling, readModelling, readSpent, type Spent, writeSpent } from '../repo/settings/modelling.ts'
import type { Model, Prompt } from './client.ts'
import type { Bounds, Tool } from './tools.ts'

/** The client is loaded when somebody asks: it is larger than all else that a program imports from here. */
export const client = async () => await import('./client.ts')

/** The day that calls are booked on: that of UTC. */
export const today = (ctx: Ctx): string => ctx.now().toISOString().slice(0, 10)

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
 * Lets the model that is set up work with tools until it answers, or a tool ends the work: then the answer is ''. Each turn
 * is booked as it comes, and none begins once the tokens of the day are spent.
 * @throws {Problem} as `ask` does.
 */
export async function converseWithTools(ctx: Ctx, prompt: Prompt, { count, ...how }: Working): Promise<string> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  const { converse } = await import('./tools.ts')
  const onTurn = (tokens: number): boolean => {
    book(ctx, { calls: 1, tokens })
    count?.(tokens)
    return hasRest(ctx, modelling)
  }
  requireRest(ctx, modelling)
  return (await asked(ctx, model, async () => await converse(model, prompt, { ...how, onTurn }, ctx.signal))).text
}

/** Requires a model that may be asked. */
export function requireModel({ model, mayAnswer }: Modelling): Model {
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

/** Makes a call, where tokens of today are left, and books what it took. */
export async function counted<Result extends { readonly tokens: number }>(
  ctx: Ctx,
  modelling: Modelling,
  model: Model,
  call: () => Promise<Result>,
): Promise<Result> {
  requireRest(ctx, modelling)
  const result = await asked(ctx, model, call)
  book(ctx, { calls: 1, tokens: result.tokens })
  return result
}

const hasRest = (ctx: Ctx, { dailyTokens }: Modelling): boolean =>
  dailyTokens === 0 || readSpent(ctx.place, today(ctx)).tokens < dailyTokens

function requireRest(ctx: Ctx, modelling: Modelling): void {
  if (hasRest(ctx, modelling)) return
  throw new Problem('model-spent', `The model's ${modelling.dailyTokens} tokens of today are spent.`, {
    hint: 'It goes on tomorrow (UTC). git config ctx.model.dailyTokens <n> sets another bound, 0 none.',
  })
}

/** Says in the words of a `Problem` what a server said; a call that failed is a call. */
async function asked<Result>(ctx: Ctx, { endpoint, name }: Model, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    ctx.signal?.throwIfAborted()
    if (cause instanceof Problem) throw cause
    book(ctx, { calls: 1, tokens: 0 })
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)]
    throw new Problem('model-failed', `${name} at ${endpoint} did not answer: ${reason}`, {
      hint: '`ctx model` tries it; without it, everything works as before.',
      cause,
    })
  }
}

/** Books calls. Read and written in one go, because two may be under way. */
function book(ctx: Ctx, { calls, tokens }: Omit<Spent, 'day'>): void {
  const { day, ...before } = readSpent(ctx.place, today(ctx))
  writeSpent(ctx.place, { day, calls: before.calls + calls, tokens: before.tokens + tokens })
}
