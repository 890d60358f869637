import type { Command, Given } from '../command.ts'
import { json, openHere, workUnattended } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx push`. */
export const pushCommand: Command = {
  name: 'push',
  words: '[remote]',
  about: 'Share the knowledge of this branch with a remote.',
  more: 'Pushes ctx/<branch>, never by force. When others pushed first, theirs is merged entry by entry.\nAfter a `git push` to a remote that already has knowledge, that of the pushed branches is shared in the background\n(`git config ctx.autoPush off|known|on`); `ctx status` says how that went.\nAfter twelve lost races it gives up and says so (`git config ctx.pushTries`).',
  options: [
    { name: 'queued', value: '', about: 'what the pre-push hook noted, once it is pushed', hidden: true },
    { name: 'detach', value: '', about: 'with --queued: in the background', hidden: true },
    json,
  ],
  run: async (given) => {
    if (given.has('queued')) return await runQueued(given)
    const { push } = await import('../../verbs/push.ts')
    const result = await push(await openHere(), given.words[0])
    if (given.has('json')) printJson(result)
    else if (result.outcome === 'nothing to share')
      print('Nothing was learned on this branch yet, so there is nothing to share.')
    else if (result.outcome === 'up to date') print(`${result.remote} has everything of ${result.branch}.`)
    else print(`Shared ${result.branch} with ${result.remote}${result.tries > 1 ? `, at try ${result.tries}` : ''}.`)
    return 0
  },
}

async function runQueued(given: Given): Promise<number> {
  if (given.has('detach')) {
    const { startInBackground } = await import('../../repo/state/background.ts')
    startInBackground(process.execPath, [process.argv[1] ?? '', 'push', '--queued'], { cwd: process.cwd() })
    return 0
  }
  workUnattended()
  const { sharePushed } = await import('../../verbs/share.ts')
  await sharePushed(await openHere())
  return 0
}
