import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

test('a commit that was reset went on teaching, unmarked (monday)', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  await repo.settled()
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/b.js': 'export const lab = 1\n',
  })
  await repo.settled()
  const ask = (): string => repo.ctx('query', 'why are labels needed by the printer').out
  expect(ask()).toMatch(/^set lab\n/)
  expect(ask()).not.toContain('no longer in this history')
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  expect(ask()).toMatch(/set lab\n.*\n.* · its commit is no longer in this history\n/)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'set lab').out) as {
    hits: readonly { holds: string; commit: string }[]
  }
  expect(hits[0]).toMatchObject({ holds: 'past', standing: 'its commit is no longer in this history' })
  repo.git('reset', '-q', '--hard', 'ORIG_HEAD')
  expect(ask()).not.toContain('no longer in this history')
})
