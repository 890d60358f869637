/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newCtxRepo, type Repo, repoAt, withRemote } from '../support/repo.ts'
import { until } from '../support/until.ts'
import { withinReason } from '../support/slow.ts'
import { queuedJobs } from '../support/queued-jobs.ts'
import { hookNames, homeOf } from '../support/hooks.ts'

test('13. git does not wait for what the hooks start', async () => {
  const repo = newCtxRepo()
  branchOff(repo, 'topic')
  const worker = slowWorker(repo)
  repo.commit('Add a page', { 'page.md': 'A page\n' })
  repo.git('commit', '-q', '--amend', '-m', 'Write a page')
  repo.git('merge', '-q', '--no-edit', 'topic')
  repo.git('switch', '-q', '-c', 'other')
  repo.git('rebase', '-q', 'HEAD~2')
  expect(worker.ended()).toBe(false)
  await until(() => worker.calls().length > 0)
  expect(new Set(worker.calls())).toEqual(new Set(['curate --queued']))
})

test('13. no hook runs node in the foreground where no editor opens', () => {
  const repo = newCtxRepo()
  const called = join(homeOf(repo), 'called')
  for (const name of ['node', 'npx', 'npm', 'ctx'])
    putFile(join(homeOf(repo), 'bin', name), `#!/bin/sh\necho ${name} >>'${called}'\n`)
  repo.env['PATH'] = `${join(homeOf(repo), 'bin')}:${repo.env['PATH']}`
  const worker = slowWorker(repo)
  repo.commit('Add a page', { 'page.md': 'A page\n' })
  repo.git('commit', '-q', '--amend', '--no-edit')
  repo.git('revert', '--no-edit', 'HEAD')
  repo.git('cherry-pick', 'HEAD~1')
  expect(existsSync(called)).toBe(false)
  expect(worker.calls().filter((call) => call !== 'curate --queued')).toEqual([])
  expect(worker.ended()).toBe(false)
})

test.each<[string, readonly string[]]>([
  ['a rebase', ['rebase', '-q', 'main']],
  ['a rebase that squashes and rewords', ['rebase', '-q', '-i', 'main']],
])('14. %s queues one job and starts one worker, at its end', async (_what, command) => {
  const repo = newCtxRepo()
  const picked = diverge(repo)
  const worker = quickWorker(repo)
  repo.env['GIT_SEQUENCE_EDITOR'] = 'sed -i -e 2s/^pick/squash/ -e 4s/^pick/reword/'
  repo.env['GIT_EDITOR'] = 'true'
  repo.git(...command)
  expect(queuedJobs(repo)).toEqual([expect.stringMatching(/^kind rewrite\n/)])
  for (const commit of picked) expect(queuedJobs(repo)[0]).toContain(`rewrote ${commit} `)
  expect(await worker.settled()).toEqual(['curate --queued'])
})

test('14. a rebase that applies patches starts none per patch', async () => {
  const repo = newCtxRepo()
  const picked = diverge(repo)
  const worker = quickWorker(repo)
  repo.git('rebase', '-q', '--apply', 'main')
  const [rewrite, ...others] = queuedJobs(repo).filter((job) => !job.startsWith('kind moved'))
  expect(others).toEqual([])
  for (const commit of picked) expect(rewrite).toContain(`rewrote ${commit} `)
  expect((await worker.settled()).length).toBeLessThanOrEqual(2)
})

test('14. a rebase in a linked work tree starts one worker, at its end', async () => {
  const repo = newCtxRepo()
  diverge(repo)
  withoutHooks(repo, () => repo.git('switch', '-q', 'main'))
  const linked = repoAt(join(homeOf(repo), 'linked'), homeOf(repo))
  withoutHooks(repo, () => repo.git('worktree', 'add', '-q', linked.root, 'topic'))
  const worker = quickWorker(repo)
  linked.env['GIT_SEQUENCE_EDITOR'] = 'sed -i -e 2s/^pick/squash/ -e 4s/^pick/reword/'
  linked.env['GIT_EDITOR'] = 'true'
  linked.git('rebase', '-q', '-i', 'main')
  expect(queuedJobs(repo)).toEqual([expect.stringContaining(`root ${linked.root}\nbranch refs/heads/topic\n`)])
  expect(await worker.settled()).toEqual(['curate --queued'])
})

test('14. a rebase that stops at a conflict starts one worker, when it goes on to its end', async () => {
  const repo = newCtxRepo()
  diverge(repo, { conflicting: true })
  const worker = quickWorker(repo)
  expect(repo.run('git', ['rebase', 'main']).code).toBe(1)
  expect(queuedJobs(repo)).toEqual([])
  repo.write({ 'page-3.md': 'Both\n' })
  repo.git('add', '-A')
  repo.env['GIT_EDITOR'] = 'true'
  repo.git('rebase', '--continue')
  expect(queuedJobs(repo)).toHaveLength(1)
  expect(await worker.settled()).toEqual(['curate --queued'])
})

