import { describe, expect, test } from 'vitest'
import { assemble } from '../../src/brain/assemble.ts'
import { dayOf } from '../../src/brain/day.ts'
import { itemsOf } from '../../src/brain/item.ts'
import { type Making, day, daysAgo, stamp, tree, unproven } from '../support/brain-entries.ts'

describe('how an entry is weighed', () => {
  const itemOf = (making: Making) => {
    const [item] = itemsOf(tree({ 'a/b/c.md': making }), day)
    if (item === undefined) throw new Error('no item')
    return item
  }

  test('the score is importance of five, times confidence, times recency', () => {
    const item = itemOf({ importance: 100, maturity: 'core', age: 0 })
    expect(item).toMatchObject({ importance: 5, age: 0 })
    expect(item.score).toBeCloseTo((5 / 5) * item.confidence * 1)
    const older = itemOf({ importance: 100, maturity: 'core', age: 30 })
    expect(older.score).toBeCloseTo((older.importance / 5) * older.confidence * 0.7)
  })

  test('recency falls in a line from 1 today to 0.1 at ninety days, and no further', () => {
    const recency = (age: number): number => {
      const { score, importance, confidence } = itemOf({ importance: 100, maturity: 'core', age })
      return score / (importance / 5) / confidence
    }
    expect([0, 45, 90, 400].map((age) => Number(recency(age).toFixed(4)))).toEqual([1, 0.55, 0.1, 0.1])
  })

  test('our importance of 0 to 100 becomes 1 to 5; what is new has 3', () => {
    expect([0, 20, 50, 60, 61, 80, 81, 100].map((importance) => itemOf({ importance }).importance)).toEqual([
      1, 1, 3, 3, 4, 4, 5, 5,
    ])
  })

  test('maturity, proof by commits and a person each make it surer', () => {
    const steps = [
      itemOf({ facts: unproven, importance: 20 }),
      itemOf({ facts: unproven }),
      itemOf({}),
      itemOf({ maturity: 'validated' }),
      itemOf({ maturity: 'core' }),
      itemOf({ maturity: 'core', approvedAt: daysAgo(1) }),
    ].map(({ confidence }) => confidence)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(new Set(steps).size).toBe(steps.length)
    expect(Math.max(...steps)).toBeLessThanOrEqual(1)
  })

  test('nothing changes within a day', () => {
    const entries = tree({ 'a/b/c.md': { age: 7, kind: 'bug fix' } })
    const [morning, night] = ['2026-11-21T00:00:01Z', '2026-11-21T23:59:59Z'].map((time) =>
      assemble(entries, { day: dayOf(time), stubs: 0, stamp }),
    )
    expect(morning).toEqual(night)
  })
})
