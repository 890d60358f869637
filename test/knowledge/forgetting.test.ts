/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { archive, curate, init, log, query, restore, status, tell, tend, tree } from '../../src/index.ts'
import { tendDaily } from '../../src/verbs/tend.ts'
import { emptyEntry, type Entry } from '../../src/tree/entry.ts'
import { type Code, holds, isUnused, roomToArchive } from '../../src/tree/forgetting.ts'
import { expectCode } from '../support/expect.ts'
import { newRepo, type Repo } from '../support/repo.ts'
import { entryOf } from '../support/entries.ts'
import { openIn } from '../support/open-in.ts'
import { entriesOnBranch } from '../support/knowledge-branch.ts'

// Forgetting serves people where something is really no longer so, and nowhere else.

const day = 24 * 60 * 60 * 1000

/** A repository whose newest of some commits on as many subjects is hundreds of days old, learned today. */
async function old(subjects: number): Promise<Repo> {
  const repo = newRepo()
  await init(await openIn(repo), { hooks: false })
  for (let at = 0; at < subjects; at++) {
    repo.write({ [`src/m${at}.js`]: `${at}\n` })
    repo.git('add', '-A')
    const date = `@${Math.floor(Date.now() / 1000) - (900 - at) * 24 * 60 * 60} +0000`
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    const words = ['commit', '-qm', `feat(m${at}): step ${at}`, '-m', `Because gateway ${at} drops connections.`]
    expect(repo.run('git', words, { env }).code).toBe(0)
  }
  await curate(await openIn(repo), { kind: 'all' })
  return repo
}

/** Takes files out of the code, and lets ctx read that. */
async function remove(repo: Repo, ...files: string[]): Promise<void> {
  repo.git('rm', '-q', ...files)
  repo.commit('chore: tidy up')
  await curate(await openIn(repo), { kind: 'new' })
}

const pass = async (repo: Repo, days: readonly number[]): Promise<void> => {
  for (const after of days) await tendDaily(await openIn(repo, after))
}

