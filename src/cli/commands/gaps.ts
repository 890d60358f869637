import { plural } from '../../text/words.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx gaps`. */
export const gapsCommand: Command = {
  name: 'gaps',
  words: '',
  about: 'List the questions that found nothing, most asked first, so that somebody can write the answer.',
  more: 'They stay on this machine. A question leaves the list as soon as something answers it.\n`ctx curate --text` writes an answer.',
  options: [{ name: 'clear', value: '', about: 'forget them all' }, json],
  run: async (given) => {
    const { clearGaps, gaps } = await import('../../verbs/gaps.ts')
    const ctx = await openHere()
    if (given.has('clear')) {
      const forgotten = clearGaps(ctx)
      if (given.has('json')) printJson({ forgotten })
      else say(`Forgot ${plural(forgotten, 'question')}.`)
      return 0
    }
    const found = await gaps(ctx)
    if (given.has('json')) printJson({ questions: found })
    else if (found.length === 0) say('No question was left without an answer.')
    else for (const { question, times } of found) print(`${String(times).padStart(3)} ×  ${question}`)
    return 0
  },
}
