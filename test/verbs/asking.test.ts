/** @module-tag slow */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, curate, init, push, query, related, tell, why } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import {
  cloneFrom,
  newRepo,
  program,
  type Ran,
  type Repo,
  repoAt,
  temporaryFolder,
  withRemote,
} from '../support/repo.ts'
import { openIn } from '../support/open-in.ts'

// Questions of every kind, and what must not change their answers.

const decision = (title: string, why_: string): string => `${title}\n\nDecision: ${title} because ${why_}\n`

async function quiet(): Promise<Repo> {
  const repo = newRepo()
  await init(await openIn(repo), { hooks: false })
  return repo
}
const told = async (repo: Repo, text: string, topic: string): Promise<void> =>
  void (await tell(await openIn(repo), text, { topic }))
const pathsOf = async (
  repo: Repo,
  text: string,
  options: Parameters<typeof query>[2] = {},
): Promise<readonly string[]> => (await query(await openIn(repo), text, options)).hits.map(({ path }) => path)
const learn = async (repo: Repo): Promise<void> => void (await curate(await openIn(repo), { kind: 'new' }))

const mail = 'src/mail/queue_mail_instead_of_sending_it.md'
const odd = 'odd/my_file_two/allow_odd_names_of_files.md'
const avatars = 'web/avatars/cache_avatars_in_memory.md'
const tea = 'kitchen/tea/tea_is_brewed_for_four_minutes.md'

type Answer = { hits: { path: string; score: number; matched: string[] }[]; outOfDomain: boolean; unknown: string[] }
const answerOf = (ran: Ran): Answer => JSON.parse(ran.out) as Answer
/** What an answer says, without how long it took, and whether it was remembered. */
const said = (ran: Ran): object => ({ ...answerOf(ran), tookMs: 0, tier: '' })

