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
}

/** What a model said, and what it counted; an endpoint that counts nothing is estimated at four characters a token. */
export type Reply = { readonly text: string; readonly tokens: number }

/** Overloaded and broken servers are asked again, with growing pauses or as `Retry-After` says (429, 408, 409, 5xx). */
const mostRetries = 2

const connect = ({ endpoint, key, timeoutMs }: Model): OpenAI =>
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
  const { choices, usage } = await connect(model).chat.completions.create(
    {
      model: model.name,
      messages: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: prompt.user },
      ],
      max_tokens: prompt.mostTokens,
      temperature: prompt.temperature,
    },
    { signal },
  )
  const text = choices[0]?.message.content ?? ''
  if (text.trim() === '') throw new Error('the model said nothing')
  const estimated = Math.ceil((prompt.system.length + prompt.user.length + text.length) / 4)
  return { text, tokens: usage?.total_tokens ?? estimated }
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
