/** @module-tag slow */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { cloneFrom, program, repoAt, type Repo, withRemote, repoWithSettings } from '../support/repo.ts'
import { amount } from '../support/slow.ts'
import { until } from '../support/until.ts'
import { neverShared } from '../support/topics.ts'

test('35. a loop of many commits beside the worker sees no index.lock failure, and all are learned', async () => {
  const count = amount({ sample: 30, ci: 50, all: 100 })
  const repo = repoWithSettings()
  const loop = `for at in $(seq ${count}); do
    printf 'feat(part%s): change part%s\\n\\nThe part%s must never be shared because users differ.' $at $at $at >"$HOME/message"
    echo $at >"src/part$at.ts"; git add -A && git commit -q -F "$HOME/message" && git status --short || exit 1
  done`
  repo.write({ 'src/part0.ts': '0\n' })
  expect(repo.run('sh', ['-c', loop])).toEqual({ code: 0, out: '', err: '' })
  const made = lines(repo.git('rev-list', '--reverse', `HEAD~${count}..HEAD`))
  await until(() => learned(repo).length >= made.length)
  expect([...learned(repo)].sort()).toEqual([...made].sort())
  await repo.settled()
  expect(existsSync(join(repo.root, '.git/ctx/damaged'))).toBe(false)
})

test('36. every git that ctx starts is told to take no optional locks', async () => {
  const repo = taught('tokens')
  withRemote(repo)
  const asks: readonly (readonly string[])[] = [
    ['init'],
    ['status'],
    ['doctor'],
    ['query', 'tokens'],
    ['log'],
    ['prequery'],
    ['curate', '--all'],
    ['refresh'],
    ['push'],
    ['pull'],
  ]
  repo.write({ 'src/tokens.ts': 'staged\n' })
  repo.git('add', '-A')
  const watched = watchGit(repo)
  for (const ask of asks) repo.run(process.execPath, [program, ...ask], { env: watched.env })
  expect(watched.calls().length).toBeGreaterThan(asks.length)
  expect(watched.calls().filter(({ locks }) => locks !== '0')).toEqual([])
})

test('36. what ctx reads never rewrites the index', () => {
  const repo = taught('tokens')
  repo.run('touch', ['-d', '2020-01-01', 'src/tokens.ts'])
  const index = readFileSync(join(repo.root, '.git/index'))
  for (const ask of ['status', 'prequery', 'curate', 'refresh']) repo.ctx(ask)
  expect(readFileSync(join(repo.root, '.git/index')).equals(index)).toBe(true)
})

test('37. no hook changes a tracked file', async () => {
  const repo = repoWithSettings()
  withRemote(repo)
  const steps: readonly (() => unknown)[] = [
    () => lesson(repo, 'tokens'),
    () => repo.git('commit', '-q', '--amend', '-m', neverShared('keys')),
    () => repo.git('switch', '-q', '-c', 'feature', 'HEAD~1'),
    () => lesson(repo, 'sessions'),
    () => repo.git('rebase', '-q', 'main'),
    () => repo.git('switch', '-q', 'main'),
    () => repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature'),
    () => repo.git('revert', '--no-edit', 'HEAD~1'),
    () => repo.git('push', '-q', 'origin', 'main'),
  ]
  for (const step of steps) {
    step()
    await repo.settled()
    expect(repo.git('status', '--porcelain')).toBe('')
  }
})

test('38. after commit and curation, git rebase starts and git status is clean', async () => {
  const repo = repoWithSettings()
  repo.git('switch', '-q', '-c', 'feature')
  lesson(repo, 'tokens')
  repo.git('switch', '-q', 'main')
  lesson(repo, 'sessions')
  repo.git('switch', '-q', 'feature')
  await repo.settled()
  expect(repo.ctx('curate').code).toBe(0)
  expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  expect(repo.run('git', ['rebase', '-q', 'main'])).toMatchObject({ code: 0 })
  await repo.settled()
  expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
})

