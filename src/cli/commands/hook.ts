import { delimiter, isAbsolute, join } from 'node:path'
import { Problem } from '../../problem.ts'
import { packageRoot } from '../../repo/context.ts'
import { hookNames } from '../../repo/hooks/names.ts'
import type { Command } from '../command.ts'
import { wordOf } from '../context.ts'

/** The command `ctx hook`. */
export const hookCommand: Command = {
  name: 'hook',
  words: '<name> [arguments…]',
  about: 'Do what the git hook of this name does, for hook managers.',
  more: `Names: ${hookNames.join(', ')}. Standard input and arguments are those that git gives.`,
  options: [],
  run: async (given) => {
    const name = wordOf(given, 'The name of a hook', 'ctx hook post-commit')
    if (!hookNames.some((known) => known === name))
      throw new Problem('unknown-hook', `ctx has no hook "${name}".`, { hint: `It has ${hookNames.join(', ')}.` })
    return await runHook(name, given.words.slice(1))
  },
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
