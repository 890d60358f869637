import { isSummaryPath } from '../../tree/path.ts'
import { bodyOf } from '../../tree/summary.ts'
import type { Command } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx show`. */
export const showCommand: Command = {
  name: 'show',
  words: '<path>',
  about: 'Print an entry, or the summary of a folder.',
  more: 'The path is the one that `ctx query` and `ctx tree` print. For an archived entry it prints the stub.',
  options: [{ name: 'full', value: '', about: 'print the whole text of an archived entry' }, json],
  run: async (given) => {
    const { show } = await import('../../verbs/show.ts')
    const shown = await show(
      await openHere(),
      wordOf(given, 'The path of an entry', 'ctx show authentication/jwt/token_rotation.md'),
      { full: given.has('full') },
    )
    if (given.has('json')) printJson(shown)
    else {
      // What a summary says of itself is for programs; `--json` gives it whole.
      print((isSummaryPath(shown.path) ? bodyOf(shown.text) : shown.text).trimEnd())
      if (shown.archived !== '')
        print(
          style('dim', `\nArchived. \`ctx show --full ${shown.path}\` prints it all, \`ctx restore\` brings it back.`),
        )
      if (shown.backlinks.length > 0) print(style('dim', `\nNamed by: ${shown.backlinks.join(', ')}`))
    }
    return 0
  },
}
