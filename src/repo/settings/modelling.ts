import * as z from 'zod/mini'
import { askGit } from '../git/git.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { readStateFile, writeStateFile } from '../state/state.ts'
import { readOwn } from './own.ts'
import { checked } from './schema.ts'

/** When a question may be given to a model: never, when somebody asks for it, or when no entry answers for sure. */
export type MayAnswer = 'never' | 'ask' | 'auto'

/** Where a model is, what it is called and how long it may take; `key` is '' where none is known. */
type Configured = { readonly endpoint: string; readonly name: string; readonly key: string; readonly timeoutMs: number }

/** What one person set up: the model, undefined where there is none, and how much it may be used. */
export type Modelling = {
  readonly model: Configured | undefined
  readonly mayAnswer: MayAnswer
  /** Tokens of a day, in and out; 0 sets no bound. */
  readonly dailyTokens: number
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** A key must not travel in the clear: without TLS, only one's own machine is asked. */
const isSafe = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
const count = (otherwise: number) =>
  z._default(z.coerce.number().check(z.multipleOf(1, 'is a whole number'), z.gte(0, 'is a number from 0')), otherwise)

const shape = z.object({
  'ctx.model.endpoint': z._default(
    z.string().check(z.refine(isSafe, 'is an https address, or http on this machine')),
    'https://api.openai.com/v1',
  ),
  'ctx.model.name': z._default(z.string(), ''),
  'ctx.model.timeout': count(60),
  'ctx.model.dailyTokens': count(1_000_000),
  'ctx.query.model': z._default(z.enum(['never', 'ask', 'auto']), 'ask'),
})

/**
 * Reads which model to ask from git config `ctx.model.*` and `ctx.query.model`, or `CTX_MODEL_*`: never from a file that
 * could be pulled. The key comes from the environment or git's credential helpers alone.
 */
export async function readModelling(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<Modelling> {
  const found = checked(shape, await readOwn(place, env), 'git config')
  const { 'ctx.model.endpoint': endpoint, 'ctx.model.name': name, 'ctx.model.timeout': timeout } = found
  const model =
    name === '' ? undefined : { endpoint, name, timeoutMs: timeout * 1000, key: await keyFor(place, endpoint, env) }
  return { model, mayAnswer: found['ctx.query.model'], dailyTokens: found['ctx.model.dailyTokens'] }
}

async function keyFor(place: RepoPaths, endpoint: string, env: NodeJS.ProcessEnv): Promise<string> {
  const own = env['CTX_MODEL_KEY'] ?? env['OPENAI_API_KEY']
  if (own !== undefined) return own
  const { protocol, host, hostname } = new URL(endpoint)
  if (isLoopback(hostname)) return ''
  const { code, out } = await askGit(place, ['credential', 'fill'], {
    input: `protocol=${protocol.slice(0, -1)}\nhost=${host}\nusername=ctx\n\n`,
    env: { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '' },
  })
  return code === 0 ? (/^password=(.*)$/m.exec(out)?.[1] ?? '') : ''
}

/** What a model was used for on one day. */
export type Spent = { readonly day: string; readonly calls: number; readonly tokens: number }

const file = 'model.json'
const spent = z.object({ day: z.string(), calls: z.number(), tokens: z.number() })

/** Reads what was spent on a day, written as `2026-03-18`. */
export function readSpent(place: RepoPaths, day: string): Spent {
  try {
    const found = spent.safeParse(JSON.parse(readStateFile(place, file) ?? ''))
    if (found.success && found.data.day === day) return found.data
  } catch {
    // Local state may be damaged or gone at any time; then the account begins anew.
  }
  return { day, calls: 0, tokens: 0 }
}

export const writeSpent = (place: RepoPaths, account: Spent): void =>
  writeStateFile(place, file, JSON.stringify(account))
