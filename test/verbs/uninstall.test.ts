import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { withRemote } from '../support/repo.ts'

test('ctx uninstall --purge names notes that were never pushed, and deletes nothing until it is told so', () => {
  const repo = quietRepo()
  withRemote(repo)
  tell(repo)
  const refused = expectCode(repo.ctx('uninstall', '--purge'), 2)
  expect(refused).toContain('No remote has 1 change of ctx/main: "')
  expect(refused).toContain('ctx uninstall --purge --yes')
  expect(expectCode(repo.ctx('query', 'are refresh tokens single-use'), 0)).toContain('Refresh tokens are single-use')
  expect(expectCode(repo.ctx('uninstall', '--purge', '--yes'), 0)).toContain('deleted the knowledge branches: ctx/main')
})

test('after ctx uninstall a question brought the tree back without a word', () => {
  const repo = quietRepo()
  tell(repo)
  expectCode(repo.ctx('uninstall'), 0)
  expect(repo.ctx('query', 'refresh tokens').err).toContain('.ctx/tree shows what ctx/main knows, outside of git.')
  expect(repo.ctx('query', 'refresh tokens').err).not.toContain('outside of git')
})

test('ctx uninstall --purge asks nothing about what a remote has, and sees edits that nobody committed', () => {
  const repo = quietRepo()
  withRemote(repo)
  tell(repo)
  expectCode(repo.ctx('push'), 0)
  const path = '.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md'
  repo.write({ [path]: repo.read(path).replaceAll('single-use', 'used once') })
  expect(expectCode(repo.ctx('uninstall', '--purge'), 2)).toContain('No remote has 1 change of ctx/main: "Edit: ')
  expectCode(repo.ctx('push'), 0)
  expect(expectCode(repo.ctx('uninstall', '--purge'), 0)).toContain('deleted the knowledge branches: ctx/main')
})

test('ctx uninstall --yes alone is refused: it was taken without a word', () => {
  const repo = quietRepo()
  expect(expectCode(repo.ctx('uninstall', '--yes'), 2)).toContain('--yes goes with --purge')
  expect(repo.git('for-each-ref', 'refs/heads/ctx')).not.toBe('')
})

test('ctx uninstall takes out what ctx init --github --gitlab wrote, keeps what was edited, and names .mcp.json', () => {
  const repo = quietRepo()
  expectCode(repo.ctx('init', '--no-hooks', '--github', '--gitlab', '--pages'), 0)
  expectCode(repo.ctx('agents', '--claude'), 0)
  const pages = '.github/workflows/ctx-pages.yml'
  repo.write({ [pages]: `${repo.read(pages)}# ours\n` })
  const told = expectCode(repo.ctx('uninstall'), 0)
  for (const file of ['.github/workflows/ctx-review.yml', '.gitlab/ctx-review.yml', '.gitlab-ci.yml'])
    expect(told).toContain(`removed ${file}`)
  expect(told).toContain(`kept ${pages}: it was edited`)
  expect(told).toMatch(/kept what agents were told in .*\.mcp\.json/)
  expect(repo.git('status', '--porcelain', '-uall').split('\n').toSorted()).toEqual(
    [`?? ${pages}`, '?? .mcp.json', '?? CLAUDE.md'].toSorted(),
  )
})
