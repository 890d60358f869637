import { archivingCommand } from '../archiving-command.ts'
import type { Command } from '../command.ts'

/** The command `ctx restore`. */
export const restoreCommand: Command = archivingCommand({
  name: 'restore',
  about:
    'Bring an entry, or all of a folder, back from the archive, or what was last deleted by hand, or rejected in a review, there.',
  more: '`ctx tree --archived` lists what is in the archive. Of an entry that an edit made unreadable, its last readable version comes back.',
  done: 'restored',
})
