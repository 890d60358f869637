import OpenAI from 'openai'

/** A model behind an OpenAI-compatible endpoint; `key` is '' where none is needed, as on one's own machine. */
export type Model = {
  readonly endpoint: string
  readonly name: string
  readonly key: string
  readonly timeoutMs: number
}

/** What a model is asked: orders in `system`, data in `user`, at most `mostTokens` in its reply. */
export type Prompt = {
  readonly system: string
  readonly user: string
  readonly mostTokens: number
  readonly temperature: number
  /** Told the whole of what was said so far, again and again while it is being said. */
  readonly onText?: (text: string) => void
}

/** What a model said, and what it counted; an endpoint that counts nothing is estimated at four characters a token. */
export type Reply = { readonly text: string; readonly tokens: number }

/** Overloaded and broken servers are asked again, with growing pauses or as `Retry-After` says (429, 408, 409, 5xx). */
const mostRetries = 2

export const connect = ({ endpoint, key, timeoutMs }: Model): OpenAI =>
  new OpenAI({
    baseURL: endpoint,
    apiKey: key === '' ? 'none' : key,
    timeout: timeoutMs,
    maxRetries: mostRetries,
    // What else stands in the environment (OPENAI_ORG_ID …) is meant for another program.
    organization: null,
    project: null,
  })

/**
 * Asks a model once.
 * @throws {Error} when the endpoint cannot be reached, refuses, or says nothing; the message is the server's.
 */
export async function askModel(model: Model, prompt: Prompt, signal?: AbortSignal): Promise<Reply> {
  const { text, counted } = await (prompt.onText === undefined ? whole : streamed)(model, prompt, signal)
  if (text.trim() === '') throw new Error('the model said nothing')
  const estimated = Math.ceil((prompt.system.length + prompt.user.length + text.length) / 4)
  return { text, tokens: counted ?? estimated }
}

type Said = { readonly text: string; readonly counted: number | undefined }

const requestFor = (model: Model, { system, user, mostTokens, temperature }: Prompt) => ({
  model: model.name,
  messages: [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ],
  max_tokens: mostTokens,
  temperature,
})

async function whole(model: Model, prompt: Prompt, signal?: AbortSignal): Promise<Said> {
  const { choices, usage } = await connect(model).chat.completions.create(requestFor(model, prompt), { signal })
  return { text: choices[0]?.message.content ?? '', counted: usage?.total_tokens }
}

/** The client's timeout ends with the headers; what stalls half way is ended here. */
async function streamed(model: Model, prompt: Prompt, signal?: AbortSignal): Promise<Said> {
  const late = AbortSignal.timeout(model.timeoutMs)
  const either = signal === undefined ? late : AbortSignal.any([signal, late])
  const stream = await connect(model).chat.completions.create(
    { ...requestFor(model, prompt), stream: true, stream_options: { include_usage: true } },
    { signal: either },
  )
  let [text, counted] = ['', undefined as number | undefined]
  for await (const { choices, usage } of stream) {
    text += choices[0]?.delta.content ?? ''
    counted = usage?.total_tokens ?? counted
    prompt.onText?.(text)
  }
  // An aborted stream ends as if it were complete.
  signal?.throwIfAborted()
  if (late.aborted) throw new Error('Request timed out.')
  return { text, counted }
}

/** Finds out whether a model can call tools, by asking it to call one. */
export async function callsTools(model: Model, signal?: AbortSignal): Promise<{ calls: boolean; tokens: number }> {
  const { choices, usage } = await connect(model).chat.completions.create(
    {
      model: model.name,
      messages: [{ role: 'user', content: 'Call the tool `ready` once. Say nothing.' }],
      tools: [{ type: 'function', function: { name: 'ready', parameters: { type: 'object', properties: {} } } }],
      max_tokens: 64,
    },
    { signal },
  )
  return { calls: (choices[0]?.message.tool_calls ?? []).length > 0, tokens: usage?.total_tokens ?? 64 }
}
