import { plural } from '../text/words.ts'
import type { Command } from './command.ts'
import { json, openHere } from './context.ts'
import { print, printJson } from './print.ts'

export const modelling: readonly Command[] = [
  {
    name: 'model',
    words: '',
    about: 'Show the model that is set up, and try it with one short call.',
    more: 'Nothing needs one. Any OpenAI-compatible endpoint: git config ctx.model.name <name>, ctx.model.endpoint <address>.\nThe key comes from CTX_MODEL_KEY, OPENAI_API_KEY or a git credential helper, never from a file.\n`ctx query --tier model` lets it answer; git config ctx.query.model auto does so whenever no entry answers for sure.',
    options: [json],
    run: async (given) => {
      const { modelStatus } = await import('../verbs/model.ts')
      const now = await modelStatus(await openHere())
      if (given.has('json')) printJson(now)
      else {
        print(`${now.name} at ${now.endpoint}, ${now.hasKey ? 'with a key' : 'without a key'}`)
        print(`answered in ${now.tookMs} ms; ${now.callsTools ? 'calls tools' : 'does not call tools'}`)
        const bound = now.dailyTokens === 0 ? '' : ` of ${now.dailyTokens}`
        print(`today: ${plural(now.spent.calls, 'call')}, ${plural(now.spent.tokens, 'token')}${bound}`)
      }
      return 0
    },
  },
  {
    name: 'summarise',
    words: '[folder]',
    about: 'Let the model write the summaries of folders, and say in overviews what they are about.',
    more: 'Only folders that changed since, deepest first; small ones keep the text that was extracted. Summaries stay on this machine,\noverviews are knowledge and are committed. git config ctx.summaries.model auto does it after every curation.',
    options: [json],
    run: async (given) => {
      const { summariseTree } = await import('../verbs/summarise.ts')
      const done = await summariseTree(await openHere(), given.words[0]?.replace(/\/$/, ''))
      if (given.has('json')) printJson(done)
      else {
        const { summarised, described, kept } = done
        const rest = kept.length === 0 ? '' : `; ${plural(kept.length, 'folder')} kept the extracted text`
        print(`${plural(summarised.length, 'folder')} summarised, ${described.length} described${rest}.`)
      }
      return 0
    },
  },
]
