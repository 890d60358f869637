import { expect, test } from 'vitest'
import { lessonsFirst, readFact, writeFact } from '../../src/tree/facts.ts'

test('what is known of a lesson stands in its line, and a statement that only looks like it stays a statement', () => {
  const line =
    '**Reflect the origin**: Browsers refuse `*`. {fix · 2026-03-23 · #4813 · past · superseded by f0b094db} [project] (66fe9fee)'
  expect(readFact(line)).toMatchObject({
    subject: 'Reflect the origin',
    statement: 'Browsers refuse `*`.',
    note: { kind: 'fix', number: '#4813', status: 'past', supersededBy: ['f0b094db'] },
  })
  expect(writeFact(readFact(line))).toBe(line)
  const reworked =
    '**Reflect the origin**: Browsers refuse `*`. {fix · 2026-03-23 · may not hold, rewritten by f0b094db} [project] (66fe9fee)'
  expect(readFact(reworked).note).toMatchObject({ status: 'reworked', supersededBy: ['f0b094db'] })
  expect(writeFact(readFact(reworked))).toBe(reworked)
  const plain = { subject: '', value: '', statement: 'It prints {fix}', category: 'project' as const, sources: [] }
  expect(readFact(writeFact(plain))).toEqual(plain)
})

test('chores of the day stood above what a module does (tornado iostream: ten of the first twelve)', () => {
  const lessons = [
    '**Fix tests with Twisted 24.7**: Returning is enough. {2024-08-01} [project] (aaaaaaaa)',
    '**Close a stream once it is read**: Its peer waits. {2012-02-01} [project] (bbbbbbbb)',
    '**Fix and test the encoding of forms**: They have a charset. {2013-02-01} [project] (cccccccc)',
    '**Update the docs, with a token in them**: It was shown. {security · 2011-02-01} [project] (dddddddd)',
    '**Read less at once**: It took the memory of all. {2025-02-01 · past} [project] (eeeeeeee)',
  ]
  const order = lessonsFirst(lessons.map(readFact), []).map(({ sources: [commit = ''] }) => commit.charAt(0))
  expect(order.join('')).toBe('dcbae')
})

test('what is past stood above the comments that stand in the code (got as-promise: a setting of 2019 led the page)', () => {
  const facts = [
    '**Update the tsconfig**: It needs `require()`. {2019-06-17 · past} [project] (aaaaaaaa)',
    '**asPromise**: Beside `if (settled)`: A late error would retry once more. [project] (bbbbbbbb)',
    '**Wait for the retry**: Its error comes late. {2025-10-01 · may not hold} [project] (cccccccc)',
  ]
  const order = lessonsFirst(facts.map(readFact), []).map(({ sources: [commit = ''] }) => commit.charAt(0))
  expect(order.join('')).toBe('cba')
})

test('of two lessons of one day the one that was taken back an hour later stood first (tracing c287c84b, cf5c2bda)', () => {
  const lessons = ['**Count down on exit**', '**Count nothing on exit**'].map((headline, at) =>
    readFact(`${headline}: Spans are many. {2025-11-21} [project] (${String(at).repeat(8)})`),
  )
  const sources = lessons.map(({ sources: [commit = ''] }) => ({ commit, subject: '' }))
  for (const written of [lessons, lessons.toReversed()])
    expect(lessonsFirst(written, sources).map(({ subject }) => subject)).toEqual([
      'Count nothing on exit',
      'Count down on exit',
    ])
})
