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
    expect(JSON.parse(repo.ctx('eval', 'retention', '--json').out)).toMatchObject({ explained: 1, kept: 1, lost: [] })
  })
})
