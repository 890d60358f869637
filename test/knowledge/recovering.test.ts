import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { cloneFrom, type Repo, repoAt, withRemote } from '../support/repo.ts'

// What docs/commands.md says of what to do when something went wrong.

/** Two people who know the same, which their remote has. */
function twoClones(): { readonly repo: Repo; readonly other: Repo } {
  const repo = quietRepo()
  const remote = withRemote(repo)
  tell(repo)
  expectCode(repo.ctx('push'), 0)
  const other = cloneFrom(remote, 'other')
  expectCode(other.ctx('init', '--no-hooks'), 0)
  expectCode(other.ctx('pull'), 0)
  return { repo, other }
}

const known = (repo: Repo): string => repo.git('ls-tree', '-r', '--name-only', 'ctx/main')

test('nobody knew how to go on after something else, or an older state, was pushed over the knowledge of a remote', () => {
  const { repo, other } = twoClones()
  const emptyTree = repo.run('git', ['mktree'], { input: '' }).out.trim()
  for (const commit of [
    repo.git('commit-tree', '-m', 'Oops', emptyTree),
    repo.git('rev-list', '--max-parents=0', 'ctx/main'),
  ]) {
    repo.git('push', '-qf', 'origin', `${commit}:refs/heads/ctx/main`)
    if (other.ctx('pull').code !== 0) {
      other.git('fetch', '-q')
      other.git('push', '-q', '--force-with-lease', 'origin', 'ctx/main')
    }
    expectCode(other.ctx('push'), 0)
    expectCode(repo.ctx('pull'), 0)
    expect(repo.git('rev-parse', 'origin/ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
    expect(known(repo)).toContain('refresh_tokens_are_single_use.md')
  }
})

test('nobody knew how to take back knowledge that is wrong once all had it', () => {
  const { repo, other } = twoClones()
  tell(repo, 'Drink the poison.')
  const poison = repo.git('rev-parse', 'ctx/main')
  expectCode(repo.ctx('push'), 0)
  tell(other, 'Sessions end after an hour.')
  expectCode(other.ctx('push'), 0)
  const root = join(dirname(other.root), 'mend')
  other.git('worktree', 'add', '-q', root, 'ctx/main')
  repoAt(root, dirname(root)).git('revert', '--no-edit', poison)
  other.git('worktree', 'remove', root)
  expectCode(other.ctx('push'), 0)
  expectCode(repo.ctx('pull'), 0)
  tell(repo, 'Tokens are signed.')
  expect(known(repo)).not.toContain('poison')
  expect(known(repo)).toContain('sessions_end_after_an_hour.md')
})
