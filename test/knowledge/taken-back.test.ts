import { describe, expect, test } from 'vitest'
import { revertsIn } from '../../src/knowledge/taken-back.ts'

// Which revert took a commit back, of all those that a history has.

const row = (id: number, subject: string, body = '') => ({ id, sha: `${id}`.repeat(8), subject, body })
const by = (commit: ReturnType<typeof row>, ...reverts: readonly ReturnType<typeof row>[]) =>
  revertsIn(reverts)(commit)?.id

describe('a commit', () => {
  const first = row(1, 'Sort goods')

  test('that was reverted, landed again and reverted once more is taken back by the last', () => {
    const [two, three, four] = [
      row(2, 'Revert "Sort goods"'),
      row(3, 'Revert "Revert "Sort goods""'),
      row(4, 'Revert "Sort goods"'),
    ]
    expect(by(first, two)).toBe(2)
    expect(by(first, two, three)).toBeUndefined()
    expect(by(first, two, three, four)).toBe(4)
  })

  test('whose reverts were reverted again and again keeps nobody waiting', () => {
    const titles = Array.from(
      { length: 12 },
      (_, depth) => `${'Revert "'.repeat(depth + 1)}Sort goods${'"'.repeat(depth + 1)}`,
    )
    const reverts = titles.flatMap((title, depth) =>
      Array.from({ length: 6 }, (_, at) => row(2 + depth * 6 + at, title)),
    )
    expect(by(first, ...reverts)).toBeUndefined()
  })

  test('that git says it reapplies holds', () => {
    const again = ['Reapply "Sort goods"', 'Reapply: Sort goods (#7)']
    for (const title of again) expect(by(first, row(2, 'Revert "Sort goods"'), row(3, title))).toBeUndefined()
  })

  test('is not taken back by the revert of another that has its title', () => {
    const other = row(2, 'Sort goods')
    const revert = row(3, 'Revert "Sort goods"', `This reverts commit ${other.sha}.`)
    expect([first, other].map((commit) => by(commit, revert))).toEqual([undefined, 3])
  })
})
