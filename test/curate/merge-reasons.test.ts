import { expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { withMerges } from '../../src/curate/entries/merge-reasons.ts'
import { analysed } from '../support/commits.ts'

// What a pull request says of itself may stand in the message of its merge alone (nats-server a7e148ec).

const hashes: readonly string[] = [...'abcdef'].map((digit) => `${digit}1`.repeat(20))
const why =
  'A follower could have received a snapshot, but not have caught up from it. When it became leader, it failed with an error and never caught up.'

type Made = readonly [message: string, parents: readonly number[], path?: string]

/** A history, oldest first: each commit by its message, the places of its parents, and the file that it changes. */
const learned = (...commits: readonly Made[]): readonly CommitAnalysis[] =>
  withMerges(
    commits.map(([message, parents, path = 'raft.go'], at) =>
      analysed(
        message,
        { [path]: { added: [`listen(${at})`, ...(path === 'large.go' ? ['a := 1', 'b := 2'] : [])] } },
        { sha: hashes[at] ?? '', parents: parents.flatMap((one) => hashes[one] ?? []) },
      ),
    ),
  )

const lessonsOf = (analyses: readonly CommitAnalysis[]): readonly string[] =>
  analyses.flatMap(({ evidence, skippedBecause }) =>
    evidence.flatMap(({ kind, about, text, note }) =>
      kind === 'lesson' && text !== '' && skippedBecause === undefined ? [`${about} ${note?.number}: ${text}`] : [],
    ),
  )

test('the description of a pull request was told of no commit where only its merge has it', () => {
  const history = learned(
    ['Begin with a log', []],
    ['Let a leader catch up', [0]],
    [`Leaders catch up from snapshots (#8021)\n\n${why}\n\nSigned-off-by: Ada <ada@example.com>`, [0, 1]],
  )
  expect(lessonsOf(history)).toEqual([`Let a leader catch up #8021: ${why}`])
})

test('of several commits the one that changed most of the code has it, by the title of their merge', () => {
  const history = learned(
    ['Begin with a log', []],
    ['Add a helper', [0]],
    ['Use the helper', [1], 'large.go'],
    ['Test the helper', [2], 'raft_test.go'],
    [`Merge pull request #7 from ada/snapshots\n\nLeaders catch up from snapshots\n\n${why}`, [0, 3]],
  )
  expect(lessonsOf(history)).toEqual([`Leaders catch up from snapshots #7: ${why}`])
})

test('nobody has it twice: a commit that says why keeps its own words', () => {
  const own = 'Otherwise it fails with an error when it becomes leader, and never catches up.'
  const history = learned(
    ['Begin with a log', []],
    [`Let a leader catch up\n\n${own}`, [0]],
    [`Leaders catch up from snapshots (#8021)\n\n${why}`, [0, 1]],
  )
  expect(lessonsOf(history)).toEqual([`Let a leader catch up : ${own}`])
})

test.each([
  ['bors', `Merge #907\n\n907: Leaders catch up r=grace a=ada\n\n${why}\n\n\nCo-authored-by: Ada <ada@example.com>`],
  ['homu', `Auto merge of #907 - ada:snapshots, r=grace\n\nLeaders catch up\n\n${why}`],
  ['a version that it is for', `(2.14) [FIXED] Leaders catch up (#907)\n\n${why}`],
])('a lesson was headed by what %s writes above a pull request (rayon e63b4eba, nats-server)', (_, merge) => {
  const history = learned(
    ['Begin with a log', []],
    ['Add a helper', [0]],
    ['Use the helper', [1], 'large.go'],
    [merge, [0, 2]],
  )
  expect(lessonsOf(history)).toEqual([`Leaders catch up #907: ${why}`])
})

test('several pull requests that bors merges as one are no reason of either (rayon 8fbb5882)', () => {
  const merge = `Merge #627 #633\n\n627: Leaders catch up r=grace a=ada\n\n${why}\n\n633: Update dependencies r=grace a=ada`
  const history = learned(['Begin with a log', []], ['Let a leader catch up', [0]], [merge, [0, 1]])
  expect(lessonsOf(history)).toEqual([])
})
