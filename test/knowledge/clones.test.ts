/** @module-tag slow */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newCtxRepo, newRepo, type Repo, repoAt, withRemote } from '../support/repo.ts'

describe('a partial clone (--filter=blob:none)', () => {
  test('shows, pulls, asks and learns; of the code, not one blob is fetched', async () => {
    const { remote } = await shared()
    const partial = cloned(remote, '--filter=blob:none')
    const missing = missingOf(partial, 'main')
    expect(missing).not.toEqual([])
    expect(partial.ctx('init')).toMatchObject({ code: 0 })
    expect(partial.ctx('query', 'may tokens be shared?')).toMatchObject({
      code: 0,
      out: expect.stringContaining('tokens must never'),
    })
    expect(partial.ctx('pull')).toMatchObject({ code: 0 })
    expect(missingOf(partial, 'ctx/main')).toEqual([])
    teach(partial, 'sessions')
    await partial.settled()
    expect(partial.ctx('query', 'may sessions be shared?').out).toContain('sessions must never')
    expect(partial.ctx('push')).toMatchObject({ code: 0 })
    for (const ask of ['status', 'log', 'doctor', 'refresh', 'review'])
      expect([ask, partial.ctx(ask).code]).toEqual([ask, 0])
    expect(missingOf(partial, 'origin/main')).toEqual(missing)
  })

  test('does not say that a commit gives no reason, because nobody read its diff', async () => {
    const { repo, remote } = await shared()
    const question = 'does a shelf have doors'
    repo.commit('Put doors on each shelf of the shop', { 'src/shelf.ts': 'export const shelves = doors.map(close)\n' })
    repo.git('push', '-q', 'origin', 'main')
    expect(repo.ctx('query', question).out).toMatch(/^Put doors[^]*\n {2}(?:in its diff: |.* no reason given)/)
    const partial = cloned(remote, '--filter=blob:none')
    partial.ctx('init')
    const { out } = partial.ctx('query', question)
    expect(out).toMatch(/^Put doors/)
    expect(out).not.toMatch(/in its diff|no reason given/)
  })

  test('fetches what a later git fetch left at the remote, when it is asked for', async () => {
    const { repo, remote } = await shared()
    const partial = cloned(remote, '--filter=blob:none')
    expect(partial.ctx('init').code).toBe(0)
    repo.git('switch', '-q', '-c', 'feature')
    teach(repo, 'sessions')
    await repo.settled()
    repo.git('push', '-q', 'origin', 'feature', 'ctx/feature')
    partial.git('fetch', '-q')
    partial.git('switch', '-q', 'feature')
    teach(partial, 'cookies')
    await partial.settled()
    expect(partial.ctx('query', 'may sessions be shared?').out).toContain('sessions must never')
    expect(partial.ctx('query', 'may cookies be shared?').out).toContain('cookies must never')
  })

  test('says what to do while the remote that has the rest cannot be reached', async () => {
    const { remote } = await shared()
    const partial = cloned(remote, '--filter=blob:none')
    rmSync(remote, { recursive: true })
    const { code, err } = partial.ctx('init')
    expect(code).toBe(2)
    expect(err).toContain('Some of the knowledge is still at origin')
    expect(err).toContain('ctx pull')
  })
})

describe('a clone of one branch, as --single-branch and --depth make it', () => {
  test.each(['--single-branch', '--depth=2'])(
    'with %s left what was shared where it was, and ctx init --history learned it a second time',
    async (how) => {
      const { remote } = await shared()
      const clone = cloned(remote, how)
      const set = clone.ctx('init', '--history', '--no-hooks')
      expect(set).toMatchObject({ code: 0, out: expect.stringContaining('fetched the knowledge at origin') })
      expect(set.out).toContain('made the knowledge branch ctx/main from origin/ctx/main')
      expect(clone.git('rev-parse', 'ctx/main')).toBe(clone.git('--git-dir', remote, 'rev-parse', 'ctx/main'))
      expect(clone.git('rev-list', '--count', 'main')).toBe(how === '--depth=2' ? '2' : '4')
      expect(clone.ctx('init', '--no-hooks').out).not.toContain('fetched')
      expect(clone.ctx('pull').code).toBe(0)
      expect(clone.ctx('push', '--dry-run').out).not.toContain('Would share')
    },
  )

  test('is set up all the same while its remote cannot be reached', async () => {
    const { remote } = await shared()
    const clone = cloned(remote, '--single-branch')
    rmSync(remote, { recursive: true })
    const { code, out } = clone.ctx('init', '--no-hooks')
    expect([code, out]).toEqual([0, expect.stringMatching(/made the knowledge branch ctx\/main\n/)])
  })
})

