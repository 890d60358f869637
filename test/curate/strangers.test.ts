import { describe, expect, test } from 'vitest'
import { withChangelog } from '../../src/curate/entries/changelog-join.ts'
import { homeOf, withHeirs } from '../../src/curate/filing/home.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { loggedOf } from '../../src/curate/message/logged.ts'
import { isEmptySubject } from '../../src/curate/message/nameless.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed, bareProject, type Changed } from '../support/commits.ts'

/** What a stranger saw who read trees of urllib3 and starlette; each commit is a real one, shortened. */
const whyOf = (body: string): string => lessonsIn(readMessage(`Change the client\n\n${body}`))[0]?.why ?? ''
const lesson = (message: string, files: Readonly<Record<string, Changed>>) =>
  analysed(message, files).evidence.find(({ kind }) => kind === 'lesson')

describe('an advisory that was merged with all its steps', () => {
  const steps =
    "* Apply Quentin's suggestion\n\n* Add a possible fix for the issue with not raised `MaxRetryError`\n\n* Add tests"
  const heading = ['2.5.0 (TBD)', '==================', '']
  const said = [
    '- Fixed a security issue where restricting the number of followed redirects at',
    '  the ``PoolManager`` level via the ``retries`` parameter did not work.',
    '- TODO: add other entries in the release PR.',
  ]

  test('is told by the line of the changelog that came with it, and not by a step (urllib3 f05b1329)', () => {
    const files = {
      'CHANGES.rst': { added: [...heading, ...said] },
      'src/poolmanager.py': { added: ['raise MaxRetryError()'] },
    }
    expect(lesson(`Merge commit from fork\n\n${steps}`, files)).toMatchObject({
      about: 'Security fix in src/poolmanager.py',
      text: expect.stringMatching(/^Fixed a security issue where restricting .* did not work\.$/),
      note: { kind: 'security' },
    })
  })

  test('or by its first step where nothing else says what it was', () => {
    const files = { 'src/poolmanager.py': { added: ['raise MaxRetryError()'] } }
    expect(lesson(`Merge commit from fork\n\n${steps}`, files)?.about).toMatch(/^Add a possible fix/)
  })
})

