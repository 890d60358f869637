import { short } from '../../text/words.ts'
import type { Why } from '../../verbs/why.ts'
import type { Command } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print.ts'

/** The command `ctx why`. */
export const whyCommand: Command = {
  name: 'why',
  words: '<file>[:<line>]',
  about: 'Tell why a file, or a line of it, is as it is.',
  more: 'From the line to the commit that wrote it (git blame), and to what that commit taught.\nExits with 1 when it taught nothing.',
  options: [json],
  run: async (given) => {
    const { why } = await import('../../verbs/why.ts')
    const place = wordOf(given, 'The name of a file', 'ctx why src/auth/refresh.ts:42')
    const found = await why(await openHere(), place, { from: process.cwd() })
    if (given.has('json')) printJson(found)
    else printReasons(found)
    return found.reasons.some(({ entries }) => entries.length > 0) || found.about.length > 0 ? 0 : 1
  },
}

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
