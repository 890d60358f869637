import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { teach } from '../../src/learning/teach.ts'
import { isUpkeep } from '../../src/text/upkeep.ts'
import { noNote } from '../../src/tree/note.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { analysedChange, bareProject } from '../support/commits.ts'

/** How code is kept, told apart from what it does: each headline was seen on the page of a module, and disappointed its reader. */
const layout = { packages: ['tracing', 'tracing-core'], domains: {} }
const span = 'tracing/src/span.rs'

const why = (at: number): string =>
  `\n\nEverybody who read line ${at} took it for what it was before, because the compiler said so until now.`

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge): Knowledge =>
  teach(analyses, on, { ...bareProject, layout }).knowledge

/** What is told in each topic, by headline. */
const toldIn = ({ entries }: Knowledge): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...entries].map(([path, { facts }]) => [
      path.split('/').slice(0, 2).join('/'),
      facts.flatMap(({ subject }) => (subject === '' ? [] : [subject])),
    ]),
  )

describe('what a linter wanted', () => {
  test('stands between no lessons of a module (tracing b7ef75fd, a358728b: the page of spans)', () => {
    const told = learn([
      analysedChange(`Close the span when its last handle is dropped${why(1)}`, { [span]: {} }),
      analysedChange(`Fix Rust 1.84.0 lints${why(2)}`, { [span]: {} }),
      analysedChange(`Document the span module${why(3)}`, { 'tracing-core/src/span.rs': {} }),
    ])
    expect(toldIn(told)).toEqual({
      'tracing/span': ['Close the span when its last handle is dropped'],
      'conventions/upkeep': ['Document the span module', 'Fix Rust 1.84.0 lints'],
    })
  })

  test('is told with the module where it breaks the code of others, or has comments of that', () => {
    const breaking = analysedChange(`refactor!: Deny missing docs in what derives a span${why(1)}`, { [span]: {} })
    expect(Object.keys(toldIn(learn([breaking])))).toEqual(['tracing/span'])
    const comment =
      '// The guard must be dropped before the span, because the span is closed with the last of its guards.'
    const commented = analysedChange(`Fix lints of the guard${why(2)}`, { [span]: { added: [comment, 'drop(guard)'] } })
    expect(Object.keys(toldIn(learn([commented])))).toEqual(['tracing/span'])
  })

  test('is told with the module where a release told its users what it brings (fastapi 2f478eec, zap: “for panic log tests”)', () => {
    const folders = (text: string, since: string) => {
      const one = analysedChange(`Add a hook for panics to make mypy happy${why(1)}`, { [span]: {} })
      const evidence = one.evidence.map((piece) => ({ ...piece, text, note: { ...(piece.note ?? noNote), since } }))
      return Object.keys(toldIn(learn([{ ...one, evidence }])))
    }
    const brought =
      'Add a `WithPanicHook` option that says what is done besides, because nobody could. It is `nil` at first.'
    expect(folders(brought, '1.2.0')).toEqual(['tracing/span'])
    expect(folders(brought, '')).toEqual(['conventions/upkeep'])
    expect(folders(`Add tests of that. ${brought}`, '1.2.0')).toEqual(['conventions/upkeep'])
  })

  test('goes to the page that an older ctx called otherwise', () => {
    const before = learn([analysedChange(`Fix lints of the guard${why(1)}`, { [span]: {} })])
    const [path, entry] = [...before.entries][0] ?? []
    if (path === undefined || entry === undefined) throw new Error('no page')
    const older = { ...entry, title: 'tests, documentation, examples and builds' }
    const after = learn([analysedChange(`Fix lints of the span${why(2)}`, { [span]: {} })], {
      ...before,
      entries: new Map([[path, older]]),
    })
    expect([...after.entries].map(([, { facts }]) => facts.length)).toEqual([2])
  })

  test('has one page, however many there are, and other upkeep beside it (seven crates with seven lints each)', () => {
    const lints = Array.from({ length: 49 }, (_, at) =>
      analysedChange(`Fix lint ${at}${why(at)} Nobody who reads it now has to ask what lint ${at} wanted.`, {
        [`crate${at % 7}/src/lint.rs`]: {},
      }),
    )
    const pages = [1, 2, 3].map((at) =>
      analysedChange(`Say how spans are entered, ${at}${why(300 + at)} They are entered by hand where a future is.`, {
        'docs/spans.md': {},
      }),
    )
    const tests = [1, 2, 3].map((at) =>
      analysedChange(
        `Wait for the span, ${at}${why(400 + at)} It is closed late on slow machines, which is no fault.`,
        {
          'tests/wait.rs': {},
        },
      ),
    )
    const told = learn([...lints, ...pages, ...tests])
    expect([...told.entries.keys()].filter((path) => path.startsWith('conventions/upkeep/'))).toHaveLength(1)
  })

  test('is not what its author calls a fix of the code (undici a6f8644f: a typo that let a block always run)', () => {
    const typo = analysedChange(`fix(span): correct the typo in what is entered${why(1)}`, { [span]: {} })
    expect(Object.keys(toldIn(learn([typo])))).toEqual(['tracing/span'])
    const page = analysedChange(`fix(docs): correct the typo in what is entered${why(2)}`, { [span]: {} })
    expect(Object.keys(toldIn(learn([page])))).toEqual(['conventions/upkeep'])
  })

  test('is not what a test runner does for its users (pytest-xdist 84df4451: “Terminate the test loop”)', () => {
    const loop = analysedChange(`Terminate the test loop if a worker must stop${why(1)}`, { [span]: {} })
    expect(Object.keys(toldIn(learn([loop])))).toEqual(['tracing/span'])
    const tested = analysedChange(`Fix the loop test on Windows${why(2)}`, {
      [span]: { added: ['close()'] },
      'tracing/tests/span.rs': { added: ['let a = 1', 'assert(a)'] },
    })
    expect(Object.keys(toldIn(learn([tested])))).toEqual(['conventions/upkeep'])
  })

  test('of a project with more than one reads through has a page in each domain that has many', () => {
    const keeping = (crate: string, count: number): readonly CommitAnalysis[] =>
      Array.from({ length: count }, (_, at) =>
        analysedChange(`Fix lint ${at} of ${crate}${why(crate.length * 100 + at)}`, {
          [`${crate}/src/part${at}.rs`]: {},
        }),
      )
    const sizes = (told: Knowledge): Readonly<Record<string, number>> =>
      Object.fromEntries(Object.entries(toldIn(told)).map(([topic, { length }]) => [topic, length]))
    expect(sizes(learn([...keeping('tracing', 20), ...keeping('tracing-core', 20)]))).toEqual({
      'conventions/upkeep': 40,
    })
    expect(sizes(learn([...keeping('tracing', 37), ...keeping('tracing-core', 4)]))).toEqual({
      'tracing/upkeep': 37,
      'conventions/upkeep': 4,
    })
  })

  test('takes along what little is told of tests and pages, in a long history', () => {
    const others = Array.from({ length: 50 }, (_, at) =>
      analysedChange(`Keep span ${at}${why(at)}`, { [`tracing/src/part${at}/keep.rs`]: {} }),
    )
    const keeping = Array.from({ length: 5 }, (_, at) =>
      analysedChange(`Fix lint ${at}${why(100 + at)} Nobody who reads it now has to ask what lint ${at} wanted.`, {
        [`tracing/src/lint${at}.rs`]: {},
      }),
    )
    const page = analysedChange(`Say how spans are entered${why(1)} They are entered by hand where a future is.`, {
      'docs/spans.md': {},
    })
    expect(toldIn(learn([...others, ...keeping, page]))['conventions/upkeep']).toHaveLength(6)
  })
})

