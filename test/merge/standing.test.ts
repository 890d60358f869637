import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { noStanding, type Standing } from '../../src/tree/standing.ts'
import { entryOf } from '../support/entries.ts'

const approved = (day: number): Standing => ({ ...noStanding, approvedAt: `2026-01-0${day}T00:00:00Z` })
const deprecated: Standing = { ...noStanding, status: 'deprecated' }
const superseded = (by: string): Standing => ({ ...noStanding, status: 'superseded', supersededBy: by })
const merge = (base: Standing, ours: Standing, theirs: Standing) => {
  const { entry, conflicts } = mergeEntries({ base: entryOf(base), ours: entryOf(ours), theirs: entryOf(theirs) })
  const { status, supersededBy, approvedAt } = entry
  return { standing: { ...noStanding, status, supersededBy, approvedAt }, conflicts }
}

test('an entry that Ann retired and Ben approved was both at once: it is retired, and both are named', () => {
  expect(merge(noStanding, deprecated, approved(2))).toEqual({
    standing: deprecated,
    conflicts: ['status (“deprecated” or “approved”; “deprecated” is taken)'],
  })
  expect(merge(approved(1), approved(2), superseded('a/b/c.md'))).toEqual({
    standing: superseded('a/b/c.md'),
    conflicts: ['status (“approved” or “superseded by a/b/c.md”; “superseded by a/b/c.md” is taken)'],
  })
})

test('who alone decides is heard, be it that an entry holds again', () => {
  expect(merge(deprecated, approved(2), deprecated)).toEqual({ standing: approved(2), conflicts: [] })
  expect(merge(approved(1), approved(1), deprecated)).toEqual({ standing: deprecated, conflicts: [] })
})

test('of two approvals the later is told, and nobody has to decide', () => {
  expect(merge(noStanding, approved(3), approved(2))).toEqual({ standing: approved(3), conflicts: [] })
})

test('an approval that one took back while the other approved again is named', () => {
  expect(merge(approved(1), noStanding, approved(2)).conflicts).toHaveLength(1)
})

test('whatever two people mark, the merge has a mark of one of them, the same from either side', () => {
  const mark = fc.constantFrom(
    noStanding,
    deprecated,
    approved(1),
    approved(2),
    superseded('a/b/c.md'),
    superseded('d/e/f.md'),
  )
  fc.assert(
    fc.property(mark, mark, mark, (base, ours, theirs) => {
      const { standing } = merge(base, ours, theirs)
      expect([ours, theirs]).toContainEqual(standing)
      expect(merge(base, theirs, ours).standing).toEqual(standing)
      expect(merge(ours, standing, ours).standing).toEqual(standing)
      expect(merge(theirs, theirs, standing).standing).toEqual(standing)
    }),
  )
})

test('three people who mark an entry come to the same, in whatever order they are merged', () => {
  const mark = fc.constantFrom(deprecated, approved(1), approved(2), superseded('a/b/c.md'), superseded('d/e/f.md'))
  fc.assert(
    fc.property(mark, mark, mark, (one, two, three) => {
      const left = merge(noStanding, merge(noStanding, one, two).standing, three).standing
      expect(merge(noStanding, one, merge(noStanding, two, three).standing).standing).toEqual(left)
    }),
  )
})
