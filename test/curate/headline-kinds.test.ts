import { describe, expect, test } from 'vitest'
import { onlyWorthy } from '../../src/curate/entries/worth.ts'
import { removesUnused, sweeps } from '../../src/curate/message/headline-kinds.ts'
import { analysed, commitOf, analysisOf } from '../support/commits.ts'
import { because, lessonEvidence } from '../support/messages.ts'

describe('a headline', () => {
  test.each([
    ['Remove unnecessary ANSI code injection (fzf e00e7e1e)', ''],
    ['fix style variables injection on static vnode (vue 6a0c7cd9)', 'fix'],
    ['Sanitize escape sequence injection (fd 92c54d3)', 'security'],
    ['Prevent SQL injection in filters', 'security'],
  ])('names an injection that is an attack: %s', (headline, kind) => {
    expect(lessonEvidence(headline, { 'a.go': {} })?.note?.kind).toBe(kind)
  })
})

test('an advisory that was merged is about security, whatever GitHub called the merge (urllib3 accff72e)', () => {
  const message =
    'Merge pull request from GHSA-34jh-p97f-mpxf\n\n* Strip Proxy-Authorization header on redirects\n\n* Fix a test'
  expect(lessonEvidence(message, { 'src/util/retry.py': {} })).toMatchObject({
    about: 'Strip Proxy-Authorization header on redirects',
    note: { kind: 'security' },
  })
})

test('kinds were taken from words that only look like them (hyper 7c2e5124, structlog 748fb324)', () => {
  const kindOf = (subject: string): string | undefined =>
    analysed(subject, { 'shop/a.ts': { added: ['export const a = 1'] } }).evidence.find(({ kind }) => kind === 'lesson')
      ?.note?.kind
  expect(
    [
      'feat(headers): add strict-transport-security header',
      'Fix #201 - Add support for contextvars (#236)',
      'Fix #201 - Keep the order of keys',
      'Close a security hole',
    ].map(kindOf),
  ).toEqual(['', '', 'fix', 'security'])
  // A page is called so, and a warning is mended (litestar c6dd4f3d, 3df82bac, 9dbe7900).
  expect(
    [
      'update ``docs/usage/security/*``',
      'Extend template example and `security` ref docs',
      'deprecation warning text for route handlers',
      'Deprecate the handlers',
    ].map(kindOf),
  ).toEqual(['', '', '', 'deprecation'])
  // A net and a note are no attack (pino 5c8834f3, axum f9a94ca7).
  expect(['Remove unnecessary security net, cannot happen', 'Add security note about `Host`'].map(kindOf)).toEqual([
    '',
    '',
  ])
})

test.each([
  ['Implement server-side security (grpc-go 2fad6bf4)', ''],
  ['Process security configuration from Cluster resource (grpc-go 06c094c3)', ''],
  ['fix PerRPCCredentials w/RequireTransportSecurity and security levels (grpc-go aeb04798)', ''],
  ['Remove deprecated pbkdf2 security functions (werkzeug 7fff62fe)', ''],
  ['Change default TLS options for more security (traefik c84378d6)', 'security'],
  ['Fixed a possible security problem in werkzeug.contrib.securecookie (werkzeug 84eabcaa)', 'security'],
  ['[security] Drop sensitive headers when following redirects (ws 6946f5fe)', 'security'],
  ['security (static middleware): fix listing all file names from root (echo 26ec148e)', 'security'],
])('security was named, and was what the code is about: %s', (headline, kind) => {
  expect(lessonEvidence(headline, { 'a.go': {} })?.note?.kind.replace('fix', '')).toBe(kind)
})

test.each([
  [
    'This introduces a minor breaking change when calling\n`h(comp, { ... })`, which will now fail. (vue eb2ae44d)',
    true,
  ],
  ['- Introduces a very minor breaking change: the scheduler no longer receives the runner. (vue 87f69fd0)', true],
  ['The struct has a new field. This is technically a\nbreaking change, since it is public. (mio)', true],
  ['I do not consider this a breaking change. (clap)', false],
  ['Adding a field later is a breaking change, so it is private now. (tracing)', false],
  ['This is a breaking change release in order to update the dependency. (tracing)', false],
])('what breaks may be said in the text: %s', (body, is) => {
  expect(lessonEvidence(`Widen the type\n\n${body}`, { 'a.ts': {} })?.note?.kind === 'breaking').toBe(is)
})

test('what breaks still does where the changelog lists it below its fixes (vue 79b8a090)', () => {
  const message = 'feat!: remove reactivity transform\n\nBREAKING CHANGE: It was deprecated in 3.3 and is now removed.'
  const told = lessonEvidence(message, {
    'src/transform.ts': {},
    'CHANGELOG.md': { added: ['### Bug Fixes', '', '- Remove reactivity transform and its macros'] },
  })
  expect(told?.note?.kind).toBe('breaking')
})

test('a commit beside the code is of no kind, unless it breaks something', () => {
  const kind = (message: string, path: string): string | undefined =>
    analysisOf(commitOf(message, { [path]: { added: ['x'] } })).evidence.find((piece) => piece.kind === 'lesson')?.note
      ?.kind
  expect(kind(`fix: sort goods\n\n${because}`, 'src/a.ts')).toBe('fix')
  expect(kind(`fix: sort goods\n\n${because}`, 'docs/a.md')).toBe('')
  expect(kind(`fix!: sort goods\n\n${because}`, 'docs/a.md')).toBe('breaking')
})

test('that dead code was taken out was told of a long history, twice on one page (pip d5b4c151, aa063666)', () => {
  const isUnused = (headline: string): boolean => removesUnused.test(headline)
  expect(
    ['Remove dead code from wheel_metadata', 'Remove unused class TestUpgrade', 'server: Drop the unused const'].map(
      isUnused,
    ),
  ).toEqual([true, true, true])
  // Why a check is not needed may be a rule of the code (rayon 0a7a2fb6).
  expect(
    ['Remove redundant split_off_left() calls', 'Warn of unused options', 'Remove unused const, check observers'].map(
      isUnused,
    ),
  ).toEqual([false, false, false])
  const why = "Since we don't pass the source directory anymore, `setup` is never asked. The tests of it can go, too."
  const weights = (headline: string): readonly number[] =>
    onlyWorthy([
      analysed(`${headline}\n\n${why}`, { 'src/a.ts': { removed: ['setup()'] } }),
      ...Array.from({ length: 60 }, () => analysed('x', {})),
    ]).flatMap(({ evidence }) =>
      evidence.flatMap(({ kind, about, weight }) => (kind === 'lesson' && about === headline ? [weight] : [])),
    )
  expect(weights('Remove dead code from the setup')).toEqual([0])
  expect(weights('Remove the setup step')).not.toEqual([0])
})

test('"changed later: Run rustfmt on new `consume_iter`s", of what nobody changed (rayon 0dbc892f)', () => {
  const ran = [
    'Run rustfmt on new `consume_iter`s',
    "Run 'cargo fmt'",
    'cargo fmt --all',
    '`cargo fmt` for the new `fold_chunks` tests',
    'Run latest version of rustfmt',
    'Apply black',
    'apply go fmt',
    'Apply clang-format',
    'clang-format',
  ]
  expect(ran.filter((title) => !sweeps.test(title))).toEqual([])
  expect(
    ['Run the tests in threads', 'Apply the black theme', 'Ban rustfmt'].filter((title) => sweeps.test(title)),
  ).toEqual([])
})
