import OpenAI from 'openai'
import type { EndpointModel } from '../repo/settings/modelling.ts'
import { withLimits } from './limits.ts'
import { charactersPerToken, estimateTokens, type ModelReply, type Prompt } from './prompt.ts'
import { within } from './within.ts'

/** Overloaded and broken servers are asked again, with growing pauses or as `Retry-After` says (429, 408, 409, 5xx). */
const mostRetries = 2

/** No reply is longer, in bytes: a server that goes on for ever is left. */
const mostBytes = 8 * 1024 * 1024

/** A longer `Retry-After`, in seconds, is not waited for: the client's own pauses are short. */
const longestPause = 5

/** Fetches with a limit on what comes back. */
async function fetchLimited(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const headers = new Headers(response.headers)
  headers.delete('retry-after-ms')
  if (!(Number(headers.get('retry-after') ?? 0) <= longestPause)) headers.delete('retry-after')
  let left = mostBytes
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error('the server sends more than a reply can be'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText } = response
  return new Response(response.body?.pipeThrough(counted) ?? null, { status, statusText, headers })
}

/** What a server counted, as far as it can be a count. */
export const tokensIn = (usage: { readonly total_tokens?: number } | null | undefined): number | undefined => {
  const total = usage?.total_tokens
  return total !== undefined && Number.isSafeInteger(total) && total >= 0 ? total : undefined
}

/**
 * Makes the client of an endpoint. Nothing is sent yet; a key of '' is sent as `none`, which servers without keys
 * ignore.
 */
export const connect = ({ endpoint, key, timeoutMs }: Omit<EndpointModel, 'kind' | 'name'>): OpenAI =>
  new OpenAI({
    baseURL: endpoint,
    apiKey: key === '' ? 'none' : key,
    timeout: timeoutMs,
    maxRetries: mostRetries,
    fetch: fetchLimited,
    // What else stands in the environment (OPENAI_ORG_ID …) is meant for another program.
    organization: null,
    project: null,
  })

/**
 * Asks a model once.
 * @throws {Error} when the endpoint cannot be reached, refuses, or says nothing; the message is the server's.
 */
export async function askModel(model: EndpointModel, prompt: Prompt, signal?: AbortSignal): Promise<ModelReply> {
  const { text, counted } = await (prompt.onText === undefined ? whole : streamed)(model, prompt, signal)
  if (text.trim() === '') throw new Error('the model said nothing')
  return { text, tokens: counted ?? estimateTokens(prompt, text) }
}

type Said = { readonly text: string; readonly counted: number | undefined }

const requestFor = (model: EndpointModel, { system, user }: Prompt) => ({
  model: model.name,
  messages: [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ],
})

const whole = async (model: EndpointModel, prompt: Prompt, outer?: AbortSignal): Promise<Said> =>
  await within(model.timeoutMs, outer, async (signal) => {
    const { choices, usage } = await withLimits(
      model,
      prompt,
      async (limits) =>
        await connect(model).chat.completions.create({ ...requestFor(model, prompt), ...limits }, { signal }),
    )
    return { text: first(choices)?.message.content ?? '', counted: tokensIn(usage) }
  })

/** A page of HTML is taken for a reply by the client, and has no choices. */
export const first = <Choice>(choices: readonly Choice[] | undefined): Choice | undefined => choices?.[0]

/** So many times the time of a silence, and what is still being said is left. */
const mostTimeouts = 5

/** A model that goes on may take its time, as long as it keeps to its tokens; one that stalls half way is ended. */
const streamed = async (model: EndpointModel, prompt: Prompt, outer?: AbortSignal): Promise<Said> =>
  await within(model.timeoutMs, outer, async (signal, goOn) => {
    const request = { ...requestFor(model, prompt), stream: true as const, stream_options: { include_usage: true } }
    const stream = await withLimits(
      model,
      prompt,
      async (limits) => await connect(model).chat.completions.create({ ...request, ...limits }, { signal }),
    )
    const began = performance.now()
    let [text, counted] = ['', undefined as number | undefined]
    for await (const { choices, usage } of stream) {
      text += first(choices)?.delta.content ?? ''
      counted = tokensIn(usage) ?? counted
      if (text.length > prompt.mostTokens * charactersPerToken) throw new Error('the model does not come to an end')
      if (performance.now() - began > model.timeoutMs * mostTimeouts) throw new Error('Request timed out.')
      prompt.onText?.(text)
      goOn()
    }
    // An aborted stream ends as if it were complete.
    signal.throwIfAborted()
    return { text, counted }
  })

/** One call takes few tokens; a model that reasons takes most of them before it. */
const trial = { mostTokens: 1_024, temperature: 0 }

/** Finds out whether a model can call tools, by asking it to call one. */
export const callsTools = async (
  model: EndpointModel,
  outer?: AbortSignal,
): Promise<{ calls: boolean; tokens: number }> =>
  await within(model.timeoutMs, outer, async (signal) => {
    const request = {
      model: model.name,
      messages: [{ role: 'user' as const, content: 'Call the tool `ready` once. Say nothing.' }],
      tools: [
        { type: 'function' as const, function: { name: 'ready', parameters: { type: 'object', properties: {} } } },
      ],
    }
    const { choices, usage } = await withLimits(
      model,
      trial,
      async (limits) => await connect(model).chat.completions.create({ ...request, ...limits }, { signal }),
    )
    const said = first(choices)?.message
    if (said === undefined) throw new Error('the address answers, but not as a model does')
    return { calls: (said.tool_calls ?? []).length > 0, tokens: tokensIn(usage) ?? 64 }
  })

/** So many models are listed; some services have thousands. */
const mostModels = 1_000

/**
 * Lists the models of an endpoint, by name.
 * @throws {Error} as `askModel` does.
 */
export const listModels = async (
  model: Pick<EndpointModel, 'endpoint' | 'key' | 'timeoutMs'>,
  outer?: AbortSignal,
): Promise<readonly string[]> =>
  await within(model.timeoutMs, outer, async (signal) => {
    // Anthropic's list is not part of what it offers in OpenAI's way, and wants its own headers.
    const own = { Authorization: null, 'x-api-key': model.key, 'anthropic-version': '2023-06-01' }
    const headers = new URL(model.endpoint).host === 'api.anthropic.com' ? own : {}
    const names: string[] = []
    for await (const { id } of connect(model).models.list({ signal, headers })) {
      if (typeof id === 'string') names.push(id)
      if (names.length >= mostModels) break
    }
    return names.sort()
  })

/**
 * Makes a vector of each text, in their order.
 * @throws {Error} as `askModel` does, and when what comes back are no vectors of one length.
 */
export const embedTexts = async (
  model: EndpointModel,
  texts: readonly string[],
  outer?: AbortSignal,
): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly tokens: number }> =>
  await within(model.timeoutMs, outer, async (signal) => {
    const request = { model: model.name, input: [...texts], encoding_format: 'float' as const }
    const { data, usage } = await connect(model).embeddings.create(request, { signal })
    const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    const length = vectors[0]?.length ?? 0
    const isVector = (vector: unknown): boolean =>
      Array.isArray(vector) &&
      vector.length === length &&
      length > 0 &&
      length <= mostDimensions &&
      vector.every(Number.isFinite)
    if (vectors.length !== texts.length || !vectors.every(isVector)) throw new Error('it sends no vectors')
    return { vectors, tokens: tokensIn(usage) ?? Math.ceil(texts.join('').length / 4) }
  })

/** The longest vectors that are made today have 4,096 numbers. */
const mostDimensions = 16_384
