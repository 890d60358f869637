// @ts-check
// Whether who asks when a file came, or why a folder went, is told of the commit that git says did so.
import { isCode, measureAsked, some } from './asked.js'

/** A commit that adds more files is a beginning or a move, and no arrival of one of them. */
const mostAtOnce = 20
/** Files that a folder loses at once, at least. */
const leastLost = 3

/** What says what a file is; `main` and `utils` say nothing. */
const isTelling = (/** @type {string} */ name) =>
  /^[a-z][a-z_-]{3,30}$/i.test(name) &&
  !/^(?:common|consts?|constants|errors?|index|init|main|types?|utils?|version)$/i.test(name)

const nameOf = (/** @type {string} */ path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/**
 * Asks for files and folders, in the clones that stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export const measureFiles = (bench, { answers }) => measureAsked(bench, answers, questionsOf)

/**
 * The questions that a history answers by what it did to files, whatever its messages say.
 * @param {import('./repository.js').Repository} repository
 * @returns {Record<string, readonly import('./asked.js').Asked[]>}
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
    'when files came': some(once.filter((name) => came.get(name))).map((name) => ({
      question: `when was the ${inWords(name)} module added`,
      commits: [came.get(name)],
    })),
    'why folders went': some([...went].sort(([a], [b]) => (a < b ? -1 : 1))).flatMap(([folder, counts]) => {
      const [first] = [...counts].sort(([, a], [, b]) => b - a)
      return first === undefined || first[1] < leastLost
        ? []
        : [{ question: `why was the ${folder} folder removed`, commits: [first[0]] }]
    }),
  }
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
