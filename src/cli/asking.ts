import { Problem } from '../problem.ts'
import type { QueryResult } from '../verbs/query.ts'
import type { Symbol } from '../tree/graph.ts'
import type { Command, Given } from './command.ts'
import { json, limit, numberOf, openHere, wordOf } from './context.ts'
import { print, printJson, say, style } from './print.ts'

const short = (sha: string): string => sha.slice(0, 8)

async function ask(given: Given, otherwise: number): Promise<QueryResult> {
  const question = given.words.join(' ').trim()
  if (question === '')
    throw new Problem('no-question', 'There is no question.', {
      hint: 'For example: ctx query why are refresh tokens single-use',
    })
  const { query } = await import('../verbs/query.ts')
  return await query(await openHere(), question, { limit: numberOf(given, 'limit', otherwise) })
}

function printAnswer(answer: QueryResult): void {
  if (answer.hits.length === 0)
    return say(`Nothing is known about this. Try other words, or see \`ctx tree\` for what there is.`)
  const parts = answer.hits.map(({ title, path, excerpt, sources, files }) => {
    const named = excerpt.flatMap((line) => /\(([0-9a-f]{7,}(?:, [0-9a-f]{7,})*)\)$/.exec(line)?.[1]?.split(', ') ?? [])
    const commits = named.length > 0 ? [] : sources.slice(-3).map(short)
    const from = [commits.join(' '), files.slice(0, 3).join(', ')].filter((part) => part !== '').join(' · ')
    return [
      `${style('bold', title)}  ${style('cyan', path)}`,
      ...excerpt.filter((line) => line !== title).map((line) => `  ${line}`),
      ...(from === '' ? [] : [style('dim', `  from ${from}`)]),
    ].join('\n')
  })
  print(parts.join('\n\n'))
}

/** The keys of FORMATS section 4, in its order. */
const inOrder = ({ query, tier, text, outOfDomain, hits, tookMs }: QueryResult): object => ({
  query,
  tier,
  answer: text,
  outOfDomain,
  hits,
  tookMs,
})

function printHits(answer: QueryResult): void {
  if (answer.hits.length === 0) return say('No entry matches.')
  for (const { path, title, score } of answer.hits) print(`${score.toFixed(3)}  ${style('cyan', path)}  ${title}`)
}

const outline = (symbols: readonly Symbol[], depth = 0): readonly string[] =>
  symbols.flatMap((symbol) => {
    const indent = '  '.repeat(depth)
    const line =
      symbol.title === ''
        ? `${indent}${style('bold', `${symbol.name}/`)}`
        : `${indent}${symbol.name.replace(/\.md$/, '')}  ${style('dim', symbol.title)}`
    return [line, ...outline(symbol.children, depth + 1)]
  })

type Way = Pick<Command, 'name' | 'words' | 'about' | 'more'> & {
  readonly most: number
  readonly say: (answer: QueryResult) => void
}

/** A question is asked in two ways, which differ in how many hits they show and how. */
const askingFor = ({ most, say: sayAnswer, ...row }: Way): Command => ({
  ...row,
  options: [limit, json],
  run: async (given) => {
    const answer = await ask(given, most)
    if (given.has('json')) printJson(inOrder(answer))
    else sayAnswer(answer)
    return answer.hits.length === 0 ? 1 : 0
  },
})

export const asking: readonly Command[] = [
  askingFor({
    name: 'query',
    words: '<question…>',
    about: 'Answer a question from what the history taught.',
    more: 'Prints the lines that answer, with the entry, commits and files they come from.\nExits with 1 when nothing is known.',
    most: 5,
    say: printAnswer,
  }),
  askingFor({
    name: 'search',
    words: '<words…>',
    about: 'List the entries that match, best first.',
    more: 'Exits with 1 when none does.',
    most: 20,
    say: printHits,
  }),
  {
    name: 'show',
    words: '<path>',
    about: 'Print an entry, or the summary of a folder.',
    more: 'The path is the one that `ctx query` and `ctx tree` print.',
    options: [json],
    run: async (given) => {
      const { show } = await import('../verbs/read.ts')
      const shown = await show(
        await openHere(),
        wordOf(given, 'The path of an entry', 'ctx show authentication/jwt/token_rotation.md'),
      )
      if (given.has('json')) printJson(shown)
      else {
        // What a summary says of itself is for programs; `--json` gives it whole.
        print(
          (shown.path.endsWith('_index.md') ? shown.text.replace(/^---\n[\s\S]*?\n---\n+/, '') : shown.text).trimEnd(),
        )
        if (shown.backlinks.length > 0) print(style('dim', `\nNamed by: ${shown.backlinks.join(', ')}`))
      }
      return 0
    },
  },
  {
    name: 'tree',
    words: '[folder]',
    about: 'List domains, topics and entries.',
    more: '',
    options: [json],
    run: async (given) => {
      const { tree } = await import('../verbs/read.ts')
      const symbols = await tree(await openHere(), given.words[0])
      if (given.has('json')) printJson(symbols)
      else if (symbols.length === 0) say('Nothing was learned yet. `ctx curate --all` reads the history there is.')
      else print(outline(symbols).join('\n'))
      return 0
    },
  },
  {
    name: 'log',
    words: '[path]',
    about: 'Show which commits taught what, newest first.',
    more: 'Sources that are no longer in the history (after a reset, say) are marked.',
    options: [limit, json],
    run: async (given) => {
      const { log } = await import('../verbs/read.ts')
      const items = await log(await openHere(), given.words[0], { limit: numberOf(given, 'limit', 20) })
      if (given.has('json')) printJson(items)
      else if (items.length === 0) say('No knowledge has been recorded here yet.')
      for (const { commit, at, subject, operations, sources } of given.has('json') ? [] : items) {
        print(`${style('yellow', short(commit))} ${at.slice(0, 10)}  ${style('bold', subject)}`)
        for (const line of operations.slice(0, 6)) print(`  ${line}`)
        if (operations.length > 6) print(style('dim', `  and ${operations.length - 6} more`))
        const named = sources
          .slice(0, 6)
          .map(({ commit: source, isGone }) => `${short(source)}${isGone ? ' (no longer in history)' : ''}`)
        if (named.length > 0)
          print(
            style('dim', `  from ${named.join(', ')}${sources.length > 6 ? ` and ${sources.length - 6} more` : ''}`),
          )
      }
      return 0
    },
  },
]
