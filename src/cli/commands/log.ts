import { plural, short } from '../../text/words.ts'
import type { Command } from '../command.ts'
import { json, limit, numberOf, openHere } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx log`. */
export const logCommand: Command = {
  name: 'log',
  words: '[path]',
  about: 'Show which commits taught what, newest first.',
  more: 'Sources that are no longer in the history (after a reset, say) are marked.',
  options: [limit, { name: 'cost', value: '', about: 'also show the tokens that a model took' }, json],
  run: async (given) => {
    const { log } = await import('../../verbs/log.ts')
    const items = await log(await openHere(), given.words[0], { limit: numberOf(given, 'limit', 20) })
    if (given.has('json')) printJson({ commits: items })
    else if (items.length === 0) say('No knowledge has been recorded here yet.')
    for (const item of given.has('json') ? [] : items) {
      const { commit, at, subject, isStranger, operations, sources, archived, tokens } = item
      const cost = given.has('cost') ? `  ${plural(tokens, 'token')}` : ''
      print(`${style('yellow', short(commit))} ${at.slice(0, 10)}  ${style('bold', subject)}${cost}`)
      if (isStranger)
        print(style('dim', '  by somebody else: a merge brought it, and what it says of itself is not taken for so'))
      for (const line of operations.slice(0, 6)) print(`  ${line}`)
      if (operations.length > 6) print(style('dim', `  and ${operations.length - 6} more`))
      if (archived.length > 0)
        print(style('dim', `  in the archive: ${archived.join(', ')}; \`ctx restore <path>\` brings it back`))
      const named = sources
        .slice(0, 6)
        .map(({ commit: source, isGone }) => `${short(source)}${isGone ? ' (no longer in history)' : ''}`)
      if (named.length > 0)
        print(style('dim', `  from ${named.join(', ')}${sources.length > 6 ? ` and ${sources.length - 6} more` : ''}`))
    }
    if (given.has('cost') && !given.has('json'))
      print(
        `\n${plural(
          items.reduce((sum, { tokens }) => sum + tokens, 0),
          'token',
        )} for what is shown.`,
      )
    return 0
  },
}
