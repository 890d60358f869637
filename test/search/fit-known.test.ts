import { describe, expect, test } from 'vitest'
import { fitKnown, formatRule } from '../../src/search/fit-known.ts'
import { lessonHit } from '../support/lesson-hits.ts'

describe('what is known of a busy file', () => {
  const file = 'src/shop/goods.ts'
  const lessons = Array.from({ length: 30 }, (_, at) =>
    lessonHit({
      headline: `Sort goods ${at}`,
      why: 'Nobody found what they looked for. '.repeat(20).trim(),
      files: [file, `test/${at}.test.ts`],
      commit: `${at}`.padStart(40, '0'),
    }),
  )
  const entries = Array.from({ length: 12 }, (_, at) => ({ path: `shop/goods/entry_${at}.md`, title: `entry ${at}` }))
  const rules = Array.from({ length: 9 }, (_, at) => ({
    text: `Never sort by price ${at}. ${'It changes by the hour. '.repeat(9)}`,
    date: '',
    commit: '',
    isByAgent: false,
  }))
  const busy = { file, isWholeFile: true, rules, lessons, beside: ['test/goods.test.ts'], entries }
  const sizeOf = (shown: ReturnType<typeof fitKnown>): number =>
    [
      ...shown.rules.map(formatRule),
      ...shown.lessons.flat().map(({ text }) => text),
      ...shown.entries.map(({ path }) => path),
    ].join('\n').length

  test('was told in twice the characters that an agent has to spend on it', () => {
    const shown = fitKnown(busy, { more: false })
    expect(sizeOf(shown)).toBeLessThan(1_500)
    expect(shown.rules.length).toBeGreaterThan(1)
    expect(shown.lessons.length).toBeGreaterThan(0)
    expect(shown.entries.map(({ path }) => path)).toEqual(entries.slice(0, 3).map(({ path }) => path))
    const left = [rules.length - shown.rules.length, lessons.length - shown.lessons.length]
    expect(shown.left).toBe(`${left[0]} more rules, ${left[1]} more lessons, 9 more entries`)
  })

  test('is told whole to who asks for more', () => {
    const shown = fitKnown(busy, { more: true })
    expect([shown.rules, shown.lessons.length, shown.entries, shown.left]).toEqual([rules, 30, entries, ''])
  })

  test('said the name of the file again with each lesson', () => {
    const shown = fitKnown({ ...busy, rules: [] }, { more: false })
    const said = shown.lessons.flat().map(({ text }) => text)
    expect(said.filter((text) => text.includes(file))).toEqual([])
    expect(said.find((text) => text.includes('also'))).toContain('· also test/0.test.ts')
  })

  test('has its first rule in any case, and a line that was asked about the whole reason', () => {
    const first = { text: rules[0]?.text.repeat(9) ?? '', date: '', commit: '', isByAgent: false }
    expect(fitKnown({ ...busy, rules: [first] }, { more: false }).rules).toHaveLength(1)
    const ofLine = fitKnown({ ...busy, rules: [], isWholeFile: false }, { more: false })
    expect(ofLine.lessons[0]?.[1]?.text.length).toBeGreaterThan(600)
    expect(fitKnown({ ...busy, rules: [], lessons: [] }, { more: false }).entries).toHaveLength(10)
  })
})
