import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { cloneOf, newCtxRepo, type Repo } from '../support/repo.ts'
import { entriesOnBranch } from '../support/knowledge-branch.ts'

// A rewritten commit is one lesson in one place, and what a person decided stays.

const amend = (repo: Repo, subject: string, why: string): void =>
  void repo.git('commit', '-q', '--amend', '-m', `${subject}\n\nWhy: because ${why}`)

test('five amends leave one entry as important as one commit', async () => {
  const repo = newCtxRepo()
  repo.commit('Amend me\n\nWhy: because version 0', { 'src/am.js': 'a\n' })
  for (const version of [1, 2, 3, 4, 5]) amend(repo, 'Amend me', `version ${version}`)
  await repo.settled()
  const [path = '', ...more] = entriesOnBranch(repo)
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
  expect(entriesOnBranch(repo)).toEqual(['src/b/b.md'])
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
  const [path = ''] = entriesOnBranch(repo)
  repo.write({ 'lib/post/send.js': 'c\n' })
  repo.git('add', '-A')
  amend(repo, 'Send post by pigeon', 'pigeons are fast')
  await repo.settled()
  expect(entriesOnBranch(repo)).toEqual([path])
  expect(repo.read(`.ctx/tree/${path}`)).toMatch(/title: Send post by pigeon\n[\s\S]*pigeons are fast/)
})

test('a file that moved makes no entry more important', async () => {
  const repo = newCtxRepo()
  repo.commit('Queue mail\n\nWhy: because the server is slow', { 'src/mail.js': 'b\nc\nd\n' })
  await repo.settled()
  const [path = ''] = entriesOnBranch(repo)
  repo.git('mv', 'src/mail.js', 'src/post.js')
  repo.commit('chore: rename')
  await repo.settled()
  expect(repo.git('show', `ctx/main:${path}`)).toMatch(/updateCount: 0\n[\s\S]*- src\/post\.js/)
})

/** Commits a lesson, and another that takes its lines out; tells what the tree says after both were read. */
async function lessonTakenOut(repo: Repo): Promise<string> {
  const body = Array.from({ length: 12 }, (_, at) => `export const lock${at} = acquireWriteLock(${at})\n`).join('')
  repo.commit('Lock every write\n\nWhy: because two threads wrote into one line', { 'src/write.ts': body })
  await repo.settled()
  const why = 'Why: because file objects lock themselves now'
  return repo.commit(`Drop write locks\n\n${why}`, { 'src/write.ts': 'export const write = print\n' })
}

const treeOf = (repo: Repo): string => repo.git('grep', '-h', '', 'ctx/main', '--', '*.md')

test('after an amend, the lessons that a commit took the place of name the commit that is there, not the old one', async () => {
  const repo = newCtxRepo()
  const old = (await lessonTakenOut(repo)).slice(0, 8)
  await repo.settled()
  expect(treeOf(repo)).toContain(`superseded by ${old}`)
  amend(repo, 'Drop write locks', 'ours only cost time')
  await repo.settled()
  const now = repo.git('rev-parse', '--short=8', 'HEAD')
  expect(treeOf(repo)).toContain(`superseded by ${now}`)
  expect(treeOf(repo)).not.toContain(`superseded by ${old}`)
  const said = expectCode(repo.ctx('query', 'why is every write locked'), 0)
  expect(said).toMatch(new RegExp(`changed later: \\S+ ${now} Drop write locks`))
  expect(said).toContain('ours only cost time')
})

test('a lesson is superseded by the commit that a rebase made of its remover', async () => {
  const repo = newCtxRepo()
  const old = (await lessonTakenOut(repo)).slice(0, 8)
  await repo.settled()
  repo.git('switch', '-q', '-c', 'aside', 'HEAD^')
  repo.commit('Something else', { 'other.ts': 'x\n' })
  repo.git('switch', '-q', 'main')
  repo.git('rebase', '-q', 'aside')
  await repo.settled()
  expect(treeOf(repo)).toContain(`superseded by ${repo.git('rev-parse', '--short=8', 'HEAD')}`)
  expect(treeOf(repo)).not.toContain(`superseded by ${old}`)
})

test('a lesson that a commit changed which this clone does not have says "changed later" all the same', async () => {
  const repo = newCtxRepo()
  const gone = (await lessonTakenOut(repo)).slice(0, 8)
  await repo.settled()
  const clone = cloneOf(repo, 'clone')
  clone.git('fetch', '-q', 'origin', 'ctx/main:ctx/main')
  clone.git('reset', '-q', '--hard', 'HEAD^')
  const said = expectCode(clone.ctx('query', 'why is every write locked'), 0)
  expect(said).toContain(`changed later: ${gone} (not in this history)`)
})
