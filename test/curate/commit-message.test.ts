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
])('what breaks was not known by its spelling (hyper 6cf052bf, c8d5bf5c, febf7d16, 58e0e7dc): %s', (body, why) => {
  const message = readMessage(`refactor(header): Wrap dates\n\n${body}\n`)
  expect([message.breaking, lessonsIn(message)[0]?.why]).toEqual([true, why])
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
