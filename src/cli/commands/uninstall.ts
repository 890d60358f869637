import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { Command } from '../command.ts'
import { consent } from '../consent.ts'
import { json, openHere } from '../context.ts'
import { printJson } from '../print/print.ts'
import { printSteps } from '../print/print-steps.ts'

/** The command `ctx uninstall`. */
export const uninstallCommand: Command = {
  name: 'uninstall',
  words: '',
  about: 'Take ctx out of this repository; knowledge branches stay.',
  more: 'Every file is put back byte for byte. Edits in .ctx/tree are committed first. --purge asks before it deletes what no remote has.',
  options: [
    { name: 'purge', value: '', about: 'delete the local knowledge branches too' },
    { name: 'yes', short: 'y', value: '', about: 'purge without asking, even what no remote has' },
    json,
  ],
  run: async (given) => {
    const { uninstall } = await import('../../verbs/uninstall.ts')
    const ctx = await openHere({ lenient: true })
    const purge = given.has('purge')
    if (given.has('yes') && !purge)
      throw new Problem('bad-option', '--yes goes with --purge: nothing else is asked.', {
        hint: 'To delete the knowledge branches too: `ctx uninstall --purge --yes`.',
      })
    const evenUnshared = purge && (given.has('yes') || (await isAgreed(ctx)))
    const steps = await uninstall(ctx, { purge, evenUnshared })
    if (given.has('json')) printJson({ steps })
    else printSteps(steps)
    return 0
  },
}

/** Whether somebody who was told what is lost wants it so; where nothing is, the verb looks once more. */
async function isAgreed(ctx: Ctx): Promise<boolean> {
  const { whyNotPurged } = await import('../../verbs/uninstall.ts')
  const problem = await whyNotPurged(ctx)
  return problem !== undefined && (await consent(`${problem.message} Delete it for good?`))
}