// One history for all that only asks; nothing changes its files.
let repo: Repo
let folder = ''
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
  mkdirSync(join(folder, 'repo'))
  repo = repoAt(join(folder, 'repo'), folder)
  repo.git('init', '-q', '-b', 'main')
  await init(await openIn(repo), { hooks: false })
  const commitOn = async (date: string, message: string, files: Readonly<Record<string, string>>): Promise<void> => {
    repo.write(files)
    repo.git('add', '-A')
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    expect(repo.run('git', ['commit', '-q', '-m', message], { env }).code).toBe(0)
    await learn(repo)
  }
  await commitOn('2026-03-20T12:00:00Z', decision('Allow odd names of files', 'people type them'), {
    'odd/my file: two.ts': 'one\n',
    '-dash.ts': 'one\n',
    'grüße.ts': 'one\n',
  })
  await commitOn('2026-04-01T12:00:00Z', decision('Queue mail instead of sending it', 'the server is slow'), {
    'src/mail.ts': 'export const queue = []\n',
  })
  repo.git('tag', 'v1')
  repo.git('branch', 'old')
  await commitOn('2026-06-01T12:00:00Z', decision('Cache avatars in memory', 'the server is slow'), {
    'web/avatars.ts': 'export const cache = new Map()\n',
    'plain.txt': 'nothing to learn\n',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ctx = (...words: string[]): Ran => repo.ctx(...words)

describe('ctx query and ctx search', () => {
  test('print JSON with the keys of FORMATS, in its order', () => {
    const lessons = JSON.parse(ctx('query', 'why queue mail', '--json').out) as { hits: object[] }
    expect(Object.keys(lessons)).toEqual(['query', 'outOfDomain', 'isNear', 'unknown', 'isWhole', 'hits', 'unread'])
    expect(lessons).toMatchObject({ query: 'why queue mail', outOfDomain: false })
    expect(lessons.hits[0]).toMatchObject({ entry: mail, commit: repo.git('rev-parse', 'v1'), holds: '' })
    for (const words of [
      ['search', 'why queue mail'],
      ['query', '--paths=src/mail.ts', 'why queue mail'],
    ]) {
      const answer = JSON.parse(ctx(...words, '--json').out) as { hits: object[]; tier: string }
      expect(Object.keys(answer).slice(0, 6)).toEqual(['query', 'tier', 'answer', 'outOfDomain', 'hits', 'tookMs'])
      const keys = 'path title score text importance recency maturity matched excerpt sources files'.split(' ')
      expect(Object.keys(answer.hits[0] ?? {}).slice(0, keys.length)).toEqual(keys)
      expect(answer).toMatchObject({ query: 'why queue mail', outOfDomain: false })
      expect(answer.hits[0]).toMatchObject({ path: mail, sources: [repo.git('rev-parse', 'v1')], maturity: 'draft' })
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
        parts?: { words: number; coverage: number; together: number; factors: Record<string, number> }
      }[]
    }
    const [hit] = (JSON.parse(ctx('query', 'why queue mail', '--explain', '--json').out) as Hits).hits
    const { words = 0, coverage = 0, together = 0, factors = {} } = hit?.parts ?? {}
    const product = Object.values(factors).reduce((score, factor) => score * factor, words * coverage * together)
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
      expect([paths, answerOf(from(where, paths)).hits.map(({ path }) => path)]).toEqual([paths, [mail, avatars]])
    for (const path of ['odd/my file: two.ts', '-dash.ts', 'grüße.ts'])
      expect([path, answerOf(from('.', path)).hits.map((hit) => hit.path)]).toEqual([path, [odd, avatars]])
    expect(await pathsOf(repo, '', { files: ['src/mail.ts'] })).toEqual([mail])
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
      expect(await pathsOf(repo, 'server slow', { topic })).toEqual([mail])
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
    const own = await quiet()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await told(own, 'The retry_budget of deliveries is five.', 'web/retries')
    await learn(own)
    for (const verb of ['query', 'search'])
      expect(expectCode(own.ctx(verb, '--staged'), 2)).toMatch(/Nothing is staged[\s\S]*git add/)
    expect(answerOf(own.ctx('query', '--staged', 'queue', 'mail', '--json')).hits).toMatchObject([{ path: mail }])
    own.write({ 'new.ts': 'export const retry_budget = 5\n' })
    own.git('add', '-A')
    expect(answerOf(own.ctx('query', '--staged', '--json')).hits[0]?.path).toContain('retry_budget')
    own.write({ 'src/mail.ts': 'two\n' })
    own.git('add', '-A')
    const found = answerOf(
      own.run(process.execPath, [program, 'search', '--staged', 'retry budget', '--json'], { in: 'src' }),
    )
    expect(found.hits.map(({ path }) => path)).toEqual([mail, expect.stringContaining('retry_budget')])
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
      expect([at, expectCode(ctx('search', 'mail', '--at', at), 0)]).toEqual([at, expect.stringContaining(mail)])
    }
    for (const at of ['HEAD', 'main', '2026-07-01'])
      expect(expectCode(ctx('search', 'avatars', '--at', at), 0)).toContain(avatars)
  })

  test('before anything was learned says so, and what to ask instead', async () => {
    const own = await quiet()
    own.commit('Begin the mail\n\nBecause people want letters.\n', { 'src/mail.ts': 'one\n' })
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'two\n' })
    expectCode(own.ctx('curate', '--all'), 0)
    const told_ = expectCode(own.ctx('query', 'queue mail', '--at', 'HEAD~2'), 1)
    expect(told_).toMatch(/^As of HEAD~2, nothing had been learned yet\. .*--log-only[^]*Nothing is known about this/)
    expect(own.ctx('query', 'queue mail', '--at', 'HEAD').err).toBe('')
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
    const own = await quiet()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await learn(own)
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    expect(await pathsOf(own, 'tea', { at: 'HEAD' })).toEqual([tea])
  })

  test('a branch knows what was learned on it', async () => {
    const own = await quiet()
    own.git('switch', '-q', '-c', 'feature')
    own.commit(decision('Cache avatars in memory', 'the server is slow'), { 'web/avatars.ts': 'one\n' })
    await learn(own)
    own.git('switch', '-q', 'main')
    expect(await pathsOf(own, 'avatars', { at: 'feature' })).toEqual([avatars])
  })
})

