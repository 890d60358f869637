import { plural } from '../text/words.ts'
import type { Command } from './command.ts'
import { Problem } from '../problem.ts'
import { tellFile } from '../search/told.ts'
import { json, limit, numberOf, openHere } from './context.ts'
import { print, printJson, say } from './print.ts'

export const locating: readonly Command[] = [
  {
    name: 'where',
    words: '<what you want to change…>',
    about: 'Name the files to open for a change, best first, each with why.',
    more: 'With each file: the commit that speaks for it, tests and files that change with it, and who knows it.\nExits with 1 when nothing is known.',
    options: [limit, json],
    run: async (given) => {
      const text = given.words.join(' ').trim()
      if (text === '')
        throw new Problem('no-question', 'Say what you want to change.', {
          hint: 'For example: ctx where "limit the size of uploads"',
        })
      const { where } = await import('../verbs/where.ts')
      const found = await where(await openHere(), text, { limit: numberOf(given, 'limit', 5) })
      if (given.has('json')) printJson(found)
      else if (found.length === 0) say('Nothing is known of where that is.')
      else print(found.map((file) => tellFile(file).join('\n')).join('\n\n'))
      return found.length === 0 ? 1 : 0
    },
  },
  {
    name: 'gaps',
    words: '',
    about: 'List the questions that found nothing, most asked first, so that somebody can write the answer.',
    more: 'They stay on this machine. A question that something answers by now is taken off the list.\n`ctx curate --text` writes an answer.',
    options: [{ name: 'clear', value: '', about: 'forget them all' }, json],
    run: async (given) => {
      const { clearGaps, gaps } = await import('../verbs/gaps.ts')
      const ctx = await openHere()
      if (given.has('clear')) {
        say(`Forgot ${plural(clearGaps(ctx), 'question')}.`)
        return 0
      }
      const found = await gaps(ctx)
      if (given.has('json')) printJson(found)
      else if (found.length === 0) say('No question was left without an answer.')
      else for (const { question, times } of found) print(`${String(times).padStart(3)} ×  ${question}`)
      return 0
    },
  },
]
