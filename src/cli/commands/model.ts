import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { Connected, Connectable } from '../../verbs/model-connect.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx model`. */
export const modelCommand: Command = {
  name: 'model',
  words: '[connect <provider> <model>]',
  about: 'Show the model that is set up, and try it with one short call; or connect one.',
  more: `Nothing needs one. It may be a program that you have, or any OpenAI-compatible endpoint:
  ctx model connect                       what can be connected: providers, and programs in PATH
  ctx model connect claude                let that program answer (git config ctx.model.command)
  ctx model connect ollama                list the models of a provider, or of an address
  ctx model connect ollama qwen2.5-coder  take one of them (git config ctx.model.name, ctx.model.endpoint)
A key comes from the environment (CTX_MODEL_KEY, or the provider's own variable) or a git credential helper, never from a
file. \`ctx query --tier model\` lets it answer; \`git config ctx.query.model auto\` does so whenever no entry answers for sure.`,
  options: [
    { name: 'embeddings', value: '', about: 'connect the model that makes vectors of lessons (ctx query --meaning)' },
    { name: 'global', value: '', about: 'for all your repositories, not only this one' },
    json,
  ],
  run: async (given) => {
    const [what, to, name] = given.words
    if (what === undefined) return await showModel(given)
    if (what !== 'connect')
      throw new Problem('unexpected-word', `\`ctx model\` does not know what to do with "${what}".`, {
        hint: 'Did you mean `ctx model connect`?',
      })
    const { connectable, connectModel } = await import('../../verbs/model-connect.ts')
    const ctx = await openHere()
    if (to === undefined) {
      if (given.has('json')) printJson(connectable(ctx))
      else printConnectable(connectable(ctx))
      return 0
    }
    const [embeddings, everywhere] = [given.has('embeddings'), given.has('global')]
    const connected = await connectModel(ctx, { to, name, embeddings, everywhere })
    if (given.has('json')) printJson(connected)
    else printConnected(connected, to)
    return 0
  },
}

async function showModel(given: Given): Promise<number> {
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
}

function printConnectable({ providers, programs }: Connectable): void {
  const width = Math.max(...providers.map(({ name }) => name.length))
  const longest = Math.max(...providers.map(({ endpoint }) => endpoint.length))
  for (const { name, endpoint, variables, keyFrom } of providers) {
    const key = keyFrom === '' ? style('dim', variables.join(' or ')) : `${keyFrom} is set`
    print(`${name.padEnd(width)}  ${endpoint.padEnd(longest)}  ${key}`)
  }
  for (const { name, command, path } of programs) print(`${name.padEnd(width)}  ${command.padEnd(longest)}  ${path}`)
  print('\nctx model connect <provider> lists its models, and with a model behind it takes that one.')
  if (programs.length > 0) print('ctx model connect <program> lets a program answer that is here.')
}

function printConnected({ endpoint, models, set }: Connected, to: string): void {
  const settings = Object.entries(set)
  for (const [name, value] of settings) print(`${name} = ${value}`)
  if (settings.length > 0) {
    print('`ctx model` tries it.')
    return
  }
  for (const model of models) print(model)
  if (models.length === 0) print(`${endpoint} answers, but has no list of models.`)
  print(style('dim', `\nctx model connect ${to} <model> takes one.`))
}
