import { describe, expect, test } from 'vitest'
import { commonNames } from '../../src/curate/filing/common-names.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import type { NameNow } from '../../src/curate/code/code-names.ts'
import { titleOf } from '../../src/curate/filing/title.ts'
import { analysed } from '../support/commits.ts'

const titled = (
  { folder, name, file }: { folder: string; name: string; file: string },
  lessons: readonly { about: string; text: string }[],
  { headline = '', commentCount = 0 }: { headline?: string; commentCount?: number } = {},
): string => {
  const analyses = [analysed('Add one', { [file]: {} }), analysed('Add two', { [file]: {} })]
  const place = toFolder(...(folder.split('/') as [string, string]))
  const nameNow: NameNow = (one) => (one === 'goneName' ? 'lost' : 'there')
  return titleOf(
    { folder: place, name, file, analyses },
    { gists: new Map(), lessons, nameNow, headline, commentCount, spoken: new Set<string>() },
  )
}

test.each([
  ['flask/helpers', 'flask', 'flask/helpers.py', 'flask helpers'],
  ['core/helpers', 'helpers', 'helpers.go', 'helpers.go'],
  ['buf/mod', 'buf', 'src/buf/mod.rs', 'buf'],
  ['docs/pages', 'pages', '', 'documentation'],
  // "tracing log log tracer"
  ['tracing_log/src', 'log_tracer', 'tracing-log/src/log_tracer.rs', 'tracing log tracer'],
  // "parse iso parseISO" (date-fns), "module loader ModuleLoader" (rollup)
  ['parse_iso/parse_iso', 'parseISO', 'src/parseISO/index.ts', 'parseISO'],
  // "core" over 22 lessons and "index" over twelve said nothing (got).
  ['source/core', 'core', 'source/core/index.ts', 'source/core/index.ts'],
])('a file that is called as many are is told with its folder (flask, bytes): %s', (folder, name, file, title) => {
  expect(titled({ folder, name, file }, [])).toBe(title)
})

test.each([
  ['Address second-pass review findings', 'middleware logger'],
  ['Added some documentation', 'middleware logger'],
  ['Add tests to the review of orders', 'logger: Add tests to the review of orders'],
])(
  'an entry is not called by whom its commit answered, or what was written beside it (fiber): %s',
  (headline, title) => {
    const place = { folder: 'middleware/logger', name: 'logger', file: 'middleware/logger/logger.go' }
    expect(titled(place, [{ about: headline, text: '' }], { headline })).toBe(title)
  },
)

test('a domain is not called by a letter that a folder was called once (bbolt, “core: bolt, c, compact”)', () => {
  const group = {
    folder: toFolder('core', 'core'),
    name: 'core',
    file: '',
    files: ['bolt.go', 'c/c.go', 'compact.go'],
    analyses: [analysed('Add one', {}), analysed('Add two', {})],
  }
  const naming = { gists: new Map(), lessons: [], nameNow: () => 'there' as const, headline: '', commentCount: 0 }
  expect(titleOf(group, { ...naming, spoken: new Set<string>() })).toBe('core: bolt, compact')
})

