// @ts-check
// Whether a name that no message has, and the code had, leads to a commit that wrote it or took it out.
import { spawnSync } from 'node:child_process'
import { repositoriesAsked, untilWhole } from './answers.js'
import { textRow } from './quality.js'
import { cloneWhole, findClone, removeRepository } from './repository.js'

/** Names that are asked of each repository, spread evenly over the alphabet. */
const most = 30
/** A name of more commits is about many things, and one that a commit wrote once may be of another project. */
const commitsOfName = { least: 2, most: 5 }
const leastInOne = 3

const spelled = /\b(?:[a-z]{3,}_[a-z]{3,}(?:_[a-z]+)?|[A-Za-z][a-z]+[A-Z][a-z]{2,}(?:[A-Z][a-z]+)?)\b/g

/**
 * Asks what became of names, in clones of the repositories of `answers`, which stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export async function measureNames(bench, { answers }) {
  if (answers === undefined) return []
  const rows = []
  for (const name of repositoriesAsked) {
    const from = findClone(answers, name)
    const repository = from === undefined ? undefined : cloneWhole(bench, from, 'names')
    if (repository === undefined) continue
    repository.ctx('init', '--history')
    await untilWhole(repository, bench)
    rows.push(rowOf(name, repository, bench))
    removeRepository(repository)
  }
  return rows
}

/**
 * @param {string} name
 * @param {import('./repository.js').Repository} repository
 * @param {import('./repository.js').Bench} bench
 */
function rowOf(name, repository, { program }) {
  const { root, env } = repository
  const names = [...namesIn(repository)]
  const step = Math.max(1, names.length / most)
  const asked = names.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)).slice(0, most)
  const found = asked.map(([said, commits]) => {
    const args = [program, 'query', '--json', `what became of ${said}`]
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    /** @type {{ hits: readonly { commit: string }[], outOfDomain: boolean }} */
    const { hits, outOfDomain } = JSON.parse(stdout)
    return { rank: hits.slice(0, 3).findIndex(({ commit }) => commits.has(commit)), isKnown: !outOfDomain }
  })
  const count = (/** @type {(one: { rank: number, isKnown: boolean }) => boolean} */ holds) =>
    found.filter(holds).length
  return textRow(
    `names that only diffs have (${name})`,
    `${count(({ rank }) => rank >= 0)} of ${asked.length} among the first three, ${count(({ rank }) => rank === 0)} first, ${count(({ isKnown }) => !isKnown)} refused`,
  )
}

/**
 * The names that no message has, in their order, each with the commits whose diffs have it.
 * @param {import('./repository.js').Repository} repository
 * @returns {readonly (readonly [string, ReadonlyMap<string, number>])[]}
 */
function namesIn({ git }) {
  const messages = git('log', '--format=%B').toLowerCase()
  /** @type {Map<string, Map<string, number>>} */
  const found = new Map()
  let commit = ''
  for (const line of git('log', '-p', '-U0', '--no-ext-diff', '--format=commit %H').split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length)
    if (!/^[+-](?![+-])/.test(line)) continue
    for (const [said] of line.slice(0, 300).matchAll(spelled)) {
      const counts = found.get(said) ?? new Map()
      found.set(said, counts.set(commit, (counts.get(commit) ?? 0) + 1))
    }
  }
  const isTelling = (/** @type {readonly [string, ReadonlyMap<string, number>]} */ [said, counts]) =>
    counts.size >= commitsOfName.least &&
    counts.size <= commitsOfName.most &&
    Math.max(...counts.values()) >= leastInOne &&
    !/^test/i.test(said) &&
    !messages.includes(said.toLowerCase())
  return [...found].filter(isTelling).sort(([a], [b]) => (a < b ? -1 : 1))
}
