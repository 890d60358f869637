// @ts-check
// Many clones that learn different and some same things, and share them with one bare remote all at once.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ readonly code: number, readonly tries: number, readonly ms: number, readonly err: string }} Pushed */

const begin = 'Begin context tree\n\nKnowledge of this repository, kept by ctx. It shares no history with the code.\n'

/** @param {{ title: string, facts: readonly string[], accessCount: number, importance: number }} told */
const entryText = ({ title, facts, accessCount, importance }) =>
  `---\ntitle: ${title}\nimportance: ${importance}\nrecency: 1\nmaturity: draft\naccessCount: ${accessCount}\nupdateCount: 0\ncreatedAt: 2026-01-01T00:00:00Z\nupdatedAt: 2026-01-01T00:00:00Z\n---\n\n## Facts\n${facts.map((fact) => `- ${fact}\n`).join('')}`

/**
 * Makes a remote with one shared entry, and clones that each learned an entry of their own, a fact of the shared one,
 * and used it `uses` times.
 *
 * @param {string} folder
 * @param {{ writers: number, uses: number, env: NodeJS.ProcessEnv }} options
 * @returns {{ remote: string, clones: readonly string[] }}
 */
export function makeWriters(folder, { writers, uses, env }) {
  const remote = join(folder, 'remote.git')
  /** @param {string} cwd @param {readonly string[]} args @param {string} [input] */
  const git = (cwd, args, input) => execFileSync('git', args, { cwd, env, encoding: 'utf8', input }).trim()
  mkdirSync(folder, { recursive: true })
  git(folder, ['init', '-q', '--bare', '-b', 'main', remote])
  const shared = { title: 'Shared', facts: ['All know this.'], accessCount: 0, importance: 10 }
  const data = (/** @type {string} */ text) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const who = 'ctx <ctx@localhost> 0 +0000'
  const blob = (/** @type {string} */ path, /** @type {string} */ text) => `M 100644 inline ${path}\n${data(text)}`
  git(
    remote,
    ['fast-import', '--quiet', '--date-format=raw'],
    `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data('Begin')}${blob('README.md', '# R\n')}\n` +
      `commit refs/heads/ctx/main\nauthor ${who}\ncommitter ${who}\n${data(begin)}\n` +
      `commit refs/heads/ctx/main\nauthor ${who}\ncommitter ${who}\n${data('Edit: shared')}${blob('team/shared/shared.md', entryText(shared))}\n`,
  )
  const clones = Array.from({ length: writers }, (_, at) => {
    const clone = join(folder, `clone-${at}`)
    git(folder, ['clone', '-q', '--no-checkout', remote, clone])
    const tip = git(clone, ['rev-parse', 'origin/ctx/main'])
    const own = { title: `Entry ${at}`, facts: [`Writer ${at} knows this.`], accessCount: 0, importance: 50 }
    const used = {
      ...shared,
      facts: [...shared.facts, `Writer ${at} adds to it.`],
      accessCount: uses,
      importance: 11,
    }
    git(
      clone,
      ['fast-import', '--quiet', '--date-format=raw'],
      `commit refs/heads/ctx/main\nauthor ${who}\ncommitter ${who}\n${data(`Edit: of ${at}`)}from ${tip}\n` +
        blob(`team/own/entry_${at}.md`, entryText(own)) +
        blob('team/shared/shared.md', entryText(used)) +
        '\n',
    )
    return clone
  })
  return { remote, clones }
}

/**
 * Lets all clones push at once, and again whoever gave up, and tells how it went.
 *
 * @param {readonly string[]} clones
 * @param {{ program: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<readonly Pushed[]>}
 */
export async function pushAll(clones, { program, env }) {
  return await Promise.all(
    clones.map(
      (cwd) =>
        new Promise((resolve) => {
          const started = Date.now()
          const child = spawn(process.execPath, [program, 'push', '--json'], {
            cwd,
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
          })
          let [out, err] = ['', '']
          child.stdout.on('data', (chunk) => (out += chunk))
          child.stderr.on('data', (chunk) => (err += chunk))
          child.once('close', (code) => {
            const tries = /"tries": (\d+)/.exec(out)?.[1]
            resolve({
              code: code ?? -1,
              tries: Number(tries ?? err.match(/\(try /g)?.length ?? 0),
              ms: Date.now() - started,
              err,
            })
          })
        }),
    ),
  )
}

/**
 * Reads what arrived: the entries of their own, the facts added to the shared one, and its counter.
 *
 * @param {string} remote
 * @param {NodeJS.ProcessEnv} env
 */
export function arrived(remote, env) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: remote, env, encoding: 'utf8' })
  const shared = git('show', 'ctx/main:team/shared/shared.md')
  return {
    own: git('ls-tree', '--name-only', 'ctx/main', 'team/own/').trim().split('\n').length,
    facts: shared.match(/^- Writer \d+ adds to it\.$/gm)?.length ?? 0,
    accesses: Number(/^accessCount: (\d+)$/m.exec(shared)?.[1]),
    importance: Number(/^importance: ([\d.]+)$/m.exec(shared)?.[1]),
  }
}
