import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { listWorkTrees, otherWorkTrees } from '../../src/repo/git/work-trees.ts'
import { newRepo } from '../support/repo.ts'

test('a work tree whose folder has a line end in its name was taken for another repository, and its branch for none', async () => {
  const [repo, victim] = [newRepo(), newRepo()]
  const root = join(dirname(repo.root), `a\nworktree ${victim.root}`)
  mkdirSync(dirname(root), { recursive: true })
  repo.git('worktree', 'add', '-q', '-b', 'topic', root)
  const place = findRepoPaths(repo.root)
  expect(await listWorkTrees(place)).toEqual([
    { root: repo.root, branch: 'refs/heads/main' },
    { root, branch: 'refs/heads/topic' },
  ])
  expect((await otherWorkTrees(place)).map((other) => other.root)).toEqual([root])
  expect((await otherWorkTrees(findRepoPaths(root))).map((other) => other.root)).toEqual([repo.root])
})
