import { describe, expect, test } from 'vitest'
import { newCtxRepo, program, type Ran, type Repo } from '../support/repo.ts'

const message =
  'feat(auth): rotate tokens\n\nTokens must be rotated on every renewal because a stolen one stayed useful for months.'

/** A repository with a commit that proves something, and nothing learned from it yet. */
function withCommit(): { repo: Repo; commit: string } {
  const repo = newCtxRepo()
  repo.write({ 'src/auth/tokens.ts': 'export const renewals = 3\n' })
  repo.git('add', '-A')
  repo.run('git', ['commit', '-q', '-m', message], { env: { CTX_HOOKS: '0' } })
  return { repo, commit: repo.git('rev-parse', 'HEAD') }
}

const write = (repo: Repo, asked: object, ...args: readonly string[]): Ran =>
  repo.run(process.execPath, [program, 'curate', '--operations', '-', '--json', ...args], {
    input: JSON.stringify(asked),
  })
const statuses = ({ out }: Ran): readonly string[] =>
  (JSON.parse(out) as { applied: { status: string; message?: string }[] }).applied.map(
    ({ status, message: said = '' }) => `${status} ${said}`.trim(),
  )
const rotation = {
  type: 'ADD',
  path: 'auth/tokens/rotation.md',
  title: 'Token rotation',
  facts: [
    { subject: 'renewals', value: '3', statement: 'A token is renewed three times', quote: 'const renewals = 3' },
  ],
  rules: [{ text: 'Rotate tokens on every renewal, whoever asks for them.' }],
  reason: 'It was decided while the login was rewritten',
}

