import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { bulletsIn, fragmentText } from '../../src/curate/message/changelog.ts'
import { withWords } from '../../src/curate/message/changelog-words.ts'
import { gistOf } from '../../src/curate/code/gist.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { outcomeOf } from '../../src/curate/standing/outcome-of.ts'
import { lineHistoryAfter } from '../../src/curate/lines/line-history-after.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { withPurposes } from '../../src/curate/filing/purposes.ts'
import { noNote } from '../../src/tree/note.ts'
import { toFolderPath } from '../../src/tree/path.ts'
import { readFact, writeFact } from '../../src/tree/facts.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { type Changed, commitOf } from '../support/commits.ts'
import { cloneFrom, newCtxRepo, withRemote } from '../support/repo.ts'

const lessons = (message: string) => lessonsIn(readMessage(message))

describe('the lessons of a message', () => {
  test('are its subject and all of its explanation, in order', () => {
    expect(
      lessons(
        'httpcaddyfile: Move redir before rewrite\n\nUsing rewrite is like saying, "I accept this request".\n\nWhereas redir implies more of, "I reject this request,\nsend it to me differently".\n\nSigned-off-by: A <a@example.org>',
      ),
    ).toEqual([
      {
        headline: 'Move redir before rewrite',
        why: 'Using rewrite is like saying, "I accept this request". Whereas redir implies more of, "I reject this request, send it to me differently".',
      },
    ])
  })

  test('of a squash are those of its commits that explain themselves; review chatter is dropped', () => {
    const [first, ...others] = lessons(
      'fix(deno): echo the negotiated subprotocol (#4955)\n\n* fix(deno): echo the negotiated subprotocol\n\nBrowsers such as Chrome rejected connections that asked for one.\n\n* add a test\n\n* lint\n\n---------\n\nCo-authored-by: B <b@example.org>',
    )
    expect(first).toEqual({
      headline: 'echo the negotiated subprotocol',
      why: 'Browsers such as Chrome rejected connections that asked for one.',
    })
    expect(others).toEqual([])
  })

  test('take the first headline below where nobody wrote a subject', () => {
    const [lesson] = lessons(
      'Merge commit from fork\n\n* fix(cache): key entries by the vary header\n\nA response for one language was served to readers of another.',
    )
    expect(lesson?.headline).toBe('key entries by the vary header')
  })

  test('take the sentence below a subject that is only a number (fd 7e8c2248), and none from a subject that says more', () => {
    const below = 'Giving suggestion to use `--fixed-strings` where metacharacters are no regex.'
    for (const subject of ['Fixes: #234', '#234', 'Closes #234.', 'fix #234'])
      expect(lessons(`${subject}\n\n${below}`), subject).toEqual([{ headline: below.slice(0, -1), why: '' }])
    expect(lessons(`Fixes #234 for good\n\n${below}`)).toEqual([{ headline: 'Fixes #234 for good', why: below }])
    const [two] = lessons(
      `Fixes #1805\n\nSure cookies are kept in the session. They are not added to the next request.`,
    )
    expect(two?.why).toBe('Sure cookies are kept in the session. They are not added to the next request.')
    const [whole] = lessons(`Fix #4640 (the edge of a case)\n\nGuh, this is complicated.`)
    expect(whole?.headline).toBe('Fix #4640 (the edge of a case)')
    expect(lessons('Fixes #234')).toEqual([{ headline: 'Fixes #234', why: '' }])
  })

  test('keep no footnote that is an address, nor the mark that leads to it (starlette 87641dc8); code keeps its index', () => {
    const said = 'According to the ASGI spec [0], the `raw_path`[1] that argv[0] has should be a byte string [2].'
    const notes = '[0] https://asgi.readthedocs.io/en/latest\n[1]: https://example.org/raw'
    expect(lessons(`Return bytes\n\n${said}\n\n${notes}`)[0]?.why).toBe(
      'According to the ASGI spec, the `raw_path`[1] that argv[0] has should be a byte string [2].',
    )
    expect(lessons(`Return bytes\n\n${said}`)[0]?.why).toBe(said)
  })

  test('are called by what was mended, not by its number before it (gin 995fa8e9)', () => {
    const message = readMessage('Fix #216: Enable to call binding multiple times (#1341)')
    expect(message).toMatchObject({ type: 'fix', subject: 'Enable to call binding multiple times', number: '#1341' })
    expect(readMessage('Fix 12: the dozen').subject).toBe('Fix 12: the dozen')
  })

  test('say nothing of tests that pass, or of a table of times (gin 835f66fd)', () => {
    const why = 'The port was taken because a server of another test still ran.'
    const table =
      'benchmark            old ns/op     new ns/op     delta\nBenchmark404         737           249           -66.21%'
    expect(
      lessons(
        `Close servers\n\n${why} All tests now pass consistently with -race flag.\nUpdated Changelog.\n\n${table}`,
      ),
    ).toEqual([{ headline: 'Close servers', why }])
    const flag = 'The tests pass the flag to the server, because it has no other way to know of it.'
    expect(lessons(`Close servers\n\n${flag}`)[0]?.why).toBe(flag)
  })

  test('are never cut inside a sentence, and end before a reader gives up', () => {
    const [lesson] = lessons(`Explain at length\n\n${'This sentence says one more thing about it. '.repeat(60)}`)
    expect(lesson?.why.length).toBeLessThanOrEqual(900)
    expect(lesson?.why).toMatch(/about it\.$/)
  })

  test('explain nothing in a template, a checklist, a robot or a bare list', () => {
    for (const body of [
      '- [x] I have read the contributing guide and agree to it\n- [ ] tests',
      'Bumps [left-pad](https://example.org) from 1.0 to 2.0.\n\n---\nupdated-dependencies:\n- dependency-name: left-pad',
      '* fix lint\n* add tests\n* rename a',
      'Closes #12',
    ])
      expect(lessons(`Change a thing\n\n${body}`)).toEqual([{ headline: 'Change a thing', why: '' }])
  })
})

