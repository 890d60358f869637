import { describe, expect, test } from 'vitest'
import { asksHowItWas, asksWhatWentAway } from '../../src/search/what-is-asked.ts'
import type { LessonCandidate } from '../../src/search/lesson-text.ts'
import { coverage, rankLessons } from '../../src/search/rank-lessons.ts'
import { periodIn } from '../../src/text/dates.ts'
import { terms } from '../../src/text/terms.ts'
import { candidate, even, namesOf, rankEvenly } from '../support/candidates.ts'

describe('of lessons of equal words', () => {
  test('the one that holds more of the question is first, and a word of its diff counts half', () => {
    const ranked = rankEvenly(
      [candidate('Sort goods'), candidate('Sort prices', { diff: ['good'] }), candidate('Sort goods by price')],
      ['sort', 'good', 'price'],
    )
    expect(ranked.map(({ headline, covers }) => [headline, Number(covers.toFixed(2))])).toEqual([
      ['Sort goods by price', 1],
      ['Sort prices', 0.83],
      ['Sort goods', 0.67],
    ])
    expect(coverage(ranked)).toBe(1)
  })

  test('the one whose headline says nothing else is before one that mentions it', () => {
    const mentions = candidate('Open shops, sort goods and sell windows', {
      why: 'Shops with goods open late in winter and spring.',
    })
    const isAboutIt = candidate('Sort goods first', { why: 'Shops with windows open late in winter and spring.' })
    const ranked = rankEvenly([mentions, isAboutIt], ['sort', 'good'])
    expect(namesOf(ranked)).toEqual(['Sort goods first', mentions.headline])
    expect(ranked.map(({ parts }) => Number(parts?.headline.toFixed(2)))).toEqual([1.67, 1.33])
  })

  test('what was curated is first, a merge last', () => {
    const ranked = rankEvenly(
      [candidate('Bring goods', { files: [] }), candidate('Goods'), candidate('The goods', { lane: 'tree' })],
      ['good'],
    )
    expect(namesOf(ranked)).toEqual(['The goods', 'Goods', 'Bring goods'])
  })

  test('a release that names what it brings is behind what brought that, unless a version is asked for (starlette 921f1372)', () => {
    const release = candidate('Version 0.38.1 (#7)', { why: 'Sort goods.' })
    const all = [release, candidate('Open beside windows', { why: 'Sort goods.' })]
    expect(namesOf(rankEvenly(all, ['good']))[0]).toBe('Open beside windows')
    expect(namesOf(rankEvenly(all, ['good', ...terms('release')]))[0]).toBe(release.headline)
    expect(namesOf(rankEvenly(all, ['good', ...terms('0.38.1')]))[0]).toBe(release.headline)
  })

  test('what introduced a name is first where the question asks what it is, and only there', () => {
    const all = [candidate('Test route_layer'), candidate('Add `route_layer` beside windows')]
    const asked = ['rout', 'layer']
    expect(namesOf(rankEvenly(all, asked))[0]).toBe('Test route_layer')
    expect(namesOf(rankEvenly(all, asked, terms('route_layer').slice(-1)))[0]).toBe('Add `route_layer` beside windows')
  })

  test('what took something away is first where the question asks why it is gone', () => {
    const all = [candidate('Test the old guard'), candidate('Remove the old guard again')]
    const means = { subject: 3, body: 20, paths: 4, diff: 20 }
    const first = (isAboutRemoval: boolean) =>
      namesOf(rankLessons(all, { coverageTerms: ['old', 'guard'], rarity: even, means, isAboutRemoval }))[0]
    expect([first(false), first(true)]).toEqual(['Test the old guard', 'Remove the old guard again'])
    const told = candidate('Load shops later beside windows', { why: 'Remove the old guard.' })
    const other = candidate('Load shops anew beside windows', { why: 'Test the old guard.' })
    const firstTold = (asked: readonly string[]) =>
      namesOf(rankLessons([other, told], { coverageTerms: asked, rarity: even, means, isAboutRemoval: true }))[0]
    expect([firstTold(['old', 'guard']), firstTold(['guard', 'test'])]).toEqual([told.headline, other.headline])
    expect(['why was it so', 'why didn’t it stop', 'why is it so'].map(asksHowItWas)).toEqual([true, true, false])
    expect(['why is the guard gone', 'what became of the guard', 'who is the guard'].map(asksWhatWentAway)).toEqual([
      true,
      true,
      false,
    ])
  })
})

test('a question about a time finds what is from that time, and does not look for the words of it (regex ddc71883)', () => {
  const of = (headline: string, date: string): LessonCandidate => ({ ...candidate(headline), date })
  const candidates = [of('Sort goods again and sort them', '2019-06-01'), of('Sort goods', '2018-02-01')]
  const [asked, means] = [['sort', 'good'], { subject: 3, body: 3, paths: 3, diff: 3 }]
  const first = (question: string): string | undefined => {
    const during = periodIn(question)
    return rankLessons(candidates, { coverageTerms: asked, rarity: even, means, during })[0]?.date
  }
  expect(first('why were goods sorted')).toBe('2019-06-01')
  expect(first('why were goods sorted in early 2018')).toBe('2018-02-01')
  expect(first('why were goods sorted before 2019')).toBe('2018-02-01')
  expect(first('why were goods sorted since March 2019')).toBe('2019-06-01')
})
