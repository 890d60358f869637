import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { array, minLength, object, optional, safeParse, string, union, type infer as Infer } from 'zod/mini'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { answer } from '../search/answer.ts'
import type { Index } from '../search/entry-index.ts'
import { fold } from '../text/clean.ts'
import { toRelation } from '../tree/relation.ts'

const question = object({
  question: string().check(minLength(1)),
  /** The entries that answer it; none where the honest answer is that nothing is known. */
  entries: optional(array(string())),
  /** Words that the answer must hold. */
  keywords: optional(array(string())),
})
const shape = union([array(question), object({ questions: array(question) })])
type GoldenQuestion = Infer<typeof question>

/** How one question was answered; shares are undefined where the file says nothing to measure. */
export type GoldenAnswer = {
  readonly question: string
  readonly recall: number | undefined
  readonly precision: number | undefined
  readonly coverage: number | undefined
  /** Whether it was rightly said that nothing is known, or rightly answered. */
  readonly isRight: boolean
  readonly found: readonly string[]
  readonly ms: number
}

/** Means over all questions that say what to measure, and the times of all. */
export type GoldenResult = {
  readonly questions: number
  readonly recallAt5: number
  readonly precisionAt5: number
  readonly keywordCoverage: number
  /** Questions without an answer in the file, and how many of them were refused. */
  readonly unanswerable: number
  readonly refused: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly answers: readonly GoldenAnswer[]
}

/**
 * Asks the questions of a file and measures the first five hits of each. Nothing is written: no question is noted, and
 * no entry becomes more important for being found.
 * @throws {Problem} when the file is not there or holds no questions.
 */
export async function golden(ctx: Ctx, file: string, { from = ctx.place.root } = {}): Promise<GoldenResult> {
  const questions = await readQuestions(resolve(from, file), file)
  const answers = await askCurrentIndex(ctx, ({ index }) => {
    const [first] = questions
    // The first question pays for what is read once.
    if (first !== undefined) measure(ctx, index, first)
    return questions.map((one) => measure(ctx, index, one))
  })
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const none = answers.filter((_, at) => questions[at]?.entries?.length === 0)
  return {
    questions: answers.length,
    recallAt5: mean(answers.map(({ recall }) => recall)),
    precisionAt5: mean(answers.map(({ precision }) => precision)),
    keywordCoverage: mean(answers.map(({ coverage }) => coverage)),
    unanswerable: none.length,
    refused: none.filter(({ isRight }) => isRight).length,
    medianMs: at(times, 0.5),
    p95Ms: at(times, 0.95),
    answers,
  }
}

async function readQuestions(path: string, named: string): Promise<readonly GoldenQuestion[]> {
  const hint =
    'Write a list as YAML or JSON: [{"question": "…", "entries": ["auth/tokens/rotation.md"], "keywords": ["RS256"]}].'
  const { parseYaml } = await import('../text/yaml.ts')
  let said: unknown
  try {
    said = parseYaml(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Problem('no-questions', `${named} cannot be read.`, { hint, cause })
  }
  const read = safeParse(shape, said)
  const questions = read.success ? (Array.isArray(read.data) ? read.data : read.data.questions) : []
  if (questions.length > 0) return questions
  throw new Problem('no-questions', `${named} holds no questions.`, { hint })
}

/** Entries among which the right ones are looked for. */
const mostHits = 5

function measure(ctx: Ctx, index: Index, { question: text, entries, keywords }: GoldenQuestion): GoldenAnswer {
  const began = performance.now()
  const found = answer({ text, files: [], within: '', limit: mostHits, floor: 0.3 }, index, rankingOf(ctx))
  const ms = Math.round((performance.now() - began) * 100) / 100
  const paths = found.hits.map(({ path }) => path)
  const wanted = new Set(entries?.map((path) => toRelation(path).path))
  const right = paths.filter((path) => wanted.has(path)).length
  const said = fold(found.text)
  const isAnswerable = wanted.size > 0
  return {
    question: text,
    recall: isAnswerable ? right / wanted.size : undefined,
    precision: isAnswerable ? right / Math.max(1, paths.length) : undefined,
    coverage: share(keywords?.filter((word) => said.includes(fold(word))).length, keywords?.length),
    isRight: entries === undefined ? paths.length > 0 : isAnswerable ? right > 0 : paths.length === 0,
    found: paths,
    ms,
  }
}

const share = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole === 0 ? undefined : part / whole

function mean(values: readonly (number | undefined)[]): number {
  const said = values.filter((value) => value !== undefined)
  const sum = said.reduce((all, value) => all + value, 0)
  return said.length === 0 ? 0 : Math.round((sum / said.length) * 10_000) / 10_000
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
