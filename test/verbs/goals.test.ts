/** @module-tag slow */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefText, fitBrief } from '../../src/brain/goals/brief.ts'
import { goalHydrate, goalNote, goalStart, goalStats, goalTree, goalUsage, goalDone, open } from '../../src/index.ts'
import { mergeGoals } from '../../src/merge/goals.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { repair } from '../../src/merge/repair.ts'
import { countTokens } from '../../src/text/tokens.ts'
import { type Goal, goalIdFor, newGoal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'
import { cloneFrom, newCtxRepo, type Repo, withRemote } from '../support/repo.ts'
import { isThorough } from '../support/slow.ts'

const good = 'Login uses JWT instead of sessions, signed with RS256. Endpoint: POST /auth/login in src/auth/login.ts.'

type Hydrated = Awaited<ReturnType<typeof goalHydrate>>
const hydrate = (repo: Repo, ...args: string[]): Hydrated =>
  JSON.parse(repo.ctx('goal', 'hydrate', '--json', ...args).out)
const treeOf = (repo: Repo): Awaited<ReturnType<typeof goalTree>> => JSON.parse(repo.ctx('goal', 'tree', '--json').out)

function done(repo: Repo, ...args: string[]): string {
  const { code, out, err } = repo.ctx(...args)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

/** Goals on main and on a feature branch made from it, which is checked out. */
async function withGoals(): Promise<Repo> {
  const repo = newCtxRepo()
  done(repo, 'goal', 'start', 'Build the shop')
  repo.git('switch', '-q', '-c', 'feature/login')
  await repo.settled()
  done(repo, 'goal', 'start', 'Let people log in')
  return repo
}

/** Puts a file onto a knowledge branch as somebody could who means harm. */
function plant(repo: Repo, branch: string, path: string, text: string): void {
  const blob = repo.run('git', ['hash-object', '-w', '--stdin'], { input: text }).out.trim()
  const env = { GIT_INDEX_FILE: `${repo.root}/.git/planting` }
  repo.run('git', ['read-tree', branch], { env })
  repo.run('git', ['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env })
  const tree = repo.run('git', ['write-tree'], { env }).out.trim()
  const commit = repo.git('commit-tree', '-p', branch, '-m', 'Planted', tree)
  repo.git('update-ref', `refs/heads/${branch}`, commit)
}

/** Stories of several clones and branches, which take seconds each. */
const thoroughly = test.runIf(isThorough)

/** Two people who share the goal of a branch. */
function twoAtOneGoal(): { readonly ada: Repo; readonly ben: Repo } {
  const ada = newCtxRepo()
  done(ada, 'goal', 'start', 'Build the shop')
  const remote = withRemote(ada)
  done(ada, 'push')
  const ben = cloneFrom(remote, 'ben')
  done(ben, 'init')
  return { ada, ben }
}

describe('a branch is a goal', () => {
  test('that is part of the goal of the branch it came from', async () => {
    const repo = await withGoals()
    repo.git('switch', '-q', '-c', 'feature/tokens')
    await repo.settled()
    done(repo, 'goal', 'start', 'Sign', 'tokens')
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
    expect(JSON.parse(done(repo, 'goal', 'start', 'Write it down', '--json'))).toMatchObject({
      branch: 'docs',
      parentIntent: 'Build the shop',
    })
  })

  test('that belongs to a goal further up where the branch between has none', async () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Build the shop')
    repo.git('switch', '-q', '-c', 'between')
    repo.git('switch', '-q', '-c', 'inner')
    await repo.settled()
    done(repo, 'goal', 'start', 'Something small')
    expect(hydrate(repo).parentIntent).toBe('Build the shop')
  })

  test('of which it has one at a time, and another once that is finished', async () => {
    const repo = await withGoals()
    expect(repo.ctx('goal', 'start', 'Again')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has a goal already'),
    })
    done(repo, 'goal', 'done', '--digest', good)
    expect(repo.ctx('goal', 'note', 'Late')).toMatchObject({ code: 2, err: expect.stringContaining('is finished') })
    done(repo, 'goal', 'start', 'Let people log out')
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
    done(repo, 'goal', 'note', 'Still', 'here')
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

describe('what a goal is told', () => {
  test('is what was found out on its branch, and nothing of another', async () => {
    const repo = await withGoals()
    done(repo, 'goal', 'note', 'provider=Auth0')
    done(repo, 'goal', 'note', 'Tried Keycloak first')
    expect(hydrate(repo)).toMatchObject({ local: { provider: 'Auth0' }, notes: [{ text: 'Tried Keycloak first' }] })
    repo.git('switch', '-q', 'main')
    repo.git('switch', '-q', '-c', 'feature/cart')
    await repo.settled()
    done(repo, 'goal', 'start', 'Fill a cart')
    for (const branch of ['feature/cart', 'main']) {
      repo.git('switch', '-q', branch)
      await repo.settled()
      expect(repo.ctx('goal', 'hydrate', '--json').out).not.toMatch(/Auth0|Keycloak/)
    }
  })

  thoroughly('are the constraints of the project, those first that speak of what it is about', async () => {
    const repo = newCtxRepo()
    for (const [topic, text] of [
      ['billing/invoices', 'Invoices must never be deleted because the tax office asks for them.'],
      ['auth/login', 'A login must always be rate limited because robots guess passwords.'],
      ['build/assets', 'Assets must be hashed because browsers keep the old ones.'],
    ] as const)
      done(repo, 'curate', '--text', text, '--topic', topic)
    done(repo, 'goal', 'start', 'Let people log in: the login form')
    const { global, tokens, tokenLimit } = hydrate(repo)
    expect(global.constraints.map(({ text }) => text)[0]).toContain('rate limited')
    expect(global.constraints).toHaveLength(3)
    expect(tokens).toBeLessThanOrEqual(tokenLimit)
  })

  thoroughly('has room in its token limit, whatever there is; what has none is counted', async () => {
    const repo = newCtxRepo()
    for (let at = 0; at < 12; at++)
      done(
        repo,
        'curate',
        '--text',
        `Rule ${at} must never be broken because ${'it matters so much '.repeat(8)}.`,
        '--topic',
        `rules/r${at}`,
      )
    done(repo, 'goal', 'start', 'Keep the rules', '--limit', '300')
    const { tokens, leftOut, global } = hydrate(repo)
    expect(tokens).toBeLessThanOrEqual(300)
    expect(global.constraints.length).toBeGreaterThan(0)
    expect(leftOut.constraints).toBe(12 - global.constraints.length)
    expect(repo.ctx('goal', 'hydrate').err).toContain(`${leftOut.constraints} constraints`)
  })

  test('never takes more than the limit', () => {
    const text = fc.string({ maxLength: 400 })
    const note = fc.record({ at: fc.constant('2026-01-01T00:00:00Z'), text })
    const below = fc.record({
      goal: text,
      branch: text,
      intent: text,
      digest: text,
      finishedAt: text,
      isMerged: fc.boolean(),
    })
    const brief = fc.record({
      intent: fc.string({ maxLength: 2000 }),
      parentIntent: fc.string({ maxLength: 2000 }),
      constraints: fc.array(fc.record({ text, entry: fc.constant('a/b/c.md' as never) })),
      local: fc.dictionary(fc.string({ minLength: 1, maxLength: 80 }), text),
      notes: fc.array(note),
      digests: fc.array(below),
    })
    fc.assert(
      fc.property(brief, fc.integer({ min: 256, max: 2000 }), (given, limit) => {
        expect(countTokens(briefText(fitBrief(given, limit).brief))).toBeLessThanOrEqual(limit)
      }),
    )
  })

  test('are those constraints of a large project that bear on the goal, and what somebody approved', async () => {
    const repo = newCtxRepo()
    const rules = (topic: string, about: string): object => ({
      type: 'ADD',
      path: `${topic}/rules/${topic}.md`,
      title: `Rules of ${topic}`,
      rules: Array.from({ length: 30 }, (_, at) => ({ text: `The ${about} number ${at} must be written down whole.` })),
      reason: 'Agreed',
    })
    const ranges = { ...rules('static', 'header'), rules: [{ text: 'Range requests must be answered with 206.' }] }
    repo.write({
      'operations.json': JSON.stringify({ operations: [rules('cookies', 'cookie'), rules('keys', 'web key'), ranges] }),
    })
    repo.ctx('curate', '--operations', 'operations.json')
    done(repo, 'goal', 'start', 'Answer range requests in the static middleware')
    expect(hydrate(repo).global.constraints.map(({ entry }) => entry)).toEqual(['static/rules/static.md'])
    repo.ctx('mark', 'keys/rules/keys.md', '--approved')
    expect(new Set(hydrate(repo).global.constraints.map(({ entry }) => entry))).toEqual(
      new Set(['static/rules/static.md', 'keys/rules/keys.md']),
    )
  })

  test('are the digests of finished goals below it, merged or not', async () => {
    const repo = await withGoals()
    done(repo, 'goal', 'note', 'Tried Keycloak first')
    done(repo, 'goal', 'done', '--digest', good)
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ branch: 'feature/login', digest: good, isMerged: false }])
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature/login')
    done(repo, 'merge', 'feature/login')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ branch: 'feature/login', digest: good, isMerged: true }])
    expect(repo.ctx('goal', 'hydrate', '--json').out).not.toContain('Keycloak')
    expect(repo.git('show', `ctx/main:${goalPath(goalIdFor('feature/login', 1))}`)).toContain('Keycloak')
  })

  test('is kept without secrets, and cannot steer a terminal', async () => {
    const repo = await withGoals()
    done(repo, 'goal', 'note', 'password=hunter22!')
    done(repo, 'goal', 'note', 'The key is AKIAABCDEFGHIJKLMNOP \u001b[31mred')
    const text = repo.git('show', `ctx/feature/login:${goalPath(goalIdFor('feature/login', 1))}`)
    expect(text).not.toMatch(/hunter22|AKIAABCDEFGHIJKLMNOP|\\u001b/)
    expect(text).toContain('redacted')
  })
})

