/** @module-tag slow */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program, type Ran, type Repo, repoAt } from '../support/repo.ts'
import { amount } from '../support/slow.ts'
import { arrived, makeWriters, pushAll } from '../support/writers.js'
import { keptApart } from '../support/topics.ts'

// Every step of learning and sharing fails once, in every way that a machine has. What was done before stays, what was
// not is done by the next run, and nothing is done twice.

const off = { CTX_HOOKS: '0' }

/** Repositories with a remote, copied for every fault: in one a commit waits to be learned, in the other to be shared. */
const templates = { curate: '', push: '' }
beforeAll(() => {
  const template = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
  mkdirSync(join(template, 'repo'))
  const repo = repoAt(join(template, 'repo'), template)
  repo.git('init', '-q', '-b', 'main')
  repo.commit('Begin', { 'README.md': '# A project\n' })
  repo.ctx('init')
  repo.git('init', '-q', '--bare', '-b', 'main', '../remote.git')
  repo.git('remote', 'add', 'origin', '../remote.git')
  repo.git('push', '-q', '-u', 'origin', 'main')
  commitQuietly(repo, 'cats')
  repo.ctx('curate')
  repo.ctx('push')
  commitQuietly(repo, 'dogs')
  templates.curate = template
  const learned = copied('curate')
  learned.ctx('curate')
  templates.push = dirname(learned.root)
})
afterAll(() => {
  for (const template of Object.values(templates)) remove(template)
})

function commitQuietly(repo: Repo, topic: string): void {
  repo.write({ [`src/${topic}/${topic}.ts`]: topic })
  repo.git('add', '-A')
  repo.run('git', ['commit', '-q', '-m', keptApart(topic)], { env: off })
}

function copied(waitingFor: keyof typeof templates): Repo {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
  cpSync(templates[waitingFor], folder, { recursive: true, preserveTimestamps: true })
  return repoAt(join(folder, 'repo'), folder)
}
const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
const discard = (repo: Repo): void => remove(dirname(repo.root))

