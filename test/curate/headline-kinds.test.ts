import { describe, expect, test } from 'vitest'
import { analysed } from '../support/commits.ts'
import { lessonEvidence } from '../support/messages.ts'

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
})
