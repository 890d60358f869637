// @ts-check
// What a commit costs its author: `git commit` with our hooks beside the same commit without.
import { differenceRow, inTurns, msOfProgram } from './measure.js'
import { newRepository } from './repository.js'

/** @typedef {import('./repository.js').Repository} Repository */

const times = 40

/**
 * Measures commits of one changed line, with the worker idle and with the worker starting beside them.
 * @param {import('./repository.js').Bench} bench
 */
export async function measureCommit(bench) {
  const without = newRepository(bench, 'commit-without')
  const hooked = newRepository(bench, 'commit-with')
  hooked.ctx('init')
  const idle = await inTurns(
    { hooked: (turn) => idleCommit(hooked, turn), without: (turn) => idleCommit(without, turn) },
    times,
    { fewest: 30 },
  )
  const busy = await inTurns(
    { hooked: (turn) => secondCommit(hooked, turn), without: (turn) => secondCommit(without, turn) },
    times,
    { fewest: 30 },
  )
  return [
    differenceRow('git commit, hooks beside none', idle.hooked, idle.without, { bar: '≤ +10 ms' }),
    differenceRow('git commit right after another, a worker starting', busy.hooked, busy.without),
  ]
}

/** @param {Repository} repository @param {number} turn */
async function idleCommit(repository, turn) {
  await repository.settled()
  return commitOneLine(repository, `idle ${turn}`)
}

/**
 * The commit before it, which does not count, has just started a worker.
 * @param {Repository} repository
 * @param {number} turn
 */
async function secondCommit(repository, turn) {
  await repository.settled()
  repository.write({ 'src/auth/rules.ts': `export const rules = 'first ${turn}'\n` })
  repository.git('add', '-A')
  repository.write({ 'src/store/rules.ts': `export const rules = 'second ${turn}'\n` })
  commit(repository, `Change the rules of auth, ${turn}`)
  repository.git('add', '-A')
  return commit(repository, `Change the rules of store, ${turn}`)
}

/** @param {Repository} repository @param {string} what */
function commitOneLine(repository, what) {
  repository.write({
    'src/auth/index.ts': `${"export const index = 'auth'\n".repeat(19)}export const last = '${what}'\n`,
  })
  repository.git('add', '-A')
  return commit(repository, `Keep the last index of auth: ${what}`)
}

/** @param {Repository} repository @param {string} message */
const commit = ({ root, env }, message) => msOfProgram('git', ['commit', '-q', '-m', message], { in: root, env })
