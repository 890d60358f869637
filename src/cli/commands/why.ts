import { tellLessons } from '../../search/in-words.ts'
import type { Why } from '../../verbs/why.ts'
import type { Command } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print.ts'
import { sayIfCut } from '../unanswered.ts'

/** The command `ctx why`. */
export const whyCommand: Command = {
  name: 'why',
  words: '<file>[:<line>]',
  about: 'Tell why a file, or a line of it, is as it is.',
  more: 'For a line: the commits that wrote it one after the other, newest first, with their reasons. For a file: the newest commits\nthat give a reason. Exits with 1 when nothing is known.',
  options: [{ name: 'more', value: '', about: 'tell all of them, each with its entry' }, json],
  run: async (given) => {
    const { why } = await import('../../verbs/why.ts')
    const place = wordOf(given, 'The name of a file', 'ctx why src/auth/refresh.ts:42')
    const found = await why(await openHere(), place, { from: process.cwd() })
    if (given.has('json')) printJson(found)
    else printReasons(found, given.has('more'))
    return found.hits.some(({ why: reason }) => reason !== '') || found.about.length > 0 ? 0 : 1
  },
}

function printReasons({ hits, about }: Why, more: boolean): void {
  const told = tellLessons(hits, { more })
  for (const [at, lines] of told.entries()) {
    if (at > 0) print('')
    for (const { text, as } of lines) print(as === undefined ? text : style(as, text))
  }
  if (told.length < hits.length) print(style('dim', `\n${hits.length - told.length} more; --more tells them.`))
  if (about.length > 0) print(style('dim', `${hits.length > 0 ? '\n' : ''}Also known about this file:`))
  for (const { path, title } of about.slice(0, more ? undefined : 5)) print(`  ${title}  ${style('cyan', path)}`)
  if (hits.length + about.length > 0) return
  say('Nothing is known about it.')
  sayIfCut()
}
