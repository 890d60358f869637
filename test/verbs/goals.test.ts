/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { goalHydrate, goalNote, goalStart, goalStats, goalTree, goalUsage, goalDone, open } from '../../src/index.ts'
import { goalIdFor, newGoal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'
import { cloneFrom, newCtxRepo, withRemote } from '../support/repo.ts'
import { succeed, goodDigest, hydrate, plant, thoroughly, treeOf, twoAtOneGoal, withGoals } from '../support/goals.ts'

describe('goals of two people', () => {
  thoroughly('are shared by push and pull, and merged field by field', async () => {
    const { ada, ben } = twoAtOneGoal()
    succeed(ben, 'goal', 'note', 'provider=Auth0')
    succeed(ben, 'goal', 'note', 'Note of Ben')
    succeed(ben, 'goal', 'usage', '100')
    succeed(ada, 'goal', 'note', 'database=PostgreSQL')
    succeed(ada, 'goal', 'note', 'Note of Ada')
    succeed(ada, 'goal', 'usage', '250')
    succeed(ben, 'push')
    expect(JSON.parse(succeed(ada, 'push', '--json'))).toMatchObject({ outcome: 'pushed' })
    succeed(ben, 'pull')
    expect(ada.git('rev-parse', 'ctx/main')).toBe(ben.git('rev-parse', 'ctx/main'))
    for (const repo of [ada, ben]) {
      const { local, notes, tokensUsed } = hydrate(repo)
      expect(local).toEqual({ database: 'PostgreSQL', provider: 'Auth0' })
      expect(notes.map(({ text }) => text).toSorted()).toEqual(['Note of Ada', 'Note of Ben'])
      expect(tokensUsed).toBe(350)
      expect(JSON.parse(succeed(repo, 'status', '--json')).findings).toEqual([])
    }
  })

  thoroughly('on two branches come together, and what one finished reaches the other', async () => {
    const ada = await withGoals()
    const remote = withRemote(ada)
    ada.git('push', '-q', 'origin', 'feature/login')
    succeed(ada, 'goal', 'done', '--digest', goodDigest)
    succeed(ada, 'push')
    ada.git('switch', '-q', 'main')
    await ada.settled()
    succeed(ada, 'push')
    const ben = cloneFrom(remote, 'ben')
    succeed(ben, 'init')
    expect(treeOf(ben).goals.map(({ branch, state }) => [branch, state])).toEqual([
      ['main', 'active'],
      ['feature/login', 'finished'],
    ])
    expect(hydrate(ben).digests).toMatchObject([{ digest: goodDigest, isMerged: false }])
    succeed(ben, 'merge', 'feature/login')
    succeed(ben, 'push')
    succeed(ada, 'pull')
    expect(hydrate(ada).digests).toMatchObject([{ digest: goodDigest, isMerged: true }])
  })
})

describe('goals beside entries', () => {
  test('are no entries: not shown, searched, counted, reviewed or found fault with', async () => {
    const repo = newCtxRepo()
    succeed(repo, 'curate', '--text', 'Invoices must never be deleted.', '--topic', 'billing/invoices')
    succeed(repo, 'goal', 'start', 'Xylophone orchestration')
    succeed(repo, 'goal', 'note', 'Marimba considerations')
    expect(repo.run('sh', ['-c', 'ls -A .ctx/tree']).out).not.toContain('goals')
    expect(JSON.parse(succeed(repo, 'status', '--json'))).toMatchObject({
      entries: 1,
      edited: [],
      findings: [],
      isCurrent: true,
    })
    expect(repo.ctx('query', 'xylophone marimba').code).toBe(1)
    expect(repo.ctx('review').out).not.toContain('.goals')
    expect(repo.ctx('tree').out).not.toContain('goals')
    expect(repo.ctx('review', '--check').code).toBe(0)
    succeed(repo, 'refresh')
    expect(JSON.parse(succeed(repo, 'status', '--json'))).toMatchObject({ edited: [], findings: [] })
    expect(repo.git('status', '--porcelain', '--', '.ctx/tree')).toBe('')
    // Read from the branch, where the tree does not show it yet.
    const id = goalIdFor('other', 1)
    const other = newGoal({ id, branch: 'other', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    plant(repo, 'ctx/main', goalPath(id), writeGoal(other))
    expect(JSON.parse(succeed(repo, 'status', '--json'))).toMatchObject({ isCurrent: false, entries: 1, findings: [] })
  })

  thoroughly('survive an edit by hand, and what is learned after', async () => {
    const repo = await withGoals()
    repo.write({ '.ctx/tree/style/naming/names.md': '---\ntitle: Names\n---\n\n## Facts\n- Names are words.\n' })
    succeed(repo, 'goal', 'note', 'After the edit')
    expect(repo.git('log', '--format=%s', '-2', 'ctx/feature/login')).toBe(
      'Goal: note on feature/login\nEdit: style/naming/names.md',
    )
    repo.commit('Learn\n\nA cat must never meet a dog because they would quarrel.', { 'src/cat.ts': 'x\n' })
    await repo.settled()
    expect(hydrate(repo).notes.map(({ text }) => text)).toEqual(['After the edit'])
  })
})

describe('a hostile goal', () => {
  const id = goalIdFor('main', 1)
  const sound = newGoal({ id, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const broken: readonly (readonly [string, string])[] = [
    ['no JSON', 'not JSON {'],
    ['half of it', writeGoal(sound).slice(0, 60)],
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['deep', deep],
    ['tokens below zero', writeGoal({ ...sound, tokensUsed: -1 })],
    ['tokens that are text', writeGoal(sound).replace('"tokensUsed": 0', '"tokensUsed": "0"')],
    ['another id', writeGoal({ ...sound, id: 'other' })],
    ['an id that leads elsewhere', writeGoal({ ...sound, parent: '../../etc/passwd' })],
    ['a very long intent', writeGoal({ ...sound, intent: 'x'.repeat(10_000) })],
    ['more than a goal may hold', writeGoal({ ...sound, rest: { much: 'x'.repeat(600_000) } })],
  ]

  test.each(broken)('is a finding and nothing more: %s', (_, text) => {
    expect(readGoal(goalPath(id), text)).toMatchObject({ finding: { code: 'bad-goal', at: goalPath(id) } })
  })

  test('stops no command, and a new goal takes its place', () => {
    const repo = newCtxRepo()
    plant(repo, 'ctx/main', goalPath(id), 'not JSON {')
    plant(repo, 'ctx/main', '.goals/__proto__.json', '{}')
    plant(repo, 'ctx/main', '.goals/deep/er/x.md', deep)
    expect(repo.ctx('goal', 'hydrate')).toMatchObject({ code: 2, err: expect.stringContaining('not JSON') })
    expect(treeOf(repo)).toMatchObject({
      goals: [],
      findings: [{ code: 'bad-goal' }, { code: 'bad-goal' }, { code: 'bad-goal' }],
    })
    expect(JSON.parse(succeed(repo, 'status', '--json')).findings).toHaveLength(3)
    succeed(repo, 'goal', 'start', 'Go on')
    expect(hydrate(repo)).toMatchObject({ goal: goalIdFor('main', 2), intent: 'Go on' })
    expect(repo.git('show', `ctx/main:${goalPath(id)}`)).toBe('not JSON {')
  })

  test('cannot steer a terminal, poison a prototype, or send a tree round in circles', () => {
    const repo = newCtxRepo()
    const [a, b] = ['a', 'b'].map((branch) => goalIdFor(branch, 1))
    const circle = (own: string, parent: string, branch: string): string =>
      writeGoal({ ...sound, id: own, parent, branch, intent: '\u001b[31mred\u202e' }).replace(
        '"local": {}',
        '"local": {"constructor": "x", "toString": "y"}, "__proto__": {"isAdmin": true}',
      )
    plant(repo, 'ctx/main', goalPath(a ?? ''), circle(a ?? '', b ?? '', 'a'))
    plant(repo, 'ctx/main', goalPath(b ?? ''), circle(b ?? '', a ?? '', 'b'))
    const { goals, findings } = treeOf(repo)
    expect(findings).toEqual([])
    expect(goals.map(({ intent, depth }) => `${intent} ${depth}`).toSorted()).toEqual(['red 0', 'red 1'])
    expect(JSON.parse(succeed(repo, 'goal', 'stats', '--json')).totalNodes).toBe(2)
    expect(repo.ctx('goal', 'tree').out).not.toContain('\u001b')
  })

  test('with a limit of 1e300 tokens does not stop ctx goal stats', () => {
    const repo = newCtxRepo()
    succeed(repo, 'goal', 'start', 'Build the shop')
    const other = goalIdFor('other', 1)
    const text = writeGoal({ ...sound, id: other, branch: 'other' }).replace('"tokenLimit": 300', '"tokenLimit": 1e300')
    plant(repo, 'ctx/main', goalPath(other), text)
    expect(JSON.parse(succeed(repo, 'goal', 'stats', '--json'))).toMatchObject({ totalNodes: 1 })
    expect(treeOf(repo).findings).toMatchObject([{ code: 'bad-goal', at: goalPath(other) }])
  })

  test('behind a link is not followed', () => {
    const repo = newCtxRepo()
    const blob = repo.run('git', ['hash-object', '-w', '--stdin'], { input: '/etc/passwd' }).out.trim()
    const env = { GIT_INDEX_FILE: `${repo.root}/.git/planting` }
    repo.run('git', ['read-tree', 'ctx/main'], { env })
    repo.run('git', ['update-index', '--add', '--cacheinfo', `120000,${blob},${goalPath(id)}`], { env })
    const tree = repo.run('git', ['write-tree'], { env }).out.trim()
    repo.git('update-ref', 'refs/heads/ctx/main', repo.git('commit-tree', '-p', 'ctx/main', '-m', 'Link', tree))
    expect(treeOf(repo).findings).toMatchObject([{ code: 'bad-goal' }])
    succeed(repo, 'goal', 'start', 'Go on')
    expect(hydrate(repo).goal).toBe(goalIdFor('main', 2))
  })

  test('with a secret in it is not pushed', () => {
    const repo = newCtxRepo()
    withRemote(repo)
    plant(repo, 'ctx/main', goalPath(id), writeGoal({ ...sound, intent: 'Use AKIAABCDEFGHIJKLMNOP' }))
    expect(repo.ctx('push')).toMatchObject({ code: 2, err: expect.stringContaining('aws-key') })
  })
})

test('a program works on goals as the command line does', async () => {
  const repo = newCtxRepo()
  const ctx = await open({ cwd: repo.root, env: repo.env })
  expect(await goalStart(ctx, { intent: 'Build it', limit: 1000 })).toMatchObject({
    branch: 'main',
    tokenLimit: 1000,
    parent: '',
  })
  expect(await goalNote(ctx, { key: 'stack', value: 'Node' })).toMatchObject({ local: { stack: 'Node' } })
  expect(await goalNote(ctx, { text: 'A thought' })).toMatchObject({ notes: 1 })
  expect(await goalUsage(ctx, { tokens: 10 })).toMatchObject({ tokensUsed: 10, remaining: 990, over: 0 })
  expect(await goalHydrate(ctx)).toMatchObject({ local: { stack: 'Node' }, tokensUsed: 10, tokenLimit: 1000 })
  await expect(goalNote(ctx, { key: '__proto__', value: 'x' })).rejects.toMatchObject({ code: 'bad-key' })
  await expect(goalDone(ctx, { digest: 'Did it' })).rejects.toMatchObject({ code: 'vague-digest' })
  expect(await goalDone(ctx, { digest: goodDigest })).toMatchObject({ digest: goodDigest, branch: 'main' })
  expect((await goalTree(ctx)).goals).toMatchObject([{ state: 'finished', digest: goodDigest }])
  expect(await goalStats(ctx)).toMatchObject({ totalNodes: 1, finished: 1, totalTokens: 10 })
})
