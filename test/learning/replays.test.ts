/** @module-tag slow */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newCtxRepo, newRepo, type Repo } from '../support/repo.ts'

/** Rebases interactively: `todo` edits git's list with sed, `message` is what the editor leaves; both as a person would. */
function rebase(repo: Repo, todo: string, message: string): void {
  writeFileSync(join(repo.root, '../message'), message)
  const env = { GIT_SEQUENCE_EDITOR: `sed -i -e '${todo}'`, GIT_EDITOR: `cp ${join(repo.root, '../message')}` }
  expect(repo.run('git', ['rebase', '-q', '-i', '--autosquash', 'main'], { env })).toMatchObject({ code: 0 })
}

const known = (repo: Repo, question: string): string => repo.ctx('query', question).out

async function topicWith(commits: Readonly<Record<string, string>>): Promise<Repo> {
  const repo = newCtxRepo()
  repo.git('switch', '-qc', 'topic')
  for (const [file, message] of Object.entries(commits)) repo.commit(message, { [`src/${file}.js`]: `${file}\n` })
  await repo.settled()
  return repo
}

test('a reworded commit is known for what it says now, and no longer for what it said', async () => {
  const repo = await topicWith({
    one: 'Open the gate\n\nWhy: because the old reason alpha holds',
    two: 'Close the door\n\nWhy: because the bravo wind blows',
  })
  rebase(repo, '1s/^pick/reword/', 'Open the gate\n\nWhy: because the new reason xylophone holds\n')
  await repo.settled()
  expect(known(repo, 'reason xylophone')).toContain('the new reason xylophone holds')
  expect(known(repo, 'reason alpha')).not.toContain('alpha holds')
  expect(known(repo, 'bravo wind')).toContain('the bravo wind blows')
})

test('a commit that taught nothing is read when a rebase gives it a reason', async () => {
  const repo = await topicWith({ one: 'wip' })
  rebase(repo, '1s/^pick/reword/', 'Cache the tariffs\n\nWhy: because the tariff server is slow on Mondays\n')
  await repo.settled()
  expect(known(repo, 'tariff server slow')).toContain('the tariff server is slow on Mondays')
})

test('a commit made at an edit stop is learned, and the one before it stays what it was', async () => {
  const repo = await topicWith({
    one: 'Count the sheep\n\nWhy: because the shepherd asks every night',
    two: 'Feed the dogs\n\nWhy: because hungry dogs bark',
  })
  const env = { GIT_SEQUENCE_EDITOR: `sed -i -e '1s/^pick/edit/'` }
  expect(repo.run('git', ['rebase', '-q', '-i', 'main'], { env }).code).toBe(0)
  repo.commit('Shear the sheep\n\nWhy: because the zebra lesson was written in the middle', { 'src/shear.js': '1\n' })
  repo.git('-c', 'core.editor=:', 'rebase', '--continue')
  await repo.settled()
  expect(known(repo, 'zebra lesson')).toContain('the zebra lesson was written in the middle')
  expect(known(repo, 'shepherd night')).toContain('the shepherd asks every night')
  const [zebra, shepherd] = ['HEAD~1', 'HEAD~2'].map((name) => repo.git('rev-parse', '--short=8', name))
  expect(known(repo, 'zebra lesson')).toContain(zebra)
  expect(known(repo, 'shepherd night')).toContain(shepherd)
})

test('what was written while squashing is learned, once and in one place', async () => {
  const repo = await topicWith({
    pool: 'Use a pool\n\nWhy: because one connection each exhausts the server',
    size: 'Size the pool',
  })
  rebase(
    repo,
    '2s/^pick/squash/',
    'Use a pool of eight\n\nWhy: because one connection each exhausts the server\n\nRejected: sixteen, the walrus licence allows eight\n',
  )
  await repo.settled()
  expect(known(repo, 'walrus licence')).toContain('the walrus licence allows eight')
  const told = known(repo, 'connection exhausts server')
  expect(told.split('one connection each exhausts the server')).toHaveLength(2)
})

