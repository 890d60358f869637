import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { newCtxRepo, program, type Ran, type Repo } from './repo.ts'

/** What a request said: the model that was named, and the messages. */
export type Asked = {
  readonly model: string
  readonly key: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools: boolean
  readonly streamed: boolean
}

/** One turn of a scripted model: what it says, or how its server misbehaves. */
export type Turn =
  | { readonly says: string; readonly slowly?: number }
  | { readonly calls: string; readonly given?: object | string; readonly times?: number }
  | { readonly stalls: string }
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  /** Before the last piece it waits for what a test has to see first. */
  | { readonly streams: readonly string[]; readonly lastAfter?: Promise<void>; readonly breaks?: true }
  | { readonly sends: string }
  | { readonly hangs: true }
  | { readonly answers: (asked: Asked) => string }

/** A scripted OpenAI-compatible server on loopback: it plays its turns one by one, and the last again and again. */
export async function scriptedModel(...turns: readonly [Turn, ...Turn[]]): Promise<{
  readonly endpoint: string
  readonly asked: Asked[]
  readonly most: () => number
  /** Texts of which vectors were asked for, call by call. */
  readonly embedded: (readonly string[])[]
}> {
  const asked: Asked[] = []
  const embedded: (readonly string[])[] = []
  let [open, most] = [0, 0]
  const server = createServer((request, response) => void play(request, response))
  async function play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.url?.endsWith('/models') === true) return sendModels(response, request.headers.authorization ?? '')
    if (request.url?.endsWith('/embeddings') === true) {
      const { input } = JSON.parse(body) as { input: readonly string[] }
      embedded.push(input)
      return sendVectors(response, input)
    }
    const next = turns[Math.min(asked.length, turns.length - 1)] ?? turns[0]
    const { model, messages, tools, stream } = JSON.parse(body) as Omit<Asked, 'tools'> & {
      tools?: unknown
      stream?: boolean
    }
    asked.push({
      model,
      messages,
      tools: tools !== undefined,
      streamed: stream === true,
      key: request.headers.authorization ?? '',
    })
    const turn = 'answers' in next ? { says: next.answers(asked.at(-1) as Asked) } : next
    if ('hangs' in turn) return
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    if ('slowly' in turn) await sleep(turn.slowly)
    if ('status' in turn) {
      response.writeHead(turn.status, turn.retryAfter === undefined ? {} : { 'retry-after': String(turn.retryAfter) })
      response.end(JSON.stringify({ error: { message: turn.message ?? `scripted ${turn.status}` } }))
      return
    }
    if ('stalls' in turn) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(turn.stalls)
      return
    }
    if ('streams' in turn) return await playStream(response, turn)
    if (stream === true && 'says' in turn) return await playStream(response, { streams: [turn.says] })
    response.writeHead(200, { 'content-type': 'application/json' })
    if ('sends' in turn) response.end(turn.sends)
    else response.end(JSON.stringify(completion(turn)))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`,
    asked,
    most: () => most,
    embedded,
  }
}

/** The models that the scripted server lists to whoever has the right key, or none at all. */
function sendModels(response: ServerResponse, key: string): void {
  const isKnown = key === 'Bearer none' || key === 'Bearer right'
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  const data = ['small', 'large:latest', 'vectors'].map((id) => ({ id, object: 'model', created: 0, owned_by: 'us' }))
  response.end(JSON.stringify(isKnown ? { object: 'list', data } : { error: { message: 'the key is wrong' } }))
}

/** What the scripted server takes for the same meaning; a text points to each by how many of its words it has. */
const meanings = [
  ['yoga', 'exercise', 'stretch', 'sport'],
  ['token', 'tokens', 'refresh', 'session', 'login'],
  ['database', 'pool', 'postgres', 'connections'],
]

function sendVectors(response: ServerResponse, input: readonly string[]): void {
  const data = input.map((text, index) => {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? []
    const counts = meanings.map((same) => words.filter((word) => same.includes(word)).length)
    return { object: 'embedding', index, embedding: [...counts, 0.1] }
  })
  response.writeHead(200, { 'content-type': 'application/json' })
  const usage = { prompt_tokens: 7, total_tokens: 7 }
  response.end(JSON.stringify({ object: 'list', data, model: 'vectors', usage }))
}

/** Sends a reply piece by piece as server-sent events, as the API does with `stream: true`; or breaks off half way. */
async function playStream(
  response: ServerResponse,
  { streams, lastAfter, breaks }: Extract<Turn, { streams: readonly string[] }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object): boolean => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = { id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' }
  for (const [at, content] of streams.entries()) {
    if (at === streams.length - 1) await lastAfter
    send({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    await sleep(20)
  }
  if (breaks === true) {
    response.destroy()
    return
  }
  send({ ...chunk, choices: [], usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 } })
  response.end('data: [DONE]\n\n')
}

const completion = (turn: Extract<Turn, { says: string } | { calls: string }>): object => ({
  id: 'scripted',
  object: 'chat.completion',
  created: 0,
  model: 'scripted',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message:
        'says' in turn
          ? { role: 'assistant', content: turn.says }
          : {
              role: 'assistant',
              content: null,
              tool_calls: Array.from({ length: turn.times ?? 1 }, (_, at) => ({
                id: String(at + 1),
                type: 'function',
                function: {
                  name: turn.calls,
                  arguments: typeof turn.given === 'string' ? turn.given : JSON.stringify(turn.given ?? {}),
                },
              })),
            },
    },
  ],
  usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
})

/** Runs ctx without blocking: the scripted server lives in this process. */
export async function ask(
  repo: Repo,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { cwd: repo.root, env: { ...repo.env, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)))
  return { code, out, err }
}

/** A repository that knows one thing, with a scripted model set up. */
export async function withModel(...turns: readonly [Turn, ...Turn[]]) {
  const repo = newCtxRepo()
  repo.ctx(
    'curate',
    '--text',
    'Refresh tokens are single-use. A stolen one stayed useful for months.',
    '--topic',
    'auth/tokens',
  )
  const server = await scriptedModel(...turns)
  repo.git('config', 'ctx.model.endpoint', server.endpoint)
  repo.git('config', 'ctx.model.name', 'small')
  return { repo, ...server }
}
