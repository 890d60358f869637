import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '../brain/agents/agents.ts'
import { registerHooks, unregisterHooks } from '../brain/agents/hook-lists.ts'
import { type HookedAgent, hookedAgents, ourHook } from '../brain/agents/hooks.ts'
import { type AgentFile, readAgentFile, writeAgentFile } from '../knowledge/shown/agent-files.ts'
import { Problem } from '../problem.ts'
import { type Ctx, packageRoot } from '../repo/context.ts'

/** A file that is to be written, with the lines that it gains and loses; `next` is undefined for one that is to go. */
export type HookFile = {
  readonly agent: string
  readonly path: string
  readonly text: string | undefined
  readonly next: string | undefined
  readonly isProgram: boolean
}

type HookOptions = {
  /** Names of agents; those that are used here where none is given. */
  readonly names?: readonly string[]
  readonly remove?: boolean
  /** Is shown what would be written, and says whether it may be. */
  readonly agree: (files: readonly HookFile[]) => Promise<boolean>
}

/**
 * Writes hooks into the settings of agents, or takes them out, once somebody has seen what that changes. No other byte
 * of a file changes. Undefined when nobody agreed.
 * @throws {Problem} when no agent that calls hooks is named, or used here.
 */
export async function setUpHooks(
  ctx: Ctx,
  { names, remove = false, agree }: HookOptions,
): Promise<readonly AgentFile[] | undefined> {
  const chosen = hookedAgents.filter((agent) => names?.includes(agent.name) ?? isUsed(ctx, agent.name))
  if (chosen.length === 0) throw noHooks()
  const planned = chosen.flatMap((agent) => plansFor(ctx, agent, remove))
  const files = planned.flatMap((one) => ('next' in one && one.next !== one.text ? [one] : []))
  const settled = planned.flatMap((one): readonly AgentFile[] => ('outcome' in one ? [one] : []))
  const same = planned.flatMap((one): readonly AgentFile[] =>
    'next' in one && one.next === one.text ? [{ ...toldOf(one), outcome: 'unchanged' }] : [],
  )
  if (files.length > 0 && !(await agree(files))) return undefined
  return [...settled, ...same, ...files.map((file) => ({ ...toldOf(file), ...writeAgentFile(ctx, file.path, file) }))]
}

/** Takes hooks out of the settings of agents, of all where none is named; files without hooks are not listed. */
export async function removeHooks(ctx: Ctx, names?: readonly string[]): Promise<readonly AgentFile[]> {
  const there = hookedAgents.filter(
    (agent) => (names?.includes(agent.name) ?? true) && filesIn(agent).some((path) => holdsOurs(ctx, path)),
  )
  if (there.length === 0) return []
  const found = await setUpHooks(ctx, { names: there.map(({ name }) => name), remove: true, agree: async () => true })
  return (found ?? []).filter(({ outcome }) => outcome !== 'unchanged')
}

/** The files that hold hooks of ours. */
export const filesOfHooks = (ctx: Ctx): readonly string[] =>
  hookedAgents.flatMap(filesIn).filter((path) => holdsOurs(ctx, path))

const filesIn = ({ plan }: HookedAgent): readonly string[] =>
  'files' in plan ? plan.files.map(({ path }) => path) : [plan.file]

const holdsOurs = (ctx: Ctx, path: string): boolean => isOurs(readAgentFile(ctx, path) ?? '')

const noHooks = (): Problem =>
  new Problem('no-agents', 'No agent that calls hooks is used here, as far as its files tell.', {
    hint: `Name one: ctx agents --hooks --${hookedAgents.map(({ name }) => name).join(', --')}, or --all.`,
  })

const isUsed = (ctx: Ctx, name: string): boolean =>
  agents.find((agent) => agent.name === name)?.signs.some((sign) => existsSync(join(ctx.place.root, sign))) ?? false

const toldOf = ({ agent, path }: HookFile) => ({ agent, path, what: 'hooks' }) as const

function plansFor(ctx: Ctx, { name, plan }: HookedAgent, remove: boolean): readonly (HookFile | AgentFile)[] {
  if ('files' in plan) return plan.files.map((file) => ownFile(ctx, name, { ...file, text: textOf(file), remove }))
  const text = readAgentFile(ctx, plan.file)
  const next = remove ? unregisterHooks(text ?? '', plan) : registerHooks(text ?? '', plan)
  if (next === undefined)
    return [
      {
        agent: name,
        path: plan.file,
        what: 'hooks',
        outcome: 'left',
        why: 'it cannot be read as JSON with a list for each event; mend it, and run this again',
      },
    ]
  // A file that says nothing but our hooks was made for them.
  const isOursAlone = text === registerHooks('', plan)
  const whole = remove && (text === undefined || isOursAlone) ? undefined : next
  return [{ agent: name, path: plan.file, text, next: whole, isProgram: false }]
}

/** The text of a program that is ours. */
const textOf = (file: { readonly text: string } | { readonly template: string }): string =>
  'text' in file ? file.text : readFileSync(join(packageRoot(), 'templates', file.template), 'utf8')

type Own = { readonly path: string; readonly text: string; readonly isProgram: boolean; readonly remove: boolean }

/** A file that is ours alone: one of the same name that is not, is left as it is. */
function ownFile(ctx: Ctx, agent: string, { path, text: wanted, isProgram, remove }: Own): HookFile | AgentFile {
  const text = readAgentFile(ctx, path)
  if (text !== undefined && !isOurs(text))
    return { agent, path, what: 'hooks', outcome: 'left', why: 'somebody else wrote it' }
  return { agent, path, text, next: remove ? undefined : wanted, isProgram }
}

const isOurs = (text: string): boolean => text.includes('ctx agents --hooks') || text.includes(ourHook)

/** Shows a file as it would change: the lines around what is gained and lost are left out. */
export function shownChange({ text = '', next = '' }: HookFile): readonly string[] {
  const [before, after] = [text.split('\n'), next.split('\n')]
  const most = Math.min(before.length, after.length)
  let [head, tail] = [0, 0]
  while (head < most && before[head] === after[head]) head++
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const lost = before.slice(head, before.length - tail)
  const gained = after.slice(head, after.length - tail)
  const stays = new Set(lost.filter((line) => gained.includes(line)))
  return [
    ...lost.filter((line) => !stays.has(line)).map((line) => `- ${line}`),
    ...gained.map((line) => `${stays.has(line) ? ' ' : '+'} ${line}`),
  ]
}
