import { expect, test } from 'vitest'
import { opponents } from '../../src/text/negation.ts'

test.each([
  ['Log tokens', 'Never log tokens', true],
  ['Log tokens', 'Never log passwords', false],
  ['Tokens', 'No longer tokens', false],
  ['Log tokens', 'Never log tokens at sign-in', false],
  ['Log tokens at sign-in', 'Never log tokens', false],
  ['Rotate signing keys of every tenant', 'Never rotate signing keys of every tenant', true],
  ['Never log tokens', 'Never log tokens', false],
])('“%s” and “%s” contradict: %s', (one, other, expected) => {
  expect(opponents([one])(other)).toEqual(expected ? [0] : [])
  expect(opponents([other])(one)).toEqual(expected ? [0] : [])
})
