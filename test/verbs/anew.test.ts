import { describe, expect, test } from 'vitest'
import { cloneFrom, newCtxRepo, withRemote } from '../support/repo.ts'

describe('in a repository', () => {
  test('ctx curate --all --anew keeps what a person wrote, and says what it did', async () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    await repo.settled()
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    const { out, code } = repo.ctx('curate', '--all', '--anew')
    expect([code, out]).toEqual([0, expect.stringContaining('1 kept as people or agents left them')])
    expect(repo.ctx('query', 'billing API transaction').out).toContain('Never call the billing API')
    expect(repo.ctx('query', 'why one pool').out).toContain('The gateway counts connections')
  })

  test('ctx curate --all --anew deleted what a colleague wrote, and the next push deleted it for everyone', () => {
    const ann = newCtxRepo()
    ann.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    ann.ctx('curate')
    const remote = withRemote(ann)
    ann.ctx('push')
    const bob = cloneFrom(remote, 'bob')
    bob.ctx('init')
    bob.ctx('curate', '--text', 'Never log addresses of customers.', '--topic', 'rules/privacy')
    bob.ctx('push')
    ann.ctx('curate', '--text', 'Always use UTC in log files.', '--topic', 'rules/time')
    expect(ann.ctx('push').code).toBe(0)
    const { out } = ann.ctx('curate', '--all', '--anew')
    expect(out).toContain('2 kept as people or agents left them')
    ann.ctx('push')
    bob.ctx('pull')
    for (const repo of [ann, bob]) expect(repo.ctx('query', 'log addresses of customers').out).toContain('Never log')
  })

  test('ctx curate --all --anew took what was only read for what people wrote, and rewrote nothing', () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    repo.ctx('curate')
    withRemote(repo)
    repo.ctx('push')
    repo.ctx('query', 'why one pool')
    repo.ctx('push')
    expect(repo.git('log', '--format=%s', 'ctx/main')).toContain('Curate: settle accesses')
    expect(JSON.parse(repo.ctx('curate', '--all', '--anew', '--json').out)).toMatchObject({
      kept: [],
      rewritten: [expect.any(String)],
    })
  })
})
