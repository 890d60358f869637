// @ts-check
// What an answer costs a program that has the library open, and how soon it knows what has changed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import MiniSearch from 'minisearch'
import { generateEntry } from './entries.js'
import { differenceRow, inTurns, msOf, quantile, ratioRow } from './measure.js'
import { openedQuery } from './quality.js'
import { importFiles } from './repository.js'

/**
 * @typedef {import('./repository.js').Bench} Bench
 * @typedef {Pick<import('./repository.js').Repository, 'root' | 'env'>} Repository
 * @typedef {import('./quality.js').Query} Query
 * @typedef {{ entries: number, times: number }} Size
 */

const questions = 200

/** The largest tree that MiniSearch is given: it takes seconds to index, and is only there for comparison. */
const mostForMiniSearch = 2_400

/** What was promised: the middle of all answers, the slowest of twenty, what one changed entry adds, and a new index. */
const bars = { middle: { entries: 23_867, ms: 5 }, slow: { entries: 100_000, ms: 50 }, changed: 20, build: 2 }

/**
 * Measures answers through the library: usual ones, after a change, and after the index was lost. A process of its own
 * does so: starting a program takes longer the larger the process is that starts it, and whoever measures programs
 * after this must not have grown by a hundred thousand entries.
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {Size} size
 * @returns {Promise<readonly import('./measure.js').Row[]>}
 */
export async function measureWarm(bench, { root, env }, size) {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send({ bench, repository: { root, env }, size })
  const [rows] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (!Array.isArray(rows)) throw new Error(`Measuring the library failed (${rows}).`)
  return rows
}

/**
 * @param {Bench} bench
 * @param {Repository} repository
 * @param {Size} size
 */
async function measureHere(bench, repository, size) {
  const query = await openedQuery(bench, repository.root)
  // What changed is read through git processes, so this goes first, while this one is small.
  const changed = await changedRows(query, repository, size)
  const usual = await usualRow(query, size)
  const built = await builtRow(bench, query, repository, size)
  return [usual, ...changed, built]
}

/** @param {number} entries */
const nameFor = (entries) => (/** @type {string} */ what) => `${what}, ${entries.toLocaleString('en')} entries`

/** @param {Query} query @param {Size} size */
async function usualRow(query, { entries }) {
  const mine = await answerTimes(query, entries)
  const theirs = entries > mostForMiniSearch ? [] : await answerTimes(miniSearch(entries), entries)
  const wanted = [
    entries === bars.middle.entries ? `p50 ≤ ${bars.middle.ms} ms` : '',
    entries === bars.slow.entries ? `p95 ≤ ${bars.slow.ms} ms` : '',
  ]
  return {
    figure: nameFor(entries)(`warm query of the library${theirs.length === 0 ? '' : ', beside plain MiniSearch'}`),
    measured: sayTimes(mine),
    beside: theirs.length === 0 ? '' : sayTimes(theirs),
    result: '',
    bar: wanted.join(''),
    unit: 'ms',
    samples: { measured: mine, beside: theirs },
  }
}

/** @param {readonly number[]} times */
const sayTimes = (times) => `p50 ${quantile(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`

/**
 * Times a question that was not asked before: ctx remembers its answers.
 * @param {Query} query
 * @param {number} entries
 * @param {number} turn
 */
function msUsual(query, entries, turn) {
  const { question } = generateEntry(Math.floor(entries / 3) + turn, { seed: 5 })
  return msOf(() => query(question))
}

/**
 * Times different questions, after some that do not count.
 * @param {(question: string) => unknown} ask
 * @param {number} entries
 */
async function answerTimes(ask, entries) {
  const numbers = Array.from({ length: questions }, (_, at) => Math.floor((at * entries) / questions))
  const asked = numbers.map((number) => generateEntry(number).question)
  for (let at = 0; at < 20; at++) await ask(generateEntry(at, { seed: 4 }).question)
  const times = []
  for (const question of asked) times.push(await msOf(() => ask(question)))
  return times
}

/** @param {number} entries */
function miniSearch(entries) {
  const index = new MiniSearch({ idField: 'path', fields: ['path', 'text'] })
  index.addAll(Array.from({ length: entries }, (_, number) => generateEntry(number)))
  return (/** @type {string} */ question) => index.search(question)
}