test('what the body of a squash! commit says is learned when it is squashed', async () => {
  const repo = await topicWith({ gate: 'Open the gate\n\nWhy: because visitors queue at noon' })
  repo.commit('squash! Open the gate\n\nWhy: because the pelican inspector insists', { 'src/gate.js': 'open\n' })
  await repo.settled()
  rebase(repo, '', 'Open the gate\n\nWhy: because visitors queue at noon\nWhy: because the pelican inspector insists\n')
  await repo.settled()
  expect(known(repo, 'pelican inspector')).toContain('the pelican inspector insists')
  expect(known(repo, 'visitors noon')).toContain('visitors queue at noon')
})

const poolWithReason = 'Use a pool of eight\n\nWhy: because one connection per request exhausts the server'

/** All that the knowledge branch says, word for word. */
const told = (repo: Repo): string => repo.git('grep', '-h', '-e', '', 'ctx/main', '--', '*.md')

test('a revert of a revert brings the lesson back', async () => {
  const repo = newCtxRepo()
  repo.commit(poolWithReason, { 'src/pool.js': 'export const pool = 8\n' })
  repo.git('revert', '--no-edit', 'HEAD')
  await repo.settled()
  // Who reverts without a word leaves no reason to tell; the lesson says what took it back.
  expect(told(repo)).toMatch(/ · past · superseded by [0-9a-f]{8}\}/)
  repo.git('revert', '--no-edit', 'HEAD')
  await repo.settled()
  expect(known(repo, 'connection exhausts server')).toContain('one connection per request exhausts the server')
  expect(told(repo)).not.toMatch(/tried and taken back|past/)
  repo.git('revert', '--no-edit', 'HEAD')
  await repo.settled()
  const by = repo.git('rev-parse', '--short=8', 'HEAD')
  expect(told(repo)).toMatch(
    new RegExp(`one connection per request exhausts the server \\{.* · past · superseded by ${by}\\}`),
  )
})

test.each([
  ['another file alone', { 'other.txt': 'x\n' }],
  ['its file, and leaves its lines', { 'src/pool.js': 'export const pool = 8\nexport const more = 1\n' }],
])('a commit that only says that it takes another back, and touches %s, leaves what that taught', (_, files) => {
  const repo = newRepo()
  expect(repo.ctx('init', '--no-hooks').code).toBe(0)
  const pool = repo.commit(poolWithReason, { 'src/pool.js': 'export const pool = 8\n' })
  expect(repo.ctx('curate').code).toBe(0)
  repo.commit(`Revert "Use a pool of eight"\n\nThis reverts commit ${pool}.`, files)
  expect(repo.ctx('curate').code).toBe(0)
  expect(known(repo, 'connection exhausts server')).toContain('one connection per request exhausts the server')
  expect(told(repo)).not.toMatch(/ · past|superseded by/)
})

test('a history with a revert of a revert teaches what stands in the end', () => {
  const repo = newRepo()
  repo.commit(poolWithReason, { 'src/pool.js': 'export const pool = 8\n' })
  repo.git('revert', '--no-edit', 'HEAD')
  repo.git('revert', '--no-edit', 'HEAD')
  repo.ctx('init', '--history')
  expect(known(repo, 'connection exhausts server')).toContain('one connection per request exhausts the server')
  expect(told(repo)).not.toContain('tried and taken back')
})

test('ctx curate ctx/main does not learn what somebody committed to the knowledge branch by hand', () => {
  const repo = newRepo()
  expect(repo.ctx('init', '--no-hooks').code).toBe(0)
  const code = repo.commit(poolWithReason, { 'src/pool.js': 'export const pool = 8\n' })
  expect(repo.ctx('curate').code).toBe(0)
  const message = 'Tell why the cache is flushed\n\nWhy: because the backup must see everything on disk'
  repo.git(
    'update-ref',
    'refs/heads/ctx/main',
    repo.git('commit-tree', '-p', 'ctx/main', '-m', message, 'ctx/main^{tree}'),
  )
  const { code: exit, err } = repo.ctx('curate', 'ctx/main')
  expect([exit, err]).toEqual([2, expect.stringContaining('knowledge already')])
  expect(repo.ctx('curate', code, 'ctx/main').code).toBe(0)
  expect(told(repo)).not.toContain('the backup must see')
  expect(repo.git('log', '--format=%B', 'ctx/main').match(/^Source-Commit: .*$/gm)).toEqual([`Source-Commit: ${code}`])
})
