import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** What a request said: the model that was named, and the messages. */
export type Asked = {
  readonly model: string
  readonly key: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools: boolean
}

/** One turn of a scripted model: what it says, or how its server misbehaves. */
export type Turn =
  | { readonly says: string }
  | { readonly calls: string; readonly given?: Readonly<Record<string, string>> | string }
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly sends: string }
  | { readonly hangs: true }

/** A scripted OpenAI-compatible server on loopback: it plays its turns one by one, and the last again and again. */
export async function scriptedModel(
  ...turns: readonly [Turn, ...Turn[]]
): Promise<{ readonly endpoint: string; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => void play(request, response))
  async function play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const turn = turns[Math.min(asked.length, turns.length - 1)] ?? turns[0]
    const { model, messages, tools } = JSON.parse(body) as Omit<Asked, 'tools'> & { tools?: unknown }
    asked.push({ model, messages, tools: tools !== undefined, key: request.headers.authorization ?? '' })
    if ('hangs' in turn) return
    if ('status' in turn) {
      response.writeHead(turn.status, turn.retryAfter === undefined ? {} : { 'retry-after': String(turn.retryAfter) })
      response.end(JSON.stringify({ error: { message: `scripted ${turn.status}` } }))
      return
    }
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
  }
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
              tool_calls: [
                {
                  id: '1',
                  type: 'function',
                  function: {
                    name: turn.calls,
                    arguments: typeof turn.given === 'string' ? turn.given : JSON.stringify(turn.given ?? {}),
                  },
                },
              ],
            },
    },
  ],
  usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
})
