import { fstatSync, readFileSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { spellForAgent } from '../../brain/agents/hook-answer.ts'
import { readHookSaid } from '../../brain/agents/hook-said.ts'
import { hookedAgents, type HookMoment, hookMoments } from '../../brain/agents/hooks.ts'
import { Problem } from '../../problem.ts'
import { packageRoot } from '../../repo/context.ts'
import { hookNames } from '../../repo/hooks/names.ts'
import type { Command, Given } from '../command.ts'
import { openHere, wordOf } from '../context.ts'
import { print, say } from '../print/print.ts'

/** The command `ctx hook`. */
export const hookCommand: Command = {
  name: 'hook',
  words: '<name> [arguments…]',
  about: 'Do what the git hook of this name does, for hook managers; `ctx hook agent` answers agents.',
  more: `Names: ${hookNames.join(', ')}. Standard input and arguments are those that git gives.\n\n\`ctx hook agent <agent> <moment>\` is what \`ctx agents --hooks\` lets agents call: it reads the agent's JSON and answers in it.\nMoments: ${hookMoments.join(', ')}. Off with \`git config ctx.agentHooks off\`, or \`agents: {hooks: off}\` in .ctx/config.yaml.`,
  options: [],
  run: async (given) => {
    const name = wordOf(given, 'The name of a hook', 'ctx hook post-commit')
    if (name === 'agent') return await runAgentHook(given)
    if (!hookNames.some((known) => known === name))
      throw new Problem('unknown-hook', `ctx has no hook "${name}".`, { hint: `It has ${hookNames.join(', ')}.` })
    return await runHook(name, given.words.slice(1))
  },
  misread: (argv, why) => {
    const [name, agent = ''] = argv.filter((word) => !word.startsWith('-'))
    return name === 'agent' ? sayNothing(agent, why) : undefined
  },
}

/** No agent waits longer for us than this, in ms. */
const hookLimit = 1_500
/** Bytes of an event that are read, at most: an agent that writes a large file sends all of it. */
const mostSaid = 16 * 1024 * 1024

/**
 * Answers an agent's hook; whatever goes wrong, the agent is never kept from going on: with exit code 2 it would take what
 * it was about to do for forbidden. What called us may be of a later release, and know moments that we do not.
 */
async function runAgentHook({ words: [, agent = '', moment = ''] }: Given): Promise<number> {
  const asked = hookMoments.find((known) => known === moment)
  if (asked === undefined || !hookedAgents.some(({ name }) => name === agent)) {
    const named = [agent, moment].filter((word) => word !== '').join(' ')
    const why = named === '' ? 'No agent and no moment is named.' : `There is no hook of an agent "${named}".`
    return sayNothing(agent, why)
  }
  setTimeout(() => {
    tellAgent(agent, asked, '')
    process.exit(0)
  }, hookLimit).unref()
  let text = ''
  try {
    const said = readHookSaid(readInput(), asked)
    const { agentHook } = await import('../../verbs/agent-hook.ts')
    text = await agentHook(await openHere({ say: () => undefined }), asked, said)
  } catch {
    // `ctx doctor` and `ctx query` say what is wrong; an agent can do nothing about it.
  }
  tellAgent(agent, asked, text)
  return 0
}

/** Says to a person why an agent is told nothing, and to the agent that it may go on. */
function sayNothing(agent: string, why: string): number {
  const agents = hookedAgents.map(({ name }) => name).join(', ')
  say(`ctx: ${why} Nothing was said to it.\n     Agents: ${agents}. Moments: ${hookMoments.join(', ')}.`)
  tellAgent(agent, 'start', '')
  return 0
}

function tellAgent(agent: string, moment: HookMoment, text: string): void {
  const answer = spellForAgent(agent, moment, text)
  if (answer !== undefined) print(JSON.stringify(answer))
}

function readInput(): unknown {
  // A terminal, or nothing (/dev/null); to ask for a stream takes Node longer than to read it.
  if (fstatSync(0).isCharacterDevice()) return {}
  const text = readFileSync(0, 'utf8')
  const said: unknown = JSON.parse(text.length > mostSaid || text.trim() === '' ? '{}' : text)
  return said
}

// A program lying in the current folder must never run.
const absoluteOnly = (path: string): string => path.split(delimiter).filter(isAbsolute).join(delimiter)

/** Runs the sh text of a hook as git would; a hook of ours never fails what called it. */
async function runHook(name: string, words: readonly string[]): Promise<number> {
  if (process.env['CTX_HOOKS'] === '0' || (process.env['CI'] ?? '') !== '') return 0
  const { spawn } = await import('node:child_process')
  const dir = join(packageRoot(), 'hooks')
  const child = spawn(
    'sh',
    [
      '-c',
      '. "$0/prelude.sh"; ctx_node=$1 ctx_main=$2; name=$3; shift 3; . "$0/$name"',
      dir,
      process.execPath,
      process.argv[1] ?? '',
      name,
      ...words,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: absoluteOnly(process.env['PATH'] ?? '') } },
  )
  await new Promise((resolve) => child.once('close', resolve))
  return 0
}