describe('a line of a changelog is not told of', () => {
  test('a commit that takes a changelog apart (urllib3 29fa291b)', () => {
    const fragment = (text: string) => ({ status: 'added' as const, added: [text] })
    const files = {
      'changelog/2257.removal.rst': fragment('Header parameters are formatted as the WHATWG wants it.'),
      'changelog/2271.removal.rst': fragment('Removed the old adapter for good.'),
      'changelog/2283.feature.rst': fragment('Added a new option to the pool.'),
    }
    expect(
      lesson('Generate changelog with towncrier\n\nAnd include the changelog in the docs.', files)?.text,
    ).not.toMatch(/WHATWG/)
  })

  const told = (lines: readonly string[], analyses: readonly ReturnType<typeof analysed>[]) =>
    withChangelog(analyses, bulletsIn(lines)).map(
      ({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text,
    )
  const code = { 'src/parsers.py': { added: ['close(files)'] } }

  test('whose number came along with another commit, which it names by its hash (starlette bb4d8f9d)', () => {
    const [advisory, close] = [
      { ...analysed('Merge pull request from GHSA-74m5', code), sha: `8c74c2c8${'0'.repeat(32)}` },
      analysed('Close all the multipart files on error (#2036)', code),
    ]
    const line = '* Limit the number of fields and files of `multipart/form-data` 8c74c2c and #2036.'
    const [first, second] = told([line], [advisory, close])
    expect(first).toMatch(/^Limit the number/)
    expect(second).toBe('')
  })

  test('which it names among others, and shares no word with (urllib3 e277b1a7)', () => {
    const logging = analysed('Removing some extraneous logging messages (#10)', code)
    const lines = [
      '* Fixed redirects between schemes (such as HTTP -> HTTPS) not completing properly.',
      '  (Issue #28, uncovered by Issue #10 in v1.1)',
    ]
    expect(told(lines, [logging])).toEqual([''])
    expect(told(['* Fixed redirects between schemes not completing properly (Issue #10)'], [logging])[0]).toMatch(
      /^Fixed/,
    )
  })
})

describe('a reason', () => {
  test('has what is set in where its sentence begins with it (urllib3 b6a208c5)', () => {
    const said =
      "Three servers are in a pool, and one has an invalid certificate.\n\n    SSLError: hostname doesn't match\n\nby itself is not much info to go on."
    expect(whyOf(said)).toContain("certificate. `SSLError: hostname doesn't match` by itself is not much info")
  })

  test('has the list that its sentence breaks off for (starlette 5613fa7e)', () => {
    const said =
      'We ought to handle the converse case, so that if...\n\n* A `/some-path` route exists.\n* A `/some-path/` route does not exist.\n\nThen a request to the latter is redirected to the former.'
    expect(whyOf(said)).toMatch(/so that if\.\.\. A `\/some-path` route exists\. A .* does not exist\. Then a request/)
  })

  test('has no rows of a benchmark (client_golang c6a634fa)', () => {
    const said =
      'Both need to resize a buffer; the former grows slower.\n\nname             old time/op    new time/op    delta\nClient/4KB-8       35.9µs ± 4%    35.3µs ± 3%     ~     (p=0.310 n=5+5)\n\nThe benchmark runs in one thread only.'
    expect(whyOf(said)).toBe(
      'Both need to resize a buffer; the former grows slower. The benchmark runs in one thread only.',
    )
  })
})

test.each([
  ['Merge release-1.12 branch back into main', true],
  ['Merge v2 into master', true],
  ['Merge types into core', false],
])(
  'a branch that was merged has no name of its own, and modules that were have (client_golang c6a634fa): %s',
  (subject, isEmpty) => {
    expect(isEmptySubject(subject)).toBe(isEmpty)
  },
)

describe('a security fix', () => {
  const [cookie, proxy] = [
    analysed('Strip the Cookie header on redirects\n\nIt would be sent to hosts that were never meant to see it.', {
      'src/retry.py': { added: ['HEADERS = ["Cookie"]'] },
    }),
    analysed(
      'CVE-2024-37891: strip the Proxy-Authorization header\n\nIt would be sent to hosts that were never meant to.',
      {
        'src/retry.py': { added: ['HEADERS = ["Cookie", "Proxy"]'] },
      },
    ),
  ]
  const after = (history: Partial<typeof noLineHistory>) =>
    withOutcomes([cookie, proxy], {
      lineHistories: (sha) =>
        sha === cookie.sha
          ? { ...noLineHistory, added: 5, gone: 3, removers: [{ commit: proxy.sha, lines: 3 }], ...history }
          : undefined,
      soFar: () => undefined,
      files: undefined,
      manifests: [],
    })[0]?.evidence.find(({ kind }) => kind === 'lesson')?.note?.status

  test('ends what it takes out, and not what it writes on, nor what its tests still promise (urllib3 644124ec)', () => {
    expect(after({})).toBe('past')
    expect(after({ rewritten: 3 })).toBe('current')
    expect(after({ tests: { added: 2, there: 2 } })).toBe('current')
  })
})

describe('a squash as git words it', () => {
  const step = (subject: string, ...body: string[]) =>
    [
      `commit ${'a'.repeat(40)}`,
      'Author: A <a@example.org>',
      'Date:   Wed Nov 25 2026',
      '',
      `    ${subject}`,
      '',
      ...body.map((line) => (line === '' ? '' : `    ${line}`)),
      '',
    ].join('\n')
  const drain = step(
    'feat: drain the pool on SIGTERM',
    'Kubernetes kills us after 30 s, so connections must be drained first.',
  )
  const count = step('fix: count in bytes', 'The header is in bytes, because proxies count so.', '', '* one', '* two')
  const head = 'Squashed commit of the following:\n\n'

  test('teaches what each of its commits says, the oldest first (monday: “no reason given”, and no word was found)', () => {
    const message = readMessage(`${head}${count}\n${drain}`)
    expect(lessonsIn(message)).toEqual([
      {
        headline: 'drain the pool on SIGTERM',
        why: 'Kubernetes kills us after 30 s, so connections must be drained first.',
      },
      { headline: 'count in bytes', why: expect.stringContaining('because proxies count so.') },
    ])
    expect(loggedOf(message)).toMatchObject({
      subject: 'drain the pool on SIGTERM',
      body: expect.stringContaining('count in bytes.\nThe header is in bytes'),
    })
  })

  test('of one commit is that commit', () => {
    expect(readMessage(`${head}${drain}`)).toMatchObject({ subject: 'drain the pool on SIGTERM', type: 'feat' })
  })

  test('keeps the subject that somebody wrote above it', () => {
    const [own, ...rest] = lessonsIn(readMessage(`Stop politely\n\n${head}${count}\n${drain}`))
    expect([own?.headline, ...rest.map(({ headline }) => headline)]).toEqual([
      'Stop politely',
      'drain the pool on SIGTERM',
      'count in bytes',
    ])
  })

  test('gives each of its commits its own reason, also where a trailer says it, and keeps what is written below', () => {
    const [why, reason] = [
      step('feat: drain the pool', 'Why: Kubernetes kills us thirty seconds after it'),
      step('fix: count in bytes', 'Reason: because proxies count so'),
    ]
    const message = readMessage(
      `${head}${reason}\n${why}\nRejected: a queue, since the disk is read-only.\nSigned-off-by: A <a@e.org>`,
    )
    expect(lessonsIn(message)).toEqual([
      { headline: 'drain the pool', why: 'Kubernetes kills us thirty seconds after it' },
      { headline: 'count in bytes', why: 'because proxies count so' },
    ])
    expect(message.trailers).toContainEqual({ key: 'Rejected', value: 'a queue, since the disk is read-only.' })
  })

  test('begins with its oldest commit, however long it is', () => {
    const many = Array.from({ length: 60 }, (_, at) => step(`Step ${60 - at}`, 'It waits for the printer. '.repeat(20)))
    expect(lessonsIn(readMessage(`${head}${many.join('\n')}`))[0]?.headline).toBe('Step 1')
  })

  test('that names no commit is a message like any other', () => {
    expect(readMessage(`${head}nothing else`).subject).toBe('Squashed commit of the following:')
  })
})

test('lessons of a file whose code went elsewhere follow it, also those of which too little is left to tell (commander, index.js)', () => {
  const layout = { ...bareProject.layout, there: new Set(['index.js', 'lib/command.js', 'lib/option.js']) }
  const of = (standsIn: string, at: number) => ({
    ...analysed(`Add option ${at}`, { 'index.js': { added: [`option(${at})`] } }),
    standsIn,
  })
  const filesOf = (...stand: readonly string[]) =>
    withHeirs(stand.map(of), layout).map((analysis) => homeOf(analysis, layout).file)
  const went = 'lib/command.js'
  expect(filesOf(went, went, went, 'lib/option.js', '')).toEqual([went, went, went, 'lib/option.js', went])
  // One commit may have copied a line, and what is scattered went nowhere.
  expect(filesOf(went, '')).toEqual([went, 'index.js'])
  expect(filesOf(went, went, 'lib/option.js', 'lib/option.js', '').at(-1)).toBe('index.js')
  expect(filesOf('index.js', went, went, '').at(-1)).toBe('index.js')
})
