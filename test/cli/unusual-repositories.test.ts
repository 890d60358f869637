/** @module-tag slow */
import { appendFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, expectProblem } from '../support/expect.ts'
import { newRepo, repoAt, temporaryFolder } from '../support/repo.ts'
import { everyCommand } from '../support/commands.ts'
import { filesBelow } from '../support/files-below.ts'

describe('where there is nothing to work on', () => {
  test('outside a repository, every command says so and how to make one', () => {
    const folder = temporaryFolder()
    const outside = repoAt(folder, folder)
    for (const args of everyCommand) expectProblem(outside.ctx(...args), /is not in a git repository\.\n.*git init/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a folder whose .git is broken is not taken for a repository', () => {
    const folder = temporaryFolder()
    const broken = repoAt(folder, folder)
    broken.write({ '.git': 'gitdir: /nowhere/at/all\n' })
    for (const args of [['status'], ['curate'], ['query', 'tokens'], ['init']])
      expectProblem(broken.ctx(...args), /repository/)
  })

  test('inside .git, the way to the work tree is told; it is no bare repository', () => {
    const repo = newRepo()
    for (const folder of ['.git', '.git/hooks']) {
      const inside = repoAt(join(repo.root, folder), dirname(repo.root))
      expectProblem(inside.ctx('status'), new RegExp(`no work tree\\.\\n.*cd ${repo.root}$`, 'm'))
    }
  })

  test('a bare repository is named as such, by every command', () => {
    const folder = temporaryFolder()
    const bare = repoAt(folder, folder)
    bare.git('init', '-q', '--bare')
    const before = filesBelow(bare, '.')
    for (const args of everyCommand) expectProblem(bare.ctx(...args), /bare repository.*\n.*Clone it/)
    expect(filesBelow(bare, '.')).toEqual(before)
  })

  test('before the first commit, every command says what there is, and the first commit is learned from', () => {
    const repo = newRepo({ empty: true })
    expect(expectCode(repo.ctx('init', '--no-hooks'), 0)).toContain('no commits yet')
    expectProblem(repo.ctx('curate'), 'has no commits yet')
    expectProblem(repo.ctx('curate', '--all'), 'has no commits yet')
    expectProblem(repo.ctx('curate', 'HEAD'), 'has no commits yet')
    expect(expectCode(repo.ctx('query', 'why tokens'), 1)).toContain('Nothing states this')
    expectProblem(repo.ctx('push'), 'no remote')
    expect(expectCode(repo.ctx('status'), 0)).toContain('No knowledge yet')
    expect(expectCode(repo.ctx('log'), 0)).toContain('No knowledge')
    expect(expectCode(repo.ctx('tree'), 0)).toContain('Nothing was learned yet')
    expectCode(repo.ctx('prequery'), 0)
    expectCode(repo.ctx('refresh'), 0)
    teach(repo)
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expectClean(repo)
  })

  test('before the first commit, push to a remote says that there is nothing to share', () => {
    const repo = newRepo({ empty: true })
    repo.git('init', '-q', '--bare', '../remote.git')
    repo.git('remote', 'add', 'origin', '../remote.git')
    expectCode(repo.ctx('init', '--no-hooks'), 0)
    expect(expectCode(repo.ctx('push'), 0)).toContain('nothing to share')
  })

  test('in a shallow clone, the commit where history is cut is not read as if it had added every file', () => {
    const repo = newRepo()
    repo.commit('Begin the shop', { 'src/old.ts': 'old', 'src/older.ts': 'older' })
    teach(repo)
    repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, '../shallow')
    const shallow = repoAt(join(dirname(repo.root), 'shallow'), dirname(repo.root))
    expectCode(shallow.ctx('init', '--no-hooks'), 0)
    expectCode(shallow.ctx('curate', '--all'), 0)
    expect(JSON.stringify(filesBelow(shallow, '.ctx/tree'))).not.toContain('src/older.ts')
    teach(shallow, 'Send receipts on paper', 'src/receipt.ts')
    expect(expectCode(shallow.ctx('curate'), 0)).toContain('learned from 1')
    expectCode(shallow.ctx('log'), 0)
    expectClean(shallow)
  })

  test('on a detached HEAD, knowledge can be read, and learning says how to get to a branch', () => {
    const repo = quietRepo()
    tell(repo)
    const tip = repo.git('rev-parse', 'ctx/main')
    repo.git('checkout', '-q', '--detach')
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('HEAD is detached')
    expectCode(repo.ctx('tree'), 0)
    expectCode(repo.ctx('log'), 0)
    for (const args of [['curate'], ['curate', '--all'], ['curate', '--text', 'Tea is brewed at noon.']])
      expectProblem(repo.ctx(...args), /HEAD is detached.*\n.*git switch/)
    appendFileSync(join(repo.root, '.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md'), '\nA note by hand.\n')
    expect(expectCode(repo.ctx('refresh'), 0)).toContain('HEAD is detached')
    expect(repo.read('.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md')).toContain('A note by hand.')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    repo.git('switch', '-q', 'main')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('show', 'ctx/main:auth/tokens/refresh_tokens_are_single_use.md')).toContain('A note by hand.')
    expectClean(repo)
  })
})

describe('branches in the way', () => {
  test.each(['loose', 'packed'])('a %s branch called ctx is named with the command that renames it', (kind) => {
    const repo = newRepo()
    repo.git('branch', 'ctx')
    if (kind === 'packed') repo.git('pack-refs', '--all')
    expectProblem(repo.ctx('init', '--no-hooks'), /The branch "ctx" is in the way.*\n.*git branch -m ctx/)
    teach(repo)
    expectProblem(repo.ctx('curate'), 'git branch -m ctx')
    expectProblem(repo.ctx('curate', '--text', 'Tea is brewed at noon.'), 'git branch -m ctx')
    expectCode(repo.ctx('status'), 0)
    expect(expectCode(repo.ctx('query', 'mail'), 0)).toContain('from the log, not curated')
    repo.git('branch', '-m', 'ctx', 'mine')
    expectCode(repo.ctx('init', '--no-hooks'), 0)
    expectCode(repo.ctx('curate'), 0)
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expectClean(repo)
  })

  test.each([[['curate']], [['query', 'tokens']], [['refresh']]])(
    'a knowledge branch that points nowhere is rebuilt by ctx %s, and that is said',
    (args) => {
      const repo = quietRepo()
      tell(repo)
      repo.git('pack-refs', '--all')
      repo.write({ '.git/refs/heads/ctx/main': `${'1'.repeat(40)}\n` })
      teach(repo)
      expect(expectCode(repo.ctx(...args), 0)).toContain('ctx/main led to objects that are gone')
      expect(expectCode(repo.ctx('query', 'refresh tokens'), 0)).toContain('single-use')
      expectCode(repo.ctx('log'), 0)
    },
  )
})

test('what ctx learned of a file with a tab in its name was stopped by its own review as a dead reference', () => {
  const repo = quietRepo()
  repo.commit(
    'Keep odd files in one place\n\nThe scanner chokes on odd names, so that they must never lie elsewhere.',
    {
      'src/tab\there.ts': 'export const x = 1\n',
    },
  )
  expectCode(repo.ctx('curate'), 0)
  expect(expectCode(repo.ctx('review', '--check'), 0)).not.toContain('dead-reference')
})
