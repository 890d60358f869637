// @ts-check
// Whether who asks when a file came, or why a folder went, is told of the commit that git says did so.
import { spawnSync } from 'node:child_process'
import { repositoriesAsked, untilWhole } from './answers.js'
import { textRow } from './quality.js'
import { cloneWhole, findClone, removeRepository } from './repository.js'

/** Files, and folders, that are asked of each repository, spread evenly over the alphabet. */
const most = 12
/** A commit that adds more files is a beginning or a move, and no arrival of one of them. */
const mostAtOnce = 20
/** Files that a folder loses at once, at least. */
const leastLost = 3

const isCode = (/** @type {string} */ path) =>
  /\.(?:c|cc|ex|go|java|js|kt|py|rb|rs|swift|tsx?)$/.test(path) &&
  !/(?:^|[/_.-])(?:bench|demos?|docs?|examples?|fixtures?|specs?|tests?|testdata|vendor)/i.test(path)

/** What says what a file is; `main` and `utils` say nothing. */
const isTelling = (/** @type {string} */ name) =>
  /^[a-z][a-z_-]{3,30}$/i.test(name) &&
  !/^(?:common|consts?|constants|errors?|index|init|main|types?|utils?|version)$/i.test(name)

const nameOf = (/** @type {string} */ path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** @typedef {{ question: string, commit: string }} Asked */

/**
 * Asks for files and folders, in clones of the repositories of `answers`, which stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export async function measureFiles(bench, { answers }) {
  if (answers === undefined) return []
  const rows = []
  for (const name of repositoriesAsked) {
    const from = findClone(answers, name)
    const repository = from === undefined ? undefined : cloneWhole(bench, from, 'files')
    if (repository === undefined) continue
    repository.ctx('init', '--history')
    await untilWhole(repository, bench)
    const { came, went } = questionsOf(repository)
    rows.push(rowOf(`when files came (${name})`, came, { repository, bench }))
    rows.push(rowOf(`why folders went (${name})`, went, { repository, bench }))
    removeRepository(repository)
  }
  return rows
}

/**
 * @param {string} figure
 * @param {readonly Asked[]} asked
 * @param {{ repository: import('./repository.js').Repository, bench: import('./repository.js').Bench }} where
 */
function rowOf(figure, asked, { repository: { root, env }, bench: { program } }) {
  const ranks = asked.map(({ question, commit }) => {
    const args = [program, 'query', '--json', question]
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    /** @type {{ hits: readonly { commit: string }[] }} */
    const { hits } = JSON.parse(stdout)
    return hits.slice(0, 3).findIndex((hit) => hit.commit === commit)
  })
  const count = (/** @type {(rank: number) => boolean} */ holds) => ranks.filter(holds).length
  return textRow(
    figure,
    `${count((rank) => rank >= 0)} of ${asked.length} among the first three, ${count((rank) => rank === 0)} first`,
  )
}

/**
 * The questions that a history answers by what it did to files, whatever its messages say.
 * @param {import('./repository.js').Repository} repository
 * @returns {{ came: readonly Asked[], went: readonly Asked[] }}
 */
function questionsOf({ git }) {
  const there = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')
  const folders = new Set(there.flatMap((path) => path.split('/').slice(0, -1)))
  const names = there.filter(isCode).map(nameOf).filter(isTelling)
  const came = new Map()
  /** @type {Map<string, Map<string, number>>} */
  const went = new Map()
  for (const { commit, added, deleted } of changesIn(git)) {
    // Who gave a name many files at once is not who first wrote one.
    for (const name of added.map(nameOf)) if (!came.has(name)) came.set(name, added.length > mostAtOnce ? '' : commit)
    for (const folder of deleted.flatMap((path) => [...new Set(path.split('/').slice(0, -1))])) {
      if (folders.has(folder) || !isTelling(folder)) continue
      const counts = went.get(folder) ?? new Map()
      went.set(folder, counts.set(commit, (counts.get(commit) ?? 0) + 1))
    }
  }
  const once = [...new Set(names)].filter((name) => names.indexOf(name) === names.lastIndexOf(name)).sort()
  const inWords = (/** @type {string} */ name) => name.replaceAll(/[_-]/g, ' ')
  return {
    came: some(once.filter((name) => came.get(name))).map((name) => ({
      question: `when was the ${inWords(name)} module added`,
      commit: came.get(name),
    })),
    went: some([...went].sort(([a], [b]) => (a < b ? -1 : 1))).flatMap(([folder, counts]) => {
      const [first] = [...counts].sort(([, a], [, b]) => b - a)
      return first === undefined || first[1] < leastLost
        ? []
        : [{ question: `why was the ${folder} folder removed`, commit: first[0] }]
    }),
  }
}

/**
 * @template Item
 * @param {readonly Item[]} all
 * @returns {readonly Item[]}
 */
const some = (all) => {
  const step = Math.max(1, all.length / most)
  return all.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)).slice(0, most)
}

/**
 * The files that each commit added and deleted, oldest first; what was moved is neither.
 * @param {import('./repository.js').Repository['git']} git
 * @returns {readonly { commit: string, added: readonly string[], deleted: readonly string[] }[]}
 */
function changesIn(git) {
  const log = git('log', '--reverse', '--no-merges', '-M', '--diff-filter=AD', '--name-status', '--format=commit %H')
  return log
    .split(/^commit /m)
    .slice(1)
    .map((block) => {
      const [commit = '', ...lines] = block.split('\n')
      const named = (/** @type {string} */ status) =>
        lines.flatMap((line) => (line.startsWith(`${status}\t`) ? [line.slice(2)] : []))
      return { commit, added: named('A').filter(isCode), deleted: named('D') }
    })
}
