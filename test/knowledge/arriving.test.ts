/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newCtxRepo, program, type Repo, temporaryFolder, withRemote } from '../support/repo.ts'
import { isThorough } from '../support/slow.ts'

const key = 'AKIAQ3EGRIIYZ5QXYZAB'
const entry = '---\ntitle: A key\n---\n\n## Facts\n- one\n'

/** A repository whose `ctx/feature` is `ctx/main` with one more file and a message, as a stranger would push it. */
function withPlanted(
  repo: Repo,
  { path, text, message = 'Curate: x' }: { path: string; text: string; message?: string },
): void {
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, {
      cwd: repo.root,
      env: { ...repo.env, GIT_INDEX_FILE: `${repo.root}/.git/planted` },
      input,
      encoding: 'utf8',
    }).trim()
  git(['read-tree', 'ctx/main'])
  git(['update-index', '--add', '--cacheinfo', `100644,${git(['hash-object', '-w', '--stdin'], text)},${path}`])
  const commit = git(['commit-tree', git(['write-tree']), '-p', 'ctx/main', '-F', '-'], message)
  git(['update-ref', 'refs/heads/ctx/feature', commit])
}

function learned(): Repo {
  const repo = newCtxRepo()
  repo.commit('Add alpha\n\nConstraint: alpha must never be called twice', {
    'src/a.js': 'export function alpha() {}\n',
  })
  repo.ctx('curate', '--all')
  return repo
}

test('a review said that nothing changes about files that are no readable entries, and a merge took them', () => {
  const repo = learned()
  const goal = {
    id: 'main-0d12b76c',
    branch: 'main',
    intent: `use ${key}`,
    tokenLimit: 100,
    startedAt: '2026-01-01T00:00:00Z',
  }
  const planted: readonly (readonly [path: string, text: string, code: string, message?: string])[] = [
    ['aaa/bbb/x.md', `${entry}\n<<<<<<< ours\n`, 'unreadable'],
    ['aaa/bbb/x.md', `${entry}- ${'x'.repeat(20_001)}\n`, 'unreadable'],
    ['aaa/bbb/x.md', entry.replace('---', '---js'), 'unreadable'],
    ['aaa/bbb/x.md', entry + 'x\n'.repeat(600_000), 'unreadable'],
    ['aaa/context.md', '# about\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n', 'unreadable'],
    ['notes.txt', 'text\n', 'unreadable'],
    ['.goals/main-0d12b76c.json', '{}', 'unreadable'],
    ['.goals/main-0d12b76c.json', JSON.stringify(goal), 'secret'],
    ['aaa/bbb/x.md', entry.replace('one', `key AKIAQ3EGRIIY\u200bZ5QXYZAB`), 'secret'],
    ['aaa/bbb/x.md', entry, 'secret', `Curate: x\n\nkey ${key}`],
  ]
  const before = repo.git('rev-parse', 'ctx/main')
  for (const [path, text, code, message = 'Curate: x'] of planted.filter((_, at) => isThorough || at % 3 === 0)) {
    withPlanted(repo, { path, text, message })
    const { code: exit, out } = repo.ctx('review', 'ctx/main..ctx/feature', '--check')
    expect({ path, exit, out }).toMatchObject({ exit: 1, out: expect.stringContaining(`BLOCKS  ${code}`) })
    expect(repo.ctx('merge', 'feature')).toMatchObject({ code: 2, err: expect.stringContaining('must not be merged') })
    expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  }
})

test('a review said that nothing changes about a new unreadable file that nobody saved', () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  repo.write({ '.ctx/tree/core/http/bad.md': '---\ntitle: [broken\n' })
  const { code, out } = repo.ctx('review', '--check')
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('BLOCKS  unreadable') })
  expect(out).toContain('core/http/bad.md')
  repo.write({ '.ctx/tree/core/http/bad.md': '---\ntitle: [broken more\n' })
  // What is on its way elsewhere is not judged by what lies here.
  expect(repo.ctx('review', 'ctx/main~1..ctx/main~1', '--check').code).toBe(0)
})

test('a push shared an entry with the markers of a merge in it, and nobody had a way back', () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  const path = /^(?!.*context).*\/.*\.md$/m.exec(repo.git('ls-tree', '-r', '--name-only', 'ctx/main'))?.[0] ?? ''
  const before = repo.read(`.ctx/tree/${path}`)
  repo.write({ [`.ctx/tree/${path}`]: '---\ntitle: [unclosed\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n' })
  const { code, err } = repo.ctx('push')
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${path}: What stands between its lines of --- is no YAML: `),
  })
  expect(err).toContain(`\`ctx restore ${path}\` brings its last readable version back`)
  expect(repo.ctx('restore', path)).toMatchObject({ code: 0, out: `Restored ${path}\n` })
  expect(repo.read(`.ctx/tree/${path}`)).toBe(before)
  expect(repo.ctx('push').code).toBe(0)
  expect(repo.ctx('restore', path).err).toContain('was archived, or deleted by hand')
})

