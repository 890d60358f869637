import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { newCtxRepo, program, type Repo } from '../support/repo.ts'

const root = join(import.meta.dirname, '../..')

/** A row of docs/PROMISES.md. */
type Row = {
  readonly number: string
  readonly promise: string
  readonly state: string
  readonly shownBy: string
  readonly remarks: string
  readonly prints: string
}

const rows: readonly Row[] = readFileSync(join(root, 'docs/PROMISES.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| S\d/.test(line))
  .map((line) => {
    const [, number = '', promise = '', state = '', shownBy = '', remarks = '', prints = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    return { number, promise, state: state.replaceAll('*', ''), shownBy, remarks, prints: prints.replace(/^`|`$/g, '') }
  })

/** The rows that were partly kept or missing in version 0.1.0; the page has each of them, and no other. */
const numbers: Readonly<Record<string, string>> = {
  S1: '7 12 14 16 18 32 45 46 48 54 69 70 75 86 87 89 91 92 96 117 120 124 125 126 132',
  S2: '12 13 15 16 17 18 19 22 39 41 42 67 95 96 97 99 100 102 112 113 114 115 116 117',
  S3: '35 37 40 57 63 69 79 82',
  S4: '5 18',
  S5: '15 44 56 64 72 77 78 79 80 81 82 85 86 87 90 91 93 94',
}

/** The test that a row names, and the command that it shows. */
const namedTest = /^`(test\/[\w/-]+\.test\.ts)`: (.+)$/
const commandOf = ({ shownBy }: Row): string => (namedTest.test(shownBy) ? '' : shownBy.replace(/^`|`$/g, ''))

test('docs/PROMISES.md has each promise once, and counts them', () => {
  const expected = Object.entries(numbers).flatMap(([seed, list]) =>
    list.split(' ').map((number) => `${seed}.${number}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(expected)
  const count = (state: string): number => rows.filter((row) => row.state === state).length
  expect(readFileSync(join(root, 'docs/PROMISES.md'), 'utf8')).toContain(
    `${count('works')} work, ${count('different on purpose')} are different on purpose, ${count('not yet')} are not kept yet`,
  )
  expect(count('works') + count('different on purpose') + count('not yet')).toBe(rows.length)
})

test('what works is shown by a command or a test that is there; what does not work that way is explained', () => {
  const faults = rows.flatMap(({ number, state, shownBy, remarks }) => {
    const [, file = '', title = ''] = namedTest.exec(shownBy) ?? []
    const isThere =
      file === '' || (existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(`'${title}'`))
    if (!isThere) return [`${number}: no test is called so`]
    return (state === 'works' ? shownBy : remarks) === '' ? [`${number}: nothing shows or explains it`] : []
  })
  expect(faults).toEqual([])
})

test('each command of docs/PROMISES.md does what its row says', () => {
  const repo = makeShop()
  const faults = rows.flatMap((row) => {
    const command = commandOf(row)
    if (command === '') return []
    const { code, out, err } = repo.run('sh', ['-c', command])
    return code === 0 && `${out}${err}`.includes(row.prints) ? [] : [`${row.number} ${command}: ${code}\n${out}${err}`]
  })
  expect(faults).toEqual([])
})

const rotation = 'auth/tokens/refresh/rotation.md'

/** What an agent wrote about the shop: an entry that holds all that one can hold, and one whose name looks derived. */
const written = [
  {
    type: 'ADD',
    path: rotation,
    title: 'Refresh token rotation',
    reason: 'Asked for in the review',
    task: 'Rotate refresh tokens',
    changes: ['Made them single-use'],
    files: ['src/auth/session.ts'],
    flow: 'login → issue → rotate',
    patterns: ['`/refresh_[a-z]+/` - names of helpers'],
    structure: 'One store.',
    dependencies: 'Redis 7 and jose',
    highlights: 'Nobody is logged out.',
    examples: '```ts\nrotate(bartholomew)\n```',
    diagrams: '```mermaid\ngraph TD\n  aardvark --> b\n```',
    snippets: '```sql\nSELECT quokka FROM tokens\n```',
    rules: [{ text: 'Always rotate a refresh token when it is used.' }],
    facts: [
      { statement: 'refresh tokens expire after seven days', subject: 'refresh_ttl', value: '7d' },
      { statement: 'two people review', category: 'team' },
    ],
    lessons: [{ headline: 'Rotate refresh tokens', why: 'A stolen token was replayed for a week.', kind: 'security' }],
    related: [{ path: 'auth/session', reason: 'both end a login' }],
    kind: 'decision',
  },
  {
    type: 'ADD',
    path: 'auth/session/middleware_index.md',
    title: 'Middleware index',
    reason: 'Its name ends like a summary',
    rules: [{ text: 'Keep the order of middleware.' }],
  },
]

/** Operations that rows try. */
const tried = {
  'replace.json': [
    {
      type: 'UPDATE',
      path: rotation,
      reason: 'It is a day now',
      replace: [{ old: 'refresh tokens expire after seven days', text: 'refresh tokens expire after a day' }],
      retire: ['two people review'],
    },
  ],
  'merge.json': [{ type: 'MERGE', from: 'auth/nope/gone.md', into: rotation, reason: 'They say the same' }],
  'delete.json': [{ type: 'DELETE', path: 'auth/tokens/refresh', confirm: true, reason: 'It is gone' }],
  'long.json': [{ type: 'ADD', path: 'auth/tokens/long.md', title: 't'.repeat(201), reason: 'It is too long' }],
}

/** An entry in the form of a paper's appendix, as a person copies it. */
const inline = `---
title: Subscription check
---

## Raw Concept
**Task:** Check subscriptions
**Files:** src/billing/subscriptionCheck.ts, src/billing/plan.ts
**Timestamp:** 2026-01-01T00:00:00Z

## Narrative
### Structure
A subscription is checked once.
### Rules
- Never check a subscription twice.
- Read @.env first.
`

const questions = `- question: why do sessions live in redis
  entries: [auth/session/keep_sessions_in_redis.md]
- question: how is bread baked
  entries: []
`

/** A shop that learned from a commit, an agent and a person; `ctx` is in its PATH. */
function makeShop(): Repo {
  const repo = newCtxRepo()
  const bin = join(repo.root, '../bin')
  repo.write({
    '../bin/ctx': `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"\n`,
    'written.json': JSON.stringify({ by: 'agent', operations: written }),
    ...Object.fromEntries(
      Object.entries(tried).map(([name, operations]) => [name, JSON.stringify({ by: 'agent', operations })]),
    ),
    'questions.yaml': questions,
  })
  chmodSync(join(bin, 'ctx'), 0o755)
  repo.git('config', 'core.hooksPath', '/dev/null')
  repo.commit(
    'Keep sessions in Redis\n\nSessions were lost on every deploy because they lived in memory.\n\nConstraint: never store a token in the session',
    { 'src/auth/session.ts': 'export const sessionTtl = 1800\n' },
  )
  for (const args of [
    ['curate', 'HEAD'],
    ['curate', '--operations', 'written.json'],
  ])
    expect(repo.ctx(...args)).toMatchObject({ code: 0 })
  const about = repo.read('.ctx/tree/auth/context.md')
  repo.write({
    '.ctx/tree/billing/plans/subscription.md': inline,
    '.ctx/tree/auth/context.md': `${about}\n## Ownership\nAsk Zora.\n`,
  })
  const withCtx: Repo['run'] = (command, args) =>
    repo.run(command, args, { env: { PATH: `${bin}${delimiter}${repo.env['PATH'] ?? ''}` } })
  return { ...repo, run: withCtx }
}
