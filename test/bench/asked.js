// @ts-check
// Asks what git itself can answer, in the clones of a folder, and counts how often the right commit is shown.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { untilWhole } from './answers.js'
import { textRow } from './quality.js'
import { cloneWhole, findClone, removeRepository } from './repository.js'

/** Of what is alike, that many are asked of each repository, spread evenly over the alphabet. */
const most = 12

/** @typedef {{ question: string, commits: readonly string[] }} Asked A question, and the commits that are right. */
/** @typedef {import('./measure.js').Missed & { rank: number }} Outcome */

/**
 * Asks the questions of each clone in a folder; a row for each of its figures, and one for all clones together.
 * @param {import('./repository.js').Bench} bench
 * @param {string | undefined} answers
 * @param {(repository: import('./repository.js').Repository) => Record<string, readonly Asked[]>} questionsOf
 */
export async function measureAsked(bench, answers, questionsOf) {
  if (answers === undefined) return []
  const rows = []
  /** @type {Record<string, Outcome[]>} */
  const all = {}
  for (const name of readdirSync(answers).sort()) {
    const from = findClone(answers, name)
    const repository = from === undefined ? undefined : cloneWhole(bench, from, 'asked')
    if (repository === undefined) continue
    repository.ctx('init', '--history')
    await untilWhole(repository, bench)
    for (const [figure, asked] of Object.entries(questionsOf(repository))) {
      const found = asked.map((one) => ask(one, repository, bench))
      if (found.length > 0) rows.push(rowOf(`${figure} (${name})`, found))
      all[figure] = [...(all[figure] ?? []), ...found]
    }
    removeRepository(repository)
  }
  return [...rows, ...Object.entries(all).map(([figure, found]) => rowOf(`${figure} (all)`, found))]
}

/**
 * @param {Asked} asked
 * @param {import('./repository.js').Repository} repository
 * @param {import('./repository.js').Bench} bench
 * @returns {Outcome}
 */
function ask({ question, commits }, { root, env }, { program }) {
  const args = [program, 'query', '--json', question]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  /** @type {{ hits: readonly { commit: string }[] }} */
  const { hits } = JSON.parse(stdout)
  const said = hits.slice(0, 3).map(({ commit }) => commit)
  return { question, commits, said, rank: said.findIndex((commit) => commits.includes(commit)) }
}

/**
 * @param {string} figure
 * @param {readonly Outcome[]} found
 */
function rowOf(figure, found) {
  const count = (/** @type {(rank: number) => boolean} */ holds) => found.filter(({ rank }) => holds(rank)).length
  const said = `${count((rank) => rank >= 0)} of ${found.length} among the first three, ${count((rank) => rank === 0)} first`
  return { ...textRow(figure, said), missed: found.filter(({ rank }) => rank !== 0) }
}

/** How the names of files of code end. */
export const codeEndings = ['c', 'cc', 'ex', 'go', 'java', 'js', 'kt', 'py', 'rb', 'rs', 'swift', 'ts', 'tsx']
const codeFile = new RegExp(String.raw`\.(?:${codeEndings.join('|')})$`)

/** @param {string} path */
export const isCode = (path) =>
  codeFile.test(path) &&
  !/(?:^|[/_.-])(?:bench|demos?|docs?|examples?|fixtures?|samples?|specs?|tests?|testdata|third_party|vendor|Godeps)/i.test(
    path,
  ) &&
  !/[a-z]Tests?[./]/.test(path)

/**
 * @template Item
 * @param {readonly Item[]} all
 * @returns {readonly Item[]}
 */
export const some = (all) => {
  const step = Math.max(1, all.length / most)
  return all.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)).slice(0, most)
}
