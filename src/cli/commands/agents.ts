import { agents as known } from '../../brain/agents/agents.ts'
import type { AgentFile } from '../../knowledge/shown/agent-files.ts'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { HookFile } from '../../verbs/agent-hooks.ts'
import type { AgentCheck } from '../../verbs/agents-check.ts'
import type { Command, Given } from '../command.ts'
import { consent } from '../consent.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx agents`. */
export const agentsCommand: Command = {
  name: 'agents',
  words: '',
  about: 'Tell coding agents of this repository’s memory: their server entry and a short block of instructions.',
  more: 'Without names it takes the agents whose files it finds here. What is ours stands between ctx:start and ctx:end (in JSON, under\nthe name ctx); no other byte changes, and --remove takes it out again. With `agents: {refresh: curate}` in .ctx/config.yaml the block\nis brought up to date after every curation.',
  options: [
    ...known.map(({ name, title }) => ({ name, value: '', about: title })),
    { name: 'all', value: '', about: 'every agent of these' },
    { name: 'check', value: '', about: 'ask each agent of this machine whether it would start ctx here' },
    { name: 'refresh', value: '', about: 'only bring the instructions up to date that stand here already' },
    { name: 'hooks', value: '', about: 'let agents call ctx by themselves; what is written is shown before' },
    { name: 'remove', value: '', about: 'take everything out again, with --hooks the hooks alone' },
    { name: 'yes', short: 'y', value: '', about: 'write hooks without asking' },
    json,
  ],
  run: async (given) => {
    const { setUpAgents } = await import('../../verbs/agents.ts')
    const { refreshAgents } = await import('../../knowledge/shown/agent-files.ts')
    const ctx = await openHere()
    if (given.has('check')) return await runCheck(ctx, given)
    const names = namesOf(given)
    if (given.has('hooks')) return await runHooks(ctx, given, names)
    const files = given.has('refresh')
      ? await refreshAgents(ctx)
      : await setUpAgents(ctx, { remove: given.has('remove'), ...(names === undefined ? {} : { names }) })
    if (given.has('json')) printJson({ files })
    else if (files.length === 0) say('No instructions of ours stand here. `ctx agents` writes them.')
    else printFiles(files)
    return files.some(({ outcome }) => outcome === 'left') ? 2 : 0
  },
}

/** Prints for each agent whether it would start our server; exits with 1 when one would not. */
async function runCheck(ctx: Ctx, given: Given): Promise<number> {
  const { checkAgents } = await import('../../verbs/agents-check.ts')
  const checks = await checkAgents(ctx)
  if (given.has('json')) printJson({ checks })
  else if (checks.length === 0) say('None of the agents that can be asked is in your PATH.')
  else
    for (const { agent, outcome, todo } of checks)
      print(`${agent.padEnd(9)}  ${checked[outcome]}${todo === '' ? '' : `: ${todo}`}`)
  return checks.every(({ outcome }) => outcome === 'sees') && checks.length > 0 ? 0 : 1
}

const checked: Readonly<Record<AgentCheck['outcome'], string>> = {
  sees: 'would start ctx',
  waits: 'knows of ctx, and waits for you',
  unknown: 'does not know of ctx',
  failed: 'could not be asked',
}

/** Shows what hooks would be written, asks, and writes them. */
async function runHooks(ctx: Ctx, given: Given, names: readonly string[] | undefined): Promise<number> {
  const { setUpHooks, shownChange } = await import('../../verbs/agent-hooks.ts')
  const remove = given.has('remove')
  const agree = async (files: readonly HookFile[]): Promise<boolean> => {
    if (given.has('yes') || remove) return true
    for (const file of files) for (const line of [`${file.path}:`, ...shownChange(file), '']) say(line)
    return await consent(`Write ${files.length === 1 ? 'this file' : 'these files'}?`)
  }
  const files = await setUpHooks(ctx, { ...(names === undefined ? {} : { names }), remove, agree })
  if (files === undefined)
    throw new Problem('not-agreed', 'Nothing was written: nobody said yes.', {
      hint: 'What is above would be written with `ctx agents --hooks --yes`.',
    })
  if (given.has('json')) printJson({ files })
  else printFiles(files)
  return files.some(({ outcome }) => outcome === 'left') ? 2 : 0
}

function namesOf(given: Given): readonly string[] | undefined {
  const named = known.map(({ name }) => name).filter((name) => given.has(name))
  if (given.has('refresh') && (named.length > 0 || given.has('all') || given.has('remove')))
    throw new Problem('bad-option', '--refresh brings up to date what stands here, whichever agent it is for.')
  if (given.has('all')) return known.map(({ name }) => name)
  return named.length > 0 ? named : undefined
}

/** Each file once: agents may share one. */
function printFiles(files: readonly AgentFile[]): void {
  const told = new Set<string>()
  for (const { agent, path, outcome, why } of files) {
    if (told.has(path)) continue
    told.add(path)
    if (why === undefined) print(`${outcome.padEnd(9)}  ${path}`)
    else say(`${agent}: ${outcome === 'left' ? 'left ' : ''}${path}: ${why}.`)
  }
}
