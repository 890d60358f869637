import { describe, expect, test } from 'vitest'
import { factOf } from '../../src/curate/entries/build-entry.ts'
import { writeFact } from '../../src/tree/facts.ts'
import { analysisFrom, type RealCommit, realCommitFiles, realCommitsIn } from '../support/real-commits.ts'

/** Everything that a commit proves, line by line; what of it deserves an entry is another question. */
const linesOf = (one: RealCommit): readonly string[] =>
  analysisFrom(one)
    .evidence.filter(({ weight }) => weight > 0)
    .map((piece) => (piece.isGone === true ? `gone: ${piece.about}` : writeFact(factOf(piece))))

describe.each(realCommitFiles)('evidence: %s', (name) => {
  test.each(realCommitsIn(name))('$from: $message', (one) => {
    const said = linesOf(one).join('\n')
    for (const text of one.teaches) expect(said).toContain(text)
    for (const text of one.notTeaches) expect(said).not.toContain(text)
  })
})