test('a line of a changelog ends with what it says, not with a dash, a hash or numbers (starlette, jq)', () => {
  const link = (of: string) => `[${of}](https://github.com/encode/starlette/commit/${of})`
  const read = (line: string) => bulletsIn([`* ${line}`])[0]?.text
  expect(read(`The compression level is now adjustable - ${link('#1128')}.`)).toBe(
    'The compression level is now adjustable.',
  )
  expect(read(`Was removed from all of it - ${link('#1047')}. See the page instead.`)).toBe(
    'Was removed from all of it. See the page instead.',
  )
  expect(read(`Replace commonprefix by commonpath there ${link('1797de4')}.`)).toBe(
    'Replace commonprefix by commonpath there.',
  )
  expect(read('Add the option for binary output. @nicowilliams 0dab2b1')).toBe('Add the option for binary output.')
  expect(read(`Allow use of memoryview in responses ${link('#2576')} and ${link('#2577')}.`)).toBe(
    'Allow use of memoryview in responses.',
  )
  expect(read('The cache holds at most 1048576')).toBe('The cache holds at most 1048576')
})

test('a changelog that begins with the headline adds what it says behind it (gin 0be805a6)', () => {
  const bullet = { kind: '', release: '' } as const
  const piece = { about: 'TrustedProxies: Add default IPv6 support and refactor', text: '', weight: 0.5, note: noNote }
  const says = (text: string) => withWords(piece, { ...bullet, text }).text
  const behind = 'Please replace `RemoteIP() (net.IP, bool)` with `RemoteIP() net.IP`.'
  expect(says(`TrustedProxies: Add default IPv6 support and refactor #2967. ${behind}`)).toBe(behind)
  expect(says(`Proxies are trusted by prefix. ${behind}`)).toBe(`Proxies are trusted by prefix. ${behind}`)
})

/** A commit that changes the lines of one file, and says nothing of it. */
const commit = (path: string, lines: Changed): Commit => commitOf('x', { [path]: lines })

