import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Agent, agents, type Registration } from '../brain/agents/agents.ts'
import { partIn, withoutPart, withPart } from '../text/markers.ts'
import { register, unregister } from '../brain/agents/registration.ts'
import { Problem } from '../problem.ts'
import { removeEmpty, removeFile, writeWhole } from '../repo/state/disk.ts'
import { brainSummary } from './brain.ts'
import { type Ctx, packageRoot } from '../repo/context.ts'

/** What became of one file of an agent; of one that was `left`, or is `yours` to write, `why` says what to do. */
export type AgentFile = {
  readonly agent: string
  readonly path: string
  readonly what: 'server' | 'instructions'
  readonly outcome: 'written' | 'unchanged' | 'removed' | 'left' | 'yours'
  readonly why?: string
}

export type AgentOptions = {
  /** Names of agents; those that are used here where none is given. */
  readonly names?: readonly string[]
  readonly remove?: boolean
}

/** The names that are known. */
const agentNames: readonly string[] = agents.map(({ name }) => name)

/**
 * Writes the server and the instructions into the files of agents, between markers, or takes them out. No other byte of
 * a file changes.
 * @throws {Problem} when no agent is named and none is used here.
 */
export async function setUpAgents(
  ctx: Ctx,
  { names, remove = false }: AgentOptions = {},
): Promise<readonly AgentFile[]> {
  const chosen =
    names === undefined
      ? agents.filter((agent) => isUsed(ctx, agent, remove))
      : agents.filter(({ name }) => names.includes(name))
  if (chosen.length === 0)
    throw new Problem(
      'no-agents',
      remove ? 'No agent was set up here.' : 'No agent is used here, as far as its files tell.',
      {
        hint: `Name one: ctx agents --${agentNames.join(', --')}, or --all.`,
      },
    )
  const part = remove ? '' : await instructions(ctx)
  return chosen.flatMap((agent) => [
    ...server(ctx, agent, remove),
    remove ? takeOut(ctx, agent) : putIn(ctx, agent, part),
  ])
}

/** Brings the instructions that stand in files here up to date; those that say the same already are not written. */
export async function refreshAgents(ctx: Ctx): Promise<readonly AgentFile[]> {
  const there = agents.filter((agent) => partIn(read(ctx, instructionFile(ctx, agent)) ?? '') !== undefined)
  if (there.length === 0) return []
  const part = await instructions(ctx)
  return there.map((agent) => putIn(ctx, agent, part))
}

/** The files that hold instructions of ours. */
export const filesOfAgents = (ctx: Ctx): readonly string[] => [
  ...new Set(
    agents.map((agent) => instructionFile(ctx, agent)).filter((path) => partIn(read(ctx, path) ?? '') !== undefined),
  ),
]

/** What an agent is told: how to use what is known here, and the newest of it. */
async function instructions(ctx: Ctx): Promise<string> {
  const fixed = readFileSync(join(packageRoot(), 'templates', 'agents', 'instructions.md'), 'utf8').trim()
  const summary = (await brainSummary(ctx)).trim()
  return summary === '' ? fixed : `${fixed}\n\n${summary.replace(/^#/gm, '##')}`
}

const isUsed = (ctx: Ctx, agent: Agent, remove: boolean): boolean =>
  remove
    ? partIn(read(ctx, instructionFile(ctx, agent)) ?? '') !== undefined
    : agent.signs.some((sign) => existsSync(join(ctx.place.root, sign)))

/** The file that an agent's instructions stand in. Where a folder is meant and a file stands, it is that file. */
function instructionFile({ place }: Ctx, { instructions: candidates }: Agent): string {
  const isFile = (path: string): boolean =>
    existsSync(join(place.root, path)) && statSync(join(place.root, path)).isFile()
  const last = candidates.at(-1) ?? ''
  const found = candidates.find(isFile) ?? last
  return isFile(dirname(found)) ? dirname(found) : found
}

function putIn(ctx: Ctx, agent: Agent, part: string): AgentFile {
  const path = instructionFile(ctx, agent)
  const told = { agent: agent.name, path, what: 'instructions' } as const
  const text = read(ctx, path)
  const next = withPart(text ?? agent.head ?? '', part)
  if (next === undefined) return { ...told, outcome: 'left', why: brokenMarkers }
  return { ...told, ...write(ctx, path, { text, next }) }
}

const brokenMarkers = 'its markers ctx:start and ctx:end do not match; mend or delete them'

