import { expect, test } from 'vitest'
import { namedIn } from '../../src/search/named-commits.ts'

test.each<[string, string[], string[]]>([
  ['what did 29dca70e slow down', ['29dca70e'], []],
  ['#5073', [], ['#5073']],
  ['why did PR 316 and pull request #317 change it', [], ['#316', '#317']],
  ['is 643272e0d1f1aabbccddeeff00112233445566ff in main?', ['643272e0d1f1aabbccddeeff00112233445566ff'], []],
  ['what is the #1 reason for retries, and is issue #12 mended', [], []],
  ['what does v1.2.3e45678f bring', [], []],
  ['when was #12 merged?', [], ['#12']],
  ['why was the facade defaced, and 1234567 pages read', [], []],
  ['what is src/29dca70e or a-29dca70e', [], []],
])('a question names commits: %s', (question, hashes, numbers) => {
  expect(namedIn(question)).toEqual({ hashes, numbers })
})
