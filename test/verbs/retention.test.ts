import { describe, expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

describe('in a repository', () => {
  test('ctx eval retention counts the explanations that are kept', async () => {
    const repo = newCtxRepo()
    repo.commit(
      'Keep one pool\n\nThe gateway counts the connections of every client. It refuses those of a second pool for a minute.',
      { 'src/pool.ts': 'a()\n' },
    )
    await repo.settled()
    expect(JSON.parse(repo.ctx('eval', 'retention', '--json').out)).toMatchObject({ explained: 1, kept: 1, lost: [] })
    // The same on another branch, and both merged: told once, and explained once (express a3b5f6d0, 1d97599f).
    repo.git('switch', '-qc', 'release', 'HEAD~1')
    repo.commit('Begin a release', { RELEASE: '1\n' })
    repo.git('cherry-pick', 'main')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'release')
    // A backport in other words is told with what it copies (aiohttp: 28 of 38 explanations that "were not kept").
    const [picked = ''] = repo.git('log', '-1', '--format=%H', 'main', '--', 'src/pool.ts').split('\n')
    repo.commit(
      `Keep one pool (#7) (#8)\n\nEvery client is counted by the gateway for a minute. Whoever opens two of them is refused.\n\n(cherry picked from commit ${picked})`,
      { 'src/pool.ts': 'a() // too\n' },
    )
    expect(JSON.parse(repo.ctx('eval', 'retention', '--json').out)).toMatchObject({ explained: 1, kept: 1, lost: [] })
  })
})
