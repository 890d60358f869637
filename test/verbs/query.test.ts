/** @module-tag slow */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import { program, type Ran, type Repo } from '../support/repo.ts'
import { initedRepo, openIn, tellIn } from '../support/open-in.ts'
import {
  askedHistory,
  decision,
  learn,
  answerOf,
  avatarsEntry,
  mailEntry,
  oddEntry,
  pathsOf,
} from '../support/asked-history.ts'

const tea = 'kitchen/tea/tea_is_brewed_for_four_minutes.md'

// One history for all that only asks; nothing changes its files.
let repo: Repo
beforeAll(async () => {
  repo = await askedHistory()
})
afterAll(() => rmSync(dirname(repo.root), { recursive: true, force: true }))

const ctx = (...words: string[]): Ran => repo.ctx(...words)

describe('ctx query and ctx search', () => {
  test('say what a commit is about that a question names by its hash: it was said that no commit has it', () => {
    const sha = repo.git('rev-parse', 'v1')
    for (const asked of [`what did ${sha.slice(0, 7)} change`, sha]) {
      const [hit] = (JSON.parse(expectCode(ctx('query', asked, '--json'), 0)) as { hits: { commit: string }[] }).hits
      expect(hit?.commit).toBe(sha)
    }
    // What git does not know is a word as any other.
    expect(expectCode(ctx('query', 'what did deadbee1 change'), 1)).toContain('deadbee1')
  })

  test('print JSON with the keys of FORMATS, in its order', () => {
    const lessons = JSON.parse(ctx('query', 'why queue mail', '--json').out) as { hits: object[] }
    expect(Object.keys(lessons)).toEqual(['query', 'outOfDomain', 'isNear', 'unknown', 'isWhole', 'hits', 'unread'])
    expect(lessons).toMatchObject({ query: 'why queue mail', outOfDomain: false })
    expect(lessons.hits[0]).toMatchObject({ entry: mailEntry, commit: repo.git('rev-parse', 'v1'), holds: '' })
    for (const words of [
      ['search', 'why queue mail'],
      ['query', '--paths=src/mail.ts', 'why queue mail'],
    ]) {
      const answer = JSON.parse(ctx(...words, '--json').out) as { hits: object[]; tier: string }
      expect(Object.keys(answer).slice(0, 6)).toEqual(['query', 'tier', 'answer', 'outOfDomain', 'hits', 'tookMs'])
      const keys = 'path title score text importance recency maturity matched excerpt sources files'.split(' ')
      expect(Object.keys(answer.hits[0] ?? {}).slice(0, keys.length)).toEqual(keys)
      expect(answer).toMatchObject({ query: 'why queue mail', outOfDomain: false })
      expect(answer.hits[0]).toMatchObject({
        path: mailEntry,
        sources: [repo.git('rev-parse', 'v1')],
        maturity: 'draft',
      })
    }
  })

  test('explain each score by its parts', () => {
    expect(expectCode(ctx('search', 'queue mail', '--explain'), 0)).toMatch(
      /^tier \w+, confidence [\d.]+[\s\S]*words[\s\S]*mail [\d.]+[\s\S]*importance/,
    )
    const [hit] = (JSON.parse(ctx('search', 'queue mail', '--explain', '--json').out) as { hits: { parts: object }[] })
      .hits
    expect(hit?.parts).toMatchObject({ byTerm: expect.anything(), importance: expect.any(Number), boost: 1 })
    expect(ctx('search', 'queue mail', '--json').out).not.toContain('byTerm')
  })

  test('explain the lessons that a question shows, and not entries that it does not', () => {
    expect(expectCode(ctx('query', 'why queue mail', '--explain'), 0)).toMatch(
      /^[\d.]+  .+ \([0-9a-f]{8}\)\n  words +[\d.]+  .*mail [\d.]+[\s\S]*coverage +× [\d.]+[\s\S]*curated +× 1\.08/,
    )
    type Hits = {
      hits: {
        score: number
        parts?: { words: number; coverage: number; headline: number; factors: Record<string, number> }
      }[]
    }
    const [hit] = (JSON.parse(ctx('query', 'why queue mail', '--explain', '--json').out) as Hits).hits
    const { words = 0, coverage = 0, headline = 0, factors = {} } = hit?.parts ?? {}
    const product = Object.values(factors).reduce((score, factor) => score * factor, words * coverage * headline)
    expect(product).toBeCloseTo(hit?.score ?? 0, 2)
    expect(ctx('query', 'why queue mail', '--json').out).not.toContain('byTerm')
  })

  test('show at most as many as asked for, and refuse what is no number', () => {
    const both = 'avatars mail server'
    expect(answerOf(ctx('search', both, '--json')).hits).toHaveLength(2)
    expect(answerOf(ctx('search', both, '-n', '1', '--json')).hits).toHaveLength(1)
    for (const wrong of ['0', '-1', 'many', '1.5', '1e3'])
      expect([wrong, expectCode(ctx('search', both, `--limit=${wrong}`), 2)]).toEqual([
        wrong,
        expect.stringContaining('whole number'),
      ])
  })

  test('put what is known about files first, named from wherever one stands', async () => {
    const from = (where: string, paths: string): Ran =>
      repo.run(process.execPath, [program, 'search', 'cache avatars', `--paths=${paths}`, '--json'], { in: where })
    for (const [where, paths] of [
      ['.', 'src/mail.ts'],
      ['src', 'mail.ts'],
      ['web', '../src/mail.ts'],
      ['src', join(repo.root, 'src/mail.ts')],
      ['.', 'no/such.ts,./src/mail.ts'],
    ] as const)
      expect([paths, answerOf(from(where, paths)).hits.map(({ path }) => path)]).toEqual([
        paths,
        [mailEntry, avatarsEntry],
      ])
    for (const path of ['odd/my file: two.ts', '-dash.ts', 'grüße.ts'])
      expect([path, answerOf(from('.', path)).hits.map((hit) => hit.path)]).toEqual([path, [oddEntry, avatarsEntry]])
    expect(await pathsOf(repo, '', { files: ['src/mail.ts'] })).toEqual([mailEntry])
    expect(expectCode(ctx('query', '--paths', 'no/such.ts'), 1)).toContain('No file here is called "no/such.ts"')
    expect(ctx('query', 'mail', '--paths', 'src/mail.ts,no/such.ts').err).toMatch(
      /^No file here is called "no\/such.ts",/,
    )
    expect(ctx('query', 'mail', '--paths', 'src/mail.ts').err).toBe('')
    expectCode(ctx('query', '--paths', '../outside.ts'), 1)
    expect(expectCode(ctx('query', '--paths', ''), 2)).toContain('There is no question')
  })

  test('stay in a topic', async () => {
    for (const topic of ['src', 'src/', 'src/mail'])
      expect(await pathsOf(repo, 'server slow', { topic })).toEqual([mailEntry])
    expect(await pathsOf(repo, 'server slow', { topic: 'sr' })).toEqual([])
    expect(await pathsOf(repo, 'avatars', { topic: 'src' })).toEqual([])
    expectCode(ctx('search', 'server slow', '--topic', "no'such"), 2)
  })

  test('refuse a question without words', () => {
    for (const words of [[], [''], ['  ', '']])
      expect(expectCode(ctx('query', ...words), 2)).toMatch(/There is no question[\s\S]*For example/)
    expect(expectCode(ctx('query', 'mail', '--no-such'), 2)).toContain('--no-such')
    expectCode(ctx('query', 'the'), 1)
    expectCode(ctx('search', '"mail" AND (queue OR *) NEAR/3 -x ^ \' \u0000\u202e'.replace('\u0000', '')), 0)
    expectCode(ctx('query', 'mail '.repeat(5_000)), 0)
  })

  test('rank the same question the same way ten times', async () => {
    const ask = async () => {
      const { tookMs: _, ...answer } = await query(await openIn(repo), 'why is the server slow for mail and avatars')
      return answer.hits.map(({ path, text }) => [path, text])
    }
    const first = await ask()
    expect(first).toHaveLength(2)
    for (let times = 0; times < 9; times++) expect(await ask()).toEqual(first)
  })
})

