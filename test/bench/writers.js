// @ts-check
// The load that sharing holds: clones that push to one remote all at once, beside as many plain pushes to branches of
// their own, for which nobody has to wait.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { arrived, makeWriters, pushAll } from '../support/writers.js'
import { msOf, quantile, ratioRow } from './measure.js'

const uses = 3

/** @param {import('./repository.js').Bench} bench */
export async function measureWriters(bench) {
  const rows = []
  for (const writers of [10, 50]) rows.push(...(await measure(bench, writers)))
  return rows
}

/** @param {import('./repository.js').Bench} bench @param {number} writers */
async function measure({ folder, program, env }, writers) {
  const { remote, clones } = makeWriters(join(folder, `writers-${writers}`), { writers, uses, env })
  const plain = await msOf(
    async () =>
      await Promise.all(
        clones.map(async (cwd, at) => {
          const child = spawn('git', ['push', '-q', 'origin', `ctx/main:refs/heads/own-${at}`], {
            cwd,
            env,
            stdio: 'ignore',
          })
          await once(child, 'close')
        }),
      ),
  )
  /** @type {readonly import('../support/writers.js').Pushed[]} */
  let pushed = []
  const shared = await msOf(async () => (pushed = await pushAll(clones, { program, env })))
  const won = pushed.filter(({ code }) => code === 0)
  const found = arrived(remote, env)
  if (found.own !== won.length || found.facts !== won.length || found.accesses !== won.length * uses)
    throw new Error(`${won.length} pushes went through, and ${JSON.stringify(found)} arrived`)
  const tries = won.map(({ tries: count }) => count)
  const all = tries.reduce((sum, count) => sum + count, 0)
  const told = `${won.length} of ${writers} through, tries ${quantile(tries)} (at most ${Math.max(...tries)}), ${(all / won.length).toFixed(1)} each`
  return [ratioRow(`ctx push of ${writers} clones at once: ${told}`, [shared], [plain], { bar: 'all arrives' })]
}
