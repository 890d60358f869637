import { expect, test } from 'vitest'
import { newCtxRepo, type Repo } from '../support/repo.ts'

test('the description of a pull request was told of no commit where ctx curate read its commits one by one', () => {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  repo.commit('Begin with a log\n\nWho comes later must be able to read what was agreed on before.', {
    'src/log.ts': 'open()\n',
  })
  expect(repo.ctx('curate').code).toBe(0)
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('Let a leader catch up', { 'src/raft.ts': 'const last = snapshot.last\nfollow(last)\n' })
  repo.git('switch', '-q', 'main')
  const why = 'A follower could have received a snapshot, but not have caught up from it when it became leader.'
  repo.git('merge', '-q', '--no-ff', '-m', `Leaders catch up from snapshots (#8021)\n\n${why}`, 'snapshots')
  expect(JSON.parse(repo.ctx('curate', '--json').out)).toMatchObject({ read: 2 })
  const told = repo.git('grep', '-h', 'Let a leader catch up', 'ctx/main')
  expect(told).toContain(`**Let a leader catch up**: ${why}`)
  expect(told).toContain('#8021')
})

const why = 'A follower could have received a snapshot, but not have caught up from it when it became leader.'

const commented = `// Never follow a snapshot that is older than the log: entries between the two would be lost.
const last = snapshot.last
follow(last)
`

const says = `Merge pull request #8021 from ada/snapshots\n\nLeaders catch up from snapshots\n\n${why}`

/** Merges the branch as GitHub does, and waits for what the hook learns of that. */
async function merged(repo: Repo): Promise<void> {
  repo.git('switch', '-q', 'main')
  repo.git('merge', '-q', '--no-ff', '-m', says, 'snapshots')
  await repo.settled()
}

const toldOf = (repo: Repo): string => repo.git('grep', '-h', '^- ', 'ctx/main')

/** Commits on a branch and merges it, each learned by its hook; gives what is told of it then. */
async function mergedByHooks(files: Readonly<Record<string, string>>): Promise<string> {
  const repo = newCtxRepo()
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('Keep the term\n\nWithout it two leaders could be elected within one second.', {
    'src/term.ts': 'export const term = 1\n',
  })
  repo.commit('Let a leader catch up', files)
  await repo.settled()
  await merged(repo)
  return toldOf(repo)
}

test('the hook learned a merge in a run of its own, and what that says of its commits was told nowhere', async () => {
  const told = await mergedByHooks({ 'src/raft.ts': 'const last = snapshot.last\nfollow(last)\n' })
  expect(told).toContain(`**Leaders catch up from snapshots**: ${why}`)
  expect(told).toMatch(/\*\*Keep the term\*\*: .* · #8021\}/)
})

test('a lesson that had no reason kept none when its pull request was merged', async () => {
  const repo = newCtxRepo()
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('feat!: Let a leader catch up', { 'src/raft.ts': 'export const last = snapshot.last\nfollow(last)\n' })
  await repo.settled()
  await merged(repo)
  expect(toldOf(repo)).toContain(`**Let a leader catch up**: ${why} {breaking · `)
  expect(toldOf(repo)).not.toContain('**Let a leader catch up** {')
})

test('a commit whose comments were told had no reason from its merge', async () => {
  const told = await mergedByHooks({ 'src/raft.ts': commented })
  expect(told).toContain('entries between the two would be lost')
  expect(told).toContain(`**Leaders catch up from snapshots**: ${why}`)
})

test('what somebody had worded otherwise was overwritten by what a merge said', async () => {
  const repo = newCtxRepo()
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('feat!: Let a leader catch up', { 'src/raft.ts': 'export const last = snapshot.last\nfollow(last)\n' })
  await repo.settled()
  const file = '.ctx/tree/src/raft/raft_let_a_leader_catch_up.md'
  repo.write({ [file]: repo.read(file).replace('**Let a leader catch up**', '**Leaders follow snapshots, too**') })
  await merged(repo)
  expect(toldOf(repo)).toContain('**Leaders follow snapshots, too** {breaking')
  expect(toldOf(repo)).not.toContain(why)
})

test('what somebody had taken out came back with the merge of its branch', async () => {
  const repo = newCtxRepo()
  repo.git('switch', '-q', '-c', 'snapshots')
  const code =
    '// Never older than the log: entries between the two would be lost.\nexport const last = snapshot.last\n'
  repo.commit('feat!: Let a leader catch up', { 'src/raft.ts': code })
  await repo.settled()
  const file = '.ctx/tree/src/raft/raft_let_a_leader_catch_up.md'
  repo.write({ [file]: repo.read(file).replace(/^- \*\*Let a leader catch up\*\*.*\n/m, '') })
  await merged(repo)
  expect(toldOf(repo)).not.toContain('catch up**')
})

test('everybody who pulled a merge wrote down what it says', async () => {
  const repo = newCtxRepo()
  repo.git('switch', '-q', '-c', 'snapshots')
  repo.commit('feat!: Let a leader catch up', { 'src/raft.ts': 'export const last = snapshot.last\nfollow(last)\n' })
  await repo.settled()
  // As a server does, where no hook runs.
  repo.git('switch', '-q', '-c', 'server', 'main')
  repo.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--no-ff', '-m', says, 'snapshots')
  repo.git('switch', '-q', 'main')
  repo.git('merge', '-q', '--ff-only', 'server')
  await repo.settled()
  expect(toldOf(repo)).toContain('**Let a leader catch up** {breaking')
  expect(repo.ctx('curate').code).toBe(0)
  expect(toldOf(repo)).toContain(`**Let a leader catch up**: ${why} {breaking`)
})
