/** @module-tag slow */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { cloneFrom, type Repo, withRemote } from '../support/repo.ts'

const question = 'why are labels needed by the lab printer'
const jam = 'why does the lab printer jam'
const record = '.git/ctx/rejected'
const marked = (headline: string): RegExp => new RegExp(`^${headline}\\n.*\\n.*rejected as knowledge on`, 'm')

/** A repository that knows something, with commits of which nothing was curated. */
function knowing(): { readonly repo: Repo; readonly lab: string; readonly rolls: string } {
  const repo = quietRepo()
  tell(repo)
  const lab = repo.commit('set lab\n\nThe lab printer reads labels, otherwise they are blank.', { 'src/lab.js': 'x\n' })
  const rolls = repo.commit('keep rolls dry\n\nThe lab printer jams with labels.', { 'src/rolls.js': 'x\n' })
  return { repo, lab, rolls }
}

/** Says on a knowledge branch what was rejected, in a commit that changes nothing. */
function reject(repo: Repo, branch: string, sources: readonly string[]): void {
  const message = `Reject: x\n\n${sources.map((source) => `Rejected-Source: ${source}\n`).join('')}`
  const made = repo.run('git', ['commit-tree', `${branch}^{tree}`, '-p', branch, '-F', '-'], { input: message })
  repo.git('update-ref', '--create-reflog', '-m', 'ctx', `refs/heads/${branch}`, made.out.trim())
}

const ask = (repo: Repo, about = question): string => expectCode(repo.ctx('query', about), 0)

test('what a stranger rejected on a branch that was fetched to look at it was believed, and so it was on main from then on', () => {
  const { repo, lab, rolls } = knowing()
  reject(repo, 'ctx/main', [rolls])
  const fork = cloneFrom(withRemote(repo), 'fork')
  fork.git('fetch', '-q', repo.root, 'ctx/main:ctx/pr')
  fork.git('switch', '-q', '-c', 'pr')
  fork.commit('typo', { 'src/typo.js': 'x\n' })
  reject(fork, 'ctx/pr', [lab])
  repo.git('fetch', '-q', fork.root, 'pr:pr', 'ctx/pr:ctx/pr')
  repo.git('switch', '-q', 'pr')
  expect(ask(repo)).not.toMatch(marked('set lab'))
  // What was rejected here is rejected there, too.
  expect(ask(repo, jam)).toMatch(marked('keep rolls dry'))
  repo.git('switch', '-q', 'main')
  expectCode(repo.ctx('merge', 'pr'), 0)
  repo.git('switch', '-q', 'pr')
  rmSync(join(repo.root, record), { force: true })
  ask(repo)
  repo.git('switch', '-q', 'main')
  expect(ask(repo)).not.toMatch(marked('set lab'))
  rmSync(join(repo.root, record))
  expectCode(repo.ctx('refresh'), 0)
  expect(ask(repo)).not.toMatch(marked('set lab'))
  expect(ask(repo, jam)).toMatch(marked('keep rolls dry'))
})

test('hundreds of thousands of made-up rejections are neither written down nor read with each question', () => {
  const { repo, lab, rolls } = knowing()
  reject(repo, 'ctx/main', [rolls])
  const madeUp = Array.from({ length: 150_000 }, (_, at) => (0x10_00_00_00 + at * 7919).toString(16))
  for (let round = 0; round < 3; round++) reject(repo, 'ctx/main', [lab, ...madeUp])
  expect(ask(repo)).toMatch(marked('set lab'))
  const lines = repo.read(record).split('\n')
  expect(lines[0]).toBe(`${repo.git('rev-parse', 'ctx/main')} 1`)
  expect(lines[1]).toMatch(new RegExp(`^${lab.slice(0, 8)} `))
  expect(lines).toHaveLength(3)
})

test('a commit that an entry tells beside another one was called rejected', () => {
  const { repo, lab, rolls } = knowing()
  reject(repo, 'ctx/main', [lab])
  expect(ask(repo)).toMatch(marked('set lab'))
  const told = `---\ntitle: Rolls\n---\n\n## Facts\n- **lab/rolls**: Rolls and labels belong together. (${rolls}, ${lab})\n`
  repo.write({ '.ctx/tree/auth/tokens/rolls.md': told })
  expectCode(repo.ctx('refresh'), 0)
  expect(ask(repo)).toContain('set lab')
  expect(ask(repo)).not.toMatch(marked('set lab'))
})
