import { expect, test } from 'vitest'
import { isDecided } from '../../src/curate/rewrite.ts'
import { emptyEntry } from '../../src/tree/entry.ts'

test('an entry is decided when a person approved it or said how it stands, and then no rewriting changes it', () => {
  const approvedAt = '2026-01-01T00:00:00Z'
  expect(isDecided(emptyEntry)).toBe(false)
  expect(isDecided({ ...emptyEntry, approvedAt })).toBe(true)
  expect(isDecided({ ...emptyEntry, status: 'deprecated' })).toBe(true)
  expect(isDecided({ ...emptyEntry, approvedAt, status: 'active' })).toBe(true)
})
