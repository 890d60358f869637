import { describe, expect, test } from 'vitest'
import type { LessonCandidate } from '../../src/search/lesson-text.ts'
import type { RankedLesson } from '../../src/search/rank-lessons.ts'
import { worthShowing } from '../../src/search/worth-showing.ts'
import { candidate, even, namesOf, rankEvenly, showing } from '../support/candidates.ts'

describe('of lessons of equal words', () => {
  test('what is far behind the first is not shown, and the same headline once', () => {
    const ranked = rankEvenly(
      [
        candidate('Goods'),
        candidate('Goods', { commit: 'b' }),
        candidate('Goods beside windows'),
        candidate('Guard of the gate'),
      ],
      ['good'],
    )
    expect(namesOf(worthShowing(ranked, showing(3, 0.55)))).toEqual(['Goods', 'Goods beside windows'])
  })

  test('a merge is no second answer beside the commit that it brought, and an answer where that is not found', () => {
    const shown = (...all: readonly LessonCandidate[]) =>
      namesOf(worthShowing(rankEvenly(all, ['good']), showing(3, 0)))
    const merge = candidate('Goods of the shop', { commit: 'm', number: '#7', files: [] })
    expect(shown(merge, candidate('Sort goods', { number: '#7' }))).toEqual(['Sort goods'])
    expect(shown(merge, candidate('Goods of the shop.'))).toEqual(['Goods of the shop.'])
    expect(shown(merge, candidate('Sort goods', { number: '#8' }))).toEqual(['Sort goods', 'Goods of the shop'])
  })

  test('what was taken back is told once, as such; what was brought back again holds', () => {
    const shown = (...all: readonly LessonCandidate[]) =>
      worthShowing(rankEvenly(all, ['good']), showing(3, 0)).map(({ headline, note }) => [
        headline,
        note?.status,
        note?.supersededBy,
      ])
    const revert = candidate('Revert "Sort goods"', { commit: '0123456789' })
    expect(shown(candidate('Sort goods'), revert)).toEqual([['Sort goods', 'past', ['01234567']]])
    expect(shown(revert)).toEqual([['Revert "Sort goods"', undefined, undefined]])
    const again = candidate('Revert "Revert "Sort goods""')
    expect(shown(candidate('Sort goods'), revert, again)[0]).toEqual(['Sort goods', undefined, undefined])
  })

  test('what came again is not changed “later” by the revert before it, which has its title (mdBook 84a2ab0d)', () => {
    const standing = (...all: readonly LessonCandidate[]) =>
      worthShowing(rankEvenly(all, ['good']), showing(4, 0)).map(({ commit, note }) => [commit, note?.supersededBy])
    const first = candidate('Sort goods', { commit: 'a', place: 1 })
    const revert = candidate('Revert "Sort goods"', { commit: 'b', place: 2 })
    const reapplied = candidate('Reapply: Sort goods (#7)', { commit: 'c', place: 3 })
    expect(standing(reapplied, revert)).toContainEqual(['c', undefined])
    expect(standing(reapplied, first, revert)).toContainEqual(['a', undefined])
    const landedAgain = candidate('Sort goods', { commit: 'd', place: 3, why: 'Buyers look for the cheapest first.' })
    expect(standing(landedAgain, revert)).toContainEqual(['d', undefined])
    expect(standing(first, revert)).toEqual([['a', ['b']]])
    // It was told by the first alone, as taken back, though it is in the code again (starlette 7936e86f, af1c709a).
    expect(standing(first, revert, landedAgain)).toEqual([['d', undefined]])
  })
})

test('of a commit that taught two lessons the one that says more of what is asked is shown, in the place of the first', () => {
  const ranked: readonly RankedLesson[] = [
    { ...candidate('Sort the tests of goods'), commit: 'a', covers: 1, rank: 3 },
    { ...candidate('Guard the gate'), commit: 'b', covers: 0.5, rank: 2 },
    { ...candidate('Sort goods', { why: 'The guard could not find goods.' }), commit: 'a', covers: 1, rank: 1.5 },
  ]
  const how = { most: 3, floor: 0, coverageTerms: ['sort', 'good', 'guard'], rarity: even }
  expect(namesOf(worthShowing(ranked, how))).toEqual(['Sort goods', 'Guard the gate'])
})

test('a commit was told from the log, for its headline, where the tree knows whether it holds', () => {
  const partsWith = (headline: number, words: number) => ({
    parts: { byTerm: {}, words, coverage: 1, headline, factors: {} },
  })
  const ranked: readonly RankedLesson[] = [
    { ...candidate('Sort goods'), commit: 'a', covers: 1, rank: 4, ...partsWith(2, 2) },
    { ...candidate('Sort the gate'), commit: 'b', covers: 0.5, rank: 3 },
    {
      ...candidate('decision', { why: 'Sort goods', lane: 'tree', kind: 'fact' }),
      commit: 'a',
      covers: 1,
      rank: 2.5,
      ...partsWith(1, 2.5),
    },
  ]
  const how = { most: 3, floor: 0, coverageTerms: ['sort', 'good'], rarity: even }
  expect(namesOf(worthShowing(ranked, how))).toEqual(['decision', 'Sort the gate'])
})
