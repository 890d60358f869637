import { expect, test } from 'vitest'
import {
  alsoSaid,
  asTheyAre,
  bearingOn,
  bearingOnLines,
  lengthsOfReasons,
  reasonLengths,
  withoutIdleSteps,
} from '../../src/search/bearing.ts'
import { terms } from '../../src/text/terms.ts'
import { even } from '../support/candidates.ts'

test('of a long reason the sentences that bear on the question are kept whole and in their order', () => {
  const why =
    'Goods are sorted. Nobody knows who asked for it first. The price is left out of it. The guard leaves at noon on most days.'
  const asked = asTheyAre(['guard', 'price'])
  expect(bearingOn(why, asked, { most: 100, rarity: even })).toBe(
    'Goods are sorted. … The price is left out of it. The guard leaves at noon on most days.',
  )
})

test('what a squash says twice is told once (hono 2a9c9a15)', () => {
  const steps = '* Replace c.req.raw with a proxy.\n\n* Replace `c.req.raw` with a proxy.'
  expect(withoutIdleSteps(steps, asTheyAre([]))).toBe('* Replace c.req.raw with a proxy.')
  expect(withoutIdleSteps('Sort.\n\nPaint.', asTheyAre([]), 4)).toBe('Sort.\n\nPaint.')
})

test('who asked whether neighbours may be joined was told of the first sentence, not of the one on adjacent slices (rayon 0d8def75)', () => {
  const why =
    'What is left uninitialized cannot be accessed by slicing it first. Likewise, it is never valid to merge adjacent slices of it.'
  const asked = new Map([...asTheyAre(['join', 'neighbor', 'slice']), ['merg', ['join']], ['adjac', ['neighbor']]])
  expect(bearingOn(why, asked, { most: 80, rarity: () => 4 })).toBe(
    'Likewise, it is never valid to merge adjacent slices of it.',
  )
})

test('two synonyms of one word outweighed the sentence that has another word of the question (marked a0f13ed0)', () => {
  const why = 'It begins. The blank is what a header loses. A member is a field.'
  const asked = new Map([...asTheyAre(['blank', 'header']), ['member', ['header']], ['field', ['header']]])
  expect(bearingOn(why, asked, { most: 60, rarity: even })).toBe('It begins. The blank is what a header loses.')
})

test('of two sentences that bear alike on the question, the one that gives a reason is kept (tracing c8b3d2ad)', () => {
  const why =
    'Goods are sorted. The price is printed on the label of each of them. The price may change, because the market does.'
  expect(bearingOn(why, asTheyAre(['price']), { most: 80, rarity: even })).toBe(
    'Goods are sorted. … The price may change, because the market does.',
  )
})

test('what leads alone is told at length, two that lead together share its room, and nothing leads what is merely near', () => {
  const of = (ranks: readonly number[], isKnown = true, why = 'x'.repeat(200)): readonly number[] =>
    lengthsOfReasons(
      ranks.map((rank) => ({ rank, why })),
      { isKnown },
    )
  const { alone, together, others } = reasonLengths
  expect(of([10, 7, 7])).toEqual([alone, others, others])
  expect(of([10, 8, 8])).toEqual([together, together, others])
  expect(of([9, 10, 5])).toEqual([together, together, others])
  // The revert of what ranks best comes before it (regex eb950f65).
  expect(of([4, 10, 5])).toEqual([together, together, others])
  expect(of([10, 9], false)).toEqual([others, others])
  expect(of([])).toEqual([])
  // "Fix EOF handling for stdin input" left the answer to what changed it later, of which one sentence was told (click 80efdf6c).
  expect(of([10, 7, 7], true, 'Fix EOF handling.')).toEqual([alone, together, others])
})

test('what a message says beside the lesson is told where it is asked for, and only there', () => {
  const message = 'Skip the shelf. Limit discounts to the morning. Bypass the till.'
  const also = (...asked: readonly string[]) =>
    alsoSaid(message, 'Skip the shelf', { coverageTerms: asked, rarity: even, most: 180 })
  expect(also('discount', 'shelf')).toBe('Limit discounts to the morning.')
  expect([also('shelf'), also('zebra')]).toEqual(['', ''])
})

