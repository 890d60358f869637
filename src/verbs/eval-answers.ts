import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { byModel } from '../model/answer-tier.ts'
import { mapConcurrently } from '../model/concurrently.ts'
import { requireModel } from '../model/converse.ts'
import { isMajority, judgeByVotes, type JudgeVote } from '../model/judge.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { readModelling } from '../repo/settings/modelling.ts'
import { answer } from '../search/answer.ts'
import {
  type AnswerPart,
  type AnswerTally,
  type AnswerTierAsked,
  type JudgedAnswer,
  tally,
} from '../eval/answer-tally.ts'
import type { Index } from '../search/entry-index.ts'
import { type GoldQuestion, type QuestionSet, type QuestionSource, readQuestionSet } from '../eval/question-sets.ts'
import type { Ranking } from '../search/rank.ts'
import { entriesPerSource, type SourceEntries } from '../eval/entries-per-source.ts'
import type { Answer, Hit, Question, Tier } from '../search/tiers.ts'
import { parseYaml } from '../text/yaml.ts'

/** One run over all questions: as it is, '', or without one part. */
export type AnswerRun = AnswerTally & {
  readonly without: AnswerPart | ''
  readonly answers: readonly JudgedAnswer[]
}

/** What a set of questions came to, run by run. */
export type AnswersMeasured = {
  readonly kind: QuestionSet['kind']
  /** What answered and judged, as it is set up. */
  readonly model: string
  readonly tier: AnswerTierAsked
  readonly runs: readonly AnswerRun[]
  /** Why not all was asked; '' when it was. What was judged until then counts. */
  readonly stopped: string
}

/** How questions are asked, and how many of them. */
export type AnswersAsked = {
  readonly tier?: AnswerTierAsked
  readonly without?: readonly AnswerPart[]
  /** Questions that are asked, at most, spread over the set. */
  readonly limit?: number | undefined
  /** Where relative names of files begin. */
  readonly from?: string
}

/**
 * Asks questions whose answers are known, of the repository or of the conversations that a set brings along, and lets the model
 * that is set up judge each answer by three votes. Nothing is written but what the model spent.
 * @throws {Problem} when the file holds no questions, no model is set up, or it fails at once.
 */
export async function evalAnswers(
  ctx: Ctx,
  file: string,
  { tier = 'auto', without = [], limit, from = ctx.place.root }: AnswersAsked = {},
): Promise<AnswersMeasured> {
  const set = readSet(resolve(from, file), file)
  const modelling = await readModelling(ctx.place, ctx.env)
  const { name } = requireModel(modelling)
  const asked = spread(set, limit)
  const verdicts = new Map<string, Promise<readonly JudgeVote[]>>()
  const measure = async (own: Index | undefined): Promise<Omit<AnswersMeasured, 'kind' | 'model' | 'tier'>> => {
    const runs: AnswerRun[] = []
    for (const part of ['', ...without] as const) {
      const run = await runOnce({ ...ctx, say: () => undefined }, asked, { tier, part, own, verdicts })
      if (run.answers.length > 0) runs.push({ without: part, ...tally(run.answers), answers: run.answers })
      if (run.stopped !== undefined && runs.length === 0) throw run.stopped
      if (run.stopped !== undefined) return { runs, stopped: run.stopped.message }
    }
    return { runs, stopped: '' }
  }
  const isOwn = set.kind === 'questions'
  const measured = isOwn ? await askCurrentIndex(ctx, ({ index }) => measure(index)) : await measure(undefined)
  return { kind: set.kind, model: name, tier, ...measured }
}

