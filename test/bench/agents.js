// @ts-check
// What agents' hooks add to a conversation, in tokens, and how long each of them takes.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTurns, msOfProgram, ratioRow } from './measure.js'
import { cloneRepository, removeRepository } from './repository.js'

/** @typedef {import('./repository.js').Bench} Bench */
/** @typedef {import('./repository.js').Repository} Repository */

/** Work that is asked for, each followed by a turn that says little; the commits that did it are not known yet. */
const tasks = 15
const behind = 150
const followUps = ['yes, go on', 'run the tests', 'looks good, commit it', 'why did that fail?', 'no, undo that']
const times = 15

/**
 * A conversation of thirty turns with somebody who does what the newest commits did: asks in the words of a subject, edits
 * the files that it touched, and stops. Only what was learned before those commits is known.
 * @param {Bench} bench
 * @param {{ history: string }} options
 */
export async function measureAgents(bench, { history }) {
  const repository = cloneRepository(bench, history, 'agents')
  const { git, ctx } = repository
  const newest = git('rev-list', '--no-merges', '--first-parent', `--max-count=${behind}`, 'HEAD').split('\n')
  git('reset', '-q', '--hard', `${newest.at(-1)}~1`)
  ctx('init', '--history')
  const call = caller(bench, repository)
  await untilWhole(bench, repository)
  call('edit', { tool_input: { file_path: 'README.md' } })
  const turns = newest.map((sha) => turnOf(repository, sha)).filter(({ files }) => files.length > 0)
  const told = { start: call('start', { source: 'startup' }), prompt: 0, edit: 0, stop: 0 }
  let answered = 0
  let edits = 0
  for (const [at, { subject, files }] of turns.slice(0, tasks).entries()) {
    const tokens = call('prompt', { prompt: subject })
    told.prompt += tokens + call('prompt', { prompt: followUps[at % followUps.length] })
    if (tokens > 0) answered++
    for (const file of files) told.edit += call('edit', { tool_name: 'Edit', tool_input: { file_path: file } })
    edits += files.length
    told.stop += call('stop', {}) + call('stop', {})
  }
  const rows = Object.entries(told).map(([moment, tokens]) => tokensRow(`tokens of ${moment}, 30 turns`, tokens))
  const all = Object.values(told).reduce((sum, tokens) => sum + tokens, 0)
  rows.push(
    tokensRow('tokens of all hooks, 30 turns', all),
    { ...tokensRow('', 0), figure: 'prompts with work that were told something', measured: `${answered} of ${tasks}` },
    { ...tokensRow('', 0), figure: 'edits in those turns', measured: String(edits) },
    ...(await timeHooks(bench, repository, turns[0])),
  )
  removeRepository(repository)
  return rows
}

/**
 * What an agent is told comes from the log too, which the first question has read in the background.
 * @param {Bench} bench
 * @param {Repository} repository
 */
async function untilWhole({ program, env }, { root }) {
  for (let tried = 0; tried < 300; tried++) {
    const { stderr } = spawnSync(process.execPath, [program, 'query', 'anything'], { cwd: root, env, encoding: 'utf8' })
    if (!stderr.includes('still being read')) return
    await sleep(1_000)
  }
  throw new Error('The history was not read within five minutes.')
}

/**
 * @param {Repository} repository
 * @param {string} sha
 */
function turnOf({ root, git }, sha) {
  const subject = git('show', '-s', '--format=%s', sha)
    .replace(/^\w+(?:\([^)]*\))?!?: /, '')
    .replace(/ \(#\d+\)$/, '')
  const touched = git('show', '--format=', '--name-only', '--no-renames', sha).split('\n')
  const files = touched.filter((path) => /\.(?:[cm]?[jt]sx?|py|go|rs|c|h|rb|java|php)$/.test(path))
  return { subject, files: files.filter((path) => existsSync(join(root, path))).slice(0, 3) }
}

/**
 * Calls a hook as Claude Code does, and gives how many tokens it adds.
 * @param {Bench} bench
 * @param {Repository} repository
 * @returns {(moment: string, said: object) => number}
 */
const caller =
  ({ program, env }, { root }) =>
  (moment, said) => {
    const { stdout, status } = spawnSync(process.execPath, [program, 'hook', 'agent', 'claude', moment], {
      cwd: root,
      env,
      encoding: 'utf8',
      input: JSON.stringify({ session_id: 'bench', ...said }),
    })
    if (status !== 0) throw new Error(`The hook ${moment} failed.`)
    if (stdout === '') return 0
    const answer = JSON.parse(stdout)
    return Math.ceil(String(answer.reason ?? answer.hookSpecificOutput?.additionalContext ?? '').length / 4)
  }

/**
 * @param {string} figure
 * @param {number} tokens
 */
const tokensRow = (figure, tokens) => ({
  figure,
  measured: tokens.toLocaleString('en'),
  beside: '',
  result: '',
  bar: '',
  unit: 'tokens',
  samples: { measured: [tokens], beside: [] },
})

/**
 * Each hook cold, in a conversation of its own every time, beside a bare Node.
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {{ subject: string, files: readonly string[] } | undefined} turn
 */
async function timeHooks(bench, repository, turn) {
  const { program, env } = bench
  const timed = (/** @type {string} */ moment, /** @type {object} */ said) => (/** @type {number} */ at) => {
    const input = JSON.stringify({ session_id: `${moment}${at}`, ...said })
    const started = performance.now()
    spawnSync(process.execPath, [program, 'hook', 'agent', 'claude', moment], { cwd: repository.root, env, input })
    return performance.now() - started
  }
  const found = await inTurns(
    {
      start: timed('start', { source: 'startup' }),
      prompt: timed('prompt', { prompt: turn?.subject ?? '' }),
      edit: timed('edit', { tool_name: 'Edit', tool_input: { file_path: turn?.files[0] ?? '' } }),
      stop: timed('stop', {}),
      node: () => msOfProgram(process.execPath, ['-e', '0'], { in: repository.root, env }),
    },
    times,
  )
  return /** @type {const} */ (['start', 'prompt', 'edit', 'stop']).map((moment) =>
    ratioRow(`hook ${moment}, cold, beside node -e 0`, found[moment], found.node, { bar: '≤ 150 ms' }),
  )
}
