import { describe, expect, test } from 'vitest'
import { analysed, commitOf, analysisOf } from '../support/commits.ts'
import { because, lessonEvidence } from '../support/messages.ts'

describe('a headline', () => {
  test.each([
    ['Remove unnecessary ANSI code injection (fzf e00e7e1e)', ''],
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

test('a commit beside the code is of no kind, unless it breaks something', () => {
  const kind = (message: string, path: string): string | undefined =>
    analysisOf(commitOf(message, { [path]: { added: ['x'] } })).evidence.find((piece) => piece.kind === 'lesson')?.note
      ?.kind
  expect(kind(`fix: sort goods\n\n${because}`, 'src/a.ts')).toBe('fix')
  expect(kind(`fix: sort goods\n\n${because}`, 'docs/a.md')).toBe('')
  expect(kind(`fix!: sort goods\n\n${because}`, 'docs/a.md')).toBe('breaking')
})