describe('tokens of a goal', () => {
  test('are counted, and told when they are over the limit', async () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Small', '--limit', '300')
    expect(done(repo, 'goal', 'usage', '300')).toBe('main: 300 of 300 tokens used, 0 left.\n')
    const { code, err, out } = repo.ctx('goal', 'usage', '50', '--json')
    expect([code, JSON.parse(out).over]).toEqual([0, 50])
    expect(err).toContain('50 tokens over')
    expect(JSON.parse(done(repo, 'goal', 'stats', '--json'))).toMatchObject({
      totalNodes: 1,
      totalTokens: 350,
      avgTokensPerNode: 350,
      maxTokens: 350,
      nodesOverLimit: 1,
      active: 1,
      finished: 0,
      over: [{ branch: 'main', over: 50 }],
    })
  })

  test('are refused over a limit that refuses', () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Strict', '--limit', '300', '--on-over-limit', 'refuse')
    done(repo, 'goal', 'usage', '300')
    expect(repo.ctx('goal', 'usage', '1')).toMatchObject({ code: 2, err: expect.stringContaining('over the limit') })
    expect(JSON.parse(done(repo, 'goal', 'stats', '--json'))).toMatchObject({ totalTokens: 300, nodesOverLimit: 0 })
  })

  test('without any goal are zeros', () => {
    expect(JSON.parse(done(newCtxRepo(), 'goal', 'stats', '--json'))).toMatchObject({
      totalNodes: 0,
      totalTokens: 0,
      avgTokensPerNode: 0,
      maxTokens: 0,
      nodesOverLimit: 0,
    })
  })
})

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
    const out = done(repo, 'goal', 'done', '--json', ...decisions, ...others)
    expect(JSON.parse(out).digest).toBe(
      'Summary: Let people log in | Artifacts: POST /auth/login | Decisions: JWT instead of sessions; RS256 because keys rotate | Constraints: Never log a token',
    )
  })

  test('makes the digest of what the branch learned, and its parent does not know', async () => {
    const repo = newCtxRepo()
    repo.commit('Begin the shop\n\nConstraint: never store a card number', { 'src/shop.ts': 'shop\n' })
    await repo.settled()
    done(repo, 'goal', 'start', 'Build the shop')
    repo.git('switch', '-q', '-c', 'feature/login')
    // What was learned on the branch before its goal was said belongs to it, too.
    repo.commit('feat(auth): sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    done(repo, 'goal', 'start', 'Let people log in')
    repo.commit('feat(auth): end sessions\n\nConstraint: a token must never outlive its session', {
      'src/auth/end.ts': 'a\n',
    })
    await repo.settled()
    const { digest } = JSON.parse(done(repo, 'goal', 'done', '--json'))
    expect(digest).toContain('sign with RS256 instead of HS256')
    expect(digest).toContain('a token must never outlive its session')
    expect(digest).toContain('src/auth/login.ts')
    expect(digest).not.toContain('card number')
  })

  test('of the default branch makes the digest of what was learned since it was begun', async () => {
    const repo = newCtxRepo()
    repo.commit('Begin the shop\n\nConstraint: never store a card number', { 'src/shop.ts': 'shop\n' })
    await repo.settled()
    done(repo, 'goal', 'start', 'Let people log in')
    repo.commit('Sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    const { digest } = JSON.parse(done(repo, 'goal', 'done', '--json'))
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
    done(repo, 'goal', 'start', 'Sign tokens')
    const said = ['--decision', 'RS256, because keys rotate', '--artifact', 'POST /auth/refresh']
    done(repo, 'goal', 'done', '--digest', 'Tokens are signed.', ...said, '--constraint', 'Never cache tokens')
    const knowledge = repo.git('rev-parse', 'ctx/feature/tokens')
    repo.git('switch', '-q', 'feature/login')
    repo.git('update-ref', 'refs/heads/ctx/feature/login', knowledge)
    const ended = JSON.parse(done(repo, 'goal', 'done', '--digest', good, '--json'))
    for (const name of ['RS256', 'POST /auth/refresh', 'Never cache tokens', 'src/auth/login.ts'])
      expect(ended.digest).toContain(name)
    expect(ended.retained).toBe(1)
  })

  test('tells at once when a constraint contradicts a rule that holds', async () => {
    const repo = await withGoals()
    repo.ctx('curate', '--text', 'Never log tokens.', '--topic', 'auth/tokens')
    const ran = repo.ctx('goal', 'done', '--digest', good, '--constraint', 'Always log tokens.')
    expect(ran.code).toBe(0)
    expect(ran.err).toContain(
      '“Always log tokens.” contradicts “Never log tokens.” in auth/tokens/never_log_tokens.md.',
    )
  })

  test('measures what the digest keeps, and names what it lost', async () => {
    const repo = await withGoals()
    done(repo, 'goal', 'note', 'Rejected Keycloak; RS256 and JWT it is')
    const { out, err } = repo.ctx('goal', 'done', '--digest', good, '--json')
    expect(JSON.parse(out)).toMatchObject({ retained: 0.67, lost: ['Keycloak'] })
    expect(err).toBe('')
  })
})

