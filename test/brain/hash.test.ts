import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { knownTag, stampOf } from '../../src/brain/hash.ts'
import { brainOf, daysAgo, stamp } from '../support/brain-entries.ts'

describe('the hash', () => {
  test('is the first 16 hex of SHA-256 over the sorted ids and times, whatever their order', () => {
    const entries = {
      'a/b/two.md': { age: 1 },
      'a/b/one.md': { age: 2 },
      'a/b/gone.md': { status: 'deprecated' as const },
    }
    // The document tells of both.
    const expected = createHash('sha256')
      .update(`a/b/one.md:${daysAgo(2)}|a/b/two.md:${daysAgo(1)}`)
      .digest('hex')
      .slice(0, 16)
    expect(brainOf(entries).brainHash).toBe(expected)
    expect(brainOf(Object.fromEntries(Object.entries(entries).toReversed())).brainHash).toBe(expected)
    expect(brainOf(entries).etag).toBe(`"${expected}-${stamp}"`)
  })

  test('its tag stands for every text, too, and is found among those that somebody lists', () => {
    const stampFor = (text: string): string => stampOf(new Map([['a/b/c.md', text]]), [])
    expect(stampFor('one')).not.toBe(stampFor('two'))
    const tag = `"aaaaaaaaaaaaaaaa-${stamp}"`
    expect(knownTag(`"other", W/${tag}`, stamp)).toBe(tag)
    expect(knownTag(`"aaaaaaaaaaaaaaaa-aaaaaaaaaaaaaaaa", *`, stamp)).toBeUndefined()
  })
})
