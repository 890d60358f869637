import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { deservesEntry } from '../../src/curate/entries/admission.ts'
import { onlyWorthy, worthOf } from '../../src/curate/entries/worth.ts'
import { type LessonNote, noNote } from '../../src/tree/note.ts'
import { analysed, type ChangedFiles, pieceOf } from '../support/commits.ts'

// Whether a maintainer would keep a lesson. Those with a hash are what strict readers called plain or noise.

type Told = {
  readonly about?: string
  readonly text: string
  readonly note?: Partial<LessonNote>
  readonly paths?: readonly string[]
}

const piece = ({ about = 'Sort goods', text, note = {} }: Told): Evidence =>
  pieceOf('lesson', text, { about, note: { ...noNote, ...note } })
const worth = (told: Told): number =>
  worthOf(
    piece(told),
    (told.paths ?? ['src/goods.ts']).map((path) => ({ path, isDeleted: false, lines: 3 })),
  )
const least = 3

describe('a lesson is kept of a long history', () => {
  test.each<[string, Told]>([
    [
      'with what follows from it',
      {
        text: 'The path delimiter is different between systems, so that a release may fail.',
        paths: ['build.js', 'test/build.test.js'],
      },
    ],
    [
      'with a name and what may be done with it',
      { text: 'Added support for `timeout=None` in `Client.send` and in `AsyncClient.stream`.' },
    ],
    [
      'with what it makes sure of (client_golang 4957f7bb)',
      {
        about: 'Add a safety goroutine budget',
        text: "This makes sure we don't spin up a possibly infinite number of goroutines in `Gather`, which could theoretically happen with unlucky scheduling.",
      },
    ],
    [
      'with what it leads to (httpx 85c5898d)',
      {
        about: 'Replace quadratic algo in LineDecoder',
        text: 'Leading to enormous speedups when doing things such as Response(...).iter_lines() as described in the issue.',
      },
    ],
    [
      'where users were told of it in a release',
      { text: 'Cookies of a response are now kept when it leads to another address.', note: { since: '0.9.0' } },
    ],
    [
      'where its author explains it, whatever else is weak',
      {
        about: 'Tidy the parser',
        text: 'The tokens of a template were read twice by the parser. Large templates of our users took seconds to load.',
      },
    ],
  ])('%s', (_, told) => {
    expect(worth(told)).toBeGreaterThanOrEqual(least)
  })

  test('not with what was done alone (mio 5e5a1d4c), in however many sentences (gin b1c1e7b5)', () => {
    expect(worth({ text: 'Move HUP and error event kinds to a unix specific readiness type.' })).toBeLessThan(least)
    const list = 'Update the required version of Go in `debug.go`. Remove files of tests for Go versions 1.18 and 1.19.'
    expect(worth({ text: list })).toBeLessThan(least)
    expect(worth({ text: `${list} The older ones cannot be built any more.` })).toBeGreaterThanOrEqual(least)
  })

  const kept = 'Goods are sorted by name, because customers compare them so.'
  test.each<[string, Told]>([
    ['as housekeeping (cobra d2621540)', { about: 'tidy up function and variable names', text: kept }],
    ['as the end of another sentence (mio fb8211b4)', { text: `And ${kept}` }],
    ['as talk (flask bc9619be)', { text: `I think ${kept}` }],
    ['of tests alone (flask e048aa4e)', { text: kept, paths: ['tests/test_json.py'] }],
    ['when it is past', { text: kept, note: { status: 'past' } }],
    [
      'where few words say some errors, and not which (httpx 7c0cda15)',
      { text: 'Improved errors, because users asked for more of it.' },
    ],
  ])('not %s, though it gives a reason', (_, told) => {
    expect(worth({ text: kept })).toBeGreaterThanOrEqual(least)
    expect(worth(told)).toBeLessThan(least)
  })

  test('that is breaking or about security, however short it is', () => {
    expect(worth({ about: 'Drop Node 12', text: '', note: { kind: 'breaking' } })).toBeGreaterThanOrEqual(least)
    expect(worth({ about: 'Fix CVE-2024-1234', text: '', note: { kind: 'security' } })).toBeGreaterThanOrEqual(least)
  })

  test.each([
    'I/O is done by turns for each file, because disks are slow.',
    'Somebody waits for the end of it, because disks are slow.',
    'The end of it waits (i.e. sleeps), because disks are slow.',
  ])('and no word of it is taken for talk: %s', (text) => {
    expect(worth({ text })).toBeGreaterThanOrEqual(least)
  })

  test('whose first sentence names what it fixes', () => {
    const text =
      'Fixes sorting of goods in the shop of one customer. Names of two words were cut at the blank between them. Customers then found neither of the two words.'
    expect(worth({ about: 'Tidy up', text })).toBeGreaterThanOrEqual(least)
  })
})

