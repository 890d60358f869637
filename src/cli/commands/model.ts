import { plural } from '../../text/words.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print.ts'

/** The command `ctx model`. */
export const modelCommand: Command = {
  name: 'model',
  words: '',
  about: 'Show the model that is set up, and try it with one short call.',
  more: 'Nothing needs one. Any OpenAI-compatible endpoint: git config ctx.model.name <name>, ctx.model.endpoint <address>.\nThe key comes from CTX_MODEL_KEY, OPENAI_API_KEY or a git credential helper, never from a file.\n`ctx query --tier model` lets it answer; git config ctx.query.model auto does so whenever no entry answers for sure.',
  options: [json],
  run: async (given) => {
    const { modelStatus } = await import('../../verbs/model.ts')
    const now = await modelStatus(await openHere())
    if (given.has('json')) printJson(now)
    else {
      if (now.kind === 'program') print(`${now.name}, a program: ${now.runs}`)
      else print(`${now.name} at ${now.endpoint}, ${now.hasKey ? 'with a key' : 'without a key'}`)
      if (now.embeddings !== '') print(`${now.embeddings} makes vectors of lessons`)
      print(`answered in ${now.tookMs} ms; ${now.callsTools ? 'calls tools' : 'does not call tools'}`)
      const bound = now.dailyTokens === 0 ? '' : ` of ${now.dailyTokens}`
      print(`today: ${plural(now.spent.calls, 'call')}, ${plural(now.spent.tokens, 'token')}${bound}`)
    }
    return 0
  },
}