describe('what became of the lines of a commit', () => {
  const lines = ['const first = open(door)', 'const second = close(door)', 'return first + second + third']

  test('names the commit that took them out, and says that nothing is left', () => {
    const [wrote, took] = [commit('src/a.ts', { added: lines }), commit('src/a.ts', { removed: lines })]
    const survival = startSurvival()
    for (const one of [wrote, took]) survival.follow(one, { isTracked: true })
    const lineHistory = survival.lineHistoryOf(wrote.sha)
    expect(lineHistory).toMatchObject({ added: 3, gone: 3, removers: [{ commit: took.sha, lines: 3 }] })
    expect(lineHistory === undefined ? undefined : outcomeOf(lineHistory)).toEqual({
      status: 'past',
      supersededBy: [took.sha.slice(0, 8)],
    })
  })

  test('lines that moved to another file, or were laid out anew, still stand', () => {
    const wrote = commit('src/a.ts', { added: lines })
    const moved = commit('src/a.ts', { removed: lines })
    const there = { ...commit('src/b.ts', { added: lines.map((line) => `    ${line};`) }), sha: moved.sha }
    const survival = startSurvival()
    survival.follow(wrote, { isTracked: true })
    survival.follow({ ...moved, changes: [...moved.changes, ...there.changes] }, { isTracked: true })
    expect(survival.lineHistoryOf(wrote.sha)).toMatchObject({ gone: 0 })
  })

  test('a copy that is deleted as a whole takes nothing out, and tests do not count', () => {
    const wrote = commit('src/a.ts', { added: lines })
    const copy = commit('copy/a.ts', { added: lines })
    const survival = startSurvival()
    survival.follow({ ...wrote, changes: [...wrote.changes, ...copy.changes] }, { isTracked: true })
    survival.follow(commit('copy/a.ts', { removed: lines }), { isTracked: false })
    survival.follow(commit('test/a.test.ts', { removed: lines }), { isTracked: false })
    expect(survival.lineHistoryOf(wrote.sha)).toMatchObject({ added: 3, gone: 0 })
  })

  test('is known for a single new commit too, without the history between', () => {
    const [wrote, took] = [commit('src/a.ts', { added: lines }), commit('src/a.ts', { removed: lines.slice(0, 2) })]
    const texts = new Map([['src/a.ts', `${lines[2]}\n`]])
    expect(lineHistoryAfter(wrote, { remover: took, texts, lost: new Set() })).toEqual({
      ...noLineHistory,
      added: 3,
      gone: 2,
      removers: [{ commit: took.sha, lines: 2 }],
    })
  })
})

