import type { Command } from '../command.ts'
import { openHere } from '../context.ts'

/** The command `ctx look`. */
export const lookCommand: Command = {
  name: 'look',
  words: '',
  about: 'Index what was edited by hand in .ctx/tree.',
  more: 'A question in a large tree starts this in the background, at most once a minute; after a long history\n`ctx init` and `ctx curate --all` do.',
  options: [],
  hidden: true,
  run: async () => {
    const { look } = await import('../../verbs/look.ts')
    await look(await openHere())
    return 0
  },
}