test('of a few commits all is kept but housekeeping with nothing to say', () => {
  const told = (subject: string, count: number): readonly number[] =>
    onlyWorthy([
      analysed(subject, { 'src/a.ts': { added: ['x()'] } }),
      ...Array.from({ length: count }, (): CommitAnalysis => analysed('x', {})),
    ])
      .slice(0, 1)
      .flatMap(({ evidence }) => evidence.flatMap(({ kind, weight }) => (kind === 'lesson' ? [weight] : [])))
  const plain = 'Log out after a day\n\nSupport has asked for it since spring.'
  expect(told(plain, 1)).toEqual([1])
  expect(told(plain, 60)).toEqual([0])
  const little = 'Tidy up helpers\n\nAlso those of my tests and pages, where we hope for more of them :)'
  expect(analysed(little, { 'src/a.ts': { added: ['x()'] } }).evidence[0]?.weight).toBe(1)
  expect(told(little, 1)).toEqual([0])
})

describe('of many commits is left out', () => {
  const kept = (
    told: Told & { readonly isOfChangelog?: boolean },
    files: ChangedFiles = { 'src/queue.py': {} },
  ): boolean => {
    const many = Array.from({ length: 60 }, (): CommitAnalysis => analysed('x', {}))
    const [first] = onlyWorthy([
      { ...analysed('x', files), evidence: [{ ...piece(told), isOfChangelog: told.isOfChangelog === true }] },
      ...many,
    ])
    return (first?.evidence[0]?.weight ?? 0) > 0
  }
  const since = { since: '0.21.0', pinnedBy: '4 tests in test_routing.py' }

  test('what uses what a language has had for long (cli: “Use slices.Contains”), and not what needs no dependency for it (yarl c6b6be37)', () => {
    const text = 'Loops are calls of `slices.Contains` now. The package was added in Go 1.21.'
    expect(kept({ about: 'Use slices.Contains', text })).toBe(false)
    const needed = 'All names are available in Python 3.8, so that there is no need for the dependency. It blocked 3.9.'
    expect(kept({ about: 'Require typing_extensions for old versions', text: needed })).toBe(true)
  })

  test('what a formatter wrote, however it is explained (fmt 6855bd53, pnpm: “apply rustfmt after scenario rename”)', () => {
    const text = 'It breaks what is longer than the limit, because the formatter says so. CI is green with `it` again.'
    expect(kept({ about: 'Apply clang-format', text })).toBe(false)
    expect(kept({ about: 'apply rustfmt after scenario rename', text })).toBe(false)
    for (const about of [
      'run cargo fmt and doc checks before a push',
      'Run black-box tests against the release build',
      'Run gofmt on generated code',
      'Apply prettier error messages',
    ])
      expect(kept({ about, text }), about).toBe(true)
  })

  test('a line of the changelog that says the headline again (starlette ef34ece4)', () => {
    const about = 'Add Mount(..., middleware=[...])'
    expect(kept({ about, text: 'Add `middleware` parameter to `Mount` class.', note: since })).toBe(false)
    const more = 'Add `middleware` parameter to `Mount`, which runs before those of the routes below.'
    expect(kept({ about, text: more, note: since })).toBe(true)
    const breaking = { ...since, kind: 'breaking' as const }
    expect(kept({ about, text: more, note: breaking })).toBe(true)
    expect(kept({ about, text: 'Add `middleware` to `Mount`.', note: breaking })).toBe(false)
  })

  test('what changed nothing, unless somebody decided something with it (fiber ff61525f)', () => {
    const text = 'The `Queue` is now read by a thread of its own, so that nobody waits for the disk.'
    expect([kept({ text }), kept({ text }, {}), kept({ text, note: { kind: 'decision' } }, {})]).toEqual([
      true,
      false,
      true,
    ])
    // Nor do we know the files of what touched hundreds.
    expect(kept({ text: `${text} Whoever waited for it before lost a request in a minute.` }, {})).toBe(true)
  })

  test('a notice of what breaks or is deprecated without a word more, and of what is gone since (litestar, viper)', () => {
    const says = 'Use `Channel` in its place, which cannot lose what was sent.'
    for (const kind of ['breaking', 'deprecation'] as const)
      expect([kept({ text: '', note: { kind } }), kept({ text: says, note: { kind } })], kind).toEqual([false, true])
    expect(kept({ text: says, note: { kind: 'deprecation', status: 'past' } })).toBe(false)
    expect(kept({ text: says, note: { kind: 'breaking', status: 'past' } })).toBe(false)
    expect(kept({ about: 'Security fix in cors/index.ts', text: '', note: { kind: 'security' } })).toBe(true)
  })

  test('what a changelog announces in one sentence that gives no reason (structlog 03b51430)', () => {
    const about = 'Add processors'
    const note = since
    const text = '`testing.capture_logs()` now optionally accepts `processors`, which are applied before capture.'
    expect(kept({ about, text, note, isOfChangelog: true })).toBe(false)
    // Its author's own sentence stays, and so do a reason, a second sentence and what breaks.
    expect(kept({ about, text, note })).toBe(true)
    expect(kept({ about, text: `${text} Nothing is captured twice.`, note, isOfChangelog: true })).toBe(true)
    const reason = '`testing.capture_logs()` now accepts `processors`, because some of them crash without a logger.'
    expect(kept({ about, text: reason, note, isOfChangelog: true })).toBe(true)
    expect(kept({ about, text, note: { ...note, kind: 'breaking' }, isOfChangelog: true })).toBe(true)
    for (const fault of [
      'Fixed an infinite loop in `Parser.next` on input that ends in a backslash.',
      '`Pool.get` no longer hangs when the server closes the connection first.',
      // scrapy d42b23d7, which goes on with a list
      'In order to wait for uploads, the following was changed: `media_downloaded` and `file_downloaded` return coroutines.',
      '`Session.send` now requires a timeout, since sockets stay open for hours.',
    ])
      expect(kept({ about: 'Fix it', text: fault, note, isOfChangelog: true }), fault).toBe(true)
  })

  test('what was never explained and holds no longer', () => {
    const text = 'The `Queue` is now read by a thread of its own, so that nobody waits for the disk.'
    expect(kept({ text })).toBe(true)
    expect(kept({ text, note: { status: 'past' } })).toBe(false)
    const explained = `${text} Whoever waited for it before lost a request in a minute.`
    expect(kept({ text: explained, note: { status: 'past' } })).toBe(true)
  })
})