test.each([
  ['apply some Rust 2024 idioms', true],
  ['remove all `extern crate` statements', true],
  ['fix a bunch of RustDoc warnings/errors', true],
  ['core: document the `callsite` module', true],
  ['Remove unnecessary use of compat shim six.binary_type', true],
  ['Remove executable bit from static assets', true],
  ['Fix warning logged by sync HTTPClient destructor', false],
  ['Reindent docstrings', false],
  ['Drop the six oldest connections', false],
  ['Retry over six hours before giving up', false],
  ['Remove a needless lock that deadlocks the pool', false],
  ['parser: document fragments keep their order', false],
  ['Suggest the nearest command on typos', false],
  ['Preserve the executable bit when unpacking', false],
  ['Read `examples` of a JSON schema', false],
  // zod 02c2baf7
  ['Treat codecs as transforming for JSON schema example/default stripping', false],
  ['Fix and test encoding handling', false],
  ['Add `CalledAs` method to cobra.Command (w/ tests)', false],
  ['remove goroutine-based logic and improve documentation', false],
  ['add Sinatra::Delegator.target and actually test delegation', false],
  ['Use text/template; add experimental notice to docs', false],
  ['Validate `GsonBuilder.setDateFormat` style arguments & extend tests', false],
  ['Fix stale examples and improve documentation', true],
  ['update workflows and improve test request consistency', true],
])('%s: upkeep, %s', (headline, is) => {
  expect(isUpkeep(headline)).toBe(is)
})
