import { plural, short } from '../../text/words.ts'
import type { AnswerAccuracy } from '../../eval/answer-tally.ts'
import type { AnswerRun, AnswersMeasured } from '../../verbs/eval-answers.ts'
import type { Backtest } from '../../verbs/eval.ts'
import type { GoldenResult } from '../../verbs/golden.ts'
import type { ExplanationRetention } from '../../verbs/retention.ts'
import { print, say, style } from './print.ts'

/** Prints how questions of one's own were answered. */
export function printGolden(result: GoldenResult): void {
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

/** Prints how well the past foretells later commits. */
export function printBacktest({ from, learned, asked, recall, tree }: Backtest): void {
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

/** Prints how much of what commits explain is kept. */
export function printRetention({ commits, explained, kept, lost, lessons, stale }: ExplanationRetention): void {
  print(
    `${kept} of ${explained} explanations are kept (${percent(kept / Math.max(1, explained)).trim()}); ${commits} commits were read.`,
  )
  print(`${stale.length} of ${lessons} commits with a lesson left nothing in the code and are told as holding.`)
  if (lost.length > 0)
    print(style('dim', `not kept: ${lost.slice(0, 20).map(short).join(' ')}${lost.length > 20 ? ' …' : ''}`))
}

/** Prints how rightly questions were answered: by category, by tier, and without each part that was left out. */
export function printAnswers({ kind, model, tier, runs, stopped }: AnswersMeasured): void {
  const [first] = runs
  if (first === undefined) return
  const of = kind === 'questions' ? '' : ` of ${kind}`
  const asked = first.answers.length
  print(`${plural(asked, 'question')}${of}, tier ${tier}; answered and judged (three votes) by ${model}.\n`)
  const names = first.categories.map(({ name }) => name)
  const heads = [...names, 'all'].map((name) => name.slice(0, widest).padStart(width(name)))
  print(style('dim', `${''.padEnd(18)} ${heads.join('  ')}`))
  print(
    `${'questions'.padEnd(18)} ${[...first.categories, { questions: first.questions, name: 'all' }].map(({ name, questions }) => String(questions).padStart(width(name))).join('  ')}`,
  )
  for (const run of runs) print(rowOf(run, names, first))
  printRest(first)
  if (stopped !== '') say(`Stopped: ${stopped} What is above was judged until then.`)
}

const widest = 14
const width = (name: string): number => Math.max(7, Math.min(widest, name.length))

function rowOf({ without, categories, accuracy }: AnswerRun, names: readonly string[], first: AnswerRun): string {
  const shares = names.map((name) => categories.find((one) => one.name === name)?.accuracy)
  const cells = [...shares, accuracy].map((share, at) =>
    (share === undefined ? '–' : percent(share)).padStart(width(names[at] ?? 'all')),
  )
  const change = (accuracy - first.accuracy) * 100
  const changed = without === '' ? '' : `  ${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} points`
  return `${(without === '' ? 'as it is' : `without ${without}`).padEnd(18)} ${cells.join('  ')}${changed}`
}

function printRest({ tiers, unanswerable, wronglyRefused, medianMs, p95Ms, p99Ms, split }: AnswerRun): void {
  const byTier = tiers.map(
    ({ name, questions, accuracy }: AnswerAccuracy) => `${name} ${questions} (${percent(accuracy).trim()} right)`,
  )
  print(`
by tier   ${byTier.join(', ')}
refused   ${wronglyRefused} that something answers; right about ${percent(unanswerable.accuracy).trim()} of the ${unanswerable.questions} that nothing does
latency   ${medianMs} ms median, ${p95Ms} ms at 95 %, ${p99Ms} ms at 99 %, four at once, judging left out
judge     not of one mind about ${split}`)
}
