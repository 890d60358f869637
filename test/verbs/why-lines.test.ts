/** @module-tag slow */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { why } from '../../src/index.ts'
import { expectCode, quietRepo } from '../support/expect.ts'
import { program, type Repo } from '../support/repo.ts'
import { initedRepo, openIn } from '../support/open-in.ts'
import { askedHistory, decision, learn } from '../support/asked-history.ts'

// One history for all that only asks; nothing changes its files.
let repo: Repo
beforeAll(async () => {
  repo = await askedHistory()
})
afterAll(() => rmSync(dirname(repo.root), { recursive: true, force: true }))

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
    const own = await initedRepo()
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
    expect(expectCode(own.ctx('why', 'README.md'), 1)).toContain('No commit that touched it says why')
    expect(expectCode(own.ctx('why', 'README.md:1'), 1)).toContain('from the log, not curated')
  })

  test('tells the commits that wrote a line one after the other, newest first', async () => {
    const own = await initedRepo()
    own.commit(decision('Wait ten seconds', 'the server is slow'), { 'src/wait.ts': 'const wait = 10\n' })
    own.commit('Name the guard', { 'src/guard.ts': 'const guard = 1\n' })
    own.commit(decision('Wait twenty seconds', 'ten were too few for mail'), { 'src/wait.ts': 'const wait = 20\n' })
    await learn(own)
    const text = expectCode(own.ctx('why', 'src/wait.ts:1'), 0)
    expect(text).toMatch(/^Wait twenty seconds[^]*ten were too few[^]*\n\nWait ten seconds[^]*the server is slow/)
    expect(text).not.toContain('guard')
  })

  test('passes over the commits that .git-blame-ignore-revs lists, as GitHub does, and bears a list that git refuses', () => {
    const own = quietRepo()
    own.commit('Wait ten seconds\n\nThe gateway answers late after a deploy.', { 'wait.py': "wait( 10,'s' )\n" })
    own.commit('run black', { 'wait.py': 'wait(10, "s")\n' })
    const black = own.git('rev-parse', 'HEAD')
    expectCode(own.ctx('init', '--no-hooks'), 0)
    const first = (): string => expectCode(own.ctx('why', 'wait.py:1'), 0).split('\n')[0] ?? ''
    expect(first()).toBe('run black')
    own.write({ '.git-blame-ignore-revs': `# layout\n${black}\n` })
    expect(first()).toBe('Wait ten seconds')
    own.write({ '.git-blame-ignore-revs': 'no commit\n' })
    expect(first()).toBe('run black')
  })

  test('tells which commits brought a text and which took it out, and where it is now', async () => {
    const own = await initedRepo()
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
    const own = await initedRepo()
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

  test('said of a change of the program that it took the place of commits on the page that it brought up to date', async () => {
    const own = await initedRepo()
    const page = (seconds: number): string =>
      Array.from(
        { length: 6 },
        (_, at) => `Of the ${at}th server a client waits for ${seconds} seconds at most.\n`,
      ).join('')
    own.commit(decision('Say how long clients wait', 'people ask for it'), { 'README.md': page(10) })
    own.commit(decision('Wait twenty seconds', 'ten were too few'), {
      'src/wait.ts': 'export const seconds = 20\n',
      'README.md': page(20),
    })
    await learn(own)
    expect(expectCode(own.ctx('why', 'HEAD'), 0)).not.toContain('Say how long clients wait')
  })

  test('tells of a merge the commits that it brought, and no older ones', async () => {
    const own = await initedRepo()
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
    const own = await initedRepo()
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
    const own = await initedRepo()
    own.commit(decision('Number the seats', 'people quarrel'), { 'seat:12': 'one\n' })
    await learn(own)
    expectCode(own.ctx('why', 'seat:12'), 0)
  })

  test('knows a line of a file that is deleted but not yet committed', async () => {
    const own = await initedRepo()
    own.commit(decision('Queue mail instead of sending it', 'the server is slow'), { 'src/mail.ts': 'one\n' })
    await learn(own)
    rmSync(join(own.root, 'src/mail.ts'))
    expect((await why(await openIn(own), 'src/mail.ts')).hits).toHaveLength(1)
    expectCode(own.ctx('why', 'src/mail.ts:1'), 0)
  })
})

test('a line of a file that was deleted or renamed is not answered with "no commit and no file"', () => {
  const here = quietRepo()
  const app = Array.from({ length: 20 }, (_, at) => `fn option_${at}() -> usize { ${at} }\n`).join('')
  here.commit('Add the app', { 'src/app.rs': app, 'src/a b.js': app.replaceAll('fn', 'function') })
  here.git('rm', '-q', 'src/app.rs')
  const deleted = here.commit('Drop the app').slice(0, 8)
  here.git('mv', 'src/a b.js', 'src/cache.js')
  const renamed = here.commit('Name the cache').slice(0, 8)
  const ofDeleted = here.ctx('why', 'src/app.rs:10')
  expect(ofDeleted.code).toBe(2)
  expect(ofDeleted.err).toMatch(new RegExp(`src/app.rs is gone since ${deleted} \\(\\d{4}-\\d\\d-\\d\\d\\)`))
  expect(ofDeleted.err).toContain('`ctx why src/app.rs` tells its history')
  expect(here.ctx('why', 'src/a b.js:10').err).toContain(`src/a b.js is called src/cache.js since ${renamed}`)
  expect(here.ctx('why', 'src:10').err).not.toContain('is gone')
})

test('a line of a large file accused whoever made its commit of keeping one busy', () => {
  const large = quietRepo()
  const lines = Array.from({ length: 100_000 }, (_, at) => `    "node_modules/x${String(at).padStart(6, '0')}": 1,`)
  large.commit('Lock because the demo needs it', { 'f.json': lines.join('\n') })
  expect(expectCode(large.ctx('why', 'f.json:5'), 2)).toMatch(/f\.json is too large, or was, .*\n.*`ctx why f\.json`/)
})

test('the commit behind a line was shown with another file of its own alone', () => {
  const shop = quietRepo()
  shop.commit('Initial import', { 'src/aaa.py': 'a\nb\n', 'src/zzz.py': 'x\ny\n', 'src/mmm.py': 'm\n' })
  shop.commit('Change x', { 'src/zzz.py': 'xx\ny\n' })
  const told = [1, 2].map((line) => shop.ctx('why', `src/zzz.py:${line}`).out)
  // Who asks about a file is not told its name again.
  expect(told[0]).toMatch(/^Initial import\n {2}\S+ \w+ · no reason given/m)
  expect(told[1]).toMatch(/^Initial import\n {2}\S+ \w+ · also src\/aaa\.py, src\/mmm\.py/m)
})
