// @ts-check
// How much of what others test their rules with is taken for a secret, and how much of real code and messages is.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chance, detectSecretsPositives, gitleaksPositives } from './positives.js'
import { textRow } from './quality.js'

/** @typedef {{ gitleaks?: string | undefined, 'detect-secrets'?: string | undefined, lines?: readonly string[] | undefined }} Options */

const drawn = 5_000

/**
 * Measures the share of positives that are found, of lines out of histories that are, and what reading those costs.
 * @param {import('./repository.js').Bench} bench
 * @param {Options} options
 */
export async function measureSecrets(bench, options) {
  const { secretsIn } = await found(bench)
  const share = (/** @type {readonly { text: string }[]} */ all) => {
    const count = all.filter(({ text }) => secretsIn(text).length > 0).length
    return `${count} of ${all.length} (${((100 * count) / all.length).toFixed(1)} %)`
  }
  const { gitleaks, lines = [] } = options
  const others = options['detect-secrets']
  return [
    gitleaks === undefined
      ? textRow('gitleaks’ positives found', 'skipped: --gitleaks names no clone of it')
      : row('gitleaks’ positives found', share(gitleaksPositives(resolve(gitleaks))), '≥ 95 %'),
    others === undefined
      ? textRow('detect-secrets’ positives found', 'skipped: --detect-secrets names no clone of it')
      : row('detect-secrets’ positives found', share(detectSecretsPositives(resolve(others))), '≥ 90 %'),
    ...lines.map((path) => {
      const all = linesOf(resolve(path))
      const started = performance.now()
      const taken = all.filter((line) => secretsIn(line).length > 0).length
      const ms = Math.round(performance.now() - started)
      return row(`lines of ${path} taken for secrets`, `${taken} of ${all.length}, in ${ms} ms`, '≤ 1 in 1,000')
    }),
  ]
}

const row = (/** @type {string} */ figure, /** @type {string} */ said, /** @type {string} */ bar) => ({
  ...textRow(figure, said),
  bar,
})

/** What the built program finds secrets with. @param {import('./repository.js').Bench} bench */
async function found({ program }) {
  const folder = join(dirname(program), 'vendor')
  const name = readdirSync(folder).find((file) => file.startsWith('secrets.')) ?? 'secrets.cjs'
  const { default: module } = await import(pathToFileURL(join(folder, name)).href)
  return { secretsIn: (/** @type {string} */ text) => module.findSecrets(text) }
}

/** Draws lines out of the messages and diffs of a history. @param {string} repository */
function linesOf(repository) {
  const args = ['-C', repository, 'log', '-p', '-U0', '--no-merges', '-n', '1500', '--format=%B']
  const said = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 })
  const all = said
    .split('\n')
    .filter(
      (line) => !/^(?:diff |index |@@|--- |\+\+\+ |Binary )/.test(line) && line.length > 4 && line.length <= 1_000,
    )
    .map((line) => line.replace(/^[+-]/, ''))
  const draw = chance(3)
  return Array.from({ length: drawn }, () => all[draw(all.length)] ?? '')
}
