import { archivingCommand } from '../archiving.ts'
import type { Command } from '../command.ts'

/** The command `ctx restore`. */
export const restoreCommand: Command = archivingCommand({
  name: 'restore',
  about: 'Bring an entry, or all of a folder, back from the archive.',
  more: '`ctx tree --archived` lists what is there.',
  done: 'restored',
})
