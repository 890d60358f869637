import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import { cloneFrom, type Repo, withRemote } from '../support/repo.ts'

const notes: readonly (readonly [text: string, topic: string])[] = [
  ['Refresh tokens are single-use.', 'auth/tokens'],
  ['Mail is queued for the night.', 'core/mail'],
  ['Invoices are kept for ten years.', 'core/invoices'],
]

/** A repository with notes that a remote has, too. */
function shared(): { repo: Repo; remote: string } {
  const repo = quietRepo()
  const remote = withRemote(repo)
  for (const [text, topic] of notes) expectCode(repo.ctx('curate', '--text', text, '--topic', topic), 0)
  expectCode(repo.ctx('push'), 0)
  return { repo, remote }
}

const drop = (repo: Repo, path: string): void => rmSync(join(repo.root, '.ctx/tree', path), { recursive: true })

test('a folder lost from .ctx/tree is told with the command that brings it back, when it is pushed', () => {
  const { repo, remote } = shared()
  drop(repo, 'core')
  const told = expectCode(repo.ctx('push'), 0)
  expect(told).toContain('2 entries were deleted by hand from .ctx/tree (core)')
  expect(told).toContain('`ctx restore core` brings them back')
  const other = cloneFrom(remote, 'other')
  expectCode(other.ctx('init', '--no-hooks'), 0)
  expectCode(other.ctx('query', 'how long are invoices kept'), 1)
  expect(expectCode(other.ctx('restore', 'core'), 0)).toMatch(/Restored core\/invoices\/.*\n.*Restored core\/mail\//)
  expectCode(other.ctx('query', 'how long are invoices kept'), 0)
  expectCode(other.ctx('push'), 0)
  expectCode(repo.ctx('pull'), 0)
  expect(repo.git('grep', '-l', 'ten years', 'ctx/main')).toContain('core/invoices')
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('deleted by hand')
})

test('a lost folder is told at the push although another command committed the deletion', () => {
  const { repo } = shared()
  drop(repo, 'core/mail')
  expect(expectCode(repo.ctx('refresh'), 0)).toContain('1 entry was deleted by hand from .ctx/tree (core)')
  expect(expectCode(repo.ctx('push'), 0)).toContain('`ctx restore core` brings it back')
})

test('an entry that is deleted or a folder that is moved by hand needs no warning, and one entry comes back alone', () => {
  const { repo } = shared()
  drop(repo, 'core/mail/mail_is_queued_for_the_night.md')
  repo.run('mv', ['.ctx/tree/core/invoices', '.ctx/tree/core/bills'])
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('deleted by hand')
  expect(expectCode(repo.ctx('restore', 'core/mail/mail_is_queued_for_the_night'), 0)).toBe(
    'Restored core/mail/mail_is_queued_for_the_night.md\n',
  )
  expect(expectCode(repo.ctx('restore', 'auth'), 2)).toContain('auth is not in the archive')
})
