import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { BrainOptions } from '../../verbs/brain.ts'
import type { Command, Given } from '../command.ts'
import { filesHere, json, numberOf, openHere } from '../context.ts'
import { print, printJson, say } from '../print.ts'

/** The command `ctx brain`. */
export const brainCommand: Command = {
  name: 'brain',
  words: '',
  about: 'Print what an agent should know: one document within a budget of tokens, assembled now.',
  more: 'First the project in a few lines, then what is current, then what is good to know; the rest is left to search.\nWhat the layers leave of the budget goes to layers 1 and 2. Exits with 1 when nothing is known.',
  options: [
    { name: 'budget', value: '<tokens>', about: 'at most so many tokens in all (6000)' },
    { name: 'layer0', value: '<tokens>', about: 'for the project brief (500)' },
    { name: 'layer1', value: '<tokens>', about: 'for what is current (1500)' },
    { name: 'layer2', value: '<tokens>', about: 'for what is good to know (2000)' },
    { name: 'paths', value: '<file,…>', about: 'what is known about these files first' },
    { name: 'no-brief', value: '', about: 'leave out the project brief' },
    {
      name: 'summary',
      value: '',
      about: 'only brief, recent decisions and known issues, in 1000 tokens: the same bytes until an entry changes',
    },
    json,
  ],
  run: async (given) => {
    const { brain } = await import('../../verbs/brain.ts')
    const { brainSummary } = await import('../../knowledge/brain-summary.ts')
    const ctx = await openHere()
    if (given.has('summary')) return printSummary(given, await brainSummary(ctx, summaryBudget(given)))
    const found = await brain(ctx, optionsOf(ctx, given))
    if (given.has('json')) printJson(found)
    else if (found.tree.length > 0) print(found.document.trimEnd())
    else sayNothing()
    return found.tree.length === 0 ? 1 : 0
  },
}

function printSummary(given: Given, text: string): number {
  if (given.has('json')) printJson({ summary: text })
  else if (text === '') sayNothing()
  else print(text.trimEnd())
  return text === '' ? 1 : 0
}

const sayNothing = (): void =>
  say(
    'Nothing is in the tree. `ctx curate --all` reads the history there is; `ctx tree --archived` lists what was put away.',
  )

function summaryBudget(given: Given): { tokenBudget?: number } {
  for (const name of ['layer0', 'layer1', 'layer2', 'paths', 'no-brief'])
    if (given.has(name))
      throw new Problem('bad-option', `--summary has no layers, so --${name} means nothing to it.`, {
        hint: 'Only --budget does: ctx brain --summary --budget 1000',
      })
  return given.has('budget') ? { tokenBudget: numberOf(given, 'budget', 1_000) } : {}
}

function optionsOf(ctx: Ctx, given: Given): BrainOptions {
  const budgets = { budget: 'tokenBudget', layer0: 'layer0Budget', layer1: 'layer1Budget', layer2: 'layer2Budget' }
  return {
    ...Object.fromEntries(
      Object.entries(budgets).flatMap(([name, key]) => (given.has(name) ? [[key, tokensOf(given, name)]] : [])),
    ),
    includeProjectBrief: !given.has('no-brief'),
    activeFiles: filesHere(ctx, given.text('paths')),
  }
}

/** A layer may be left out with 0. */
const tokensOf = (given: Given, name: string): number =>
  given.text(name) === '0' && name !== 'budget' ? 0 : numberOf(given, name, 0)
