/** @module-tag slow */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { curate, refresh, tend, type Tended } from '../../src/index.ts'
import { tendDaily } from '../../src/verbs/tend.ts'
import { initedRepo } from '../support/open-in.ts'
import { expectCode, teach } from '../support/expect.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'
import {
  archivedIn,
  at,
  filesOf,
  nothingTended,
  openInDays,
  queryIn,
  show,
  tendIn,
  tellToken,
  writeEntries,
} from '../support/scored-entries.ts'

describe('ctx tend', () => {
  test('said of an entry that was marked as deprecated that nothing it names is in the code', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    const path = 'auth/tokens/refresh_tokens_are_single_use.md'
    expectCode(repo.ctx('mark', path, '--deprecated'), 0)
    const told = expectCode(repo.ctx('tend', '--dry-run'), 0)
    expect(told).toContain(`${path}  it is deprecated or superseded`)
    expect(told).not.toContain('in the code')
  })

  test('promotes and demotes at the bounds of the table, by one commit', async () => {
    const repo = await initedRepo()
    const rows = [
      ['draft', 64.9, 'draft'],
      ['draft', 65, 'validated'],
      ['draft', 35, 'draft'],
      ['validated', 84.9, 'validated'],
      ['validated', 85, 'core'],
      ['validated', 35, 'validated'],
      ['core', 60, 'core'],
      ['core', 59.9, 'validated'],
    ] as const
    const nameOf = (row: readonly [string, number, string]): string => `${row[0]}_${String(row[1]).replace('.', '_')}`
    writeEntries(repo, Object.fromEntries(rows.map((row) => [nameOf(row), { maturity: row[0], importance: row[1] }])))
    const done = await tendIn(repo)
    const expected = rows
      .filter(([from, , to]) => from !== to)
      .map((row) => ({ path: at(nameOf(row)), from: row[0], to: row[2] }))
    const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
    expect([...done.promoted, ...done.demoted].sort(byPath)).toEqual(expected.sort(byPath))
    expect(done.archived).toEqual([])
    for (const row of rows) expect(show(repo, nameOf(row))).toContain(`maturity: ${row[2]}\n`)
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toBe('Tend: 2 promoted, 1 demoted')
  })

  test('demotes by decayed importance, though nobody touched the entry', async () => {
    const repo = await initedRepo()
    writeEntries(repo, {
      high: { maturity: 'core', importance: 90 },
      middle: { maturity: 'validated', importance: 70 },
    })
    expect(await tendIn(repo)).toMatchObject({ promoted: [], demoted: [], archived: [] })
    expect(await tendIn(repo, 70)).toMatchObject({ demoted: [], archived: [] })
    // 90 × 0.995^90 = 57.3
    expect((await tendIn(repo, 90)).demoted).toEqual([{ path: at('high'), from: 'core', to: 'validated' }])
    // 70 × 0.995^139 = 34.9
    expect((await tendIn(repo, 139)).demoted).toEqual([{ path: at('middle'), from: 'validated', to: 'draft' }])
    expect(show(repo, 'high')).toContain('importance: 90\n')
  })

  test('promotes what is asked for often', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    for (let times = 0; times < 6; times++) await queryIn(repo, 'refresh tokens')
    await tendIn(repo)
    expect(show(repo, 'refresh_tokens_are_single_use')).toMatch(/importance: 68\n[\s\S]*maturity: validated\n/)
  })

  test('does nothing the second time', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { up: { importance: 70 }, down: { maturity: 'core', importance: 50 } })
    expect(await tendIn(repo)).toMatchObject({ promoted: [{}], demoted: [{}], archived: [] })
    const before = { ...filesOf(repo), tip: repo.git('rev-parse', 'ctx/main') }
    expect(await tendIn(repo)).toEqual(nothingTended)
    expect({ ...filesOf(repo), tip: repo.git('rev-parse', 'ctx/main') }).toEqual(before)
  })

  test('does nothing the second time, however far an entry rose or fell', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { risen: { importance: 95 }, fallen: { maturity: 'core', importance: 20 } })
    await tendIn(repo)
    expect(await tendIn(repo)).toEqual(nothingTended)
  })

  test('lists a promotion that came from settled accesses', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { asked: { importance: 64, body: 'The zeppelin flies.' } })
    await queryIn(repo, 'zeppelin')
    expect((await tendIn(repo)).promoted).toEqual([{ path: at('asked'), from: 'draft', to: 'validated' }])
  })

  test('as a dry run counts what was edited by hand', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { up: { importance: 70 } })
    expect((await tend(await openInDays(repo), { dryRun: true })).promoted).toMatchObject([{ path: at('up') }])
  })

  test('as a dry run says the same and changes nothing', async () => {
    const repo = await initedRepo()
    writeEntries(repo, {
      asked: { importance: 50, body: 'The zeppelin flies.' },
      up: { importance: 70 },
      down: { maturity: 'core', importance: 50 },
    })
    await refresh(await openInDays(repo))
    await queryIn(repo, 'zeppelin')
    const state = () => ({
      ...filesOf(repo),
      refs: repo.git('for-each-ref'),
      accesses: repo.run('sh', ['-c', 'cat .git/ctx/accesses*']).out,
    })
    const [before, sayings] = [state(), expectCode(repo.ctx('tend', '--dry-run'), 0)]
    expect(sayings).toMatch(/^This would be done:\n/)
    const would = JSON.parse(repo.ctx('tend', '--dry-run', '--json').out) as Tended
    expect(state()).toEqual(before)
    const done = await tendIn(repo)
    expect(Object.keys(done)).toEqual(['settled', 'promoted', 'demoted', 'archived', 'candidates', 'derived'])
    expect({ ...would, derived: 0 }).toEqual({ ...done, derived: 0 })
    expect(done.archived).toEqual([])
    for (const name of ['up', 'down']) expect(sayings).toContain(at(name))
  })

  test('makes derived files again that somebody spoiled or deleted', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    const good = filesOf(repo)
    writeFileSync(join(repo.root, '.ctx/tree/_index.md'), 'spoiled\n')
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/_index.md'))
    writeFileSync(join(repo.root, '.ctx/tree/_manifest.json'), '{')
    expect(await tendIn(repo)).toMatchObject({ archived: [], derived: 3 })
    expect(filesOf(repo)).toEqual(good)
  })

  test('works in an empty tree, and where nothing can learn says so', async () => {
    const repo = await initedRepo()
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
    repo.git('switch', '-q', '--detach')
    for (const words of [['tend'], ['archive', 'a/b/c.md'], ['restore', 'a/b/c.md']])
      expect(expectCode(repo.ctx(...words), 2)).toContain('HEAD is detached')
    expect(expectCode(repo.ctx('tend', 'auth'), 2)).toContain('auth')
  })

  test('commits what was edited by hand first', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    const path = '.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md'
    repo.write({ [path]: repo.read(path).replace('importance: 50', 'importance: 70') })
    expect((await tendIn(repo)).promoted).toMatchObject([{ path: at('refresh_tokens_are_single_use') }])
    expect(repo.git('log', '--format=%s', 'ctx/main').split('\n').slice(0, 2)).toEqual([
      'Tend: 1 promoted',
      'Edit: auth/tokens/refresh_tokens_are_single_use.md',
    ])
  })
})