function readSet(path: string, named: string): QuestionSet {
  const hint =
    'Give LoCoMo’s or LongMemEval’s file, or a list as YAML or JSON: [{"question": "…", "answer": "…"}]; "" where nothing is known.'
  let value: unknown
  try {
    const text = readFileSync(path, 'utf8')
    value = /^\s*[[{]/.test(text) ? JSON.parse(text) : parseYaml(text)
  } catch (cause) {
    throw new Problem('no-questions', `${named} cannot be read.`, { hint, cause })
  }
  const set = readQuestionSet(value)
  if (set !== undefined) return set
  throw new Problem('no-questions', `${named} holds no questions with their answers.`, { hint })
}

type Asked = { readonly source: QuestionSource; readonly gold: GoldQuestion }

/** Picks questions at even steps, so that each part of a set has its share. */
function spread({ sources }: QuestionSet, limit: number | undefined): readonly Asked[] {
  const all = sources.flatMap((source) => source.questions.map((gold) => ({ source, gold })))
  if (limit === undefined || limit >= all.length) return all
  return Array.from({ length: limit }, (_, at) => all[Math.floor((at * all.length) / limit)]).flatMap(
    (one) => one ?? [],
  )
}

/** Questions under way at once: as many as the endpoint of a person bears. */
const atOnce = 4

type Running = {
  readonly tier: AnswerTierAsked
  readonly part: AnswerPart | ''
  readonly own: Index | undefined
  /** What was judged before: the same answer to the same question is not judged twice. */
  readonly verdicts: Map<string, Promise<readonly JudgeVote[]>>
}

async function runOnce(
  ctx: Ctx,
  asked: readonly Asked[],
  running: Running,
): Promise<{ readonly answers: readonly JudgedAnswer[]; readonly stopped: Problem | undefined }> {
  let stopped: Problem | undefined
  let done = 0
  const entriesOf = entriesPerSource(
    asked.map(({ source }) => source),
    running.own,
  )
  const what = running.part === '' ? 'questions' : `questions without ${running.part}`
  const answers = await mapConcurrently(
    asked,
    async ({ source, gold }) => {
      if (stopped !== undefined) return undefined
      try {
        const judged = await askOne(ctx, gold, { ...running, ...(await entriesOf(source)), askedAt: source.askedAt })
        ctx.progress(++done, asked.length, what)
        return judged
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        stopped ??= error
        return undefined
      }
    },
    { atOnce },
  )
  return { answers: answers.flatMap((one) => one ?? []), stopped }
}

type Asking = Running & SourceEntries & { readonly askedAt: Date | undefined }

async function askOne(ctx: Ctx, gold: GoldQuestion, asking: Asking): Promise<JudgedAnswer> {
  const { question: text, answer: right, category, isCounted } = gold
  const began = performance.now()
  const question = { text, files: [], within: '', limit: 5, floor: 0.3, takesAnything: asking.part === 'domain' }
  const tier = tierFor(ctx, asking)
  const found = await tier.answer(question, ctx.signal)
  const ms = Math.round(performance.now() - began)
  if (found === undefined) throw new Error('a tier that answers everything gave no answer')
  const isModelAsked = tier.name !== 'direct' && !(tier.name === 'model' && asking.tier === 'auto' && found.isSure)
  // A model that names no source, or says that it does not know, refuses; what is shown instead is only the nearest.
  const isRefused = found.hits.length === 0 || (isModelAsked && found.isTold !== true)
  const votes = needsJudge(right, isRefused, found) ? await judgeOnce(ctx, gold, { text: found.text, asking }) : []
  const isRight = votes.length === 0 ? right === '' && isRefused : isMajority(votes)
  return {
    question: text,
    category,
    isCounted,
    right,
    answer: isRefused ? '' : found.text,
    tier: isRefused ? 'none' : found.tier,
    isRefused,
    isRight,
    votes,
    ms,
  }
}

/**
 * A refusal is right or wrong without a judge, and so is a list of notes where nothing answers; a model may refuse in
 * sentences.
 */
const needsJudge = (right: string, isRefused: boolean, { isTold }: Answer): boolean =>
  !isRefused && (right !== '' || isTold === true)

const nothingKnown =
  '(Nothing is known about this. Right is an answer that says so, or that what the question takes for true is not.)'

async function judgeOnce(
  ctx: Ctx,
  { question, answer: known, judging }: GoldQuestion,
  { text, asking }: { readonly text: string; readonly asking: Asking },
): Promise<readonly JudgeVote[]> {
  const right = known === '' ? nothingKnown : known
  const key = JSON.stringify([question, right, text])
  const verdict = asking.verdicts.get(key) ?? judgeByVotes(ctx, { question, right, answer: text, judging })
  asking.verdicts.set(key, verdict)
  return await verdict
}

/**
 * The tier that answers: what was found, and the model over it; without the cheaper tiers, every question is looked
 * around for.
 */
function tierFor(ctx: Ctx, { index, read, askedAt, tier, part }: Asking): Tier {
  const ranking = rankingFor(ctx, askedAt, part)
  const search = (question: Question): Answer => {
    const found = answer(question, index, ranking)
    return part === 'relations' ? { ...found, related: [] } : found
  }
  const direct: Tier = { name: 'direct', answer: async (question) => search(question) }
  const use = part === 'tiers' ? 'agent' : uses[tier]
  if (use === undefined) return direct
  const look = (words: string): readonly Hit[] =>
    search({ text: words, files: [], within: '', limit: 8, floor: 0, takesAnything: part === 'domain' }).hits
  const how = { use, search: look, read, askedAt, isUnrelated: part === 'relations', isStrict: true }
  return byModel(ctx, direct, how)
}

const uses = { auto: 'unsure', direct: undefined, model: 'asked', agent: 'agent' } as const

/** Ranks as of the day of the question; without the lifecycle, by words alone. */
function rankingFor(ctx: Ctx, askedAt: Date | undefined, part: AnswerPart | ''): Ranking {
  const ranking = { ...rankingOf(ctx), ...(askedAt === undefined ? {} : { now: askedAt }) }
  const { text } = ranking.shares
  const plain = { text, importance: 0, recency: 0, boost: { draft: 1, validated: 1, core: 1 } }
  return part === 'lifecycle' ? { ...ranking, shares: plain } : ranking
}
