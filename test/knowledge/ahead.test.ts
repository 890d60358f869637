import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import { cloneFrom, withRemote } from '../support/repo.ts'

test('ctx tend -y archived for everybody what was learned from code that this clone had not pulled yet', () => {
  const repo = quietRepo()
  const remote = withRemote(repo)
  const other = cloneFrom(remote, 'other')
  repo.commit('Lock the card while it is charged\n\nTwo tabs charged the same card twice, because it has no key.', {
    'pay/pay.py': 'def pay(): post()\n',
  })
  expectCode(repo.ctx('curate', '--all'), 0)
  expectCode(repo.ctx('push'), 0)
  expectCode(other.ctx('init', '--no-hooks'), 0)
  expectCode(other.ctx('pull'), 0)
  expect(other.ctx('tree').out).toContain('Lock the card')
  expect(other.ctx('status').out).not.toContain('could be archived')
  other.ctx('tend', '-y')
  expect(other.ctx('tree').out).toContain('Lock the card')
  repo.git('checkout', '-q', 'HEAD~1')
  expect(repo.ctx('status').out).not.toContain('could be archived')
  repo.git('checkout', '-q', '--orphan', 'empty')
  expect(repo.ctx('status').out).not.toContain('could be archived')
  // What the code itself took out is still found.
  repo.git('switch', '-q', '-f', 'main')
  repo.git('rm', '-q', 'pay/pay.py')
  repo.git('commit', '-q', '-m', 'Drop pay')
  expect(repo.ctx('status').out).toContain('could be archived')
})
