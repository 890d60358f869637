// @ts-check
// Times things in turns, so that what else the machine does meets all of them alike.
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

/**
 * A question whose right commits did not come first, and the commits that were said instead.
 * @typedef {{ question: string, commits: readonly string[], said: readonly string[] }} Missed
 */

/**
 * One line of the table; `unit` says what the numbers in `samples` are, `bar` is '' where nothing was promised.
 * @typedef {{ figure: string, measured: string, beside: string, result: string, bar: string,
 *   unit: string, samples: { measured: readonly number[], beside: readonly number[] },
 *   missed?: readonly Missed[] }} Row
 */

// The whole run must stay within minutes, so what is slow gets fewer turns.
const patience = 12_000

/**
 * Calls each of these `times` times, in turns (A, B, A, B …), after one turn that does not count. Each gives a number.
 * After twelve seconds the `fewest` are enough, and the first counts too where it took a quarter of that.
 * @template {string} Name
 * @param {Record<Name, (turn: number) => number | Promise<number>>} runs
 * @param {number} times
 * @param {{ fewest?: number }} [how]
 * @returns {Promise<Record<Name, readonly number[]>>}
 */
export async function inTurns(runs, times, { fewest = 3 } = {}) {
  const names = /** @type {Name[]} */ (Object.keys(runs))
  const found = /** @type {Record<Name, number[]>} */ ({})
  for (const name of names) found[name] = []
  const started = performance.now()
  for (let turn = 0; turn <= times; turn++) {
    const before = performance.now() - started
    if (before > patience && names.every((name) => found[name].length >= fewest)) break
    // Whoever goes second finds the caches as the first left them, so they take turns in that, too.
    const order = turn % 2 === 0 ? names : names.toReversed()
    /** @type {number[]} */
    const values = []
    for (const name of order) values.push(await runs[name](turn))
    const took = performance.now() - started - before
    if (turn > 0 || took > patience / 4) order.forEach((name, at) => found[name].push(values[at] ?? 0))
  }
  return found
}

/**
 * Gives how many milliseconds it took.
 * @param {() => unknown} run
 */
export async function msOf(run) {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/**
 * Runs a program to the end of its output, as a caller that reads it does, and gives how many milliseconds it took.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ in: string, env: NodeJS.ProcessEnv, fine?: readonly number[], unread?: boolean }} how
 */
export function msOfProgram(command, args, { in: cwd, env, fine = [0], unread = false }) {
  const started = performance.now()
  const ran = spawnSync(command, [...args], {
    cwd,
    env,
    stdio: ['ignore', unread ? 'ignore' : 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  })
  const took = performance.now() - started
  if (ran.error !== undefined) throw ran.error
  if (!fine.includes(ran.status ?? -1))
    throw new Error(`${command} ${args.slice(0, 4).join(' ')} failed (${ran.status}): ${ran.stderr}`)
  return took
}

/**
 * Gives the value that this share of the samples does not exceed: 0.5 is the median.
 * @param {readonly number[]} samples
 */
export function quantile(samples, share = 0.5) {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? 0
  return low + (high - low) * (at - Math.floor(at))
}

/** @param {number} value */
const short = (value) => (Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0))

/**
 * Says a median with the quartiles around it: their distance is the noise.
 * @param {readonly number[]} samples
 */
const say = (samples, unit = 'ms') =>
  `${short(quantile(samples))} ${unit} (${short(quantile(samples, 0.25))}–${short(quantile(samples, 0.75))})`

/**
 * Makes a row that compares two medians by their ratio.
 * @param {string} figure
 * @param {readonly number[]} measured
 * @param {readonly number[]} beside
 * @returns {Row}
 */
export const ratioRow = (figure, measured, beside, { bar = '', unit = 'ms' } = {}) => ({
  figure,
  measured: say(measured, unit),
  beside: say(beside, unit),
  result: `${(quantile(measured) / quantile(beside)).toFixed(2)} ×`,
  bar,
  unit,
  samples: { measured, beside },
})

/**
 * Makes a row that compares two medians by their difference.
 * @param {string} figure
 * @param {readonly number[]} measured
 * @param {readonly number[]} beside
 * @returns {Row}
 */
export function differenceRow(figure, measured, beside, { bar = '', unit = 'ms' } = {}) {
  const difference = quantile(measured) - quantile(beside)
  const result = `${difference < 0 ? '−' : '+'}${short(Math.abs(difference))} ${unit}`
  return { ...ratioRow(figure, measured, beside, { bar, unit }), result }
}

/**
 * Makes a row for something that has nothing to be compared with.
 * @param {string} figure
 * @param {readonly number[]} measured
 * @returns {Row}
 */
export const plainRow = (figure, measured, { result = '', unit = 'ms' } = {}) => ({
  figure,
  measured: say(measured, unit),
  beside: '',
  result,
  bar: '',
  unit,
  samples: { measured, beside: [] },
})
