import { expect, test } from 'vitest'
import { attempt } from '../../src/curate/authored/attempt.ts'
import { entryOf, oldCommit, otherCommit, rawFrom } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

test('a branch that was dropped is one entry of what was attempted', () => {
  expect(attempt('topic/x', [])).toBeUndefined()
  const tried = attempt('topic/x', [
    entryOf({
      title: 'Sort',
      rules: ['Never sort. (aaaaaaaa)', 'Wait.'],
      facts: [factOf('for a day', { subject: 'ttl', value: '1d', sources: ['bbbbbbbb'] })],
      raw: { ...rawFrom(oldCommit), timestamp: '2026-02-01' },
    }),
    entryOf({
      title: 'Queue',
      raw: { ...rawFrom(otherCommit), timestamp: '2026-01-01', author: 'Ada' },
      files: ['a.ts'],
    }),
  ])
  expect(tried).toMatchObject({ type: 'UPSERT', path: 'decisions/attempts/topic_x.md' })
  expect(tried !== undefined && 'entry' in tried ? tried.entry : undefined).toMatchObject({
    title: 'Attempted, not merged: topic/x',
    raw: {
      changes: ['Sort', 'Queue'],
      files: ['a.ts'],
      timestamp: '2026-02-01',
      author: 'Ada',
      sources: [{ commit: oldCommit }, { commit: otherCommit }],
    },
    facts: [
      { subject: 'attempted', statement: 'Never sort.', sources: ['aaaaaaaa'] },
      { statement: 'Wait.', sources: [] },
      { statement: 'ttl = 1d: for a day', sources: ['bbbbbbbb'] },
    ],
  })
})
