// @ts-check
// What an answer costs, from the start of the process to its end, and what it costs to keep the tree in step.
import { pathToFileURL } from 'node:url'
import { chanceFrom, generateEntry } from './entries.js'
import { inTurns, msOf, msOfProgram, plainRow, ratioRow } from './measure.js'
import { importFiles, newRepository, removeRepository } from './repository.js'

/**
 * @typedef {import('./repository.js').Bench} Bench
 * @typedef {import('./repository.js').Repository} Repository
 */

/** How many entries, and how often each thing is measured with them. */
const sizes = [
  { entries: 272, times: 15 },
  { entries: 2_400, times: 9 },
  { entries: 23_867, times: 5 },
]

/**
 * Measures cold queries beside a bare Node, and refreshes, at three sizes.
 * @param {Bench} bench
 */
export async function measureQuery(bench) {
  await requireOneSpelling(bench)
  const rows = []
  for (const size of sizes) rows.push(...(await measureSize(bench, size)))
  return rows
}

/**
 * Entries that ctx would write differently would measure something that never happens.
 * @param {Bench} bench
 */
async function requireOneSpelling({ library }) {
  const { readEntry, writeEntry } = await import(pathToFileURL(library).href)
  for (let number = 0; number < 1_000; number++) {
    const { path, text } = generateEntry(number)
    if (writeEntry(readEntry(text).entry) !== text) throw new Error(`ctx spells ${path} differently.`)
  }
}

/** @param {Bench} bench @param {{ entries: number, times: number }} size */
async function measureSize(bench, { entries, times }) {
  const repository = newRepository(bench, `query-${entries}`)
  repository.ctx('init')
  learnAll(repository, entries)
  const first = msOfProgram(process.execPath, [bench.program, 'refresh'], { in: repository.root, env: bench.env })
  const cold = await coldQueries(bench, repository, { entries, times })
  const kept = await refreshes(bench, repository, { entries, times: Math.min(times, 5) })
  await repository.settled()
  removeRepository(repository)
  const named = (/** @type {string} */ what) => `${what}, ${entries.toLocaleString('en')} entries`
  return [
    ratioRow(named('cold ctx query beside node -e 0'), cold.query, cold.node),
    plainRow(named('first query after ten entries changed'), kept.queryAfter),
    plainRow(named('ctx refresh after ten entries changed'), kept.refreshAfter),
    plainRow(named('git switch until the tree is shown, 10 differ'), kept.switched),
    plainRow(named('ctx refresh of a new clone, once'), [first]),
  ]
}

/** @param {Repository} repository @param {number} entries */
function learnAll(repository, entries) {
  importFiles(repository, 'refs/heads/ctx/main', generateEntries(entries))
  repository.git('branch', '-q', 'other')
  repository.git('branch', '-q', 'ctx/other', 'ctx/main')
  importFiles(repository, 'refs/heads/ctx/other', changedEntries(entries, 1))
}

/** @param {number} entries */
function* generateEntries(entries) {
  for (let number = 0; number < entries; number++) {
    const { path, text } = generateEntry(number)
    yield /** @type {const} */ ([path, text])
  }
}

/**
 * Ten entries all over the tree, with other text.
 * @param {number} entries
 * @param {number} seed
 */
function* changedEntries(entries, seed) {
  for (let at = 0; at < 10; at++) {
    const { path, text } = generateEntry(Math.floor((at * entries) / 10), { seed })
    yield /** @type {const} */ ([path, text])
  }
}

/** @param {Bench} bench @param {Repository} repository @param {{ entries: number, times: number }} size */
async function coldQueries({ program, env }, { root }, { entries, times }) {
  const chance = chanceFrom(entries)
  const runNode = (/** @type {readonly string[]} */ args) => msOfProgram(process.execPath, args, { in: root, env })
  return await inTurns(
    {
      query: () => runNode([program, 'query', generateEntry(Math.floor(chance() * entries)).question]),
      node: () => runNode(['-e', '0']),
    },
    times,
  )
}

/** @param {Bench} bench @param {Repository} repository @param {{ entries: number, times: number }} size */
async function refreshes({ program, env }, repository, { entries, times }) {
  let seed = 2
  const afterChange = (/** @type {readonly string[]} */ args) => {
    importFiles(repository, 'refs/heads/ctx/main', changedEntries(entries, seed++))
    return msOfProgram(process.execPath, [program, ...args], { in: repository.root, env })
  }
  const { question } = generateEntry(1)
  const changed = await inTurns(
    { queryAfter: () => afterChange(['query', question]), refreshAfter: () => afterChange(['refresh']) },
    times,
  )
  const { switched } = await inTurns({ switched: (turn) => switchBranch(repository, turn) }, times)
  return { ...changed, switched }
}

/**
 * Switches the branch with the hooks on, until the worker that they start is done.
 * @param {Repository} repository
 * @param {number} turn
 */
const switchBranch = async ({ git, settled }, turn) => {
  await settled()
  return await msOf(async () => {
    git('switch', '-q', turn % 2 === 0 ? 'other' : 'main')
    await settled()
  })
}
