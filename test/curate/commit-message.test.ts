import { describe, expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { analysed } from '../support/commits.ts'
import { evidenceOf, lessonOf, whyOf } from '../support/messages.ts'

describe('a headline', () => {
  test.each([
    ['ends before what it closes (flask f5fb4576)', 'Added TESTING flag.  This fixes #58.', 'Added TESTING flag'],
    [
      'goes on behind a word that nothing ends with (jinja 330fbc0a)',
      'Fixed a bug that caused syntax errors when defining macros or using the\n`{% call %}` tag inside loops.',
      'Fixed a bug that caused syntax errors when defining macros or using the `{% call %}` tag inside loops.',
    ],
    [
      'that is short does not go on (flask 66b1b752)',
      'simplify logging configuration\nsingle default handler and formatter\ndocument logging',
      'simplify logging configuration',
    ],
    ['has no picture (koa 988ebec9)', ':arrow_up: cookies@0.9.1', 'cookies@0.9.1'],
    ['does not say that it came through Subversion (jinja 63ca7211)', '[svn] added changelog', 'added changelog'],
  ])('%s', (_, message, headline) => {
    expect(readMessage(message).subject.replace(/\.$/, '')).toBe(headline.replace(/\.$/, ''))
  })
})

test('a headline of one word keeps the part of the project before it (hcl 0f5ab3bd)', () => {
  expect(readMessage('hclpack: Remove').subject).toBe('hclpack: Remove')
  expect(readMessage('hclpack: Remove it').subject).toBe('Remove it')
})

test('a heading with a script below it is no trailer (bat 175dd4c2)', () => {
  const found = evidenceOf('Add a syntax\n\nTested:\n```\nbash create.sh\ncargo build\n```', { 'src/a.rs': {} })
  expect(found.map(({ kind }) => kind)).not.toContain('tested')
})

test.each([
  [
    'Measured: 40 threads are the sweet spot on our build farm.',
    'Measured: 40 threads are the sweet spot on our build farm.',
  ],
  ['Note: Health checks do not support SRV upstreams.', 'Note: Health checks do not support SRV upstreams.'],
  ['Reviewed-by: Ada Example <ada@example.org>', ''],
  ['Closes: #12\nLink: https://example.org/a/b/c', ''],
])(
  'a last paragraph that only looks like a trailer was dropped, and said to be nowhere (caddy e207240f): %s',
  (last, said) => {
    const why = 'Threads wait for the disk, so that more of them are of no use.'
    expect(whyOf(`${why}\n\n${last}`)).toBe([why, said].filter((part) => part !== '').join(' '))
  },
)

test.each([
  ['#588: Update Report Output for Easier Parsing', 'Update Report Output for Easier Parsing'],
  ['[#12] Sort goods (#13)', 'Sort goods'],
  ['#7 is fixed by sorting', '#7 is fixed by sorting'],
])('a headline does not begin with the number of its issue: %s', (subject, headline) => {
  expect(readMessage(`${subject}\n\nNobody could parse it before.`).subject).toBe(headline)
})

test.each([
  'ctx.request.href: avoid to throw on a malformed address',
  'CVE-2016-9015: verify certificates with PyOpenSSL',
  'RingBuf: count what was read',
  'http::Error: say why',
])('a name before a colon is what a subject is about (koa, urllib3, bytes): %s', (subject) => {
  expect(lessonOf(subject)?.headline).toBe(subject)
})

test.each(['http.go: read it whole', 'net/http: read it whole', 'Docs: read it whole', 'streaming: read it whole'])(
  'a file or a part before a colon is where it was: %s',
  (subject) => {
    expect(lessonOf(subject)?.headline).toBe('read it whole')
  },
)

describe('a reason was cut', () => {
  test('and went on with who signed it off, behind what it breaks', () => {
    const { trailers } = readMessage('Drop it\n\nBREAKING CHANGES: Old code\nfails to build.\nSigned-off-by: Ada')
    expect(trailers).toEqual([{ key: 'BREAKING CHANGE', value: 'Old code fails to build.' }])
  })
})

test.each([
  ['BREAKING_CHANGE: All code needs to wrap dates.', 'Breaking: All code needs to wrap dates.'],
  [
    'BREAKING CHANGES:\n- Old code will stop working.\n- It cannot be modified.',
    'Breaking: Old code will stop working. It cannot be modified.',
  ],
  [
    'Because this changes .iter() to return views,\nthis is a:\n\n[breaking-change]',
    'Because this changes .iter() to return views, this is a breaking change.',
  ],
  [
    'BREAKING CHANGE: No executor may\n  stay alone.\n  \n  This was an oversight originally.\n\n  There is a semver break, too.',
    'Breaking: No executor may stay alone. This was an oversight originally. There is a semver break, too.',
  ],
  [
    'BREAKING CHANGE: `<portal>` has been renamed\n\n    ```html\n    <Teleport to="#modal">\n      hello\n    </Teleport>\n    ```\n\n' +
      '    The reason is to avoid a conflict with\n    (native) portals.\n\n    - `target` has been renamed to `to`, which says more.',
    'Breaking: `<portal>` has been renamed. The reason is to avoid a conflict with (native) portals. `target` has been renamed to `to`, which says more.',
  ],
])(
  'what breaks was not known by its spelling (hyper 6cf052bf, c8d5bf5c, febf7d16, 58e0e7dc; core eee50956): %s',
  (body, why) => {
    const message = readMessage(`refactor(header): Wrap dates\n\n${body}\n`)
    expect([message.breaking, lessonsIn(message)[0]?.why]).toEqual([true, why])
  },
)

test.each([
  ['[close #1802] Close listeners on SIGTERM', '', 'Close listeners on SIGTERM'],
  ['[Fix #2786] Worker 0 timing out', 'fix', 'Worker 0 timing out'],
  ['fixes #242, deletes link to Jinja 1 docs', 'fix', 'deletes link to Jinja 1 docs'],
  ['fixes #333, which adds a check', '', 'fixes #333, which adds a check'],
  ['fix #3084, fix #3293: output files now have `hash`', 'fix', 'output files now have `hash`'],
  ['fix #127 and fix #191: support external paths', '', 'support external paths'],
  ['fix #2080 fix #2085 fix #2098 fix #2099: var bug', 'fix', 'var bug'],
  ['refactor api (fix #131, fix #136, fix #152)', '', 'refactor api'],
  ['fix #274: avoid npm for install (also closes #93)', 'fix', 'avoid npm for install'],
  ['Add header to avoid attacks -- Closes #2906', '', 'Add header to avoid attacks'],
  [
    'Add header to avoid window control attacks - Closes #2906 (#2909)',
    '',
    'Add header to avoid window control attacks',
  ],
  ['1. assume handle_request is coroutine', '', 'assume handle_request is coroutine'],
])(
  'headlines began or ended with a number (puma 184e1510, jinja bd65511e, chi cd12532, aiohttp 91f63992, esbuild c6cd557f): %s',
  (said, type, subject) => {
    expect(readMessage(said)).toMatchObject({ type, subject })
  },
)

test.each([
  ['Apply options in the order of Vue 2, close #1016, close #1029', 'Apply options in the order of Vue 2'],
  [
    'It applies to all components, whatever they declare. (close #749)',
    'It applies to all components, whatever they declare.',
  ],
])('a number that it closes stood at the end of an explanation (core ff4d1fcd, e1660f43): %s', (said, why) => {
  expect(lessonsIn(readMessage(`Defer options\n\n${said}`))[0]?.why).toBe(why)
})

test('what users read stood behind its label, or said the same again (grpc-go 91dd64f4, 1ecbd869)', () => {
  const notes = 'RELEASE NOTES:\n* client: append response data to the error message.'
  const why = (body: string): string | undefined => lessonsIn(readMessage(`Surface data\n\n${body}`))[0]?.why
  expect(why(`If the content type is not gRPC, we read on till 1kb.\n\n${notes}`)).toBe(
    'Append response data to the error message. If the content type is not gRPC, we read on till 1kb.',
  )
  // A name keeps its small letter.
  const named = 'RELEASE NOTES:\n* encoding: gRPC now closes all readers itself.'
  expect(why(`If nobody does, they are never given back to the pool.\n\n${named}`)).toMatch(/^gRPC now closes/)
  expect(why(`This appends the data of the response to error messages.\n\n${notes}`)).toBe(
    'This appends the data of the response to error messages.',
  )
})

test('headlines had lost what they are about, and kept a number (zap cfe34dcf, 4891e1d1)', () => {
  const about = (subject: string, file: string): string | undefined =>
    analysed(subject, { [file]: { added: ['on: push'] } }).evidence.find(({ kind }) => kind === 'lesson')?.about
  expect(about('fossa: Run separately, only on push (#957)', '.github/workflows/fossa.yml')).toBe(
    'fossa: Run separately, only on push',
  )
  expect(about('sampler: Support decision hook', 'zapcore/sampler.go')).toBe('Support decision hook')
  expect(about('ci: Run separately, only on push', '.github/workflows/go.yml')).toBe('Run separately, only on push')
  expect(readMessage('[v1, 4/8] Replace NewJSON constructor with NewLogger (#115)').subject).toBe(
    'Replace NewJSON constructor with NewLogger',
  )
})

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  test.each([
    ['make it ignore case, fixes #11', 'make it ignore case'],
    ['do not expand paths, fixes #5 and sinatra/sinatra#366', 'do not expand paths'],
    ['Update the dependencies. Fixes #1207', 'Update the dependencies'],
    ['Convert tests to custom specs [#87]', 'Convert tests to custom specs'],
    ['Fix #1207 in the parser', 'Fix #1207 in the parser'],
  ])('has a headline without what it closes: %s', (subject, headline) => {
    expect(readMessage(subject).subject).toBe(headline)
  })

  test('has a headline that was wrapped before a bracket (gson 1abf693b)', () => {
    const { subject, body } = readMessage(
      "Fix for Issue 55 where names were unable to stand in single quotes\n(') used for field values. Now either quote may be used.",
    )
    expect(subject).toBe("Fix for Issue 55 where names were unable to stand in single quotes (') used for field values")
    expect(body).toBe('Now either quote may be used.')
    const title = 'Reject headers that are longer than the buffer of the parser'
    for (const below of [
      '(cherry picked from commit 1234567890123456789012345678901234567890)',
      '(closes #1234, patch by J. Doe)',
      '(this was found by a fuzzer. It crashed on the first byte.)',
    ])
      expect(readMessage(`${title}\n${below}`).subject).toBe(title)
    expect(readMessage(`${title} and\n${'much '.repeat(130)}more.`).subject).toBe(`${title} and`)
  })

  test('has a headline that was wrapped before code (core 11804fe9)', () => {
    const head = 'introduce `created` custom directive hook and ensure'
    const end = '`v-model` event listener fire before template listeners'
    expect(lessonOf(`feat(directives): ${head}\n${end}\n\nfix #1931`)?.headline).toBe(`${head} ${end}`)
  })

  test('has a headline that was wrapped as one sentence (sinatra f7546198)', () => {
    const { subject, body } = readMessage(
      "rack's normalize_params can raise an exception which can result\nin req.GET and req.POST being nil. This was not handled.\n\nSee the specs.",
    )
    expect(subject).toBe(
      "rack's normalize_params can raise an exception which can result in req.GET and req.POST being nil",
    )
    expect(body).toBe('This was not handled.\n\nSee the specs.')
    expect(readMessage('Add a cache\nBecause the pages are slow.').subject).toBe('Add a cache')
    expect(readMessage('Revert "Add a cache."').subject).toBe('Revert "Add a cache"')
    expect(readMessage('Add a cache for the (#12').number).toBe('')
  })

  test('a revert by its type is told as one (undici fcfa4db6 was told as "websocket: pre-calculated length")', () => {
    const subjects = [
      'revert: "part: sort goods" (#7)',
      'revert: feat(shop): sort goods (#7)',
      'revert: sort by price',
      'revert: revert sorting',
    ]
    expect(subjects.map((subject) => readMessage(subject).subject)).toEqual([
      'Revert "part: sort goods"',
      'Revert "feat(shop): sort goods"',
      'Revert: sort by price',
      'revert sorting',
    ])
    expect(readMessage(subjects[1] ?? '').number).toBe('#7')
  })

  test('a title that GitHub cut is told whole (gin 352d69c7: "Improve performance for adding RemoveExtraS…")', () => {
    const whole = 'Make the till wait until the drawer of the counter is open'
    const read = (message: string): readonly string[] => {
      const { subject, number, body } = readMessage(message)
      return [subject, number, body]
    }
    expect(read(`feat: ${whole.slice(0, 40)}… (#7)\n\n* feat: ${whole}\n\n* lint`)).toEqual([whole, '#7', '* lint'])
    expect(read(`${whole.slice(0, 40)}… (#7)\n\n…${whole.slice(40)}\n\nCustomers asked.`)).toEqual([
      whole,
      '#7',
      'Customers asked.',
    ])
    expect(read('Make the till wait ...\n\n... until it opens.')[0]).toBe('Make the till wait until it opens')
    expect(read('When in Rome…\n\nDo it as they do.')).toEqual(['When in Rome…', '', 'Do it as they do.'])
  })
})

