import { describe, expect, test } from 'vitest'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { withWords } from '../../src/curate/message/changelog-words.ts'
import { noNote } from '../../src/tree/note.ts'
import { twoReleases } from '../support/changelog.ts'

test('what is called a chore has the words of the changelog for a headline (jinja)', () => {
  const piece = { about: 'Cleanup and changelog entry', text: '', weight: 0 }
  const bullet = { text: 'Loop items are not consumed by the length filter.', kind: '', release: '2.10' } as const
  expect(withWords(piece, bullet)).toMatchObject({ about: 'Loop items are not consumed by the length filter' })
})

test('a headline of one word has the words of the changelog instead, as far as a headline goes (fd a00259bf)', () => {
  const said =
    'Sanitize control characters in filenames when output goes to a terminal, and prefix paths that start with `-` with `./` so that no argument is injected.'
  const optimized = withWords({ about: 'optimize', text: '', weight: 0 }, { text: said, kind: '', release: '10.5' })
  expect(optimized).toMatchObject({
    about: 'Sanitize control characters in filenames when output goes to a terminal',
    text: 'Prefix paths that start with `-` with `./` so that no argument is injected.',
  })
})

test('“Update changelog” goes by the first sentence of what it wrote there, and leads to no code that is not told (redis df7fe4e2)', () => {
  const [bullet] = bulletsIn([
    '## 8.0',
    '',
    '- Ring uses Rendezvous Hashing, which provides better distribution. Existing keys must be moved to another place. To use the old scheme:',
    '',
    '```go',
    'ring()',
    '```',
  ])
  const piece = { about: 'Update changelog', text: '', weight: 0 }
  expect(bullet && withWords(piece, bullet)).toMatchObject({
    about: 'Ring uses Rendezvous Hashing, which provides better distribution',
    text: 'Existing keys must be moved to another place.',
  })
})

test.each([
  'follow-up to #2371',
  'update after landing #1028',
  'fixes after landing #2038',
  'finish #2302',
  'add release notes for #871',
])(
  '“%s” named another change, and is called by what the changelog says (esbuild 8b5e0487, 9d208023, eba2a6b3)',
  (about) => {
    const text = 'Fix generated `enum` comments that contain a closing mark. They were printed as they are.'
    expect(withWords({ about, text: '', weight: 0 }, { text, kind: '', release: '0.14.49' })).toMatchObject({
      about: 'Fix generated `enum` comments that contain a closing mark',
      text: 'They were printed as they are.',
    })
    const says = `${about}: duplicate output paths`
    expect(withWords({ about: says, text: '', weight: 0 }, { text, kind: '', release: '0.14.49' }).about).toBe(says)
  },
)

