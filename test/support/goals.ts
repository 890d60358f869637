import { expect, test } from 'vitest'
import type { goalHydrate, goalTree } from '../../src/index.ts'
import { cloneFrom, newCtxRepo, type Repo, withRemote } from './repo.ts'
import { isThorough } from './slow.ts'

/** A digest that says what was decided, with names and an interface: it is not refused as vague. */
export const goodDigest =
  'Login uses JWT instead of sessions, signed with RS256. Endpoint: POST /auth/login in src/auth/login.ts.'

type Hydrated = Awaited<ReturnType<typeof goalHydrate>>

/** What the goal of the branch that is checked out is told. */
export const hydrate = (repo: Repo, ...args: string[]): Hydrated =>
  JSON.parse(repo.ctx('goal', 'hydrate', '--json', ...args).out)

/** The goals of all branches. */
export const treeOf = (repo: Repo): Awaited<ReturnType<typeof goalTree>> =>
  JSON.parse(repo.ctx('goal', 'tree', '--json').out)

/** Runs ctx, expects that it succeeds, and gives what it prints. */
export function succeed(repo: Repo, ...args: string[]): string {
  const { code, out, err } = repo.ctx(...args)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

/** Goals on main and on a feature branch made from it, which is checked out. */
export async function withGoals(): Promise<Repo> {
  const repo = newCtxRepo()
  succeed(repo, 'goal', 'start', 'Build the shop')
  repo.git('switch', '-q', '-c', 'feature/login')
  await repo.settled()
  succeed(repo, 'goal', 'start', 'Let people log in')
  return repo
}

/** Puts a file onto a knowledge branch as somebody could who means harm. */
export function plant(repo: Repo, branch: string, path: string, text: string): void {
  const blob = repo.run('git', ['hash-object', '-w', '--stdin'], { input: text }).out.trim()
  const env = { GIT_INDEX_FILE: `${repo.root}/.git/planting` }
  repo.run('git', ['read-tree', branch], { env })
  repo.run('git', ['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env })
  const tree = repo.run('git', ['write-tree'], { env }).out.trim()
  const commit = repo.git('commit-tree', '-p', branch, '-m', 'Planted', tree)
  repo.git('update-ref', `refs/heads/${branch}`, commit)
}

/** Stories of several clones and branches, which take seconds each. */
export const thoroughly = test.runIf(isThorough)

/** Two people who share the goal of a branch. */
export function twoAtOneGoal(): { readonly ada: Repo; readonly ben: Repo } {
  const ada = newCtxRepo()
  succeed(ada, 'goal', 'start', 'Build the shop')
  const remote = withRemote(ada)
  succeed(ada, 'push')
  const ben = cloneFrom(remote, 'ben')
  succeed(ben, 'init')
  return { ada, ben }
}
