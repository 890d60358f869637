import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, openHere } from '../context.ts'
import { refuseOptionsOfOthers, requireKind } from '../require-kind.ts'
import { printBrief, printDone, printForest, printPlan, printStats, usageLine } from '../print/print-goals.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx goal`. */
export const goalCommand: Command = {
  name: 'goal',
  words: '<action> [<text…>]',
  about: 'Give each branch a goal: what it must know goes down to it, and a digest of what it did comes up.',
  more: `start "<intent>"       begin the goal of this branch, below that of the branch it came from
hydrate                what the goal must know: project constraints, the goal above, what was found out, digests from below
note <text>            keep a thought on the way; note <key>=<value> keeps a single value
usage <tokens>         count tokens that work on it took
plan [<intent>]        let the model that is set up plan it, or this branch's goal: parts, and what each comes to; writes nothing
done                   finish it, with a digest: given, or made of what the branch learned; a vague one is refused
tree, stats            all goals, and what they took

Merging the branch finishes its goal too.`,
  options: [
    { name: 'limit', short: 'n', value: '<n>', about: 'with start, hydrate, plan: tokens at most (8192)' },
    { name: 'on-over-limit', value: '<warn|refuse>', about: 'with start: what becomes of tokens beyond (warn)' },
    { name: 'depth', value: '<n>', about: 'with plan: how deep goals are taken apart (2)' },
    { name: 'goals', value: '<n>', about: 'with plan: goals at most (30)' },
    { name: 'digest', value: '<text>', about: 'with done: what was done, with decisions, names and interfaces' },
    { name: 'decision', value: '<text>', many: true, about: 'with done: what was chosen; may be given again' },
    { name: 'artifact', value: '<text>', many: true, about: 'with done: a file, endpoint or command that was made' },
    { name: 'constraint', value: '<text>', many: true, about: 'with done: what others must keep to from now on' },
    json,
  ],
  run: async (given) => {
    const name = requireKind(given, names, 'ctx goal hydrate')
    const words = given.words.slice(1)
    const action = actions[name]
    const others = Object.values(actions).flatMap(({ options }) => options)
    refuseOptionsOfOthers(given, { command: `goal ${name}`, takes: action?.options ?? [], others })
    await action?.run(given, words)
    return 0
  },
}

/** One thing to do with goals: the options it takes besides --json, and what it says. */
type Action = {
  readonly options: readonly string[]
  readonly run: (given: Given, words: readonly string[]) => Promise<void>
}

const actions: Readonly<Record<string, Action>> = {
  start: {
    options: ['limit', 'on-over-limit'],
    run: async (given, words) => {
      const { goalStart } = await import('../../verbs/goal-start.ts')
      const onOverLimit = policyOf(given.text('on-over-limit'))
      const intent = textOf(words, 'The intent', 'ctx goal start "Let people log in"')
      const begun = await goalStart(await openHere(), {
        intent,
        ...numbersIn(given, 'limit'),
        ...(onOverLimit === undefined ? {} : { onOverLimit }),
      })
      if (given.has('json')) printJson(begun)
      else
        print(
          `Began the goal of ${begun.branch}${begun.parent === '' ? '' : `, part of "${begun.parentIntent}"`}: ${plural(begun.tokenLimit, 'token')} at most.`,
        )
    },
  },
  hydrate: {
    options: ['limit'],
    run: async (given, words) => {
      refuseWords(words, 'hydrate')
      const { goalHydrate } = await import('../../verbs/goal-hydrate.ts')
      const told = await goalHydrate(await openHere(), numbersIn(given, 'limit'))
      if (given.has('json')) printJson(told)
      else printBrief(told)
    },
  },
  note: {
    options: [],
    run: async (given, words) => {
      const { goalNote } = await import('../../verbs/goal-note.ts')
      const text = textOf(words, 'What to note', 'ctx goal note provider=Auth0')
      const [, key, value] = /^([A-Za-z][\w.-]{0,79})=([\s\S]*)$/.exec(text) ?? []
      const noted = await goalNote(
        await openHere(),
        key === undefined || value === undefined ? { text } : { key, value },
      )
      if (given.has('json')) printJson(noted)
      else print(`Noted for the goal of ${noted.branch}.`)
    },
  },
  usage: {
    options: [],
    run: async (given, words) => {
      const { goalUsage } = await import('../../verbs/goal-usage.ts')
      const text = textOf(words, 'The number of tokens', 'ctx goal usage 350')
      if (!/^[1-9]\d{0,8}$/.test(text))
        throw new Problem('bad-number', `Tokens are a whole number from 1, not "${text}".`)
      const usage = await goalUsage(await openHere(), { tokens: Number(text) })
      if (given.has('json')) printJson(usage)
      else print(usageLine(usage))
      if (usage.over > 0) say(`That is ${plural(usage.over, 'token')} over the limit of the goal.`)
    },
  },
  done: {
    options: ['digest', 'decision', 'artifact', 'constraint'],
    run: async (given, words) => {
      refuseWords(words, 'done')
      const { goalDone } = await import('../../verbs/goal-done.ts')
      const done = await goalDone(await openHere(), {
        digest: given.text('digest'),
        decisions: given.texts('decision'),
        artifacts: given.texts('artifact'),
        constraints: given.texts('constraint'),
      })
      if (given.has('json')) printJson(done)
      else printDone(done)
    },
  },
  plan: {
    options: ['limit', 'depth', 'goals'],
    run: async (given, words) => {
      const { goalPlan } = await import('../../verbs/goal-plan.ts')
      const intent = words.join(' ').trim()
      const planned = await goalPlan(await openHere(), {
        ...(intent === '' ? {} : { intent }),
        ...numbersIn(given, 'limit', 'depth', 'goals'),
      })
      if (given.has('json')) printJson(planned)
      else printPlan(planned)
    },
  },
  tree: {
    options: [],
    run: async (given, words) => {
      refuseWords(words, 'tree')
      const { goalTree } = await import('../../verbs/goal-tree.ts')
      const forest = await goalTree(await openHere())
      if (given.has('json')) printJson(forest)
      else printForest(forest)
    },
  },
  stats: {
    options: [],
    run: async (given, words) => {
      refuseWords(words, 'stats')
      const { goalStats } = await import('../../verbs/goal-stats.ts')
      const stats = await goalStats(await openHere())
      if (given.has('json')) printJson(stats)
      else printStats(stats)
    },
  },
}

const names = Object.keys(actions)

type NumberName = 'limit' | 'depth' | 'goals'

/** The numbers that were given, by their names: what is meant where none is, the verbs know. */
const numbersIn = (given: Given, ...of: readonly NumberName[]): Partial<Record<NumberName, number>> =>
  Object.fromEntries(of.filter((name) => given.has(name)).map((name) => [name, numberOf(given, name, 1)]))

function textOf(words: readonly string[], what: string, example: string): string {
  const text = words.join(' ').trim()
  if (text !== '') return text
  throw new Problem('missing-word', `${what} is missing.`, { hint: `For example: ${example}` })
}

function refuseWords([word]: readonly string[], name: string): void {
  if (word === undefined) return
  throw new Problem('unexpected-word', `\`ctx goal ${name}\` does not know what to do with "${word}".`, {
    hint: name === 'done' ? 'A digest is given with --digest "…".' : 'See `ctx goal --help`.',
  })
}

function policyOf(text: string | undefined): 'warn' | 'refuse' | undefined {
  if (text === undefined || text === 'warn' || text === 'refuse') return text
  throw new Problem('bad-option', `--on-over-limit takes warn or refuse, not "${text}".`)
}
