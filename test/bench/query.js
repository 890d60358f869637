// @ts-check
// What an answer costs, from the start of the process to its end, and what it costs to keep the tree in step.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chanceFrom, generateEntry } from './entries.js'
import { inTurns, msOf, msOfProgram, plainRow, ratioRow } from './measure.js'
import { importFiles, newRepository, removeRepository } from './repository.js'
import { measureWarm } from './warm.js'

/**
 * @typedef {import('./repository.js').Bench} Bench
 * @typedef {import('./repository.js').Repository} Repository
 */

/**
 * How many entries, how often each thing is measured with them, how often at least where it is slow, and how many times
 * as long as a bare Node a query may take.
 */
const sizes = [
  { entries: 272, times: 15 },
  { entries: 2_400, times: 9 },
  { entries: 23_867, times: 9, most: { cold: 2.2, switched: 3 } },
  { entries: 100_000, times: 5, fewest: 1, most: { cold: 2.6, switched: 3 } },
]

/**
 * Measures cold queries beside a bare Node, answers of the open library, and refreshes, at four sizes.
 * @param {Bench} bench
 * @param {{ entries: number }} options
 */
export async function measureQuery(bench, { entries: mostEntries }) {
  await requireOneSpelling(bench)
  const rows = []
  for (const size of sizes) if (size.entries <= mostEntries) rows.push(...(await measureSize(bench, size)))
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

/** @param {Bench} bench @param {(typeof sizes)[number]} size */
async function measureSize(bench, { entries, times, fewest = 3, most }) {
  const repository = newRepository(bench, `query-${entries}`)
  const staged = commitStaged(repository)
  repository.ctx('init')
  learnAll(repository, entries)
  const first = msOfProgram(process.execPath, [bench.program, 'refresh'], { in: repository.root, env: bench.env })
  const cold = await coldQueries(bench, repository, { entries, times, staged })
  const kept = await refreshes(bench, repository, { entries, times: Math.min(times, 5), fewest })
  const moved = await switchedQueries(bench, repository, { entries, times: Math.min(times, 5) })
  const named = (/** @type {string} */ what) => `${what}, ${entries.toLocaleString('en')} entries`
  const warm = await measureWarm(bench, repository, { entries, times })
  removeRepository(repository)
  const atMost = (/** @type {number | undefined} */ ratio) => ({ bar: ratio === undefined ? '' : `≤ ${ratio} ×` })
  return [
    ratioRow(named('cold ctx query beside node -e 0'), cold.query, cold.node, atMost(most?.cold)),
    ratioRow(named('ctx prequery of a staged line beside node -e 0'), cold.prequery, cold.node, atMost(most?.cold)),
    ratioRow(
      named('ctx query right after a switch that changes ten entries'),
      moved.query,
      moved.node,
      atMost(most?.switched),
    ),
    plainRow(named('first query after ten entries changed'), kept.queryAfter),
    plainRow(named('ctx refresh after ten entries changed'), kept.refreshAfter),
    plainRow(named('git switch until the tree is shown, 10 differ'), kept.switched),
    plainRow(named('ctx refresh of a new clone, once'), [first]),
    ...warm,
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

/**
 * Commits the file that an entry is about, to be changed later, and gives how it is changed.
 * @param {Repository} repository
 */
function commitStaged({ git, write }) {
  const { text, question } = generateEntry(1)
  const path = /^- (src\/\S+)$/m.exec(text)?.[1] ?? ''
  const line = `export const ${question.split(' ').slice(0, 2).join('_')} = `
  write({ [path]: `${line}1\n${'// More.\n'.repeat(20)}` })
  git('add', '-A')
  git('commit', '-q', '-m', 'Add a file')
  return { [path]: `${line}2\n${'// More.\n'.repeat(20)}` }
}

/** A commit message as git gives it to prepare-commit-msg: only where git says that comments go, ctx writes one. */
const message = "\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored.\n"

/**
 * Measures `ctx query`, and `ctx prequery` as prepare-commit-msg runs it with one staged line.
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {{ entries: number, times: number, staged: Record<string, string> }} size
 */
async function coldQueries({ program, env }, { root, git, write }, { entries, times, staged }) {
  const chance = chanceFrom(entries)
  const runNode = (/** @type {readonly string[]} */ args) => msOfProgram(process.execPath, args, { in: root, env })
  write(staged)
  git('add', '-A')
  const found = await inTurns(
    {
      query: () => runNode([program, 'query', generateEntry(Math.floor(chance() * entries)).question]),
      prequery: () => {
        write({ [messageFile]: message })
        return runNode([program, 'prequery', '--message-file', messageFile])
      },
      node: () => runNode(['-e', '0']),
    },
    times,
  )
  if (!readFileSync(join(root, messageFile), 'utf8').includes('# What ctx knows'))
    throw new Error('ctx knew nothing about the staged file.')
  git('reset', '-q', '--hard')
  return found
}

const messageFile = '.git/COMMIT_EDITMSG'

/**
 * Measures the first query after a switch that no hook reported, and that therefore brings the tree in step itself.
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {{ entries: number, times: number }} size
 */
async function switchedQueries({ program, env }, { root, git, settled }, { entries, times }) {
  git('switch', '-q', 'main')
  await settled()
  const how = { in: root, env: { ...env, CTX_HOOKS: '0' } }
  const found = await inTurns(
    {
      query: (turn) => {
        msOfProgram('git', ['switch', '-q', turn % 2 === 0 ? 'other' : 'main'], how)
        return msOfProgram(process.execPath, [program, 'query', changedQuestion(entries, turn)], {
          ...how,
          fine: [0, 1],
        })
      },
      node: () => msOfProgram(process.execPath, ['-e', '0'], how),
    },
    times,
  )
  git('switch', '-q', 'main')
  await settled()
  return found
}

/**
 * A question that one of these entries answers; another one each turn, because ctx remembers its answers.
 * @param {number} entries
 * @param {number} turn
 */
const changedQuestion = (entries, turn) => generateEntry(Math.floor(((turn % 10) * entries) / 10)).question

/**
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {{ entries: number, times: number, fewest: number }} size
 */
async function refreshes({ program, env }, repository, { entries, times, fewest }) {
  let seed = 2
  const afterChange = (/** @type {readonly string[]} */ args) => {
    importFiles(repository, 'refs/heads/ctx/main', changedEntries(entries, seed++))
    // What was changed may not say any more what is asked.
    return msOfProgram(process.execPath, [program, ...args], { in: repository.root, env, fine: [0, 1] })
  }
  const changed = await inTurns(
    {
      queryAfter: (turn) => afterChange(['query', changedQuestion(entries, turn)]),
      refreshAfter: () => afterChange(['refresh']),
    },
    times,
    { fewest },
  )
  const { switched } = await inTurns({ switched: (turn) => switchBranch(repository, turn) }, times, { fewest })
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
