// @ts-check
// Which lessons a tree keeps, and what it says of them, held against what strict readers thought and found of each.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textRow } from './quality.js'
import { cloneWhole, findClone, removeRepository } from './repository.js'

/**
 * One lesson that a reader judged: its commit (eight digits) and its headline (the first eight digits of its SHA-256).
 * `tune` is what the curator was changed by, `kept` was read after that.
 * @typedef {{ repository: string, commit: string, headline: string, part: string,
 *   judged: 'good' | 'plain' | 'noise' | 'dangling' | 'false' }} Judged
 */

/** @typedef {Judged & { isTold: boolean, isMarked: boolean }} Found */

/** @type {readonly Judged[]} */
const all = readFileSync(join(import.meta.dirname, 'judged.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [repository = '', commit = '', headline = '', judged = '', part = ''] = line.split('\t')
    return /** @type {Judged} */ ({ repository, commit, headline, judged, part })
  })

/**
 * What a reader found of all lessons of a commit at the newest commit of a clone, in the code: that they hold, hold partly,
 * or hold no longer; `gone` is one of the last two.
 * @typedef {{ repository: string, commit: string, today: 'holds' | 'partly' | 'past' | 'gone' }} Checked
 */

/** @type {readonly Checked[]} */
const checked = readFileSync(join(import.meta.dirname, 'marks.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [repository = '', commit = '', today = ''] = line.split('\t')
    return /** @type {Checked} */ ({ repository, commit, today })
  })

/**
 * Learns the history of each clone, and says what readers thought of the lessons that its tree tells.
 * @param {import('./repository.js').Bench} bench
 * @param {{ lessons: string | undefined }} options
 */
export async function measureLessons(bench, { lessons }) {
  if (lessons === undefined) return [textRow('judged lessons', 'skipped: --lessons names no folder')]
  const rows = []
  /** @type {Found[]} */
  const found = []
  for (const name of new Set([...all, ...checked].map(({ repository }) => repository))) {
    const from = findClone(lessons, name)
    if (from === undefined) continue
    const repository = cloneWhole(bench, from, 'lessons')
    if (repository === undefined) {
      rows.push(textRow(name, 'skipped: it cannot be cloned'))
      continue
    }
    repository.ctx('init', '--history')
    const told = toldIn(join(repository.root, '.ctx/tree'))
    const own = all
      .filter((one) => one.repository === name)
      .map((one) => {
        const fact = told.find(({ commit, headline }) => commit === one.commit && headline === one.headline)
        return { ...one, isTold: fact !== undefined, isMarked: (fact?.mark ?? '') !== '' }
      })
    found.push(...own)
    if (own.length > 0) rows.push(rowOf(name, own))
    rows.push(...marksOf(name, told))
    removeRepository(repository)
  }
  for (const part of ['tune', 'kept'])
    rows.push(
      rowOf(
        `all, ${part}`,
        found.filter((one) => one.part === part),
      ),
    )
  return rows
}

/** The lessons of a tree, each with its commit, its headline and what it says of itself. @param {string} folder */
function toldIn(folder) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  const facts = entries.flatMap((path) => [
    ...readFileSync(join(folder, path), 'utf8').matchAll(/^- \*\*(.*?)\*\*.*\(([0-9a-f]{8})\)$/gm),
  ])
  return facts.map(([line, headline = '', commit = '']) => {
    const [, mark = ''] = /\{[^{}]*· (past|partly|may not hold)\b[^{}]*\}/.exec(line) ?? []
    return { commit, headline: hashOf(headline), mark }
  })
}

/**
 * How often what a lesson says of itself is so; of what holds, how many say otherwise, and of what does not, how many say
 * nothing, or less.
 * @param {string} name
 * @param {ReturnType<typeof toldIn>} told
 */
function marksOf(name, told) {
  const today = new Map(checked.flatMap((one) => (one.repository === name ? [[one.commit, one.today]] : [])))
  const known = told.flatMap(({ commit, mark }) => {
    const is = today.get(commit)
    return is === undefined ? [] : [{ is, mark }]
  })
  if (known.length === 0) return []
  const count = (/** @type {(one: { is: string, mark: string }) => boolean} */ holds) => known.filter(holds).length
  const wrong = count(({ is, mark }) => is === 'holds' && mark !== '' && mark !== 'may not hold')
  const unmarked = count(({ is, mark }) => is !== 'holds' && mark === '')
  const weak = count(({ is, mark }) => is === 'past' && mark === 'partly')
  const strong = count(({ is, mark }) => is === 'partly' && mark === 'past')
  const reworked = count(({ mark }) => mark === 'may not hold')
  const right = known.length - wrong - unmarked - weak - strong - reworked
  return [
    textRow(
      `lessons that say rightly whether they hold (${name})`,
      `${right} of ${known.length}; ${wrong} hold and say otherwise, ${unmarked} do not and say nothing, ${weak} say too little, ${strong} too much; of ${reworked} that say only that they may not hold, ${count(({ is, mark }) => mark === 'may not hold' && is === 'holds')} hold`,
    ),
  ]
}

const hashOf = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** @param {string} name @param {readonly Found[]} judged */
function rowOf(name, judged) {
  const told = judged.filter(({ isTold }) => isTold)
  const share = (/** @type {Judged['judged']} */ kind, /** @type {readonly Judged[]} */ of) =>
    `${((100 * of.filter((one) => one.judged === kind).length) / Math.max(1, of.length)).toFixed(0)} %`
  const good = judged.filter((one) => one.judged === 'good')
  const isFalse = told.filter((one) => one.judged === 'false')
  const kinds = /** @type {const} */ (['good', 'plain', 'noise', 'dangling', 'false'])
  return {
    ...textRow(
      `judged lessons that the tree tells (${name})`,
      `${kinds.map((kind) => `${kind} ${share(kind, told)}`).join(', ')} (${isFalse.filter(({ isMarked }) => isMarked).length} of ${isFalse.length} marked)`,
    ),
    beside: `of all judged: good ${share('good', judged)}`,
    result: `${told.length} of ${judged.length}; of the good ${good.filter(({ isTold }) => isTold).length} of ${good.length}`,
    bar: 'good ≥ 80 %',
  }
}
