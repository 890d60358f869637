import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import type { Repo } from '../support/repo.ts'

function knowing(): Repo {
  const repo = quietRepo()
  tell(repo)
  return repo
}

const inTree = (repo: Repo): readonly string[] =>
  repo.run('find', ['.ctx/tree', '-type', 'f']).out.split('\n').filter(Boolean).sort()

function move(repo: Repo, from: string, to: string): void {
  const [source, target] = [from, to].map((path) => join(repo.root, '.ctx/tree', path))
  if (source === undefined || target === undefined) throw new Error('nothing to move')
  mkdirSync(dirname(target), { recursive: true })
  renameSync(source, target)
}

test('hand edits at depth 0 or 1 of .ctx/tree are named by status and doctor', () => {
  const repo = knowing()
  repo.write({
    '.ctx/tree/team/emu.md': 'An emu kicks.\n',
    '.ctx/tree/top.md': 'Top.\n',
    '.ctx/tree/a/b/c/d/deep.md': 'Deep.\n',
    '.ctx/tree/auth/tokens/Upper Case.md': 'Upper.\n',
    '.ctx/tree/.obsidian/app.json': '{}\n',
  })
  const said = expectCode(repo.ctx('status'), 0)
  const examined = repo.ctx('doctor').out
  for (const path of ['team/emu.md', 'top.md', 'a/b/c/d/deep.md', 'auth/tokens/Upper Case.md']) {
    expect(said).toContain(`warning .ctx/tree/${path}: This is no entry`)
    expect(examined).toContain(`.ctx/tree/${path}`)
  }
  expect(said).toContain('Entries are <domain>/<topic>/<name>.md')
  expect(said).not.toContain('obsidian')
  const { findings } = JSON.parse(repo.ctx('status', '--json').out)
  expect(findings).toHaveLength(4)
})

test('a tree that ctx alone wrote has nothing that is out of place', () => {
  const repo = knowing()
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('no entry')
})

test('of many files out of place, status names five and counts the others', () => {
  const repo = knowing()
  repo.write(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`.ctx/tree/docs/${at}.txt`, 'x\n'])))
  const said = expectCode(repo.ctx('status'), 0)
  expect(said.match(/This is no entry/g)).toHaveLength(5)
  expect(said).toContain('So it is with 2 files more.')
})

test('hand edits at depth 0 or 1 outlive ctx refresh, a switch and ctx uninstall, which says where they are', () => {
  const repo = knowing()
  repo.write({ '.ctx/tree/team/emu.md': 'An emu kicks.\n', '.ctx/tree/top.md': 'Top.\n' })
  expectCode(repo.ctx('refresh'), 0)
  repo.git('switch', '-q', '-c', 'feat')
  tell(repo, 'Sessions end at midnight.')
  const said = expectCode(repo.ctx('uninstall'), 0)
  expect(said).toContain('kept team/emu.md, top.md in ')
  expect(inTree(repo)).toEqual(['.ctx/tree/team/emu.md', '.ctx/tree/top.md'])
  expect(repo.read('.ctx/tree/team/emu.md')).toBe('An emu kicks.\n')
  expect(existsSync(join(repo.root, '.ctx/tree/auth'))).toBe(false)
  // What was left must not get into the code by `git add -A`.
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('an entry that was moved to where none can stand leaves with a word, and comes back where one can', () => {
  const repo = knowing()
  const path = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .find((each) => !each.endsWith('context.md'))
  if (path === undefined) throw new Error('nothing was learned')
  move(repo, path, 'zoo/walk.md')
  expect(expectCode(repo.ctx('status'), 0)).toContain('.ctx/tree/zoo/walk.md: This is no entry')
  expect(expectCode(repo.ctx('refresh'), 0)).toContain(`${path} is knowledge no more: it was moved to zoo/walk.md`)
  expect(expectCode(repo.ctx('status'), 0)).toContain('.ctx/tree/zoo/walk.md: This is no entry')
  move(repo, 'zoo/walk.md', 'zoo/animals/walk.md')
  expectCode(repo.ctx('refresh'), 0)
  expect(repo.git('show', 'ctx/main:zoo/animals/walk.md')).toContain('single-use')
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('This is no entry')
})
