import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

test('the description of a pull request was told of no commit where ctx curate read its commits one by one', () => {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  repo.commit('Begin with a log\n\nWho comes later must be able to read what was agreed on before.', {
    'src/log.ts': 'open()\n',
  })
  expect(repo.ctx('curate').code).toBe(0)
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('Let a leader catch up', { 'src/raft.ts': 'const last = snapshot.last\nfollow(last)\n' })
  repo.git('switch', '-q', 'main')
  const why = 'A follower could have received a snapshot, but not have caught up from it when it became leader.'
  repo.git('merge', '-q', '--no-ff', '-m', `Leaders catch up from snapshots (#8021)\n\n${why}`, 'snapshots')
  expect(JSON.parse(repo.ctx('curate', '--json').out)).toMatchObject({ read: 2 })
  const told = repo.git('grep', '-h', 'Let a leader catch up', 'ctx/main')
  expect(told).toContain(`**Let a leader catch up**: ${why}`)
  expect(told).toContain('#8021')
})