/** What must hold after the fault is gone and both commands were run once more. */
function recovers(repo: Repo): unknown {
  const ran = ['curate', 'push'].map((command) => repo.ctx(command))
  const commits = repo.git('log', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main').split('\n')
  const there = repo.git('--git-dir', '../remote.git', 'ls-tree', '-r', '--name-only', 'ctx/main').split('\n')
  const status = JSON.parse(repo.ctx('status', '--json').out) as Record<string, unknown>
  return {
    codes: ran.map(({ code }) => code),
    learned: commits.filter((line) => line !== '').length,
    shared: there.filter((path) => path.endsWith('_apart.md')),
    fsck: repo.run('git', ['fsck', '--no-dangling']).err,
    edited: status['edited'],
    isCurrent: status['isCurrent'],
    entries: status['entries'],
  }
}
const whole = {
  codes: [0, 0],
  learned: 2,
  shared: ['cats/cats/keep_cats_apart.md', 'dogs/dogs/keep_dogs_apart.md'],
  fsck: '',
  edited: [],
  isCurrent: true,
  entries: 2,
}

/** Every step where there is time; elsewhere one of so many. */
const stride = amount({ sample: 13, ci: 7, all: 1 })
const writers = amount({ sample: 12, ci: 16, all: 50 })

/** Runs ctx with a fault at each of its steps, until one run has no step that is late enough. */
function atEveryStep(
  command: keyof typeof templates,
  run: (repo: Repo, at: number) => { readonly ran: Ran; readonly steps: number },
): number {
  for (let at = 1; ; at += stride) {
    const repo = copied(command)
    const { ran, steps } = run(repo, at)
    if (steps < at) {
      discard(repo)
      return steps
    }
    // A fault is told, or was none of the command's business; it is never a bug of ours, and never lost work.
    expect([at, ran.code, ran.err]).not.toEqual([at, 70, expect.anything()])
    expect([at, recovers(repo)]).toEqual([at, whole])
    discard(repo)
  }
}

describe.each(['curate', 'push'] as const)('ctx %s', (command) => {
  test.each(['kill', 'full'])('survives at every call that changes a file: %s', (fault) => {
    const steps = atEveryStep(command, (repo, at) => {
      const log = join(dirname(repo.root), 'fault.log')
      const env = {
        NODE_OPTIONS: `--require ${join(import.meta.dirname, '../support/faults.cjs')}`,
        CTX_FAULT: fault,
        CTX_FAULT_AT: `${at}`,
        CTX_FAULT_IN: dirname(repo.root),
        CTX_FAULT_LOG: log,
      }
      const ran = repo.run(process.execPath, [program, command], { env })
      return { ran, steps: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0 }
    })
    expect(steps).toBeGreaterThan(5)
  })

  test.each([
    ['git is killed, and ctx with it', 'kill -9 $PPID; kill -9 $$'],
    ['git fails', 'echo "fatal: I fail" >&2; exit 128'],
  ])('survives at every call of git: %s', (_, fault) => {
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const steps = atEveryStep(command, (repo, at) => {
      const bin = join(dirname(repo.root), 'bin')
      mkdirSync(bin)
      writeFileSync(
        join(bin, 'git'),
        `#!/bin/sh\necho "$*" >>"${bin}/log"\n[ "$(wc -l <"${bin}/log")" -eq ${at} ] && { ${fault}; }\nexec ${git} "$@"\n`,
      )
      chmodSync(join(bin, 'git'), 0o755)
      const ran = repo.run(process.execPath, [program, command], { env: { PATH: `${bin}:${process.env['PATH']}` } })
      return { ran, steps: readFileSync(join(bin, 'log'), 'utf8').trim().split('\n').length }
    })
    expect(steps).toBeGreaterThan(10)
  })
})

test.each([
  ['dies while it receives', 'kill -9 $PPID'],
  ['refuses', 'echo "no room" >&2; exit 1'],
])('a remote that %s half way is told, and has everything after the next push', (_, fault) => {
  const repo = copied('push')
  const hook = join(dirname(repo.root), 'remote.git/hooks/update')
  writeFileSync(hook, `#!/bin/sh\n${fault}\n`)
  chmodSync(hook, 0o755)
  const { code, err } = repo.ctx('push')
  expect([code, err]).toEqual([2, expect.stringContaining('Nothing was lost: your knowledge is on the local branch.')])
  rmSync(hook)
  expect(recovers(repo)).toEqual(whole)
  discard(repo)
})

test('two pushes in one clone at once: one waits for the other, and all arrives', async () => {
  const repo = copied('push')
  const pushed = await pushAll([repo.root, repo.root], { program, env: repo.env })
  expect(pushed.map(({ code }) => code)).toEqual([0, 0])
  expect(recovers(repo)).toEqual(whole)
  discard(repo)
})

// On two slow cores it takes a minute and a half alone.
const forAll = { timeout: 900_000 }
test(
  `${writers} clones push to one remote at once: every entry, every fact and every count arrives, none by force`,
  forAll,
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
    const { env } = repoAt(folder, folder)
    const { remote, clones } = makeWriters(join(folder, 'writers'), { writers, uses: 3, env })
    execFileSync('git', ['--git-dir', remote, 'config', 'receive.denyNonFastForwards', 'true'], { env })
    const pushed = await pushAll(clones, { program, env })
    const late = clones.filter((_, at) => pushed[at]?.code !== 0)
    for (const { code, err } of pushed)
      if (code !== 0) expect([code, err]).toEqual([2, expect.stringContaining('in a row')])
    // Who gave up said so, and loses nothing by trying again.
    for (const clone of late) expect((await pushAll([clone], { program, env }))[0]?.code).toBe(0)
    expect(arrived(remote, env)).toEqual({
      own: writers,
      facts: writers,
      accesses: 3 * writers,
      importance: 10 + writers,
    })
    expect(late.length).toBeLessThan(writers / 5)
    remove(folder)
  },
)
