import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx doctor`. */
export const doctorCommand: Command = {
  name: 'doctor',
  words: '',
  about: 'Examine the installation and say how to mend it.',
  more: 'Exits with 2 when something is not fine.',
  options: [
    { name: 'secrets', value: '', about: 'look for secrets in all that knowledge branches ever held, instead' },
    json,
  ],
  run: async (given) => {
    const { doctor } = await import('../../verbs/doctor.ts')
    const { findLeaks } = await import('../../verbs/leaks.ts')
    const found = await (given.has('secrets') ? findLeaks : doctor)(await openHere())
    if (given.has('json')) printJson({ checks: found })
    else
      for (const { what, isFine, hint } of found)
        print(`${style(isFine ? 'green' : 'yellow', isFine ? '✓' : '!')} ${what}${hint === '' ? '' : `. ${hint}`}`)
    return found.every(({ isFine }) => isFine) ? 0 : 2
  },
}