test('14. a rebase that is aborted starts nothing', async () => {
  const repo = newCtxRepo()
  diverge(repo, { conflicting: true })
  const worker = quickWorker(repo)
  expect(repo.run('git', ['rebase', 'main']).code).toBe(1)
  repo.git('rebase', '--abort')
  expect(queuedJobs(repo)).toEqual([])
  expect(await worker.settled()).toEqual([])
})

test('15. whoever reads the output of git is not kept waiting by the worker', async () => {
  const repo = newCtxRepo()
  const worker = slowWorker(repo)
  const { code, waited } = await readAll(repo, ['commit', '-q', '--allow-empty', '-m', 'Message'])
  expect(code).toBe(0)
  expect(worker.ended()).toBe(false)
  expect(waited).toBeLessThan(3_500)
  await until(() => worker.calls().length === 1)
})

test('15. the hook that tells of a rewrite does not keep its readers waiting either', async () => {
  const repo = newCtxRepo()
  const worker = slowWorker(repo)
  await readAll(repo, ['commit', '-q', '--amend', '--allow-empty', '-m', 'Message'])
  await readAll(repo, ['switch', '-q', '-c', 'other'])
  expect(worker.ended()).toBe(false)
  await until(() => worker.calls().length >= 2)
})

test('15. without setsid, whoever reads is not kept waiting, and the work is done', async () => {
  const repo = newCtxRepo()
  repo.env['PATH'] = binWithout(repo, 'setsid')
  const { code } = await readAll(repo, ['commit', '-q', '--allow-empty', '-m', 'feat: retry uploads three times'])
  expect(code).toBe(0)
  await until(() => queuedJobs(repo).length === 0)
})

test('16. the worker leads a session of its own', async () => {
  const repo = newCtxRepo()
  const worker = slowWorker(repo)
  repo.commit('Add a page', { 'page.md': 'A page\n' })
  await until(() => worker.calls().length === 1)
  expect(sessionOf(repo, worker.pid())).toBe(worker.pid())
  expect(sessionOf(repo, process.pid)).not.toBe(worker.pid())
})

test('16. the worker survives when the whole process group of git is killed', async () => {
  const repo = newCtxRepo()
  const worker = slowWorker(repo, { seconds: 1 })
  const group = spawn('sh', ['-c', 'git commit -q --allow-empty -m Message; exec sleep 10'], {
    cwd: repo.root,
    env: repo.env,
    detached: true,
    stdio: 'ignore',
  })
  await until(() => worker.calls().length === 1)
  process.kill(-(group.pid ?? 0), 'SIGHUP')
  process.kill(-(group.pid ?? 0), 'SIGTERM')
  await once(group, 'exit')
  expect(worker.ended()).toBe(false)
  await until(worker.ended)
})

test('16. the worker survives when the terminal is closed', async () => {
  const repo = newCtxRepo()
  const worker = slowWorker(repo, { seconds: 1 })
  const wait = `while [ ! -s '${worker.log}' ]; do sleep 0.02; done`
  repo.run('script', ['-qec', `git commit -q --allow-empty -m Message; ${wait}`, '/dev/null'], { input: '' })
  expect(worker.ended()).toBe(false)
  await until(worker.ended)
})

test.each<[string, (repo: Repo) => void]>([
  ['ctx crashes', (repo) => install(repo, 'kill -SEGV $$')],
  ['ctx fails', (repo) => install(repo, 'exit 70')],
  ['ctx is no program', (repo) => putFile(bakedProgram(repo), 'not a program at all')],
  ['local state is a file', (repo) => putFileInPlaceOf(join(repo.root, '.git/ctx'))],
  ['the queue is a file', (repo) => putFileInPlaceOf(join(repo.root, '.git/ctx/queue'))],
  ['the lock is a folder', (repo) => mkdirSync(join(repo.root, '.git/ctx/worker.lock'), { recursive: true })],
  ['the lock holds nonsense', (repo) => repo.write({ '.git/ctx/worker.lock': '-1; false\n' })],
  ['the settings cannot be read', breakSettings],
  ['the knowledge branch is broken', (repo) => repo.write({ '.git/refs/heads/ctx/main': 'nonsense\n' })],
])('17. git succeeds as ever when %s', async (_what, harm) => {
  const repo = newCtxRepo()
  withRemote(repo)
  diverge(repo)
  const idle = watchProgram(repo)
  harm(repo)
  const env = { GIT_EDITOR: 'echo Message >' }
  for (const command of [
    ['rebase', '-q', 'main'],
    ['commit', '-q', '--allow-empty'],
    ['commit', '-q', '--amend', '--allow-empty', '-m', 'Other'],
    ['push', '-q', 'origin', 'topic'],
    ['switch', '-q', 'main'],
    ['merge', '-q', '--no-ff', '--no-edit', 'topic'],
    ['checkout', '-q', 'HEAD~1', '--', '.'],
  ])
    expect({ command, code: repo.run('git', command, { env }).code }).toEqual({ command, code: 0 })
  await idle()
})

