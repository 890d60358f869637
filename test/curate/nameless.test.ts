import { describe, expect, test } from 'vitest'
import { isEmptySubject } from '../../src/curate/message/nameless.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { because, lessonEvidence, lessonOf } from '../support/messages.ts'

describe('a lesson that says nothing but its headline', () => {
  test('is called by what its author wrote below what GitHub wrote (gitleaks 8eabfd61)', () => {
    expect(
      lessonOf('Update sarif.go\n\nProvide correct version information for reports. The old one was fixed.'),
    ).toEqual({
      headline: 'Provide correct version information for reports',
      why: 'The old one was fixed.',
    })
  })
})

test.each([
  ['This should take care of #1266', 'requests 1d5c4f3f'],
  ['Fix for https://github.com/axios/axios/issues/248', 'axios a63e7cd8'],
  ['Partially addresses Issue #1572', 'requests'],
  ['Fixed issue #747', 'requests 493ea934'],
])('a lesson is called by what was wrong where its subject only says where that was reported: %s (%s)', (subject) => {
  const why = 'Proxies answered it with an error of their own.'
  expect(lessonOf(`${subject}\n\nWe sent a length of None where a body was a generator. ${why}`)).toEqual({
    headline: 'We sent a length of None where a body was a generator',
    why,
  })
  expect(isEmptySubject(`${subject} where a body is a generator`)).toBe(false)
})

test('a security fix that nobody named is called by where it is (koa 55ab9bab)', () => {
  const body = 'When a malformed Host header is received, use the URL parser to extract the host.'
  expect(
    lessonEvidence(`Merge commit from fork\n\n* no title\n\n* lint\n\n${body}`, { 'lib/request.js': {} })?.about,
  ).toBe('no title')
  expect(lessonEvidence(`Merge commit from fork\n\n${body.repeat(2)}`, { 'lib/request.js': {} })?.about).toBe(
    'Security fix in lib/request.js',
  )
})

test('a subject that is the first item of a list is a headline (client_golang 1ba32a8f)', () => {
  expect(lessonOf('- Point from Inc to Add in doc comments\n\n- Deprecate Untyped')?.headline).toBe(
    'Point from Inc to Add in doc comments',
  )
})

test('an advisory is called by what was mended, not by the test that shows it (bytes d0293b0e)', () => {
  const message =
    'Merge commit from fork\n\n* Add repro for integer overflow\n\n* Always check overflow in new_cap + offset\n\nThe sum wrapped, and a slice reached behind what was allocated.'
  expect(lessonEvidence(message, { 'src/bytes_mut.rs': {} })?.about).toBe('Always check overflow in new_cap + offset')
})

describe('a reason', () => {
  test('is that of the commit where a template has its headings below it (echo 6a390cb5: “<Description>”)', () => {
    const [before, after] = [
      'The header is set where it is empty, so that nobody sees a proxy that came before, which breaks who relies on it.',
      'Append to it always, because that is what the other path does.',
    ]
    expect(lessonOf(`fix(proxy): append the address\n\n* <Description>\n\n${before}\n\n<Change>\n\n${after}`)).toEqual({
      headline: 'append the address',
      why: `${before} ${after}`,
    })
  })

  test('is the headline of who wrote "Whoops" above it, or nothing (urllib3 ea13ad80, pyjwt 6cef6f28)', () => {
    const said = 'Turns out we need no other connection at all. The timeout is set at a higher level.'
    for (const subject of ['Whoops', 'Patch 1 (#891)'])
      expect(lessonOf(`${subject}\n\n${said}`), subject).toEqual({
        headline: 'Turns out we need no other connection at all',
        why: 'The timeout is set at a higher level.',
      })
  })
})

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
    expect(lessonEvidence(`Merge commit from fork\n\n${steps}`, files)).toMatchObject({
      about: 'Security fix in src/poolmanager.py',
      text: expect.stringMatching(/^Fixed a security issue where restricting .* did not work\.$/),
      note: { kind: 'security' },
    })
  })

  test('or by its first step where nothing else says what it was', () => {
    const files = { 'src/poolmanager.py': { added: ['raise MaxRetryError()'] } }
    expect(lessonEvidence(`Merge commit from fork\n\n${steps}`, files)?.about).toMatch(/^Add a possible fix/)
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

describe('a message that a tool began', () => {
  const headlines = (text: string): readonly string[] => lessonsIn(readMessage(text)).map(({ headline }) => headline)

  test('is called by what stands below it', () => {
    expect(headlines(`Merge pull request #7 from ada/topic\n\nSort goods by price\n\n${because}`)).toEqual([
      'Sort goods by price',
    ])
    expect(
      headlines(
        `Merge pull request #7 from ada/topic\n\n* Sort goods by price\n\n  ${because}\n\n* Queue mails\n\n  ${because} Mails too.`,
      ),
    ).toEqual(['Sort goods by price', 'Queue mails'])
    expect(headlines(`Merge pull request #7 from ada/topic\n\n${'Sort goods by price and '.repeat(8)}`)[0]).toContain(
      'Merge pull request #7',
    )
  })
})

test('a pull request that is called after its branch goes by what was done (cattrs b060863f, 1c2b216a)', () => {
  const named = (message: string): string | undefined => lessonOf(message)?.headline
  expect(named('mbeliaev/identifier (#427)\n\nAdd fragment identifier and tests.')).toBe(
    'Add fragment identifier and tests',
  )
  // A robot's branch has many parts (aiohttp 2b3db3a0).
  expect(named('Patchback/backports/3.9/1c4973881f9f/pr 7235 (#7256)\n\n* honor no_proxy\n\n* Rework docs')).toBe(
    'honor no_proxy',
  )
  expect(named('Tin/override-metadata (#472)\n\n* gettable hooks\n\n* Rework docs slightly')).toBe('gettable hooks')
  expect(['src/a.ts', 'Fix a/b', 'read/write of files'].map(isEmptySubject)).toEqual([false, false, false])
})

test('"Partially addresses #1095." was the reason of a commit (tornado aa7ccba4)', () => {
  expect(
    lessonOf('Reduce default compression to level 6; raise min compressible length.\n\nPartially addresses #1095.'),
  ).toMatchObject({ why: '' })
})
