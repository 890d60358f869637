import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, agents, type Registration } from '../brain/agents/agents.ts'
import { registerServer, unregisterServer } from '../brain/agents/registration.ts'
import {
  type AgentFile,
  brokenMarkers,
  instructionFile,
  instructions,
  writeInstructions,
  readAgentFile,
  writeAgentFile,
} from '../knowledge/shown/agent-files.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { partIn, withoutPart } from '../text/markers.ts'
import { filesOfHooks, removeHooks } from './agent-hooks.ts'

/** Which agents to set up. */
export type AgentOptions = {
  /** Names of agents; those that are used here where none is given. */
  readonly names?: readonly string[]
  /** Takes out what stands there instead. */
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
  const hooks = remove ? await removeHooks(ctx, names) : []
  if (chosen.length === 0 && hooks.length === 0)
    throw new Problem(
      'no-agents',
      remove ? 'No agent was set up here.' : 'No agent is used here, as far as its files tell.',
      {
        hint: `Name one: ctx agents --${agentNames.join(', --')}, or --all.`,
      },
    )
  const part = remove ? '' : await instructions(ctx)
  return [
    ...chosen.flatMap((agent) => [
      ...agent.servers.flatMap((registration) => server(ctx, agent.name, { registration, remove })),
      remove ? takeOut(ctx, agent) : writeInstructions(ctx, agent, part),
    ]),
    ...hooks,
  ]
}

/** The files that hold instructions, servers or hooks of ours. */
export const filesOfAgents = (ctx: Ctx): readonly string[] => [
  ...new Set([
    ...agents
      .map((agent) => instructionFile(ctx, agent))
      .filter((path) => partIn(readAgentFile(ctx, path) ?? '') !== undefined),
    ...agents.flatMap(({ servers }) => servers.flatMap((registration) => serverFile(ctx, registration))),
    ...filesOfHooks(ctx),
  ]),
]

/** The file of settings that names our server. */
function serverFile(ctx: Ctx, registration: Registration): readonly string[] {
  const text = 'where' in registration ? undefined : readAgentFile(ctx, registration.file)
  if ('where' in registration || text === undefined) return []
  const without = unregisterServer(text, registration)
  return without === undefined || without === text ? [] : [registration.file]
}

const isUsed = (ctx: Ctx, agent: Agent, remove: boolean): boolean =>
  remove
    ? partIn(readAgentFile(ctx, instructionFile(ctx, agent)) ?? '') !== undefined
    : agent.signs.some((sign) => existsSync(join(ctx.place.root, sign)))

function takeOut(ctx: Ctx, agent: Agent): AgentFile {
  const path = instructionFile(ctx, agent)
  const told = { agent: agent.name, path, what: 'instructions' } as const
  const text = readAgentFile(ctx, path)
  const next = text === undefined ? undefined : withoutPart(text)
  if (text === undefined || next === text) return { ...told, outcome: 'unchanged' }
  if (next === undefined) return { ...told, outcome: 'left', why: brokenMarkers }
  return {
    ...told,
    ...writeAgentFile(ctx, path, { text, next: next.trim() === (agent.head ?? '').trim() ? undefined : next }),
  }
}

type Serving = { readonly registration: Registration; readonly remove: boolean }

function server(ctx: Ctx, name: string, { registration, remove }: Serving): readonly AgentFile[] {
  if ('where' in registration) {
    const entry = JSON.stringify({ ctx: { command: 'ctx', args: ['mcp'] } })
    const why = `its settings lie in your home: add ${entry} to "mcpServers" there`
    return remove ? [] : [{ agent: name, path: registration.where, what: 'server', outcome: 'yours', why }]
  }
  const told = { agent: name, path: registration.file, what: 'server' } as const
  const text = readAgentFile(ctx, registration.file)
  if (remove && text === undefined) return [{ ...told, outcome: 'unchanged' }]
  const next = (remove ? unregisterServer : registerServer)(text ?? '', registration)
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
      ...writeAgentFile(ctx, registration.file, {
        text,
        next: remove && isOursAlone(text, registration) ? undefined : next,
      }),
    },
  ]
}

/** Whether a file of settings says nothing but what we wrote: then it was we who made it. */
const isOursAlone = (text: string | undefined, registration: Exclude<Registration, { where: string }>): boolean =>
  text === registerServer('', registration)

const kindOf = (registration: Registration): string => ('toml' in registration ? 'TOML with our markers' : 'JSON')