describe('“Add newsfragment” is called by what the fragment says (trio 332f1118)', () => {
  const told = (text: string, about = 'Add newsfragment') =>
    withWords({ about, text: '', weight: 0 }, { text, kind: '', release: '' })

  test('by its first sentence', () => {
    const said = 'Writing to a closed stream raises an error. Before, it was lost.'
    // The last ones are pip's.
    for (const about of [
      'Add newsfragment',
      'newsfragment for #609',
      'Fix isort, add newsfragment',
      'Add news',
      'News entry',
      'add a news file',
    ])
      expect(told(said, about)).toMatchObject({
        about: 'Writing to a closed stream raises an error',
        text: 'Before, it was lost.',
      })
  })

  test('and so are a “change note”, and a fragment by the name of its file (pytest e73db686, 2611)', () => {
    const said = 'Writing to a closed stream raises an error. Before, it was lost.'
    const called = (about: string) => told(said, about).about
    for (const about of [
      'Add a change note for PR #12501',
      'Add change notes for PR #12469',
      'Create 6285.feature.rst',
      'Create 2611.bugfix',
      '#3260 Added changelog file',
      'T3853:Added changelog file',
      'first changelog entry',
      'Reword changelog',
      'Added the feature in change log for #3149',
    ])
      expect(called(about), about).toBe('Writing to a closed stream raises an error')
    // Who mends the note of another commit would be told in its place (pytest b57a84d0, 062a0e3e).
    for (const about of ['Create 2611.py', 'Add changes', 'updating bugfix changelog', 'Remove stale notes'])
      expect(called(about), about).toBe(about)
  })

  test('of a sentence that is too long by its beginning, which is cut in no name and no condition, and stands whole behind', () => {
    const long =
      'Some old versions of OpenSSL have a bug with memory where `DTLSv1_listen consumes` the hello out of it, but do_handshake expects it to be there.'
    expect(told(long)).toMatchObject({
      about: 'Some old versions of OpenSSL have a bug with memory where…',
      text: long,
    })
    const code =
      '`open_channel(max_buffer_size=math.inf, name=a_very_long_name_of_it, more=and_more)` is now in the interface of everything that sends.'
    expect(told(code).about).toBe('open_channel(max_buffer_size=math.inf, name=a_very_long_name_of_it,…')
    const condition =
      'If you use the low-level interfaces to wait until a socket is readable, and then you close that socket, you must tell everybody who waits for it.'
    expect(told(condition).about).toBe('If you use the low-level interfaces to wait until a socket is readable, and…')
    expect(told(condition).text).toBe(condition)
  })
})

describe('words were said twice', () => {
  const withLine = (line: string, text: string): string => {
    const [bullet] = bulletsIn([`- ${line}`])
    return bullet === undefined ? '' : withWords({ about: 'Change the client', text, weight: 1 }, bullet).text
  }

  test('by the changelog and the message below it (structlog d20fd093, zap 24b79770)', () => {
    expect(
      withLine(
        'All use of Colorama on non-Windows systems has been excised. You can keep using Colorama to customize colors.',
        'All use of `colorama` on non-Windows systems has been excised. Colors will now be enabled by default.',
      ),
    ).toBe(
      'All use of Colorama on non-Windows systems has been excised. You can keep using Colorama to customize colors. Colors will now be enabled by default.',
    )
    expect(
      withLine(
        "[#1273][]: Add `Name` to `Logger` which returns the Logger's name if one is set.",
        "Adds the `Name()` function to `Logger`, which will return the logger's name, if configured.",
      ),
    ).toBe("Adds the `Name()` function to `Logger`, which will return the logger's name, if configured.")
  })
})

describe('a headline was cut, though its author had one', () => {
  const named = (about: string, line: string): string =>
    withWords({ about, text: '', weight: 1 }, { kind: '', release: '', text: line }).about
  const long =
    'Add `--format` flag (`ini`, `json`, `toml`) and `-o`/`--output-file` to the `config` command for machine-readable output with native types.'

  test('for "format" is no chore here (tox 4c728874)', () => {
    const subject = 'add --format json/toml and -o to config command'
    expect(named(subject, long)).toBe(subject)
    expect(named('add format', long)).toMatch(/^Add `--format` flag.*…$/)
    expect(named('add tests and docs for the format flag', long)).toMatch(/^Add `--format` flag.*…$/)
  })

  test('and a list goes on behind what leads to it (tox c91a77a8)', () => {
    const items = 'drop Python 3.5 support as it will not get to a release before its end; fix a test that says so'
    const text = `Fix the CI failures, all of them: ${items}.`
    expect(withWords({ about: 'Fix CI', text: '', weight: 1 }, { kind: '', release: '', text })).toMatchObject({
      about: 'Fix the CI failures, all of them',
      text: `D${items.slice(1)}.`,
    })
  })

  test('where the changelog only leads to a list, or opens a bracket (axum 6ce355cc, 6703f863)', () => {
    const subject = 'Add unique future types for all services'
    expect(named(subject, 'The following services have new response future types:')).toBe(subject)
    expect(named(subject, 'The following types are no longer generic over the body (i.e.')).toBe(subject)
  })
})

