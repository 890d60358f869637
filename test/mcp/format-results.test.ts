import { expect, test } from 'vitest'
import { formatConnections, formatWhy } from '../../src/mcp/format-results.ts'
import type { Related } from '../../src/verbs/related.ts'
import { lessonHit } from '../support/lesson-hits.ts'

const file = 'src/shop/goods.ts'
const hits = Array.from({ length: 20 }, (_, at) =>
  lessonHit({
    headline: `Sort goods ${at}`,
    why: 'Nobody found them.',
    files: [file],
    commit: `${at}`.padStart(40, '0'),
  }),
)
const entries = Array.from({ length: 12 }, (_, at): Related => ({
  path: `shop/goods/entry_${at}.md`,
  title: `goods: Entry ${at}`,
  links: ['same file'],
}))

test('ctx_related cost an agent 3,137 characters for one file of click: each path twice, and entries nobody reads', () => {
  const found = {
    file,
    related: entries,
    rules: [{ text: 'Never sort by price.', date: '', commit: '', isByAgent: false }],
    lessons: hits,
    tests: ['test/goods.test.ts'],
    counts: { rules: 1, lessons: 20, entries: 12 },
  }
  const none = { file: '', rules: [], lessons: [], tests: [], counts: { rules: 0, lessons: 0, entries: 12 } }
  const said = formatConnections(found, { more: false })
  expect(said.length).toBeLessThan(1_600)
  expect(said).toMatch(/^rule\n {2}Never sort by price\.\n\nlesson\n {2}Sort goods 0\n/)
  expect(said).toContain('Also known about this file:\nentry shop/goods/entry_0.md\nentry shop/goods/entry_1.md\n')
  expect(said).toMatch(/\n\n15 more lessons, 9 more entries: a "limit" of 20 tells them\.$/)
  expect(formatConnections(found, { more: true })).toContain('Sort goods 19')
  expect(formatConnections({ ...found, ...none }, { more: false })).toContain(
    'shop/goods/entry_9.md  (same file)  goods: Entry 9\n\n2 more entries: a "limit" of 12 tells them.',
  )
})

test('ctx_related told a long rule of an agent without the mark, and counted only what it had fetched', () => {
  const text = 'Never sort by price, because it changes by the hour '.repeat(25).trim()
  const rules = [{ text, date: '', commit: '', isByAgent: true }]
  const found = {
    file,
    related: entries,
    rules,
    lessons: [],
    tests: [],
    counts: { rules: 30, lessons: 0, entries: 12 },
  }
  for (const more of [false, true])
    expect(formatConnections(found, { more })).toMatch(/^rule\n {2}Never .*… \(by an agent, not reviewed\)\n/)
  expect(formatConnections(found, { more: true })).toMatch(/\n29 more rules: a "limit" of 30 tells them\.$/)
  expect(formatConnections({ ...found, counts: { ...found.counts, rules: 130 } }, { more: true })).toMatch(
    /\n129 more rules: a "limit" of 100 tells more\.$/,
  )
})

test('ctx_why told no way to what it left out', () => {
  const found = { file, line: undefined, commit: '', subject: '', hits, about: entries, replaced: [], cutAt: '' }
  expect(formatWhy(found, { more: false })).toMatch(/\n\n15 more lessons, 9 more entries: "more" tells them\.$/)
  const whole = formatWhy(found, { more: true })
  expect(whole).toContain('Sort goods 19')
  expect(whole).toContain('entry shop/goods/entry_11.md')
  const replaced = [{ commit: 'c'.repeat(40), date: '2026-01-01', headline: 'Sort nothing', why: '' }]
  expect(formatWhy({ ...found, hits: [], about: [], replaced }, { more: false })).toBe(
    'It took the place of:\n  2026-01-01 cccccccc Sort nothing',
  )
})

test('an agent was told what a trailer rejected in one line with the reason before it', () => {
  const why = 'It never ended.\nConstraint: five tries at most\nRejected: backoff, it hides the error'
  const found = {
    file: '',
    line: undefined,
    commit: '',
    hits: [lessonHit({ why })],
    about: [],
    replaced: [],
    subject: '',
    cutAt: '',
  }
  expect(formatWhy(found, { more: false })).toContain(
    'lesson\n  Sort goods\n  It never ended.\n  Constraint: five tries at most\n  Rejected: backoff, it hides the error\n',
  )
})
