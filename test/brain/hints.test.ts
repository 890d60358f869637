import { expect, test } from 'vitest'
import { formatHints, type Hint } from '../../src/brain/agents/hints.ts'

const hint = (headline: string, why: string): Hint => ({ kind: 'lesson', headline, why, from: '2026-01-01 abcdef12' })

test('no hint ends where its reason begins, "At the time: the…"; the next that fits is told (undici)', () => {
  const long = hint(
    'Allow disabling autoSelectFamily in an Agent',
    'At the time the family was chosen once. '.repeat(20),
  )
  const short = hint('Keep one pool', 'The gateway counts connections.')
  const told = (tokens: number): string => formatHints({ about: 'What holds', hints: [long, short], tokens, word: 'w' })
  const lines = (tokens: number): readonly string[] => told(tokens).match(/^- lesson: .*$/gm) ?? []
  expect(lines(300)).toHaveLength(2)
  expect(lines(300)[0]).toMatch(/ was chosen once\. At .*… \(2026-01-01 abcdef12\)$/)
  const frame = told(300).length - lines(300).join('\n').length
  const tokens = Math.ceil((frame + 120) / 4)
  expect(lines(tokens)).toEqual(['- lesson: Keep one pool — The gateway counts connections. (2026-01-01 abcdef12)'])
})

test('a hint without a reason is cut where there is no room for all of it', () => {
  const hints = [
    hint('Never call the billing API in a transaction that is open, nor in one that is closing. '.repeat(9), ''),
  ]
  expect(formatHints({ about: 'What holds', hints, tokens: 90, word: 'w' })).toMatch(
    /^- lesson: Never call .*… \(2026/m,
  )
})
