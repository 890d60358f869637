import { expect, test } from 'vitest'
import { firstScale } from '../../src/page/drawing.ts'

test('a graph of forty entries was drawn in a quarter of the room, its titles one on the other (starship)', () => {
  expect(firstScale(38, 630)).toBeGreaterThan(2)
  expect(firstScale(2, 630)).toBe(2.2)
  // A large one is in view as a whole, as before.
  expect(firstScale(400, 630)).toBeCloseTo(630 / 880)
  expect(firstScale(100_000, 630)).toBe(0.15)
})
