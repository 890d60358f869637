/** @module-tag slow */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  archive,
  curate,
  init,
  open,
  pull,
  push,
  query,
  refresh,
  restore,
  tell,
  tend,
  type Tended,
} from '../../src/index.ts'
import { tendDaily } from '../../src/verbs/tend.ts'
import { expectClean, expectCode, teach } from '../support/expect.ts'
import { cloneFrom, newCtxRepo, newRepo, program, type Repo, withRemote } from '../support/repo.ts'

// What time and use do to knowledge: scores, the ladder draft, validated, core, and the archive.

const day = 24 * 60 * 60 * 1000
// To the second, as entries tell time.
const today = Math.floor(Date.now() / 1000) * 1000
const inDays = (days: number): Date => new Date(today + days * day)
const time = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
const openIn = (repo: Repo, days = 0) => open({ cwd: repo.root, env: repo.env, now: () => inDays(days) })
const tendIn = async (repo: Repo, days = 0): Promise<Tended> => await tend(await openIn(repo, days))

/** A repository that ctx is set up in without hooks. In-process, as most of what follows: programs take time to start. */
async function quiet(): Promise<Repo> {
  const repo = newRepo()
  await init(await openIn(repo), { hooks: false })
  return repo
}
const told = async (repo: Repo, text = 'Refresh tokens are single-use.'): Promise<void> =>
  void (await tell(await openIn(repo), text, { topic: 'auth/tokens' }))
const queryIn = async (repo: Repo, text: string) => await query(await openIn(repo), text)

type Scores = { importance?: number; maturity?: string; updatedAt?: Date; title?: string; body?: string }

/** Spells an entry as a person may: with scores of our choice. */
const entry = ({
  importance = 50,
  maturity = 'draft',
  updatedAt = inDays(0),
  title = 'One',
  body,
}: Scores): string => `---
title: ${title}
tags: [kept]
keywords: [refresh_token, RS256]
importance: ${importance}
recency: 1
maturity: ${maturity}
accessCount: 0
updateCount: 0
createdAt: ${time(updatedAt)}
updatedAt: ${time(updatedAt)}
---

## Facts
- ${body ?? `${title} is a fact.`} [project]
`

/** Writes entries by hand into the tree; each goes to `auth/tokens/<name>.md`. */
function writeEntries(repo: Repo, entries: Readonly<Record<string, Scores>>): void {
  repo.write(
    Object.fromEntries(
      Object.entries(entries).map(([name, scores]) => [
        `.ctx/tree/auth/tokens/${name}.md`,
        entry({ title: name, ...scores }),
      ]),
    ),
  )
}

const at = (name: string): string => `auth/tokens/${name}.md`
const show = (repo: Repo, name: string): string => expectCode(repo.ctx('show', at(name)), 0)
const score = (text: string, key: string): number =>
  Number(new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN)

/** All files of the tree with their bytes, by path; a question after a switch leaves derived ones to be written behind it. */
function filesOf(repo: Repo, under = '.ctx/tree', having = ''): Record<string, string> {
  const found = readdirSync(join(repo.root, under), { recursive: true, withFileTypes: true }).filter(
    (item) => item.isFile() && join(item.parentPath, item.name).includes(having),
  )
  return Object.fromEntries(
    found.map((item) => {
      const path = join(item.parentPath, item.name)
      return [path.slice(repo.root.length + 1), readFileSync(path, 'latin1')]
    }),
  )
}
const archivedIn = (repo: Repo): Record<string, string> => filesOf(repo, '.ctx/tree', '/_archived/')
const stub = (name: string): string => `.ctx/tree/_archived/auth/tokens/${name}.stub.md`
const full = (name: string): string => `.ctx/tree/_archived/auth/tokens/${name}.full.md`

/** A repository where a draft was archived, by hand, because nobody asked for it. */
async function withArchived(name = 'old_draft', scores: Scores = {}): Promise<Repo> {
  const repo = await quiet()
  writeEntries(repo, { [name]: { importance: 12, body: 'The zeppelin hangar is closed.', ...scores } })
  await archive(await openIn(repo), at(name))
  return repo
}

