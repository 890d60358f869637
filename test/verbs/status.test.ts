import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readNewMessages } from '../../src/learning/read-log.ts'
import { open } from '../../src/repo/context.ts'
import { openCommitIndex } from '../../src/repo/index/commit-index.ts'
import { openDatabase, openDatabaseInMemory } from '../../src/repo/index/database.ts'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { importHistory } from '../support/long-history.ts'
import { type Repo, withRemote } from '../support/repo.ts'
import { until } from '../support/until.ts'

/** How many git processes a command starts itself. */
function processesOf(repo: Repo, ...command: readonly string[]): number {
  const trace = join(dirname(repo.root), 'trace.json')
  repo.env['GIT_TRACE2_EVENT'] = trace
  expectCode(repo.ctx(...command), 0)
  delete repo.env['GIT_TRACE2_EVENT']
  return readFileSync(trace, 'utf8').match(/"event":"start"/g)?.length ?? 0
}

test('ctx status asks git once for each thing that it tells', () => {
  const repo = quietRepo()
  repo.commit('Begin', { 'src/a.ts': 'export const a = 1\n' })
  withRemote(repo)
  tell(repo)
  expectCode(repo.ctx('push'), 0)
  // What the branch holds, its archive, its uses, the code, remotes, how far they are, the hooks and the goals.
  expect(processesOf(repo, 'status')).toBeLessThanOrEqual(9)
})

test('after git clean -fdx, ctx status counts the entries of the branch and says how the checkout comes back', () => {
  const repo = quietRepo()
  tell(repo)
  const before = /^Knowledge of .*$/m.exec(expectCode(repo.ctx('status'), 0))?.[0]
  expect(before).toContain('1 entry')
  repo.git('clean', '-fdxq')
  const told = expectCode(repo.ctx('status'), 0)
  expect(told).toContain(before)
  expect(told).toContain('warning .ctx/tree: The checkout is missing')
  expectCode(repo.ctx('refresh'), 0)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('missing')
})

test('where a branch of the code is called like the knowledge branch, ctx status and doctor say why nothing is learned', () => {
  const repo = quietRepo()
  repo.commit('Begin', { 'src/a.ts': 'export const a = 1\n' })
  repo.git('branch', 'ctx/foo')
  repo.git('switch', '-q', '-c', 'foo')
  const told = expectCode(repo.ctx('status'), 0)
  expect(told).toContain('warning ctx/foo: The branch "ctx/foo" was not made by ctx')
  expect(told).not.toContain('src/a.ts')
  expect(repo.ctx('doctor').out).toContain('The branch "ctx/foo" was not made by ctx')
})

test('ctx status said nothing of the diffs that were still being read after the first question', () => {
  const repo = quietRepo()
  importHistory(repo)
  const told = /^This history is still being read; /m
  const says = (): unknown => JSON.parse(expectCode(repo.ctx('status', '--json'), 0))
  // Before anybody asked, nothing is being read.
  expect(expectCode(repo.ctx('status'), 0)).not.toMatch(told)
  expect(says()).toMatchObject({ isWhole: true })
  // As after a question less than a minute ago: no look is begun, and the diffs stay unread.
  repo.write({ '.git/ctx/looked': '' })
  expect(repo.ctx('query', 'keep a room warm').err).toMatch(/^This history is still being read; /m)
  expect(expectCode(repo.ctx('status'), 0)).toMatch(told)
  expect(says()).toMatchObject({ isWhole: false })
  expectCode(repo.ctx('look'), 0)
  expect(expectCode(repo.ctx('status'), 0)).not.toMatch(told)
  expect(says()).toMatchObject({ isWhole: true })
})

test.each([[['init', '--no-hooks']], [['curate', '--all']]])(
  'the diffs of a long history were read when somebody first asked, and not after ctx %j',
  async (words) => {
    const repo = quietRepo()
    importHistory(repo)
    // No question begins a look, as none does for a minute after another.
    repo.write({ '.git/ctx/looked': '' })
    const inAnHour = new Date(Date.now() + 3_600_000)
    utimesSync(join(repo.root, '.git/ctx/looked'), inAnHour, inAnHour)
    expectCode(repo.ctx(...words), 0)
    const isWhole = (): boolean => {
      const { code, err } = repo.ctx('query', 'keep a room warm')
      expect(code, err).toBe(0)
      return !err.includes('still being read')
    }
    await until(isWhole, 'an answer from all of the history')
  },
)