test('38. after commit and curation, git pull --rebase starts, with a knowledge branch on the remote too', async () => {
  const ada = repoWithSettings()
  const remote = withRemote(ada)
  const ben = cloneFrom(remote, 'ben')
  ben.ctx('init')
  lesson(ada, 'tokens')
  await ada.settled()
  expect(ada.ctx('push').code).toBe(0)
  ada.git('push', '-q', 'origin', 'main')
  lesson(ben, 'sessions')
  await ben.settled()
  expect(ben.run('git', ['pull', '-q', '--rebase'])).toMatchObject({ code: 0 })
  await ben.settled()
  expect(ben.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  expect(ben.git('log', '-1', '--format=%s')).toBe('feat(sessions): change sessions')
})

test('39. commits on a knowledge branch are never curated, neither by hooks nor by hand', async () => {
  const repo = taught('tokens')
  const inside = worktreeOn(repo, 'ctx/main')
  inside.commit(neverShared('inside'), { 'src/tokens/inside.md': '# By hand\n' })
  await repo.settled()
  inside.ctx('curate', '--all')
  expect(lines(repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).sort()).toEqual([
    'ctx/main',
    'main',
  ])
  expect(inside.git('log', '-1', '--format=%s')).toBe('feat(inside): change inside')
  expect(inside.git('status', '--porcelain')).toBe('')
})

test('39. a knowledge branch that is merged into code teaches nothing', () => {
  const repo = taught('tokens')
  const own = lines(repo.git('rev-list', 'ctx/main'))
  const before = repo.git('ls-tree', '-r', '--name-only', 'ctx/main')
  repo.run('git', ['merge', '-q', '--no-edit', '--allow-unrelated-histories', 'ctx/main'], { env: { CTX_HOOKS: '0' } })
  expect(repo.ctx('curate', '--all').code).toBe(0)
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toBe(before)
  for (const commit of own) expect(repo.run('git', ['grep', '-q', commit, 'ctx/main']).code).toBe(1)
})

test('39. our own push does not recurse', async () => {
  const repo = taught('tokens')
  const remote = withRemote(repo)
  repo.git('config', 'ctx.autoPush', 'on')
  lesson(repo, 'sessions')
  await repo.settled()
  repo.write({ '.git/hooks/pre-push': repo.read('.git/hooks/pre-push').replace('\n', '\necho run >>"$HOME/runs"\n') })
  expect(repo.run('git', ['push', '-q', 'origin', 'main']).code).toBe(0)
  await repo.settled()
  expect(readFileSync(join(dirname(repo.root), 'runs'), 'utf8')).toBe('run\n')
  const there = repo.git('--git-dir', remote, 'rev-parse', 'main', 'ctx/main')
  expect(there).toBe(repo.git('rev-parse', 'main', 'ctx/main'))
})

const lesson = (repo: Repo, topic: string): string =>
  repo.commit(neverShared(topic), { [`src/${topic}.ts`]: `export const ${topic} = 1\n` })

function taught(topic: string): Repo {
  const repo = repoWithSettings()
  repo.write({ [`src/${topic}.ts`]: `export const ${topic} = 1\n` })
  repo.git('add', '-A')
  repo.run('git', ['commit', '-q', '-m', neverShared(topic)], { env: { CTX_HOOKS: '0' } })
  repo.ctx('curate', 'HEAD')
  return repo
}

function worktreeOn(repo: Repo, branch: string): Repo {
  const root = join(dirname(repo.root), 'inside')
  repo.git('worktree', 'add', '-q', root, branch)
  return repoAt(root, dirname(repo.root))
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const learned = (repo: Repo): readonly string[] =>
  lines(repo.git('log', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main'))

type Call = { readonly locks: string; readonly args: string }

/** Puts a git first in PATH that notes how it is called, then runs the real one. */
function watchGit(repo: Repo): { env: Readonly<Record<string, string>>; calls: () => readonly Call[] } {
  const folder = dirname(repo.root)
  const [log, path] = [join(folder, 'calls'), repo.env['PATH'] ?? '']
  const real = repo.run('sh', ['-c', 'command -v git']).out.trim()
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\nprintf '%s|%s\\n' "\${GIT_OPTIONAL_LOCKS-}" "$*" >>'${log}'\nexec '${real}' "$@"\n`,
  )
  chmodSync(join(folder, 'git'), 0o755)
  return {
    env: { PATH: `${folder}:${path}` },
    calls: () =>
      lines(readFileSync(log, 'utf8')).map((line) => ({
        locks: line.slice(0, line.indexOf('|')),
        args: line.slice(line.indexOf('|') + 1),
      })),
  }
}
