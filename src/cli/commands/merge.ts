import type { Command } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx merge`. */
export const mergeCommand: Command = {
  name: 'merge',
  words: '<branch>',
  about: 'Merge the knowledge of a branch into that of this one.',
  more: 'This happens by itself when you merge the code, also by a squash with the same changes. Run it where ctx cannot see that a\nbranch was merged.',
  options: [
    {
      name: 'as-attempt',
      value: '',
      about: 'the branch was dropped: keep what it learned as one entry about an attempt',
    },
    json,
  ],
  run: async (given) => {
    const { mergeBranch } = await import('../../verbs/merge.ts')
    const name = wordOf(given, 'The branch', 'ctx merge feature')
    const result = await mergeBranch(await openHere(), name, { asAttempt: given.has('as-attempt') })
    if (given.has('json')) printJson(result)
    else if (result.outcome === 'up to date') print(`${result.into} has everything of ${result.from}.`)
    else if (result.outcome === 'attempt') print(`Kept ${result.from} in ${result.into} as attempted, not merged.`)
    else print(`Merged ${result.from} into ${result.into}.`)
    return 0
  },
}
