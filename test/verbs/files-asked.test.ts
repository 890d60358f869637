import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

// Questions of when a file or folder came, and why it went, which the commit that did so need not call by its name.

const first = (repo: ReturnType<typeof newCtxRepo>, question: string): { commit: string; didToFile?: string } =>
  JSON.parse(repo.ctx('query', '--json', question).out).hits[0]

test('“why was deno_dist removed” was answered by whoever had last spoken of it (hono 1b2a4c08)', async () => {
  const repo = newCtxRepo()
  const copies = ['a', 'b', 'c'].map((name) => `deno_dist/${name}.ts`)
  repo.commit('Start', { 'src/a.ts': 'export const a = 1\n' })
  const made = repo.commit(
    'Publish for another runtime',
    Object.fromEntries(copies.map((path) => [path, `// ${path}\n`])),
  )
  repo.commit('Tidy a directory\n\nWhat deno_dist has was removed from the pages.', {
    'src/b.ts': 'export const b = 2\n',
  })
  repo.commit('Remove the unused directory of pages', { 'src/d.ts': 'export const d = 2\n' })
  repo.git('rm', '-rq', 'deno_dist')
  const gone = repo.commit('Support the registry\n\nThe registry reads our sources, because it compiles them itself.', {
    'jsr.json': '{}\n',
  })
  await repo.settled()
  expect(first(repo, 'why was the deno_dist directory removed')).toMatchObject({
    commit: gone,
    didToFile: 'takes away 3 files of deno_dist',
  })
  expect(first(repo, 'when was deno_dist added')).toMatchObject({ commit: made, didToFile: 'adds deno_dist' })
  expect(repo.ctx('query', 'what happened to deno_dist').out).toContain(' · takes away 3 files of deno_dist · ')
  expect(first(repo, 'why does the registry read our sources').didToFile).toBeUndefined()
})

test('“why was it added” was answered by what was done to it since, and “who added it” by no name (hono 66b915ac)', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.ts': 'export const a = 1\n' })
  const came = repo.commit('Be as safe as Helmet\n\nBrowsers guess types, because nothing tells them not to.', {
    'src/secure_headers.ts': 'export const secure = 1\n',
  })
  for (const at of ['one', 'two', 'three'])
    repo.commit(`Improve secure headers ${at}`, { 'src/secure_headers.ts': `export const secure = '${at}'\n` })
  await repo.settled()
  expect(first(repo, 'why were secure headers added')).toMatchObject({
    commit: came,
    didToFile: 'adds src/secure_headers.ts',
  })
  expect(repo.ctx('query', 'who added secure headers').out).toContain(`${came.slice(0, 8)} by Ada Example · adds`)
  expect(repo.ctx('query', 'why were secure headers added').out).not.toContain(' by Ada')
})

test('a file that a rebase brought anew is told of by the commit that this history has', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.ts': 'export const a = 1\n' })
  const before = repo.commit('Keep coins apart', { 'src/drawer_lock.ts': 'export const lock = 1\n' })
  await repo.settled()
  expect(first(repo, 'when was the drawer lock added').commit).toBe(before)
  repo.git('commit', '-q', '--amend', '-m', 'Keep coins and notes apart')
  await repo.settled()
  expect(first(repo, 'when was the drawer lock added').commit).toBe(repo.git('rev-parse', 'HEAD').trim())
})
