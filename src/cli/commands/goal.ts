import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { GoalDone } from '../../verbs/goal-done.ts'
import type { GoalHydrated } from '../../verbs/goal-hydrate.ts'
import type { GoalStats } from '../../verbs/goal-stats.ts'
import type { GoalForest, GoalInTree } from '../../verbs/goal-tree.ts'
import type { GoalUsage } from '../../verbs/goal-usage.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, openHere } from '../context.ts'
import { print, printJson, say, style } from '../print.ts'

/** The command `ctx goal`. */
export const goalCommand: Command = {
  name: 'goal',
  words: '<action> [<text…>]',
  about: 'Give each branch a goal: what it must know goes down to it, and a digest of what it did comes up.',
  more: `start "<intent>"       begin the goal of this branch, below that of the branch it came from
hydrate                what the goal must know: project constraints, the goal above, what was found out, digests from below
note <text>            keep a thought on the way; note <key>=<value> keeps a single value
usage <tokens>         count tokens that work on it took
done                   finish it, with a digest: given, or made of what the branch learned; a vague one is refused
tree, stats            all goals, and what they took

Merging the branch finishes its goal too.`,
  options: [
    { name: 'limit', short: 'n', value: '<n>', about: 'with start, hydrate: tokens at most (8192)' },
    { name: 'on-over-limit', value: '<warn|refuse>', about: 'with start: what becomes of tokens beyond (warn)' },
    { name: 'digest', value: '<text>', about: 'with done: what was done, with decisions, names and interfaces' },
    { name: 'decision', value: '<text>', many: true, about: 'with done: what was chosen; may be given again' },
    { name: 'artifact', value: '<text>', many: true, about: 'with done: a file, endpoint or command that was made' },
    { name: 'constraint', value: '<text>', many: true, about: 'with done: what others must keep to from now on' },
    json,
  ],
  run: async (given) => {
    const [name = '', ...words] = given.words
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined)
      throw new Problem(
        'unknown-action',
        name === '' ? 'What to do with goals is missing.' : `There is no \`ctx goal ${name}\`.`,
        {
          hint: `One of ${names.join(', ')}. See \`ctx goal --help\`.`,
        },
      )
    const strange = Object.values(actions)
      .flatMap(({ options }) => options)
      .find((option) => given.has(option) && !action.options.includes(option))
    if (strange !== undefined)
      throw new Problem('bad-option', `--${strange} has no meaning for \`ctx goal ${name}\`.`, {
        hint: 'See `ctx goal --help`.',
      })
    await action.run(given, words)
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
      const limit = given.has('limit') ? { limit: numberOf(given, 'limit', 8192) } : {}
      const intent = textOf(words, 'The intent', 'ctx goal start "Let people log in"')
      const begun = await goalStart(await openHere(), {
        intent,
        ...limit,
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
      const limit = given.has('limit') ? { limit: numberOf(given, 'limit', 8192) } : {}
      const told = await goalHydrate(await openHere(), limit)
      if (given.has('json')) printJson(told)
      else tell(told)
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
      else tellDone(done)
    },
  },
  tree: {
    options: [],
    run: async (given, words) => {
      refuseWords(words, 'tree')
      const { goalTree } = await import('../../verbs/goal-tree.ts')
      const forest = await goalTree(await openHere())
      if (given.has('json')) printJson(forest)
      else show(forest)
    },
  },
  stats: {
    options: [],
    run: async (given, words) => {
      refuseWords(words, 'stats')
      const { goalStats } = await import('../../verbs/goal-stats.ts')
      const stats = await goalStats(await openHere())
      if (given.has('json')) printJson(stats)
      else count(stats)
    },
  },
}

const names = Object.keys(actions)

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

const usageLine = ({ branch, tokensUsed, tokenLimit, remaining }: GoalUsage): string =>
  `${branch}: ${tokensUsed} of ${plural(tokenLimit, 'token')} used, ${remaining} left.`

function tell({ text, leftOut, tokenLimit }: GoalHydrated): void {
  print(text)
  const left = Object.entries(leftOut).filter(([, amount]) => amount > 0)
  if (left.length > 0)
    say(
      `Without room in ${plural(tokenLimit, 'token')}: ${left.map(([what, amount]) => `${amount} ${what}`).join(', ')}.`,
    )
}

function tellDone({ branch, digest, digestTokens, retained, lost }: GoalDone): void {
  print(`Finished the goal of ${branch}, with a digest of ${plural(digestTokens, 'token')}:\n${digest}`)
  if (retained < 0.95)
    say(`It keeps ${Math.round(retained * 100)} % of the names that were worked with. Not in it: ${lost.join(', ')}.`)
}

function show({ goals: found, findings }: GoalForest): void {
  if (found.length === 0) say('No branch has a goal yet. Begin one: ctx goal start "<intent>"')
  for (const goal of found) print(lineOf(goal))
  for (const { at, detail } of findings) say(`${at}: ${detail}`)
}

function lineOf({ depth, branch, intent, state, tokensUsed, tokenLimit, over }: GoalInTree): string {
  const tokens = style(over > 0 ? 'red' : 'dim', `${tokensUsed} of ${plural(tokenLimit, 'token')}`)
  return `${'  '.repeat(depth)}${state === 'finished' ? '✓' : '·'} ${style('cyan', branch)}  ${intent.split('\n')[0] ?? ''}  ${tokens}`
}

function count(stats: GoalStats): void {
  print(`${plural(stats.totalNodes, 'goal')}: ${stats.active} active, ${stats.finished} finished`)
  print(
    `${plural(stats.totalTokens, 'token')} used, ${Math.round(stats.avgTokensPerNode)} on average, ${stats.maxTokens} at most; ${stats.digestTokens} in digests`,
  )
  print(`${plural(stats.nodesOverLimit, 'goal')} over the limit`)
  for (const { branch, over } of stats.over) print(`  ${branch}: ${plural(over, 'token')} over`)
}
