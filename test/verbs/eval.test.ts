/** @module-tag slow */
import { expect, test } from 'vitest'
import type { Backtest } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import { longHistory } from '../support/long-history.ts'
import { newCtxRepo } from '../support/repo.ts'
import { untidy } from '../support/untidy.ts'

test('ctx eval backtest names the files of later commits better than chance, and writes nothing', () => {
  const repo = longHistory(79)
  const before = repo.git('for-each-ref')
  const found = JSON.parse(expectCode(repo.ctx('eval', 'backtest', '--json'), 0)) as Backtest
  expect(found).toMatchObject({ learned: 60, asked: 20, tree: { entries: expect.any(Number), duplicates: 0 } })
  expect(Object.keys(found.recall)).toEqual(['ctx', 'messages', 'paths', 'mostChanged'])
  expect(found.recall.ctx.files.at5).toBeGreaterThan(found.recall.mostChanged.files.at5)
  expect(found.tree.historyTokens).toBeGreaterThan(1_000)
  expect(repo.git('for-each-ref')).toBe(before)
  expect(repo.git('status', '--porcelain')).toBe('')
  const said = expectCode(repo.ctx('eval', 'backtest', '--from', 'HEAD~10'), 0)
  expect(said).toContain('10 later ones asked')
  expect(said).toMatch(/^ctx +\d+\.\d %/m)
  expect(said).toMatch(/^nearest messages +\d+\.\d %/m)
  expect(said).toMatch(/\d+ tokens, \d+\.\d % of the \d+ of the history/)
})

test('ctx eval says what is wrong with what it was asked', () => {
  const repo = longHistory(6)
  expect(expectCode(repo.ctx('eval', 'frontwards'), 2)).toContain('"frontwards" is none of backtest, retention, golden')
  expect(expectCode(repo.ctx('eval', 'backtest'), 2)).toContain('too few')
  expect(expectCode(repo.ctx('eval', 'backtest', '--from', 'nowhere'), 2)).toContain('nowhere')
})

test('ctx eval golden measures how the questions of a file are answered, and changes nothing', () => {
  const repo = untidy(newCtxRepo())
  repo.ctx('refresh')
  repo.write({
    'golden.yaml': `- question: when do idle sessions end
  entries: [auth/sessions/idle.md, auth/sessions/ends]
  keywords: [hour, browser, zebra]
- question: may tokens be logged in production
  entries: [auth/tokens/logging.md]
- question: zebra crossings in Bern
  entries: []
`,
  })
  const before = repo.git('for-each-ref')
  const result = JSON.parse(repo.ctx('eval', 'golden', 'golden.yaml', '--json').out) as Record<string, number>
  expect(result).toMatchObject({ questions: 3, recallAt5: 1, unanswerable: 1, refused: 1, keywordCoverage: 0.6667 })
  expect(result['precisionAt5']).toBeGreaterThan(0.5)
  expect(result['medianMs']).toBeGreaterThan(0)
  expect(repo.git('for-each-ref')).toBe(before)
  expect(repo.ctx('eval', 'golden', 'golden.yaml').out).toMatch(/recall@5 +100\.0 %[^]*refused +1 of 1/)
  for (const wrong of [['none.yaml'], [], ['README.md']])
    expect(repo.ctx('eval', 'golden', ...wrong)).toMatchObject({ code: 2 })
})
