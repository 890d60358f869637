import { describe, expect, test } from 'vitest'
import { goalUsage, open } from '../../src/index.ts'
import { newCtxRepo } from '../support/repo.ts'
import { succeed, hydrate, treeOf } from '../support/goals.ts'

describe('a goal that was written and could not be read any more', () => {
  const long = (text: string, length: number): string => text.repeat(length).slice(0, length)

  test('had a long intent, and decisions that together with it were more than a digest may be', () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', long('Build the shop ', 1_900))
    const decision = `JWT instead of sessions in src/auth.ts, because ${long('keys rotate ', 3_500)}`
    const { digest } = JSON.parse(succeed(repo, 'goal', 'done', '--json', '--decision', decision))
    expect(digest.length).toBeLessThanOrEqual(4_000)
    expect(digest).toContain('Summary: Build the shop')
    expect(treeOf(repo)).toMatchObject({ goals: [{ state: 'finished', digest }], findings: [] })
  })

  test('had a decision that left no room for the intent', () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Build the shop')
    const decision = `JWT instead of sessions in src/auth.ts, because ${long('keys rotate ', 4_000)}`.slice(0, 3_988)
    succeed(repo, 'goal', 'done', '--decision', decision)
    expect(treeOf(repo)).toMatchObject({ goals: [{ state: 'finished' }], findings: [] })
  })

  test('had notes in Chinese, of which a character is three bytes', () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Build the shop')
    const note = long('商店必须永远开放', 19_000)
    const codes = Array.from({ length: 12 }, () => repo.ctx('goal', 'note', note))
    expect(codes.filter(({ code }) => code === 0)).toHaveLength(9)
    expect(codes.at(-1)).toMatchObject({ code: 2, err: expect.stringContaining('512 KiB') })
    expect(hydrate(repo).intent).toBe('Build the shop')
  })

  test('used more tokens than a number can say', async () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Build the shop')
    await goalUsage(await open({ cwd: repo.root, env: repo.env }), { tokens: Number.MAX_SAFE_INTEGER })
    expect(repo.ctx('goal', 'usage', '5')).toMatchObject({ code: 2, err: expect.stringContaining('is not written') })
    expect(hydrate(repo).tokensUsed).toBe(Number.MAX_SAFE_INTEGER)
  })
})
