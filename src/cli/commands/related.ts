import { formatLessons } from '../../search/format-answer.ts'
import type { Connections } from '../../verbs/related.ts'
import type { Command } from '../command.ts'
import { json, limit, numberOf, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx related`. */
export const relatedCommand: Command = {
  name: 'related',
  words: '<path>',
  about: 'List what is connected to an entry, or what holds about a file.',
  more: 'For an entry: relations in both directions, and entries that share its files or commits. For a file: the rules and lessons\nthat hold about it, the most telling first, the tests that change with it, and the entries that name it; `ctx why` tells its\nhistory instead.',
  options: [limit, json],
  run: async (given) => {
    const { connectedTo } = await import('../../verbs/related.ts')
    const path = wordOf(given, 'The path of an entry or file', 'ctx related authentication/jwt/token_rotation.md')
    const found = await connectedTo(await openHere(), path, {
      from: process.cwd(),
      limit: numberOf(given, 'limit', 20),
    })
    const isNothing = Object.values(found).every((list) => list.length === 0)
    if (given.has('json')) printJson(found)
    else if (isNothing) say('Nothing is connected to it.')
    else printConnected(found, given.has('limit'))
    return isNothing ? 1 : 0
  },
}

function printConnected({ related, rules, lessons, tests }: Connections, more: boolean): void {
  const told = formatLessons(lessons, { more }).map((lines) =>
    lines.map(({ text, as }) => (as === undefined ? text : style(as, text))).join('\n'),
  )
  const left = lessons.length - told.length
  const entries = related.map(
    ({ path, title, links }) => `${style('cyan', path)}  ${title}  ${style('dim', links.join(', '))}`,
  )
  const parts = [
    rules.map((rule) => `- ${rule}`).join('\n'),
    ...told,
    left === 0 ? '' : style('dim', `${left} more; -n ${lessons.length} tells them.`),
    tests.length === 0 ? '' : `Tests that change with it: ${tests.join(', ')}`,
    entries.join('\n'),
  ]
  print(parts.filter((part) => part !== '').join('\n\n'))
}
