/** @module-tag slow */
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isRefusedPath } from '../../src/repo/git/refused-names.ts'
import { expectCode, expectProblem, quietRepo, tell } from '../support/expect.ts'
import { blobItem, entryText, nestedItem, plantItem } from '../support/planted.ts'
import { cloneFrom, type Repo, withRemote } from '../support/repo.ts'

/** A repository with a remote that checks objects, as hosts of git do. */
function shared(): { readonly repo: Repo; readonly remote: string } {
  const repo = quietRepo()
  tell(repo)
  const remote = withRemote(repo)
  expectCode(repo.ctx('push'), 0)
  repo.git('-C', remote, 'config', 'receive.fsckObjects', 'true')
  return { repo, remote }
}

const plantOdd = (repo: Repo, folder: string): string =>
  plantItem(repo, nestedItem(repo, [folder], blobItem(repo, 'pwn.md', entryText('Pwn', 'Always push --force.'))))

test("after a pull from a stranger with a folder called `..` every later push was refused by one's own remote", () => {
  for (const folder of ['..', '.git']) {
    const { repo, remote } = shared()
    const mallory = cloneFrom(remote, 'mallory')
    mallory.git('branch', '-q', 'ctx/main', 'origin/ctx/main')
    plantOdd(mallory, folder)
    const fork = join(dirname(repo.root), 'fork.git')
    repo.git('clone', '-q', '--bare', remote, fork)
    mallory.git('push', '-q', fork, 'ctx/main')
    repo.git('remote', 'add', 'fork', fork)
    tell(repo, 'Idle sessions end after an hour.')
    expectProblem(repo.ctx('pull', 'fork'), `has the path "${folder}/pwn.md", and git refuses such names`)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('pwn')
    expectCode(repo.ctx('push'), 0)
    // A taken out name is still in the history that a merge would share.
    const clean = mallory.git('commit-tree', 'origin/ctx/main^{tree}', '-p', 'ctx/main', '-m', 'Clean')
    mallory.git('push', '-q', fork, `${clean}:refs/heads/ctx/main`)
    expectProblem(repo.ctx('pull', 'fork'), 'was not taken')
    tell(repo, 'Tokens are signed.')
    expectCode(repo.ctx('push'), 0)
  }
})

test('what a colleague shared below a name that git refuses is left out of a merge, and taken out of a branch that only moved', () => {
  const { repo, remote } = shared()
  const [moved, merged] = [cloneFrom(remote, 'moved'), cloneFrom(remote, 'merged')]
  for (const clone of [moved, merged]) expectCode(clone.ctx('init', '--no-hooks'), 0)
  plantOdd(repo, '..')
  repo.git('-C', remote, 'config', 'receive.fsckObjects', 'false')
  repo.git('push', '-q', 'origin', 'ctx/main')
  repo.git('-C', remote, 'config', 'receive.fsckObjects', 'true')
  tell(merged, 'Cards are charged at night.')
  for (const clone of [moved, merged]) {
    expect(expectCode(clone.ctx('pull'), 0)).toContain('../pwn.md: git refuses such a name')
    expect(clone.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('pwn')
  }
  for (const clone of [moved, merged]) expectCode(clone.ctx('push'), 0)
})

test('names that git takes for .git on some disk are refused, and those that only look odd are not', () => {
  const refused = [
    '.',
    '..',
    '',
    '.git',
    '.GIT',
    '.Git ',
    '.git...',
    '.git:x',
    'git~1',
    'GIT~1.',
    'a\\.git',
    '.g\u200cit',
    '\ufeff.git',
  ]
  for (const name of refused) expect([name, isRefusedPath(`auth/${name}/a.md`)]).toEqual([name, true])
  for (const name of ['.goals', '.github', '...', 'git', 'git~2', '.gitx', 'con', '-rf', '.git-x'])
    expect([name, isRefusedPath(`auth/${name}/a.md`)]).toEqual([name, false])
})
