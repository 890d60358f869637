import { formatLessons } from '../../search/format-answer.ts'
import { alsoKnown, tookThePlace } from '../../search/fit-known.ts'
import type { LessonHit } from '../../search/lesson-hit.ts'
import { cutAtNotice } from '../../repo/git/partial.ts'
import { oneLine } from '../../text/clean.ts'
import type { Why } from '../../verbs/why.ts'
import type { WhyText } from '../../verbs/why-text.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'
import { sayIfCut } from '../print/say-unanswered.ts'
import { styleLines } from '../print/style-lines.ts'

/** The command `ctx why`. */
export const whyCommand: Command = {
  name: 'why',
  words: '<file>[:<line>[-<line>]] | <commit>',
  about: 'Tell why a file, a line of it or a commit is as it is; or when a text came into the code, and when it went.',
  more: 'For a line: the commits that wrote it one after the other, newest first, with their reasons; for several, those that\nwrote them as they are; commits that .git-blame-ignore-revs lists are passed over. For a file: the newest commits that\ngive a reason, in its diff where their message does not. For a commit: the same, what changed it later, where the\nlines of code that it wrote stand today, and what it took the place of; of a merge also the commits that it brought.\nFor a text: the commits that brought it or took it out, as `git log -S` finds them. Exits with 1 when none says why.',
  options: [
    {
      name: 'string',
      short: 'S',
      value: '<text>',
      about: 'tell which commits brought this text or took it out, of the file or anywhere',
    },
    { name: 'more', value: '', about: 'tell all of them, each with its entry' },
    json,
  ],
  run: async (given) => {
    const text = given.text('string')
    if (text !== undefined) return await tellText(given, text)
    const { why } = await import('../../verbs/why.ts')
    const place = wordOf(given, 'The name of a file or a commit', 'ctx why src/auth/refresh.ts:42')
    const found = await why(await openHere(), place, { from: process.cwd() })
    if (given.has('json')) printJson(found)
    else await printReasons(found, given.has('more'))
    const saysWhy = found.hits.some(({ why: reason, inDiff }) => reason !== '' || inDiff !== '')
    return saysWhy || found.about.length > 0 ? 0 : 1
  },
}

async function tellText(given: Given, text: string): Promise<number> {
  const { whyText } = await import('../../verbs/why-text.ts')
  const [file] = given.words
  const found = await whyText(await openHere(), text, { file, from: process.cwd() })
  if (given.has('json')) printJson(found)
  else await printChanges(found, given.has('more'))
  return found.hits.length > 0 ? 0 : 1
}

async function printChanges(found: WhyText, more: boolean): Promise<void> {
  const { whereNow, withCounts } = await import('../../verbs/why-text.ts')
  const isKnown = found.hits.length > 0
  ;(isKnown ? print : say)(`"${oneLine(found.text)}" ${whereNow(found)}.`)
  if (isKnown) print('')
  printLessons(withCounts(found), more)
  if (found.cutAt !== '') say(cutAtNotice(found.cutAt))
  else if (!isKnown) sayIfCut()
}

function printLessons(hits: readonly LessonHit[], more: boolean): void {
  const told = formatLessons(hits, { more })
  print(told.map(styleLines).join('\n\n'))
  if (told.length < hits.length) print(style('dim', `\n${hits.length - told.length} more; --more tells them.`))
}

async function printReasons(found: Why, more: boolean): Promise<void> {
  const { namedCommit, nothingFound, shownWhy } = await import('../../verbs/shown-why.ts')
  const { lessons, replaced, standing, entries, left } = shownWhy(found, { more })
  const named = entries.map(({ path, title }) => `  ${title}  ${style('cyan', path)}`)
  const name = oneLine(namedCommit(found))
  const parts = [
    name === '' ? '' : style('bold', name),
    ...lessons.map(styleLines),
    standing.join('\n'),
    replaced.length === 0 ? '' : [style('dim', tookThePlace), ...replaced.map((one) => `  ${one}`)].join('\n'),
    named.length === 0 ? '' : [style('dim', alsoKnown), ...named].join('\n'),
    left === '' ? '' : style('dim', `${left}; --more tells them.`),
  ].filter((part) => part !== '')
  const isNothing = lessons.length + entries.length === 0
  if (parts.length > 0) print(parts.join('\n\n'))
  if (isNothing) say(nothingFound(found))
  if (found.cutAt !== '') say(cutAtNotice(found.cutAt))
  else if (isNothing) sayIfCut()
}
