// @ts-check
// How well answers are found: recall on conversations, beside the same documents in other engines.
import { pathToFileURL } from 'node:url'
import { paperSearch, plainSearch } from './baselines.js'
import { readLocomo, toEntry } from './locomo.js'
import { importFiles, newRepository, removeRepository } from './repository.js'

/**
 * @typedef {import('./locomo.js').Conversation} Conversation
 * @typedef {import('./locomo.js').Question} Question
 */

/** As many hits as the deepest recall needs. */
export const most = 32

const depths = [1, 5, 10, 32]
/** The kinds of questions, by the numbers that LoCoMo gives them. */
export const categories = new Map([
  [1, 'multi-hop'],
  [2, 'temporal'],
  [3, 'open-domain'],
  [4, 'single-hop'],
  [5, 'adversarial'],
])

/** The bar on recall@10 over all questions. */
const bar = 0.8

/**
 * Measures recall@1/5/10/32 on the conversations of LoCoMo that are given, one conversation at a time, through the
 * library as any program would use it.
 * @param {import('./repository.js').Bench} bench
 * @param {{ locomo?: string | undefined }} options
 */
export async function measureQuality(bench, { locomo }) {
  const conversations = readLocomo(locomo)
  if (conversations === undefined) return [textRow('recall on LoCoMo', 'skipped: there is no such file')]
  /** @type {Record<'ctx' | 'paper' | 'plain', Asked[]>} */
  const found = { ctx: [], paper: [], plain: [] }
  for (const conversation of conversations) {
    const { turns, questions } = conversation
    const repository = conversationRepository(bench, conversation)
    const [paper, plain] = [paperSearch(turns), plainSearch(turns)]
    found.ctx.push(...(await askAll(questions, await asker(bench, repository.root))))
    found.paper.push(...(await askAll(questions, ({ text }) => paper(text, most))))
    found.plain.push(...(await askAll(questions, ({ text }) => plain(text, most))))
    removeRepository(repository)
  }
  const count = found.ctx.length
  return [
    recallRow(`LoCoMo, ${count} questions: ctx`, found.ctx, { bar: `@10 ≥ ${bar * 100} %` }),
    recallRow('the same: MiniSearch with the paper’s settings', found.paper),
    recallRow('the same: plain FTS5, porter', found.plain),
    ...[...categories].map(([category, name]) =>
      recallRow(
        `${name} questions: ctx`,
        found.ctx.filter((one) => one.category === category),
      ),
    ),
  ]
}

/**
 * Makes a repository whose knowledge is a conversation.
 * @param {import('./repository.js').Bench} bench
 * @param {Conversation} conversation
 */
export function conversationRepository(bench, { id, turns }) {
  const repository = newRepository(bench, id)
  repository.ctx('init')
  importFiles(
    repository,
    'refs/heads/ctx/main',
    turns.map((turn) => [turn.path, toEntry(turn)]),
  )
  repository.ctx('refresh')
  return repository
}

/**
 * Asks ctx through its library, as a program would.
 * @param {import('./repository.js').Bench} bench
 * @param {string} root
 */
async function asker(bench, root) {
  const query = await openedQuery(bench, root)
  return async (/** @type {Question} */ { text }) => (await query(text, { limit: most })).hits.map(({ path }) => path)
}

/**
 * What is read here of an answer.
 * @typedef {{ hits: readonly { path: string }[], outOfDomain: boolean, confidence: number, unread: readonly string[] }} Answer
 * @typedef {(question: string, options?: { limit?: number, everything?: boolean }) => Promise<Answer>} Query
 */

/**
 * Opens a repository once, in this process.
 * @param {import('./repository.js').Bench} bench
 * @param {string} root
 * @param {{ now?: () => Date }} [clock]
 * @returns {Promise<Query>}
 */
export async function openedQuery({ library, env }, root, { now } = {}) {
  const { open, query } = await import(pathToFileURL(library).href)
  const ctx = await open({ cwd: root, env, now })
  return (question, options) => query(ctx, question, options)
}

/** @typedef {{ category: number, recall: readonly number[] }} Asked recall at each of the depths */

/**
 * @template {Question} Q
 * @param {readonly Q[]} questions
 * @param {(question: Q) => Promise<readonly string[]> | readonly string[]} ask gives 32 paths, best first
 * @returns {Promise<readonly Asked[]>}
 */
export async function askAll(questions, ask) {
  const asked = []
  for (const question of questions) {
    const { category, gold } = question
    const paths = await ask(question)
    const recall = depths.map(
      (depth) => gold.filter((path) => paths.slice(0, depth).includes(path)).length / gold.length,
    )
    asked.push({ category, recall })
  }
  return asked
}

/**
 * Says recall at each depth, averaged over questions, in percent.
 * @param {string} figure
 * @param {readonly Asked[]} asked
 */
export function recallRow(figure, asked, { bar: wanted = '' } = {}) {
  const means = depths.map((_, at) => asked.reduce((sum, { recall }) => sum + (recall[at] ?? 0), 0) / asked.length)
  const said = means.map((mean, at) => `@${depths[at]} ${(100 * mean).toFixed(1)}`).join('  ')
  return { ...textRow(`recall, ${figure}`, said), bar: wanted, samples: { measured: means, beside: [] } }
}

/**
 * A row of words.
 * @param {string} figure
 * @param {string} said
 */
export const textRow = (figure, said) => ({
  figure,
  measured: said,
  beside: '',
  result: '',
  bar: '',
  unit: '',
  samples: { measured: /** @type {readonly number[]} */ ([]), beside: [] },
})
