// @ts-check
// What learning from the past costs: reading all of a history beside git printing its diffs.
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTurns, msOfProgram, quantile, ratioRow } from './measure.js'
import { cloneRepository } from './repository.js'

/** @typedef {import('./repository.js').Repository} Repository */

const times = 5

/**
 * Measures `ctx curate --all --dry-run` and `ctx init --history` on a clone, beside `git log -p -U0` of the same.
 * @param {import('./repository.js').Bench} bench
 * @param {{ history: string }} options
 */
export async function measureHistory(bench, { history }) {
  const repository = cloneRepository(bench, history, 'history')
  const { root, env, git } = repository
  const commits = Number(git('rev-list', '--count', 'HEAD'))
  const run = (/** @type {string} */ command, /** @type {readonly string[]} */ args) =>
    msOfProgram(command, args, { in: root, env, unread: true })
  const found = await inTurns(
    {
      log: () => run('git', ['log', '-p', '-U0', 'HEAD']),
      dry: () => {
        forget(repository)
        return run(process.execPath, [bench.program, 'curate', '--all', '--dry-run'])
      },
      init: async () => {
        forget(repository)
        const took = run(process.execPath, [bench.program, 'init', '--history'])
        // It goes on to read the log in the background, which is not to slow whoever is measured next.
        await sleep(500)
        await repository.settled()
        return took
      },
    },
    times,
  )
  const asked = await askAboutIt(bench, repository)
  const of = `of ${commits} commits (${basename(history)})`
  const speed = (/** @type {readonly number[]} */ samples) => `${Math.round(commits / (quantile(samples) / 1000))}/s`
  return [
    ratioRow(`ctx curate --all --dry-run ${of}, ${speed(found.dry)}`, found.dry, found.log),
    ratioRow(`ctx init --history ${of}, ${speed(found.init)}`, found.init, found.log),
    ratioRow(`cold ctx query about the history ${of} beside node -e 0`, asked.query, asked.node),
  ]
}

/**
 * Asks for twelve commits by their headlines once all of the history is read, each question in a process of its own.
 * @param {import('./repository.js').Bench} bench
 * @param {Repository} repository
 */
async function askAboutIt({ program }, { root, env, git, ctx }) {
  ctx('look')
  const subjects = git('log', '--no-merges', '--format=%s', 'HEAD')
    .split('\n')
    .filter((subject) => subject.split(' ').length >= 5)
  const step = Math.max(1, Math.floor(subjects.length / 12))
  const questions = subjects.filter((_, at) => at % step === 0).slice(0, 12)
  let next = 0
  const run = (/** @type {readonly string[]} */ args) =>
    msOfProgram(process.execPath, args, { in: root, env, fine: [0, 1] })
  return await inTurns(
    {
      query: () => run([program, 'query', '--', questions[next++ % questions.length] ?? '']),
      node: () => run(['-e', '0']),
    },
    questions.length,
  )
}

/**
 * Makes the clone as it was before `ctx init`, except for objects that nothing names.
 * @param {Repository} repository
 */
function forget({ root, git }) {
  for (const ref of git('for-each-ref', '--format=%(refname)', 'refs/heads/ctx/').split('\n'))
    if (ref !== '') git('update-ref', '-d', ref)
  for (const path of ['.ctx', '.git/ctx', '.git/hooks']) rmSync(join(root, path), { recursive: true, force: true })
}