describe('a shallow clone', () => {
  test('of all branches (--depth 1 --no-single-branch) shows, asks and learns; ctx pull deepens knowledge alone', async () => {
    const { remote } = await shared()
    const shallow = cloned(remote, '--depth', '1', '--no-single-branch')
    expect(shallow.ctx('init')).toMatchObject({ code: 0 })
    expect(shallow.ctx('query', 'may tokens be shared?')).toMatchObject({ code: 0 })
    expect(shallow.ctx('doctor').out).toContain('the history of ctx/main is cut, as in a shallow clone. `ctx pull`')
    expect(shallow.ctx('pull')).toMatchObject({ code: 0 })
    expect(shallow.git('rev-list', '--count', 'main')).toBe('1')
    expect(shallow.git('log', '--reverse', '--format=%s', 'ctx/main')).toMatch(/^Begin context tree/)
    expect(shallow.ctx('doctor').out).not.toContain('ctx/main is cut')
    teach(shallow, 'sessions')
    await shallow.settled()
    expect(shallow.ctx('query', 'may sessions be shared?').out).toContain('sessions must never')
    expect(shallow.ctx('push')).toMatchObject({ code: 0 })
  })

  test('that was whole until git fetch --depth 1 goes on learning, and merges with what others learned', async () => {
    const { repo, remote } = await shared()
    const clone = cloned(remote)
    expect(clone.ctx('init').code).toBe(0)
    teach(repo, 'cookies')
    await repo.settled()
    repo.git('push', '-q', 'origin', 'main', 'ctx/main')
    clone.git('fetch', '-q', '--depth', '1')
    teach(clone, 'sessions')
    await clone.settled()
    expect(clone.ctx('query', 'may sessions be shared?').out).toContain('sessions must never')
    expect(clone.ctx('push')).toMatchObject({ code: 0 })
    for (const topic of ['tokens', 'cookies', 'sessions'])
      expect(clone.ctx('query', `may ${topic} be shared?`).out).toContain(`${topic} must never`)
    expect(clone.git('rev-list', '--count', 'origin/main')).toBe('1')
  })

  test('that git fetch --unshallow deepened finds what came, which it denied', () => {
    const repo = newRepo()
    repo.commit('Drop govendor\n\nNobody maintains it.', { 'vendor.txt': 'none\n' })
    repo.commit('Add a page', { 'page.txt': 'one\n' })
    const shallow = cloned(withRemote(repo), '--depth', '1')
    expect(shallow.ctx('init', '--no-hooks').code).toBe(0)
    expect(shallow.ctx('query', 'why drop govendor').code).toBe(1)
    shallow.git('fetch', '-q', '--unshallow')
    expect(shallow.ctx('query', 'why drop govendor')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nobody maintains it'),
    })
    // What the boundary seemed to add, the whole tree, it did not.
    expect(shallow.ctx('query', 'add a page').out).not.toContain('vendor.txt')
  })

  test('takes no branch for knowledge that only happens to be called so', async () => {
    const { repo, remote } = await shared()
    repo.git('push', '-q', '--no-verify', '--force', 'origin', 'main:refs/heads/ctx/main')
    const shallow = cloned(remote, '--depth', '1', '--no-single-branch')
    expect(shallow.ctx('init')).toMatchObject({ code: 2, err: expect.stringContaining('was not made by ctx') })
  })
})

/** A repository that has learned of tokens, and shared it with a remote that serves parts. */
test.each(['--depth=1', '--filter=blob:none'])(
  'ctx curate --all --anew in a clone with %s took out what older commits had taught, for everybody',
  async (how) => {
    const { remote } = await shared()
    const clone = cloned(remote, '--no-single-branch', how)
    expect(clone.ctx('init').code).toBe(0)
    const before = clone.git('rev-parse', 'ctx/main')
    const refused = {
      code: 2,
      err: expect.stringMatching(/shallow.*\n.*--unshallow|partial clone.*\n.*without --filter/),
    }
    expect(clone.ctx('curate', '--all', '--anew')).toMatchObject(refused)
    expect(clone.git('rev-parse', 'ctx/main')).toBe(before)
  },
)

async function shared(): Promise<{ repo: Repo; remote: string }> {
  const repo = newCtxRepo()
  repo.commit('Keep settings', { 'src/page.ts': 'export const page = 1\n' })
  repo.commit('Turn the page', { 'src/page.ts': 'export const page = 2\n' })
  teach(repo, 'tokens')
  await repo.settled()
  const remote = withRemote(repo)
  repo.git('--git-dir', remote, 'config', 'uploadpack.allowFilter', 'true')
  expect(repo.ctx('push').code).toBe(0)
  return { repo, remote }
}

function cloned(remote: string, ...how: string[]): Repo {
  const root = join(dirname(remote), 'clone')
  const home = repoAt(dirname(remote), dirname(remote))
  home.git('clone', '-q', ...how, `file://${remote}`, root)
  return repoAt(root, dirname(remote))
}

const teach = (repo: Repo, topic: string): string => {
  const why = `The ${topic} must never be shared because two users would see each other.`
  return repo.commit(`feat(${topic}): keep ${topic}\n\n${why}`, { [`src/${topic}.ts`]: `export const ${topic} = 1\n` })
}

const missingOf = (repo: Repo, revision: string): readonly string[] =>
  repo
    .git('rev-list', '--objects', '--missing=print', revision)
    .split('\n')
    .filter((line) => line.startsWith('?'))
