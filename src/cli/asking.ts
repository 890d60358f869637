import { short } from '../text/words.ts'
import type { Symbol } from '../tree/graph.ts'
import type { Why } from '../verbs/why.ts'
import type { Command } from './command.ts'
import { json, limit, numberOf, openHere, wordOf } from './context.ts'
import { print, printJson, say, style } from './print.ts'

const outline = (
  symbols: readonly Symbol[],
  { marksArchived, depth = 0 }: { marksArchived: boolean; depth?: number },
): readonly string[] =>
  symbols.flatMap((symbol) => {
    const indent = '  '.repeat(depth)
    const line =
      symbol.title === ''
        ? `${indent}${style('bold', `${symbol.name}/`)}`
        : `${indent}${symbol.name.replace(/\.md$/, '')}  ${style('dim', `${symbol.title}${marksArchived && symbol.archived ? ' (archived)' : ''}`)}`
    return [line, ...outline(symbol.children, { marksArchived, depth: depth + 1 })]
  })

function printReasons({ reasons, about }: Why): void {
  for (const { commit, subject, author, at, entries } of reasons) {
    print(`${style('yellow', short(commit))} ${at.slice(0, 10)} ${author}  ${style('bold', subject)}`)
    if (entries.length === 0) print(style('dim', '  taught nothing'))
    for (const { path, title, lines } of entries) {
      print(`  ${title}  ${style('cyan', path)}`)
      for (const text of lines) if (!text.startsWith(title)) print(`    ${text}`)
    }
  }
  if (about.length > 0) print(style('dim', `${reasons.length > 0 ? '\n' : ''}Also known about this file:`))
  for (const { path, title } of about.slice(0, 10)) print(`  ${title}  ${style('cyan', path)}`)
  if (reasons.length + about.length === 0) say('Nothing is known about it.')
}

export const asking: readonly Command[] = [
  {
    name: 'show',
    words: '<path>',
    about: 'Print an entry, or the summary of a folder.',
    more: 'The path is the one that `ctx query` and `ctx tree` print. Of an archived entry, the stub is shown.',
    options: [{ name: 'full', value: '', about: 'of an archived entry, the text it had' }, json],
    run: async (given) => {
      const { show } = await import('../verbs/show.ts')
      const shown = await show(
        await openHere(),
        wordOf(given, 'The path of an entry', 'ctx show authentication/jwt/token_rotation.md'),
        { full: given.has('full') },
      )
      if (given.has('json')) printJson(shown)
      else {
        // What a summary says of itself is for programs; `--json` gives it whole.
        print(
          (shown.path.endsWith('_index.md') ? shown.text.replace(/^---\n[\s\S]*?\n---\n+/, '') : shown.text).trimEnd(),
        )
        if (shown.archived !== '')
          print(
            style(
              'dim',
              `\nArchived. \`ctx show --full ${shown.path}\` prints it all, \`ctx restore\` brings it back.`,
            ),
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
    options: [{ name: 'archived', value: '', about: 'list only what is in the archive' }, json],
    run: async (given) => {
      const { tree } = await import('../verbs/tree.ts')
      const symbols = await tree(await openHere(), given.words[0], { archived: given.has('archived') })
      if (given.has('json')) printJson(symbols)
      else if (symbols.length === 0)
        say(
          given.has('archived')
            ? 'Nothing is archived.'
            : 'Nothing was learned yet. `ctx curate --all` reads the history there is.',
        )
      else print(outline(symbols, { marksArchived: !given.has('archived') }).join('\n'))
      return 0
    },
  },
  {
    name: 'related',
    words: '<path>',
    about: 'List what is connected to an entry, or known about a file.',
    more: 'By relations in both directions, and by the files and commits that entries share.',
    options: [limit, json],
    run: async (given) => {
      const { related } = await import('../verbs/related.ts')
      const path = wordOf(given, 'The path of an entry or file', 'ctx related authentication/jwt/token_rotation.md')
      const found = (await related(await openHere(), path, { from: process.cwd() })).slice(
        0,
        numberOf(given, 'limit', 20),
      )
      if (given.has('json')) printJson(found)
      else if (found.length === 0) say('Nothing is connected to it.')
      else
        for (const { path: other, title, links } of found)
          print(`${style('cyan', other)}  ${title}  ${style('dim', links.join(', '))}`)
      return found.length === 0 ? 1 : 0
    },
  },
  {
    name: 'why',
    words: '<file>[:<line>]',
    about: 'Tell why a file, or a line of it, is as it is.',
    more: 'From the line to the commit that wrote it (git blame), and to what that commit taught.\nExits with 1 when it taught nothing.',
    options: [json],
    run: async (given) => {
      const { why } = await import('../verbs/why.ts')
      const place = wordOf(given, 'The name of a file', 'ctx why src/auth/refresh.ts:42')
      const found = await why(await openHere(), place, { from: process.cwd() })
      if (given.has('json')) printJson(found)
      else printReasons(found)
      return found.reasons.some(({ entries }) => entries.length > 0) || found.about.length > 0 ? 0 : 1
    },
  },
  {
    name: 'log',
    words: '[path]',
    about: 'Show which commits taught what, newest first.',
    more: 'Sources that are no longer in the history (after a reset, say) are marked.',
    options: [limit, { name: 'cost', value: '', about: 'with the tokens that a model took' }, json],
    run: async (given) => {
      const { log } = await import('../verbs/log.ts')
      const items = await log(await openHere(), given.words[0], { limit: numberOf(given, 'limit', 20) })
      if (given.has('json')) printJson(items)
      else if (items.length === 0) say('No knowledge has been recorded here yet.')
      for (const { commit, at, subject, operations, sources, archived, tokens } of given.has('json') ? [] : items) {
        const cost = given.has('cost') ? `  ${tokens} tokens` : ''
        print(`${style('yellow', short(commit))} ${at.slice(0, 10)}  ${style('bold', subject)}${cost}`)
        for (const line of operations.slice(0, 6)) print(`  ${line}`)
        if (operations.length > 6) print(style('dim', `  and ${operations.length - 6} more`))
        if (archived.length > 0)
          print(style('dim', `  in the archive: ${archived.join(', ')}; \`ctx restore <path>\` brings it back`))
        const named = sources
          .slice(0, 6)
          .map(({ commit: source, isGone }) => `${short(source)}${isGone ? ' (no longer in history)' : ''}`)
        if (named.length > 0)
          print(
            style('dim', `  from ${named.join(', ')}${sources.length > 6 ? ` and ${sources.length - 6} more` : ''}`),
          )
      }
      if (given.has('cost') && !given.has('json'))
        print(`\n${items.reduce((sum, { tokens }) => sum + tokens, 0)} tokens for what is shown.`)
      return 0
    },
  },
]
