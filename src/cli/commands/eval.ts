import { Problem } from '../../problem.ts'
import { type AnswerPart, answerParts, type AnswerTierAsked } from '../../eval/answer-tally.ts'
import type { AnswersAsked } from '../../verbs/eval-answers.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, openHere } from '../context.ts'
import { refuseOptionsOfOthers, requireKind } from '../require-kind.ts'
import { printAnswers, printBacktest, printGolden, printRetention } from '../print/print-eval.ts'
import { printJson } from '../print/print.ts'

/** The command `ctx eval`. */
export const evalCommand: Command = {
  name: 'eval',
  words: 'backtest | retention | golden <file> | answers <file>',
  about:
    'Measure how well the past foretells later commits, how much of what they explain is kept, or how questions are answered.',
  more: `backtest: hides the newest 200 commits (a quarter of a shorter history), learns from what came before, and asks with the
subject of each hidden commit. Beside it: the files of the 60 nearest messages by BM25, BM25 over paths and names, most changed files.
retention: of the commits whose message explains itself, how many have a lesson with the words of the explanation.
golden: asks the questions of a file, as YAML or JSON: [{question, entries, keywords}]; no entries where nothing is known.
answers: lets your model answer questions and judge each answer by three votes: LoCoMo's or LongMemEval's file, or a list of your own,
as YAML or JSON: [{question, answer, category}]; no answer where nothing is known.
Nothing is written but what the model spent. Exit code 2 when it fails on the way; what was judged until then is shown.`,
  options: [
    { name: 'from', value: '<rev>', about: 'backtest: learn up to this commit, and hide all that came after' },
    { name: 'tier', value: '<tier>', about: 'answers: auto (the cheapest that can), direct, model or agent' },
    {
      name: 'without',
      value: '<part>',
      about: 'answers: measure also without relations, tiers, lifecycle, domain or all, one after the other',
      many: true,
    },
    { name: 'limit', short: 'n', value: '<n>', about: 'answers: at most so many questions, spread over all' },
    json,
  ],
  run: async (given) => {
    const kind = requireKind(given, Object.keys(measures), 'ctx eval backtest')
    const { options, run } = measures[kind] ?? measures.backtest
    const others = Object.values(measures).flatMap((measure) => measure.options)
    refuseOptionsOfOthers(given, { command: `eval ${kind}`, takes: options, others })
    return await run(given)
  },
}

type Measure = { readonly options: readonly string[]; readonly run: (given: Given) => Promise<number> }

const measures: Readonly<Record<string, Measure>> & { readonly backtest: Measure } = {
  backtest: { options: ['from'], run: runBacktest },
  retention: { options: [], run: runRetention },
  golden: { options: [], run: runGolden },
  answers: { options: ['tier', 'without', 'limit'], run: runAnswers },
}

async function runBacktest(given: Given): Promise<number> {
  const from = given.text('from')
  const { backtest } = await import('../../verbs/eval.ts')
  const found = await backtest(await openHere(), from === undefined ? {} : { from })
  if (given.has('json')) printJson(found)
  else printBacktest(found)
  return 0
}

async function runRetention(given: Given): Promise<number> {
  const { retention } = await import('../../verbs/retention.ts')
  const kept = await retention(await openHere())
  if (given.has('json')) printJson(kept)
  else printRetention(kept)
  return 0
}

async function runGolden(given: Given): Promise<number> {
  const file = fileOf(given, 'ctx eval golden questions.yaml')
  const { golden } = await import('../../verbs/golden.ts')
  const result = await golden(await openHere(), file, { from: process.cwd() })
  if (given.has('json')) printJson(result)
  else printGolden(result)
  return 0
}

async function runAnswers(given: Given): Promise<number> {
  const file = fileOf(given, 'ctx eval answers questions.yaml')
  const asked: AnswersAsked = {
    tier: tierOf(given.text('tier') ?? 'auto'),
    without: partsOf(given.texts('without')),
    limit: given.has('limit') ? numberOf(given, 'limit', 0) : undefined,
    from: process.cwd(),
  }
  const { evalAnswers } = await import('../../verbs/eval-answers.ts')
  const result = await evalAnswers(await openHere(), file, asked)
  if (given.has('json')) printJson(result)
  else printAnswers(result)
  return result.stopped === '' ? 0 : 2
}

function fileOf({ words: [, file] }: Given, example: string): string {
  if (file !== undefined) return file
  throw new Problem('missing-word', 'The file of questions is missing.', { hint: `For example: ${example}` })
}

const tiers: readonly AnswerTierAsked[] = ['auto', 'direct', 'model', 'agent']

function tierOf(said: string): AnswerTierAsked {
  const tier = tiers.find((known) => known === said)
  if (tier !== undefined) return tier
  throw new Problem('bad-option', `--tier is one of ${tiers.join(', ')}.`, { hint: 'For example: --tier model' })
}

function partsOf(said: readonly string[]): readonly AnswerPart[] {
  const named = said.flatMap((text) => text.split(','))
  const strange = named.find((name) => name !== 'all' && !answerParts.some((part) => part === name))
  if (strange !== undefined)
    throw new Problem('bad-option', `--without is one of ${answerParts.join(', ')}, all.`, {
      hint: 'For example: --without relations --without tiers',
    })
  return answerParts.filter((part) => named.includes('all') || named.includes(part))
}