test('17. git fails as ever when it has nothing to commit', () => {
  const repo = newCtxRepo()
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'Settings')
  expect(repo.run('git', ['commit', '-m', 'Nothing']).code).toBe(1)
  expect(repo.run('git', ['switch', '-q', 'nowhere']).code).toBe(128)
})

test('17. git succeeds where standard output and error are closed', async () => {
  const repo = newCtxRepo()
  const { code } = repo.run('sh', ['-c', 'git commit -q --allow-empty -m Message <&- >&- 2>&-'])
  expect(code).toBe(0)
  await repo.settled()
})

test('18. what is known comes into the message in time', () => {
  const repo = repoThatKnows()
  expect(messageShown(repo)).toContain('# What ctx knows about this:')
})

test('18. past the limit the message is untouched', () => {
  const repo = repoThatKnows()
  const untouched = withoutHooks(repo, () => messageShown(repo))
  slowGit(repo)
  const begun = Date.now()
  expect(messageShown(repo)).toBe(untouched)
  expect(Date.now() - begun).toBeLessThan(withinReason(5_000))
})

test('18. the limit holds for a program that hangs, whatever it does later', async () => {
  const repo = repoThatKnows()
  const untouched = withoutHooks(repo, () => messageShown(repo))
  const worker = slowWorker(repo, { late: 'echo Late >>"$4"' })
  expect(messageShown(repo)).toBe(untouched)
  expect(worker.calls()).toContain('prequery --message-file .git/COMMIT_EDITMSG')
  expect(worker.ended()).toBe(false)
})

test('18. the limit holds where nobody opens an editor and settings ask for it always', () => {
  const repo = repoThatKnows()
  repo.git('config', 'ctx.prequery', 'always')
  slowGit(repo)
  const begun = Date.now()
  repo.git('commit', '-q', '-m', 'Message')
  expect(Date.now() - begun).toBeLessThan(withinReason(5_000))
  expect(repo.git('log', '-1', '--format=%B').trim()).toBe('Message')
})

test('18. a program that crashes leaves the message untouched', () => {
  const repo = repoThatKnows()
  const untouched = withoutHooks(repo, () => messageShown(repo))
  install(repo, 'kill -SEGV $$')
  expect(messageShown(repo)).toBe(untouched)
})

type Worker = {
  readonly log: string
  /** How it was called each time, without the path of ctx. */
  readonly calls: () => readonly string[]
  readonly pid: () => number
  /** Whether any of its runs came to an end by itself. */
  readonly ended: () => boolean
  /** Its calls, when no more are to come. */
  readonly settled: () => Promise<readonly string[]>
}

const quickWorker = (repo: Repo): Worker => workerOf(repo, { does: ':' })

/** A worker that works for some seconds, at most until the test is over. */
function slowWorker(repo: Repo, { seconds = 5, late = ':' }: { seconds?: number; late?: string } = {}): Worker {
  const worker = workerOf(repo, { does: `sleep ${seconds}; ${late}` })
  onTestFinished(() => {
    for (const pid of pidsIn(worker.log)) kill(pid)
  })
  return worker
}

function workerOf(repo: Repo, { does }: { does: string }): Worker {
  const log = join(homeOf(repo), 'worker.log')
  install(repo, `echo "$$ $(shift; echo "$*")" >>'${log}'; ${does}; : >'${log}.ended'`)
  const calls = (): readonly string[] => linesOf(log).map((line) => line.slice(line.indexOf(' ') + 1))
  return {
    log,
    calls,
    pid: () => pidsIn(log)[0] ?? 0,
    ended: () => existsSync(`${log}.ended`),
    settled: async () => {
      await sleep(250)
      return calls()
    },
  }
}

/** Makes every hook start a script of ours in place of node. */
function install(repo: Repo, script: string): void {
  putFile(bakedProgram(repo), `#!/bin/sh\n${script}\n`)
}

function bakedProgram(repo: Repo): string {
  const path = join(homeOf(repo), 'program')
  for (const name of hookNames) {
    const hook = join(repo.root, '.git/hooks', name)
    writeFileSync(hook, readFileSync(hook, 'utf8').replace(/^ctx_node='.*'$/m, `ctx_node='${path}'`))
  }
  return path
}

