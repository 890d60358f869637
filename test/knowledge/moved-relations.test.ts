import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'

const entry = (title: string, to: string, fact: string): string =>
  `---\ntitle: ${title}\nrelated: [${to}]\n---\n\n## Relations\n@${to} — changed together\n\n## Facts\n- ${fact}\n`

/** A tree in which three entries lead to one another, of which one also speaks of a path. */
function related() {
  const repo = quietRepo()
  tell(repo)
  repo.write({
    '.ctx/tree/db/core/core.md': entry('Core', 'db/pool/pool.md', 'The core opens one connection for each task.'),
    '.ctx/tree/db/core/lease.md': entry('Lease', 'db/core/core.md', 'A lease ends after an hour without a renewal.'),
    '.ctx/tree/db/pool/pool.md': entry(
      'Pool',
      'db/core/core.md',
      'The pool is described in db/core/core.md of the handbook.',
    ),
  })
  expectCode(repo.ctx('refresh'), 0)
  const read = (path: string): string => readFileSync(join(repo.root, '.ctx/tree', path), 'utf8')
  const move = (from: string, to: string): void => {
    mkdirSync(join(repo.root, '.ctx/tree', to, '..'), { recursive: true })
    renameSync(join(repo.root, '.ctx/tree', from), join(repo.root, '.ctx/tree', to))
  }
  return { repo, read, move }
}

test('after an entry was moved by hand, status said for ever that what others lead to does not exist', () => {
  const { repo, read, move } = related()
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('does not exist')
  move('db/core/core.md', 'kernel/core/core.md')
  expectCode(repo.ctx('refresh'), 0)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('does not exist')
  expect(read('db/core/lease.md')).toContain('@kernel/core/core.md — changed together')
  const pool = read('db/pool/pool.md')
  expect(pool).toContain('@kernel/core/core.md — changed together')
  expect(pool).toContain('described in db/core/core.md of the handbook')
  expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toMatch(/^Edit: /)
})

test('entries of a folder that was moved whole lead to one another at the new place', () => {
  const { repo, read, move } = related()
  move('db/core', 'kernel/core')
  expectCode(repo.ctx('refresh'), 0)
  expect(read('kernel/core/lease.md')).toContain('@kernel/core/core.md — changed together')
  expect(read('db/pool/pool.md')).toContain('@kernel/core/core.md — changed together')
  expect(expectCode(repo.ctx('status'), 0)).not.toMatch(/does not exist|Edited or deleted by hand/)
})

test('what leads to an entry that was deleted by hand is left as it is', () => {
  const { repo, read, move } = related()
  const before = read('db/pool/pool.md')
  move('db/core/core.md', '../core.md')
  expectCode(repo.ctx('refresh'), 0)
  expect(read('db/pool/pool.md')).toBe(before)
  expect(expectCode(repo.ctx('status'), 0)).toContain('db/core/core.md does not exist')
})