describe('a goal that was written and could not be read any more', () => {
  const long = (text: string, length: number): string => text.repeat(length).slice(0, length)

  test('had a long intent, and decisions that together with it were more than a digest may be', () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', long('Build the shop ', 1_900))
    const decision = `JWT instead of sessions in src/auth.ts, because ${long('keys rotate ', 3_500)}`
    const { digest } = JSON.parse(done(repo, 'goal', 'done', '--json', '--decision', decision))
    expect(digest.length).toBeLessThanOrEqual(4_000)
    expect(digest).toContain('Summary: Build the shop')
    expect(treeOf(repo)).toMatchObject({ goals: [{ state: 'finished', digest }], findings: [] })
  })

  test('had a decision that left no room for the intent', () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Build the shop')
    const decision = `JWT instead of sessions in src/auth.ts, because ${long('keys rotate ', 4_000)}`.slice(0, 3_988)
    done(repo, 'goal', 'done', '--decision', decision)
    expect(treeOf(repo)).toMatchObject({ goals: [{ state: 'finished' }], findings: [] })
  })

  test('had notes in Chinese, of which a character is three bytes', () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Build the shop')
    const note = long('商店必须永远开放', 19_000)
    const codes = Array.from({ length: 12 }, () => repo.ctx('goal', 'note', note))
    expect(codes.filter(({ code }) => code === 0)).toHaveLength(9)
    expect(codes.at(-1)).toMatchObject({ code: 2, err: expect.stringContaining('512 KiB') })
    expect(hydrate(repo).intent).toBe('Build the shop')
  })

  test('used more tokens than a number can say', async () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Build the shop')
    await goalUsage(await open({ cwd: repo.root, env: repo.env }), { tokens: Number.MAX_SAFE_INTEGER })
    expect(repo.ctx('goal', 'usage', '5')).toMatchObject({ code: 2, err: expect.stringContaining('is not written') })
    expect(hydrate(repo).tokensUsed).toBe(Number.MAX_SAFE_INTEGER)
  })

  const id = goalIdFor('main', 1)
  const base = newGoal({ id, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
  const noted = (who: string, count: number, day: number): Goal => ({
    ...base,
    notes: Array.from({ length: count }, (_, at) => ({
      at: `2026-01-0${day}T00:00:${String(at + 10)}Z`,
      text: `${who} ${at} ${long('字', 10_000)}`,
    })),
  })
  const mergedBy = (ours: Goal, theirs: Goal): string | undefined =>
    mergeTrees({
      base: new Map([[goalPath(id), writeGoal(base)]]),
      ours: new Map([[goalPath(id), writeGoal(ours)]]),
      theirs: new Map([[goalPath(id), writeGoal(theirs)]]),
    }).changes[0]?.text

  test('was merged from two that fit, and together did not: the oldest notes go', () => {
    const [ada, ben] = [noted('Ada', 12, 2), noted('Ben', 12, 3)]
    const text = mergedBy(ada, ben) ?? ''
    expect(mergedBy(ben, ada)).toBe(text)
    const reading = readGoal(goalPath(id), text)
    const notes = 'goal' in reading ? reading.goal.notes.map((note) => note.text.slice(0, 6).trim()) : []
    expect(notes).toHaveLength(17)
    expect(notes.slice(-12)).toEqual(ben.notes.map((note) => note.text.slice(0, 6).trim()))
  })

  test('was merged from two whose values do not fit together: the later stays', () => {
    const values = (who: string, at: string): Goal => ({
      ...base,
      updatedAt: at,
      local: Object.fromEntries(Array.from({ length: 15 }, (_, key) => [`${who}${key}`, long('x', 20_000)])),
    })
    const [ada, ben] = [values('ada', '2026-01-02T00:00:00Z'), values('ben', '2026-01-03T00:00:00Z')]
    expect(mergedBy(ada, ben)).toBe(writeGoal(ben))
    expect(
      mergeTrees({
        base: new Map(),
        ours: new Map([[goalPath(id), writeGoal(ben)]]),
        theirs: new Map([[goalPath(id), writeGoal(ada)]]),
      }).changes,
    ).toEqual([])
  })

  test('was merged from two that used more tokens than a number can say', () => {
    const used = { ...base, tokensUsed: Number.MAX_SAFE_INTEGER }
    const reading = readGoal(goalPath(id), mergedBy(used, { ...used, intent: 'y' }) ?? '')
    expect(reading).toMatchObject({ goal: { tokensUsed: Number.MAX_SAFE_INTEGER } })
  })
})

