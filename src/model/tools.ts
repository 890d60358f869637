import type OpenAI from 'openai'
import type { EndpointModel } from '../repo/settings/modelling.ts'
import { fence, randomWord } from '../text/quote.ts'
import { connect, first, tokensIn } from './client.ts'
import { withLimits } from './limits.ts'
import type { ModelReply, Prompt } from './prompt.ts'
import { within } from './within.ts'

/** What a tool says back; `ends` where the work is done, and nothing more is asked of the model. */
export type Result = { readonly says: string; readonly ends?: boolean }

/** A tool that a model may call. `parameters` is a JSON Schema; what arrives is whatever the model sent. */
export type Tool = {
  readonly name: string
  readonly about: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly run: (given: unknown) => Promise<Result>
}

/** What stops a model that goes on calling: rounds in all, and calls in all. */
export type Bounds = { readonly rounds: number; readonly calls: number }

/** Makes a tool whose arguments are texts, all of them required. */
export const textTool = ({
  name,
  about,
  parameters,
  run,
}: {
  readonly name: string
  readonly about: string
  readonly parameters: Readonly<Record<string, string>>
  readonly run: (given: Readonly<Record<string, string>>) => Promise<string>
}): Tool => ({
  name,
  about,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(parameters).map(([key, description]) => [key, { type: 'string', description }]),
    ),
    required: Object.keys(parameters),
  },
  run: async (given) => {
    const texts = textsIn(given)
    const missing = Object.keys(parameters).filter((key) => texts[key] === undefined)
    if (missing.length > 0) return { says: `Missing: ${missing.join(', ')}.` }
    return { says: fence('data', await run(texts), { word: randomWord() }) }
  },
})

const textsIn = (given: unknown): Readonly<Record<string, string>> => {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
}

/** What a model works with; `onTurn` is told the tokens of each turn, and says whether another may begin. */
export type Conversation = {
  readonly tools: readonly Tool[]
  readonly bounds: Bounds
  readonly onTurn?: (tokens: number) => boolean
}

/**
 * Lets a model work with tools until it answers, or one of them ends the work: then the text is ''. A call that cannot be
 * read is answered with what was wrong, so that it can do better; after the last round it must answer with what it has.
 * A server that knows no tools is asked once more without any.
 * @throws {Error} when the endpoint fails, or nothing was said in the end.
 */
export async function converse(
  model: EndpointModel,
  prompt: Prompt,
  { tools, bounds, onTurn }: Conversation,
  signal?: AbortSignal,
): Promise<ModelReply> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ]
  let [tokens, calls, mayCall] = [0, 0, true]
  for (let round = 0; ; round++) {
    mayCall &&= round < bounds.rounds && calls < bounds.calls
    const turn = await takeTurn(model, { prompt, messages, tools: mayCall ? tools : [] }, signal)
    tokens += turn.tokens
    const mayGoOn = onTurn?.(turn.tokens) ?? true
    mayCall &&= turn.knowsTools
    const wanted = mayCall ? (turn.message?.tool_calls ?? []).slice(0, bounds.calls - calls) : []
    if (turn.message === undefined || wanted.length === 0) {
      const text = turn.message?.content ?? ''
      if (text.trim() === '') throw new Error('the model said nothing')
      return { text, tokens }
    }
    if (!mayGoOn) throw new Error('the tokens of the day were spent on the way')
    messages.push({ ...turn.message, tool_calls: wanted })
    for (const call of wanted) {
      calls++
      const { says, ends = false } = await answerCall(call, tools)
      if (ends) return { text: '', tokens }
      messages.push({ role: 'tool', tool_call_id: call.id, content: says })
    }
  }
}

type Asking = {
  readonly prompt: Prompt
  readonly messages: readonly OpenAI.ChatCompletionMessageParam[]
  readonly tools: readonly Tool[]
}
type Turn = {
  readonly message: OpenAI.ChatCompletionMessage | undefined
  readonly tokens: number
  readonly knowsTools: boolean
}

async function takeTurn(model: EndpointModel, asking: Asking, signal?: AbortSignal): Promise<Turn> {
  const { prompt, messages, tools } = asking
  try {
    const request = {
      model: model.name,
      messages: [...messages],
      ...(tools.length > 0 ? { tools: tools.map(describe) } : {}),
    }
    const { choices, usage } = await within(
      model.timeoutMs,
      signal,
      async (inner) =>
        await withLimits(
          model,
          prompt,
          async (limits) => await connect(model).chat.completions.create({ ...request, ...limits }, { signal: inner }),
        ),
    )
    const estimated = Math.ceil(JSON.stringify(messages).length / 4)
    return { message: first(choices)?.message, tokens: tokensIn(usage) ?? estimated, knowsTools: tools.length > 0 }
  } catch (error) {
    if (tools.length === 0 || !refusesTools(error)) throw error
    return await takeTurn(model, { ...asking, tools: [] }, signal)
  }
}

/** How servers say that a model, or they, know no tools: no code is agreed on, so their words must do. */
const refusesTools = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  [400, 404, 422, 501].some((status) => status === error.status) &&
  /tool|function/i.test(error.message)

const describe = ({ name, about, parameters }: Tool): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description: about, parameters: { ...parameters } },
})

async function answerCall(call: OpenAI.ChatCompletionMessageToolCall, tools: readonly Tool[]): Promise<Result> {
  const tool = call.type === 'function' ? tools.find(({ name }) => name === call.function.name) : undefined
  if (call.type !== 'function' || tool === undefined) return { says: 'There is no such tool.' }
  try {
    return await tool.run(JSON.parse(call.function.arguments === '' ? '{}' : call.function.arguments))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { says: `The arguments are no JSON: ${error.message}.` }
  }
}
