import { plural } from '../../text/words.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx refresh`. */
export const refreshCommand: Command = {
  name: 'refresh',
  words: '',
  about: 'Make .ctx/tree show the knowledge of what is checked out.',
  more: 'Hooks do this when branches change. By hand it compares every file and makes every derived file again.',
  options: [json],
  run: async (given) => {
    const { refresh } = await import('../../knowledge/shown/refresh.ts')
    const done = await refresh(await openHere(), { full: true })
    if (given.has('json')) printJson(done)
    else
      print(
        done.knowledge + done.derived === 0
          ? 'Everything was as it should be.'
          : `Wrote ${plural(done.knowledge, 'knowledge file')} and ${plural(done.derived, 'derived file')}.`,
      )
    return 0
  },
}
