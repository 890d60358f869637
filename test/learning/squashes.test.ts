import { expect, test } from 'vitest'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const step = 'Limit refresh tokens to thirty days\n\nTokens that live longer were stolen from laptops in March.'
const description =
  'Sessions ended after an hour. A token in an HTTP-only cookie renews them, which scripts cannot read.'

/** Commits twice on a branch, each learned by its hook. */
async function learned(repo: Repo): Promise<void> {
  repo.git('switch', '-q', '-c', 'tokens')
  repo.commit(step, { 'src/tokens.ts': 'export const days = 30\nexport const token = read(days)\n' })
  repo.commit('Name the cookie', { 'src/cookie.ts': "export const cookie = 'refresh'\n" })
  await repo.settled()
}

/** Squashes the branch as a server does, where no hook runs, and pulls what became of it. */
async function squashed(repo: Repo, message: string): Promise<void> {
  const bare = ['-c', 'core.hooksPath=/dev/null']
  repo.git('switch', '-q', '-c', 'server', 'main')
  repo.git(...bare, 'merge', '-q', '--squash', 'tokens')
  repo.git(...bare, 'commit', '-q', '-m', message)
  repo.git('switch', '-q', 'main')
  repo.git('merge', '-q', '--ff-only', 'server')
  await repo.settled()
}

const toldOf = (repo: Repo): string => repo.git('grep', '-h', '^- \\*\\*', 'ctx/main')
const subjects = (repo: Repo): string => repo.git('log', '--format=%s', 'ctx/main')

test('what a pull request says was never read where its branch was learned here and squashed on a server', async () => {
  const repo = newCtxRepo()
  await learned(repo)
  await squashed(repo, `Refresh tokens (#12)\n\n${description}\n\n* ${step}\n\n* Name the cookie`)
  const told = toldOf(repo)
  expect(told).toContain(`**Refresh tokens**: ${description} {`)
  expect(told).toMatch(/\*\*Limit refresh tokens to thirty days\*\*: Tokens .* · #12\}/)
  expect(told.match(/Limit refresh tokens/g)).toHaveLength(1)
})

test('a squash that only repeats its steps is recorded as read, and nothing else', async () => {
  const repo = newCtxRepo()
  await learned(repo)
  await squashed(repo, `Squashed commit of the following:\n\n* ${step}\n\n* Name the cookie`)
  expect(subjects(repo)).toMatch(/^Curate: [0-9a-f]{8} is all of ctx\/tokens\nCurate: Limit refresh tokens/)
  expect(toldOf(repo).match(/Limit refresh tokens/g)).toHaveLength(1)
})

test('what somebody had taken out came back with the squash of its branch', async () => {
  const repo = newCtxRepo()
  await learned(repo)
  const file = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/tokens')
    .split('\n')
    .find((path) => /thirty/.test(path))
  repo.write({ [`.ctx/tree/${file}`]: repo.read(`.ctx/tree/${file}`).replace(/^- \*\*Limit refresh.*\n/m, '') })
  await squashed(repo, `Refresh tokens (#12)\n\n${description}\n\n* ${step}\n\n* Name the cookie`)
  expect(toldOf(repo)).toContain(`**Refresh tokens**: ${description} {`)
  expect(toldOf(repo)).not.toContain('**Limit refresh tokens')
})
