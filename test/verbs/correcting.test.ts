/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { newCtxRepo, program, type Ran, type Repo } from '../support/repo.ts'
import { textOnBranch } from '../support/knowledge-branch.ts'

type Result = { readonly type: string; readonly path: string; readonly status: string; readonly message?: string }

const write = (repo: Repo, ...operations: readonly object[]): Ran =>
  repo.run(process.execPath, [program, 'curate', '--operations', '-', '--json'], {
    input: JSON.stringify({ operations }),
  })
const results = (ran: Ran): readonly Result[] => (JSON.parse(ran.out) as { applied: Result[] }).applied

const path = 'auth/sessions/end.md'
const ends = {
  type: 'ADD',
  path,
  title: 'How sessions end',
  rules: [{ text: 'Sessions must survive a restart of the server.' }],
  facts: [{ statement: 'Sessions expire after 24 hours', category: 'convention' }],
  lessons: [{ headline: 'Sessions moved to Redis', why: 'Memory was lost on every deploy.', kind: 'decision' }],
  reason: 'It was asked for in the review',
}
const update = (more: object): object => ({ type: 'UPDATE', path, reason: 'It is twelve hours now', ...more })

describe('an entry that an agent writes', () => {
  test('holds all that an entry can hold', () => {
    const repo = newCtxRepo()
    const long = 'word '.repeat(300).trim()
    const whole = {
      ...ends,
      tags: ['login'],
      keywords: ['session_ttl'],
      related: [{ path: 'auth/tokens/rotation', reason: 'both end a login' }],
      task: 'Let sessions end',
      changes: ['Sessions got an end'],
      flow: 'login → session → end',
      patterns: ['`/session_[a-z]+/` - names of keys'],
      structure: 'One store for all.',
      dependencies: 'Redis 7',
      highlights: long,
      examples: '```ts\nend(session)\n```',
      diagrams: '```mermaid\ngraph TD\n```',
      snippets: '```sql\nSELECT 1\n```',
      kind: 'decision',
    }
    expect(results(write(repo, whole))).toMatchObject([
      { status: 'success', message: 'Related to auth/tokens/rotation.md, which is not there yet.' },
    ])
    const entry = textOnBranch(repo, path)
    for (const said of [
      'keywords: [session_ttl]',
      'kind: decision',
      '@auth/tokens/rotation.md — both end a login',
      '**Task:** Let sessions end',
      '**Flow:** login → session → end',
      '- `/session_[a-z]+/` - names of keys',
      '### Dependencies\nRedis 7',
      `### Highlights\n${long}`,
      '### Examples\n```ts\nend(session)\n```',
      '### Diagrams\n```mermaid',
      '## Snippets\n```sql\nSELECT 1\n```',
      '- Sessions expire after 24 hours [convention]',
      '- **Sessions moved to Redis**: Memory was lost on every deploy. {decision · ',
    ])
      expect(entry).toContain(said)
  })

  test.each<[string, object, string]>([
    ['a field that nobody knows', { colour: 'red' }, 'has “colour”, which nothing here is called'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title has more than 200 characters'],
    ['a fact that is too long', { facts: [{ statement: 'x'.repeat(2_001) }] }, 'facts.0.statement has more than 2000'],
    ['a category that is none', { facts: [{ statement: 'x', category: 'rumour' }] }, 'category is none of personal,'],
    ['a relation to what is no path', { related: [{ path: '../x y' }] }, '“../x y” can be no entry or topic.'],
    [
      'more lines than an entry has',
      { examples: '- x\n'.repeat(2_500), flow: '- y\n'.repeat(2_500) },
      'could not be read again',
    ],
    ['a file that is not there', { files: ['src/none.ts'] }, 'Not tracked at HEAD: src/none.ts.'],
  ])('is refused by name, and nothing of it stored, with %s', (_, more, told) => {
    const repo = newCtxRepo()
    const ran = write(repo, { ...ends, ...more })
    expect([ran.code, results(ran)[0]?.message]).toEqual([2, expect.stringContaining(told)])
    expect(repo.run('git', ['cat-file', '-e', `ctx/main:${path}`]).code).not.toBe(0)
  })

  test('is not stored with others beyond what one call may bring, nor beside a field that nobody knows', () => {
    const repo = newCtxRepo()
    const many = Array.from({ length: 21 }, (_, at) => ({ ...ends, path: `auth/sessions/s${at}.md` }))
    expect(write(repo, ...many)).toMatchObject({
      code: 2,
      err: expect.stringContaining('at most 20 belong to one call'),
    })
    const ran = repo.run(process.execPath, [program, 'curate', '--operations', '-'], {
      input: JSON.stringify({ operations: [ends], priority: 1 }),
    })
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('“priority” is nothing that stands beside') })
    expect(repo.run('git', ['cat-file', '-e', `ctx/main:${path}`]).code).not.toBe(0)
  })
})

