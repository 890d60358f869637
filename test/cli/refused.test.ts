import { expect, test } from 'vitest'
import { expectCode, quietRepo, teach } from '../support/expect.ts'
import { newRepo, program, type Ran, type Repo } from '../support/repo.ts'

// What git refuses as a whole is never read as "there is nothing".

const asSomebodyElse = (repo: Repo, ...args: readonly string[]): Ran =>
  repo.run(process.execPath, [program, ...args], { env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } })

test.each([
  ['query', 'why is mail queued'],
  ['query', '--paths', 'src/mail.ts', 'mail'],
  ['search', 'mail'],
  ['why', 'README.md'],
  ['why', 'HEAD'],
  ['why', '-S', 'mail'],
  ['where', 'mail'],
  ['status'],
  ['doctor'],
  ['tree'],
  ['brain'],
  ['brain', '--summary'],
  ['log'],
  ['curate', '--all'],
  ['prequery'],
])("in a clone that belongs to somebody else, ctx %s shows git's own sentence and its remedy", (...args) => {
  const repo = newRepo()
  teach(repo)
  const ran = asSomebodyElse(repo, ...args)
  const said = expectCode(ran, 2)
  expect(said).toContain(`detected dubious ownership in repository at '${repo.root}'`)
  expect(said).toContain(`git config --global --add safe.directory ${repo.root}`)
  expect(said).not.toMatch(/Nothing|No commit|fsck/)
})

test('a git config with a slip of the pen is told with its line, and no commit is said not to be there', () => {
  const repo = quietRepo()
  repo.write({ '.git/config': `${repo.read('.git/config')}[core\n` })
  const said = expectCode(repo.ctx('why', 'HEAD'), 2)
  expect(said).toMatch(/bad config line \d+ in file .*config/)
  expect(said).not.toContain('No commit')
})