describe('the daily tending', () => {
  test('happens once a day', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { one: { importance: 90 } })
    await refresh(await openInDays(repo))
    const maturity = (): string => /^maturity: (.*)$/m.exec(repo.read('.ctx/tree/auth/tokens/one.md'))?.[1] ?? ''
    await tendDaily(await openInDays(repo))
    await tendDaily(await openInDays(repo, 0.9))
    expect(maturity()).toBe('draft')
    await tendDaily(await openInDays(repo, 1.1))
    expect(maturity()).not.toBe('draft')
  })

  const years = { GIT_AUTHOR_DATE: '2015-01-01T10:00:00Z', GIT_COMMITTER_DATE: '2015-01-01T10:00:00Z' }
  const commitOfYearsAgo = (repo: Repo, env: Readonly<Record<string, string>>): void => {
    repo.write({ '.git/ctx/tended': '2020-01-01T00:00:00.000Z', 'src/mail.ts': 'one\n' })
    repo.git('add', '-A')
    const message = 'Queue mail instead of sending it\n\nDecision: queue mail because the server is slow'
    expect(repo.run('git', ['commit', '-q', '-m', message], { env: { ...years, ...env } }).code).toBe(0)
  }
  test('by the worker leaves alone what was learned just now from a commit of years ago', async () => {
    const repo = newCtxRepo()
    commitOfYearsAgo(repo, { CTX_HOOKS: '0' })
    await curate(await openInDays(repo), { kind: 'new' })
    teach(repo, 'Log requests as lines of JSON', 'src/log.ts')
    await repo.settled()
    expect(repo.read('.git/ctx/tended')).not.toContain('2020-')
    expect(expectCode(repo.ctx('tree'), 0)).toContain('queue_mail_instead_of_sending_it')
    expect(expectCode(repo.ctx('tree', '--archived'), 0)).toContain('Nothing is archived.')
    expect((await tendIn(repo)).archived).toEqual([])
  })

  test('by the worker leaves it alone though the commit was given its date by the environment', async () => {
    const repo = newCtxRepo()
    commitOfYearsAgo(repo, {})
    await repo.settled()
    expect(repo.read('.git/ctx/tended')).not.toContain('2020-')
    expect(Object.keys(archivedIn(repo))).toEqual([])
  })
})