describe('an entry of many lessons', () => {
  const command = { folder: 'core/command', name: 'command', file: 'lib/command.js' }
  const told = (...abouts: readonly string[]) => abouts.map((about) => ({ about, text: '' }))
  const four = [
    'Let `hook()` wait',
    'Call `hook()`, `goneName`',
    'Sort `argParser()`, `goneName`',
    'Show `argParser()` and `command()`',
  ]

  test('is called by the names that they speak of, not by the first that its file exports (commander, useColor)', () => {
    expect(titled(command, told(...four))).toBe('command: argParser, hook')
    expect(titled(command, told(...four.slice(0, 3), 'Sort it'))).toBe('command')
    // An address is no name of the code (client_golang).
    const at = 'See github.com/shop/argParser and https://example.org/hook_file'
    expect(titled(command, told(at, at, 'Sort it', 'Show it'))).toBe('command')
  })

  test('is called by what its file declares, where each is spoken of but once (zap zapcore/tee.go)', () => {
    const names = (declared: readonly string[]) =>
      commonNames(told('Let `newTee()` wait', 'Sort `splitTee()` and `goneTee()`'), {
        called: 'tee',
        nameNow: () => 'there',
        declared,
      })
    expect(names(['newTee', 'splitTee', 'joinTee'])).toEqual(['newTee', 'splitTee'])
    expect(names(['newTee', 'joinTee'])).toEqual([])
    expect(names(['newTee'])).toEqual(['newTee'])
  })

  test('of one lesson has its headline behind the name of its file, and of two that name (ws lib/stream.js)', () => {
    const wait = 'Let `hook()` wait (#12)'
    expect(titled(command, told('Undo #12 in part'), { headline: 'Undo #12 in part' })).toBe(
      'command: Undo #12 in part',
    )
    expect(titled(command, told(wait), { headline: wait })).toBe('command: Let `hook()` wait')
    expect(titled(command, told(wait, 'Call `hook()` twice'), { headline: wait })).toBe('command')
    // "Add SSLTransport" over two lessons and five comments, most of them about versions (urllib3).
    expect(titled(command, told(wait), { headline: wait, commentCount: 5 })).toBe('command')
    // "Bring coverage back to 100%", "Improve various comments" (urllib3, client_golang).
    expect(titled(command, told('Fix some tests'), { headline: 'Fix some tests' })).toBe('command')
  })
})

test('two pages had the same title (pip: “pip req”, of pip/req.py and of src/pip/_internal/req/__init__.py)', () => {
  const spoken = new Set<string>()
  const naming = {
    gists: new Map(),
    lessons: [],
    nameNow: () => 'there' as const,
    headline: '',
    commentCount: 0,
    spoken,
  }
  const analyses = [analysed('Add one', {}), analysed('Add two', {})]
  const titles = ['pip/req.py', 'src/pip/_internal/req/req.py'].map((file) =>
    titleOf({ folder: toFolder('pip', 'req'), name: 'req', file, analyses }, naming),
  )
  expect(titles).toEqual(['pip req', 'pip req (src/pip/_internal/req/req.py)'])
})

test('two files were called by the same sentence (grpc-go clientconn.go: “virtual connection to a conceptual endpoint”)', () => {
  const spoken = new Set<string>()
  const files = ['clientconn.go', 'internal.go']
  const gists = new Map(files.map((path) => [path, 'virtual connection to an endpoint'] as const))
  const called = files.map((file) => {
    const analyses = [analysed('Add one', { [file]: {} }), analysed('Add two', { [file]: {} })]
    const group = { folder: toFolder('core', 'conn'), name: file.slice(0, -3), file, analyses }
    return titleOf(group, { gists, lessons: [], nameNow: () => 'there', headline: '', commentCount: 3, spoken })
  })
  expect(called).toEqual(['clientconn: virtual connection to an endpoint', 'conn internal'])
})

test('a page was called by the headline of a commit whose comments are told elsewhere (vue 02339b67 “transform: Hoist …”)', () => {
  const file = 'packages/core/src/transform.ts'
  const [own, other] = ['Hoist dynamic props lists', 'Fix slots'].map((title) => analysed(title, { [file]: {} }))
  const titledWith = (guests: readonly (typeof own)[]): string =>
    titleOf(
      {
        folder: toFolder('core', 'transform'),
        name: 'transform',
        file,
        analyses: own === undefined ? [] : [own],
        guests: guests.flatMap((one) => one ?? []),
      },
      { gists: new Map(), lessons: [], nameNow: () => 'there', headline: '', commentCount: 1, spoken: new Set() },
    )
  expect(titledWith([other])).toBe('transform')
  expect(titledWith([])).toBe('transform: Hoist dynamic props lists')
})
