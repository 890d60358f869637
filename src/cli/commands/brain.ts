import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { requireGit } from '../../repo/git/git.ts'
import { brainScopes, type BrainScope } from '../../brain/options.ts'
import type { BrainOptions } from '../../verbs/brain.ts'
import type { Command, Given } from '../command.ts'
import { filesHere, json, numberOf, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'
import { sayNotThere } from '../print/say-unanswered.ts'

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
    { name: 'paths', value: '<file,…>', about: 'put what is known about these files first' },
    { name: 'about', value: '<work>', about: 'what concerns this piece of work first' },
    {
      name: 'scope',
      value: '<scope>',
      about: `${brainScopes.join(', ')}: everything, what --paths and --about name, or the brief alone`,
    },
    { name: 'min-confidence', value: '<share>', about: 'leave out what is less certain than this, from 0 to 1' },
    { name: 'limit', short: 'n', value: '<n>', about: 'at most so many items' },
    { name: 'no-brief', value: '', about: 'leave out the project brief' },
    {
      name: 'summary',
      value: '',
      about:
        'what the project is, its rules, what broke and what was decided, in 800 tokens: the same bytes until something changes',
    },
    json,
  ],
  run: async (given) => {
    const { brain, brainDocument } = await import('../../verbs/brain.ts')
    const { brainSummary } = await import('../../knowledge/shown/brain-summary.ts')
    const ctx = await openHere()
    if (given.has('summary')) {
      const text = await brainSummary(ctx, summaryBudget(given))
      if (text === '' && !given.has('json')) await sayNothing(ctx)
      else printSummary(given, text)
      return text === '' ? 1 : 0
    }
    const options = await optionsOf(ctx, given)
    sayNotThere(ctx, options.activeFiles ?? [])
    if (given.has('json')) {
      const found = await brain(ctx, options)
      printJson(found)
      return found.tree.length === 0 ? 1 : 0
    }
    const { document, notice, isEmpty } = await brainDocument(ctx, options)
    if (isEmpty) await sayNothing(ctx)
    else if (notice === '') print(document.trimEnd())
    else say(notice)
    return isEmpty ? 1 : 0
  },
}

function printSummary(given: Given, text: string): void {
  if (given.has('json')) printJson({ summary: text })
  else print(text.trimEnd())
}

async function sayNothing({ place }: Ctx): Promise<void> {
  await requireGit(place)
  say(
    'Nothing is in the tree. `ctx curate --all` reads the history there is; `ctx tree --archived` lists what was put away.',
  )
}

function summaryBudget(given: Given): { tokenBudget?: number } {
  for (const name of ['layer0', 'layer1', 'layer2', 'paths', 'no-brief', 'about', 'scope', 'min-confidence', 'limit'])
    if (given.has(name))
      throw new Problem('bad-option', `--summary has no layers, so --${name} means nothing to it.`, {
        hint: 'Only --budget does: ctx brain --summary --budget 800',
      })
  return given.has('budget') ? { tokenBudget: numberOf(given, 'budget', 800) } : {}
}

async function optionsOf(ctx: Ctx, given: Given): Promise<BrainOptions> {
  const { entriesAbout } = await import('../../verbs/brain.ts')
  // A budget of 0 leaves out what it is for.
  const budgets = { budget: 'tokenBudget', layer0: 'layer0Budget', layer1: 'layer1Budget', layer2: 'layer2Budget' }
  return {
    ...Object.fromEntries(
      Object.entries(budgets).flatMap(([name, key]) => (given.has(name) ? [[key, numberOf(given, name, 0, 0)]] : [])),
    ),
    includeProjectBrief: !given.has('no-brief'),
    activeFiles: filesHere(ctx, given.text('paths')),
    activeEntries: given.has('about') ? await entriesAbout(ctx, given.text('about') ?? '') : [],
    scope: scopeOf(given),
    minConfidence: shareOf(given, 'min-confidence'),
    limit: numberOf(given, 'limit', 0),
  }
}

function scopeOf(given: Given): BrainScope {
  const text = given.text('scope') ?? 'full'
  const scope = brainScopes.find((known) => known === text)
  if (scope === undefined)
    throw new Problem('bad-option', `--scope is one of ${brainScopes.join(', ')}, not "${text}".`)
  if (scope === 'relevant' && !given.has('paths') && !given.has('about'))
    throw new Problem('bad-option', '--scope relevant needs to know to what.', {
      hint: 'Name files or say what you work on: ctx brain --scope relevant --about "rotate tokens"',
    })
  return scope
}

function shareOf(given: Given, name: string): number {
  const text = given.text(name) ?? '0'
  if (/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text)) return Number(text)
  throw new Problem('bad-number', `--${name} takes a number from 0 to 1, not "${text}".`)
}
