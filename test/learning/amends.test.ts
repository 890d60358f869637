import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

// A rewritten commit is one lesson in one place, and what a person decided stays.

const entriesIn = (repo: Repo): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('context.md'))
const amend = (repo: Repo, subject: string, why: string): void =>
  void repo.git('commit', '-q', '--amend', '-m', `${subject}\n\nWhy: because ${why}`)

test('five amends leave one entry as important as one commit', async () => {
  const repo = newCtxRepo()
  repo.commit('Amend me\n\nWhy: because version 0', { 'src/am.js': 'a\n' })
  for (const version of [1, 2, 3, 4, 5]) amend(repo, 'Amend me', `version ${version}`)
  await repo.settled()
  const [path = '', ...more] = entriesIn(repo)
  expect(more).toEqual([])
  const text = repo.git('show', `ctx/main:${path}`)
  expect(text).toMatch(/importance: (?:50|49\.99)\n[\s\S]*maturity: draft\n[\s\S]*updateCount: 0\n/)
  expect(text).toContain('because version 5')
  expect(text).not.toMatch(/version [0-4]/)
  const [head] = [repo.git('rev-parse', 'HEAD')]
  expect(text.match(/^- [0-9a-f]{40} /gm)).toEqual([`- ${head} `])
})

test('an amend leaves the entry where it is, approved as it was, with what a person wrote', async () => {
  const repo = newCtxRepo()
  repo.commit('B\n\nWhy: because retries need jitter', { 'src/b.js': 'b\n' })
  await repo.settled()
  const file = '.ctx/tree/src/b/b.md'
  repo.write({ [file]: `${repo.read(file)}\nAsk Anna first.\n` })
  expectCode(repo.ctx('mark', 'src/b/b.md', '--approved'), 0)
  amend(repo, 'B', 'retries need more jitter')
  await repo.settled()
  expect(entriesIn(repo)).toEqual(['src/b/b.md'])
  for (const said of ['approvedAt: ', 'Ask Anna first.', 'retries need more jitter'])
    expect(repo.read(file)).toContain(said)
  expect(repo.read(file)).not.toContain('retries need jitter')
})

test('an amend to a message that teaches nothing takes nothing away that a person approved', async () => {
  const repo = newCtxRepo()
  repo.commit('B\n\nWhy: because retries need jitter', { 'src/b.js': 'b\n' })
  await repo.settled()
  expectCode(repo.ctx('mark', 'src/b/b.md', '--approved'), 0)
  repo.git('commit', '-q', '--amend', '-m', 'wip')
  await repo.settled()
  expect(repo.read('.ctx/tree/src/b/b.md')).toMatch(/approvedAt: [\s\S]*retries need jitter/)
})

test('an amend with another subject and other files renames the lesson, and leaves it in its place', async () => {
  const repo = newCtxRepo()
  repo.commit('Queue mail\n\nWhy: because the server is slow', { 'src/mail.js': 'b\n' })
  await repo.settled()
  const [path = ''] = entriesIn(repo)
  repo.write({ 'lib/post/send.js': 'c\n' })
  repo.git('add', '-A')
  amend(repo, 'Send post by pigeon', 'pigeons are fast')
  await repo.settled()
  expect(entriesIn(repo)).toEqual([path])
  expect(repo.read(`.ctx/tree/${path}`)).toMatch(/title: Send post by pigeon\n[\s\S]*pigeons are fast/)
})

test('a file that moved makes no entry more important', async () => {
  const repo = newCtxRepo()
  repo.commit('Queue mail\n\nWhy: because the server is slow', { 'src/mail.js': 'b\nc\nd\n' })
  await repo.settled()
  const [path = ''] = entriesIn(repo)
  repo.git('mv', 'src/mail.js', 'src/post.js')
  repo.commit('chore: rename')
  await repo.settled()
  expect(repo.git('show', `ctx/main:${path}`)).toMatch(/updateCount: 0\n[\s\S]*- src\/post\.js/)
})
