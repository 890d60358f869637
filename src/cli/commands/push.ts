import type { Command, Given } from '../command.ts'
import { json, openHere, workUnattended } from '../context.ts'
import { print, printJson } from '../print/print.ts'
import { plural } from '../../text/words.ts'

/** The command `ctx push`. */
export const pushCommand: Command = {
  name: 'push',
  words: '[remote]',
  about: 'Share the knowledge of this branch with a remote.',
  more: 'Pushes ctx/<branch>, never by force. When others pushed first, theirs is merged entry by entry.\nIt stops before secrets and before knowledge that cannot be read; what is shared after a `git push` also stops\nbefore the loss of a folder that was deleted by hand.\nAfter a `git push` to a remote that already has knowledge, that of the pushed branches is shared in the background\n(`git config ctx.autoPush off|known|on`); `ctx status` says how that went.\nAfter twelve lost races it gives up and says so (`git config ctx.pushTries`).',
  options: [
    { name: 'queued', value: '', about: 'what the pre-push hook noted, once it is pushed', hidden: true },
    { name: 'detach', value: '', about: 'with --queued: in the background', hidden: true },
    { name: 'dry-run', short: 'n', value: '', about: 'only say what would be shared, and where' },
    json,
  ],
  run: async (given) => {
    if (given.has('queued')) return await runQueued(given)
    if (given.has('dry-run')) return await runDry(given)
    const { push } = await import('../../verbs/push.ts')
    const result = await push(await openHere(), given.words[0])
    if (given.has('json')) printJson(result)
    else if (result.outcome === 'nothing to share') print(nothingToShare)
    else if (result.outcome === 'up to date') print(`${result.remote} has everything of ${result.branch}.`)
    else print(`Shared ${result.branch} with ${result.remote}${result.tries > 1 ? `, at try ${result.tries}` : ''}.`)
    return 0
  },
}

async function runDry(given: Given): Promise<number> {
  const { wouldPush } = await import('../../verbs/would-push.ts')
  const found = await wouldPush(await openHere(), given.words[0])
  if (given.has('json')) printJson(found ?? { outcome: 'nothing to share' })
  else if (found === undefined) print(nothingToShare)
  else {
    const { remote, branch, isNew, commits, edited } = found
    const what = [
      ...(commits === 0 ? [] : [`${plural(commits, 'commit')} of ${branch}`]),
      ...(edited.length === 0 ? [] : [`${plural(edited.length, 'file')} edited by hand`]),
    ].join(' and ')
    const where = isNew ? `${remote}, which has no ${branch} yet as far as was last heard` : remote
    print(
      what === ''
        ? `${remote} has everything of ${branch}, as far as was last heard of it.`
        : `Would share ${what} with ${where}. \`ctx review\` shows what they say.`,
    )
  }
  return 0
}

const nothingToShare = 'Nothing was learned on this branch yet, so there is nothing to share.'

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
