import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryText } from '../support/planted.ts'
import { expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { newRepo, type Repo, withRemote } from '../support/repo.ts'

describe("a person's own branch called ctx/main", () => {
  /** Makes a branch of code that only happens to be called like a knowledge branch, with files that look like entries. */
  function withOwnBranch(): { repo: Repo; tip: string } {
    const repo = newRepo()
    repo.commit('Write a guide', { 'docs/guide/intro.md': '# Introduction\n\nZanzibar is nice.\n' })
    repo.git('branch', 'ctx/main')
    return { repo, tip: repo.git('rev-parse', 'ctx/main') }
  }

  test('is refused by name and never written to', () => {
    const { repo, tip } = withOwnBranch()
    teach(repo)
    for (const args of [
      ['init', '--no-hooks'],
      ['curate'],
      ['curate', '--all'],
      ['curate', '--text', 'Tea is brewed at noon.'],
    ]) {
      const said = expectCode(repo.ctx(...args), 2)
      expect(said).toContain('The branch "ctx/main" was not made by ctx')
      expect(said).toMatch(/\n {5}.*rename it/)
    }
    withRemote(repo)
    expectCode(repo.ctx('push'), 2)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(repo.git('ls-remote', 'origin')).not.toContain('ctx/main')
  })

  test('is not shown as knowledge', () => {
    const { repo, tip } = withOwnBranch()
    for (const args of [['query', 'zanzibar'], ['tree'], ['log'], ['status'], ['refresh']]) {
      const ran = repo.ctx(...args)
      expect(expectCode(ran, ran.code)).not.toMatch(/Introduction|Write a guide/)
    }
    expect(existsSync(join(repo.root, '.ctx/tree/docs/guide/intro.md'))).toBe(false)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
  })

  test('takes no edits made by hand in .ctx/tree, and they are kept', () => {
    const { repo, tip } = withOwnBranch()
    repo.write({ '.ctx/tree/auth/tokens/mine.md': entryText('Mine', 'By hand.') })
    for (const args of [['refresh'], ['query', 'mine'], ['curate', '--text', 'Tea is brewed at noon.'], ['push']]) {
      const ran = repo.ctx(...args)
      expectCode(ran, ran.code)
    }
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(repo.read('.ctx/tree/auth/tokens/mine.md')).toContain('By hand.')
  })

  test('survives `ctx uninstall --purge`, beside knowledge branches that go', () => {
    const repo = quietRepo()
    tell(repo)
    repo.git('branch', 'ctx/mine')
    const tip = repo.git('rev-parse', 'ctx/mine')
    expectCode(repo.ctx('uninstall', '--purge', '--yes'), 0)
    expect(repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/ctx')).toBe(
      `refs/heads/ctx/mine ${tip}`,
    )
  })
})

test("what somebody pushed over the knowledge of a remote was said to be one's own branch, to be renamed", () => {
  const repo = quietRepo()
  tell(repo)
  const tip = repo.git('rev-parse', 'ctx/main')
  withRemote(repo)
  const other = repo.git('commit-tree', '-m', 'Oops', repo.git('hash-object', '-t', 'tree', '-w', '/dev/null'))
  repo.git('push', '-q', '-f', 'origin', `${other}:refs/heads/ctx/main`)
  const said = expectCode(repo.ctx('pull'), 2)
  expect(said).toContain('The branch "origin/ctx/main" was not made by ctx, so nothing is taken from it.')
  expect(said).toContain('git push --force-with-lease')
  expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
})
