import type { EndpointModel } from '../repo/settings/modelling.ts'
import type { Prompt } from './prompt.ts'

/** What a request says about how much and how freely a model may answer. */
export type RequestLimits = {
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly temperature?: number
}

/** What models refused of that, by endpoint and name, as long as the process lives. */
const refused = new Map<string, ReadonlySet<string>>()

/**
 * Sends a request with the limits that a model takes: OpenAI's models that reason want `max_completion_tokens` for what
 * every other server calls `max_tokens`, and no temperature. One that refuses a limit is asked again without it.
 */
export async function withLimits<Reply>(
  model: EndpointModel,
  prompt: Pick<Prompt, 'mostTokens' | 'temperature'>,
  send: (limits: RequestLimits) => Promise<Reply>,
): Promise<Reply> {
  const key = `${model.endpoint} ${model.name}`
  const before = refused.get(key) ?? new Set()
  try {
    return await send(limitsBut(before, prompt))
  } catch (error) {
    const limit = refusedLimit(error)
    if (limit === undefined || before.has(limit)) throw error
    refused.set(key, new Set([...before, limit]))
    return await withLimits(model, prompt, send)
  }
}

const limitsBut = (
  without: ReadonlySet<string>,
  { mostTokens, temperature }: Pick<Prompt, 'mostTokens' | 'temperature'>,
): RequestLimits => ({
  ...(without.has('max_tokens') ? { max_completion_tokens: mostTokens } : { max_tokens: mostTokens }),
  ...(without.has('temperature') ? {} : { temperature }),
})

/** The limit that a server names as one it does not take. */
function refusedLimit(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('status' in error) || error.status !== 400 || !('param' in error)) return undefined
  return ['max_tokens', 'temperature'].find((limit) => error.param === limit)
}