describe('the memory of an old repository', () => {
  test('is all there four months after ctx init --history, though nobody asked', async () => {
    const repo = await old(8)
    const before = entriesOnBranch(repo)
    expect(before).toHaveLength(8)
    await pass(repo, [0, 31, 33, 120, 400])
    expect(entriesOnBranch(repo)).toEqual(before)
    const now = await status(await openIn(repo, 120))
    expect(now.archived).toEqual({ entries: 0, byItself: [] })
    expect(now.candidates.map(({ why }) => why)).toEqual(before.map(() => 'unused'))
  })

  test('was asked to put away the page that tells what is over, just after it had been written', async () => {
    const repo = newRepo()
    const said = 'Because the disk of the gateway is slow, `pageCache` keeps forty pages and drops the oldest of them.'
    repo.commit(`Keep pages in memory\n\n${said}`, { 'cache/page.js': 'export const pageCache = 40\nuse(pageCache)\n' })
    repo.commit('Queue mail\n\nBecause the mail server drops connections after a minute.', { 'mail/queue.js': '1\n' })
    repo.git('rm', '-q', 'cache/page.js')
    repo.commit('Remove the cache of pages')
    await init(await openIn(repo), { hooks: false })
    await curate(await openIn(repo), { kind: 'all' })
    const page = 'history/history/what_no_longer_holds_as_it_was_told.md'
    expect(entriesOnBranch(repo)).toContain(page)
    for (const days of [0, 400]) {
      const { candidates } = await status(await openIn(repo, days))
      expect(candidates.map(({ path }) => path)).not.toContain(page)
    }
    await pass(repo, [0, 31, 400])
    expect(entriesOnBranch(repo)).toContain(page)
    // What a person says is over is put away like any other.
    expect(repo.ctx('mark', page, '--deprecated').code).toBe(0)
    expect((await status(await openIn(repo))).candidates.map(({ path }) => path)).toContain(page)
  })

  test('was archived on a release branch made before most of it, and lost on main by the merge of that', async () => {
    const repo = await old(21)
    const before = entriesOnBranch(repo)
    repo.git('switch', '-q', '-c', 'release', 'main~20')
    repo.git('branch', '-q', 'ctx/release', 'ctx/main')
    await curate(await openIn(repo), { kind: 'new' })
    await pass(repo, [0, 120, 151])
    expect(repo.git('log', '--format=%B', 'ctx/release')).not.toContain('Archived:')
    expect((await status(await openIn(repo, 151))).candidates.map(({ why }) => why)).not.toContain('gone and unused')
    repo.git('switch', '-q', 'main')
    expect(entriesOnBranch(repo)).toEqual(before)
  })

  test('loses by itself what no longer holds and nobody used, at most a twentieth a month, and status says so', async () => {
    const repo = await old(40)
    const gone = [1, 2, 3, 4, 5].map((at) => `src/m${at}.js`)
    await remove(repo, ...gone)
    expect(entriesOnBranch(repo)).toHaveLength(40)
    const fresh = await status(await openIn(repo))
    expect(fresh.candidates.map(({ why }) => why)).toEqual(gone.map(() => 'gone'))
    // The removal touched the entries; from then on 71 days bring what is new below the bound.
    await pass(repo, [0, 60])
    expect(entriesOnBranch(repo)).toHaveLength(40)
    await pass(repo, [90, 92, 100])
    expect(entriesOnBranch(repo)).toHaveLength(38)
    const now = await status(await openIn(repo, 101))
    expect(now.archived.entries).toBe(2)
    expect(now.archived.byItself).toHaveLength(2)
    expect(now.candidates.filter(({ why }) => why === 'gone and unused')).toHaveLength(3)
    const said = expectCode(repo.ctx('status'), 0)
    expect(said).toContain(
      'Archived by itself in the last 30 days, because it no longer holds and nobody used it: src/',
    )
    expect(said).toContain('3 entries could be archived')
    await pass(repo, [140])
    expect(entriesOnBranch(repo)).toHaveLength(37)
    expect(expectCode(repo.ctx('tend', '--dry-run'), 0)).toContain('nothing that it names is in the code')
  })

  test('is never archived by itself where it is small', async () => {
    const repo = await old(3)
    await remove(repo, 'src/m1.js')
    await pass(repo, [0, 200])
    expect(entriesOnBranch(repo)).toHaveLength(3)
    const { candidates } = await tend(await openIn(repo, 200))
    expect(candidates.find(({ path }) => path.startsWith('src/m1/'))?.why).toBe('gone and unused')
    expect((await tend(await openIn(repo), { yes: true })).archived).toHaveLength(1)
    expect(entriesOnBranch(repo)).toHaveLength(2)
  })

  test.each([
    ['off', 0, 0],
    ['suggest', 0, 25],
    ['auto', 1, 24],
  ] as const)('with `archive: %s` loses %i of what no longer holds, and names %i', async (mode, archived, named) => {
    const repo = await old(25)
    repo.write({ '.ctx/config.yaml': `archive: ${mode}\n` })
    await remove(repo, 'src/m1.js', 'src/m2.js')
    await pass(repo, [0, 100])
    expect(entriesOnBranch(repo)).toHaveLength(25 - archived)
    expect((await status(await openIn(repo, 100))).candidates).toHaveLength(named)
  })

  test('is told what `archive` takes when it is misspelt', async () => {
    const repo = await old(1)
    repo.write({ '.ctx/config.yaml': 'archive: never\n' })
    expect(expectCode(repo.ctx('status'), 2)).toContain('archive is one of off, suggest, auto')
  })
})

describe('what counts as use', () => {
  const files = ['src/m1.js', 'src/m2.js', 'src/m3.js']
  const setUp = async (): Promise<{ repo: Repo; path: string }> => {
    const repo = await old(40)
    await remove(repo, ...files)
    const path = entriesOnBranch(repo).find((one) => one.includes('/m2/')) ?? ''
    expect(path).not.toBe('')
    return { repo, path }
  }

  test('an answer that shows an entry, though nothing has settled it yet', async () => {
    const { repo } = await setUp()
    const { hits } = await query(await openIn(repo), 'step', { limit: 1 })
    expect(hits).toHaveLength(1)
    const why = new Map((await status(await openIn(repo, 90))).candidates.map((one) => [one.path as string, one.why]))
    expect(why.get(hits[0]?.path ?? '') ?? '').not.toContain('unused')
    expect([...why.values()]).toContain('gone and unused')
  })

  test('a person who brought it back: it is not taken again by itself', async () => {
    const { repo, path } = await setUp()
    await archive(await openIn(repo), path)
    await restore(await openIn(repo), path)
    await pass(repo, [0, 400])
    expect(entriesOnBranch(repo)).toContain(path)
    expect(entriesOnBranch(repo).length).toBeLessThan(40)
  })

  test('not the step down that time itself brought', async () => {
    const { repo, path } = await setUp()
    repo.write({ [`.ctx/tree/${path}`]: repo.read(`.ctx/tree/${path}`).replace('maturity: draft', 'maturity: core') })
    await tend(await openIn(repo))
    const trailers = repo.git('log', '-1', '--format=%(trailers:key=Demoted,valueonly)', 'ctx/main')
    expect(trailers).toContain(path)
  })
})