describe('merging a branch', () => {
  async function learned(): Promise<Repo> {
    const repo = await withGoals()
    repo.commit('feat(auth): sign tokens\n\nDecision: sign with RS256 instead of HS256', { 'src/auth/login.ts': 'a\n' })
    await repo.settled()
    done(repo, 'goal', 'note', 'Tried Keycloak first')
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
    done(repo, 'merge', 'feature/login')
    expect(digestsOf(repo)).toContain('RS256')
    expect(repo.ctx('merge', 'feature/login').out).toContain('has everything of')
  })

  test('keeps the digest that was given before', async () => {
    const repo = await learned()
    repo.git('switch', '-q', 'feature/login')
    await repo.settled()
    done(repo, 'goal', 'done', '--digest', good)
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'feature/login')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ digest: good, isMerged: true }])
  })

  test('as an attempt finishes its goal, and the goal above is not told of decisions as if they held', async () => {
    const repo = await learned()
    done(repo, 'merge', 'feature/login', '--as-attempt')
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
    done(ada, 'goal', 'note', 'More')
    done(ada, 'push')
    ben.git('fetch', '-q')
    done(ben, 'merge', 'origin/main')
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

describe('goals of two people', () => {
  thoroughly('are shared by push and pull, and merged field by field', async () => {
    const { ada, ben } = twoAtOneGoal()
    done(ben, 'goal', 'note', 'provider=Auth0')
    done(ben, 'goal', 'note', 'Note of Ben')
    done(ben, 'goal', 'usage', '100')
    done(ada, 'goal', 'note', 'database=PostgreSQL')
    done(ada, 'goal', 'note', 'Note of Ada')
    done(ada, 'goal', 'usage', '250')
    done(ben, 'push')
    expect(JSON.parse(done(ada, 'push', '--json'))).toMatchObject({ outcome: 'pushed' })
    done(ben, 'pull')
    expect(ada.git('rev-parse', 'ctx/main')).toBe(ben.git('rev-parse', 'ctx/main'))
    for (const repo of [ada, ben]) {
      const { local, notes, tokensUsed } = hydrate(repo)
      expect(local).toEqual({ database: 'PostgreSQL', provider: 'Auth0' })
      expect(notes.map(({ text }) => text).toSorted()).toEqual(['Note of Ada', 'Note of Ben'])
      expect(tokensUsed).toBe(350)
      expect(JSON.parse(done(repo, 'status', '--json')).findings).toEqual([])
    }
  })

  thoroughly('on two branches come together, and what one finished reaches the other', async () => {
    const ada = await withGoals()
    const remote = withRemote(ada)
    ada.git('push', '-q', 'origin', 'feature/login')
    done(ada, 'goal', 'done', '--digest', good)
    done(ada, 'push')
    ada.git('switch', '-q', 'main')
    await ada.settled()
    done(ada, 'push')
    const ben = cloneFrom(remote, 'ben')
    done(ben, 'init')
    expect(treeOf(ben).goals.map(({ branch, state }) => [branch, state])).toEqual([
      ['main', 'active'],
      ['feature/login', 'finished'],
    ])
    expect(hydrate(ben).digests).toMatchObject([{ digest: good, isMerged: false }])
    done(ben, 'merge', 'feature/login')
    done(ben, 'push')
    done(ada, 'pull')
    expect(hydrate(ada).digests).toMatchObject([{ digest: good, isMerged: true }])
  })

  const one = goalIdFor('main', 1)
  const texts = fc.constantFrom('', 'a', 'b', 'c')
  const times = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z')
  const trace = fc.record({
    local: fc.dictionary(fc.constantFrom('x', 'y', 'z'), texts),
    notes: fc.uniqueArray(fc.record({ at: times, text: texts }), { selector: ({ at, text }) => at + text }),
  })
  const goals: fc.Arbitrary<Goal> = fc
    .record({
      intent: texts,
      tokensUsed: fc.nat(500),
      updatedAt: times,
      finishedAt: fc.oneof(fc.constant(''), times),
      digest: texts,
      trace,
      archive: trace,
      digests: fc.uniqueArray(
        fc.record({ goal: fc.constantFrom('p', 'q'), branch: texts, intent: texts, digest: texts, finishedAt: times }),
        { selector: ({ goal }) => goal },
      ),
    })
    .map(({ trace: { local, notes }, ...rest }) =>
      newGoal({ id: one, branch: 'main', tokenLimit: 8192, startedAt: '2026-01-01T00:00:00Z', local, notes, ...rest }),
    )

  test('become the same whoever merges, and what one alone changed is taken', () => {
    fc.assert(
      fc.property(goals, goals, goals, (base, ours, theirs) => {
        expect(writeGoal(mergeGoals({ base, ours, theirs }))).toBe(
          writeGoal(mergeGoals({ base, ours: theirs, theirs: ours })),
        )
        const alone = mergeTrees({
          base: new Map([[goalPath(one), writeGoal(base)]]),
          ours: new Map([[goalPath(one), writeGoal(base)]]),
          theirs: new Map([[goalPath(one), writeGoal(theirs)]]),
        })
        expect(alone.findings).toEqual([])
        expect(alone.changes).toEqual(
          writeGoal(base) === writeGoal(theirs) ? [] : [{ path: goalPath(one), text: writeGoal(theirs) }],
        )
      }),
    )
  })

  test('that both finished have the later digest, and the other is kept', () => {
    const base = newGoal({ id: one, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    const end = (digest: string, at: string): Goal => ({ ...base, digest, finishedAt: at, updatedAt: at })
    const ours = end('First', '2026-01-02T00:00:00Z')
    const theirs = end('Second', '2026-01-03T00:00:00Z')
    expect(mergeGoals({ base, ours, theirs })).toMatchObject({
      digest: 'Second',
      archive: { notes: [{ text: 'First' }] },
    })
  })

  test('are written as they are read, keys that are not ours too', () => {
    fc.assert(
      fc.property(goals, (goal) => {
        const text = writeGoal({ ...goal, rest: { mood: ['good'] } })
        const reading = readGoal(goalPath(one), text)
        expect('goal' in reading ? writeGoal(reading.goal) : reading).toBe(text)
      }),
    )
  })

  test('that somebody merged by half have both sides again', () => {
    const base = newGoal({ id: one, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    const [ours, theirs] = ['Ada', 'Ben'].map((who) =>
      writeGoal({ ...base, notes: [{ at: '2026-01-02T00:00:00Z', text: who }] }),
    )
    const mended = repair(goalPath(one), `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`)
    const reading = readGoal(goalPath(one), mended ?? '')
    expect('goal' in reading && reading.goal.notes.map(({ text }) => text)).toEqual(['Ada', 'Ben'])
  })
})

describe('goals beside entries', () => {
  test('are no entries: not shown, searched, counted, reviewed or found fault with', async () => {
    const repo = newCtxRepo()
    done(repo, 'curate', '--text', 'Invoices must never be deleted.', '--topic', 'billing/invoices')
    done(repo, 'goal', 'start', 'Xylophone orchestration')
    done(repo, 'goal', 'note', 'Marimba considerations')
    expect(repo.run('sh', ['-c', 'ls -A .ctx/tree']).out).not.toContain('goals')
    expect(JSON.parse(done(repo, 'status', '--json'))).toMatchObject({
      entries: 1,
      edited: [],
      findings: [],
      isCurrent: true,
    })
    expect(repo.ctx('query', 'xylophone marimba').code).toBe(1)
    expect(repo.ctx('review').out).not.toContain('.goals')
    expect(repo.ctx('tree').out).not.toContain('goals')
    expect(repo.ctx('review', '--check').code).toBe(0)
    done(repo, 'refresh')
    expect(JSON.parse(done(repo, 'status', '--json'))).toMatchObject({ edited: [], findings: [] })
    expect(repo.git('status', '--porcelain', '--', '.ctx/tree')).toBe('')
    // Read from the branch, where the tree does not show it yet.
    const id = goalIdFor('other', 1)
    const other = newGoal({ id, branch: 'other', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    plant(repo, 'ctx/main', goalPath(id), writeGoal(other))
    expect(JSON.parse(done(repo, 'status', '--json'))).toMatchObject({ isCurrent: false, entries: 1, findings: [] })
  })

  thoroughly('survive an edit by hand, and what is learned after', async () => {
    const repo = await withGoals()
    repo.write({ '.ctx/tree/style/naming/names.md': '---\ntitle: Names\n---\n\n## Facts\n- Names are words.\n' })
    done(repo, 'goal', 'note', 'After the edit')
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
    expect(JSON.parse(done(repo, 'status', '--json')).findings).toHaveLength(3)
    done(repo, 'goal', 'start', 'Go on')
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
    expect(JSON.parse(done(repo, 'goal', 'stats', '--json')).totalNodes).toBe(2)
    expect(repo.ctx('goal', 'tree').out).not.toContain('\u001b')
  })

  test('with a limit of 1e300 tokens does not stop ctx goal stats', () => {
    const repo = newCtxRepo()
    done(repo, 'goal', 'start', 'Build the shop')
    const other = goalIdFor('other', 1)
    const text = writeGoal({ ...sound, id: other, branch: 'other' }).replace('"tokenLimit": 300', '"tokenLimit": 1e300')
    plant(repo, 'ctx/main', goalPath(other), text)
    expect(JSON.parse(done(repo, 'goal', 'stats', '--json'))).toMatchObject({ totalNodes: 1 })
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
    done(repo, 'goal', 'start', 'Go on')
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
  expect(await goalDone(ctx, { digest: good })).toMatchObject({ digest: good, branch: 'main' })
  expect((await goalTree(ctx)).goals).toMatchObject([{ state: 'finished', digest: good }])
  expect(await goalStats(ctx)).toMatchObject({ totalNodes: 1, finished: 1, totalTokens: 10 })
})
