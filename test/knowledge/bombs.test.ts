import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cloneFrom, newCtxRepo, type Repo, withRemote } from '../support/repo.ts'

/** A repository with knowledge, pushed to a remote beside it. */
function shared(): { repo: Repo; remote: string } {
  const repo = newCtxRepo()
  const remote = withRemote(repo)
  repo.commit('Add alpha\n\nConstraint: alpha must never be called twice', { 'src/a.js': 'export const alpha = 1\n' })
  repo.ctx('curate', '--all')
  expect(repo.ctx('push').code).toBe(0)
  return { repo, remote }
}

/** Pushes a commit with such a tree to the remote's `ctx/main`, as a stranger would. */
function plant(repo: Repo, remote: string, tree: string): void {
  const commit = repo.git('commit-tree', tree, '-p', 'ctx/main', '-m', 'Curate: x')
  repo.git('push', '-q', remote, `${commit}:refs/heads/ctx/main`)
}

const feed = (repo: Repo, args: readonly string[], input: string): string =>
  execFileSync('git', args, { cwd: repo.root, env: repo.env, input, encoding: 'utf8' }).trim()

test('a bomb that is small on the wire was pulled for twenty seconds, and every reader unpacked it', () => {
  const { repo, remote } = shared()
  const files = Array.from({ length: 20 }, (_, at) => {
    const text = `---\ntitle: x${at}\n---\n\n## Facts\n${`- ${'a'.repeat(9_000)}\n`.repeat(20)}`
    return `100644 blob ${feed(repo, ['hash-object', '-w', '--stdin'], text)}\te${at}.md\n`
  })
  const topic = feed(repo, ['mktree'], files.join(''))
  const domain = feed(repo, ['mktree'], `040000 tree ${topic}\tt\n`)
  plant(repo, remote, feed(repo, ['mktree'], `040000 tree ${domain}\td\n`))
  const before = repo.git('rev-parse', 'ctx/main')

  expect(repo.ctx('pull')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /origin\/ctx\/main was not taken: its 20 files unpack from \d+ kB to \d{4} kB, which nobody writes/,
    ),
  })
  expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  expect(repo.ctx('query', 'alpha').out).toContain('never be called twice')
  expect(repo.ctx('review', 'ctx/main..origin/ctx/main', '--check')).toMatchObject({
    code: 1,
    out: expect.stringContaining('unpacks to more than anybody writes'),
  })

  expect(cloneFrom(remote, 'fresh').ctx('init').err).toMatch(
    /Left out d\/t\/e\d+\.md and \d+ more: .* more than anybody writes/,
  )
})

test('ten files in ten folders in ten folders and so on kept every command busy for ever', () => {
  const { repo, remote } = shared()
  const blob = feed(repo, ['hash-object', '-w', '--stdin'], '---\ntitle: x\n---\n\n## Facts\n- a\n')
  const ten = Array.from({ length: 10 }, (_, at) => at)
  let tree = feed(repo, ['mktree'], ten.map((at) => `100644 blob ${blob}\te${at}.md\n`).join(''))
  for (const _ of ten.slice(0, 5))
    tree = feed(repo, ['mktree'], ten.map((at) => `040000 tree ${tree}\td${at}\n`).join(''))
  plant(repo, remote, tree)
  const tooMany = { code: 2, err: expect.stringContaining('A commit has more files than ctx reads') }

  expect(repo.ctx('pull')).toMatchObject(tooMany)
  expect(repo.ctx('query', 'alpha').out).toContain('never be called twice')
  expect(repo.ctx('merge', 'origin/ctx/main')).toMatchObject(tooMany)
  expect(repo.ctx('review', 'ctx/main..origin/ctx/main')).toMatchObject(tooMany)
  repo.git('update-ref', 'refs/heads/ctx/main', 'refs/remotes/origin/ctx/main')
  for (const args of [['status'], ['pull'], ['refresh']]) expect(repo.ctx(...args)).toMatchObject(tooMany)
})
