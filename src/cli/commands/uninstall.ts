import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { printJson } from '../print.ts'
import { printSteps } from '../steps.ts'

/** The command `ctx uninstall`. */
export const uninstallCommand: Command = {
  name: 'uninstall',
  words: '',
  about: 'Take ctx out of this repository; knowledge branches stay.',
  more: 'Every file is put back byte for byte. Edits in .ctx/tree are committed first.',
  options: [{ name: 'purge', value: '', about: 'delete the local knowledge branches too' }, json],
  run: async (given) => {
    const { uninstall } = await import('../../verbs/uninstall.ts')
    const steps = await uninstall(await openHere({ lenient: true }), { purge: given.has('purge') })
    if (given.has('json')) printJson({ steps })
    else printSteps(steps)
    return 0
  },
}
