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

/** A tool that a model may call: its arguments are texts by name, its result is a text. */
export type Tool = {
  readonly name: string
  readonly about: string
  readonly parameters: Readonly<Record<string, string>>
  readonly run: (given: Readonly<Record<string, string>>) => Promise<string>
}

/** What stops a model that goes on calling: rounds in all, and what it has used up by then. */
export type Bounds = { readonly rounds: number; readonly calls: number }

/**
 * Lets a model work with tools until it answers. A call that cannot be read is answered with what was wrong, so that it
 * can do better; after the last round it must answer with what it has.
 * @throws {Error} when the endpoint fails, or nothing was said in the end.
 */
export async function converse(
  model: Model,
  prompt: Prompt,
  { tools, bounds }: { readonly tools: readonly Tool[]; readonly bounds: Bounds },
  signal?: AbortSignal,
): Promise<Reply> {
  const client = connect(model)
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ]
  let [tokens, calls] = [0, 0]
  for (let round = 0; ; round++) {
    const mayCall = round < bounds.rounds && calls < bounds.calls
    const { choices, usage } = await client.chat.completions.create(
      {
        model: model.name,
        messages,
        max_tokens: prompt.mostTokens,
        temperature: prompt.temperature,
        ...(mayCall ? { tools: tools.map(describe) } : {}),
      },
      { signal },
    )
    const message = choices[0]?.message
    tokens += usage?.total_tokens ?? Math.ceil(JSON.stringify(messages).length / 4)
    const wanted = mayCall ? (message?.tool_calls ?? []) : []
    if (message === undefined || wanted.length === 0) {
      const text = message?.content ?? ''
      if (text.trim() === '') throw new Error('the model said nothing')
      return { text, tokens }
    }
    messages.push(message)
    for (const call of wanted) {
      calls++
      messages.push({ role: 'tool', tool_call_id: call.id, content: await answerCall(call, tools) })
    }
  }
}

const describe = ({ name, about, parameters }: Tool): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: {
    name,
    description: about,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([key, description]) => [key, { type: 'string', description }]),
      ),
      required: Object.keys(parameters),
    },
  },
})

async function answerCall(call: OpenAI.ChatCompletionMessageToolCall, tools: readonly Tool[]): Promise<string> {
  const tool = call.type === 'function' ? tools.find(({ name }) => name === call.function.name) : undefined
  if (call.type !== 'function' || tool === undefined) return 'There is no such tool.'
  const given = textsIn(call.function.arguments)
  const missing = Object.keys(tool.parameters).filter((key) => given[key] === undefined)
  return missing.length > 0 ? `Missing: ${missing.join(', ')}.` : await tool.run(given)
}

/** The texts of a call's arguments; what is no JSON has none. */
function textsIn(json: string): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(json)
    const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
    return Object.fromEntries(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
  } catch {
    return {}
  }
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
