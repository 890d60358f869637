import { describe, expect, test } from 'vitest'
import { ask, withModel } from '../support/model.ts'
import { newCtxRepo, program, type Repo } from '../support/repo.ts'

const entry = (title: string, lines: string, front = ''): string =>
  `---\ntitle: '${title}'\n${front}importance: 50\nmaturity: draft\n---\n\n${lines}\n`

/** A tree in which something of each kind could be tidied. */
function untidy(repo: Repo): Repo {
  repo.write({
    '.ctx/tree/auth/tokens/logging.md': entry(
      'Logging',
      '## Narrative\n### Rules\n- Never log tokens in production.',
      'tags: [token]\nupdatedAt: 2026-01-01T00:00:00Z\n',
    ),
    '.ctx/tree/auth/tokens/audit.md': entry(
      'Audit',
      '## Narrative\n### Rules\n- Always log tokens in production.',
      'tags: [token]\nupdatedAt: 2026-02-01T00:00:00Z\n',
    ),
    '.ctx/tree/auth/sessions/ends.md': entry(
      'fix(auth): sessions end after an hour',
      '## Facts\n- Sessions end an hour after the last request of a browser',
      'tags: [tokens]\n',
    ),
    '.ctx/tree/auth/sessions/idle.md': entry(
      'Idle sessions',
      '## Facts\n- Sessions end an hour after the last request of a browser\n- An admin can end them',
    ),
    '.ctx/tree/old/things/gone.md': entry(
      'Gone',
      '## Raw Concept\n**Files:**\n- src/gone.ts\n\n## Facts\n- It was here',
    ),
    // Says itself that it is past: there is nothing to propose.
    '.ctx/tree/old/things/past.md': entry(
      'Past',
      '## Raw Concept\n**Files:**\n- src/past.ts\n\n## Facts\n- **Keep it warm**: It was cold. {2024-05-01 · past} [project] (0123abcd)',
    ),
  })
  return repo
}

type Proposed = { readonly id: string; readonly operations: readonly { type: string; path?: string; from?: string }[] }
const proposedIn = (out: string): readonly Proposed[] => (JSON.parse(out) as { proposed: Proposed[] }).proposed
const summed = (all: readonly Proposed[]): readonly string[] =>
  all.map(({ operations: [one] }) => {
    const { type = '', path = '', from = '', ...rest } = one ?? {}
    const what = Object.keys(rest).filter((key) => !['reason', 'into', 'drop'].includes(key))
    return [type, path || from, ...what].join(' ')
  })

describe('ctx tend --propose', () => {
  test('proposes what could be tidied, does none of it, and what is declined is not proposed again', () => {
    const repo = untidy(newCtxRepo())
    const first = proposedIn(repo.ctx('tend', '--propose', '--json').out)
    expect(summed(first)).toEqual([
      'MERGE auth/sessions/ends.md',
      'UPDATE auth/tokens/logging.md retire',
      'UPDATE old/things/gone.md status',
      'UPDATE auth/sessions/ends.md title',
      'UPDATE auth/sessions/ends.md tags',
    ])
    const tree = repo.git('rev-parse', 'ctx/main^{tree}')
    const [merge, rule, gone, title, tag] = first.map(({ id }) => id) as [string, string, string, string, string]
    expect(repo.ctx('review', '--decline', merge).code).toBe(0)
    expect(repo.git('rev-parse', 'ctx/main^{tree}')).toBe(tree)
    for (const id of [rule, gone, title, tag]) expect(repo.ctx('review', '--accept', id)).toMatchObject({ code: 0 })
    const read = (path: string): string => repo.git('show', `ctx/main:${path}`)
    expect(read('auth/tokens/logging.md')).not.toContain('Never log')
    expect(read('old/things/gone.md')).toContain('status: deprecated')
    expect(read('auth/sessions/ends.md')).toMatch(/title: Sessions end after an hour\ntags: \[token\]/)
    expect(repo.ctx('tend', '--propose').out).toBe('There is nothing to propose.\n')
    expect(repo.ctx('tend', '--judge')).toMatchObject({ code: 2, err: expect.stringContaining('goes with --propose') })
  })

  test('asks in ctx review --interactive, where what is skipped waits on', () => {
    const repo = untidy(newCtxRepo())
    repo.ctx('tend', '--propose')
    const entries = repo.ctx('review').out.match(/^(?:added|changed) /gm)?.length ?? 0
    const input = ['a', 'n', 'y', 's'].join('\n')
    const ran = repo.run(process.execPath, [program, 'review', '--interactive'], { input })
    expect([ran.code, entries > 0]).toEqual([0, true])
    expect(repo.git('show', 'ctx/main:auth/tokens/logging.md')).not.toContain('Never log')
    expect(repo.ctx('review').out.match(/by ctx tend/g)).toHaveLength(3)
  })

  test('lets a model leave out what it takes for a mistake', async () => {
    const { repo, asked } = await withModel({ says: '{"keep": [2]}' })
    untidy(repo)
    const { out } = await ask(repo, ['tend', '--propose', '--judge', '--json'])
    expect(summed(proposedIn(out))).toHaveLength(1)
    expect(asked[0]?.messages[1]?.content).toContain('"type":"MERGE"')
  })
})

test('ctx eval golden measures how the questions of a file are answered, and changes nothing', () => {
  const repo = untidy(newCtxRepo())
  repo.ctx('refresh')
  repo.write({
    'golden.yaml': `- question: when do idle sessions end
  entries: [auth/sessions/idle.md, auth/sessions/ends]
  keywords: [hour, browser, zebra]
- question: may tokens be logged in production
  entries: [auth/tokens/logging.md]
- question: zebra crossings in Bern
  entries: []
`,
  })
  const before = repo.git('for-each-ref')
  const result = JSON.parse(repo.ctx('eval', 'golden', 'golden.yaml', '--json').out) as Record<string, number>
  expect(result).toMatchObject({ questions: 3, recallAt5: 1, unanswerable: 1, refused: 1, keywordCoverage: 0.6667 })
  expect(result['precisionAt5']).toBeGreaterThan(0.5)
  expect(result['medianMs']).toBeGreaterThan(0)
  expect(repo.git('for-each-ref')).toBe(before)
  expect(repo.ctx('eval', 'golden', 'golden.yaml').out).toMatch(/recall@5 +100\.0 %[^]*refused +1 of 1/)
  for (const wrong of [['none.yaml'], [], ['README.md']])
    expect(repo.ctx('eval', 'golden', ...wrong)).toMatchObject({ code: 2 })
})