/** What tending tells where there is nothing to do. */
const nothingTended = { settled: [], promoted: [], demoted: [], archived: [], candidates: [], derived: 0 }

describe('scores', () => {
  test('what is learned begins at 50, a draft, fresh', async () => {
    const repo = await quiet()
    await told(repo)
    const text = show(repo, 'refresh_tokens_are_single_use')
    for (const line of ['importance: 50', 'recency: 1', 'maturity: draft', 'accessCount: 0', 'updateCount: 0'])
      expect(text).toContain(`\n${line}\n`)
    expect(text).toMatch(/\nupdatedAt: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/)
  })

  test('each time a search returns it adds 3, each curation 5, and a hundred is the most', async () => {
    const repo = await quiet()
    await told(repo)
    for (const verb of ['query', 'search']) expectCode(repo.ctx(verb, 'refresh tokens'), 0)
    await tendIn(repo)
    expect(show(repo, 'refresh_tokens_are_single_use')).toMatch(/importance: 56\n[\s\S]*accessCount: 2\n/)
    await told(repo, 'Refresh tokens are single-use. They are kept for a week.')
    const text = show(repo, 'refresh_tokens_are_single_use')
    expect(score(text, 'importance')).toBeCloseTo(61, 1)
    expect(score(text, 'updateCount')).toBe(1)
    writeEntries(repo, { loved: { importance: 99, maturity: 'core', body: 'The zeppelin is loved.' } })
    await queryIn(repo, 'zeppelin')
    await tendIn(repo)
    expect(show(repo, 'loved')).toContain('\nimportance: 100\n')
  })

  test('decay is computed when read and never written by reading', async () => {
    const repo = await quiet()
    writeEntries(repo, { one: { importance: 80, maturity: 'validated', body: 'The zeppelin is closed.' } })
    await tendIn(repo)
    const before = { ...filesOf(repo), head: repo.git('rev-parse', 'ctx/main') }
    const [fresh] = (await query(await openIn(repo), 'zeppelin')).hits
    const [old] = (await query(await openIn(repo, 100), 'zeppelin')).hits
    expect(fresh).toMatchObject({ importance: 80, recency: 1 })
    expect(old?.importance).toBeCloseTo(80 * 0.995 ** 100, 2)
    expect(old?.recency).toBeCloseTo(Math.exp(-100 / 30), 3)
    for (const ask of [
      ['query', 'zeppelin'],
      ['search', 'zeppelin', '--explain'],
      ['query', 'zeppelin', '--at', 'main'],
      ['show', at('one')],
      ['status'],
      ['tend', '--dry-run'],
    ])
      repo.ctx(...ask)
    expect({ ...filesOf(repo), head: repo.git('rev-parse', 'ctx/main') }).toEqual(before)
    expectClean(repo)
  })

  test('the rank is made of text, importance and recency, times the boost of maturity', async () => {
    const repo = await quiet()
    writeEntries(repo, {
      one: { importance: 70, maturity: 'draft', body: 'A zeppelin flies.' },
      two: { importance: 70, maturity: 'validated', body: 'A zeppelin flies.', updatedAt: inDays(-3) },
      three: { importance: 70, maturity: 'core', body: 'A zeppelin flies.' },
    })
    repo.write({ '.ctx/tree/sea/ships/other.md': entry({ importance: 100, maturity: 'core', body: 'A ship sails.' }) })
    const { hits } = await query(await openIn(repo), 'zeppelin')
    expect(hits.map(({ maturity }) => maturity)).toEqual(['core', 'validated', 'draft'])
    for (const { score: rank, text, parts, maturity } of hits) {
      const boost = { draft: 1, validated: 1.08, core: 1.15 }[maturity] ?? Number.NaN
      expect(parts.boost).toBe(boost)
      expect(rank).toBeCloseTo((0.6 * text + 0.2 * parts.importance + 0.2 * parts.recency) * boost, 2)
    }
    expect(hits[0]?.parts.importance).toBeCloseTo(0.7, 5)
  })
})