test.each([
  ['code (tower b8927bc3)', 'Added missing impls when the mapped function implements `Clone`'],
  ['a bracket (fsnotify 3e240396)', 'inotify: use epoll_create1 for arm64 support (requires Linux 2.6.27 or later)'],
])('a line of the changelog that ends with %s ends before what the message says', (_, line) => {
  const rest = 'The older syscall is not there on new machines.'
  const says = (text: string) =>
    withWords({ about: 'Change the client', text, weight: 1 }, { kind: '', release: '', text: line }).text
  expect(says(rest)).toBe(`${line}. ${rest}`)
  expect(says('')).toBe(line)
})

test('an explanation was told twice, in the words of the changelog and of the message (tox 5929bdb5, a514a12d)', () => {
  const line =
    'When `set_env` both inherits by substitution and explicitly overrides the same variable, the explicit value was incorrectly replaced by the inherited one, because `load()` moved the key to the materialized dict before the deferred step ran, which made its protection ineffective.'
  const again =
    'When `set_env` both inherits by substitution and explicitly overrides the same variable, the explicit value is silently replaced by the inherited one.'
  const told = (text: string): string =>
    withWords({ about: 'Keep overrides', text, weight: 1 }, { kind: '', release: '', text: line }).text
  const first = 'Users layer their variables across several sections of one file.'
  expect(told(`${first} ${again}`)).toBe(`${line} ${first}`)
  for (const other of [
    `But ${again}`,
    again.replace('the inherited one', '`_raw`'),
    again.replace('is silently replaced', 'is not replaced'),
  ])
    expect(told(`${first} ${other}`)).toBe(`${line} ${first} ${other}`)
})

test('a changelog said the headline again in another form of its verb (aiohttp 30a3d0ef)', () => {
  const about = 'Improve performance of starting request handlers with Python 3.12+'
  const behind = 'Tasks are started eagerly where a request is connected.'
  const line = `Improved performance of starting request handlers with Python 3.12+. ${behind}`
  const piece = { about, text: '', weight: 0.5, note: noNote }
  expect(withWords(piece, { kind: '', release: '', text: line }).text).toBe(behind)
})

test('a changelog that begins with the headline adds what it says behind it (gin 0be805a6)', () => {
  const bullet = { kind: '', release: '' } as const
  const piece = { about: 'TrustedProxies: Add default IPv6 support and refactor', text: '', weight: 0.5, note: noNote }
  const says = (text: string) => withWords(piece, { ...bullet, text }).text
  const behind = 'Please replace `RemoteIP() (net.IP, bool)` with `RemoteIP() net.IP`.'
  expect(says(`TrustedProxies: Add default IPv6 support and refactor #2967. ${behind}`)).toBe(behind)
  expect(says(`Proxies are trusted by prefix. ${behind}`)).toBe(`Proxies are trusted by prefix. ${behind}`)
})

describe('a changelog', () => {
  test('explains a bare title, and repeats nothing that a message says already', () => {
    const bare = { about: 'Switch follow redirects default', text: '', weight: 0, note: noNote }
    const [bullet] = twoReleases
    if (bullet === undefined) throw new Error('no bullet')
    expect(withWords(bare, bullet)).toMatchObject({
      text: 'Redirects are not followed by default, which is safer.',
      note: { since: '0.20.0' },
    })
    const told = { ...bare, text: 'Redirects are not followed by default any more, which is safer.' }
    expect(withWords(told, bullet).text).toBe(told.text)
  })
})

test('a fix of the test runner says what it fixes itself (anyio e2fe6263: a headline cut with “…”)', () => {
  const piece = { about: "Fixed KeyError in the asyncio test runner's exception handler", text: '', weight: 0 }
  const text =
    'Fixed the handler not properly handling a context that does not contain the key of the exception that it is given.'
  expect(withWords(piece, { text, kind: '', release: '3.6.1' }).about).toBe(piece.about)
})
