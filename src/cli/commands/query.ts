import { short } from '../../text/words.ts'
import type { QueryResult } from '../../verbs/query.ts'
import { questionCommand } from '../question-command.ts'
import { head } from '../print/entry-line.ts'
import type { Command } from '../command.ts'
import { print, style } from '../print/print.ts'
import type { StreamPrinter } from '../print/stream-printer.ts'

/** The command `ctx query`. */
export const queryCommand: Command = questionCommand({
  name: 'query',
  words: '<question…>',
  about: 'Answer a question from what the history taught.',
  more: 'Prints the lessons that answer: what was done and why, with commit and files.\nWhere a question names a time ("in early 2018", "since March 2020"), what is from then comes first;\nto "what changed recently in …", what is of the last half year.\nTo "when was … added" or "why was … removed" of a file, a folder or a name of the code, it tells the commit that did so.\nTo "which Go version do I need" or "when was Python 3.8 dropped", the one that wrote it into the manifest.\nTo "when …" and "which version …" it names the first release, by the changelog or by the tags.\nExits with 1 when nothing states it.',
  most: 5,
  printEntries: printAnswer,
})

function printAnswer(answer: QueryResult, printer: StreamPrinter): void {
  if (answer.isTold === true) {
    printer.finish(answer.text)
    return
  }
  const parts = answer.hits.map((hit) => {
    const { excerpt, sources, files, title } = hit
    const named = excerpt.flatMap((line) => /\(([0-9a-f]{7,}(?:, [0-9a-f]{7,})*)\)$/.exec(line)?.[1]?.split(', ') ?? [])
    const commits = named.length > 0 ? [] : sources.slice(-3).map(short)
    const from = [commits.join(' '), files.slice(0, 3).join(', ')].filter((part) => part !== '').join(' · ')
    return [
      head(hit),
      ...excerpt.filter((line) => line !== title).map((line) => `  ${line}`),
      ...(from === '' ? [] : [style('dim', `  from ${from}`)]),
      ...(hit.archived === '' ? [] : [style('dim', `  archived; \`ctx show ${hit.archived}\` has the full text`)]),
    ].join('\n')
  })
  print(parts.join('\n\n'))
  if (answer.related.length > 0) print(style('dim', `\nRelated: ${answer.related.map(({ path }) => path).join(', ')}`))
}
