import { sayByAgent } from '../../tree/unreviewed.ts'
import type { QueryResult } from '../../verbs/query.ts'
import { questionCommand } from '../question-command.ts'
import { noLonger } from '../print/entry-line.ts'
import type { Command } from '../command.ts'
import { print, style } from '../print/print.ts'

/** The command `ctx search`. */
export const searchCommand: Command = questionCommand({
  name: 'search',
  words: '<words…>',
  about: 'List the entries that match, best first.',
  more: 'Exits with 1 when none does.',
  most: 20,
  printEntries: printHits,
})

function printHits(answer: QueryResult): void {
  for (const { path, title, score, archived, standing, isByAgent = false } of answer.hits) {
    const put = archived === '' ? '' : style('dim', '  (archived)')
    print(
      `${score.toFixed(3)}  ${style('cyan', path)}  ${title}${put}${noLonger(standing)}${noLonger(sayByAgent(isByAgent))}`,
    )
  }
}