test('ctx status emptied the index of another version, and made one where there was none', async () => {
  const repo = quietRepo()
  tell(repo)
  expectCode(repo.ctx('query', 'are refresh tokens single-use'), 0)
  const path = join(repo.root, '.git/ctx/index.db')
  const kept = async (change: string): Promise<unknown> => {
    const database = await openDatabase(path)
    database?.exec(change)
    const said = database?.rows(`SELECT value, (SELECT count(*) FROM entries) FROM state WHERE key = 'version'`)
    database?.close()
    return said
  }
  const before = await kept(`UPDATE state SET value = 'another' WHERE key = 'version'`)
  expect(before).toEqual([['another', 1]])
  expectCode(repo.ctx('status'), 0)
  expect(await kept('')).toEqual(before)
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  expectCode(repo.ctx('status'), 0)
  expect(existsSync(path)).toBe(false)
})

test('the first question about a long history waited until all of its messages were read', () => {
  const repo = quietRepo()
  importHistory(repo, 3_200)
  // As after a question less than a minute ago: no look is begun.
  const inAnHour = new Date(Date.now() + 3_600_000)
  const stayUnread = (): void => {
    repo.write({ '.git/ctx/looked': '' })
    utimesSync(join(repo.root, '.git/ctx/looked'), inAnHour, inAnHour)
  }
  stayUnread()
  const ask = (room: number): { out: string; err: string } => repo.ctx('query', `keep room ${room} warm`)
  expect(ask(3_150).out).toMatch(/^Keep room 3150 warm\n/)
  expect(ask(20).out).not.toContain('Keep room 20 warm')
  expect(ask(20).err).toContain('This history is still being read; ask again for more.')
  // What may still be found is no gap.
  expect(repo.ctx('gaps').out).not.toContain('room 20')
  // Whoever asks for one commit or file waits for the rest.
  expect(repo.ctx('why', 'HEAD~3180').out).toContain('Keep room 19 warm')
  expect(ask(20).out).toMatch(/^Keep room 20 warm\n/)
  repo.commit('Keep room 4000 warm', { 'src/heat1.ts': 'y\n' })
  expect(ask(4_000).out).toMatch(/^Keep room 4000 warm\n/)
  stayUnread()
  expectCode(repo.ctx('look'), 0)
  expect(ask(4_000).err).not.toContain('still being read')
  const order = JSON.parse(expectCode(repo.ctx('query', 'what changed recently', '--json'), 0)) as {
    hits: readonly { headline: string }[]
  }
  expect(order.hits[0]?.headline).toBe('Keep room 4000 warm')
})

test('commits of a long history were told in the wrong order when its newest was reset before all were read', () => {
  const repo = quietRepo()
  importHistory(repo, 3_200)
  repo.write({ '.git/ctx/looked': '' })
  repo.ctx('query', 'keep room 3190 warm')
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  repo.git('reflog', 'expire', '--expire=now', '--all')
  repo.git('gc', '-q', '--prune=now')
  expectCode(repo.ctx('look'), 0)
  const { hits } = JSON.parse(expectCode(repo.ctx('query', 'what changed recently', '--json'), 0)) as {
    hits: readonly { headline: string }[]
  }
  expect(hits.map(({ headline }) => headline)).toEqual([3_198, 3_197, 3_196].map((at) => `Keep room ${at} warm`))
})

test('commits of a long history were told in the wrong order when a second asked before the first had noted how far it was', async () => {
  const repo = quietRepo()
  importHistory(repo, 3_200)
  const ctx = await open({ cwd: repo.root, env: repo.env })
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('SQLite does not load')
  const index = openCommitIndex(database)
  const atFirst = index.state()
  const head = repo.git('rev-parse', 'HEAD')
  await readNewMessages(ctx, index, head)
  await readNewMessages(ctx, { ...index, state: () => atFirst, clear: () => undefined }, head)
  expect(index.newest(3).map(({ subject }) => subject)).toEqual(
    [3_199, 3_198, 3_197].map((at) => `Keep room ${at} warm`),
  )
  expect(index.state()).toMatchObject({ size: 3_000 })
})
