import { client } from '../model/converse.ts'
import { type OfferedProgram, programsHere } from '../model/programs.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit, git } from '../repo/git/git.ts'
import { wordsOfCommand } from '../repo/settings/command-line.ts'
import { isSafeAddress, keyFor } from '../repo/settings/modelling.ts'
import { keyVariables, type Provider, providers } from '../repo/settings/providers.ts'
import { quoteLine } from '../text/quote.ts'

/** A provider, and the variable of this environment that holds a key for it; '' where none does. */
export type ConnectableProvider = Provider & { readonly keyFrom: string }

/** Everything that can be connected by name: the table of providers, and the programs that are on this machine. */
export type Connectable = {
  readonly providers: readonly ConnectableProvider[]
  readonly programs: readonly OfferedProgram[]
}

/** Lists what can be connected. Nothing is sent, and of a key only whether it is set is read. */
export const connectable = (ctx: Ctx): Connectable => ({
  providers: providers.map((known) => ({
    ...known,
    keyFrom: keyVariables(known.endpoint).find((name) => (ctx.env[name] ?? '') !== '') ?? '',
  })),
  programs: programsHere(ctx),
})

/** What was connected: `set` are the settings as they are now in git config; empty where only models were listed. */
export type Connected = {
  readonly endpoint: string
  readonly models: readonly string[]
  readonly set: Readonly<Record<string, string>>
}

/** What to connect, and for what. */
export type Connecting = {
  /** A provider of the table, an address, or the command line of a program. */
  readonly to: string
  /** The model; without it, those that there are are listed and nothing is set. */
  readonly name?: string | undefined
  /** Sets the model that makes vectors instead of the one that answers. */
  readonly embeddings?: boolean
  /** Writes the person's configuration instead of the repository's. */
  readonly everywhere?: boolean
}

/**
 * Lists the models of an endpoint, or sets one of them in git config; a program that is named is set. No key is
 * written.
 * @throws {Problem} when nobody knows what is meant, the endpoint does not answer, or it has no such model.
 */
export async function connectModel(ctx: Ctx, connecting: Connecting): Promise<Connected> {
  const { to, name } = connecting
  const endpoint = addressOf(to)
  if (endpoint === undefined) return await connectProgram(ctx, connecting)
  const models = await modelsAt(ctx, endpoint)
  if (name === undefined) return { endpoint, models, set: {} }
  const known = models.find((one) => one === name || one === `${name}:latest` || one === `models/${name}`)
  if (known === undefined && models.length > 0) throw noSuchModel(models, connecting)
  const settings = connecting.embeddings
    ? { 'ctx.model.embeddings': name, 'ctx.model.embeddingsEndpoint': endpoint }
    : { 'ctx.model.name': name, 'ctx.model.endpoint': endpoint }
  return { endpoint, models, set: await write(ctx, settings, connecting) }
}

function addressOf(to: string): string | undefined {
  const known = providers.find(({ name }) => name === to.toLowerCase())
  if (known !== undefined) return known.endpoint
  if (!/^https?:/i.test(to)) return undefined
  if (isSafeAddress(to)) return to.replace(/\/$/, '')
  throw new Problem('bad-address', `${quoteLine(to)} is no https address, and not on this machine.`, {
    hint: 'A key must not travel in the clear.',
  })
}

async function connectProgram(ctx: Ctx, { to, name, embeddings, everywhere }: Connecting): Promise<Connected> {
  const [program = ''] = wordsOfCommand(to) ?? []
  const known = programsHere(ctx).find((one) => one.name === program)
  const command = to.trim() === program ? (known?.command ?? '').replace('<name>', name ?? '') : to.trim()
  if (known === undefined || embeddings === true)
    throw new Problem(
      'no-such-provider',
      `"${quoteLine(to)}" is no provider, no address, and no known program in PATH.`,
      {
        hint: 'See `ctx model connect`. Any other program: git config ctx.model.command "<program and arguments>"',
      },
    )
  if (name !== undefined && !known.command.includes('<name>'))
    throw new Problem('model-of-program', `${program} is told its model by an argument of its own.`, {
      hint: `For example: ctx model connect "${known.command} --model ${name}"`,
    })
  return {
    endpoint: '',
    models: [],
    set: await write(ctx, { 'ctx.model.command': command }, { everywhere: everywhere === true }),
  }
}

async function modelsAt(ctx: Ctx, endpoint: string): Promise<readonly string[]> {
  const key = await keyFor(ctx.place, endpoint, ctx.env)
  try {
    const { listModels } = await client()
    return (await listModels({ endpoint, key, timeoutMs: 20_000 }, ctx.signal)).map((name) => quoteLine(name))
  } catch (cause) {
    ctx.signal?.throwIfAborted()
    // A server may answer questions and have no list.
    if (cause instanceof Error && 'status' in cause && (cause.status === 404 || cause.status === 405)) return []
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [String(cause)]
    const isReached = cause instanceof Error && 'status' in cause && cause.status !== undefined
    throw new Problem('model-failed', `${endpoint} did not list its models: ${quoteLine(reason)}`, {
      hint: !isReached ? 'Does it run, and is it the right address?' : key === '' ? keyHint(endpoint) : wrongKey,
      cause,
    })
  }
}

const wrongKey = 'Is the key that was found the one of this service?'

/** How a key is given: through the environment, or kept by git's own credential helper, never by us. */
const keyHint = (endpoint: string): string =>
  `No key was found. Put it into ${keyVariables(endpoint).toReversed().join(' or ')}, or let git keep it: git credential approve, with protocol=https, host=${new URL(endpoint).host}, username=ctx and password=<key> on lines of their own.`

function noSuchModel(models: readonly string[], { to, name = '' }: Connecting): Problem {
  const alike = models.filter((one) => one.toLowerCase().includes(name.toLowerCase())).slice(0, 5)
  return new Problem('no-such-model', `${to} lists no model ${quoteLine(name)}.`, {
    hint: alike.length > 0 ? `It has ${alike.join(', ')}.` : `\`ctx model connect ${to}\` lists those that it has.`,
  })
}

async function write(
  ctx: Ctx,
  settings: Readonly<Record<string, string>>,
  { everywhere = false }: Pick<Connecting, 'everywhere'>,
): Promise<Readonly<Record<string, string>>> {
  const where = everywhere ? '--global' : '--local'
  for (const [name, value] of Object.entries(settings)) await git(ctx.place, ['config', where, name, value])
  if (!('ctx.model.name' in settings)) return settings
  // A program goes first, wherever it is set.
  await askGit(ctx.place, ['config', where, '--unset-all', 'ctx.model.command'])
  const { out: other } = await askGit(ctx.place, ['config', '--get', 'ctx.model.command'])
  if (other !== '' && !everywhere) await git(ctx.place, ['config', where, 'ctx.model.command', ''])
  return settings
}
