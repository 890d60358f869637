/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import type { Repo } from '../support/repo.ts'
import { succeed, goodDigest, hydrate, thoroughly, treeOf, twoAtOneGoal, withGoals } from '../support/goals.ts'

describe('merging a branch', () => {
  async function learned(): Promise<Repo> {
    const repo = await withGoals()
    repo.commit('feat(auth): sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    succeed(repo, 'goal', 'note', 'Tried Keycloak first')
    repo.git('switch', '-q', 'main')
    await repo.settled()
    return repo
  }
  const digestsOf = (repo: Repo): string =>
    hydrate(repo)
      .digests.map(({ digest }) => digest)
      .join('\n')

  test.each([
    ['a fast-forward', ['merge', '-q', '--ff-only', 'feature/login']],
    ['a merge commit', ['merge', '-q', '--no-ff', '--no-edit', 'feature/login']],
  ])('finishes its goal: %s', async (_, args) => {
    const repo = await learned()
    expect(digestsOf(repo)).toBe('')
    repo.git(...args)
    await repo.settled()
    expect(digestsOf(repo)).toContain('Summary: Let people log in')
    expect(digestsOf(repo)).toContain('RS256')
    expect(repo.ctx('goal', 'hydrate', '--json').out).not.toContain('Keycloak')
    expect(treeOf(repo).goals.map(({ branch, state }) => [branch, state])).toEqual([
      ['main', 'active'],
      ['feature/login', 'finished'],
    ])
  })

  test('finishes its goal: a squash', async () => {
    const repo = await learned()
    repo.commit('Something else meanwhile', { 'other.txt': 'x\n' })
    repo.git('merge', '-q', '--squash', 'feature/login')
    repo.git('commit', '-q', '-m', 'Login (#7)')
    await repo.settled()
    expect(digestsOf(repo)).toContain('RS256')
  })

  test('finishes its goal when somebody says so', async () => {
    const repo = await learned()
    succeed(repo, 'merge', 'feature/login')
    expect(digestsOf(repo)).toContain('RS256')
    expect(repo.ctx('merge', 'feature/login').out).toContain('has everything of')
  })

  test('keeps the digest that was given before', async () => {
    const repo = await learned()
    repo.git('switch', '-q', 'feature/login')
    await repo.settled()
    succeed(repo, 'goal', 'done', '--digest', goodDigest)
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'feature/login')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ digest: goodDigest, isMerged: true }])
  })

  test('as an attempt finishes its goal, and the goal above is not told of decisions as if they held', async () => {
    const repo = await learned()
    succeed(repo, 'merge', 'feature/login', '--as-attempt')
    expect(digestsOf(repo)).toBe('Attempted, not merged: Let people log in')
    expect(treeOf(repo).goals.map(({ branch, state }) => [branch, state])).toEqual([
      ['main', 'active'],
      ['feature/login', 'finished'],
    ])
    expect(repo.ctx('merge', 'feature/login', '--as-attempt').out).toContain('has everything of')
  })

  thoroughly('does not finish the goal that it is merged into', async () => {
    const repo = await learned()
    repo.commit('Meanwhile\n\nThe shop must never close because people are awake.', { 'src/shop.ts': 'x\n' })
    await repo.settled()
    repo.git('switch', '-q', 'feature/login')
    repo.git('merge', '-q', '--no-edit', 'main')
    await repo.settled()
    expect(treeOf(repo).goals.map(({ state }) => state)).toEqual(['active', 'active'])
    expect(hydrate(repo).intent).toBe('Let people log in')
  })

  thoroughly('finishes the goal of a branch that was renamed', async () => {
    const repo = await learned()
    repo.git('branch', '-m', 'feature/login', 'feature/signin')
    repo.git('switch', '-q', 'feature/signin')
    await repo.settled()
    repo.commit('More\n\nA session must never outlive its token because thieves wait.', { 'src/auth/more.ts': 'a\n' })
    await repo.settled()
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'feature/signin')
    await repo.settled()
    expect(digestsOf(repo)).toContain('RS256')
  })

  thoroughly('does not finish a goal because what a remote has of its branch came in', async () => {
    const { ada, ben } = twoAtOneGoal()
    succeed(ada, 'goal', 'note', 'More')
    succeed(ada, 'push')
    ben.git('fetch', '-q')
    succeed(ben, 'merge', 'origin/main')
    expect(hydrate(ben)).toMatchObject({ intent: 'Build the shop', notes: [{ text: 'More' }] })
  })

  thoroughly('does not finish a goal that was only begun, nor one that a sibling took over', async () => {
    const repo = await withGoals()
    repo.git('switch', '-q', 'main')
    repo.commit('Meanwhile\n\nThe shop must never close because people are awake.', { 'src/shop.ts': 'x\n' })
    repo.git('switch', '-q', '-c', 'sibling')
    repo.commit('Sibling', { 'src/sibling.ts': 'x\n' })
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'sibling')
    await repo.settled()
    expect(treeOf(repo).goals.map(({ state }) => state)).toEqual(['active', 'active'])
    repo.git('switch', '-q', 'feature/login')
    repo.commit('Login\n\nTokens must be signed with RS256 because keys rotate.', { 'src/login.ts': 'x\n' })
    await repo.settled()
    repo.git('switch', '-q', 'sibling')
    repo.git('merge', '-q', '--no-edit', 'feature/login')
    await repo.settled()
    expect(treeOf(repo).goals.map(({ state }) => state)).toEqual(['active', 'active'])
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'sibling')
    await repo.settled()
    expect(treeOf(repo).goals.map(({ state }) => state)).toEqual(['active', 'finished'])
  })
})