/** Lets hooks start the real program, and tells when no run of it is left. */
function watchProgram(repo: Repo): () => Promise<void> {
  const [begun, ended] = [join(homeOf(repo), 'begun'), join(homeOf(repo), 'ended')]
  install(repo, `echo run >>'${begun}'; '${process.execPath}' "$@"; code=$?; echo run >>'${ended}'; exit $code`)
  return async () => {
    await sleep(200)
    await until(() => linesOf(begun).length === linesOf(ended).length)
  }
}

/** Four commits on `topic`, checked out, and one more on main. */
function diverge(repo: Repo, { conflicting = false }: { conflicting?: boolean } = {}): readonly string[] {
  return withoutHooks(repo, () => {
    const picked = branchOff(repo, 'topic')
    repo.commit('Meanwhile', { [conflicting ? 'page-3.md' : 'meanwhile.md']: 'Meanwhile\n' })
    repo.git('switch', '-q', 'topic')
    return picked
  })
}

/** Four commits on a branch that is not checked out. */
function branchOff(repo: Repo, name: string): readonly string[] {
  return withoutHooks(repo, () => {
    repo.git('switch', '-q', '-c', name)
    const commits = [1, 2, 3, 4].map((page) => repo.commit(`Add page ${page}`, { [`page-${page}.md`]: `${page}\n` }))
    repo.git('switch', '-q', 'main')
    return commits
  })
}

/** A repository with an entry about a file, and a change of that file staged. */
function repoThatKnows(): Repo {
  const repo = newCtxRepo()
  const message =
    'feat(upload): retry the upload three times\n\nThe store drops connections, so one try must never be enough.'
  withoutHooks(repo, () => repo.commit(message, { 'src/upload.ts': 'export const uploadTries = 3\n' }))
  expect(repo.ctx('curate').code).toBe(0)
  repo.write({ 'src/upload.ts': 'export const uploadTries = 4\n' })
  repo.git('add', 'src/upload.ts')
  return repo
}

/** The message that an editor is shown; the commit is given up, so that it can be shown again. */
function messageShown(repo: Repo): string {
  const seen = join(homeOf(repo), 'seen')
  putFile(join(homeOf(repo), 'editor'), `#!/bin/sh\ncp "$1" '${seen}'\n: >"$1"\n`)
  const { code, err } = repo.run('git', ['commit'], { env: { GIT_EDITOR: join(homeOf(repo), 'editor') } })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('empty commit message') })
  return readFileSync(seen, 'utf8')
}

/** Lets git take its time, for whoever asks it about the index from a hook. */
function slowGit(repo: Repo): void {
  const real = repo.run('sh', ['-c', 'command -v git']).out.trim()
  const core = join(homeOf(repo), 'core')
  putFile(join(core, 'git'), `#!/bin/sh\ncase "$*" in *--cached*) exec sleep 30 ;; esac\nexec '${real}' "$@"\n`)
  repo.env['GIT_EXEC_PATH'] = core
}

/** Runs git with every descriptor up to 9 piped; gives its exit code, and how long the pipes stayed open after it. */
async function readAll(repo: Repo, args: readonly string[]): Promise<{ code: number; waited: number }> {
  const child = spawn('git', args, {
    cwd: repo.root,
    env: repo.env,
    stdio: ['ignore', ...Array.from({ length: 9 }, () => 'pipe' as const)],
  })
  for (const pipe of child.stdio.slice(1)) if (pipe !== null && pipe !== undefined && 'resume' in pipe) pipe.resume()
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  const exited = Date.now()
  await closed
  return { code, waited: Date.now() - exited }
}

function breakSettings(repo: Repo): void {
  withoutHooks(repo, () => repo.commit('Break the settings', { '.ctx/config.yaml': 'prequery: [always\n' }))
}

function putFileInPlaceOf(path: string): void {
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, '')
}

function withoutHooks<T>(repo: Repo, act: () => T): T {
  const before = repo.env['CTX_HOOKS']
  repo.env['CTX_HOOKS'] = '0'
  try {
    return act()
  } finally {
    if (before === undefined) delete repo.env['CTX_HOOKS']
    else repo.env['CTX_HOOKS'] = before
  }
}

/** A folder with what hooks need, except one program. */
function binWithout(repo: Repo, missing: string): string {
  const folder = join(homeOf(repo), 'bin')
  mkdirSync(folder)
  for (const name of ['git', 'sh', 'mkdir', 'mv', 'node', 'setsid'].filter((tool) => tool !== missing))
    symlinkSync(repo.run('sh', ['-c', `command -v ${name}`]).out.trim(), join(folder, name))
  return folder
}

function putFile(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
const pidsIn = (log: string): readonly number[] => linesOf(log).map((line) => Number.parseInt(line, 10))
const sessionOf = (repo: Repo, pid: number): number => Number(repo.run('ps', ['-o', 'sid=', '-p', String(pid)]).out)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It came to its end by itself.
  }
}
