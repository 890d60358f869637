import { describe, expect, test } from 'vitest'
import { lessonEvidence, lessonOf } from '../support/messages.ts'

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
  test('is the headline of who wrote "Whoops" above it (urllib3 ea13ad80)', () => {
    const said = 'Turns out we need no other connection at all. The timeout is set at a higher level.'
    expect(lessonOf(`Whoops\n\n${said}`)).toEqual({
      headline: 'Turns out we need no other connection at all',
      why: 'The timeout is set at a higher level.',
    })
  })
})
