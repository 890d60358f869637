// @ts-check
// What learning from the past costs: reading all of a history beside git printing its diffs.
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
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
      init: () => {
        forget(repository)
        return run(process.execPath, [bench.program, 'init', '--history'])
      },
    },
    times,
  )
  const of = `of ${commits} commits (${basename(history)})`
  const speed = (/** @type {readonly number[]} */ samples) => `${Math.round(commits / (quantile(samples) / 1000))}/s`
  return [
    ratioRow(`ctx curate --all --dry-run ${of}, ${speed(found.dry)}`, found.dry, found.log),
    ratioRow(`ctx init --history ${of}, ${speed(found.init)}`, found.init, found.log),
  ]
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
