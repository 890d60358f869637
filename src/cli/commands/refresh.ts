import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print.ts'

/** The command `ctx refresh`. */
export const refreshCommand: Command = {
  name: 'refresh',
  words: '',
  about: 'Make .ctx/tree show the knowledge of what is checked out.',
  more: 'Hooks do this when branches change. By hand it compares every file and makes every derived file again.',
  options: [json],
  run: async (given) => {
    const { refresh } = await import('../../knowledge/refresh.ts')
    const done = await refresh(await openHere(), { full: true })
    if (given.has('json')) printJson(done)
    else
      print(
        done.knowledge + done.derived === 0
          ? 'Everything was as it should be.'
          : `Wrote ${done.knowledge} knowledge files and ${done.derived} derived ones.`,
      )
    return 0
  },
}
