import { expect, test } from 'vitest'
import { ask, withModel } from '../support/model.ts'

const parts = (...goals: readonly string[]) => ({ says: JSON.stringify({ goals }) })
const digest = (text: string) => ({ says: `Here:\n${JSON.stringify({ digest: text })}` })

test('a goal is planned by the model that is set up: taken apart, worked out, and its digests come up', async () => {
  const { repo, asked } = await withModel(
    parts('Sign tokens', 'Store tokens'),
    parts(),
    digest('Signed with RS256 in src/sign.ts.'),
    parts(),
    digest('Stored in Redis.'),
    digest('RS256 and Redis, POST /login.'),
  )
  repo.ctx('curate', '--text', 'Tokens must never be logged.', '--topic', 'auth/tokens')
  const ran = await ask(repo, ['goal', 'plan', 'Let', 'people', 'log', 'in', '--json'])
  expect(ran.code).toBe(0)
  const { goals, stats } = JSON.parse(ran.out) as {
    goals: { intent: string; depth: number; digest: string }[]
    stats: { totalNodes: number; totalTokens: number }
  }
  expect(goals.map(({ depth, intent, digest: said }) => [depth, intent, said])).toEqual([
    [0, 'Let people log in', 'RS256 and Redis, POST /login.'],
    [1, 'Sign tokens', 'Signed with RS256 in src/sign.ts.'],
    [1, 'Store tokens', 'Stored in Redis.'],
  ])
  expect(stats.totalNodes).toBe(3)
  expect(stats.totalTokens).toBeGreaterThan(0)
  const said = asked.map(({ messages }) => messages[1]?.content ?? '')
  expect(said[0]).toMatch(/Asked to "take apart"[^]*Tokens must never be logged/)
  // The parts know what they are for, and nothing of each other; the whole is told what they came to.
  expect(said[2]).toMatch(/Goal: Sign tokens[^]*Parent Goal: Let people log in/)
  expect(said[3]).not.toContain('RS256')
  expect(said[5]).toMatch(/RS256 in src\/sign\.ts[^]*Stored in Redis/)
  expect(repo.git('log', '--format=%s', 'ctx/main')).not.toContain('Goal:')
})

test('a plan has bounds, needs an intent, and says when the model gives no digest', async () => {
  const { repo } = await withModel(parts('One', 'Two', 'Three'))
  expect(await ask(repo, ['goal', 'plan'])).toMatchObject({ code: 2, err: expect.stringContaining('Say what to plan') })
  expect(await ask(repo, ['goal', 'plan', 'Grow', '--goals', '2'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('more than the 2 goals'),
  })
  expect(await ask(repo, ['goal', 'plan', 'Grow', '--depth', '1'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('gave no digest for goal.1'),
  })
})