describe('a changelog', () => {
  const bullets = bulletsIn([
    '# Changelog',
    '## 0.20.0 (13th October, 2021)',
    '### Changed',
    '* Redirects are not followed by default, which is safer. (Pull #1808)',
    '## 0.19.0',
    '- **breaking:** `Router::nest` panics on an',
    '  empty path ([#12])',
  ])

  test('says of what it lists as removed that it was (rack 06d23735: “`#each` as it was only needed …”)', () => {
    const texts = bulletsIn([
      '## 3.0.0',
      '### Removed',
      '- `#each` as only Ruby 1.9 needed it.',
      '- Drop the old logger.',
      '### Added',
      '- `#map` for those who need it.',
    ]).map(({ text }) => text)
    expect(texts).toEqual([
      'Removed: `#each` as only Ruby 1.9 needed it.',
      'Drop the old logger.',
      '`#map` for those who need it.',
    ])
  })

  test('ends before its author, as fragments of towncrier do not (aiohttp d5d068cb)', () => {
    const lines = ['Restricted dates of cookies to ASCII digits', '-- by :user:`octocat` and :user:`hubot`.']
    expect(fragmentText(lines)).toBe('Restricted dates of cookies to ASCII digits.')
    const more = ['Kept bodies as :rfc:`9110#section-15.4.3` says -- by :user:`octocat`.', '', 'They are read once.']
    expect(fragmentText(more)).toBe('Kept bodies as RFC 9110 says. They are read once.')
    const related = '  *Related issues and pull requests on GitHub:*'
    const [bullet] = bulletsIn([
      '## 3.1.0',
      '- Fixed the parser of dates and times -- by :user:`octocat`.',
      related,
      '  :issue:`123`.',
    ])
    expect(bullet).toMatchObject({ text: 'Fixed the parser of dates and times.', names: ['#123'] })
  })

  test('leaves out whom a line credits (rack 0700a9ca: “… with no replacement. [@ioquatix])”)', () => {
    const pull = '[#2196](https://example.org/pull/2196)'
    const textOf = (line: string) => bulletsIn(['## 3.2.0', line])[0]?.text
    expect(textOf(`- The logger is removed with no replacement. (${pull}, [@ioquatix], [@jeremyevans])`)).toBe(
      'The logger is removed with no replacement.',
    )
    expect(textOf('- Support scoped packages such as [@types/node] and (@babel/core)')).toBe(
      'Support scoped packages such as [@types/node] and (@babel/core)',
    )
  })

  test('names by its hash what a line is about, and not what that closes (tonic 76eedc13 had the words of d312dcc)', () => {
    const of = (path: string): string => `(https://example.org/${path})`
    const line = `* **tonic:** flush messages when the status comes ([#1756]${of('issues/1756')}) ([d312dcc]${of('commit/d312dcc0ec362c')}), closes [#1423]${of('issues/1423')}`
    expect(bulletsIn(['## 0.12.0', '### Bug Fixes', line])[0]?.names).toEqual(['#1756', 'd312dcc', 'd312dcc0ec362c'])
  })

  test('gives the words, the kind, the release and the number of each change', () => {
    expect(bullets).toEqual([
      {
        text: 'Redirects are not followed by default, which is safer.',
        kind: '',
        release: '0.20.0',
        names: ['#1808'],
      },
      { text: '`Router::nest` panics on an empty path', kind: 'breaking', release: '0.19.0', names: ['#12'] },
    ])
  })

  test('explains a bare title, and repeats nothing that a message says already', () => {
    const bare = { about: 'Switch follow redirects default', text: '', weight: 0, note: noNote }
    const [bullet] = bullets
    if (bullet === undefined) throw new Error('no bullet')
    expect(withWords(bare, bullet)).toMatchObject({
      text: 'Redirects are not followed by default, which is safer.',
      note: { since: '0.20.0' },
    })
    const told = { ...bare, text: 'Redirects are not followed by default any more, which is safer.' }
    expect(withWords(told, bullet).text).toBe(told.text)
  })

  test('in files of one change each gives the words without the front matter that names packages', () => {
    expect(fragmentText(['---', '"a": minor', '---', '', 'Keep the [order](x) of hooks.'])).toBe(
      'Keep the order of hooks.',
    )
  })
})

test.each([
  [
    'encode.go',
    'package encode\n\n// Encode is a middleware which can encode responses.\ntype Encode struct {',
    'middleware which can encode responses',
  ],
  ['cookie/index.ts', '/**\n * @module\n * Cookie Helper for Hono.\n */\nimport x', 'Cookie Helper for Hono'],
  [
    '_types.py',
    '"""\nType definitions for type checking purposes.\n"""\n',
    'Type definitions for type checking purposes',
  ],
  ['lib.rs', '//! Routing and request handling.\n//!\n//! More.\n', 'Routing and request handling'],
  ['a.ts', '// Copyright 2020 somebody\nexport const a = 1\n', ''],
])('%s says what it is', (path, text, gist) => {
  expect(gistOf(path, text)).toBe(gist)
})

