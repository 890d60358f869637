import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { expectCode, expectProblem, quietRepo, teach, tell } from '../support/expect.ts'
import { cloneFrom, newRepo, program, type Ran, type Repo, temporaryFolder, withRemote } from '../support/repo.ts'

// A clone in which nothing can be written has a history all the same.

/** Runs ctx where nothing may be written below `.git`: the administrator, who may write everywhere, becomes nobody for it. */
function readOnly(repo: Repo): (...args: readonly string[]) => Ran {
  const gitDir = join(repo.root, '.git')
  chmodSync(gitDir, 0o555)
  chmodSync(repo.root, 0o555)
  chmodSync(dirname(repo.root), 0o755)
  onTestFinished(() => [gitDir, repo.root].forEach((folder) => chmodSync(folder, 0o755)))
  const trusting = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
  const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath]
  return (...args) =>
    process.getuid?.() === 0
      ? repo.run('setpriv', [...asNobody, program, ...args], { env: trusting })
      : repo.run(process.execPath, [program, ...args])
}

const isWindows = process.platform === 'win32'

test.skipIf(isWindows)('a read-only clone that knows nothing yet answers from its log, and names files', () => {
  const repo = newRepo()
  teach(repo)
  const ctx = readOnly(repo)
  for (const asked of [['query'], ['query', '--log-only']])
    expect(expectCode(ctx(...asked, 'why is mail queued'), 0)).toContain('Queue mail instead of sending it')
  expect(expectCode(ctx('where', 'queue mail'), 0)).toContain('src/mail.ts')
  // Whoever reads standard output alone must not take what is nearest for an answer.
  const { code, out } = ctx('query', 'zeppelin')
  expect({ code, out }).toEqual({ code: 1, out: 'Nothing states this. No lesson or commit has "zeppelin".\n' })
})

test.skipIf(isWindows)(
  'a read-only clone with an index that somebody else wrote finds commits that came after it',
  () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    expectCode(repo.ctx('query', 'mail'), 0)
    repo.commit('Land the zeppelin\n\nWhy: because the mast broke in the storm', { 'src/air.ts': 'a\n' })
    chmodSync(join(repo.root, '.git/ctx'), 0o555)
    const ctx = readOnly(repo)
    expect(expectCode(ctx('query', 'why land the zeppelin'), 0)).toContain('mast broke')
    expect(expectCode(ctx('search', 'mail'), 0)).toContain('queue_mail')
    chmodSync(join(repo.root, '.git/ctx'), 0o755)
  },
)

test.skipIf(isWindows)(
  'a read-only clone that never showed its knowledge reads the branch of its remote, whatever is asked',
  () => {
    const repo = quietRepo()
    const remote = withRemote(repo)
    tell(repo)
    expectCode(repo.ctx('push'), 0)
    const clone = cloneFrom(remote, 'clone')
    clone.run('chmod', ['-R', 'a+rX', '.'])
    const ctx = readOnly(clone)
    const status = expectCode(ctx('status'), 0)
    expect(status).toContain('origin/ctx/main')
    expect(status).toContain('Nothing can be written here')
    expect(status).not.toContain('brings it up to date')
    expect(ctx('tree').out).toContain('refresh_tokens_are_single_use')
    expect(expectCode(ctx('search', 'refresh tokens'), 0)).toContain('auth/tokens/refresh_tokens_are_single_use.md')
    expect(expectCode(ctx('query', 'are refresh tokens single-use'), 0)).toContain('Refresh tokens are single-use.')
    expect(expectCode(ctx('show', 'auth/tokens/refresh_tokens_are_single_use'), 0)).toContain('single-use')
    expect(expectCode(ctx('brain', '--summary'), 0)).toContain('Refresh tokens are single-use')
  },
)

test.skipIf(isWindows)(
  'where nothing can be written and nobody wrote down what was rejected, each question read the history of the knowledge',
  () => {
    const repo = quietRepo()
    tell(repo)
    rmSync(join(repo.root, '.git/ctx/rejected'))
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    chmodSync(join(repo.root, '.git/ctx'), 0o555)
    const ctx = readOnly(repo)
    const trace = join(folder, 'trace.json')
    repo.env['GIT_TRACE2_EVENT'] = trace
    const said = expectCode(ctx('query', 'are refresh tokens single-use'), 0)
    chmodSync(join(repo.root, '.git/ctx'), 0o755)
    expect(said).toContain('Refresh tokens are single-use.')
    expect(said).not.toContain('Nothing can be written here')
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '').not.toContain('Rejected-Source')
  },
)

test.skipIf(isWindows)('ctx doctor says that nothing can be written to .git/ctx, and not to install ctx again', () => {
  const repo = newRepo()
  const said = readOnly(repo)('doctor').out
  expect(said).toContain('! search: in memory, because nothing can be written to .git/ctx')
  expect(said).not.toContain('install ctx again')
})

test.skipIf(isWindows)('curate, init and push printed `EACCES … tree.lock` to who may not write', () => {
  const repo = quietRepo()
  withRemote(repo)
  tell(repo)
  chmodSync(join(repo.root, '.git/ctx'), 0o555)
  const ctx = readOnly(repo)
  const ran = [['curate'], ['curate', '--text', 'Tea is hot.'], ['init'], ['push']].map((words) => ctx(...words))
  chmodSync(join(repo.root, '.git/ctx'), 0o755)
  for (const one of ran) {
    expectProblem(one, 'Nothing can be written to')
    expect(one.err).not.toContain('EACCES')
  }
})

test.skipIf(isWindows)('ctx log and ctx review failed with an error of git where one may only read', () => {
  const repo = quietRepo()
  tell(repo)
  repo.run('chmod', ['-R', 'a+rX', '.'])
  const ctx = readOnly(repo)
  expect(expectCode(ctx('log'), 0)).toContain('refresh_tokens_are_single_use')
  expect(expectCode(ctx('review'), 0)).toContain('Refresh tokens are single-use')
})
