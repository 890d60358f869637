import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import { cloneFrom, newCtxRepo, type Repo, withRemote } from '../support/repo.ts'

const notes: readonly (readonly [text: string, topic: string])[] = [
  ['Refresh tokens are single-use.', 'auth/tokens'],
  ['Mail is queued for the night.', 'core/mail'],
  ['Invoices are kept for ten years.', 'core/invoices'],
]

/** A repository with notes that a remote has, too. */
function shared(repo = quietRepo()): { repo: Repo; remote: string } {
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

test('ctx restore does not warn of the folder that it just restored, but of another that is gone', () => {
  const { repo } = shared()
  drop(repo, 'core')
  const told = expectCode(repo.ctx('restore', 'core'), 0)
  expect(told).toMatch(/Restored core\/invoices\/.*\n.*Restored core\/mail\//)
  expect(told).not.toContain('deleted by hand')
  drop(repo, 'core/mail')
  drop(repo, 'auth')
  expect(expectCode(repo.ctx('restore', 'core/mail'), 0)).toContain('1 entry was deleted by hand from .ctx/tree (auth)')
})

test('a lost folder is told at the push although another command committed the deletion', () => {
  const { repo } = shared()
  drop(repo, 'core/mail')
  expect(expectCode(repo.ctx('refresh'), 0)).toContain('1 entry was deleted by hand from .ctx/tree (core)')
  expect(expectCode(repo.ctx('push'), 0)).toContain('`ctx restore core` brings it back')
})

test('a lost folder was shared by git push, and no command said so: the next commit had taken it', async () => {
  const { repo, remote } = shared(newCtxRepo())
  drop(repo, 'core')
  repo.commit('Add a note', { 'note.txt': '1\n' })
  await repo.settled()
  const told = '2 entries were deleted by hand from .ctx/tree (core)'
  expect(expectCode(repo.ctx('status'), 0)).toContain(told)
  repo.git('push', '-q', 'origin', 'main')
  await expect
    .poll(() => repo.ctx('status').out, { timeout: 10_000 })
    .toContain(`ctx/main was not shared with origin: ${told}`)
  expect(cloneFrom(remote, 'kept').git('ls-tree', '-r', '--name-only', 'origin/ctx/main')).toContain('core/mail')
  expect(expectCode(repo.ctx('push'), 0)).toContain(told)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('deleted by hand')
})

test('what somebody else had deleted and shared was told again by whoever merged it, and kept back', () => {
  const { repo, remote } = shared()
  repo.commit('Start a topic', { 'a.txt': '1\n' })
  repo.git('push', '-q', 'origin', 'main')
  repo.git('switch', '-q', '-c', 'topic')
  expectCode(repo.ctx('curate', '--text', 'Never mail twice.', '--topic', 'mail/once'), 0)
  repo.git('push', '-q', '-u', 'origin', 'topic')
  expectCode(repo.ctx('push'), 0)
  const other = cloneFrom(remote, 'other')
  expectCode(other.ctx('init', '--no-hooks'), 0)
  drop(other, 'core')
  expectCode(other.ctx('push'), 0)
  expectCode(repo.ctx('pull'), 0)
  expectCode(repo.ctx('merge', 'origin/ctx/main'), 0)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('deleted by hand')
})

test('an entry that is deleted or a folder that is moved by hand needs no warning, and one entry comes back alone', () => {
  const { repo } = shared()
  drop(repo, 'core/mail/mail_is_queued_for_the_night.md')
  repo.run('mv', ['.ctx/tree/core/invoices', '.ctx/tree/core/bills'])
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('deleted by hand')
  expect(expectCode(repo.ctx('restore', 'core/mail/mail_is_queued_for_the_night'), 0)).toBe(
    'Restored core/mail/mail_is_queued_for_the_night.md\n',
  )
  expect(expectCode(repo.ctx('restore', 'auth'), 2)).toContain('Nothing at auth was archived, or deleted by hand.')
})

test('a folder that was moved by hand is not told as lost, whoever committed the move', () => {
  const { repo } = shared()
  repo.run('mv', ['.ctx/tree/core', '.ctx/tree/kernel'])
  expectCode(repo.ctx('refresh'), 0)
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('deleted by hand')
  expect(expectCode(repo.ctx('restore', 'core'), 2)).toContain('Nothing at core was archived, or deleted by hand.')
})

test('what was lost comes back first where the archive has something of the folder, too', () => {
  const { repo } = shared()
  expectCode(repo.ctx('archive', 'core/mail/mail_is_queued_for_the_night'), 0)
  drop(repo, 'core/invoices')
  expect(expectCode(repo.ctx('refresh'), 0)).toContain('`ctx restore core` brings it back')
  expect(expectCode(repo.ctx('restore', 'core'), 0)).toMatch(/^Restored core\/invoices\//)
  expect(expectCode(repo.ctx('restore', 'core'), 0)).toMatch(/^Restored core\/mail\//)
})

test('restore brings back entries and overviews alone, whatever a history says was deleted', () => {
  const { repo } = shared()
  const made = (input: string, ...args: readonly string[]): string => repo.run('git', args, { input }).out.trim()
  const blob = (text: string): string => made(text, 'hash-object', '-w', '--stdin')
  const tree = (lines: readonly string[]): string => made(`${lines.join('\n')}\n`, 'mktree')
  const before = repo.git('ls-tree', 'ctx/main').split('\n')
  const evil = tree([
    ...before,
    `100755 blob ${blob('#!/bin/sh\n')}\tevil.sh`,
    `120000 blob ${blob('/etc/passwd')}\tlink.md`,
  ])
  const first = repo.git('commit-tree', evil, '-p', 'ctx/main', '-m', 'More')
  const said = 'Edit: x\n\nDELETE evil.sh\nDELETE link.md\nDELETE ../up.md\nDELETE .git/config\n'
  const second = repo.git('commit-tree', repo.git('rev-parse', 'ctx/main^{tree}'), '-p', first, '-m', said)
  repo.git('update-ref', 'refs/heads/ctx/main', second)
  for (const path of ['evil.sh', 'link', '..', '.git', '.']) expectCode(repo.ctx('restore', path), 2)
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/evil|link|up\.md/)
})

test('an entry that a failed save had emptied was shared without a word, and ctx restore did not know it', () => {
  const { repo, remote } = shared()
  const path = repo.git('ls-tree', '-r', '--name-only', 'ctx/main', 'core/mail/').split('\n').find(isNote) ?? ''
  const before = repo.read(`.ctx/tree/${path}`)
  repo.write({ [`.ctx/tree/${path}`]: '\n' })
  expect(expectCode(repo.ctx('status'), 0)).toContain(`warning ${path}: It is empty`)
  expect(expectCode(repo.ctx('push'), 2)).toContain(`\`ctx restore ${path}\` brings its last readable version back`)
  expect(cloneFrom(remote, 'other').git('show', `origin/ctx/main:${path}`)).toBe(before.trimEnd())
  expectCode(repo.ctx('restore', path), 0)
  expect(repo.read(`.ctx/tree/${path}`)).toBe(before)
  expectCode(repo.ctx('push'), 0)
})

test('an entry that was empty from the start was not shared, and ctx restore was promised to bring it back, which knew none', () => {
  const { repo } = shared()
  const path = 'core/mail/new_one.md'
  repo.write({ [`.ctx/tree/${path}`]: '' })
  const told = expectCode(repo.ctx('push'), 2)
  expect(told).toContain('Mend it in .ctx/tree, or delete it there: none of it was ever readable.')
  expect(told).not.toContain('ctx restore')
  rmSync(join(repo.root, '.ctx/tree', path))
  expectCode(repo.ctx('push'), 0)
})

const isNote = (path: string): boolean => path.endsWith('.md') && !path.endsWith('context.md')

test('ctx restore of a folder brought back an entry that was renamed, once that had learned more', () => {
  const repo = quietRepo()
  for (const name of ['one', 'two'])
    repo.commit(
      `Ship by carrier ${name}\n\nCarrier ${name} refuses parcels over 10 kg, which cost us returns in autumn.`,
      {
        [`ship/${name}.py`]: `def ${name}(): post()\n`,
      },
    )
  expectCode(repo.ctx('curate', '--all'), 0)
  const entries = (): readonly string[] =>
    repo
      .git('ls-tree', '-r', '--name-only', 'ctx/main', 'ship/')
      .split('\n')
      .filter((path) => !path.endsWith('context.md'))
  const [one = '', two = ''] = entries()
  repo.write({ '.ctx/tree/ship/one/renamed.md': repo.read(`.ctx/tree/${one}`) })
  drop(repo, one)
  drop(repo, two)
  expectCode(repo.ctx('refresh'), 0)
  repo.commit('Weigh for carrier one\n\nEvery returned parcel cost us 12 euros in September.', {
    'ship/one.py': 'def one(): check(); post()\n',
  })
  expectCode(repo.ctx('curate', '--all'), 0)
  expectCode(repo.ctx('restore', 'ship'), 0)
  expect(entries()).toEqual(['ship/one/renamed.md', two])
  expectCode(repo.ctx('restore', one), 0)
  expect(entries()).toContain(one)
})
