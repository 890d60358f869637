import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import {
  type Model,
  type Modelling,
  readModelling,
  readSpent,
  type Spent,
  writeSpent,
} from '../repo/settings/modelling.ts'
import type { ModelReply, Prompt } from './prompt.ts'
import type { Bounds, Tool } from './tools.ts'
import { toDay } from '../tree/meta.ts'

/** The client is loaded when somebody asks: it is larger than all else that a program imports from here. */
export const client = async () => await import('./client.ts')

/** The day that calls are booked on: that of UTC. */
export const today = (ctx: Ctx): string => toDay(ctx.now())

/**
 * Asks the model that is set up.
 * @throws {Problem} when there is none, its tokens of the day are spent, or it does not answer.
 */
export async function ask(ctx: Ctx, prompt: Prompt, { count }: { readonly count?: Count } = {}): Promise<string> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  const reply = await counted(ctx, modelling, model, async () => await askOnce(ctx, model, prompt))
  count?.(reply.tokens)
  return reply.text
}

/** Asks a model of either kind; a program is run, an endpoint spoken to. */
export async function askOnce(ctx: Ctx, model: Model, prompt: Prompt): Promise<ModelReply> {
  if (model.kind === 'program') return await (await import('./program.ts')).askProgram(ctx, model, prompt)
  return await (await client()).askModel(model, prompt, ctx.signal)
}

/** Is told how many tokens a call took. */
export type Count = (tokens: number) => void

type Working = { readonly tools: readonly Tool[]; readonly bounds: Bounds; readonly count?: Count }

/**
 * Lets the model that is set up work with tools until it answers, or a tool ends the work: then the answer is ''. Each turn
 * is booked as it comes, and none begins once the tokens of the day are spent. A program has no tools of ours: it answers
 * at once, as a model does whose server knows none.
 * @throws {Problem} as `ask` does.
 */
export async function converseWithTools(ctx: Ctx, prompt: Prompt, { count, ...how }: Working): Promise<string> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = requireModel(modelling)
  if (model.kind === 'program') return await ask(ctx, prompt, count === undefined ? {} : { count })
  const { converse } = await import('./tools.ts')
  const onTurn = (tokens: number): boolean => {
    book(ctx, { calls: 1, tokens })
    count?.(tokens)
    return hasRest(ctx, modelling)
  }
  requireRest(ctx, modelling)
  return (await asked(ctx, model, async () => await converse(model, prompt, { ...how, onTurn }, ctx.signal))).text
}

/** Whether the model that is set up can be given tools at all; a program cannot. */
export const mayCallTools = async ({ place, env }: Ctx): Promise<boolean> =>
  (await readModelling(place, env)).model?.kind !== 'program'

/** Requires a model that is set up in this repository and may be asked, before anything is done that needs one. */
export const requireModelHere = async ({ place, env }: Ctx): Promise<Model> =>
  requireModel(await readModelling(place, env))

/** Requires a model that may be asked. */
export function requireModel({ model, mayAnswer, ignored }: Modelling, hints: readonly string[] = []): Model {
  if (model === undefined)
    throw new Problem('no-model', 'No model is set up; everything works without one.', {
      hint: [
        '`ctx model connect` sets one up. By hand: `git config ctx.model.name <name>`, and `git config ctx.model.endpoint <address>` unless it is OpenAI’s; the key comes from CTX_MODEL_KEY.',
        ...hints,
        ...ignored.map((file) => `What ${file} says of models is not followed, because a pull could change it.`),
      ].join('\n'),
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
async function asked<Result>(ctx: Ctx, model: Model, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    ctx.signal?.throwIfAborted()
    if (cause instanceof Problem) throw cause
    book(ctx, { calls: 1, tokens: 0 })
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)]
    throw new Problem('model-failed', `${spelled(model)} did not answer: ${reason}`, {
      hint: '`ctx model` tries it; without it, everything works as before.',
      cause,
    })
  }
}

/** Names a model for a person. */
const spelled = (model: Model): string => (model.kind === 'program' ? model.name : `${model.name} at ${model.endpoint}`)

/** Books calls. Read and written in one go, because two may be under way. */
function book(ctx: Ctx, { calls, tokens }: Omit<Spent, 'day'>): void {
  const { day, ...before } = readSpent(ctx.place, today(ctx))
  writeSpent(ctx.place, { day, calls: before.calls + calls, tokens: before.tokens + tokens })
}
