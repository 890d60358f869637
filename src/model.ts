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

/**
 * Ends what runs after a time, all tries and pauses included, or when somebody gives up on it: the client's own timeout ends
 * with the headers, and begins anew with each try. What ended it by time says so.
 */
export async function within<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal, goOn: () => void) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await run(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]), () => timer.refresh())
  } catch (error) {
    signal?.throwIfAborted()
    throw late.signal.aborted ? new Error('Request timed out.', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

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

const whole = async (model: Model, prompt: Prompt, outer?: AbortSignal): Promise<Said> =>
  await within(model.timeoutMs, outer, async (signal) => {
    const { choices, usage } = await connect(model).chat.completions.create(requestFor(model, prompt), { signal })
    return { text: first(choices)?.message.content ?? '', counted: usage?.total_tokens }
  })

/** A page of HTML is taken for a reply by the client, and has no choices. */
export const first = <Choice>(choices: readonly Choice[] | undefined): Choice | undefined => choices?.[0]

/** A model that goes on may take its time; one that stalls half way is ended. */
const streamed = async (model: Model, prompt: Prompt, outer?: AbortSignal): Promise<Said> =>
  await within(model.timeoutMs, outer, async (signal, goOn) => {
    const stream = await connect(model).chat.completions.create(
      { ...requestFor(model, prompt), stream: true, stream_options: { include_usage: true } },
      { signal },
    )
    let [text, counted] = ['', undefined as number | undefined]
    for await (const { choices, usage } of stream) {
      text += first(choices)?.delta.content ?? ''
      counted = usage?.total_tokens ?? counted
      prompt.onText?.(text)
      goOn()
    }
    // An aborted stream ends as if it were complete.
    signal.throwIfAborted()
    return { text, counted }
  })

/** Finds out whether a model can call tools, by asking it to call one. */
export const callsTools = async (model: Model, outer?: AbortSignal): Promise<{ calls: boolean; tokens: number }> =>
  await within(model.timeoutMs, outer, async (signal) => {
    const request = {
      model: model.name,
      messages: [{ role: 'user' as const, content: 'Call the tool `ready` once. Say nothing.' }],
      tools: [
        { type: 'function' as const, function: { name: 'ready', parameters: { type: 'object', properties: {} } } },
      ],
      max_tokens: 64,
    }
    const { choices, usage } = await connect(model).chat.completions.create(request, { signal })
    const said = first(choices)?.message
    if (said === undefined) throw new Error('the address answers, but not as a model does')
    return { calls: (said.tool_calls ?? []).length > 0, tokens: usage?.total_tokens ?? 64 }
  })
