// @ts-check
// Makes the repositories that are measured, and the copy of ctx that is measured in them.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const project = join(import.meta.dirname, '../..')

/**
 * A folder of our own, with the copy of ctx that is measured: somebody may build anew while we measure.
 * @typedef {{ folder: string, program: string, library: string, env: NodeJS.ProcessEnv }} Bench
 */

/** Makes the folder; `closeBench` removes it. @returns {Bench} */
export function openBench() {
  if (!existsSync(join(project, 'dist/cli.cjs')))
    throw new Error('ctx is not built yet. Run `node scripts/build.js` first.')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-bench-')))
  for (const part of ['dist', 'hooks', 'templates', 'package.json'])
    cpSync(join(project, part), join(folder, 'ctx', part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(folder, 'ctx/node_modules'))
  return {
    folder,
    program: join(folder, 'ctx/dist/cli.cjs'),
    library: join(folder, 'ctx/dist/index.js'),
    env: environment(folder),
  }
}

/** @param {Bench} bench */
export const closeBench = ({ folder }) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/**
 * A person's own git configuration and environment must not decide what is measured.
 * @param {string} home
 * @returns {NodeJS.ProcessEnv}
 */
const environment = (home) => ({
  PATH: process.env['PATH'],
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada Example',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada Example',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  LC_ALL: 'C.UTF-8',
})

/**
 * A repository that is measured. `git` gives standard output without its last line end; `write` writes files.
 * @typedef {{ root: string, env: NodeJS.ProcessEnv, git: (...args: string[]) => string,
 *   ctx: (...args: string[]) => string, write: (files: Record<string, string>) => void,
 *   settled: () => Promise<void> }} Repository
 */

/**
 * Speaks to a repository that is there already.
 * @param {Bench} bench
 * @param {string} root
 * @returns {Repository}
 */
function repositoryAt({ env, program }, root) {
  /** @type {(command: string, args: readonly string[]) => string} */
  const run = (command, args) =>
    execFileSync(command, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1024 ** 3,
    }).replace(/\n$/, '')
  return {
    root,
    env,
    git: (...args) => run('git', args),
    ctx: (...args) => run(process.execPath, [program, ...args]),
    write: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
    },
    settled: () => settled(join(root, '.git/ctx')),
  }
}

/**
 * Makes a small repository on branch `main`: twelve files in three folders, one commit.
 * @param {Bench} bench
 * @param {string} name
 */
export function newRepository(bench, name) {
  const root = join(bench.folder, name)
  mkdirSync(root)
  const repository = repositoryAt(bench, root)
  repository.git('init', '-q', '-b', 'main')
  repository.write(smallProject())
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'Begin')
  return repository
}

function smallProject() {
  /** @type {Record<string, string>} */
  const files = { 'README.md': '# A project\n', 'package.json': '{ "name": "project", "version": "1.0.0" }\n' }
  for (const folder of ['auth', 'store', 'web'])
    for (const file of ['index', 'rules', 'server'])
      files[`src/${folder}/${file}.ts`] = `export const ${file} = '${folder}'\n`.repeat(20)
  return files
}

/**
 * The same, or undefined where git cannot clone it: a mirror may lack what is large.
 * @param {Bench} bench
 * @param {string} from
 * @param {string} name
 */
export function cloneWhole(bench, from, name) {
  try {
    return cloneRepository(bench, from, name)
  } catch {
    rmSync(join(bench.folder, name), { recursive: true, force: true })
    return undefined
  }
}

/**
 * Finds the clone of a repository among those in a folder: `<name>`, `<owner>+<name>` or `<owner>+<name>/repo`.
 * @param {string} folder
 * @param {string} name as `owner/name`
 */
export const findClone = (folder, name) =>
  [join(name.replace('/', '+'), 'repo'), name.replace('/', '+'), name, name.split('/')[1] ?? name]
    .map((path) => join(folder, path))
    .find((path) => existsSync(path))

/**
 * Clones a repository, so that nothing is ever written to the one it comes from. Knowledge that somebody made in that stays there:
 * what another build of ctx had learned would be taken over, and measured.
 * @param {Bench} bench
 * @param {string} from
 * @param {string} name
 */
export function cloneRepository(bench, from, name) {
  const root = join(bench.folder, name)
  // `file://` copies the objects; a clone by path would share them by hard links.
  const url = existsSync(from) ? `file://${realpathSync(from)}` : from
  execFileSync('git', ['clone', '-q', url, root], { env: bench.env, stdio: ['ignore', 'ignore', 'inherit'] })
  const own = { cwd: root, env: bench.env, encoding: /** @type {const} */ ('utf8') }
  const learned = execFileSync('git', ['for-each-ref', '--format=delete %(refname)', 'refs/remotes/origin/ctx/'], own)
  execFileSync('git', ['update-ref', '--stdin'], { ...own, input: learned })
  return repositoryAt(bench, root)
}

/** @param {Repository} repository */
export const removeRepository = ({ root }) =>
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/**
 * Waits until the hooks' queue is empty and no worker runs.
 * @param {string} state
 */
async function settled(state) {
  const isWaiting = () => {
    const names = existsSync(state) ? readdirSync(state) : []
    const queue = names.includes('queue') ? readdirSync(join(state, 'queue')) : []
    return queue.length > 0 || names.some((name) => name.endsWith('.lock'))
  }
  for (const deadline = Date.now() + 120_000; isWaiting(); await sleep(3))
    if (Date.now() > deadline) throw new Error(`The worker of ${state} did not finish within two minutes.`)
}

/**
 * Puts files onto a branch through `git fast-import`: no index, no work tree, one process. They go through a file, so
 * that a hundred thousand of them are never in memory at once.
 * @param {Repository} repository
 * @param {string} ref
 * @param {Iterable<readonly [path: string, text: string]>} files
 */
export function importFiles({ root, env }, ref, files) {
  const stream = `${root}.import`
  const output = openSync(stream, 'w')
  try {
    for (const part of importParts(ref, files)) writeSync(output, part)
  } finally {
    closeSync(output)
  }
  const input = openSync(stream, 'r')
  const args = ['fast-import', '--quiet', '--force', '--done']
  const ran = spawnSync('git', args, { cwd: root, env, stdio: [input, 'ignore', 'pipe'], encoding: 'utf8' })
  closeSync(input)
  rmSync(stream)
  if (ran.status !== 0) throw new Error(`git fast-import failed: ${ran.stderr}`)
}

/** A write for each small file would cost more than the import itself. */
const partSize = 1_000_000

/**
 * Says what to import in the words of `git fast-import`, in parts of about a megabyte.
 * @param {string} ref
 * @param {Iterable<readonly [path: string, text: string]>} files
 */
function* importParts(ref, files) {
  const data = (/** @type {string} */ text) => `data ${Buffer.byteLength(text)}\n${text}\n`
  let part = `commit ${ref}\ncommitter Ada Example <ada@example.org> 1700000000 +0000\n${data('Import entries')}from ${ref}^0\n`
  for (const [path, text] of files) {
    part += `M 100644 inline ${path}\n${data(text)}`
    if (part.length < partSize) continue
    yield part
    part = ''
  }
  yield `${part}\ndone\n`
}
