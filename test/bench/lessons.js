// @ts-check
// Which lessons a tree keeps, held against what strict readers thought of each.
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
 * Learns the history of each clone, and says what readers thought of the lessons that its tree tells.
 * @param {import('./repository.js').Bench} bench
 * @param {{ lessons: string | undefined }} options
 */
export async function measureLessons(bench, { lessons }) {
  if (lessons === undefined) return [textRow('judged lessons', 'skipped: --lessons names no folder')]
  const rows = []
  /** @type {Found[]} */
  const found = []
  for (const name of new Set(all.map(({ repository }) => repository))) {
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
        const isMarked = told.get(`${one.commit} ${one.headline}`)
        return { ...one, isTold: isMarked !== undefined, isMarked: isMarked === true }
      })
    found.push(...own)
    rows.push(rowOf(name, own))
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

/** The lessons of a tree, each by its commit and headline, and whether it says that it is past, or holds partly. @param {string} folder */
function toldIn(folder) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  const facts = entries.flatMap((path) => [
    ...readFileSync(join(folder, path), 'utf8').matchAll(/^- \*\*(.*?)\*\*.*\(([0-9a-f]{8})\)$/gm),
  ])
  return new Map(
    facts.map(([line, headline = '', commit = '']) => [
      `${commit} ${hashOf(headline)}`,
      /\{[^{}]*· (?:past|partly)\b[^{}]*\}/.test(line),
    ]),
  )
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
