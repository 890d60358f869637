import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberTable } from '../../src/curate/number-table.ts'
import { StandingLines } from '../../src/curate/standing-lines.ts'

/** Few keys, so that they meet again, and such as lie in one another's way. */
const key = fc.integer({ min: 0, max: 40 }).map((number) => number * 0x200000 * 1024)
const step = fc.record({ key, value: fc.integer({ min: 0, max: 1_000_000 }) })

test('a table of numbers holds what a Map would, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3_000, size: 'max' }), (steps) => {
      const [table, map] = [new NumberTable(), new Map<number, number>()]
      for (const { key: at, value } of steps) {
        if (value === 0 || value % 3 === 0) table.delete(at)
        else table.set(at, value)
        if (value === 0 || value % 3 === 0) map.delete(at)
        else map.set(at, value)
        expect(table.get(at)).toBe(map.get(at) ?? 0)
      }
      for (let number = 0; number <= 40; number++) {
        const at = number * 0x200000 * 1024
        expect(table.get(at)).toBe(map.get(at) ?? 0)
      }
    }),
    { numRuns: 30 },
  )
})

test('a table of numbers grows', () => {
  const table = new NumberTable()
  for (let number = 1; number <= 50_000; number++) table.set(number * 977, number)
  for (let number = 1; number <= 50_000; number += 2) table.delete(number * 977)
  const there = Array.from({ length: 50_000 }, (_, at) => table.get((at + 1) * 977))
  expect(there.every((value, at) => value === (at % 2 === 0 ? 0 : at + 1))).toBe(true)
})

test('of equal lines in one file, the one that came first is taken first; a line is gone with its last copy', () => {
  const lines = new StandingLines()
  const [first, second] = [lines.begin(7, 100), lines.begin(8, 100)]
  lines.put(first, 5)
  lines.put(second, 5)
  lines.put(first, 6)
  expect([lines.take(5), lines.end(first)]).toEqual([first, undefined])
  expect([lines.take(6), lines.end(first)]).toEqual([first, 7])
  expect([lines.take(6), lines.take(5), lines.end(second), lines.take(5)]).toEqual([0, second, 8, 0])
  // Its number is given again.
  expect(lines.begin(9, 101)).toBe(second)
})
