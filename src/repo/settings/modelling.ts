import * as z from 'zod/mini'
import { askGit } from '../git/git.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { readStateFile, writeStateFile } from '../state/state.ts'
import { wordsOfCommand } from './command-line.ts'
import { readOwnAnd } from './own.ts'
import { keyVariables } from './providers.ts'
import { checked } from './schema.ts'

/** When a question may be given to a model: never, when somebody asks for it, or when no entry answers for sure. */
export type MayAnswer = 'never' | 'ask' | 'auto'

/** A model behind an OpenAI-compatible endpoint; `key` is '' where none is known or needed, as on one's own machine. */
export type EndpointModel = {
  readonly kind: 'endpoint'
  readonly endpoint: string
  readonly name: string
  readonly key: string
  readonly timeoutMs: number
}

/** A program that answers on standard output what it is asked on standard input; `passes` names variables it is given. */
export type ProgramModel = {
  readonly kind: 'program'
  readonly words: readonly string[]
  readonly name: string
  readonly passes: readonly string[]
  readonly timeoutMs: number
}

/** The model that a person set up, in whichever way. */
export type Model = EndpointModel | ProgramModel

/** What one person set up: the models, undefined where there is none, and how much they may be used. */
export type Modelling = {
  readonly model: Model | undefined
  /** The model that makes vectors of texts. */
  readonly embeddings: EndpointModel | undefined
  readonly mayAnswer: MayAnswer
  /** Tokens of a day, in and out; 0 sets no bound. */
  readonly dailyTokens: number
  /** Files of the work tree that git includes and that speak of models too: what a pull could change is not followed. */
  readonly ignored: readonly string[]
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** A key must not travel in the clear: without TLS, only one's own machine is asked. */
export const isSafeAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
const address = z.string().check(z.refine(isSafeAddress, 'is an https address, or http on this machine'))
const count = (otherwise: number) =>
  z._default(z.coerce.number().check(z.multipleOf(1, 'is a whole number'), z.gte(0, 'is a number from 0')), otherwise)
const isCommand = (text: string): boolean => wordsOfCommand(text) !== undefined
const isNames = (text: string): boolean => namesIn(text).every((name) => /^\w+$/.test(name))
const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '')

/** What one person may set of models, as it is checked. */
export const modellingShape = z.object({
  'ctx.model.endpoint': z._default(address, 'https://api.openai.com/v1'),
  'ctx.model.name': z._default(z.string(), ''),
  'ctx.model.command': z._default(
    z
      .string()
      .check(z.refine(isCommand, 'is a program and its arguments; no shell runs it, so put a pipe into a script')),
    '',
  ),
  'ctx.model.environment': z._default(
    z.string().check(z.refine(isNames, 'is names of variables, with blanks between them')),
    '',
  ),
  'ctx.model.embeddings': z._default(z.string(), ''),
  'ctx.model.embeddingsEndpoint': z.optional(address),
  'ctx.model.timeout': count(60),
  'ctx.model.dailyTokens': count(1_000_000),
  'ctx.query.model': z._default(z.enum(['never', 'ask', 'auto']), 'ask'),
})

/**
 * Reads which model to ask from git config `ctx.model.*` and `ctx.query.model`, or `CTX_MODEL_*`: never from a file that
 * could be pulled. The key comes from the environment or git's credential helpers alone.
 */
export async function readModelling(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<Modelling> {
  const { own, ignored } = await readOwnAnd([], { place, env })
  const found = checked(modellingShape, own, 'git config')
  const timeoutMs = found['ctx.model.timeout'] * 1000
  const behind = async (at: string, called: string): Promise<EndpointModel | undefined> =>
    called === ''
      ? undefined
      : { kind: 'endpoint', endpoint: at, name: called, timeoutMs, key: await keyFor(place, at, env) }
  const endpoint = found['ctx.model.endpoint']
  const words = wordsOfCommand(found['ctx.model.command']) ?? []
  const program = { kind: 'program', words, name: nameOfCommand(words), timeoutMs } as const
  return {
    model:
      words.length > 0
        ? { ...program, passes: namesIn(found['ctx.model.environment']) }
        : await behind(endpoint, found['ctx.model.name']),
    embeddings: await behind(found['ctx.model.embeddingsEndpoint'] ?? endpoint, found['ctx.model.embeddings']),
    mayAnswer: found['ctx.query.model'],
    dailyTokens: found['ctx.model.dailyTokens'],
    ignored,
  }
}

/** Names a program in messages and commits: no other argument than a model's name, because one may be a secret. */
function nameOfCommand(words: readonly string[]): string {
  const program = (words[0] ?? '').replace(/^.*[/\\]/, '').replace(/\.(?:exe|cmd|bat)$/i, '')
  const line = words.join('\n')
  const named =
    /\n(?:--model[\n=]|-m\n)([\w.:/@-]{1,60})(?:\n|$)/.exec(line) ?? /\nrun\n([\w.:/@-]{1,60})(?:\n|$)/.exec(line)
  return named === null ? program : `${program} ${named[1]}`
}

/** Finds the key for an address, in the environment or through git's credential helpers; '' where there is none. */
export async function keyFor(place: RepoPaths, endpoint: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [own] = keyVariables(endpoint).flatMap((name) => env[name] ?? [])
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

/** Keeps what models took today; the next day begins anew. */
export const writeSpent = (place: RepoPaths, account: Spent): void =>
  writeStateFile(place, file, JSON.stringify(account))