describe('ctx related', () => {
  const entry = (title: string, related_: string, sources: string, file: string): string =>
    `---\ntitle: ${title}\nrelated: [${related_}]\n---\n\n## Raw Concept\n**Files:**\n- ${file}\n**Sources:**\n- ${sources} Said\n`

  test('follows relations both ways, and tells what shares commits and files', async () => {
    const own = await quiet()
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
    own.write({
      '.ctx/tree/a/b/middle.md': entry('Middle', 'a/b/named.md, a/b/gone.md', one, 'src/Mail.ts'),
      '.ctx/tree/a/b/named.md': entry('Named', '', two, 'x.ts'),
      '.ctx/tree/a/c/names.md': entry('Names', 'a/b/middle.md', two, 'y.ts'),
      '.ctx/tree/a/c/taught.md': entry('Taught', '', one, 'z.ts'),
      '.ctx/tree/a/c/about.md': entry('About', '', three, 'src/Mail.ts'),
      '.ctx/tree/a/c/other.md': entry('Other', '', three, 'src/mail.ts'),
    })
    const found = await related(await openIn(own), 'a/b/middle.md')
    expect(found.map(({ path, links }) => [path, links])).toEqual([
      ['a/b/named.md', ['names']],
      ['a/c/names.md', ['named by']],
      ['a/c/taught.md', ['same commit']],
      ['a/c/about.md', ['same file']],
    ])
    for (const path of ['a/b/middle', '@a/b/middle.md', '.ctx/tree/a/b/middle.md'])
      expect(await related(await openIn(own), path)).toEqual(found)
    const ofFile = (await related(await openIn(own), 'src/Mail.ts')).map(({ path }) => path)
    expect([...ofFile].sort()).toEqual(['a/b/middle.md', 'a/c/about.md'])
    expect(JSON.parse(own.ctx('related', 'a/b/middle.md', '-n', '1', '--json').out)).toEqual({
      related: found.slice(0, 1),
      rules: [],
      lessons: [],
      tests: [],
    })
    expectCode(own.ctx('related', 'a/c/other.md'), 0)
    for (const wrong of ['a/b/gone.md', 'src/MAIL.ts', 'a', '']) expectCode(own.ctx('related', wrong), 2)
  })

  test('of a file tells the rules and lessons that hold, and the tests that change with it', async () => {
    const own = await quiet()
    own.commit(
      'Keep the pool small\n\nThe database refuses more than ten connections, so the eleventh waits for ever.',
      {
        'src/pool.ts':
          '// The pool must never hold more than ten connections, because the database refuses them.\nexport const size = 10\n',
        'test/pool.test.ts': "test('holds ten', () => {})\n",
      },
    )
    expectCode(own.ctx('curate', 'HEAD'), 0)
    const learned = own.git('rev-parse', 'HEAD')
    own.commit('Say ten', {
      'src/pool.ts': `${own.read('src/pool.ts')}// ten\n`,
      'test/pool.test.ts': "test('ten', () => {})\n",
    })
    const answer = expectCode(own.ctx('related', 'src/pool.ts'), 0)
    expect(answer).toContain('The database refuses more than ten connections')
    expect(answer).toContain('Tests that change with it: test/pool.test.ts')
    expect(answer).toMatch(/src\/pool\/\S+\.md {2}.* {2}same file/)
    const { lessons, tests, related: entries } = JSON.parse(own.ctx('related', 'src/pool.ts', '--json').out)
    expect(lessons[0]).toMatchObject({ headline: 'Keep the pool small', commit: learned })
    expect(tests).toEqual(['test/pool.test.ts'])
    expect(entries.length).toBeGreaterThan(0)
  })

  test('follows a relation to a topic, and back; asked for it, an answer brings what the neighbours say', async () => {
    const own = await quiet()
    const says = (title: string, related_: string, fact: string): string =>
      `---\ntitle: ${title}\nrelated: [${related_}]\n---\n\n## Facts\n- ${fact}\n`
    own.write({
      '.ctx/tree/auth/tokens/rotation.md': says('Rotation', '"@auth/sessions"', 'Refresh tokens are single-use here'),
      '.ctx/tree/auth/sessions/end.md': says('End', '', 'Sessions close after an idle hour'),
      '.ctx/tree/auth/sessions/store/redis.md': says('Redis', 'auth/sessions/store/', 'Sessions lie in Redis'),
      '.ctx/tree/auth/sessions/store/keys.md': says('Keys', '', 'Keys begin with sess'),
    })
    const linked = async (path: string): Promise<readonly string[]> =>
      (await related(await openIn(own), path)).map((one) => `${one.links.join()} ${one.path}`)
    expect(await linked('auth/tokens/rotation.md')).toEqual([
      'names auth/sessions/end.md',
      'names auth/sessions/store/keys.md',
      'names auth/sessions/store/redis.md',
    ])
    expect(await linked('auth/sessions/end.md')).toEqual(['named by auth/tokens/rotation.md'])
    expect(await linked('auth/sessions/store/keys.md')).toEqual([
      'named by auth/sessions/store/redis.md',
      'named by auth/tokens/rotation.md',
    ])
    expect(own.ctx('status').out).not.toContain('relation')
    const question = ['query', 'are', 'refresh', 'tokens', 'single-use']
    expect(own.ctx(...question).out).not.toContain('idle hour')
    expect(own.ctx(...question, '--related').out).toMatch(/End {2}auth\/sessions\/end\.md[^]*idle hour/)
  })

  test('with --related, a neighbour is told without the raw list of its relations', async () => {
    const own = await quiet()
    own.write({
      '.ctx/tree/auth/tokens/rotation.md':
        '---\ntitle: Rotation\n---\n\n## Facts\n- Refresh tokens are single-use here\n',
      '.ctx/tree/auth/sessions/end.md':
        '---\ntitle: End\n---\n\n## Relations\n@auth/tokens/rotation.md\n\n## Facts\n- Sessions close after an idle hour\n',
    })
    const { out } = own.ctx('query', 'are', 'refresh', 'tokens', 'single-use', '--related')
    expect(out).toMatch(/related to auth\/tokens\/rotation\.md\n## Facts\n- Sessions close/)
    expect(out).not.toContain('@auth')
  })
})

describe('ctx why', () => {
  test('tells why a line is as it is, whatever the name of its file and wherever one stands', () => {
    const from = (where: string, ...words: string[]): string =>
      expectCode(repo.run(process.execPath, [program, 'why', ...words], { in: where }), 0)
    for (const [where, ...words] of [
      ['.', 'src/mail.ts'],
      ['.', 'src/mail.ts:1'],
      ['src', 'mail.ts:1'],
      ['web', '../src/mail.ts'],
      ['.', 'odd/my file: two.ts:1'],
      ['.', '--', '-dash.ts'],
      ['src', '../-dash.ts:1'],
      ['.', 'grüße.ts:1'],
    ] as const)
      expect([words, from(where, ...words)]).toEqual([
        words,
        expect.stringMatching(/because [^]*\d{4}-\d\d-\d\d [0-9a-f]{8}/),
      ])
  })

  test('says what is wrong with a line or file that is not there', async () => {
    const own = await quiet()
    own.write({ 'README.md': '# A project\nnew\n', 'added.ts': 'one\n' })
    const faults = [
      ['README.md:2', /Line 2 of README\.md is not committed yet[\s\S]*Commit it/],
      ['README.md:3', /README\.md has 2 lines, so there is no line 3/],
      ['added.ts:1', /has a file added\.ts/],
      ['added.ts', /has a file added\.ts/],
      ['no such:file', /no commit and no file no such:file/],
      ['README.md:0', /"0" is no line of README\.md\.\s+A line is one number: ctx why README\.md:1/],
      ['README.md:10-20', /README\.md has 2 lines, so there is no line 10/],
      ['README.md:1-x', /A line is one number: ctx why README\.md:1, or two for some lines: ctx why README\.md:1-5/],
      ['README.md:abc', /A line is one number/],
      ['../outside', /outside/],
      [':(top)README.md', /no commit and no file :\(top\)README\.md/],
    ] as const
    for (const [place, fault] of faults) expect(expectCode(own.ctx('why', place), 2)).toMatch(fault)
    expectCode(own.ctx('why'), 2)
    expect(expectCode(own.ctx('why', 'README.md'), 1)).toContain('Nothing is known')
    expect(expectCode(own.ctx('why', 'README.md:1'), 1)).toContain('from the log, not curated')
  })

  test('tells the commits that wrote a line one after the other, newest first', async () => {
    const own = await quiet()
    own.commit(decision('Wait ten seconds', 'the server is slow'), { 'src/wait.ts': 'const wait = 10\n' })
    own.commit('Name the guard', { 'src/guard.ts': 'const guard = 1\n' })
    own.commit(decision('Wait twenty seconds', 'ten were too few for mail'), { 'src/wait.ts': 'const wait = 20\n' })
    await learn(own)
    const text = expectCode(own.ctx('why', 'src/wait.ts:1'), 0)
    expect(text).toMatch(/^Wait twenty seconds[^]*ten were too few[^]*\n\nWait ten seconds[^]*the server is slow/)
    expect(text).not.toContain('guard')
  })

  test('tells which commits brought a text and which took it out, and where it is now', async () => {
    const own = await quiet()
    const [was, is] = ['const limit = maxOpenSockets\n', 'const limit = 5\n']
    const first = own.commit(decision('Limit sockets', 'hosts refuse more'), {
      'src/pool.ts': was,
      'a.md': 'maxOpenSockets\n',
    })
    own.commit('Say more of the limit', { 'src/pool.ts': `const limit = maxOpenSockets // each\n` })
    const gone = own.commit(decision('Drop the limit', 'agents have their own'), { 'src/pool.ts': is })
    await learn(own)
    const found = expectCode(own.ctx('why', '-S', 'maxOpenSockets'), 0)
    expect(found).toMatch(/^"maxOpenSockets" is in a\.md\.\n\n\+0 -1 {2}Drop the limit[^]*\+2 -0 {2}Limit sockets/)
    expect(found).toContain('hosts refuse more')
    // Who only wrote its line anew neither brought it nor took it.
    expect(found).not.toContain('Say more')
    const last = own.commit('Drop the page', { 'a.md': 'nothing\n' })
    expect(expectCode(own.ctx('why', '-S', 'maxOpenSockets'), 0)).toContain(
      `"maxOpenSockets" is nowhere now; ${last.slice(0, 8)} took the last of it.`,
    )
    const { hits } = JSON.parse(own.ctx('why', '--string', 'maxOpenSockets', '--json').out) as {
      hits: { commit: string; brought: number; took: number }[]
    }
    expect(hits.map(({ commit, brought, took }) => [commit, brought, took])).toEqual([
      [last, 0, 1],
      [gone, 0, 1],
      [first, 2, 0],
    ])
    expect(expectCode(own.ctx('why', '-S', 'maxOpenSockets', 'a.md'), 0)).not.toContain('Drop the limit')
    expect(expectCode(own.ctx('why', '-S', 'minOpenSockets'), 1)).toContain('was never here')
    expectCode(own.ctx('why', '--string=--output=here'), 1)
    expect(existsSync(join(own.root, 'here'))).toBe(false)
    expect(expectCode(own.ctx('why', '-S', ''), 2)).toContain('ctx why -S max_size')
    expect(expectCode(own.ctx('why', '-S', 'x', '..'), 2)).toContain('outside this repository')
  })

  test('tells why a commit was made, in its diff where its message does not say, and what it took the place of', async () => {
    const own = await quiet()
    const waits = (seconds: number): string =>
      Array.from({ length: 6 }, (_, at) => `export const waitNumber${at} = ${seconds}${at}\n`).join('')
    const first = own.commit(decision('Wait ten seconds', 'the server is slow'), { 'src/wait.ts': waits(10) })
    const bare = own.commit('Wait twenty seconds', {
      'src/wait.ts': `// Ten were too few for mail, because its server sleeps.\n${waits(20)}`,
    })
    await learn(own)
    const text = expectCode(own.ctx('why', bare.slice(0, 8)), 0)
    expect(text).toMatch(
      /^Wait twenty seconds\n {2}(?:in its diff: )?Ten were too few for mail, because its server sleeps\./,
    )

    expect(text).toMatch(new RegExp(`place of:\\n {2}\\d{4}-\\d\\d-\\d\\d ${first.slice(0, 8)} Wait ten seconds\\n`))
    expect(expectCode(own.ctx('why', 'HEAD~1'), 0)).toMatch(
      /the server is slow[^]*changed later: .* Wait twenty seconds/,
    )
    const { commit, hits } = JSON.parse(own.ctx('why', 'HEAD', '--json').out) as { commit: string; hits: object[] }
    expect([commit, hits.length]).toEqual([bare, 1])
    // A commit that no index has is told by its message; one that says nothing is no answer.
    own.git('switch', '-q', '-c', 'other', 'HEAD~1')
    const elsewhere = own.commit(decision('Wait for ever', 'nobody minds'), { 'src/ever.ts': 'ever\n' })
    own.git('switch', '-q', 'main')
    expect(expectCode(own.ctx('why', elsewhere), 0)).toContain('nobody minds')
    expectCode(own.ctx('why', own.commit('Begin', { 'one.txt': 'one\n' })), 1)
    expect(expectCode(own.ctx('why', '0123456789'), 2)).toMatch(/no commit and no file 0123456789[^]*or a commit/)
    expectCode(own.ctx('why', '--', '--output=here'), 2)
    expect(existsSync(join(own.root, 'here'))).toBe(false)
  })

  test('tells of a merge the commits that it brought, and no older ones', async () => {
    const own = await quiet()
    own.commit(decision('Open ten sockets', 'the server has ten'), { 'src/pool.ts': 'ten\n' })
    own.git('switch', '-q', '-c', 'topic')
    const first = own.commit(decision('Wait ten seconds', 'the server is slow'), { 'src/wait.ts': 'ten\n' })
    const second = own.commit('Spell wait', { 'src/wait.ts': 'Ten\n' })
    own.git('switch', '-q', 'main')
    own.git('merge', '-q', '--no-ff', '-m', "Merge branch 'topic'", 'topic')
    await learn(own)
    const { hits } = JSON.parse(own.ctx('why', 'HEAD', '--json').out) as { hits: readonly { commit: string }[] }
    expect(hits.map(({ commit }) => commit)).toEqual([own.git('rev-parse', 'HEAD'), second, first])
    expect(expectCode(own.ctx('why', 'HEAD'), 0)).toMatch(/^Merge branch 'topic'[^]*Wait ten[^]*the server is slow/)
  })

  test('tells of a file what bare commits say in it, by the name that it had then, and not what they say elsewhere', async () => {
    const own = await quiet()
    const comment = (says: string): string => `// ${says}\nexport const wait = 10\n`
    own.commit('Wait a little', {
      'src/wait.ts': comment('The mail server sleeps for ten seconds.'),
      'src/pool.ts': comment('The pool opens ten sockets because of mail.'),
    })
    mkdirSync(join(own.root, 'lib'))
    own.git('mv', 'src/wait.ts', 'lib/wait.ts')
    own.commit('Move it', {})
    await learn(own)
    const text = expectCode(own.ctx('why', 'lib/wait.ts'), 0)
    expect(text).toMatch(/^Wait a little\n {2}in its diff: The mail server sleeps for ten seconds\.\n/)
    expect(text).not.toMatch(/sockets|Move it/)
    expect(expectCode(own.ctx('why', 'src/pool.ts'), 0)).toContain('because of mail')
  })

  test('knows a file whose name ends like a line', async () => {
    const own = await quiet()
    own.commit(decision('Number the seats', 'people quarrel'), { 'seat:12': 'one\n' })
    await learn(own)
    expectCode(own.ctx('why', 'seat:12'), 0)
  })

  test('knows a line of a file that is deleted but not yet committed', async () => {
    const own = await quiet()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await learn(own)
    rmSync(join(own.root, 'src/mail.ts'))
    expect((await why(await openIn(own), 'src/mail.ts')).hits).toHaveLength(1)
    expectCode(own.ctx('why', 'src/mail.ts:1'), 0)
  })
})

describe('a question from elsewhere', () => {
  test('is answered with 1 and names the words that nothing knows, never a common one', async () => {
    const own = await quiet()
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
      await told(own, `The ${thing} server keeps its ${thing} for a week.`, `web/${thing}`)
  }

  test('is not answered by what a similar question was told', async () => {
    const own = await quiet()
    await eightServers(own)
    const unknown = 'which zebra orbits the quantum'
    expect(await pathsOf(own, `${unknown} server`)).not.toEqual([])
    expect(await pathsOf(own, unknown)).toEqual([])
  })
})

describe('what people do to .ctx/tree', () => {
  test('is found by the next question: an edit, a new entry, a deletion', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const path = `.ctx/tree/${tea}`
    expectCode(own.ctx('query', 'tea'), 0)
    own.write({ [path]: own.read(path).replaceAll('four minutes', 'seven zeppelins') })
    expect(await pathsOf(own, 'zeppelins')).toEqual([tea])
    expect(await pathsOf(own, 'four minutes')).toEqual([tea])
    own.write({ '.ctx/tree/kitchen/coffee/grind.md': '---\ntitle: Grind it fresh\n---\n\nWith a xylophone.\n' })
    expect(await pathsOf(own, 'xylophone')).toEqual(['kitchen/coffee/grind.md'])
    rmSync(join(own.root, path))
    expect(await pathsOf(own, 'zeppelins')).toEqual([])
    expect(expectCode(own.ctx('search', 'grind'), 0)).toContain('Grind it fresh')
    expect(expectCode(own.ctx('search', 'zeppelins'), 1)).toContain('"zeppelins"')
  })

  test('is said where it cannot be read, by every question until it is mended', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const bad = '.ctx/tree/kitchen/tea/bad.md'
    own.write({
      [bad]: '---js\nmodule.exports = zeppelin\n---\n',
      '.ctx/tree/kitchen/tea/torn.md': '---\ntitle: [zeppelin\n---\n',
      '.ctx/tree/kitchen/tea/BAD name.md': 'zeppelin\n',
    })
    for (let times = 0; times < 2; times++)
      expect(expectCode(own.ctx('query', 'tea'), 0)).toContain(
        'Not searched, because they cannot be read: kitchen/tea/bad.md, kitchen/tea/torn.md',
      )
    expect(JSON.parse(own.ctx('search', 'zeppelin', '--json').out)).toMatchObject({
      hits: [],
      unread: ['kitchen/tea/bad.md', 'kitchen/tea/torn.md'],
    })
    rmSync(join(own.root, '.ctx/tree/kitchen/tea/torn.md'))
    own.write({ [bad]: '---\ntitle: A ship\n---\n\nThe zeppelin is moored.\n' })
    expect(expectCode(own.ctx('query', 'zeppelin'), 0)).not.toContain('could not be read')
  })

  test('is said where a file is not UTF-8', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const latin = Buffer.from('---\ntitle: Caf\xe9 zeppelin\n---\n', 'latin1')
    writeFileSync(join(own.root, '.ctx/tree/kitchen/tea/latin.md'), latin)
    expect(JSON.parse(own.ctx('search', 'tea', '--json').out)).toMatchObject({ unread: ['kitchen/tea/latin.md'] })
  })
})

