import { expect, test } from 'vitest'
import { batchTitle, explain } from '../../src/curate/entries/knowledge-message.ts'
import { nextCommit, oldCommit, oneEntry, otherCommit, twoEntry } from '../support/entries.ts'

test('a knowledge commit says what became of each operation, and records what it read', () => {
  const applied = [
    { type: 'ADD', path: oneEntry, status: 'success' },
    { type: 'DELETE', path: twoEntry, status: 'failed', message: 'No entry has this path.' },
  ] as const
  const told = {
    title: 'Curate: sort\ngoods',
    applied,
    reasons: ['Learned', 'Gone'],
    commits: [oldCommit],
    by: 'ctx 1',
  }
  expect(explain({ ...told, rewrites: new Map([[otherCommit, nextCommit]]), restored: [oneEntry], tokens: 7 })).toBe(
    `Curate: sort goods\n\nADD ${oneEntry}: Learned\nDELETE ${twoEntry}: failed: Gone No entry has this path.\n\nSource-Commit: ${oldCommit}\nSource-Rewritten: ${otherCommit} ${nextCommit}\nRestored: ${oneEntry}\nModel-Tokens: 7\nCurated-By: ctx 1\n`,
  )
  expect(explain({ ...told, applied: [] })).toBe(
    `Curate: sort goods\n\nSource-Commit: ${oldCommit}\nCurated-By: ctx 1\n`,
  )
  expect(batchTitle(applied, 1)).toBe('Curate: 1 entry from 1 commit')
  expect(batchTitle([], 2)).toBe('Curate: 0 entries from 2 commits')
})
