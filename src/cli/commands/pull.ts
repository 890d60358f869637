import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx pull`. */
export const pullCommand: Command = {
  name: 'pull',
  words: '[remote]',
  about: "Bring in the remote's knowledge.",
  more: 'Merges entry by entry; what people must decide becomes a finding in `ctx status`, never a failed pull.',
  options: [json],
  run: async (given) => {
    const { pull } = await import('../../verbs/pull.ts')
    const result = await pull(await openHere(), given.words[0])
    if (given.has('json')) printJson(result)
    else {
      if (result.branches.length === 0) print(`${result.remote} has no knowledge for this branch.`)
      for (const { branch, changed } of result.branches)
        print(changed ? `Brought ${branch} up to date from ${result.remote}.` : `${branch} is up to date.`)
      for (const branch of result.followed) print(`Merged ${branch}: its code is in this branch.`)
    }
    return 0
  },
}
