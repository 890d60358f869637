import { expect, test } from 'vitest'
import { adopt } from '../../src/brain/imports/adopt.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { readKnowledge } from '../../src/tree/knowledge.ts'
import { toEntryPath } from '../../src/tree/path.ts'
import { withinReason } from '../support/slow.ts'

test('four thousand chunks of one title are imported in seconds, each once', () => {
  const path = toEntryPath('imported/salt/salt.md')
  if (path === undefined) throw new Error('not an entry path')
  const arrivals = Array.from({ length: 4_000 }, (_, at) => ({
    from: `chunk_${at}`,
    was: '',
    path,
    // Every tenth says what the one before it said.
    entry: { ...emptyEntry, title: 'Salt', reason: `Number ${at % 10 === 9 ? at - 1 : at}` },
  }))
  const began = performance.now()
  const known = readKnowledge(new Map([[path, writeEntry({ ...emptyEntry, title: 'Salt', reason: 'Number 5' })]]))
  const all = adopt(known, { entries: arrivals, overviews: new Map(), refused: [] }, '2026-11-21T10:00:00Z')
  expect(performance.now() - began).toBeLessThan(withinReason(3_000))
  expect(all.added).toHaveLength(3_599)
  expect(all.known).toHaveLength(401)
  expect(all.known[0]).toBe(path)
  expect(all.added[0]).toEqual({ path: 'imported/salt/salt_2.md', from: 'chunk_0' })
  expect(all.added.at(-1)?.path).toBe('imported/salt/salt_3600.md')
})