test.each([
  ['Deprecate `WSGIMiddleware` in favor of `a2wsgi`', '', false],
  ['Raise a `ValueError` for an empty name', 'Raises `ValueError` when the given name is empty.', false],
  [
    'Remove the output option',
    'The query of the API answers with fields that differ from what it has named before.',
    true,
  ],
])('an entry of one lesson says more than its title: %s', (about, text, is) => {
  const [one, two] = [
    piece({ about, text, note: { kind: 'deprecation' } }),
    piece({ about: 'Sort names', text: 'Names are sorted by their length.' }),
  ]
  expect(deservesEntry([one], { isLong: true })).toBe(is)
  expect(deservesEntry([one, two], { isLong: true })).toBe(true)
})

test.each([
  ['Rename iter::ParallelSplit to iter::Split', false],
  ['Reorder use super::* and use super::internal::*', false],
  ['Refactor channel interfaces', true],
  ['Trim header values before they are compared', true],
  ['Move session storage to Redis', true],
  ['Let a retry wait', true],
])('a page is opened in vain for where things stand, however much is said of it (rayon, trio): %s', (about, is) => {
  const text =
    'The last iterator type had a name of its own. It fits better with the rest of them when it is called so.'
  const lesson = pieceOf('lesson', text, { about, note: noNote })
  expect(deservesEntry([lesson], { isLong: true })).toBe(is)
  const breaking = { ...lesson, note: { ...noNote, kind: 'breaking' as const } }
  expect(deservesEntry([breaking], { isLong: true })).toBe(true)
  expect(deservesEntry([lesson, pieceOf('lesson', text, { about: 'Wait', note: noNote })], { isLong: true })).toBe(true)
})

test('a bare headline is kept where it says that something is dangerous, gone or broken', () => {
  const weight = (message: string): number | undefined =>
    analysed(message, { 'src/a.ts': { added: ['x()'] } }).evidence.find(({ kind }) => kind === 'lesson')?.weight
  expect(weight('Sort goods')).toBe(0)
  expect(weight('feat!: sort goods')).toBeGreaterThan(0)
  expect(weight('security: escape names of goods')).toBeGreaterThan(0)
  expect(weight('Deprecate the sorting of goods')).toBeGreaterThan(0)
})