describe('the journal of accesses', () => {
  const name = 'queue_mail_instead_of_sending_it'
  const path = `.ctx/tree/src/mail/${name}.md`
  const asked = async (): Promise<Repo> => {
    const repo = await quiet()
    teach(repo)
    await curate(await openIn(repo), { kind: 'new' })
    for (let times = 0; times < 3; times++) await queryIn(repo, 'queue mail')
    expect(repo.read(path)).toContain('accessCount: 0')
    return repo
  }

  test('is settled by the curation of that entry, and not by that of another', async () => {
    const repo = await asked()
    teach(repo, 'Log requests as lines of JSON', 'src/log.ts')
    await curate(await openIn(repo), { kind: 'new' })
    expect(repo.read(path)).toContain('accessCount: 0')
    repo.commit(
      'Queue mail instead of sending it, with retries\n\nDecision: mail must be retried because it bounces\n',
      {
        'src/mail.ts': 'export const retries = 3\n',
      },
    )
    await curate(await openIn(repo), { kind: 'new' })
    expect(repo.read(path)).toMatch(/accessCount: 3\nupdateCount: 1\n/)
  })

  test('is settled by ctx push, once', async () => {
    const repo = await asked()
    const remote = withRemote(repo)
    await push(await openIn(repo))
    const there = (): string => repo.git('--git-dir', remote, 'show', `ctx/main:src/mail/${name}.md`)
    expect(there()).toContain('accessCount: 3')
    expect(repo.read(path)).toContain('accessCount: 3')
    expect((await push(await openIn(repo))).outcome).toBe('up to date')
    await tendIn(repo)
    expect(repo.read(path)).toContain('accessCount: 3')
  })

  test('is settled by ctx tend, which keeps what the front matter says besides', async () => {
    const repo = await asked()
    repo.write({ [path]: repo.read(path).replace('\n---\n', '\nreviewed: true # by Ada\n---\n') })
    expect(expectCode(repo.ctx('tend'), 0)).toContain('Settled the accesses of 1 entry.')
    expect(repo.read(path)).toMatch(/importance: 59\n[\s\S]*accessCount: 3\n[\s\S]*reviewed: true # by Ada\n/)
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
  })

  test('is settled by what a person tells about that entry', async () => {
    const repo = await quiet()
    await told(repo)
    await queryIn(repo, 'refresh tokens')
    await told(repo, 'Refresh tokens are single-use. They are kept for a week.')
    expect(repo.read('.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md')).toMatch(
      /accessCount: 1\nupdateCount: 1\n/,
    )
  })

  test('that is damaged, or names what is gone, stops nothing', async () => {
    const repo = await asked()
    writeFileSync(
      join(repo.root, '.git/ctx/accesses'),
      `\u0000\u0000nonsense\n../../etc/passwd.md\na/b/gone.md\nsrc/mail/${name}.md`,
    )
    await tendIn(repo)
    expect(repo.read(path)).toContain('accessCount: 1')
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
  })
})

describe('ctx tend', () => {
  test('promotes and demotes at the bounds of the table, by one commit', async () => {
    const repo = await quiet()
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
    const repo = await quiet()
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
    const repo = await quiet()
    await told(repo)
    for (let times = 0; times < 6; times++) await queryIn(repo, 'refresh tokens')
    await tendIn(repo)
    expect(show(repo, 'refresh_tokens_are_single_use')).toMatch(/importance: 68\n[\s\S]*maturity: validated\n/)
  })

  test('does nothing the second time', async () => {
    const repo = await quiet()
    writeEntries(repo, { up: { importance: 70 }, down: { maturity: 'core', importance: 50 } })
    expect(await tendIn(repo)).toMatchObject({ promoted: [{}], demoted: [{}], archived: [] })
    const before = { ...filesOf(repo), tip: repo.git('rev-parse', 'ctx/main') }
    expect(await tendIn(repo)).toEqual(nothingTended)
    expect({ ...filesOf(repo), tip: repo.git('rev-parse', 'ctx/main') }).toEqual(before)
  })

  test('does nothing the second time, however far an entry rose or fell', async () => {
    const repo = await quiet()
    writeEntries(repo, { risen: { importance: 95 }, fallen: { maturity: 'core', importance: 20 } })
    await tendIn(repo)
    expect(await tendIn(repo)).toEqual(nothingTended)
  })

  test('lists a promotion that came from settled accesses', async () => {
    const repo = await quiet()
    writeEntries(repo, { asked: { importance: 64, body: 'The zeppelin flies.' } })
    await queryIn(repo, 'zeppelin')
    expect((await tendIn(repo)).promoted).toEqual([{ path: at('asked'), from: 'draft', to: 'validated' }])
  })

  test('as a dry run counts what was edited by hand', async () => {
    const repo = await quiet()
    writeEntries(repo, { up: { importance: 70 } })
    expect((await tend(await openIn(repo), { dryRun: true })).promoted).toMatchObject([{ path: at('up') }])
  })

  test('as a dry run says the same and changes nothing', async () => {
    const repo = await quiet()
    writeEntries(repo, {
      asked: { importance: 50, body: 'The zeppelin flies.' },
      up: { importance: 70 },
      down: { maturity: 'core', importance: 50 },
    })
    await refresh(await openIn(repo))
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
    const repo = await quiet()
    await told(repo)
    const good = filesOf(repo)
    writeFileSync(join(repo.root, '.ctx/tree/_index.md'), 'spoiled\n')
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/_index.md'))
    writeFileSync(join(repo.root, '.ctx/tree/_manifest.json'), '{')
    expect(await tendIn(repo)).toMatchObject({ archived: [], derived: 3 })
    expect(filesOf(repo)).toEqual(good)
  })

  test('works in an empty tree, and where nothing can learn says so', async () => {
    const repo = await quiet()
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
    repo.git('switch', '-q', '--detach')
    for (const words of [['tend'], ['archive', 'a/b/c.md'], ['restore', 'a/b/c.md']])
      expect(expectCode(repo.ctx(...words), 2)).toContain('HEAD is detached')
    expect(expectCode(repo.ctx('tend', 'auth'), 2)).toContain('auth')
  })

  test('commits what was edited by hand first', async () => {
    const repo = await quiet()
    await told(repo)
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
    const repo = await quiet()
    writeEntries(repo, { one: { importance: 90 } })
    await refresh(await openIn(repo))
    const maturity = (): string => /^maturity: (.*)$/m.exec(repo.read('.ctx/tree/auth/tokens/one.md'))?.[1] ?? ''
    await tendDaily(await openIn(repo))
    await tendDaily(await openIn(repo, 0.9))
    expect(maturity()).toBe('draft')
    await tendDaily(await openIn(repo, 1.1))
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
    await curate(await openIn(repo), { kind: 'new' })
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

const stubShape =
  /^---\nevicted_at: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\nevicted_importance: ([\d.]+)\noriginal_path: (\S+)\noriginal_token_count: (\d+)\npoints_to: (\S+)\ntype: archive_stub\n---\n\n([\s\S]+)\n$/

describe('the archive', () => {
  test('takes nothing for its scores alone, and says how important it was', async () => {
    const repo = await quiet()
    writeEntries(repo, { below: { importance: 34.9 }, decayed: { importance: 50, updatedAt: inDays(-75) } })
    expect(await tendIn(repo)).toMatchObject({ archived: [], candidates: [] })
    expect(archivedIn(repo)).toEqual({})
    await archive(await openIn(repo), 'auth')
    const trailers = repo.git('log', '-1', '--format=%(trailers:key=Archived,valueonly)', 'ctx/main')
    expect(trailers.trim().split('\n')).toEqual([
      'auth/tokens/below.md 34.9',
      expect.stringMatching(/^auth\/tokens\/decayed\.md 34\.\d{1,2}$/),
    ])
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/below|decayed|_archived/)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main^')).toContain(at('below'))
  })

  test('keeps the exact bytes, and a stub as FORMATS spells it', async () => {
    const repo = await quiet()
    const odd = entry({ importance: 20, body: 'Grüße aus Köln 🛠.' })
      .replace('\n---\n\n', '\nreviewed: { by: "Ada" } # twice\n---\n\n  \n')
      .concat('\n## My notes\r\nA line that ends as on Windows\r\n\tno line end at the end')
    repo.write({ [`.ctx/tree/${at('odd')}`]: odd })
    await archive(await openIn(repo), at('odd'))
    expect(repo.read(full('odd'))).toBe(odd)
    const [, evicted, importance, original, tokens, pointsTo, summary = ''] =
      stubShape.exec(repo.read(stub('odd'))) ?? []
    expect([importance, original, tokens, pointsTo]).toEqual([
      '20',
      at('odd'),
      String(Math.ceil(odd.length / 4)),
      '_archived/auth/tokens/odd.full.md',
    ])
    expect(evicted).toBe(time(new Date(repo.git('log', '-1', '--format=%cI', 'ctx/main'))))
    for (const said of ['# One\n', 'Grüße aus Köln', 'refresh_token', 'RS256']) expect(summary).toContain(said)
    await restore(await openIn(repo), at('odd'))
    expect(repo.read(`.ctx/tree/${at('odd')}`)).toBe(odd)
    expect(repo.git('show', `ctx/main:${at('odd')}`)).toBe(odd)
  })

  test('has stubs of at most 220 tokens, however long the entry, that still name what it is about', async () => {
    const repo = await quiet()
    const many = Array.from({ length: 300 }, (_, i) => `word_${i}_${'x'.repeat(20)}`)
    const long = entry({ importance: 20, title: 'Long '.repeat(60).trim() })
      .replace('[refresh_token, RS256]', `[${many.join(', ')}]`)
      .concat(many.map((word) => `- The ${word} ${'鍵'.repeat(200)} matters [project]\n`).join(''))
    repo.write({ [`.ctx/tree/${at('long')}`]: long, [`.ctx/tree/${at('bare')}`]: '---\ntitle: Bare\n---\n' })
    await archive(await openIn(repo), 'auth')
    const [, , , , tokens, , summary = ''] = stubShape.exec(repo.read(stub('long'))) ?? []
    expect(Number(tokens)).toBeGreaterThan(10_000)
    expect(summary.length / 4).toBeLessThanOrEqual(220)
    expect(summary).toContain('word_0_')
    expect(repo.read(stub('bare'))).toMatch(stubShape)
  })

  test('takes an entry or a folder by any way of naming it, once', async () => {
    const repo = await quiet()
    const names = ['one', 'two', 'three', 'four', 'five']
    writeEntries(repo, Object.fromEntries(names.map((name) => [name, { maturity: 'core', importance: 95 }])))
    await archive(await openIn(repo), at('one'))
    await archive(await openIn(repo), 'auth/tokens/two')
    await archive(await openIn(repo), `./.ctx/tree/${at('three')}`)
    expect(JSON.parse(repo.ctx('archive', 'auth/', '--json').out)).toEqual({ archived: [at('five'), at('four')] })
    expect(repo.git('log', '-1', '--format=%(trailers:key=Archived,valueonly)', 'ctx/main')).toContain(
      `${at('five')} 95`,
    )
    for (const wrong of [at('one'), 'auth', 'auth/tokens/context.md', '_index.md', '../auth', '.', stub('one'), 'AUTH'])
      await expect(archive(await openIn(repo), wrong)).rejects.toMatchObject({ code: 'no-such-entry' })
    for (const wrong of [['/'], [], ['auth', 'more']]) expectCode(repo.ctx('archive', ...wrong), 2)
    expectClean(repo)
  })

  test('gives back an entry by its path, by its stub, and all of a folder; both files are gone', async () => {
    const repo = await quiet()
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    writeEntries(repo, Object.fromEntries(names.map((name) => [name, { importance: 10 }])))
    const texts = filesOf(repo, '.ctx/tree/auth/tokens')
    await archive(await openIn(repo), 'auth')
    expect(repo.ctx('restore', at('one'), '--json').out).toContain(at('one'))
    await restore(await openIn(repo), '_archived/auth/tokens/two.stub.md')
    await restore(await openIn(repo), '_archived/auth/tokens/three.full.md')
    await restore(await openIn(repo), '_archived/auth/tokens/four')
    await restore(await openIn(repo), 'auth')
    expect(archivedIn(repo)).toEqual({})
    for (const [path, text] of Object.entries(texts)) expect([path, repo.read(path)]).toEqual([path, text])
    for (const wrong of ['auth', at('one'), 'nonsense', '_archived', '..'])
      await expect(restore(await openIn(repo), wrong)).rejects.toMatchObject({ code: 'not-archived' })
    expectCode(repo.ctx('restore', 'auth'), 2)
    expect(await tendIn(repo)).toMatchObject({ archived: [] })
    expectClean(repo)
  })

  test('gives back an entry by the path of its stub in the work tree', async () => {
    const repo = await withArchived()
    expect(await restore(await openIn(repo), stub('old_draft'))).toEqual([at('old_draft')])
  })

  test('does not take a restored entry again at once on a new branch either', async () => {
    const repo = await withArchived()
    await restore(await openIn(repo), at('old_draft'))
    repo.git('switch', '-q', '-c', 'feature')
    expect((await tendIn(repo)).archived).toEqual([])
  })

  test('takes a changed entry again with its new bytes', async () => {
    const repo = await withArchived()
    await restore(await openIn(repo), at('old_draft'))
    const path = `.ctx/tree/${at('old_draft')}`
    repo.write({ [path]: repo.read(path).replace('is closed', 'is open') })
    await archive(await openIn(repo), 'auth/tokens')
    expect(repo.read(full('old_draft'))).toContain('hangar is open')
    expect(repo.read(stub('old_draft'))).toContain('hangar is open')
  })

  test('gives way to an entry that is learned anew in its place', async () => {
    const repo = await withArchived()
    writeEntries(repo, { old_draft: { importance: 60, body: 'The zeppelin hangar was sold.' } })
    await refresh(await openIn(repo))
    expect(archivedIn(repo)).toEqual({})
    expect(expectCode(repo.ctx('restore', at('old_draft')), 2)).toContain('was archived, or deleted by hand')
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toContain('was sold')
  })
})

describe('archives are derived', () => {
  test('byte for byte alike in a fresh clone, whichever way its branches came', async () => {
    const repo = await withArchived()
    writeEntries(repo, { second: { importance: 3 }, kept: { importance: 70 } })
    await archive(await openIn(repo), at('second'))
    const remote = withRemote(repo)
    await push(await openIn(repo))
    const mine = archivedIn(repo)
    expect(Object.keys(mine)).toHaveLength(4)
    const [pulled, fetched] = [cloneFrom(remote, 'pulled'), cloneFrom(remote, 'fetched')]
    await pull(await openIn(pulled))
    await queryIn(fetched, 'zeppelin')
    expect(archivedIn(pulled)).toEqual(mine)
    expect(archivedIn(fetched)).toEqual(mine)
    await restore(await openIn(pulled), at('old_draft'))
    expect(pulled.read(`.ctx/tree/${at('old_draft')}`)).toBe(mine[full('old_draft')])
  })

  test('again when they, the tree or all local state are deleted or spoiled', async () => {
    const repo = await withArchived()
    const mine = archivedIn(repo)
    const again = async (): Promise<void> => {
      await refresh(await openIn(repo))
      expect(archivedIn(repo)).toEqual(mine)
    }
    rmSync(join(repo.root, '.ctx/tree/_archived'), { recursive: true })
    await again()
    rmSync(join(repo.root, '.git/ctx'), { recursive: true })
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toContain('archived')
    expect(archivedIn(repo)).toEqual(mine)
    repo.write({ [full('stray')]: 'stray\n', [stub('old_draft')]: 'spoiled\n' })
    rmSync(join(repo.root, full('old_draft')))
    await again()
  })

  test('again when a full text was changed', async () => {
    const repo = await withArchived()
    const mine = archivedIn(repo)
    repo.write({ [full('old_draft')]: 'spoiled\n' })
    await refresh(await openIn(repo))
    expect(archivedIn(repo)).toEqual(mine)
  })

  test('and are in no tree of git, on no side', async () => {
    const repo = await withArchived()
    const remote = withRemote(repo)
    await push(await openIn(repo))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'All there is')
    await restore(await openIn(repo), 'auth')
    await push(await openIn(repo))
    for (const where of [[], ['--git-dir', remote]])
      expect(repo.git(...where, 'log', '--all', '--format=', '--name-only')).not.toMatch(
        /_archived|\.stub\.md|\.full\.md/,
      )
  })

  test('for the branch that is checked out: another branch has its own', async () => {
    const repo = await quiet()
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await refresh(await openIn(repo))
    repo.git('switch', '-q', '-c', 'feature')
    await told(repo, 'Coffee beans are ground fresh.')
    repo.git('switch', '-q', 'main')
    await archive(await openIn(repo), at('old_draft'))
    const mine = archivedIn(repo)
    repo.git('switch', '-q', 'feature')
    expect(expectCode(repo.ctx('search', 'zeppelin'), 0)).not.toContain('archived')
    expect(archivedIn(repo)).toEqual({})
    repo.git('switch', '-q', 'main')
    expect(expectCode(repo.ctx('search', 'zeppelin'), 0)).toContain('archived')
    expect(archivedIn(repo)).toEqual(mine)
  })

  test('for the branch that is checked out, though that never had the entry', async () => {
    const repo = await quiet()
    await told(repo)
    repo.git('switch', '-q', '-c', 'feature')
    await told(repo, 'Coffee beans are ground fresh.')
    repo.git('switch', '-q', 'main')
    await refresh(await openIn(repo))
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await archive(await openIn(repo), at('old_draft'))
    repo.git('switch', '-q', 'feature')
    expectCode(repo.ctx('search', 'zeppelin'), 1)
    expect(archivedIn(repo)).toEqual({})
  })

  test('by a pull that brings an entry and its archiving at once', async () => {
    const repo = await quiet()
    await told(repo)
    const remote = withRemote(repo)
    await push(await openIn(repo))
    const ben = cloneFrom(remote, 'ben')
    await pull(await openIn(ben))
    writeEntries(repo, { old_draft: { importance: 12 } })
    await archive(await openIn(repo), at('old_draft'))
    await push(await openIn(repo))
    await pull(await openIn(ben))
    expect(archivedIn(ben)).toEqual(archivedIn(repo))
  })

  test('while what one side archived and the other improved is kept, improved', async () => {
    const repo = await quiet()
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await refresh(await openIn(repo))
    const remote = withRemote(repo)
    await push(await openIn(repo))
    const ben = cloneFrom(remote, 'ben')
    await pull(await openIn(ben))
    const path = `.ctx/tree/${at('old_draft')}`
    ben.write({ [path]: `${ben.read(path)}- It opens in May [project]\n` })
    await archive(await openIn(repo), 'auth')
    await push(await openIn(repo))
    await push(await openIn(ben))
    await pull(await openIn(repo))
    for (const side of [repo, ben]) {
      expect(side.read(path)).toContain('It opens in May')
      expect(archivedIn(side)).toEqual({})
    }
  })
})

describe('an archived entry', () => {
  test('is found by its stub and marked, and what only the full text holds is not', async () => {
    const repo = await quiet()
    const long = entry({ importance: 12, body: 'The zeppelin hangar is closed.' }).concat(
      '\n## Reason\nXylophone lessons.\n',
    )
    repo.write({ [`.ctx/tree/${at('old_draft')}`]: long })
    await queryIn(repo, 'xylophone')
    await archive(await openIn(repo), at('old_draft'))
    expect(repo.read(full('old_draft'))).toContain('Xylophone')
    expect(expectCode(repo.ctx('query', 'xylophone'), 1)).toContain('"xylophone"')
    expectCode(repo.ctx('search', 'xylophone'), 1)
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toMatch(/closed[\s\S]*archived; `ctx show _archived\//)
    expect(expectCode(repo.ctx('search', 'zeppelin hangar'), 0)).toContain('(archived)')
    const { hits } = JSON.parse(repo.ctx('query', 'zeppelin', '--json').out) as {
      hits: { entry: string; archived: string }[]
    }
    expect(hits).toMatchObject([
      { entry: '_archived/auth/tokens/old_draft.stub.md', archived: '_archived/auth/tokens/old_draft.full.md' },
    ])
    await restore(await openIn(repo), 'auth')
    expect(expectCode(repo.ctx('query', 'xylophone'), 0)).not.toContain('archived')
  })

  test('is found in the folder that it was in', async () => {
    expectCode((await withArchived()).ctx('search', 'zeppelin', '--topic', 'auth'), 0)
  })

  test('is shown by its old path, its stub and in full', async () => {
    const repo = await withArchived()
    const text = repo.read(full('old_draft'))
    for (const path of [
      at('old_draft'),
      'auth/tokens/old_draft',
      '_archived/auth/tokens/old_draft.stub.md',
      stub('old_draft'),
    ])
      expect(expectCode(repo.ctx('show', path), 0)).toMatch(/type: archive_stub[\s\S]*Archived\. `ctx show --full/)
    for (const path of [
      at('old_draft'),
      'auth/tokens/old_draft',
      '_archived/auth/tokens/old_draft.stub.md',
      full('old_draft'),
    ])
      expect(repo.ctx('show', '--full', path)).toMatchObject({ code: 0, out: text })
    expectCode(repo.ctx('show', '_archived/../../config.yaml'), 2)
    expectCode(repo.ctx('show', '--full', 'auth/tokens/nothing.md'), 2)
    await restore(await openIn(repo), at('old_draft'))
    expect(repo.ctx('show', '--full', at('old_draft'))).toMatchObject({ code: 0, out: text })
  })

  test('is marked by ctx tree, listed alone with --archived, and in the lane of stubs in the order of archiving', async () => {
    const repo = await withArchived('zebra')
    writeEntries(repo, { apple: { importance: 12 }, kept: {} })
    const later = { GIT_COMMITTER_DATE: new Date(Date.now() + 60_000).toISOString() }
    expect(repo.run(process.execPath, [program, 'archive', at('apple')], { env: later }).code).toBe(0)
    expect(expectCode(repo.ctx('tree'), 0)).toMatch(
      /apple .*\(archived\)[\s\S]*kept  kept\n[\s\S]*zebra .*\(archived\)/,
    )
    expect(expectCode(repo.ctx('tree', '--archived'), 0)).toMatch(/^auth\/\n {2}tokens\/\n {4}apple .*\n {4}zebra /)
    expect(expectCode(repo.ctx('tree', '--archived', 'auth/tokens'), 0)).not.toContain('kept')
    const made = JSON.parse(repo.read('.ctx/tree/_manifest.json')) as {
      lanes: { stubs: object[]; contexts: { path: string }[] }
      lane_tokens: { stubs: number }
    }
    expect(made.lanes.stubs).toEqual(
      ['zebra', 'apple'].map((name) => ({
        path: `_archived/auth/tokens/${name}.stub.md`,
        tokens: Math.ceil(repo.read(stub(name)).length / 4),
        points_to: `_archived/auth/tokens/${name}.full.md`,
      })),
    )
    expect(made.lane_tokens.stubs).toBeGreaterThan(0)
    expect(made.lanes.contexts.map(({ path }) => path).filter((path) => path.includes('_archived'))).toEqual([])
    expect(repo.read('.ctx/tree/_index.md')).not.toMatch(/zebra|apple/)
  })
})
