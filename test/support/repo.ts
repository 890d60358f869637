import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'

declare module 'vitest' {
  // What tests are given by the run that they are part of.
  interface ProvidedContext {
    /** A folder for repositories that are copied instead of made anew; it is gone after the run. */
    readonly templates: string
  }
}

export const program = join(import.meta.dirname, '../../dist/cli.cjs')

/** What a program printed, and how it ended. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string }

type Running = { readonly env?: Readonly<Record<string, string>>; readonly input?: string; readonly in?: string }

// A person's own git configuration and environment must not decide what a test sees.
const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  // What V8 keeps of compiling the program belongs to nobody's home here, and serves all tests.
  XDG_CACHE_HOME: join(tmpdir(), 'ctx-test-cache'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada Example',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada Example',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  LC_ALL: 'C.UTF-8',
})

/** A real repository in a temporary folder that is gone after the test. */
export type Repo = {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** Runs git; fails the test when git fails. Gives standard output without the last line end. */
  readonly git: (...args: string[]) => string
  /** Runs any program in the repository and gives everything back. */
  readonly run: (command: string, args: readonly string[], running?: Running) => Ran
  /** Runs ctx as a person would. */
  readonly ctx: (...args: string[]) => Ran
  readonly write: (files: Readonly<Record<string, string>>) => void
  readonly read: (path: string) => string
  /** Writes files and commits everything; gives the full hash. */
  readonly commit: (message: string, files?: Readonly<Record<string, string>>) => string
  /** Waits until the hooks' queue is empty and no worker runs; fails after five minutes. */
  readonly settled: () => Promise<void>
}

/** Makes an empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
  onTestFinished(async () => await removeWhole(folder))
  return folder
}

/** Removes a folder in which a worker may still be at work: what it writes meanwhile is removed in another round. */
export async function removeWhole(folder: string, rounds = 20): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (rounds === 0) throw error
    await sleep(250)
    await removeWhole(folder, rounds - 1)
  }
}

/** Makes a repository on branch `main` with one commit, or without any where `empty` is set. */
export const newRepo = ({ empty = false }: { empty?: boolean } = {}): Repo =>
  copyOf(empty ? 'empty' : 'begun', (repo) => {
    repo.git('init', '-q', '-b', 'main')
    if (!empty) repo.commit('Begin', { 'README.md': '# A project\n' })
  })

/** The same with `ctx init` done. */
export const newCtxRepo = (): Repo =>
  copyOf('initialised', (repo) => {
    repo.git('init', '-q', '-b', 'main')
    repo.commit('Begin', { 'README.md': '# A project\n' })
    const { code, err } = repo.ctx('init')
    if (code !== 0) throw new Error(`ctx init failed: ${err}`)
  })

/** Makes a repository as the first that asked for this kind made it, in a run of tests: to copy is ten times as fast. */
function copyOf(kind: string, make: (repo: Repo) => void): Repo {
  const template = join(inject('templates'), kind)
  if (!existsSync(template)) {
    const folder = mkdtempSync(`${template}-`)
    mkdirSync(join(folder, 'repo'))
    make(repoAt(join(folder, 'repo'), folder))
    try {
      renameSync(folder, template)
    } catch {
      // Another file of tests was quicker.
    }
  }
  const folder = temporaryFolder()
  cpSync(template, folder, { recursive: true, preserveTimestamps: true })
  return repoAt(join(folder, 'repo'), folder)
}

/** Speaks to a repository that is there already: a clone, a linked work tree. */
export function repoAt(root: string, home: string): Repo {
  const env = environment(home)
  const run: Repo['run'] = (command, args, running = {}) => {
    const { status, stdout, stderr, error } = spawnSync(command, [...args], {
      cwd: running.in === undefined ? root : join(root, running.in),
      env: { ...env, ...running.env },
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      ...(running.input === undefined ? {} : { input: running.input }),
    })
    if (error !== undefined) throw error
    return { code: status ?? -1, out: stdout, err: stderr }
  }
  const git: Repo['git'] = (...args) =>
    execFileSync('git', args, {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 256 * 1024 * 1024,
    }).replace(/\n$/, '')
  const write: Repo['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  return {
    root,
    env,
    run,
    git,
    write,
    ctx: (...args) => run(process.execPath, [program, ...args]),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    commit: (message, files = {}) => {
      write(files)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    settled: async () => {
      const state = resolve(root, git('rev-parse', '--git-common-dir'), 'ctx')
      for (let waited = 0; waited < 300_000; waited += 25) {
        if (!isAtWork(state)) return
        await sleep(25)
      }
      throw new Error('the worker did not finish')
    },
  }
}

/** Whether a worker has something to do: it is queued before the worker starts, and an empty queue without a lock is the end. */
const isAtWork = (state: string): boolean =>
  ['queue', 'pushes'].some((name) => filesIn(join(state, name), { recursive: true }).length > 0) ||
  filesIn(state).some((name) => name.endsWith('.lock'))

/** The names of the files in a folder; none where it is not there, or goes meanwhile. */
function filesIn(folder: string, { recursive = false } = {}): readonly string[] {
  try {
    const all = readdirSync(folder, { recursive, withFileTypes: true })
    return all.filter((one) => one.isFile()).map(({ name }) => name)
  } catch {
    return []
  }
}

/** Clones a repository beside it. */
export function cloneOf(repo: Repo, name: string, ...args: string[]): Repo {
  const root = join(dirname(repo.root), name)
  repo.git('clone', '-q', ...args, '.', root)
  return repoAt(root, dirname(repo.root))
}

/** Makes a bare remote called `origin` beside a repository and pushes main to it. */
export function withRemote(repo: Repo): string {
  const bare = join(dirname(repo.root), 'remote.git')
  repo.git('init', '-q', '--bare', '-b', 'main', bare)
  repo.git('remote', 'add', 'origin', bare)
  repo.git('push', '-q', '-u', 'origin', 'main')
  return bare
}

/** Clones a remote as a second person would. */
export function cloneFrom(remote: string, name: string): Repo {
  const folder = dirname(remote)
  const root = join(folder, name)
  execFileSync('git', ['clone', '-q', remote, root], { env: environment(folder), stdio: 'ignore' })
  return repoAt(root, folder)
}

/** A repository whose settings are committed, so that branches differ only by what a test does. */
export function repoWithSettings(): Repo {
  const repo = newCtxRepo()
  repo.git('add', '-A')
  repo.run('git', ['commit', '-q', '-m', 'Keep settings'], { env: { CTX_HOOKS: '0' } })
  return repo
}
