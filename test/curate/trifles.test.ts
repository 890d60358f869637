import { describe, expect, test } from 'vitest'
import { isTrifle } from '../../src/curate/message/trifles.ts'
import { lessonEvidence } from '../support/messages.ts'
import { analysedChange } from '../support/commits.ts'

describe('a headline', () => {
  test.each([
    ['fix grammar in generator deprecation warning\n\nThis fixes the tense of `will been` to `will be`', 'lib/app.js'],
    ['Initial commit\n\nThis is where it all begins, with a server and a client.', 'lib/app.js'],
    ['fix broken links\n\nFixed a few broken links and converted them to intra-doc links.', 'src/lib.rs'],
  ])('about spelling, links or a beginning teaches nothing: %s', (message, path) => {
    expect(lessonEvidence(message, { [path]: {} })?.weight).toBe(0)
  })

  test('of a bump with a list of versions teaches nothing (fzf 1a7ae8e7)', () => {
    const body = 'go get: upgraded a.org/x v1.0.3 => v1.2.0\ngo get: upgraded b.org/y v0.0.9 => v0.0.12'
    expect(lessonEvidence(`Update dependencies to v2.0\n\n${body}`, { 'go.mod': {} })?.weight).toBe(0)
  })
})

test.each([
  ['fix simple typo, ougoging -> outgoing', true],
  ['Decode the URL, not the path', false],
  ['Strip whitespace, tabs around header values', false],
])('a comma makes no trifle of a change: %s', (headline, is) => {
  expect(isTrifle({ headline, why: '' })).toBe(is)
})

test('“Fix typo in Must docs” was kept, as if it said what must be (zap 88a8b01a)', () => {
  expect(isTrifle({ headline: 'Fix typo in Must docs', why: '' })).toBe(true)
  expect(isTrifle({ headline: 'Fix links, which must not be relative', why: '' })).toBe(false)
})

test('what a linter asked for, or a program rewrote, stood between lessons about the code (fiber, tornado, fasthttp)', () => {
  for (const headline of [
    'satisfy golangci-lint v2; move skip tests into router_test.go',
    'resolve lint findings and cover adaptor edge branches',
    'stabilize nolint directive on cookiesForRequest',
    'Resolve the security issue of GoSec',
  ])
    expect(
      isTrifle({ headline, why: 'The linter complains of a name that it does not like, and of two others.' }),
    ).toBe(true)
  const why =
    'Another feature that has been around since Python 2.7. Automated change with modified pyupgrade and black.'
  expect(isTrifle({ headline: 'Use dict comprehensions where applicable', why })).toBe(true)
  const reasoned =
    'It read the same file again and again, because the cache had been told to forget what it was asked for, so that nobody could use it.'
  for (const headline of [
    'Fix infinite loop in lint',
    'Fix pylint crash on Python 3.12',
    'Fix clippy false positive',
    'Resolve race between watcher and linter',
    'Fix memory leak that crashes golangci-lint',
    'Fix gosec G404: use crypto/rand for session ids',
    'Apply linter rules to embedded templates',
  ])
    expect(isTrifle({ headline, why: reasoned }), headline).toBe(false)
  const ofLeader =
    'An automated change of the leader may happen while a write is in flight, so that the write must carry the term.'
  expect(isTrifle({ headline: 'Carry the term', why: ofLeader })).toBe(false)
})

test('what a scanner complains of was told as a hole (fasthttp c3050516)', () => {
  const kindOf = (message: string) => lessonEvidence(message, { 'server.go': {} })?.note?.kind
  expect(kindOf('Fix lint and security issues\n\ngosec was failing after the last update, which has new checks.')).toBe(
    'fix',
  )
  expect(kindOf('Fix path traversal that the lint job found\n\nA name with two dots was taken for a file.')).toBe(
    'security',
  )
  expect(kindOf('Fix security issue in the parser\n\nA header of two lines was taken for two headers.')).toBe(
    'security',
  )
})

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  test('is not made of a release', () => {
    for (const subject of [
      '4.1.1 release',
      // 27 of 147 lessons of libuv
      '2014.05.02, Version 0.11.25 (Unstable)',
      'Now working on version 1.52.2',
      'Version bump.',
      'Push version to 0.2',
      'Version Packages (next)',
      'chore: version packages',
    ])
      expect(
        analysedChange(`${subject}\n\nIt adds support for templates and for blocks.`, { 'lib/a.rb': {} })
          .skippedBecause,
      ).toBe('a version bump')
  })
})
