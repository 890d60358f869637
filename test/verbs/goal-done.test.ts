/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'
import { succeed, goodDigest, treeOf, withGoals } from '../support/goals.ts'

describe('finishing a goal', () => {
  test('with a vague digest is refused, and what is missing is named', async () => {
    const repo = await withGoals()
    const { code, err } = repo.ctx('goal', 'done', '--digest', 'Implemented authentication')
    expect(code).toBe(2)
    expect(err).toContain('lacks decisions, names, interfaces')
    expect(treeOf(repo).goals.every(({ state }) => state === 'active')).toBe(true)
  })

  test('takes decisions, artifacts and constraints one by one', async () => {
    const repo = await withGoals()
    const decisions = ['--decision', 'JWT instead of sessions', '--decision', 'RS256 because keys rotate']
    const others = ['--artifact', 'POST /auth/login', '--constraint', 'Never log a token']
    const out = succeed(repo, 'goal', 'done', '--json', ...decisions, ...others)
    expect(JSON.parse(out).digest).toBe(
      'Summary: Let people log in | Artifacts: POST /auth/login | Decisions: JWT instead of sessions; RS256 because keys rotate | Constraints: Never log a token',
    )
  })

  test('makes the digest of what the branch learned, and its parent does not know', async () => {
    const repo = newCtxRepo()
    repo.commit('Begin the shop\n\nConstraint: never store a card number', { 'src/shop.ts': 'shop\n' })
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Build the shop')
    repo.git('switch', '-q', '-c', 'feature/login')
    // What was learned on the branch before its goal was said belongs to it, too.
    repo.commit('feat(auth): sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Let people log in')
    repo.commit('feat(auth): end sessions\n\nConstraint: a token must never outlive its session', {
      'src/auth/end.ts': 'a\n',
    })
    await repo.settled()
    const { digest } = JSON.parse(succeed(repo, 'goal', 'done', '--json'))
    expect(digest).toContain('sign with RS256 instead of HS256')
    expect(digest).toContain('a token must never outlive its session')
    expect(digest).toContain('src/auth/login.ts')
    expect(digest).not.toContain('card number')
  })

  test('of the default branch makes the digest of what was learned since it was begun', async () => {
    const repo = newCtxRepo()
    repo.commit('Begin the shop\n\nConstraint: never store a card number', { 'src/shop.ts': 'shop\n' })
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Let people log in')
    repo.commit('Sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    const { digest } = JSON.parse(succeed(repo, 'goal', 'done', '--json'))
    expect(digest).toContain('RS256')
    expect(digest).not.toContain('card number')
  })

  test('without anything learned asks for a digest', async () => {
    const repo = await withGoals()
    expect(repo.ctx('goal', 'done')).toMatchObject({ code: 2, err: expect.stringContaining('--digest') })
  })

  test('in the middle hands up what those below it handed to it', async () => {
    const repo = await withGoals()
    repo.git('switch', '-q', '-c', 'feature/tokens')
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Sign tokens')
    const said = ['--decision', 'RS256, because keys rotate', '--artifact', 'POST /auth/refresh']
    succeed(repo, 'goal', 'done', '--digest', 'Tokens are signed.', ...said, '--constraint', 'Never cache tokens')
    const knowledge = repo.git('rev-parse', 'ctx/feature/tokens')
    repo.git('switch', '-q', 'feature/login')
    repo.git('update-ref', 'refs/heads/ctx/feature/login', knowledge)
    const ended = JSON.parse(succeed(repo, 'goal', 'done', '--digest', goodDigest, '--json'))
    for (const name of ['RS256', 'POST /auth/refresh', 'Never cache tokens', 'src/auth/login.ts'])
      expect(ended.digest).toContain(name)
    expect(ended.retained).toBe(1)
  })

  test('tells at once when a constraint contradicts a rule that holds', async () => {
    const repo = await withGoals()
    repo.ctx('curate', '--text', 'Never log tokens.', '--topic', 'auth/tokens')
    const ran = repo.ctx('goal', 'done', '--digest', goodDigest, '--constraint', 'Always log tokens.')
    expect(ran.code).toBe(0)
    expect(ran.err).toContain(
      '“Always log tokens.” contradicts “Never log tokens.” in auth/tokens/never_log_tokens.md.',
    )
  })

  test('measures what the digest keeps, and names what it lost', async () => {
    const repo = await withGoals()
    succeed(repo, 'goal', 'note', 'Rejected Keycloak; RS256 and JWT it is')
    const { out, err } = repo.ctx('goal', 'done', '--digest', goodDigest, '--json')
    expect(JSON.parse(out)).toMatchObject({ retained: 0.67, lost: ['Keycloak'] })
    expect(err).toBe('')
  })
})
