import { expect, test } from 'vitest'
import { withoutTwins } from '../../src/curate/entries/said-once.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { withHistory } from '../../src/curate/filing/history.ts'
import { revertedLater } from '../../src/curate/standing/reverted-later.ts'
import { supersededVersions } from '../../src/curate/standing/dependency-versions.ts'
import { noNote } from '../../src/tree/note.ts'
import { short } from '../../src/text/words.ts'
import { analysedChange, pieceOf } from '../support/commits.ts'
import { withinReason } from '../support/slow.ts'

/** How long something takes at the most, where time that grows with the square would be half a minute. */
const quickly = (work: () => void): void => {
  const began = performance.now()
  work()
  expect(performance.now() - began).toBeLessThan(withinReason(8_000))
}

test('a manifest that has a name twenty thousand times kept everything from being learned', () => {
  const bump = analysedChange('Bump e from 1.0.0 to 2.0.0', { 'package.json': { status: 'modified' } })
  expect(() => supersededVersions([bump], ['xex '.repeat(20_000)])).not.toThrow()
})

test('a thousand comments on one name are told in no time', () => {
  const comment = (at: number): string => Array.from({ length: 40 }, (_, word) => `word${at * 7 + word * at}`).join(' ')
  const at = { commit: 'a'.repeat(40), path: 'src/a.ts' }
  const comments = Array.from({ length: 1_000 }, (_, place) => pieceOf('reason', comment(place), { about: 'run', at }))
  quickly(() => expect(withoutTwins(comments).length).toBeGreaterThan(500))
})

test('four thousand commits, each replaced by the next, are told as over in no time', () => {
  const chain = Array.from({ length: 4_000 }, (_, at) => analysedChange(`Step ${at}`, { 'src/a.ts': {} }))
  const evidence = new Map(
    chain.map(({ sha }, at) => {
      const next = chain[at + 1]
      const note = { ...noNote, status: 'past' as const, supersededBy: next === undefined ? [] : [short(next.sha)] }
      return [sha, [pieceOf('lesson', 'It had to be.', { note })]]
    }),
  )
  const holding = Array.from({ length: 4_000 }, (_, at) => analysedChange(`Keep ${at}`, { 'src/a.ts': {} }))
  for (const { sha } of holding) evidence.set(sha, [pieceOf('lesson', 'It has to be.', { note: noNote })])
  const one = { folder: toFolder('src', 'a'), name: 'a', file: 'src/a.ts', analyses: [...chain, ...holding] }
  quickly(() => expect(withHistory([one], evidence).length).toBeGreaterThan(0))
})

test('eight thousand commits that each revert in words are read in no time', () => {
  const all = Array.from({ length: 8_000 }, (_, at) => {
    const commit = analysedChange(`Print labels of goods ${at}`, { 'src/a.ts': {} })
    return { ...commit, evidence: [pieceOf('lesson', 'This commit reverts labels of goods because they fade.')] }
  })
  quickly(() => expect(revertedLater(all).size).toBeGreaterThan(0))
})
