/** @module-tag slow */
import { chmodSync, cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { newCtxRepo, newRepo, type Repo, repoAt } from '../support/repo.ts'

const lesson = (what: string): string => `Learn about ${what}\n\nWhy: because ${what} must be told`

const known = (repo: Repo, question: string): string => repo.ctx('query', question).out

const branches = (repo: Repo): readonly string[] =>
  repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')

/** Lets jobs wait: somebody alive seems to work already. */
function holdWorker(repo: Repo): () => void {
  const path = join(repo.root, '.git/ctx/worker.lock')
  repo.run('sh', ['-c', `printf '%s\\n%s\\n' ${process.pid} "$(hostname)" >${path}`])
  return () => void repo.run('rm', [path])
}

test('a branch without settings learns where the others do', async () => {
  const repo = newRepo()
  repo.git('branch', 'release-1')
  repo.commit('Settings', { '.ctx/config.yaml': 'branchPrefix: memory\n' })
  repo.ctx('init')
  repo.commit(lesson('walruses'), { 'src/a.js': '1\n' })
  await repo.settled()
  repo.git('switch', '-q', 'release-1')
  repo.commit(lesson('hotfixes'), { 'src/fix.js': '1\n' })
  await repo.settled()
  repo.git('switch', '-q', 'main')
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'release-1')
  await repo.settled()
  expect(known(repo, 'hotfixes')).toContain('hotfixes must be told')
  expect(branches(repo)).toEqual(['main', 'memory/main', 'memory/release-1', 'release-1'])
  repo.git('sparse-checkout', 'set', 'src')
  expect(existsSync(join(repo.root, '.ctx/config.yaml'))).toBe(false)
  expect(known(repo, 'walruses')).toContain('walruses must be told')
})

test('knowledge moves to another prefix when somebody says so, and not when settings are pulled', async () => {
  const repo = newCtxRepo()
  repo.commit(lesson('walruses'), { 'src/a.js': '1\n' })
  await repo.settled()
  repo.commit('Settings', { '.ctx/config.yaml': 'branchPrefix: memory\n' })
  await repo.settled()
  expect(known(repo, 'walruses')).toContain('walruses must be told')
  expect(repo.ctx('status').out).toContain('ctx init --prefix memory')
  expect(repo.ctx('doctor').out).toContain('ctx init --prefix memory')
  expect(repo.ctx('init', '--prefix', 'memory').out).toContain('moved ctx/main to memory/main')
  expect(branches(repo)).toEqual(['main', 'memory/main'])
  expect(known(repo, 'walruses')).toContain('walruses must be told')
  expect(repo.ctx('doctor').out).not.toContain('--prefix')
  repo.write({ '.ctx/tree/src/a/learn_about_walruses.md': '# Edited by hand\n\nWalruses whistle.\n' })
  repo.ctx('curate')
  expect(repo.git('grep', '-h', 'whistle', 'memory/main')).toContain('Walruses whistle')
})

test('a knowledge branch that somebody checked out is not curated, whatever it is called', async () => {
  const repo = newCtxRepo()
  await repo.settled()
  repo.git('switch', '-qc', 'memory/main', 'ctx/main')
  repo.commit(lesson('nothing at all'), { 'note.txt': 'hi\n' })
  await repo.settled()
  for (const all of [[], ['--all']]) {
    const { code, err } = repo.ctx('curate', ...all)
    expect(err).toContain('memory/main is a knowledge branch itself')
    expect(code).toBe(2)
  }
  expect(branches(repo)).toEqual(['ctx/main', 'main', 'memory/main'])
})

test('a copy of a repository does its jobs in the copy', () => {
  const repo = newCtxRepo()
  const release = holdWorker(repo)
  repo.commit(lesson('yaks'), { 'src/y.js': '1\n' })
  release()
  const copy = repoAt(join(dirname(repo.root), 'copy'), dirname(repo.root))
  cpSync(repo.root, copy.root, { recursive: true })
  const before = repo.git('rev-parse', 'ctx/main')
  copy.ctx('curate', '--queued')
  expect(known(copy, 'yaks')).toContain('yaks must be told')
  expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  expect(repo.ctx('status').out).toContain('1 job waiting')
})

test('a job of a work tree that is gone is not taken to the repository around it', () => {
  const repo = newCtxRepo()
  const outer = repoAt(join(dirname(repo.root), 'outer'), dirname(repo.root))
  mkdirSync(outer.root)
  outer.git('init', '-q')
  const release = holdWorker(repo)
  repo.git('worktree', 'add', '-q', '-b', 'agent', join(outer.root, 'wt'))
  repoAt(join(outer.root, 'wt'), dirname(repo.root)).commit(lesson('exporters'), { 'src/x.js': '1\n' })
  repo.git('worktree', 'remove', '--force', join(outer.root, 'wt'))
  release()
  expect(repo.ctx('curate', '--queued').out).not.toContain('failed')
  expect(repo.git('grep', '-h', 'exporters', 'ctx/agent')).toContain('exporters must be told')
})

test('what one user of a shared repository writes, the others of its group can write to', async () => {
  const repo = newRepo()
  repo.git('config', 'core.sharedRepository', 'group')
  for (const folder of ['.git', '.git/refs', '.git/refs/heads']) chmodSync(join(repo.root, folder), 0o2775)
  repo.ctx('init')
  repo.commit(lesson('jitter'), { 'src/b.js': '1\n' })
  await repo.settled()
  known(repo, 'jitter')
  writeFileSync(join(repo.root, '.git/ctx/queue/nonsense'), 'nonsense')
  repo.ctx('curate', '--queued')
  const found = repo.run('find', ['.git/ctx', '!', '-perm', '-g=w', '!', '-name', 'nonsense', '!', '-name', '*.lock'])
  expect(found.out).toBe('')
  expect(statSync(join(repo.root, '.git/ctx')).mode & 0o007).toBe(0o005)
})

test('after all of history was rewritten, knowledge is taken back and follows the code', async () => {
  const repo = newCtxRepo()
  repo.commit(lesson('gateways'), { 'src/g.js': '1\n' })
  await repo.settled()
  const env = { FILTER_BRANCH_SQUELCH_WARNING: '1' }
  const change = 'export GIT_AUTHOR_EMAIL=n@x.org GIT_COMMITTER_EMAIL=n@x.org'
  expect(repo.run('git', ['filter-branch', '-f', '--env-filter', change, '--', '--all'], { env }).code).toBe(0)
  const asked = repo.ctx('query', 'gateways')
  expect(asked).toMatchObject({ code: 2 })
  expect(asked.err).toContain('ctx init --adopt')
  expect(repo.ctx('doctor').out).toContain('ctx/main was rewritten together with the code')
  const rewritten = repo.git('rev-parse', 'ctx/main')
  expect(repo.ctx('init', '--adopt').out).toContain('took ctx/main back')
  expect(known(repo, 'gateways')).toContain(repo.git('rev-parse', '--short=8', 'main'))
  expect(repo.git('merge-base', 'ctx/main', rewritten)).toBe(rewritten)
  repo.commit(lesson('turnstiles'), { 'src/t.js': '1\n' })
  await repo.settled()
  expect(known(repo, 'turnstiles')).toContain('turnstiles must be told')
  expect(repo.ctx('curate').out).toContain('Nothing new to learn')
})

test('a branch that only happens to be called like a knowledge branch is not adopted', () => {
  const repo = newRepo()
  repo.git('branch', 'ctx/main')
  expect(repo.ctx('init', '--adopt').out).not.toContain('took')
  expect(repo.git('rev-parse', 'ctx/main')).toBe(repo.git('rev-parse', 'main'))
})
