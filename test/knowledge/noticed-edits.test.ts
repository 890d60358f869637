/** @module-tag slow */
import { rmSync } from 'node:fs'
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

describe('an edit that git took away with its file', () => {
  test('was named by ctx status, and after git clean -fdx ctx said that the branch had all of it', () => {
    const repo = edited()
    expect(expectCode(repo.ctx('status'), 0)).toContain(`committed with the next curation: ${entry}`)
    repo.git('clean', '-fdxq')
    expect(expectCode(repo.ctx('status'), 0)).toContain(`edits come back as ctx last saw them: ${entry}`)
    expect(expectCode(repo.ctx('refresh'), 0)).toContain(
      `1 edit was lost with its file, and is back as last seen: ${entry}`,
    )
    expect([repo.read(file), onBranch(repo)].every((text) => text.includes('Unsaved.'))).toBe(true)
    expect(expectCode(repo.ctx('status'), 0)).not.toMatch(/missing|by hand/)
  })

  test('is said to be gone where no command had seen it', () => {
    const repo = edited()
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    expect(expectCode(repo.ctx('status'), 0)).toContain('edits that no command of ctx had seen yet are gone')
  })

  test('does not come back where a person undid it, committed it or deleted its entry', () => {
    const repo = edited()
    const saved = onBranch(repo)
    expectCode(repo.ctx('status'), 0)
    repo.write({ [file]: `${saved}\n` })
    expectCode(repo.ctx('status'), 0)
    repo.git('clean', '-fdxq')
    expectCode(repo.ctx('refresh'), 0)
    expect(onBranch(repo)).toBe(saved)
    repo.write({ [file]: `${saved}\nOnce more.\n`, '.ctx/tree/auth/tokens/new.md': '# New\n' })
    expectCode(repo.ctx('status'), 0)
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/new.md'))
    rmSync(join(repo.root, file))
    tell(repo, 'Sessions end after an hour.')
    repo.git('clean', '-fdxq')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/single_use|new\.md/)
  })

  test.each([
    ['once it was switched away from', ['refresh']],
    ['when no command ran there', []],
  ])('was overwritten by a pull request that tracks its entry, and comes back %s', (_, between) => {
    const repo = edited(repoWithSettings())
    repo.run('git', ['switch', '-qc', 'pr'], { env: { CTX_HOOKS: '0' } })
    const own = repo.read(file)
    repo.write({ [file]: '---\ntitle: Theirs\n---\n' })
    repo.git('add', '-f', file)
    repo.run('git', ['commit', '-qm', 'Add docs'], { env: { CTX_HOOKS: '0' } })
    const hookless = (...args: string[]): void => void repo.run('git', args, { env: { CTX_HOOKS: '0' } })
    hookless('switch', '-q', 'main')
    repo.write({ [file]: own })
    expectCode(repo.ctx('status'), 0)
    hookless('switch', '-q', 'pr')
    expect(repo.read(file)).toContain('Theirs')
    expect(expectCode(repo.ctx('status'), 0)).toContain(`It was put over your edit of ${entry}, which comes back`)
    for (const command of between) expectCode(repo.ctx(command), 0)
    hookless('switch', '-q', 'main')
    for (let times = 0; times < 2; times++) expectCode(repo.ctx('refresh'), 0)
    expect([repo.read(file), onBranch(repo)].every((text) => text.includes('Unsaved.'))).toBe(true)
  })
})

test('what git stash apply put back was taken for a commit of the code, and set aside', () => {
  const repo = edited(repoWithSettings())
  repo.git('stash', '-aq')
  repo.git('stash', 'apply', '-q')
  expect(expectCode(repo.ctx('refresh'), 0)).not.toContain('came with a commit of the code')
  expect([repo.read(file), onBranch(repo)].every((text) => text.includes('Unsaved.'))).toBe(true)
})