describe('a correction', () => {
  test('replaces and retires what it names by its statement, and nothing else', () => {
    const repo = newCtxRepo()
    write(repo, ends)
    const [done] = results(
      write(
        repo,
        update({
          title: 'When sessions end',
          replace: [{ old: 'Sessions expire after 24 hours', text: 'Sessions expire after 12 hours' }],
          retire: ['Sessions moved to Redis'],
          drop: { tags: ['agent'] },
        }),
      ),
    )
    expect(done).toMatchObject({ status: 'success' })
    const entry = textOnBranch(repo, path)
    expect(entry).toContain('title: When sessions end')
    expect(entry).toContain('- Sessions expire after 12 hours [convention]')
    expect(entry).toContain('- Sessions must survive a restart of the server.')
    expect(entry).not.toMatch(/24 hours|Redis/)
    expect(entry).toContain('It is twelve hours now')
  })

  test('of a lesson that a commit taught names it by the commit, and the lesson is told on as what was so', () => {
    const repo = newCtxRepo()
    repo.write({ 'src/auth/tokens.ts': 'export const renewals = 3\n' })
    repo.git('add', '-A')
    const why = 'Tokens must be rotated on every renewal because a stolen one stayed useful for months.'
    repo.run('git', ['commit', '-q', '-m', `feat(auth): rotate tokens\n\n${why}`], { env: { CTX_HOOKS: '0' } })
    repo.ctx('curate')
    const commit = repo.git('rev-parse', '--short=8', 'HEAD')
    const known = 'auth/tokens/rotate_tokens.md'
    const [refused] = results(write(repo, { type: 'DELETE', path: known, reason: 'I think it is wrong' }))
    expect(refused).toMatchObject({ status: 'failed', message: expect.stringContaining('Quote the code') })
    const [done] = results(
      write(repo, { type: 'UPDATE', path: known, retire: ['rotate tokens'], reason: 'Tokens are opaque now' }),
    )
    expect(done).toMatchObject({ status: 'success' })
    expect(textOnBranch(repo, known)).toMatch(new RegExp(`rotate tokens[^\\n]*past[^\\n]*${commit}`))
  })

  test.each<[string, object, string]>([
    [
      'what nothing reads',
      { retire: ['Sessions are blue'] },
      'No fact, rule or lesson of it reads “Sessions are blue”',
    ],
    ['what several begin with', { retire: ['Sessions can be ended by an'] }, 'names 2 of its statements'],
    ['a tag that is not there', { drop: { tags: ['none'] } }, 'It does not have “none” to drop.'],
  ])('that names %s changes nothing', (_, more, told) => {
    const repo = newCtxRepo()
    const twice = ['Sessions can be ended by an admin', 'Sessions can be ended by an owner']
    write(repo, { ...ends, facts: twice.map((statement) => ({ statement })) })
    const before = textOnBranch(repo, path)
    expect(results(write(repo, update(more)))[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(told),
    })
    expect(textOnBranch(repo, path)).toBe(before)
  })

  test('may delete and merge what agents wrote, across topics and a folder at a time', () => {
    const repo = newCtxRepo()
    const other = { ...ends, path: 'billing/invoices/rounding.md', title: 'Rounding', rules: [], lessons: [] }
    write(repo, ends, { ...other, facts: [{ statement: 'Invoices round half a cent up to the next' }] })
    write(repo, { type: 'MERGE', from: other.path, into: path, reason: 'Both are about the end of a month' })
    expect(textOnBranch(repo, path)).toContain('Invoices round half a cent')
    expect(results(write(repo, { type: 'DELETE', path: 'auth/none/x.md', reason: 'x' }))[0]?.message).toBe(
      'No entry has the path auth/none/x.md.',
    )
    expect(write(repo, { type: 'DELETE', path: 'auth', confirm: true, reason: 'It was a mistake of mine' }).code).toBe(
      0,
    )
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('auth/')
  })

  test('that takes what a person approved or wrote waits for a person, who accepts or declines it', () => {
    const repo = newCtxRepo()
    write(repo, ends)
    repo.ctx('mark', path, '--approved')
    const ran = write(
      repo,
      update({ retire: ['Sessions expire after 24 hours'] }),
      update({ facts: [{ statement: 'An admin sees all sessions that are open' }] }),
      { type: 'DELETE', path, reason: 'Nobody needs it' },
    )
    expect(ran.code).toBe(0)
    expect(results(ran).map(({ status }) => status)).toEqual(['proposed', 'success', 'proposed'])
    const [, id = ''] = /proposal ([0-9a-f]{8})/.exec(results(ran)[0]?.message ?? '') ?? []
    expect(textOnBranch(repo, path)).toContain('24 hours')
    expect(repo.ctx('review').out).toMatch(
      new RegExp(
        `${id} {2}by agent\\n[^]*retire: Sessions expire after 24 hours\\n[^]*A person approved “Sessions expire`,
      ),
    )
    expect(repo.ctx('status').out).toContain('2 proposals waiting for you: see `ctx review`.')
    expect(repo.ctx('review', '--accept', id).code).toBe(0)
    expect(textOnBranch(repo, path)).not.toContain('24 hours')
    const [, other = ''] = /([0-9a-f]{8}) {2}by agent/.exec(repo.ctx('review').out) ?? []
    expect(repo.ctx('review', '--decline', other).code).toBe(0)
    expect(repo.ctx('review').out).not.toContain('Proposed')
    const [again] = results(write(repo, { type: 'DELETE', path, reason: 'Nobody needs it' }))
    expect(again).toMatchObject({ status: 'proposed', message: expect.stringContaining('declined it already') })
    expect(repo.ctx('review', '--accept', 'beef')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No proposal'),
    })
  })

  test('that a person let an agent delete could not be brought back', () => {
    const repo = newCtxRepo()
    write(repo, ends)
    repo.ctx('mark', path, '--approved')
    const before = textOnBranch(repo, path)
    const [told] = results(write(repo, { type: 'DELETE', path, reason: 'Nobody: needs it' }))
    const [, id = ''] = /proposal ([0-9a-f]{8})/.exec(told?.message ?? '') ?? []
    expect(repo.ctx('review', '--accept', id).code).toBe(0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain(path)
    expect(repo.ctx('restore', path)).toMatchObject({ code: 0, out: expect.stringContaining(path) })
    expect(textOnBranch(repo, path)).toBe(before)
  })

  test('may take back an agent’s own line of an entry to which a person added, and not the person’s', () => {
    const repo = newCtxRepo()
    write(repo, ends)
    const file = `.ctx/tree/${path}`
    repo.write({ [file]: repo.read(file).replace('## Facts\n', '## Facts\n- Ada said so on a Monday\n') })
    const ran = write(
      repo,
      update({ retire: ['Sessions expire after 24 hours'] }),
      update({ retire: ['Ada said so on a Monday'] }),
    )
    expect(results(ran).map(({ status }) => status)).toEqual(['success', 'proposed'])
    expect(textOnBranch(repo, path)).toContain('Ada said so')
  })

  test('of a rule that holds is told at once where a new claim contradicts it', () => {
    const repo = newCtxRepo()
    write(repo, { ...ends, rules: [{ text: 'Never log tokens.' }, ...ends.rules] })
    const [told] = results(
      write(repo, {
        ...ends,
        path: 'auth/log/tokens.md',
        rules: [{ text: 'Always log tokens.' }],
        facts: [],
        lessons: [],
      }),
    )
    expect(told).toMatchObject({
      status: 'success',
      message: expect.stringContaining(`“Always log tokens.” contradicts “Never log tokens.” in ${path}.`),
    })
    // The opposite in the same words is no repetition.
    const [opposite] = results(
      write(repo, {
        ...ends,
        facts: [],
        lessons: [],
        path: 'auth/restarts/sessions.md',
        title: 'Restarts',
        rules: [{ text: 'Sessions must not survive a restart of the server.' }],
      }),
    )
    expect(opposite?.status).toBe('success')
    expect(repo.ctx('curate', '--text', 'Always log tokens!').err).toContain('contradicts “Never log tokens.”')
  })
})