describe('--staged', () => {
  test('asks about what is staged, by its words or by those of a question', async () => {
    const own = await initedRepo()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await tellIn(own, 'The retry_budget of deliveries is five.', 'web/retries')
    await learn(own)
    for (const verb of ['query', 'search'])
      expect(expectCode(own.ctx(verb, '--staged'), 2)).toMatch(/Nothing is staged[\s\S]*git add/)
    expect(answerOf(own.ctx('query', '--staged', 'queue', 'mail', '--json')).hits).toMatchObject([{ path: mailEntry }])
    own.write({ 'new.ts': 'export const retry_budget = 5\n' })
    own.git('add', '-A')
    expect(answerOf(own.ctx('query', '--staged', '--json')).hits[0]?.path).toContain('retry_budget')
    own.write({ 'src/mail.ts': 'two\n' })
    own.git('add', '-A')
    const found = answerOf(
      own.run(process.execPath, [program, 'search', '--staged', 'retry budget', '--json'], { in: 'src' }),
    )
    expect(found.hits.map(({ path }) => path)).toEqual([mailEntry, expect.stringContaining('retry_budget')])
  })
})

describe('--at', () => {
  test('asks the knowledge of a commit, branch, tag or date of the code', () => {
    for (const at of [
      'v1',
      'old',
      'HEAD~1',
      repo.git('rev-parse', 'v1'),
      repo.git('rev-parse', '--short', 'v1'),
      '2026-05-01',
    ]) {
      expect([at, ctx('search', 'avatars', '--at', at).code]).toEqual([at, 1])
      expect([at, expectCode(ctx('search', 'mail', '--at', at), 0)]).toEqual([at, expect.stringContaining(mailEntry)])
    }
    for (const at of ['HEAD', 'main', '2026-07-01'])
      expect(expectCode(ctx('search', 'avatars', '--at', at), 0)).toContain(avatarsEntry)
  })

  test('before anything was learned says so, and what to ask instead', async () => {
    const own = await initedRepo()
    own.commit('Begin the mail\n\nBecause people want letters.\n', { 'src/mail.ts': 'one\n' })
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'two\n' })
    expectCode(own.ctx('curate', '--all'), 0)
    const told_ = expectCode(own.ctx('query', 'queue mail', '--at', 'HEAD~2'), 1)
    expect(told_).toMatch(/^As of HEAD~2, nothing had been learned yet\. .*--log-only[^\n]*\n*$/)
    expect(own.ctx('query', 'queue mail', '--at', 'HEAD').err).toBe('')
  })

  test('said which words no entry holds, where nothing had been learned yet', async () => {
    const own = await initedRepo()
    own.commit('Begin the mail\n\nBecause people want letters.\n', { 'src/mail.ts': 'one\n' })
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'two\n' })
    expectCode(own.ctx('curate', '--all'), 0)
    const { code, err } = own.ctx('query', '--at', 'HEAD~2', 'why', 'zebra')
    expect([code, err]).toEqual([1, expect.stringMatching(/^As of HEAD~2, nothing had been learned yet/)])
    expect(err).not.toMatch(/zebra|Try other words/)
  })

  test('refuses what names nothing', () => {
    for (const at of ['nonsense', '', '1e10', 'v1..main', '--all', 'HEAD~99', 'HEAD:src', ':/', '2026-03-01', '2025'])
      expect([at, expectCode(ctx('query', 'mail', `--at=${at}`), 2)]).toEqual([
        at,
        expect.stringMatching(/There is no commit/),
      ])
  })

  test.each(['2099-99-99', 'banana ago', '2099-01-01banana'])('refuses %s, which is no date', (at) => {
    expectCode(ctx('query', 'mail', '--at', at), 2)
  })

  test('HEAD knows what was told since the last commit', async () => {
    const own = await initedRepo()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await learn(own)
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    expect(await pathsOf(own, 'tea', { at: 'HEAD' })).toEqual([tea])
  })

  test('a branch knows what was learned on it', async () => {
    const own = await initedRepo()
    own.git('switch', '-q', '-c', 'feature')
    own.commit(decision('Cache avatars in memory', 'the server is slow'), { 'web/avatars.ts': 'one\n' })
    await learn(own)
    own.git('switch', '-q', 'main')
    expect(await pathsOf(own, 'avatars', { at: 'feature' })).toEqual([avatarsEntry])
  })
})