test('what is known of a lesson stands in its line, and a statement that only looks like it stays a statement', () => {
  const line =
    '**Reflect the origin**: Browsers refuse `*`. {fix · 2026-03-23 · #4813 · past · superseded by f0b094db} [project] (66fe9fee)'
  expect(readFact(line)).toMatchObject({
    subject: 'Reflect the origin',
    statement: 'Browsers refuse `*`.',
    note: { kind: 'fix', number: '#4813', status: 'past', supersededBy: ['f0b094db'] },
  })
  expect(writeFact(readFact(line))).toBe(line)
  const plain = { subject: '', value: '', statement: 'It prints {fix}', category: 'project' as const, sources: [] }
  expect(readFact(writeFact(plain))).toEqual(plain)
})

describe('in a repository', () => {
  test('a commit that takes back what an older one taught changes its standing, and the answer tells both', async () => {
    const repo = newCtxRepo()
    const body = 'const origin = request.origin\nif (credentials) reply.allow(origin)\nreply.vary(originHeader)\n'
    repo.commit('Reflect the origin\n\nBrowsers refuse a wildcard when credentials are sent along.', {
      'src/cors.ts': body,
    })
    await repo.settled()
    repo.commit('Never reflect the origin\n\nAny site could read what a person sees with their credentials.', {
      'src/cors.ts': 'reply.allow(wildcard)\n',
    })
    await repo.settled()
    const { out } = repo.ctx('query', 'what happens to the origin when credentials are sent')
    expect(out).toContain('Browsers refuse a wildcard')
    expect(out).toMatch(/changed later: \S+ [0-9a-f]{8} Never reflect the origin — Any site could read/)
    expect(repo.git('grep', '-h', 'Reflect the origin', 'ctx/main')).toMatch(
      /\{\S+ · (?:past|partly) · superseded by [0-9a-f]{8}\}/,
    )
  })

  test('a commit that takes the last use of a name out of the code changes the standing of the lesson about it', async () => {
    const repo = newCtxRepo()
    const why = 'Whoever asks for a wildcard beside credentials would be refused by the browser.'
    const held = 'const origin = request.origin\nreply.vary(originHeader)\nreply.allow(origin)\n'
    repo.commit(`Add \`preferWildcard\`\n\n${why}`, { 'src/cors.ts': `${held}option.preferWildcard = true\n` })
    await repo.settled()
    repo.commit('Read the option in the router', { 'src/router.ts': 'if (option.preferWildcard) start()\n' })
    repo.commit('Say what it is for', { 'README.md': 'It has preferWildcard.\n', 'src/cors.ts': held })
    await repo.settled()
    const standing = (): string => repo.git('grep', '-h', 'Add `preferWildcard`', 'ctx/main')
    // The router has it still.
    expect(standing()).not.toContain('· part')
    repo.commit('Start in any case', { 'src/router.ts': 'start()\n' })
    await repo.settled()
    expect(standing()).toMatch(/\{[^}]*\bpart(?:ly)?\b/)
    expect(repo.git('log', '-1', '--format=%s%n%b', 'ctx/main')).toMatch(/Start in any case[^]*holds only partly/)
  })

  test('a section of a document that gives reasons is a lesson until the document no longer has it', async () => {
    const repo = newCtxRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    const pool =
      '## One pool\n\nThe gateway counts the connections of every client. So there is one pool for all of them.\n'
    const queue = '\n## No queue\n\nA queue would hide that the gateway is down. Whoever asks is told so at once.\n'
    repo.commit('Say how it is made', { 'docs/design.md': `# Design\n\n${pool}${queue}`, 'src/pool.ts': 'one()\n' })
    repo.commit('Let requests wait', { 'docs/design.md': `# Design\n\n${pool}`, 'src/pool.ts': 'two()\n' })
    repo.ctx('curate', '--all')
    const tree = repo.git('grep', '-h', '-F', '-e', '- **', 'ctx/main')
    expect(tree).toContain('**One pool**: The gateway counts the connections of every client.')
    expect(tree).not.toContain('No queue')
  })

  test('ctx curate --all --anew keeps what a person wrote, and says what it did', async () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    await repo.settled()
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    const { out, code } = repo.ctx('curate', '--all', '--anew')
    expect([code, out]).toEqual([0, expect.stringContaining('1 kept as people or agents left them')])
    expect(repo.ctx('query', 'billing API transaction').out).toContain('Never call the billing API')
    expect(repo.ctx('query', 'why one pool').out).toContain('The gateway counts connections')
  })

  test('ctx curate --all --anew deleted what a colleague wrote, and the next push deleted it for everyone', () => {
    const ann = newCtxRepo()
    ann.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    ann.ctx('curate')
    const remote = withRemote(ann)
    ann.ctx('push')
    const bob = cloneFrom(remote, 'bob')
    bob.ctx('init')
    bob.ctx('curate', '--text', 'Never log addresses of customers.', '--topic', 'rules/privacy')
    bob.ctx('push')
    ann.ctx('curate', '--text', 'Always use UTC in log files.', '--topic', 'rules/time')
    expect(ann.ctx('push').code).toBe(0)
    const { out } = ann.ctx('curate', '--all', '--anew')
    expect(out).toContain('2 kept as people or agents left them')
    ann.ctx('push')
    bob.ctx('pull')
    for (const repo of [ann, bob]) expect(repo.ctx('query', 'log addresses of customers').out).toContain('Never log')
  })

  test('ctx curate --all --anew took what was only read for what people wrote, and rewrote nothing', () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    repo.ctx('curate')
    withRemote(repo)
    repo.ctx('push')
    repo.ctx('query', 'why one pool')
    repo.ctx('push')
    expect(repo.git('log', '--format=%s', 'ctx/main')).toContain('Curate: settle accesses')
    expect(JSON.parse(repo.ctx('curate', '--all', '--anew', '--json').out)).toMatchObject({
      kept: [],
      rewritten: [expect.any(String)],
    })
  })

  test('ctx eval retention counts the explanations that are kept', async () => {
    const repo = newCtxRepo()
    repo.commit(
      'Keep one pool\n\nThe gateway counts the connections of every client. It refuses those of a second pool for a minute.',
      { 'src/pool.ts': 'a()\n' },
    )
    await repo.settled()
    expect(JSON.parse(repo.ctx('eval', 'retention', '--json').out)).toMatchObject({ explained: 1, kept: 1, lost: [] })
    // The same on another branch, and both merged: told once, and explained once (express a3b5f6d0, 1d97599f).
    repo.git('switch', '-qc', 'release', 'HEAD~1')
    repo.commit('Begin a release', { RELEASE: '1\n' })
    repo.git('cherry-pick', 'main')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'release')
    expect(JSON.parse(repo.ctx('eval', 'retention', '--json').out)).toMatchObject({ explained: 1, kept: 1, lost: [] })
  })
})

