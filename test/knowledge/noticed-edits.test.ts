/** @module-tag slow */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { type Repo, repoWithSettings } from '../support/repo.ts'

const entry = 'auth/tokens/refresh_tokens_are_single_use.md'
const file = `.ctx/tree/${entry}`

/** A repository that knows something, in whose entry a person wrote a line that nobody has committed. */
function edited(repo = quietRepo()): Repo {
  tell(repo)
  repo.write({ [file]: `${repo.read(file)}\nUnsaved.\n` })
  return repo
}

const onBranch = (repo: Repo): string => repo.git('show', `ctx/main:${entry}`)

/** What was said of a lost edit, and the copy that it names. */
function copyIn(repo: Repo, all: string): string {
  const [, to = ''] = /was last seen with an edit that is not there any more; its copy is in (\S+)\.\n/.exec(all) ?? []
  expect([all, to.startsWith('.git/ctx/aside/') && to.endsWith(entry)]).toEqual([all, true])
  const path = join(repo.root, to)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  return readFileSync(path, 'utf8')
}

const lost = /last seen with an edit/

/** Runs git where no hook of ours does anything. */
const hookless = (repo: Repo, ...args: string[]): void => void repo.run('git', args, { env: { CTX_HOOKS: '0' } })

/** A file at the place of the entry, as code tracks it. */
const theirs = '---\ntitle: Theirs\n---\n'

describe('an edit that git took away with its file', () => {
  test('was named by ctx status, and after git clean -fdx ctx said that the branch had all of it', () => {
    const repo = edited()
    const saved = onBranch(repo)
    expect(expectCode(repo.ctx('status'), 0)).toContain(`committed with the next curation: ${entry}`)
    repo.git('clean', '-fdxq')
    expect(copyIn(repo, expectCode(repo.ctx('status'), 0))).toContain('Unsaved.')
    for (const command of ['status', 'refresh', 'refresh'])
      expect(expectCode(repo.ctx(command), 0)).not.toMatch(/last seen with|the branch has all/i)
    expect(repo.read(file)).not.toContain('Unsaved.')
    expect(onBranch(repo)).toBe(saved)
  })

  test('is said to be gone where no command had seen it', () => {
    const repo = edited()
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    expect(expectCode(repo.ctx('status'), 0)).toContain('edits that no command of ctx had seen yet are gone')
  })

  test('held a secret that a person took out again, and was committed with it by the next command', () => {
    const repo = edited()
    const saved = onBranch(repo)
    expectCode(repo.ctx('status'), 0)
    repo.write({ [file]: `${saved}\n` })
    repo.git('clean', '-fdxq')
    expectCode(repo.ctx('refresh'), 0)
    expect([onBranch(repo), repo.read(file).trim()]).toEqual([saved, saved.trim()])
  })

  test('was of a file that a person deleted, and the file came back and was committed', () => {
    const repo = edited()
    repo.write({ '.ctx/tree/auth/tokens/new.md': '# New\n' })
    expectCode(repo.ctx('status'), 0)
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/new.md'))
    repo.git('clean', '-fdxq')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('new.md')
    expect(existsSync(join(repo.root, '.ctx/tree/auth/tokens/new.md'))).toBe(false)
  })

  test('lay in a stash, and was committed though its owner had put it there', () => {
    const repo = edited()
    const saved = onBranch(repo)
    expectCode(repo.ctx('status'), 0)
    repo.git('stash', '-aq')
    const init = expectCode(repo.ctx('refresh'), 0)
    expect([onBranch(repo), lost.test(init)]).toEqual([saved, false])
  })

  test('was not told on a detached HEAD, on another branch, after an edit there, or where the branch was renamed', () => {
    for (const away of [
      [
        ['git', 'checkout', '-q', '--detach'],
        ['ctx', 'refresh'],
        ['git', 'clean', '-fdxq'],
      ],
      [
        ['git', 'clean', '-fdxq'],
        ['git', 'switch', '-qc', 'feature'],
      ],
      [
        ['git', 'clean', '-fdxq'],
        ['git', 'branch', '-m', 'main', 'trunk'],
      ],
    ]) {
      const repo = edited()
      expectCode(repo.ctx('status'), 0)
      for (const [program, ...args] of away)
        if (program === 'git') hookless(repo, ...args)
        else expectCode(repo.ctx(...args), 0)
      expect(copyIn(repo, expectCode(repo.ctx('refresh'), 0))).toContain('Unsaved.')
    }
  })

  test('is lost to nobody where a status that raced with a refresh wrote down what is committed', () => {
    const repo = edited()
    expectCode(repo.ctx('status'), 0)
    const noticed = readFileSync(join(repo.root, '.git/ctx/noticed'))
    expectCode(repo.ctx('refresh'), 0)
    writeFileSync(join(repo.root, '.git/ctx/noticed'), noticed)
    repo.git('clean', '-fdxq')
    expect(expectCode(repo.ctx('status'), 0)).not.toMatch(lost)
  })

  test.each([
    ['while the entry is tracked', 'status'],
    ['once it is no more', ''],
  ])(
    'was overwritten by a pull request that tracks its entry, and undid what a colleague wrote: told %s',
    (_, then) => {
      const repo = edited(repoWithSettings())
      hookless(repo, 'switch', '-qc', 'pr')
      const own = repo.read(file)
      repo.write({ [file]: theirs })
      repo.git('add', '-f', file)
      hookless(repo, 'commit', '-qm', 'Add docs')
      hookless(repo, 'switch', '-q', 'main')
      repo.write({ [file]: own })
      expectCode(repo.ctx('status'), 0)
      const saved = onBranch(repo)
      hookless(repo, 'merge', '-q', '--ff-only', 'pr')
      expect(repo.read(file)).toContain('Theirs')
      const seen = then === '' ? '' : expectCode(repo.ctx(then), 0)
      expect(seen).not.toContain('put over')
      repo.git('rm', '-q', '--cached', '-r', '.ctx/tree')
      hookless(repo, 'commit', '-qm', 'Untrack')
      const told = seen + expectCode(repo.ctx('refresh'), 0) + expectCode(repo.ctx('refresh'), 0)
      expect(copyIn(repo, told)).toContain('Unsaved.')
      expect([onBranch(repo), repo.read(file).trim()]).toEqual([saved, saved.trim()])
    },
  )
})

test('what git stash apply put back was taken for a commit of the code, and set aside', () => {
  const repo = edited(repoWithSettings())
  repo.git('stash', '-aq')
  repo.git('stash', 'apply', '-q')
  expect(expectCode(repo.ctx('refresh'), 0)).not.toContain('came with a commit of the code')
  expect([repo.read(file), onBranch(repo)].every((text) => text.includes('Unsaved.'))).toBe(true)
})
