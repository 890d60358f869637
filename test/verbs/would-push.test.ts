import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { withRemote } from '../support/repo.ts'

test('ctx push --dry-run says what would be shared and where, and shares nothing', () => {
  const repo = quietRepo()
  withRemote(repo)
  tell(repo)
  expect(expectCode(repo.ctx('push', '-n'), 0)).toMatch(
    /^Would share \d commits? of ctx\/main with origin, which has no ctx\/main yet as far as was last heard\. /,
  )
  expect(repo.git('ls-remote', 'origin', 'refs/heads/ctx/*')).toBe('')
  expectCode(repo.ctx('push'), 0)
  expect(expectCode(repo.ctx('push', '-n'), 0)).toMatch(/^origin has everything of ctx\/main/)
  const [entry = ''] = /^auth\/.*\.md$/m.exec(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')) ?? []
  repo.write({ [`.ctx/tree/${entry}`]: `${repo.read(`.ctx/tree/${entry}`)}\n` })
  expect(expectCode(repo.ctx('push', '-n'), 0)).toContain('Would share 1 file edited by hand with origin.')
  expect(JSON.parse(expectCode(repo.ctx('push', '-n', '--json'), 0))).toMatchObject({ edited: [entry], isNew: false })
  expectCode(repo.ctx('push', '-n', 'nowhere'), 2)
})
