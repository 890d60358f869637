// @ts-check
// What it costs to assemble the brain: as a program from its start to its end, and in one that has the library open.
import { pathToFileURL } from 'node:url'
import { generateEntry } from './entries.js'
import { inTurns, msOf, msOfProgram, ratioRow } from './measure.js'
import { importFiles, newRepository, removeRepository } from './repository.js'

/** @typedef {import('./repository.js').Bench} Bench */

const sizes = [
  { entries: 1_200, times: 15 },
  { entries: 10_000, times: 7 },
]

/**
 * Measures `ctx brain` beside a bare Node, and the library's answer to somebody who has the brain already beside a new one.
 * @param {Bench} bench
 */
export async function measureBrain(bench) {
  const rows = []
  for (const { entries, times } of sizes) {
    const repository = newRepository(bench, `brain-${entries}`)
    repository.ctx('init')
    importFiles(repository, 'refs/heads/ctx/main', generateEntries(entries))
    repository.ctx('refresh')
    const how = { in: repository.root, env: bench.env }
    const named = (/** @type {string} */ what) => `${what}, ${entries.toLocaleString('en')} entries`
    const cold = await inTurns(
      {
        brain: () => msOfProgram(process.execPath, [bench.program, 'brain'], how),
        summary: () => msOfProgram(process.execPath, [bench.program, 'brain', '--summary'], how),
        node: () => msOfProgram(process.execPath, ['-e', '0'], how),
      },
      times,
    )
    const { open, brain, brainUnless } = await import(pathToFileURL(bench.library).href)
    const ctx = await open({ cwd: repository.root, env: bench.env })
    const { etag } = await brain(ctx)
    const warm = await inTurns(
      { brain: () => msOf(() => brain(ctx)), known: () => msOf(() => brainUnless(ctx, etag)) },
      times,
    )
    if ('document' in (await brainUnless(ctx, etag))) throw new Error('The brain is not known by its tag.')
    removeRepository(repository)
    rows.push(
      ratioRow(named('ctx brain beside node -e 0'), cold.brain, cold.node),
      ratioRow(named('ctx brain --summary beside node -e 0'), cold.summary, cold.node),
      ratioRow(named('brain of the library beside node -e 0'), warm.brain, cold.node),
      ratioRow(named('304 of the library beside assembling'), warm.known, warm.brain),
    )
  }
  return rows
}

/** @param {number} entries */
function* generateEntries(entries) {
  for (let number = 0; number < entries; number++) {
    const { path, text } = generateEntry(number)
    yield /** @type {const} */ ([path, text])
  }
}