describe('a question from elsewhere', () => {
  test('is answered with 1 and names the words that nothing knows, never a common one', async () => {
    const own = await initedRepo()
    await eightServers(own)
    for (const verb of ['query', 'search']) {
      const text = expectCode(own.ctx(verb, 'does the server bake bread and Yeast'), 1)
      for (const word of ['"bake"', '"bread"', '"Yeast"']) expect(text).toContain(word)
      for (const word of ['"server"', '"does"', '"the"', '"and"']) expect(text).not.toContain(word)
    }
    const answer = answerOf(own.ctx('query', 'how do I bake bread', '--json'))
    expect(answer).toMatchObject({ outOfDomain: true, hits: [], unknown: ['bake', 'bread'] })
    const search = answerOf(own.ctx('search', 'how do I bake bread', '--json'))
    expect(search).toMatchObject({ outOfDomain: true, hits: [], tier: 'none', answer: '' })
    expect([...search.unknown].sort()).toEqual(['bake', 'bread'])
    for (const known of ['server', 'what does the server keep', 'payments'])
      expect([known, (await pathsOf(own, known)).length]).toEqual([
        known,
        expect.toSatisfy((count) => Number(count) > 0),
      ])
  })

  const eightServers = async (own: Repo): Promise<void> => {
    for (const thing of ['mail', 'avatars', 'sessions', 'payments', 'invoices', 'tokens', 'reports', 'uploads'])
      await tellIn(own, `The ${thing} server keeps its ${thing} for a week.`, `web/${thing}`)
  }

  test('is not answered by what a similar question was told', async () => {
    const own = await initedRepo()
    await eightServers(own)
    const unknown = 'which zebra orbits the quantum'
    expect(await pathsOf(own, `${unknown} server`)).not.toEqual([])
    expect(await pathsOf(own, unknown)).toEqual([])
  })
})