describe('the archive is seen', () => {
  test('by status, tree and log, also as JSON', async () => {
    const repo = await old(2)
    const [path = ''] = entriesOnBranch(repo)
    await archive(await openIn(repo), path)
    expect((await status(await openIn(repo))).archived.entries).toBe(1)
    expect(expectCode(repo.ctx('status'), 0)).toContain('1 entry in the archive')
    expect(expectCode(repo.ctx('tree'), 0)).toContain('(archived)')
    expect(JSON.stringify(await tree(await openIn(repo)))).toContain('"archived":true')
    expect(expectCode(repo.ctx('log'), 0)).toContain(`in the archive: ${path}`)
    expect((await log(await openIn(repo)))[0]?.archived).toEqual([path])
    await restore(await openIn(repo), path)
    expect(expectCode(repo.ctx('tree'), 0)).not.toContain('archived')
    expect((await log(await openIn(repo))).flatMap(({ archived }) => archived)).toEqual([])
  })
})

describe('a path that is learned again', () => {
  test('gets its archived text back first, then the new is added', async () => {
    const repo = newRepo()
    await init(await openIn(repo), { hooks: false })
    const said = 'Refresh tokens are single-use.'
    await tell(await openIn(repo), said, { topic: 'auth/tokens' })
    const path = 'auth/tokens/refresh_tokens_are_single_use.md'
    const file = `.ctx/tree/${path}`
    repo.write({ [file]: `${repo.read(file)}\n## Notes\nAsk Anna first.\n` })
    await archive(await openIn(repo), path)
    await tell(await openIn(repo), `${said} They last a week.`, { topic: 'auth/tokens' })
    expect(repo.read(file)).toContain('Ask Anna first.')
    expect(repo.read(file)).toContain('They last a week.')
    expect(expectCode(repo.ctx('tree', '--archived'), 0)).toContain('Nothing is archived.')
    expect(repo.git('log', '-1', '--format=%(trailers:key=Restored,valueonly)', 'ctx/main')).toContain(path)
  })

  test('by a commit too', async () => {
    const repo = newRepo()
    await init(await openIn(repo), { hooks: false })
    const learn = async (why: string): Promise<void> => {
      repo.commit(`Queue mail\n\nWhy: because ${why}`, { 'src/mail.ts': `${why}\n` })
      await curate(await openIn(repo), { kind: 'new' })
    }
    await learn('the server is slow')
    const [path = ''] = entriesOnBranch(repo)
    await archive(await openIn(repo), path)
    await learn('mail bounces')
    expect(entriesOnBranch(repo)).toEqual([path])
    for (const why of ['the server is slow', 'mail bounces']) expect(repo.read(`.ctx/tree/${path}`)).toContain(why)
  })
})

describe('whether an entry holds', () => {
  const entry = (more: Partial<Entry>, files: readonly string[] = ['src/a.js']): Entry =>
    entryOf({ files, raw: { ...emptyEntry.raw, sources: [{ commit: 'abcdef1', subject: 'A' }] }, ...more })
  const code = (more: Partial<Code>): Code => ({ files: new Set(), names: new Set(), touched: new Map(), ...more })

  test.each([
    ['one of its files is there', entry({}), code({ files: new Set(['src/a.js']) }), true],
    ['no file is there', entry({}), code({}), false],
    ['a name out of it is there', entry({ keywords: ['dropIdle'] }), code({ names: new Set(['dropIdle']) }), true],
    ['only a plain word is there', entry({ keywords: ['idle'] }), code({ names: new Set(['idle']) }), false],
    ['names cannot be looked for', entry({ keywords: ['dropIdle'] }), code({ names: undefined }), true],
    ['a person said that it is so', entry({ approvedAt: '2026-01-01T00:00:00Z' }), code({}), true],
    ['a person said that it is no longer', entry({ status: 'deprecated' }, []), code({}), false],
    ['it never named a file', entry({}, []), code({}), true],
    ['its commits touched a file that is gone', entry({}, []), code({ touched: new Map([['abcdef1', ['x']]]) }), false],
  ])('%s', (_, one, has, expected) => {
    expect(holds(one, has)).toBe(expected)
  })

  test('age is counted from the last use, whatever the importance at birth', () => {
    const at = (days: number): Date => new Date(days * day)
    expect([70, 72].map((days) => isUnused({ ...emptyEntry, importance: 3 }, at(0), at(days)))).toEqual([false, true])
    expect(isUnused({ ...emptyEntry, importance: 100 }, at(0), at(200))).toBe(false)
  })

  test('a twentieth is all that may go', () => {
    expect([19, 20, 40, 38].map((entries, at) => roomToArchive(entries, at === 3 ? 2 : 0))).toEqual([0, 1, 2, 0])
  })
})