function takeOut(ctx: Ctx, agent: Agent): AgentFile {
  const path = instructionFile(ctx, agent)
  const told = { agent: agent.name, path, what: 'instructions' } as const
  const text = read(ctx, path)
  const next = text === undefined ? undefined : withoutPart(text)
  if (text === undefined || next === text) return { ...told, outcome: 'unchanged' }
  if (next === undefined) return { ...told, outcome: 'left', why: brokenMarkers }
  return { ...told, ...write(ctx, path, { text, next: next.trim() === (agent.head ?? '').trim() ? undefined : next }) }
}

function server(ctx: Ctx, { name, server: registration }: Agent, remove: boolean): readonly AgentFile[] {
  if ('where' in registration) {
    const entry = JSON.stringify({ ctx: { command: 'ctx', args: ['mcp'] } })
    const why = `its settings lie in your home: add ${entry} to "mcpServers" there`
    return remove ? [] : [{ agent: name, path: registration.where, what: 'server', outcome: 'yours', why }]
  }
  const told = { agent: name, path: registration.file, what: 'server' } as const
  const text = read(ctx, registration.file)
  if (remove && text === undefined) return [{ ...told, outcome: 'unchanged' }]
  const next = (remove ? unregister : register)(text ?? '', registration)
  if (next === undefined)
    return [
      {
        ...told,
        outcome: 'left',
        why: `it cannot be read as ${kindOf(registration)}, or names another server ctx; mend it, and run this again`,
      },
    ]
  return [
    {
      ...told,
      ...write(ctx, registration.file, { text, next: remove && isOursAlone(text, registration) ? undefined : next }),
    },
  ]
}

/** Whether a file of settings says nothing but what we wrote: then it was we who made it. */
const isOursAlone = (text: string | undefined, registration: Exclude<Registration, { where: string }>): boolean =>
  text === register('', registration)

const kindOf = (registration: Registration): string => ('toml' in registration ? 'TOML with our markers' : 'JSON')

/** Reads a file of the work tree; undefined where there is none, or none that is text of ours to change. */
function read(ctx: Ctx, path: string): string | undefined {
  const real = inside(ctx, path)
  return real === undefined || obstacleAt(real) !== undefined || !existsSync(real)
    ? undefined
    : readFileSync(real, 'utf8')
}

/** What keeps a file from being written as it is: in another encoding, or something else than a file. */
function obstacleAt(real: string): string | undefined {
  const found = lstatSync(real, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) return found.isSymbolicLink() ? 'it is a link that leads nowhere' : 'it is no file'
  const bytes = readFileSync(real)
  return Buffer.from(bytes.toString('utf8')).equals(bytes)
    ? undefined
    : 'it is not UTF-8, and would not stay what it is'
}

type Writing = { readonly text: string | undefined; readonly next: string | undefined }

/** Writes through links within the work tree, as CLAUDE.md may be one to AGENTS.md; never to anywhere else. */
function write(ctx: Ctx, path: string, { text, next }: Writing): Pick<AgentFile, 'outcome' | 'why'> {
  if (next === text) return { outcome: 'unchanged' }
  const real = inside(ctx, path)
  if (real === undefined)
    return { outcome: 'left', why: 'a link leads out of the work tree, or something else stands there' }
  const obstacle = obstacleAt(real)
  if (obstacle !== undefined) return { outcome: 'left', why: obstacle }
  if (next !== undefined) writeWhole(real, next, { below: realpathSync(ctx.place.root) })
  else {
    removeFile(real, { below: realpathSync(ctx.place.root) })
    removeEmpty(dirname(join(ctx.place.root, path)), { below: ctx.place.root })
  }
  return { outcome: next === undefined ? 'removed' : 'written' }
}

/** The file that a path means in the end; undefined where that lies outside of the work tree. */
function inside({ place }: Ctx, path: string): string | undefined {
  const whole = join(place.root, path)
  let known = whole
  while (!isThere(known) && known !== place.root) known = dirname(known)
  // A link that leads nowhere, or a file where a folder is needed.
  if (!existsSync(known) || (known !== whole && !statSync(known).isDirectory()))
    return known === whole ? whole : undefined
  const real = join(realpathSync(known), relative(known, whole))
  const from = relative(realpathSync(place.root), real)
  return from === '..' || from.startsWith(`..${sep}`) || from.split(sep)[0] === '.git' ? undefined : real
}

/** Whether something stands at a path, if only a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A file stands where one of its folders would be.
    return false
  }
}
