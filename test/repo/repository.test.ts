import fs from 'node:fs'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { expect, test } from 'vitest'
import { setAside } from '../../src/repo/git/set-aside.ts'
import { findRepoPaths, nameInRepo } from '../../src/repo/git/repo-paths.ts'
import { newCtxRepo, newRepo } from '../support/repo.ts'

// A second implementation of git reads what we wrote: plumbing that only our own git understands would be no git.
test('what plumbing wrote reads back the same through isomorphic-git', async () => {
  const repo = newCtxRepo()
  repo.commit(
    'feat(auth): make tokens single-use\n\nA stolen token stayed valid because nothing noticed a second use.',
    { 'src/auth/token.ts': 'x' },
  )
  await repo.settled()
  const at = { fs, dir: repo.root, gitdir: join(repo.root, '.git') }
  const [newest, first] = await git.log({ ...at, ref: 'ctx/main' })
  expect(newest?.commit.message).toBe(`${repo.git('log', '-1', '--format=%B', 'ctx/main').trimEnd()}\n`)
  expect(newest?.commit.parent).toEqual([first?.oid])
  const path = 'auth/token/make_tokens_single_use.md'
  const { blob } = await git.readBlob({ ...at, oid: newest?.oid ?? '', filepath: path })
  expect(Buffer.from(blob).toString()).toBe(repo.read(`.ctx/tree/${path}`))
})

test('a knowledge branch that is being rebased in another work tree keeps its name', async () => {
  const repo = newRepo()
  repo.git('branch', 'ctx/feature')
  repo.git('worktree', 'add', '-q', '../beside', 'ctx/feature')
  repo.run('git', ['-C', '../beside', 'rebase', '-q', '--exec', 'false', '--root'])
  const commit = repo.git('rev-parse', 'ctx/feature')
  const aside = { branch: 'feature', commit }
  expect(await setAside(findRepoPaths(repo.root), 'refs/heads/ctx/feature', aside)).toBeUndefined()
  expect(repo.git('rev-parse', 'ctx/feature')).toBe(commit)
})

test('a path is taken from the top where a folder has none, and a bare name never', () => {
  const repo = newRepo()
  repo.commit('Start', { 'index.ts': 'top\n', 'src/a.ts': 'top\n', 'packages/api/b.ts': 'x\n' })
  const within = join(repo.root, 'packages/api')
  const named = (path: string): string => nameInRepo({ root: repo.root }, path, within)
  expect([named('src/a.ts'), named('b.ts'), named('index.ts'), named('src/new.ts')]).toEqual([
    'src/a.ts',
    'packages/api/b.ts',
    'packages/api/index.ts',
    'packages/api/src/new.ts',
  ])
})

test('a bare repository is called bare, also one whose folder is .git', () => {
  const repo = newRepo()
  repo.run('git', ['init', '-q', '--bare', '../x/.git'])
  expect(() => findRepoPaths(join(repo.root, '../x/.git'))).toThrow('bare repository')
  expect(() => findRepoPaths(join(repo.root, '.git'))).toThrow('no work tree')
})
