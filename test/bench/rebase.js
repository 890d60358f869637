// @ts-check
// What a rebase costs: twenty commits replayed with our hooks beside the same without.
import { inTurns, msOfProgram, ratioRow } from './measure.js'
import { newRepository } from './repository.js'

/** @typedef {import('./repository.js').Repository} Repository */

const commits = 20
const times = 9

/**
 * Measures `git rebase main` of a branch with twenty commits; the branch is put back between the runs.
 * @param {import('./repository.js').Bench} bench
 */
export async function measureRebase(bench) {
  const without = newRepository(bench, 'rebase-without')
  const hooked = newRepository(bench, 'rebase-with')
  hooked.ctx('init')
  for (const repository of [without, hooked]) await branchOff(repository)
  const { hooked: measured, without: beside } = await inTurns(
    { hooked: () => rebase(hooked), without: () => rebase(without) },
    times,
    { fewest: 5 },
  )
  return [ratioRow(`git rebase of ${commits} commits, hooks beside none`, measured, beside, { bar: '≤ 2 ×' })]
}

/**
 * Makes the branch `topic` of twenty commits, all learned from where there are hooks, and moves `main` on by one.
 * @param {Repository} repository
 */
async function branchOff({ git, write, settled }) {
  git('switch', '-q', '-c', 'topic')
  for (let at = 1; at <= commits; at++) {
    write({ [`src/auth/step_${at}.ts`]: `export const step = ${at}\n` })
    git('add', '-A')
    git('commit', '-q', '-m', `Add step ${at} of signing in`)
  }
  git('tag', 'start')
  git('switch', '-q', 'main')
  write({ 'src/web/page.ts': 'export const page = 1\n' })
  git('add', '-A')
  git('commit', '-q', '-m', 'Add the first page')
  git('switch', '-q', 'topic')
  await settled()
}

/** @param {Repository} repository */
async function rebase({ root, env, git, settled }) {
  // A reset fires no hook.
  git('reset', '-q', '--hard', 'start')
  await settled()
  return msOfProgram('git', ['rebase', '-q', 'main'], { in: root, env })
}
