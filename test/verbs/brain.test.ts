import { describe, expect, test } from 'vitest'
import { brain, open } from '../../src/index.ts'
import { countTokens } from '../../src/text/tokens.ts'
import { newCtxRepo } from '../support/repo.ts'

test('what is printed is the document that programs get', async () => {
  const repo = newCtxRepo()
  repo.commit('Keep the ledger append-only\n\nRows are never deleted because auditors compare it.', {
    'src/ledger.ts': 'export const rows = []\n',
  })
  await repo.settled()
  const { document } = JSON.parse(repo.ctx('brain', '--json').out)
  expect(document).toContain('append-only')
  expect(repo.ctx('brain').out).toBe(document)
})

describe('ctx brain', () => {
  const written = (front: string): string =>
    `---\ntitle: Pairs are kept\n${front}importance: 80\nmaturity: validated\nupdatedAt: ${new Date().toISOString()}\n---\n\n## Facts\n- Nobody splits a pair [project]\n`

  test('prints what was learned, told and written by hand, and exits with 1 where that is nothing', async () => {
    const repo = newCtxRepo()
    const empty = repo.ctx('brain')
    expect(empty).toMatchObject({ code: 1, out: '' })
    expect(repo.ctx('brain', '--summary').code).toBe(1)
    repo.commit('feat(auth): rotate tokens\n\nDecision: tokens are single-use, thieves try them twice', {
      'src/auth.ts': 'a',
    })
    await repo.settled()
    repo.ctx('curate', '--text', 'Never call billing in a transaction.', '--topic', 'billing/api')
    repo.write({ '.ctx/tree/count/pairs/kept.md': written('kind: convention\n') })
    const { out, code } = repo.ctx('brain')
    expect(code).toBe(0)
    expect(out).toMatch(/### Key Decisions\n- \*\*auth: Rotate tokens\*\*/)
    expect(out).toContain('tokens are single-use, thieves try them twice')
    expect(out).toContain('Never call billing in a transaction')
    expect(out).toContain('**Pairs are kept** (confidence 0.60; importance 4/5; today)')
    expect(repo.ctx('brain', '--summary').out).toContain('tokens are single-use')
    repo.write({ '.ctx/tree/count/pairs/kept.md': written('kind: convention\nstatus: deprecated\n') })
    expect(repo.ctx('brain').out).not.toContain('Pairs are kept')
  })

  test('keeps to its budget, and refuses what is none', async () => {
    const repo = newCtxRepo()
    repo.write({ '.ctx/tree/count/pairs/kept.md': written('kind: decision\n') })
    expect(countTokens(repo.ctx('brain', '--budget', '60').out)).toBeLessThanOrEqual(60)
    expect(repo.ctx('brain', '--no-brief', '--layer1', '0').out).not.toContain('Pairs are kept')
    expect(repo.ctx('brain', '--budget', '0')).toEqual({
      code: 0,
      out: '',
      err: 'The budget is 0 tokens, so nothing is loaded.\n',
    })
    expect(repo.ctx('brain', '--scope', 'relevant')).toMatchObject({ code: 2, err: expect.stringContaining('--about') })
    expect(repo.ctx('brain', '--scope', 'relevant', '--about', 'pairs kept').out).toContain('Pairs are kept')
    expect(repo.ctx('brain', '--scope', 'some').code).toBe(2)
    expect(repo.ctx('brain', '--min-confidence', '2').code).toBe(2)
    expect(repo.ctx('brain', '--min-confidence', '0.99').out).not.toContain('**Pairs are kept**')
    expect(repo.ctx('brain', '--budget', 'many').code).toBe(2)
    expect(repo.ctx('brain', '--summary', '--layer1', '5').code).toBe(2)
    const found = await brain(await open({ cwd: repo.root, env: repo.env }))
    // The tag names the version, which only the program that was built knows.
    expect(JSON.parse(repo.ctx('brain', '--json').out)).toEqual({
      ...JSON.parse(JSON.stringify(found)),
      etag: expect.stringMatching(/^"[0-9a-f]{16}-[0-9a-f]{16}"$/),
    })
  })

  test('an edit that leaves the time of an update alone changes the tag, and nothing else does', async () => {
    const repo = newCtxRepo()
    const tagAt = async (time: string, tokenBudget = 6_000): Promise<string> => {
      const ctx = await open({ cwd: repo.root, env: repo.env, now: () => new Date(time) })
      return (await brain(ctx, { tokenBudget })).etag
    }
    const text = written('kind: decision\n')
    repo.write({ '.ctx/tree/count/pairs/kept.md': text })
    const before = await tagAt('2026-11-21T01:00:00Z')
    expect(await tagAt('2026-11-21T23:00:00Z')).toBe(before)
    // What is told is as of the newest entry.
    expect(await tagAt('2026-11-29T01:00:00Z')).toBe(before)
    expect(await tagAt('2026-11-21T01:00:00Z', 5_000)).not.toBe(before)
    repo.write({ '.ctx/tree/count/pairs/kept.md': text.replace('Nobody', 'Somebody') })
    expect(await tagAt('2026-11-21T01:00:00Z')).not.toBe(before)
  })
})
