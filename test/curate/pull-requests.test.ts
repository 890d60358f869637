import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { withChangelog } from '../../src/curate/entries/changelog-join.ts'
import { withMerges } from '../../src/curate/entries/merge-reasons.ts'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { analysed } from '../support/commits.ts'

const hashes: readonly string[] = [...'abcdef'].map((digit) => `${digit}1`.repeat(20))

/** A history, oldest first: each commit by its message and the places of its parents, by default the one before it. */
const historyOf = (
  ...commits: readonly (readonly [message: string, ...parents: number[]])[]
): readonly CommitAnalysis[] =>
  commits.map(([message, ...parents], at) =>
    analysed(
      message,
      { 'queue.py': { added: [`listen(${at})`] } },
      { sha: hashes[at] ?? '', parents: (parents.length > 0 ? parents : [at - 1]).flatMap((one) => hashes[one] ?? []) },
    ),
  )

const told = (analyses: readonly CommitAnalysis[]) =>
  analyses.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)
const numbersOf = (analyses: readonly CommitAnalysis[]): readonly (string | undefined)[] =>
  told(withMerges(analyses)).map((note) => note?.number)

describe('a commit has the number of the pull request that it was merged with (rich)', () => {
  test('and not what stood on the trunk meanwhile, nor what was there when the branch began', () => {
    const history = historyOf(
      ['Begin with a queue'],
      ['Tell listeners in order', 0],
      ['Keep the queue short', 0],
      ['Merge pull request #12 from ada/order\n\nTell listeners in order', 2, 1],
      ['Close the queue'],
    )
    expect(numbersOf(history)).toEqual(['', '#12', '', undefined, ''])
  })

  test('unless its message has one, and the inner one of two', () => {
    const history = historyOf(
      ['Begin with a queue'],
      ['Tell listeners in order', 0],
      ['Tell them once (#7)', 1],
      ['Merge pull request #11 from ada/once', 1, 2],
      ['Sort listeners by name', 1],
      ['Merge pull request #13 from bob/sorted', 3, 4],
      ['Merge pull request #12 from ada/order', 0, 5],
    )
    expect(numbersOf(history)).toEqual(['', '#12', '#7', undefined, '#13', undefined, undefined])
  })

  test('and not that of a later one, where another merge brought it', () => {
    const history = historyOf(
      ['Begin with a queue'],
      ['Tell listeners in order', 0],
      ['Keep the queue short', 1],
      ["Merge branch 'develop'", 0, 2],
      ['Close the queue', 2],
      ['Merge pull request #12 from ada/close', 3, 4],
    )
    expect(numbersOf(history)).toEqual(['', '', '', undefined, '#12', undefined])
  })

  test('and of a long branch, into which others were merged, none', () => {
    const long = Array.from({ length: 51 }, (_, at): CommitAnalysis => {
      const sha = (at + 256).toString(16).padStart(40, '0')
      const before = at === 0 ? hashes[0] : (at + 255).toString(16).padStart(40, '0')
      return analysed(`Tell listener ${at}`, { 'queue.py': { added: ['listen()'] } }, { sha, parents: [before ?? ''] })
    })
    const [first, merge] = historyOf(['Begin with a queue'], ['Merge pull request #12 from ada/all', 0, 0])
    const tip = long.at(-1)?.sha ?? ''
    const all = [
      ...(first === undefined ? [] : [first]),
      ...long,
      ...(merge === undefined ? [] : [{ ...merge, parents: [hashes[0] ?? '', tip] }]),
    ]
    expect(numbersOf(all).filter((number) => number === '#12')).toEqual([])
    const short = [
      ...all.slice(0, 3),
      ...all.slice(-1).map((one) => ({ ...one, parents: [hashes[0] ?? '', long[1]?.sha ?? ''] })),
    ]
    expect(numbersOf(short)).toEqual(['', '#12', '#12', undefined])
  })
})

describe('the line of a changelog that names the pull request', () => {
  const joined = (lines: readonly string[], ...messages: readonly string[]) => {
    const steps = messages.map((message): readonly [string] => [message])
    const history = historyOf(['Begin with a queue'], ...steps, [
      'Merge pull request #12 from ada/order',
      0,
      messages.length,
    ])
    const analyses = withChangelog(withMerges(history), bulletsIn(lines))
    return analyses.slice(1, -1).map(({ evidence }) => {
      const lesson = evidence.find(({ kind }) => kind === 'lesson')
      return [lesson?.text, lesson?.note?.since]
    })
  }

  test('is told with the one of its commits that speaks of it most: rich was told without 838 merges', () => {
    const lines = ['## 2.1.0', '- Listeners are told in the order in which they asked (#12)']
    expect(joined(lines, 'Format the queue anew', 'Tell listeners in the order they asked', 'Sort imports')).toEqual([
      ['', ''],
      ['Listeners are told in the order in which they asked.', '2.1.0'],
      ['', ''],
    ])
  })

  test('is told with none of several that share a word with it by chance (rich 5e8da24c)', () => {
    const lines = ['## 2.1.0', '- Added `Progress.open` and `Progress.wrap_file` methods (#12)']
    expect(joined(lines, 'Fix more typing issues in the progress bar', 'Close the bar')).toEqual([
      ['', ''],
      ['', ''],
    ])
  })

  test('goes to the commit whose hash it names, whatever words that has', () => {
    const lines = ['## 2.1.0', `- Nothing holds memory forever (#12) (${(hashes[1] ?? '').slice(0, 7)})`]
    expect(joined(lines, 'Fix the leak', 'Sort imports')).toEqual([
      ['Nothing holds memory forever.', '2.1.0'],
      ['', ''],
    ])
  })

  test('has no release that was out before the commit (rich 959c937e)', () => {
    const line = '- Listeners are told in the order in which they asked (#12)'
    const since = (day: string) => joined([`## 2.1.0 - ${day}`, line], 'Tell listeners in the order they asked')[0]?.[1]
    expect([since('2025-06-01'), since('2036-06-01')]).toEqual(['', '2.1.0'])
  })
})
