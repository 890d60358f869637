import { alsoKnown, formatRule } from '../../search/fit-known.ts'
import type { Connections } from '../../verbs/related.ts'
import type { Command } from '../command.ts'
import { json, limit, numberOf, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'
import { styleLines } from '../print/style-lines.ts'

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
    const { related, rules, lessons, tests } = found
    const isNothing = [related, rules, lessons, tests].every((list) => list.length === 0)
    if (given.has('json')) printJson({ file: found.file, related, rules: rules.map(formatRule), lessons, tests })
    else if (isNothing) say('Nothing is connected to it.')
    else await printConnected(found, given.has('limit'))
    return isNothing ? 1 : 0
  },
}

async function printConnected(found: Connections, more: boolean): Promise<void> {
  const { shownConnections } = await import('../../verbs/related.ts')
  const { rules, lessons, entries, left } = shownConnections(found, { more })
  const { file, tests, counts } = found
  const most = Math.max(...Object.values(counts))
  const named = entries.map(
    ({ path, title, links }) =>
      `${style('cyan', path)}  ${title}${file === '' ? `  ${style('dim', links.join(', '))}` : ''}`,
  )
  const parts = [
    rules.map((rule) => `- ${formatRule(rule)}`).join('\n'),
    ...lessons.map(styleLines),
    tests.length === 0 ? '' : `Tests that change with it: ${tests.join(', ')}`,
    [...(file !== '' && named.length > 0 ? [style('dim', alsoKnown)] : []), ...named].join('\n'),
    left === '' ? '' : style('dim', `${left}; -n ${most} tells them.`),
  ]
  print(parts.filter((part) => part !== '').join('\n\n'))
}
