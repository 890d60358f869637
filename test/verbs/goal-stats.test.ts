import { describe, expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'
import { succeed } from '../support/goals.ts'

describe('tokens of a goal', () => {
  test('are counted, and told when they are over the limit', async () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Small', '--limit', '300')
    expect(succeed(repo, 'goal', 'usage', '300')).toBe('main: 300 of 300 tokens used, 0 left.\n')
    const { code, err, out } = repo.ctx('goal', 'usage', '50', '--json')
    expect([code, JSON.parse(out).over]).toEqual([0, 50])
    expect(err).toContain('50 tokens over')
    expect(JSON.parse(succeed(repo, 'goal', 'stats', '--json'))).toMatchObject({
      totalNodes: 1,
      totalTokens: 350,
      avgTokensPerNode: 350,
      maxTokens: 350,
      nodesOverLimit: 1,
      active: 1,
      finished: 0,
      over: [{ branch: 'main', over: 50 }],
    })
  })

  test('are refused over a limit that refuses', () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Strict', '--limit', '300', '--on-over-limit', 'refuse')
    succeed(repo, 'goal', 'usage', '300')
    expect(repo.ctx('goal', 'usage', '1')).toMatchObject({ code: 2, err: expect.stringContaining('over the limit') })
    expect(JSON.parse(succeed(repo, 'goal', 'stats', '--json'))).toMatchObject({ totalTokens: 300, nodesOverLimit: 0 })
  })

  test('without any goal are zeros', () => {
    expect(JSON.parse(succeed(newCtxRepo(), 'goal', 'stats', '--json'))).toMatchObject({
      totalNodes: 0,
      totalTokens: 0,
      avgTokensPerNode: 0,
      maxTokens: 0,
      nodesOverLimit: 0,
    })
  })
})
