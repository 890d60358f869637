import type { Command } from './command.ts'
import { json, openHere } from './context.ts'
import { print, printJson } from './print.ts'

export const sharing: readonly Command[] = [
  {
    name: 'push',
    words: '[remote]',
    about: 'Share the knowledge of this branch with a remote.',
    more: 'Pushes ctx/<branch>, never by force. When others pushed first, theirs is merged entry by entry.\n`git push` does this too with a remote that has knowledge already (git config ctx.autoPush off|known|on).\nAfter twelve lost races it gives up and says so (git config ctx.pushTries).',
    options: [{ name: 'from-hook', value: '', about: 'as the pre-push hook calls it', hidden: true }, json],
    run: async (given) => {
      const { push, pushBeside } = await import('../verbs/push.ts')
      const ctx = await openHere()
      if (given.has('from-hook')) {
        await pushBeside(ctx, given.words[0] ?? 'origin')
        return 0
      }
      const result = await push(ctx, given.words[0])
      if (given.has('json')) printJson(result)
      else if (result.outcome === 'nothing to share')
        print('Nothing was learned on this branch yet, so there is nothing to share.')
      else if (result.outcome === 'up to date') print(`${result.remote} has everything of ${result.branch}.`)
      else print(`Shared ${result.branch} with ${result.remote}${result.tries > 1 ? `, at try ${result.tries}` : ''}.`)
      return 0
    },
  },
  {
    name: 'pull',
    words: '[remote]',
    about: "Bring in the remote's knowledge.",
    more: 'Merges entry by entry; what people must decide becomes a finding in `ctx status`, never a failed pull.',
    options: [json],
    run: async (given) => {
      const { pull } = await import('../verbs/push.ts')
      const result = await pull(await openHere(), given.words[0])
      if (given.has('json')) printJson(result)
      else {
        if (result.branches.length === 0) print(`${result.remote} has no knowledge for this branch.`)
        for (const { branch, changed } of result.branches)
          print(changed ? `Brought ${branch} up to date from ${result.remote}.` : `${branch} is up to date.`)
        for (const branch of result.followed) print(`Merged ${branch}: its code is in this branch.`)
      }
      return 0
    },
  },
]
