// @ts-check
// What a step of a plan costs when there are more goals: in memory, and on a knowledge branch.
import { pathToFileURL } from 'node:url'
import { inTurns, msOf, msOfProgram, ratioRow } from './measure.js'
import { importFiles, newRepository } from './repository.js'

/** @typedef {import('./repository.js').Bench} Bench */
/** @typedef {import('../../src/index.ts')} Library */

const sizes = /** @type {const} */ ([100, 1_000, 10_000])
const steps = 100
const depth = 50
const digest = 'Signed with RS256 instead of HS256; POST /auth/login in src/auth/login.ts.'
const bar = '≤ 2 ×'

/**
 * Measures steps at 100, 1,000 and 10,000 goals, each beside 100.
 * @param {Bench} bench
 */
export async function measureGoals(bench) {
  return [...(await libraryRows(bench)), ...(await branchRows(bench))]
}

/** @param {Bench} bench */
async function libraryRows({ library }) {
  /** @type {Library} */
  const { ContextTree } = await import(pathToFileURL(library).href)
  const run = (/** @type {number} */ size) => async () => {
    const tree = new ContextTree({ globalContext: { project: 'bench', languages: ['TypeScript'] } })
    fill(tree, size)
    return ((await msOf(() => takeSteps(tree, size))) * 1000) / steps
  }
  const [hundred, thousand, ten] = sizes
  const found = await inTurns({ hundred: run(hundred), thousand: run(thousand), ten: run(ten) }, 60)
  const what = 'a step in memory (make, tell, count, hydrate, finish, sum up)'
  return [
    ratioRow(`${what}: 1,000 goals beside 100`, found.thousand, found.hundred, { bar, unit: 'µs' }),
    ratioRow(`${what}: 10,000 goals beside 100`, found.ten, found.hundred, { bar, unit: 'µs' }),
  ]
}

/**
 * Chains of fifty, all hanging from one root; half of the goals are finished.
 * @param {InstanceType<Library['ContextTree']>} tree
 * @param {number} size
 */
function fill(tree, size) {
  tree.createRootContext('0', { intent: 'Root' })
  for (let at = 1; at < size; at++) {
    tree.createChildContext(String(at), String((at - 1) % depth === 0 ? 0 : at - 1), { intent: `Goal ${at}` })
    if (at % 2 === 0) tree.dehydrateContext(String(at), digest)
  }
}

/** @param {InstanceType<Library['ContextTree']>} tree @param {number} size */
function takeSteps(tree, size) {
  for (let at = 0; at < steps; at++) {
    const parent = String((at * 7919) % size)
    const id = `step-${at}`
    tree.createChildContext(id, parent)
    tree.setGlobalContext('step', at)
    tree.setLocalContext(id, 'provider', 'Auth0')
    tree.updateTokenUsage(id, 350)
    tree.hydrateContext(id)
    tree.dehydrateContext(id, digest)
    tree.hydrateContext(parent)
    tree.getTreeStats()
  }
}

/** @param {Bench} bench */
async function branchRows(bench) {
  const [hundred, thousand, ten] = sizes.map((size) => repositoryWith(bench, size))
  if (hundred === undefined || thousand === undefined || ten === undefined) throw new Error('three sizes')
  const rows = []
  for (const [what, args] of /** @type {const} */ ([
    ['ctx goal note', ['goal', 'note', 'A thought on the way']],
    ['ctx goal hydrate', ['goal', 'hydrate']],
  ])) {
    const run =
      (/** @type {import('./repository.js').Repository} */ { root, env }) =>
      () =>
        msOfProgram(process.execPath, [bench.program, ...args], { in: root, env })
    const found = await inTurns({ hundred: run(hundred), thousand: run(thousand), ten: run(ten) }, 20)
    rows.push(
      ratioRow(`${what}: 1,000 goals beside 100`, found.thousand, found.hundred, { bar }),
      ratioRow(`${what}: 10,000 goals beside 100`, found.ten, found.hundred, { bar }),
    )
  }
  return rows
}

/** @param {Bench} bench @param {number} size */
function repositoryWith(bench, size) {
  const repository = newRepository(bench, `goals-${size}`)
  repository.ctx('init', '--no-hooks')
  repository.ctx('curate', '--text', 'A token must never be used twice.', '--topic', 'auth/tokens')
  importFiles(repository, 'refs/heads/ctx/main', goalFiles(size - 1))
  repository.ctx('goal', 'start', 'Build the shop')
  return repository
}

/** @param {number} count @returns {Generator<readonly [string, string]>} */
function* goalFiles(count) {
  for (let at = 0; at < count; at++) {
    const id = `feature-${at}-0a1b2c3d`
    const goal = { id, branch: `feature/${at}`, parent: '', intent: `Goal ${at}`, tokenLimit: 8192, digest }
    yield [`.goals/${id}.json`, `${JSON.stringify(goal, undefined, 2)}\n`]
  }
}
