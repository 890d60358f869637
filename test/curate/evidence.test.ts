import { describe, expect, test } from 'vitest'
import { factOf } from '../../src/curate/entries/build-entry.ts'
import { writeFact } from '../../src/tree/facts.ts'
import { analysed } from '../support/commits.ts'
import { analysisFrom, type RealCommit, realCommitFiles, realCommitsIn } from '../support/real-commits.ts'

/** Everything that a commit proves, line by line; what of it deserves an entry is another question. */
const linesOf = (one: RealCommit): readonly string[] =>
  analysisFrom(one)
    .evidence.filter(({ kind, weight }) => weight > 0 || kind === 'constant')
    .map((piece) => (piece.isGone === true ? `gone: ${piece.about}` : writeFact(factOf(piece))))

describe.each(realCommitFiles)('evidence: %s', (name) => {
  test.each(realCommitsIn(name))('$from: $message', (one) => {
    const said = linesOf(one).join('\n')
    for (const text of one.teaches) expect(said).toContain(text)
    for (const text of one.notTeaches) expect(said).not.toContain(text)
  })
})

test('a number that is only written otherwise did not change (nats.go b9917b8e, b0e676cf)', () => {
  const changed = (before: string, after: string): number =>
    analysed('Write it otherwise', {
      'nats.go': { removed: [`\tDefaultLimit = ${before}`], added: [`\tDefaultLimit = ${after}`] },
    }).evidence.filter(({ kind }) => kind === 'constant').length
  expect(changed('65536 * 1024', '64 * 1024 * 1024')).toBe(0)
  expect(changed('2*time.Second', '2 * time.Second')).toBe(0)
  expect(changed('1_000', '1000')).toBe(0)
  expect(changed('2 * time.Second', '2 * time.Minute')).toBe(1)
  expect(changed('65536 * 1024', '64 * 1024')).toBe(1)
  expect(changed('644', '0644')).toBe(1)
  expect(changed('9007199254740993', '9007199254740992')).toBe(1)
})