test('the steps of a squash are told where they say what is asked, and not "Flake8." (uvicorn 95b3bcd3)', () => {
  const said = ['Renamed to ws_max_size.', 'Added click option.', 'Flake8.', 'More scenarios.']
  const asked = asTheyAre(['ws_max_siz', 'option'])
  expect(withoutIdleSteps(said.join('\n'), asTheyAre(terms('ws_max_size')))).toBe('Renamed to ws_max_size.')
  expect(withoutIdleSteps(said.join('\n'), asked)).toContain('Added click option.')
  const prose = 'The server closes what is larger, because a message is held in memory as a whole.'
  expect(withoutIdleSteps([...said, prose].join('\n'), asTheyAre(['nothing']))).toBe(prose)
  expect(withoutIdleSteps('Flake8.\nMore scenarios.', asTheyAre(['nothing']))).toBe('Flake8.\nMore scenarios.')
  // The lines of a wrapped sentence are no steps, however short they are (chi ea7f7b5b).
  const wrapped =
    'Turns out that this commit started leaking handles,\nwhen a client kept its connection and used it again.'
  expect(withoutIdleSteps(`${wrapped}\n\nFlake8.`, asTheyAre(['nothing']), 1)).toBe(wrapped)
  // As the reason of what changed a lesson later, one such line says nothing (tower 54dd475e).
  expect(withoutIdleSteps('fmt.', asTheyAre(['nothing']), 1)).toBe('')
})

test('two trailers were told as one sentence: "never retry more than three times exponential backoff, it hides the error"', () => {
  const why =
    'It failed for hours. Nobody saw that.\nConstraint: three tries at most\nRejected: backoff. It hides the error'
  const asked = { coverageTerms: ['backoff'], rarity: even, most: 180 }
  expect(alsoSaid(why, 'It failed', asked)).toBe('Rejected: backoff. It hides the error')
  expect(bearingOn(why, asTheyAre(['backoff']), { most: 100, rarity: even })).toBe(
    'It failed for hours.\nConstraint: three tries at most\nRejected: backoff. It hides the error',
  )
})

test('a sentence that leans on the one before it is never told without that (vite 1aa434e8)', () => {
  const why =
    'Imports are moved to the top. Only update the index where an import is not moved. This holds because we work from the top downward.'
  const asked = asTheyAre(['downward'])
  expect(bearingOn(why, asked, { most: 125, rarity: even })).toBe(
    'Only update the index where an import is not moved. This holds because we work from the top downward.',
  )
  expect(bearingOn(why, asked, { most: 80, rarity: even })).toBe('Imports are moved to the top.')
})

test('comments of one diff stand in lines of their own, also where there is no room for all (vite abc2b9c2)', () => {
  const lines = [
    'use a cache of its own as it is unlikely that the process goes into node_modules again',
    'clear the cache when the optimizer is finished',
    "resolve the folders of packages that are separated by '>'",
  ]
  expect(bearingOnLines(lines, asTheyAre(['clear']), { most: 140, rarity: even })).toBe(lines.slice(0, 2).join('\n'))
  expect(bearingOnLines(lines, asTheyAre([]), { most: 500, rarity: even })).toBe(lines.join('\n'))
})

test('a diff that deprecates several options in the same words says so once (grpc-go 59be823a)', () => {
  const same = 'Deprecated: this option is not supported by NewClient.'
  const lines = ['WithBlock waits for the connection.', same, `WithTimeout bounds the waiting. ${same}`, same]
  expect(bearingOnLines(lines, asTheyAre(['newclient']), { most: 500, rarity: even })).toBe(
    lines.slice(0, 3).join('\n'),
  )
  expect(bearingOnLines(lines, asTheyAre(['newclient']), { most: 120, rarity: even })).toBe(
    lines.slice(0, 2).join('\n'),
  )
})
