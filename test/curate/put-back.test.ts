import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { lineHistoryAfter } from '../../src/curate/lines/line-history-after.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { putBackBy } from '../../src/curate/standing/put-back.ts'
import { analysed, type Changed, commitOf } from '../support/commits.ts'
import { because } from '../support/messages.ts'

const commit = (lines: Changed): Commit => commitOf('x', { 'src/a.py': lines })
const nobody = { isIdle: () => false }

describe('a lesson that a later commit undid without saying so', () => {
  const coroutine = ['@tornado.gen.coroutine']
  const engine = ['@tornado.gen.engine']

  test('was told as holding: “replace @gen.coroutine with @gen.engine”, in the documentation (tornado 57eb740c, e4c266a6)', () => {
    const first = commit({ added: coroutine })
    const replaced = commit({ removed: coroutine, added: engine })
    const back = commit({ removed: engine, added: coroutine })
    const survival = startSurvival()
    for (const one of [first, replaced, back]) survival.follow(one, { isTracked: true })
    const lines = survival.lineHistoryOf(replaced.sha) ?? noLineHistory
    expect(lines.putBack).toEqual(new Map([[back.sha, 1]]))
    expect(putBackBy('Doc patch for 3.0: replace @gen.coroutine with @gen.engine', lines, nobody)).toBe(back.sha)
    expect(putBackBy('Doc patch for 3.0', lines, { isIdle: () => true })).toBeUndefined()
    const texts = new Map([['src/a.py', coroutine.join('\n')]])
    expect(lineHistoryAfter(replaced, { remover: back, texts, lost: new Set() }).putBack).toEqual(lines.putBack)
  })

  test('is none where what it took out only moved, or comes again elsewhere', () => {
    const first = commit({ added: coroutine })
    const replaced = commit({ removed: coroutine, added: engine })
    const elsewhere = commitOf('x', { 'src/b.py': { added: coroutine }, 'src/a.py': { removed: engine } })
    const survival = startSurvival()
    for (const one of [first, replaced, elsewhere]) survival.follow(one, { isTracked: true })
    expect(survival.lineHistoryOf(replaced.sha)?.putBack).toEqual(new Map())
  })

  const history = (took: number, back: number) => ({
    ...noLineHistory,
    added: 18,
    removers: [{ commit: 'b4437f15', lines: took }],
    putBack: new Map([['b4437f15', back]]),
  })

  test('was told as holding: “Remove atomic usage for connection statistics”, of which a third is back (nats.go 85cb3363, b4437f15)', () => {
    const ended = (took: number, back: number) =>
      putBackBy('Remove atomic usage for connection statistics', history(took, back), nobody)
    expect(ended(6, 1 / 3)).toBe('b4437f15')
    expect(ended(5, 1 / 3)).toBeUndefined()
  })

  test('is told as one that may not hold, with who undid it', () => {
    const lesson = analysed(`Use the ponyfill\n\n${because}`, { 'src/a.py': { added: ['x()'] } })
    const [told] = withOutcomes([lesson], {
      lineHistories: () => history(9, 1),
      soFar: () => undefined,
      files: undefined,
      manifests: [],
    })
    const note = told?.evidence.find(({ kind }) => kind === 'lesson')?.note
    expect(note).toMatchObject({ status: 'reworked', supersededBy: ['b4437f15'] })
  })

  test('holds where who took half of it wrote half of the old lines again on the way (tornado 42df0361, click 43083366)', () => {
    const ended = (took: number, back: number) =>
      putBackBy('When a streaming-body request finishes early', history(took, back), nobody)
    expect(ended(10, 0.62)).toBeUndefined()
    expect(ended(14, 0.75)).toBe('b4437f15')
    expect(ended(9, 1)).toBe('b4437f15')
  })
})
