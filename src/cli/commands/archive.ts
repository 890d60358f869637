import { archivingCommand } from '../archiving-command.ts'
import type { Command } from '../command.ts'

/** The command `ctx archive`. */
export const archiveCommand: Command = archivingCommand({
  name: 'archive',
  about: 'Put an entry, or all of a folder, into the archive.',
  more: 'A stub is searched in its place; `ctx restore` brings it back, byte for byte.',
  done: 'archived',
})
