/** @module-tag slow */
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
function plant(repo: Repo, remote: string, tree: string, message = 'Curate: x'): void {
  const commit = feed(repo, ['commit-tree', tree, '-p', 'ctx/main', '-F', '-'], message)
  repo.git('push', '-q', remote, `${commit}:refs/heads/ctx/main`)
}

/** Ten files in ten folders in ten folders and so on, as many deep: a few hundred bytes for git. */
function treeBomb(repo: Repo, deep: number): string {
  const blob = feed(repo, ['hash-object', '-w', '--stdin'], '---\ntitle: x\n---\n\n## Facts\n- a\n')
  const ten = Array.from({ length: 10 }, (_, at) => at)
  let tree = feed(repo, ['mktree'], ten.map((at) => `100644 blob ${blob}\te${at}.md\n`).join(''))
  for (let level = 0; level < deep; level++)
    tree = feed(repo, ['mktree'], ten.map((at) => `040000 tree ${tree}\td${at}\n`).join(''))
  return tree
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
  plant(repo, remote, treeBomb(repo, 5))
  const tooMany = {
    code: 2,
    err: expect.stringMatching(/has more files than ctx reads|changes more files, than anybody writes/),
  }

  expect(repo.ctx('pull')).toMatchObject(tooMany)
  expect(repo.ctx('query', 'alpha').out).toContain('never be called twice')
  expect(repo.ctx('merge', 'origin/ctx/main')).toMatchObject(tooMany)
  expect(repo.ctx('review', 'ctx/main..origin/ctx/main')).toMatchObject(tooMany)
  repo.git('update-ref', 'refs/heads/ctx/main', 'refs/remotes/origin/ctx/main')
  for (const args of [['status'], ['pull'], ['refresh']]) expect(repo.ctx(...args)).toMatchObject(tooMany)
})

test('a tree of a hundred thousand files was refused when it was to be shown, and by then the branch had moved', () => {
  const { repo, remote } = shared()
  const blob = feed(repo, ['hash-object', '-w', '--stdin'], '---\ntitle: x\n---\n\n## Facts\n- one\n')
  const files = Array.from({ length: 100_000 }, (_, at) => `100644 blob ${blob}\te${at}.md\n`)
  const topic = feed(repo, ['mktree'], files.join(''))
  const domain = feed(repo, ['mktree'], `040000 tree ${topic}\tt\n`)
  plant(repo, remote, feed(repo, ['mktree'], `040000 tree ${domain}\td\n`))
  const before = repo.git('rev-parse', 'ctx/main')
  expect(repo.ctx('pull')).toMatchObject({ code: 2, err: expect.stringContaining('has more files than ctx reads') })
  expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  expect(repo.ctx('query', 'alpha').out).toContain('never be called twice')
})

/** A message of 8 MiB, which git keeps in 10 kB; a person's is a thousandth. */
const endless = `Add beta\n\n${'Constraint: beta must never be called twice\n'.repeat(190_000)}`

test('a pull request that added a billion files and took them out again kept every question and the worker busy for ever', () => {
  const repo = newCtxRepo()
  repo.commit('Add alpha\n\nConstraint: alpha must never be called twice', { 'src/a.js': 'export const alpha = 1\n' })
  expect(repo.ctx('curate', '--all').code).toBe(0)
  const tree = repo.git('rev-parse', 'HEAD^{tree}')
  const why = 'Add many files\n\nWhy: because the parser needs all of them'
  const bomb = repo.git('commit-tree', treeBomb(repo, 8), '-p', 'HEAD', '-m', why)
  repo.git('reset', '-q', '--soft', repo.git('commit-tree', tree, '-p', bomb, '-m', 'Take many files out'))
  repo.commit('Add gamma\n\nConstraint: gamma must never be cached', { 'src/c.js': 'export const gamma = 1\n' })

  expect(repo.ctx('query', 'gamma cached').out).toContain('gamma must never be cached')
  expect(repo.ctx('curate')).toMatchObject({ code: 0 })
  expect(repo.git('grep', '-h', 'never be cached', 'ctx/main')).toContain('gamma')
  expect(repo.ctx('query', 'many files parser').out).toContain('because the parser needs all of them')
  expect(repo.read('.git/ctx/log')).toContain(`${bomb}: git takes too long to compare what it changed`)
})

