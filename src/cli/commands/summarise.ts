import { plural } from '../../text/words.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx summarise`. */
export const summariseCommand: Command = {
  name: 'summarise',
  words: '[folder]',
  about: 'Let the model write the summaries of folders, and say in overviews what they are about.',
  more: 'Only folders that changed since, deepest first; small ones keep the text that was extracted. Summaries stay on this machine,\noverviews are knowledge and are committed. `git config ctx.summaries.model auto` does it after every curation.',
  options: [json],
  run: async (given) => {
    const { summariseTree } = await import('../../verbs/summarise.ts')
    const done = await summariseTree(await openHere(), given.words[0]?.replace(/\/$/, ''))
    if (given.has('json')) printJson(done)
    else {
      const { summarised, described, kept } = done
      const rest = kept.length === 0 ? '' : `; ${plural(kept.length, 'folder')} kept the extracted text`
      print(`${plural(summarised.length, 'folder')} summarised, ${described.length} described${rest}.`)
    }
    return 0
  },
}
