import { describe, expect, test } from 'vitest'
import { ask, withModel } from '../support/model.ts'
import { newCtxRepo, program } from '../support/repo.ts'
import { untidy } from '../support/untidy.ts'

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