test('a commit message of a hundred megabytes was held in memory five times', () => {
  const repo = newCtxRepo()
  const long = feed(repo, ['commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-F', '-'], endless)
  repo.git('reset', '-q', '--soft', long)
  repo.commit('Add gamma\n\nConstraint: gamma must never be cached', { 'src/c.js': 'export const gamma = 1\n' })
  expect(repo.ctx('query', 'gamma cached').out).toContain('gamma must never be cached')
  expect(repo.ctx('curate', '--all')).toMatchObject({ code: 0 })
  expect(repo.git('grep', '-h', 'must never', 'ctx/main')).toContain('gamma')
  expect(repo.git('grep', '-h', 'must never', 'ctx/main')).not.toContain('beta')
})

test('knowledge with such a message, or with such files in its history, was pulled', () => {
  const { repo, remote } = shared()
  const tree = repo.git('rev-parse', 'ctx/main^{tree}')
  const before = repo.git('rev-parse', 'ctx/main')
  const notTaken = { code: 2, err: expect.stringContaining('origin/ctx/main was not taken: one of its commits has') }

  plant(repo, remote, tree, endless)
  expect(repo.ctx('pull')).toMatchObject(notTaken)
  expect(repo.ctx('review', 'ctx/main..origin/ctx/main', '--check').code).not.toBe(0)

  const bomb = repo.git('commit-tree', treeBomb(repo, 8), '-p', before, '-m', 'Curate: x')
  const clean = repo.git('commit-tree', tree, '-p', bomb, '-m', 'Curate: y')
  repo.git('push', '-q', '--force', remote, `${clean}:refs/heads/ctx/main`)
  expect(repo.ctx('pull')).toMatchObject(notTaken)
  expect(repo.git('rev-parse', 'ctx/main')).toBe(before)

  // Whoever moved the branch by hand is told, and waits for nothing.
  repo.git('update-ref', 'refs/heads/ctx/main', clean)
  for (const args of [['status'], ['refresh'], ['tend'], ['log']]) expect(repo.ctx(...args).code).toBeLessThan(3)
  expect(repo.ctx('query', 'alpha').out).toContain('never be called twice')
})

test('one file of a gigabyte, which is a megabyte on the wire, was unpacked whole before anybody refused it', () => {
  const { repo, remote } = shared()
  const other = cloneFrom(remote, 'other')
  expect(other.ctx('init').code).toBe(0)
  const blob = feed(repo, ['hash-object', '-w', '--stdin'], 'a'.repeat(80_000_000))
  plant(repo, remote, feed(repo, ['mktree'], `100644 blob ${blob}\tx.md\n`))
  const notFetched = { code: 2, err: expect.stringContaining('Nothing was fetched: origin has something') }
  expect(other.ctx('pull')).toMatchObject(notFetched)
  expect(other.run('git', ['cat-file', '-e', blob]).code).not.toBe(0)
})

test('ctx why of a file that came with a billion others waited for ever', () => {
  const repo = newCtxRepo()
  const blob = feed(repo, ['hash-object', '-w', '--stdin'], 'export const beta = 1\n')
  const readme = repo.git('rev-parse', 'HEAD:README.md')
  const beta = `100644 blob ${blob}\tbeta.js\n100644 blob ${readme}\tREADME.md\n`
  const bomb = feed(repo, ['mktree'], `${beta}040000 tree ${treeBomb(repo, 8)}\td\n`)
  const added = repo.git('commit-tree', bomb, '-p', 'HEAD', '-m', 'Add beta\n\nWhy: because beta is needed')
  const clean = feed(repo, ['mktree'], beta)
  repo.git('reset', '-q', '--hard', repo.git('commit-tree', clean, '-p', added, '-m', 'Take many files out'))
  expect(repo.ctx('why', 'beta.js')).toMatchObject({ code: 0, out: expect.stringContaining('because beta is needed') })
  expect(repo.ctx('why', 'beta.js:1')).toMatchObject({ code: 2, err: expect.stringContaining('than anybody writes') })
})
