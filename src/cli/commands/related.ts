import type { Command } from '../command.ts'
import { json, limit, numberOf, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print.ts'

/** The command `ctx related`. */
export const relatedCommand: Command = {
  name: 'related',
  words: '<path>',
  about: 'List what is connected to an entry, or known about a file.',
  more: 'By relations in both directions, and by the files and commits that entries share.',
  options: [limit, json],
  run: async (given) => {
    const { related } = await import('../../verbs/related.ts')
    const path = wordOf(given, 'The path of an entry or file', 'ctx related authentication/jwt/token_rotation.md')
    const found = (await related(await openHere(), path, { from: process.cwd() })).slice(
      0,
      numberOf(given, 'limit', 20),
    )
    if (given.has('json')) printJson({ related: found })
    else if (found.length === 0) say('Nothing is connected to it.')
    else
      for (const { path: other, title, links } of found)
        print(`${style('cyan', other)}  ${title}  ${style('dim', links.join(', '))}`)
    return found.length === 0 ? 1 : 0
  },
}
