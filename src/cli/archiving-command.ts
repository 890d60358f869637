import type { Command } from './command.ts'
import { json, openHere, wordOf } from './context.ts'
import { print, printJson, style } from './print/print.ts'

type Moving = Pick<Command, 'about' | 'more'> & {
  readonly name: 'archive' | 'restore'
  readonly done: 'archived' | 'restored'
}

/** Entries are put into the archive and brought back in the same way. */
export const archivingCommand = ({ done, ...row }: Moving): Command => ({
  ...row,
  words: '<path>',
  options: [json],
  run: async (given) => {
    const move =
      row.name === 'archive'
        ? (await import('../verbs/archive.ts')).archive
        : (await import('../verbs/restore.ts')).restore
    const path = wordOf(given, 'The path of an entry', `ctx ${row.name} authentication/jwt/old_draft.md`)
    const paths = await move(await openHere(), path)
    if (given.has('json')) printJson({ [done]: paths })
    else for (const one of paths) print(`${done === 'archived' ? 'Archived' : 'Restored'} ${style('cyan', one)}`)
    return 0
  },
})