test('a file that others shared, and that is no knowledge, stopped every push of a branch for ever; a first push stopped at nothing', async () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  withPlanted(repo, { path: 'README.md', text: '# readme\n' })
  repo.git('push', '-q', 'origin', 'ctx/feature:ctx/main')
  repo.git('update-ref', '-d', 'refs/heads/ctx/feature')
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit('Guard beta\n\nConstraint: beta must never be called before alpha', { 'src/b.js': 'beta()\n' })
  await repo.settled()
  repo.git('push', '-q', '--no-verify', '-u', 'origin', 'topic')
  const path = /^(?!.*context).*\/.*\.md$/m.exec(repo.git('ls-tree', '-r', '--name-only', 'ctx/topic'))?.[0] ?? ''
  const before = repo.read(`.ctx/tree/${path}`)
  repo.write({ [`.ctx/tree/${path}`]: before.replace(/^title: .*/m, 'title: [ broken') })
  expect(repo.ctx('push')).toMatchObject({ code: 2, err: expect.stringContaining(`${path}: What stands between`) })
  repo.write({ [`.ctx/tree/${path}`]: before })
  expect(repo.ctx('push')).toMatchObject({ code: 0, err: '' })
  expect(repo.ctx('curate', '--text', 'Never call gamma.', '--topic', 'core/gamma').code).toBe(0)
  expect(repo.ctx('push')).toMatchObject({ code: 0 })
})

/** A git that first does something else, once, when it is called with a word: as another process would meanwhile. */
function gitThatFirst(repo: Repo, word: string, script: string): Record<string, string> {
  const bin = `${temporaryFolder()}/bin`
  const real = repo.run('sh', ['-c', 'command -v git']).out.trim()
  mkdirSync(bin)
  const once = `case " $* " in *" ${word} "*) mkdir '${bin}/done' 2>/dev/null && ${script};; esac`
  writeFileSync(`${bin}/git`, `#!/bin/sh\n${once} >&2\nexec '${real}' "$@"\n`, { mode: 0o755 })
  return { PATH: `${bin}:${repo.env['PATH']}` }
}

test('a review said that nothing changes about a file that was being saved while it looked', () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  repo.write({ '.ctx/tree/core/http/bad.md': '---\ntitle: [broken\n' })
  const env = gitThatFirst(
    repo,
    'log',
    `env -i HOME='${repo.env['HOME']}' PATH='${repo.env['PATH']}' '${process.execPath}' '${program}' pull`,
  )
  const { code, out } = repo.run(process.execPath, [program, 'review', '--check'], { env })
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('BLOCKS  unreadable') })
  expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toBe('Edit: core/http/bad.md')
})

test('a review did not see an edit that nobody saved where the branch had moved and the tree not yet', () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  withPlanted(repo, { path: 'aaa/bbb/x.md', text: entry })
  repo.git('update-ref', 'refs/heads/ctx/main', 'ctx/feature')
  repo.write({ '.ctx/tree/core/http/bad.md': '---\ntitle: [broken\n' })
  const { code, out } = repo.ctx('review', '--check')
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('core/http/bad.md') })
})

test('a readable entry is still reviewed and merged', () => {
  const repo = learned()
  withPlanted(repo, { path: 'aaa/bbb/x.md', text: entry })
  expect(repo.ctx('review', 'ctx/main..ctx/feature', '--check').code).toBe(0)
  expect(repo.ctx('merge', 'feature').code).toBe(0)
})

test('a secret that an older version stored is found in history, and gone after what the doctor says', () => {
  const repo = learned()
  expect(repo.ctx('doctor', '--secrets')).toMatchObject({ code: 0, out: expect.stringContaining('no secret') })
  withPlanted(repo, { path: 'aaa/bbb/x.md', text: entry.replace('one', key) })
  repo.git('update-ref', 'refs/heads/ctx/main', 'ctx/feature')
  repo.git('branch', '-D', 'ctx/feature')
  const { code, out } = repo.ctx('doctor', '--secrets')
  expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('aaa/bbb/x.md') })
  expect(out).toMatch(/what looks like a secret \([\w-]+(?:, [\w-]+)*\)/)
  const [, command = ''] = /run `(git filter-branch [^`]+)`/.exec(out) ?? []
  expect(command).toContain('ctx/main')
  repo.run('sh', ['-c', command])
  expect(repo.ctx('doctor', '--secrets').code).toBe(0)
  expect(repo.git('log', '-p', 'ctx/main')).not.toContain(key)
  expect(repo.git('log', '--format=%B', 'ctx/main')).toContain('Source-Commit')
})

test('a push shared secrets that were taken out again, or stood in the message of a commit', () => {
  const repo = learned()
  withRemote(repo)
  expect(repo.ctx('push').code).toBe(0)
  const shared = repo.git('rev-parse', 'origin/ctx/main')
  for (const planted of [
    { path: 'aaa/bbb/x.md', text: entry.replace('one', key) },
    { path: 'aaa/bbb/x.md', text: entry, message: `Curate: x\n\nkey ${key}` },
  ]) {
    repo.git('update-ref', 'refs/heads/ctx/main', shared)
    withPlanted(repo, planted)
    repo.git('update-ref', 'refs/heads/ctx/main', 'ctx/feature')
    withPlanted(repo, { path: 'aaa/bbb/x.md', text: entry })
    repo.git('update-ref', 'refs/heads/ctx/main', 'ctx/feature')
    const { code, err } = repo.ctx('push')
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('ctx doctor --secrets') })
    expect(repo.git('rev-parse', 'origin/ctx/main')).toBe(shared)
    expect(repo.ctx('doctor', '--secrets').code).toBe(2)
  }
  repo.git('update-ref', 'refs/heads/ctx/main', shared)
  withPlanted(repo, { path: 'aaa/bbb/x.md', text: entry })
  repo.git('update-ref', 'refs/heads/ctx/main', 'ctx/feature')
  expect(repo.ctx('push').code).toBe(0)
})
