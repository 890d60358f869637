import { Problem } from '../../problem.ts'
import { formatFiles } from '../../search/format-file.ts'
import type { Command } from '../command.ts'
import { json, limit, numberOf, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'
import { sayIfCut, sayUnfinished } from '../print/say-unanswered.ts'

/** The command `ctx where`. */
export const whereCommand: Command = {
  name: 'where',
  words: '<what you want to change…>',
  about: 'Name the files to open for a change, best first, and say why.',
  more: 'Each file comes with the commit that speaks for it, the tests and files that change with it, and who knows it.\nExits with 1 when nothing is known.',
  options: [limit, json],
  run: async (given) => {
    const text = given.words.join(' ').trim()
    if (text === '')
      throw new Problem('no-question', 'Say what you want to change.', {
        hint: 'For example: ctx where "limit the size of uploads"',
      })
    const { findFiles } = await import('../../verbs/where.ts')
    const { files, isWhole, isKept } = await findFiles(await openHere(), text, { limit: numberOf(given, 'limit', 5) })
    if (given.has('json')) printJson({ files, ...(isWhole ? {} : { isWhole }) })
    else if (files.length === 0) {
      say('Nothing is known of where that is.')
      sayIfCut()
    } else
      print(
        formatFiles(files)
          .map((lines) => lines.join('\n'))
          .join('\n\n'),
      )
    if (!isWhole && !given.has('json')) sayUnfinished({ isKept })
    return files.length === 0 ? 1 : 0
  },
}