test('a folder says what it is for in the words of the module that it is named after', () => {
  const folder = toFolderPath('middleware/cors')
  if (folder === undefined) throw new Error('middleware/cors')
  const undescribed = new Map([[folder, '# Topic: cors\n\n## Overview\nWhat is known about cors in middleware.\n']])
  const purposeOf = (file: string, gists: ReadonlyMap<string, string>, overviews = undescribed) =>
    withPurposes(
      { overviews, entries: new Map([[entryPath('middleware/cors/origin.md'), entryOf({ files: [file] })]]) },
      gists,
    ).get(folder)
  const index = 'src/middleware/cors/index.ts'
  const gists = new Map([[index, 'CORS Middleware for Hono']])
  expect(purposeOf(index, gists)).toContain('## Overview\nCORS Middleware for Hono.\n')
  const ofGo = new Map([['middleware/cors/doc.go', 'Package cors answers preflight requests']])
  expect(purposeOf('middleware/cors/cors.go', ofGo)).toContain('Package cors answers preflight requests.')
  expect(purposeOf(index, gists, new Map([[folder, '# Topic: cors\n\nOurs.\n']]))).toContain('Ours.')
  // A namesake elsewhere says nothing of it: `proto/http1` is no "HTTP/1 client connections" (hyper).
  expect(purposeOf('src/proto/cors/role.ts', gists)).toContain('What is known about cors')
})
