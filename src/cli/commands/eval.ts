import { Problem } from '../../problem.ts'
import { short } from '../../text/words.ts'
import type { Backtest } from '../../verbs/eval.ts'
import type { GoldenResult } from '../../verbs/golden.ts'
import type { ExplanationRetention } from '../../verbs/retention.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere } from '../context.ts'
import { requireKind } from '../kinds.ts'
import { print, printJson, style } from '../print.ts'

/** The command `ctx eval`. */
export const evalCommand: Command = {
  name: 'eval',
  words: 'backtest | retention | golden <file>',
  about:
    'Measure how well the past foretells later commits, how much of what they explain is kept, or how questions are answered.',
  more: 'backtest: hides the newest 200 commits (a quarter of a shorter history), learns from what came before, and asks with the\nsubject of each hidden commit. Beside it: the files of the 60 nearest messages by BM25, BM25 over paths and names, most changed files.\nretention: of the commits whose message explains itself, how many have a lesson with the words of the explanation.\ngolden: asks the questions of a file, as YAML or JSON: [{question, entries, keywords}]; no entries where nothing is known.\nNothing is written.',
  options: [{ name: 'from', value: '<rev>', about: 'learn up to this commit, and hide all that came after' }, json],
  run: async (given) => {
    const measure = requireKind(given, ['backtest', 'retention', 'golden'], 'ctx eval backtest')
    const from = given.text('from')
    if (measure === 'retention') {
      if (from !== undefined)
        throw new Problem('bad-option', '--from goes with backtest: retention reads all of history.', {
          hint: 'Run `ctx eval retention` without it.',
        })
      const { retention } = await import('../../verbs/retention.ts')
      const kept = await retention(await openHere())
      if (given.has('json')) printJson(kept)
      else printRetention(kept)
      return 0
    }
    if (measure === 'golden') return await runGolden(given)
    const { backtest } = await import('../../verbs/eval.ts')
    const found = await backtest(await openHere(), from === undefined ? {} : { from })
    if (given.has('json')) printJson(found)
    else printBacktest(found)
    return 0
  },
}

async function runGolden(given: Given): Promise<number> {
  const [, file] = given.words
  if (file === undefined)
    throw new Problem('missing-word', 'The file of questions is missing.', {
      hint: 'For example: ctx eval golden questions.yaml',
    })
  const { golden } = await import('../../verbs/golden.ts')
  const result = await golden(await openHere(), file, { from: process.cwd() })
  if (given.has('json')) printJson(result)
  else printGolden(result)
  return 0
}

function printGolden(result: GoldenResult): void {
  const { questions, recallAt5, precisionAt5, keywordCoverage, unanswerable, refused, medianMs, p95Ms, answers } =
    result
  print(`${questions} questions, asked of what is shown now.

recall@5          ${percent(recallAt5)}
precision@5       ${percent(precisionAt5)}
keyword coverage  ${percent(keywordCoverage)}
refused           ${refused} of ${unanswerable} that nothing answers
latency           ${medianMs} ms median, ${p95Ms} ms at 95 %`)
  const wrong = answers.filter(({ isRight }) => !isRight)
  if (wrong.length > 0) print(style('dim', '\nanswered wrongly:'))
  for (const { question, found } of wrong) print(`  ${question}\n    ${style('dim', found.join(', ') || 'nothing')}`)
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7)

function printBacktest({ from, learned, asked, recall, tree }: Backtest): void {
  print(`${learned} commits up to ${short(from)} were learned from; ${asked} later ones asked.\n`)
  print(style('dim', 'named among the first      files @1      @5     @10   folders @1      @5     @10'))
  const rows = [
    ['ctx', recall.ctx],
    ['nearest messages', recall.messages],
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

function printRetention({ commits, explained, kept, lost, lessons, stale }: ExplanationRetention): void {
  print(
    `${kept} of ${explained} explanations are kept (${percent(kept / Math.max(1, explained)).trim()}); ${commits} commits were read.`,
  )
  print(`${stale.length} of ${lessons} commits with a lesson left nothing in the code and are told as holding.`)
  if (lost.length > 0)
    print(style('dim', `not kept: ${lost.slice(0, 20).map(short).join(' ')}${lost.length > 20 ? ' …' : ''}`))
}
