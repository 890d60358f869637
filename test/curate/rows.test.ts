import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberTable } from '../../src/curate/lines/number-table.ts'
import { hashLine, lineHash, significantPart } from '../../src/curate/lines/significant-lines.ts'
import { StandingLines } from '../../src/curate/lines/standing-lines.ts'
import { FollowedCommits } from '../../src/curate/lines/followed-commits.ts'
import { TakenLines } from '../../src/curate/lines/taken-lines.ts'

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

const piece = fc.constantFrom(
  ' ',
  '\t',
  ',',
  ';',
  "'",
  '`',
  'ab',
  'abc',
  'x',
  '1',
  '=',
  '(',
  'é',
  '\u00a0',
  'import',
  'return nil',
)

test('the hashes of a line are those of its significant part', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(2 ** 31), (pieces, file) => {
      const line = pieces.join('')
      const said = significantPart(line)
      const hashes = said === '' ? undefined : { where: lineHash(said, file), text: lineHash(said, 0) }
      expect(hashLine(line, file)).toEqual(hashes)
    }),
    { numRuns: 3_000 },
  )
})

test('a place where a line was taken may hold one, and of others hardly any', () => {
  const lines = new TakenLines()
  const places = Array.from({ length: 20_000 }, (_, at) => lineHash(`line ${at}`, 3))
  for (const where of places.slice(0, 10_000)) lines.add(1, where, { remover: 'a', isRewritten: false })
  expect(places.slice(0, 10_000).every((where) => lines.mayHold(where))).toBe(true)
  expect(places.slice(10_000).filter((where) => lines.mayHold(where)).length).toBeLessThan(100)
})

test('commits that are followed say what each of them wrote, and what is missing of it', () => {
  const wrote = fc.record({
    added: fc.nat(),
    removed: fc.nat(),
    tests: fc.array(fc.maxSafeNat(), { maxLength: 4 }),
    names: fc.array(fc.maxSafeNat(), { maxLength: 4 }),
    coined: fc.array(fc.maxSafeNat(), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(wrote, { maxLength: 30 }), (all) => {
      const commits = new FollowedCommits()
      for (const one of all) commits.add(one)
      if (all.length > 2) commits.miss(2)
      expect(all.map((_, number) => commits.get(number))).toEqual(
        all.map((one, number) => ({ ...one, missing: number === 2 ? 1 : 0 })),
      )
      expect(commits.get(all.length)).toBeUndefined()
    }),
  )
})
