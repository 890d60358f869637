import { describe, expect, test } from 'vitest'
import { ContextTree, plan } from '../../src/index.ts'
import { fullDigest } from '../support/contexts.ts'

describe('a plan', () => {
  const prompts = new Map<string, string[]>()
  const asked = (id: string, prompt: string): void => void prompts.set(id, [...(prompts.get(id) ?? []), prompt])
  const planner = (children: (id: string) => readonly string[]) => ({
    takeApart: async (prompt: string, id: string) => {
      asked(id, prompt)
      return { goals: children(id), tokens: 10 }
    },
    finish: async (prompt: string, id: string) => {
      asked(id, prompt)
      return { digest: `${id} decided: ${fullDigest}`, tokens: 5 }
    },
  })

  test('takes a goal apart until all is simple, and each is told its own and no more', async () => {
    prompts.clear()
    const tree = new ContextTree({ globalContext: { database: 'PostgreSQL' } })
    const parts: Record<string, readonly string[]> = { shop: ['Log in', 'Pay'], 'shop.1': ['Sign tokens'] }
    await plan(
      tree,
      { id: 'shop', intent: 'Build the shop' },
      planner((id) => parts[id] ?? []),
    )
    expect([...prompts.keys()]).toEqual(['shop', 'shop.1', 'shop.1.1', 'shop.2'])
    for (const [first] of prompts.values()) expect(first).toContain('database: PostgreSQL')
    expect(prompts.get('shop.1.1')?.[0]).toContain('Goal: Sign tokens\n\nParent Goal: Log in')
    expect(prompts.get('shop.2')?.join()).not.toContain('shop.1 decided')
    expect(prompts.get('shop')?.[1]).toContain('shop.1: shop.1 decided')
    expect(prompts.get('shop')?.[1]).not.toContain('shop.1.1 decided')
    expect(tree.getTreeStats()).toMatchObject({ totalNodes: 4, totalTokens: 60, nodesOverLimit: 0 })
    expect(tree.getContext('shop')?.digest).toContain('shop decided')
  })

  test('of more than a hundred goals knows at the last what was decided at the first', async () => {
    prompts.clear()
    const tree = new ContextTree({ defaultTokenLimit: 2000, onOverLimit: 'refuse' })
    const seven = ['1', '2', '3', '4', '5', '6', '7']
    await plan(
      tree,
      { id: 'r', intent: 'Root' },
      planner((id) => (id.split('.').length < 4 ? seven : [])),
    )
    expect(tree.getTreeStats()).toMatchObject({ totalNodes: 1 + 7 + 49 + 343, nodesOverLimit: 0 })
    const last = prompts.get('r')?.at(-1) ?? ''
    for (const at of seven) expect(last).toContain(`r.${at} decided`)
    expect(Math.max(...[...prompts.values()].flat().map(({ length }) => length / 4))).toBeLessThan(2000)
  })

  test('has its bounds', async () => {
    const many = planner(() => ['a', 'b', 'c'])
    const begin = { id: 'r', intent: 'Root' }
    await expect(plan(new ContextTree(), begin, { ...many, mostChildren: 2 })).rejects.toMatchObject({
      code: 'too-many-goals',
    })
    await expect(plan(new ContextTree(), begin, { ...many, mostGoals: 20 })).rejects.toMatchObject({
      code: 'too-many-goals',
    })
    const tree = new ContextTree()
    await plan(tree, begin, { ...many, mostDepth: 2 })
    expect(tree.getTreeStats().totalNodes).toBe(1 + 3 + 9)
  })
})