describe('the index', () => {
  const index = (root: string): string => join(root, '.git/ctx/index.db')

  // From Node 22.16 on SQLite is part of Node.
  test.skipIf('sqlite' in process.versions)(
    'is told by ctx doctor; without the native module, all is answered alike from memory',
    () => {
      const copy = join(temporaryFolder(), 'ctx')
      cpSync(join(dirname(program)), join(copy, 'dist'), { recursive: true })
      cpSync(join(dirname(program), '../package.json'), join(copy, 'package.json'))
      const bare = (...words: string[]): Ran => repo.run(process.execPath, [join(copy, 'dist/cli.cjs'), ...words])
      expect(ctx('doctor').out).toMatch(/search: SQLite FTS5, on disk, 3 entries/)
      expect(bare('doctor').out).toMatch(/search: MiniSearch, in memory.*\. Slower/)
      for (const words of [
        ['search', 'why is the server slow for mail', '--explain', '--json'],
        ['search', 'avatrs in memory', '--explain', '--json'],
        ['search', 'mail', '--paths', 'web/avatars.ts', '--json'],
        ['search', 'zebra', '--explain', '--json'],
      ]) {
        const [ours, theirs] = [ctx(...words), bare(...words)]
        expect([words, theirs.code]).toEqual([words, ours.code])
        expect(rounded(said(theirs))).toEqual(rounded(said(ours)))
      }
      for (const words of [['show', mail], ['tree'], ['log'], ['status']])
        expect([words, bare(...words)]).toEqual([words, ctx(...words)])
      // Single lessons are found by an index alone.
      expect(expectCode(bare('related', 'src/mail.ts'), 0)).toContain('Queue mail instead of sending it  same file')
      // The reason of a line is in its commit's message; what became of it only an index knows.
      expect(expectCode(bare('why', 'src/mail.ts:1'), 0)).toContain('because')
    },
  )

  // Scores hold the age of an entry, which went on between two questions.
  const rounded = (answer: object): object =>
    JSON.parse(
      JSON.stringify(answer, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)),
    ) as object

  /** A tree of two entries, indexed by programs that have ended: one that runs on may leave its log beside the file. */
  async function indexed(): Promise<Repo> {
    const own = newRepo()
    own.write({ '.ctx/tree/kitchen/tea/brew.md': '---\ntitle: Tea is brewed for four minutes\n---\n' })
    own.write({ '.ctx/tree/kitchen/coffee/grind.md': '---\ntitle: Coffee beans are ground fresh\n---\n' })
    expectCode(own.ctx('init', '--no-hooks'), 0)
    expectCode(own.ctx('refresh'), 0)
    return own
  }

  test('changes no answer by being deleted, emptied, cut off or filled with garbage', async () => {
    const own = await indexed()
    const ask = () => rounded(said(own.ctx('search', 'tea', '--json')))
    const before = ask()
    const file = index(own.root)
    const spoil = [
      () => rmSync(file),
      () => writeFileSync(file, ''),
      () => writeFileSync(file, 'This is not a database.\n'.repeat(1_000)),
      () => writeFileSync(file, readFileSync(file).subarray(0, 5_000)),
      () => writeFileSync(`${file}-wal`, 'garbage'),
    ]
    for (const [at, act] of spoil.entries()) {
      act()
      expect([at, ask()]).toEqual([at, before])
    }
    expect(existsSync(file)).toBe(true)
    expect(own.ctx('doctor').out).toContain('2 entries')
  })

  test('changes no answer by being damaged in its middle', async () => {
    const own = await indexed()
    const bytes = readFileSync(index(own.root))
    bytes.fill(0xa5, 8_192)
    writeFileSync(index(own.root), bytes)
    expectCode(own.ctx('search', 'tea'), 0)
  })

  test('can be deleted while a program has it open', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    expect(await pathsOf(own, 'tea')).toEqual([tea])
    expectCode(own.ctx('search', 'tea'), 0)
    rmSync(index(own.root))
    expect(expectCode(own.ctx('search', 'brewed'), 0)).toContain(tea)
    expect(await pathsOf(own, 'four minutes')).toEqual([tea])
  })

  test('is made by ten questions at once in a fresh clone, which all answer', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    await told(own, 'Coffee beans are ground fresh.', 'kitchen/coffee')
    const remote = withRemote(own)
    await push(await openIn(own))
    const clone = cloneFrom(remote, 'clone')
    const ask = async () =>
      await promisify(execFile)(process.execPath, [program, 'search', 'tea', '--json'], {
        cwd: clone.root,
        env: clone.env,
      })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    for (const { stdout } of answers) expect((JSON.parse(stdout) as Answer).hits.map(({ path }) => path)).toEqual([tea])
    expect(await pathsOf(clone, 'coffee beans')).toEqual(['kitchen/coffee/coffee_beans_are_ground_fresh.md'])
    expect(readFileSync(join(clone.root, '.git/ctx/accesses'), 'utf8').match(/kitchen\/tea/g)).toHaveLength(10)
  })

  test('belongs to a work tree: each answers from its own branch', async () => {
    const own = await quiet()
    await told(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const root = join(dirname(own.root), 'linked')
    own.git('worktree', 'add', '-q', '-b', 'feature', root)
    const linked = repoAt(root, dirname(root))
    await told(linked, 'Coffee beans are ground fresh.', 'kitchen/coffee')
    await told(own, 'Zeppelins need a hangar.', 'air/ships')
    await archive(await openIn(own), 'air')
    for (let times = 0; times < 2; times++) {
      expect(await pathsOf(own, 'coffee')).toEqual([])
      expect(await pathsOf(linked, 'coffee')).toEqual(['kitchen/coffee/coffee_beans_are_ground_fresh.md'])
      expect(await pathsOf(own, 'zeppelins')).toEqual(['_archived/air/ships/zeppelins_need_a_hangar.stub.md'])
      expect(await pathsOf(linked, 'zeppelins')).toEqual([])
      for (const one of [own, linked]) expect(await pathsOf(one, 'tea')).toEqual([tea])
    }
    expect(answerOf(linked.ctx('query', 'coffee', '--json')).hits).toHaveLength(1)
    expectCode(own.ctx('query', 'coffee'), 1)
  })
})