describe('a message', () => {
  test.each([
    ['🐛 bug: make the listener safer (#4398)', 'bug', 'make the listener safer'],
    ['♻️ Refactor: Improve lists', 'refactor', 'Improve lists'],
    ['🧙‍♂️ Add a wizard', '', 'Add a wizard'],
    [':bug: fix(cli): Read the flag', 'fix', 'Read the flag'],
    ['📒docs: Say it', 'docs', 'Say it'],
    ['✨ (prometheus): return names', '', 'return names'],
    ['1️⃣ One is enough', '', '1️⃣ One is enough'],
  ])(
    '%s begins with a picture, which says nothing of what was done (fiber: it stood in titles)',
    (said, type, subject) => {
      expect(readMessage(said)).toMatchObject({ type, subject })
    },
  )

  test.each([
    ['[FIXED] Bump default size (#12)', 'fix', 'Bump default size'],
    ['[ADDED] Watch keys', 'feat', 'Watch keys'],
    ['[IMPROVED] Automate the report', '', 'Automate the report'],
    ['[minor] Sort goods', '', 'Sort goods'],
    ['[pkg] Sort goods', 'chore', 'Sort goods'],
    ['[codestyle] Sort goods', 'style', 'Sort goods'],
    ['[major] Drop Node 8', 'breaking', 'Drop Node 8'],
    ['[vim] Sort goods', '', '[vim] Sort goods'],
    ['[3.14] Harden the file of cookies', '', 'Harden the file of cookies'],
    ['[PR #12091/8a631e74 backport][3.14] Restrict pickles (#12105)', '', 'Restrict pickles'],
    ['[PR #8069/69bbe874 backport][3.9] 📝 Only show a draft (#8070)', '', 'Only show a draft'],
    // Copied from a page, with its blanks.
    ['[PR\u00A0#9/6e70c0a backport][3.13] [PR #9203/6e70c0a backport][3.10] Expire cookies', '', 'Expire cookies'],
  ])('%s is what was done, behind what kind it is and where it went (nats.go, aiohttp)', (said, type, subject) => {
    expect(readMessage(said)).toMatchObject({ type, subject })
  })

  test('breaks what it says it breaks, not a page that it breaks up (flask 123a1ad0)', () => {
    const isBreaking = ['Breaking docs up into smaller pieces', 'Breaking change: drop Node 12'].map(
      (one) => readMessage(one).breaking,
    )
    expect(isBreaking).toEqual([false, true])
  })

  test('is taken apart: type, scope, subject, body, trailers', () => {
    const message = readMessage(
      'feat(auth)!: rotate tokens (#12)\n\nBecause they leak.\n\nWhy: one\n  two\nSigned-off-by: Ada <a@b.c>\n',
    )
    expect(message).toMatchObject({
      type: 'feat',
      scope: 'auth',
      breaking: true,
      subject: 'rotate tokens',
      body: 'Because they leak.',
    })
    expect(message.trailers).toEqual([
      { key: 'Why', value: 'one two' },
      { key: 'Signed-off-by', value: 'Ada <a@b.c>' },
    ])
  })

  test('has a subject with the condition that stands alone below it, and without the comma that it ends with (rollup 0e065d00, 6b343aba)', () => {
    const split = readMessage('Tell entry points apart (#2548)\n\nunless explicit naming via "=" is used\n')
    expect(split).toMatchObject({
      subject: 'Tell entry points apart unless explicit naming via "=" is used',
      number: '#2548',
      body: '',
    })
    const two = readMessage('Tell entry points apart\n\nunless told. Otherwise it fails.\n')
    expect(two.subject).toBe('Tell entry points apart')
    expect(readMessage('Declare transform dependencies, (#2633)\n\nFix some messages.').subject).toBe(
      'Declare transform dependencies',
    )
  })

  test('known trailers count above the last paragraph too', () => {
    expect(readMessage('x\n\nConstraint: one thing\n\nMore prose here.').trailers).toEqual([
      { key: 'Constraint', value: 'one thing' },
    ])
  })
})

test('jobs that were to be left out stood in an explanation: "[skip cirrus] [skip azp] [skip actions]" (numpy f4ce1ed6)', () => {
  const why = 'The module was removed in the latest version, so its pages are gone, and links to them warn.'
  const said = `Drop the links\n\n${why}\n\n[skip cirrus] [skip azp] [skip actions]`
  expect(lessonsIn(readMessage(said))[0]?.why).toBe(why)
})
