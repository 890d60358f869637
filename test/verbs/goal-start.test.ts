/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'
import { succeed, goodDigest, hydrate, thoroughly, treeOf, withGoals } from '../support/goals.ts'

describe('a branch is a goal', () => {
  test('that is part of the goal of the branch it came from', async () => {
    const repo = await withGoals()
    repo.git('switch', '-q', '-c', 'feature/tokens')
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Sign', 'tokens')
    expect(hydrate(repo)).toMatchObject({
      branch: 'feature/tokens',
      intent: 'Sign tokens',
      parentIntent: 'Let people log in',
    })
    expect(treeOf(repo).goals.map(({ branch, depth }) => [branch, depth])).toEqual([
      ['main', 0],
      ['feature/login', 1],
      ['feature/tokens', 2],
    ])
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect('parentIntent' in hydrate(repo)).toBe(false)
  })

  test('that is found by the branch it was made from, not by the one somebody came from last', async () => {
    const repo = await withGoals()
    repo.git('switch', '-q', 'main')
    repo.git('switch', '-q', '-c', 'docs')
    repo.git('switch', '-q', 'feature/login')
    repo.git('switch', '-q', 'docs')
    await repo.settled()
    expect(JSON.parse(succeed(repo, 'goal', 'start', 'Write it down', '--json'))).toMatchObject({
      branch: 'docs',
      parentIntent: 'Build the shop',
    })
  })

  test('that belongs to a goal further up where the branch between has none', async () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Build the shop')
    repo.git('switch', '-q', '-c', 'between')
    repo.git('switch', '-q', '-c', 'inner')
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Something small')
    expect(hydrate(repo).parentIntent).toBe('Build the shop')
  })

  test('of which it has one at a time, and another once that is finished', async () => {
    const repo = await withGoals()
    expect(repo.ctx('goal', 'start', 'Again')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has a goal already'),
    })
    succeed(repo, 'goal', 'done', '--digest', goodDigest)
    expect(repo.ctx('goal', 'note', 'Late')).toMatchObject({ code: 2, err: expect.stringContaining('is finished') })
    succeed(repo, 'goal', 'start', 'Let people log out')
    expect(hydrate(repo).intent).toBe('Let people log out')
    expect(treeOf(repo).goals.map(({ intent, state }) => [intent, state])).toEqual([
      ['Build the shop', 'active'],
      ['Let people log in', 'finished'],
      ['Let people log out', 'active'],
    ])
  })

  thoroughly('that it keeps when it is renamed', async () => {
    const repo = await withGoals()
    repo.git('branch', '-m', 'feature/login', 'feature/signin')
    await repo.settled()
    succeed(repo, 'goal', 'note', 'Still', 'here')
    expect(hydrate(repo)).toMatchObject({ intent: 'Let people log in', notes: [{ text: 'Still here' }] })
  })

  test('and a branch without one is told how to begin', () => {
    const repo = newCtxRepo()
    for (const args of [['hydrate'], ['note', 'x'], ['usage', '1'], ['done']])
      expect(repo.ctx('goal', ...args)).toMatchObject({ code: 2, err: expect.stringContaining('ctx goal start') })
    repo.git('switch', '-q', '--detach')
    expect(repo.ctx('goal', 'start', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('detached') })
    expect(repo.ctx('goal', 'hydrate')).toMatchObject({ code: 2, err: expect.stringContaining('detached') })
  })

  test.each([
    [['goal'], 'Say which: start'],
    [['goal', 'begin'], '"begin" is none of start, hydrate'],
    [['goal', 'constructor'], '"constructor" is none of start'],
    [['goal', 'start'], 'The intent is missing'],
    [['goal', 'start', 'x', '--limit', '10'], 'at least 256'],
    [['goal', 'start', 'x', '--on-over-limit', 'maybe'], 'warn or refuse'],
    [['goal', 'start', 'x', '--digest', 'y'], '--digest has no meaning'],
    [['goal', 'done', 'All of it'], '--digest'],
    [['goal', 'usage', '-5'], '--help'],
    [['goal', 'usage', '1.5'], 'whole number'],
    [['goal', 'note', ' '], 'missing'],
  ])('and a mistake is told: %j', (args, said) => {
    expect(newCtxRepo().ctx(...args)).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  })
})
