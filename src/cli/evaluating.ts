import { short } from '../text/words.ts'
import { Problem } from '../problem.ts'
import type { Backtest } from '../verbs/backtest.ts'
import type { Command } from './command.ts'
import { json, openHere } from './context.ts'
import { print, printJson, style } from './print.ts'

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7)

function printBacktest({ from, learned, asked, recall, tree }: Backtest): void {
  print(`${learned} commits up to ${short(from)} were learned from; ${asked} later ones asked.\n`)
  print(style('dim', 'named among the first      files @1      @5     @10   folders @1      @5     @10'))
  const rows = [
    ['ctx', recall.ctx],
    ['BM25 over messages', recall.messages],
    ['BM25 over paths and names', recall.paths],
    ['most changed files', recall.mostChanged],
  ] as const
  for (const [name, { files, folders }] of rows) {
    const shares = [files.at1, files.at5, files.at10, folders.at1, folders.at5, folders.at10].map(percent)
    print(`${name.padEnd(26)} ${shares.slice(0, 3).join(' ')}     ${shares.slice(3).join(' ')}`)
  }
  print(`
${tree.entries} entries, one for ${(1 / Math.max(0.001, tree.entriesPerCommit)).toFixed(1)} commits; ${tree.factsPerEntry.toFixed(1)} facts each, ${percent(tree.withReason).trim()} with a rule or reason, ${tree.duplicates} said twice.
${tree.tokens} tokens, ${percent(tree.tokens / Math.max(1, tree.historyTokens)).trim()} of the ${tree.historyTokens} of the history.`)
}

export const evaluating: readonly Command[] = [
  {
    name: 'eval',
    words: 'backtest',
    about: 'Measure how well the past foretells where later commits belong.',
    more: 'Hides the newest 200 commits (a quarter of a shorter history), learns from what came before, and asks with the\nsubject of each hidden commit. Beside it: BM25 over messages, BM25 over paths and names, most changed files.\nNothing is written.',
    options: [{ name: 'from', value: '<rev>', about: 'learn up to this commit, and hide all that came after' }, json],
    run: async (given) => {
      if (given.words[0] !== 'backtest')
        throw new Problem('unknown-measure', `There is no measure "${given.words[0] ?? ''}".`, {
          hint: 'For example: ctx eval backtest',
        })
      const { backtest } = await import('../verbs/backtest.ts')
      const from = given.text('from')
      const found = await backtest(await openHere(), from === undefined ? {} : { from })
      if (given.has('json')) printJson(found)
      else printBacktest(found)
      return 0
    },
  },
]
