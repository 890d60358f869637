/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plannedTogether } from '../../src/learning/wanted.ts'
import { curate } from '../../src/verbs/curate.ts'
import { expectCode } from '../support/expect.ts'
import { importHistory, longHistory } from '../support/long-history.ts'
import { openIn } from '../support/open-in.ts'
import { newRepo, program, type Repo } from '../support/repo.ts'

const filesBelow = (repo: Repo): readonly string[] =>
  readdirSync(join(repo.root, '.ctx'), { recursive: true, encoding: 'utf8' })

test('a part of history is read by paths, and by date', () => {
  const repo = longHistory(12)
  repo.ctx('init', '--no-hooks')
  expect(expectCode(repo.ctx('curate', '--paths', 'src/mail,src/form', '--dry-run'), 0)).toContain('Read 4 commits')
  expect(expectCode(repo.ctx('curate', '--since', '2000-01-01', '--dry-run'), 0)).toContain('Read 13 commits')
  expect(expectCode(repo.ctx('curate', '--since', '2000-01-01', 'HEAD'), 2)).toContain('no meaning')
  expectCode(repo.ctx('curate', '--paths', 'src/mail'), 0)
  expect(
    filesBelow(repo)
      .filter((path) => /tree\/\w+\/\w+\/\w+\.md$/.test(path))
      .every((path) => /mail/.test(path)),
  ).toBe(true)
  expect(expectCode(repo.ctx('curate', '--all'), 0)).toContain('Read 11 commits')
})

test('a commit of which an object is missing is read without its diff, and the others with theirs', () => {
  const repo = longHistory(12)
  const blob = repo.git('rev-parse', 'HEAD~3:src/form/form.ts')
  rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  repo.ctx('init', '--no-hooks')
  const said = expectCode(repo.ctx('curate', '--all'), 0)
  expect(said).toContain('Read 13 commits, learned from 6')
  expect(expectCode(repo.ctx('query', 'queue limit'), 0)).toContain('queue')
})

test('a file that moves late is told in one place, though its history is read in parts (requests, flask: twins)', async () => {
  const repo = longHistory(60)
  repo.git('mv', 'src/mail', 'src/post')
  repo.git('commit', '-qm', 'Move the mail to the post')
  repo.commit(
    'fix(post): post keeps the stamp\n\nThe post must never lose a stamp, because letters without one come back.',
    {
      'src/post/mail.ts': 'export const stamp = 1\n',
    },
  )
  repo.ctx('init', '--no-hooks')
  await curate(await openIn(repo), { kind: 'all' }, { together: 40 })
  const told = filesBelow(repo).filter((path) => /^tree\/.*(?:mail|post)\/(?!context|_index)\w+\.md$/.test(path))
  expect(told).toHaveLength(1)
  const text = readFileSync(join(repo.root, '.ctx', told[0] ?? ''), 'utf8')
  expect(text).toContain('- src/post/mail.ts')
  expect(text).not.toContain('src/mail/')
})

test('the first 10,000 of 14,061 commits were told before anybody knew what became of them (aiohttp)', () => {
  expect(plannedTogether(14_061)).toBeGreaterThan(14_061)
  // Memory does not grow with a history for ever.
  expect(plannedTogether(81_966)).toBeLessThan(20_000)
})

test('what ctx init --history learned holds for the code as it stands', () => {
  const repo = longHistory(60)
  expectCode(repo.ctx('init', '--history', '--no-hooks'), 0)
  const all = repo.run('sh', ['-c', 'cat .ctx/tree/*/*/*.md']).out
  // Round 54 is the last of `mail`.
  expect(all).toMatch(
    /^- .*The mail must never lose number 54 .* \{fix · [\d-]+ · pinned by 1 test in mail\.test\.ts · replaces [0-9a-f]+\}/m,
  )
  // What says the same under the same headline stands once, as it was said last.
  expect(all).not.toContain('must never lose number 0 ')
  expect(all).toContain('waits for ever. Changed `mailLimit` from `48` to `54`.')
  expect(all).not.toContain('from `42` to `48`')
  const entries = filesBelow(repo).filter((path) => /^tree\/(?:\w+\/){2,3}(?!context|_index)\w+\.md$/.test(path))
  expect(entries.length).toBeLessThanOrEqual(60 / 5)
})

test('a changelog of ten years says when something was released, however long it is (restic, eslint, aiohttp)', () => {
  const repo = newRepo()
  repo.commit('Reflect the origin (#12)\n\nBrowsers refuse a wildcard when credentials are sent along.', {
    'src/cors.ts': 'const origin = request.origin\nif (credentials) reply.allow(origin)\nreply.vary(originHeader)\n',
  })
  const older = Array.from({ length: 6_000 }, (_, at) => `- Change what was done by number ${at + 100} (#${at + 100})`)
  repo.commit('Release 1.2.0', {
    'CHANGELOG.md': ['## 1.2.0', '', '- Reflect the origin for credentials (#12)', '', '## 1.1.0', '', ...older].join(
      '\n',
    ),
  })
  expectCode(repo.ctx('init', '--history', '--no-hooks'), 0)
  expect(repo.git('grep', '-h', 'Reflect the origin', 'ctx/main')).toContain('since 1.2.0')
})

test('after Ctrl-C in ctx init --history nothing was known, and ctx status did not say that the history had not been read', async () => {
  const repo = newRepo()
  importHistory(repo)
  const child = spawn(process.execPath, [program, 'init', '--no-hooks', '--history'], { cwd: repo.root, env: repo.env })
  await expect.poll(() => existsSync(join(repo.root, '.git/ctx/reading')), { timeout: 20_000, interval: 5 }).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  expect(expectCode(repo.ctx('status'), 0)).toContain('history was not read to its end: `ctx curate --all` reads it.')
  // Whoever reads another branch has not read this one.
  repo.git('switch', '-qc', 'other')
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('to its end')
  expectCode(repo.ctx('curate', '--all'), 0)
  repo.git('switch', '-q', 'main')
  expect(expectCode(repo.ctx('status'), 0)).toContain('to its end')
  expectCode(repo.ctx('curate', '--all'), 0)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('to its end')
})