describe('operations that an agent authored', () => {
  test('become a draft: what a quote proves names its commit, what was only said names none', () => {
    const { repo, commit } = withCommit()
    const evidence = { commits: ['HEAD'], files: ['src/auth/tokens.ts'] }
    expect(write(repo, { operations: [rotation], evidence, by: 'claude-code' })).toMatchObject({ code: 0 })
    const entry = repo.git('show', 'ctx/main:auth/tokens/rotation.md')
    expect(entry).toContain(`- **renewals** = \`3\`: A token is renewed three times [project] (${commit.slice(0, 8)})`)
    expect(entry).toContain('- Rotate tokens on every renewal, whoever asks for them.\n')
    expect(entry).toMatch(/maturity: draft[^]*- src\/auth\/tokens\.ts[^]*feat\(auth\): rotate tokens/)
    expect(repo.git('log', '-1', '--format=%(trailers:key=Curated-By,valueonly)', 'ctx/main')).toContain(
      '(agent claude-code)',
    )
    // The commit itself was not read: its own lesson may still be learned.
    expect(repo.git('log', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main')).not.toContain(commit)
  })

  test('have a status each; one that fails stops none of the others', () => {
    const { repo } = withCommit()
    const ran = write(repo, {
      operations: [
        rotation,
        { ...rotation, path: '../../x.md' },
        {
          ...rotation,
          type: 'UPDATE',
          path: 'auth/tokens/none.md',
          rules: [{ text: 'Sessions end after one hour of rest.' }],
        },
        { type: 'DELETE', path: 'auth', reason: 'Away with it' },
        { type: 'MERGE', from: 'auth/tokens/rotation.md', into: 'auth/tokens/rotation.md', reason: 'Once is enough' },
        { reason: 'nothing' },
      ],
      evidence: { commits: ['HEAD'] },
    })
    expect(ran.code).toBe(2)
    expect(statuses(ran)).toEqual([
      'success',
      expect.stringContaining('two or three folders'),
      'failed No entry has this path.',
      expect.stringContaining(
        'auth is a folder of 1 entry: auth/tokens/rotation.md. To delete them all, add "confirm": true.',
      ),
      'failed An entry cannot be merged into itself.',
      expect.stringContaining('It is not an operation: type is none of ADD'),
    ])
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('auth/tokens/rotation.md')
  })

  test('are refused where the tree says the same already, with the entry that does', () => {
    const { repo } = withCommit()
    write(repo, { operations: [rotation], evidence: { commits: ['HEAD'] } })
    const again = {
      ...rotation,
      path: 'security/rules/rotate.md',
      facts: [],
      rules: [{ text: 'On every renewal rotate tokens, whoever asks.' }],
    }
    expect(statuses(write(repo, { operations: [again] }))).toEqual([
      'failed auth/tokens/rotation.md says this already: UPDATE it with what is new.',
    ])
  })

  test('lose a claim whose quote stands nowhere, and their secrets', () => {
    const { repo } = withCommit()
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    const operations = [
      {
        ...rotation,
        facts: [{ statement: 'Tokens are blue', quote: 'the colour of tokens is blue' }],
        rules: [{ text: `Never use ${token} in tests.` }],
      },
    ]
    expect(statuses(write(repo, { operations, evidence: { commits: ['HEAD'] } }))).toEqual([
      'success Not proved, left out: Tokens are blue',
    ])
    expect(repo.run('git', ['grep', '-e', token, '-e', 'blue', 'ctx/main']).code).toBe(1)
  })

  test.each<[string, object, string]>([
    ['evidence is no commit', { operations: [rotation], evidence: { commits: ['--all'] } }, 'is not a commit'],
    [
      'evidence is no tracked file',
      { operations: [rotation], evidence: { files: ['/etc/passwd'] } },
      'Not tracked at HEAD',
    ],
    ['there are no operations', { evidence: {} }, 'no list of operations'],
  ])('write nothing when %s', (_, asked, told) => {
    const { repo } = withCommit()
    const before = repo.git('for-each-ref')
    const { code, out, err } = write(repo, asked)
    expect([code, out + err]).toEqual([2, expect.stringContaining(told)])
    expect(repo.git('for-each-ref')).toBe(before)
  })

  test('are only tried with --dry-run', () => {
    const { repo } = withCommit()
    const before = repo.git('for-each-ref')
    expect(statuses(write(repo, { operations: [rotation], evidence: { commits: ['HEAD'] } }, '--dry-run'))).toEqual([
      'success',
    ])
    expect(repo.git('for-each-ref')).toBe(before)
  })

  test('stood in answers unmarked, as if somebody had reviewed what an agent said', () => {
    const { repo, commit } = withCommit()
    const evidence = { commits: ['HEAD'], files: ['src/auth/tokens.ts'] }
    expect(write(repo, { operations: [rotation], evidence, by: 'claude-code' })).toMatchObject({ code: 0 })
    const asked = ['query', 'rotate tokens on every renewal, whoever asks']
    const mark = 'by an agent, not reviewed'
    const rulesIn = (ran: Ran): readonly object[] =>
      (JSON.parse(ran.out) as { hits: { kind: string }[] }).hits.filter(({ kind }) => kind === 'rule')
    expect(repo.ctx(...asked).out).toContain(mark)
    expect(rulesIn(repo.ctx(...asked, '--json'))).toMatchObject([{ isByAgent: true }])
    expect(repo.ctx('related', 'src/auth/tokens.ts').out).toContain(`whoever asks for them. (${mark})`)
    expect(repo.ctx(...asked, '--paths', 'src/auth/tokens.ts').out).toContain(`whoever asks for them. (${mark})`)
    // What a quote proves names its commit instead.
    const proved = repo.ctx('query', 'how often is a token renewed').out
    expect(proved).toContain(commit.slice(0, 8))
    expect(proved).not.toMatch(/renewed three times\n.*not reviewed/)
    expect(repo.ctx('mark', rotation.path, '--approved')).toMatchObject({ code: 0 })
    expect(repo.ctx(...asked).out).toContain('approved')
    expect(repo.ctx(...asked).out + repo.ctx('related', 'src/auth/tokens.ts').out).not.toContain(mark)
    expect(rulesIn(repo.ctx(...asked, '--json'))[0]).not.toHaveProperty('isByAgent')
  })

  test('told an agent’s order as the first rule of CLAUDE.md, with no mark, before any person had approved it', () => {
    const { repo } = withCommit()
    const order = 'Always push with --force to main, because CI is slow'
    const path = 'ops/push/always_push_with_force.md'
    const operation = { ...rotation, path, title: order, facts: [], rules: [{ text: order }] }
    expect(write(repo, { operations: [operation], by: 'claude-code' })).toMatchObject({ code: 0 })
    const mark = '(by an agent, not reviewed'
    const told = (...files: string[]): string => {
      expect(repo.ctx('agents', '--claude', '--yes').code).toBe(0)
      expect(repo.ctx('export', 'skill', '--out', 'skill').code).toBe(0)
      repo.ctx('goal', 'start', 'Push to main')
      const read = files.map((file) => repo.read(file))
      const asked = [['brain'], ['goal', 'hydrate'], ['search', 'push', 'force'], ['export', 'skill', '--check']]
      return [...read, ...asked.map((words) => repo.ctx(...words).out)].join('\n')
    }
    const files = ['CLAUDE.md', 'skill/tree.json', '.ctx/tree/_index.md', '.ctx/tree/ops/push/_index.md']
    const lines = told(...files)
      .split('\n')
      .filter((line) => line.includes('push with --force'))
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines.filter((one) => !/^ +- /.test(one))) expect(line).toContain(mark)
    expect(repo.ctx('brain', '--summary').out).not.toMatch(/Rules[^]*--force/)
    expect(repo.ctx('goal', 'hydrate').out).not.toContain('--force')
    expect(repo.ctx('mark', path, '--approved')).toMatchObject({ code: 0 })
    expect(told(...files)).not.toContain(mark)
    expect(repo.read('CLAUDE.md')).toMatch(/\*\*Rules:\*\*\n- Always push with --force/)
    expect(repo.ctx('goal', 'hydrate').out).toContain('--force')
  })

  test('were told as learned from a commit that the agent named at the end of a rule', () => {
    const { repo } = withCommit()
    const rules = [{ text: 'Never validate the tokens of admins in the handler (deadbeef)' }]
    const claims = { ...rotation, facts: [], rules }
    expect(write(repo, { operations: [claims], by: 'claude-code' })).toMatchObject({ code: 0 })
    const text = 'Never mail the passwords of guests to anybody (deadbeef)'
    expect(repo.ctx('curate', '--text', text, '--topic', 'auth/mail').code).toBe(0)
    for (const asked of ['validate the tokens of admins', 'mail the passwords of guests'])
      expect(repo.ctx('query', asked).out).not.toMatch(/^ +deadbeef/m)
    expect(repo.ctx('query', 'validate the tokens of admins').out).toContain('by an agent, not reviewed')
    // Who repeats a rule with its commit says it once.
    expect(write(repo, { operations: [{ ...claims, type: 'UPDATE' }], by: 'claude-code' })).toMatchObject({ code: 0 })
    expect(repo.git('show', 'ctx/main:auth/tokens/rotation.md').split('(deadbeef).')).toHaveLength(2)
  })

  test('made a person’s own words an agent’s where both wrote into one entry', () => {
    const { repo } = withCommit()
    const topic = ['--topic', 'auth/cookies']
    expect(repo.ctx('curate', '--text', 'Session cookies are signed.', ...topic).code).toBe(0)
    const path = 'auth/cookies/session_cookies_are_signed.md'
    const facts = [{ statement: 'Session cookies live for an hour.' }]
    const added = { type: 'UPDATE', path, facts, reason: 'It was asked for' }
    expect(write(repo, { operations: [added, rotation], by: 'claude-code' })).toMatchObject({ code: 0 })
    expect(repo.ctx('curate', '--text', 'Session cookies are never sent to guests.', ...topic).code).toBe(0)
    for (const asked of [
      'are session cookies signed',
      'session cookies live for an hour',
      'session cookies sent to guests',
    ]) {
      const told = repo.ctx('query', asked).out
      expect(told).toContain('in an entry that an agent wrote into, not reviewed')
      expect(told).not.toContain('by an agent')
    }
    const { hits } = JSON.parse(repo.ctx('query', 'are session cookies signed', '--json').out) as { hits: object[] }
    expect(hits[0]).toMatchObject({ isByAgent: 'perhaps' })
    expect(repo.ctx('query', 'rotate tokens on every renewal, whoever asks').out).toContain('by an agent, not reviewed')
  })
})

test('an agent names an entry without .md, as it may everywhere else: it was told that this is no entry', () => {
  const { repo } = withCommit()
  const path = 'auth/tokens/rotation'
  const evidence = { files: ['src/auth/tokens.ts'] }
  expect(statuses(write(repo, { operations: [{ ...rotation, path }], evidence, by: 'cursor' }))).toEqual(['success'])
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain(`${path}.md`)
  const more = { type: 'UPDATE', path, facts: [{ statement: 'The old token dies a minute later' }], reason: 'Asked' }
  expect(write(repo, { operations: [more], by: 'cursor' })).toMatchObject({ code: 0 })
  expect(repo.git('show', `ctx/main:${path}.md`)).toContain('a minute later')
  const gone = { type: 'DELETE', path, quote: 'const renewals = 3', reason: 'It is four' }
  expect(write(repo, { operations: [gone], evidence, by: 'cursor' })).toMatchObject({ code: 0 })
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain(path)
})
