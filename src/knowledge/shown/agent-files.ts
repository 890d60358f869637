import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Agent, agents } from '../../brain/agents/agents.ts'
import { type Ctx, packageRoot } from '../../repo/context.ts'
import { removeEmpty, removeFile, writeWhole } from '../../repo/state/disk.ts'
import { partIn, withPart } from '../../text/markers.ts'
import { brainSummary } from './brain-summary.ts'

/** What became of one file of an agent; of one that was `left`, or is `yours` to write, `why` says what to do. */
export type AgentFile = {
  readonly agent: string
  readonly path: string
  readonly what: 'server' | 'instructions' | 'hooks'
  readonly outcome: 'written' | 'unchanged' | 'removed' | 'left' | 'yours'
  readonly why?: string
}

/** Brings the instructions that stand in files here up to date; those that say the same already are not written. */
export async function refreshAgents(ctx: Ctx): Promise<readonly AgentFile[]> {
  const there = agents.filter((agent) => partIn(readAgentFile(ctx, instructionFile(ctx, agent)) ?? '') !== undefined)
  if (there.length === 0) return []
  const part = await instructions(ctx)
  return there.map((agent) => writeInstructions(ctx, agent, part))
}

/** What an agent is told: how to use what is known here, and the newest of it. */
export async function instructions(ctx: Ctx): Promise<string> {
  const fixed = readFileSync(join(packageRoot(), 'templates', 'agents', 'instructions.md'), 'utf8').trim()
  const summary = (await brainSummary(ctx)).trim()
  return summary === '' ? fixed : `${fixed}\n\n${summary.replace(/^#/gm, '##')}`
}

/** The file that an agent's instructions stand in. Where a folder is meant and a file stands, it is that file. */
export function instructionFile({ place }: Ctx, { instructions: candidates }: Agent): string {
  const isFile = (path: string): boolean =>
    existsSync(join(place.root, path)) && statSync(join(place.root, path)).isFile()
  const last = candidates.at(-1) ?? ''
  const found = candidates.find(isFile) ?? last
  return isFile(dirname(found)) ? dirname(found) : found
}

/** Writes our part into the file that an agent reads; not a byte beside it changes. */
export function writeInstructions(ctx: Ctx, agent: Agent, part: string): AgentFile {
  const path = instructionFile(ctx, agent)
  const told = { agent: agent.name, path, what: 'instructions' } as const
  const text = readAgentFile(ctx, path)
  const next = withPart(text ?? agent.head ?? '', part)
  if (next === undefined) return { ...told, outcome: 'left', why: brokenMarkers }
  return { ...told, ...writeAgentFile(ctx, path, { text, next }) }
}

/** Why a file is left alone whose markers a person broke. */
export const brokenMarkers = 'its markers ctx:start and ctx:end do not match; mend or delete them'

/** Reads a file of the work tree; undefined where there is none, or none that is text of ours to change. */
export function readAgentFile(ctx: Ctx, path: string): string | undefined {
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

type Writing = {
  readonly text: string | undefined
  readonly next: string | undefined
  /** Whether an agent is to run it. */
  readonly isProgram?: boolean
}

/** Writes through links within the work tree, as CLAUDE.md may be one to AGENTS.md; never to anywhere else. */
export function writeAgentFile(
  ctx: Ctx,
  path: string,
  { text, next, isProgram = false }: Writing,
): Pick<AgentFile, 'outcome' | 'why'> {
  if (next === text) return { outcome: 'unchanged' }
  const real = inside(ctx, path)
  if (real === undefined)
    return { outcome: 'left', why: 'a link leads out of the work tree, or something else stands there' }
  const obstacle = obstacleAt(real)
  if (obstacle !== undefined) return { outcome: 'left', why: obstacle }
  if (next !== undefined)
    writeWhole(real, next, { below: realpathSync(ctx.place.root), ...(isProgram ? { mode: 0o755 } : {}) })
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