/**
 * Measures the first answer after one entry was changed, on the branch or by hand in the tree, and that it knows.
 * @param {Query} query
 * @param {Repository} repository
 * @param {Size} size
 */
async function changedRows(query, repository, { entries }) {
  const found = await inTurns(
    {
      branch: (turn) => {
        const taught = taughtEntry(Math.floor(entries / 2), `vuvuze${turn}`)
        importFiles(repository, 'refs/heads/ctx/main', [[taught.path, taught.text]])
        return msUntilKnown(query, taught)
      },
      hand: (turn) => byHand(query, repository, taughtEntry(Math.floor(entries / 4), `zovuvu${turn}`)),
      usual: (turn) => msUsual(query, entries, turn),
    },
    15,
  )
  const bar = `≤ +${bars.changed} ms`
  return [
    differenceRow(nameFor(entries)('query after one entry changed, beside a usual one'), found.branch, found.usual, {
      bar,
    }),
    differenceRow(nameFor(entries)('query of an entry edited by hand, beside a usual one'), found.hand, found.usual, {
      bar,
    }),
  ]
}

/**
 * An entry with a rule that it did not have, and a question that finds the entry with the rule and without.
 * @param {number} number
 * @param {string} word that stands nowhere else
 */
function taughtEntry(number, word) {
  const { path, text, question } = generateEntry(number)
  return { path, question, word, text: text.replace('### Rules\n', `### Rules\n- Also ${question} ${word}.\n`) }
}

/** @param {Query} query @param {{ question: string, word: string }} taught */
async function msUntilKnown(query, { question, word }) {
  const started = performance.now()
  const { hits } = await query(question)
  const took = performance.now() - started
  if (!JSON.stringify(hits).includes(word)) throw new Error(`ctx does not know of ${word} yet.`)
  return took
}

/** @param {Query} query @param {Repository} repository @param {ReturnType<typeof taughtEntry>} taught */
async function byHand(query, { root }, { path, text, ...taught }) {
  const file = join(root, '.ctx/tree', path)
  const before = readFileSync(file)
  writeFileSync(file, text)
  const took = await msUntilKnown(query, taught)
  // An edit that stays would be learned from, at the cost of whoever is measured next.
  writeFileSync(file, before)
  await query(taught.question)
  return took
}

/**
 * Measures what making the index takes: the first answer without one, less a usual one, beside the same texts going
 * into SQLite's own full-text search.
 * @param {Bench} bench
 * @param {Query} query
 * @param {Repository} repository
 * @param {Size} size
 */
async function builtRow({ folder }, query, { root }, { entries, times }) {
  const documents = Array.from({ length: entries }, (_, number) => generateEntry(number))
  const { question } = generateEntry(1)
  const usual = await msUsual(query, entries, 99)
  const { ctx, plain } = await inTurns(
    {
      ctx: async () => {
        removeStarting(join(root, '.git/ctx'), 'index.db')
        return (await msOf(() => query(question))) - usual
      },
      plain: () => {
        removeStarting(folder, 'plain.db')
        return msOf(() => fillPlain(join(folder, 'plain.db'), documents))
      },
    },
    Math.min(times, 3),
    { fewest: 1 },
  )
  removeStarting(folder, 'plain.db')
  return ratioRow(nameFor(entries)('making the index beside plain FTS5'), ctx, plain, { bar: `≤ ${bars.build} ×` })
}

/** @param {string} folder @param {string} start */
function removeStarting(folder, start) {
  const names = readdirSync(folder).filter((name) => name.startsWith(start))
  for (const name of names) rmSync(join(folder, name))
}

/** @param {string} file @param {readonly { path: string, text: string }[]} documents */
function fillPlain(file, documents) {
  const db = new Database(file)
  db.exec(`CREATE VIRTUAL TABLE documents USING fts5(path UNINDEXED, text, tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO documents VALUES (?, ?)')
  db.exec('BEGIN')
  for (const { path, text } of documents) insert.run(path, text)
  db.exec('COMMIT')
  db.close()
}

// As that process.
if (process.argv[1] === import.meta.filename) {
  const [{ bench, repository, size }] = await once(process, 'message')
  process.send?.(await measureHere(bench, repository, size), () => process.disconnect())
}
