import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { teach } from '../../src/learning/teach.ts'
import { analysedChange, bareProject } from '../support/commits.ts'

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge): Knowledge =>
  teach(analyses, on, bareProject).knowledge

const why = 'Each request wrapped every middleware again, which took a third of its time.'
const comment = '// The store is kept when a context goes back to its pool, because a new map for each request is slow.'
const served = {
  added: ['serve()', 'chain()', 'compile()', 'wrap()', 'store()', 'reset()', 'close()', 'open()', 'walk()'],
}
const wide = analysedChange(`Compile chains once\n\n${why}`, {
  'echo.go': served,
  'context.go': { added: ['type Context struct {', `\t${comment}`, '\tstore map[string]any', '}'] },
})
const own = analysedChange(
  `Check the scheme of a context\n\nA header may hold anything, so it is not taken as it is.`,
  {
    'context.go': { added: ['scheme()', 'valid()', 'proto()'] },
  },
)

const pages = (told: ReturnType<typeof learn>) =>
  [...told.entries.values()].map(({ raw, facts, narrative }) => ({
    file: raw.files[0],
    says: [...facts.map(({ statement }) => statement), ...narrative.rules].join(' '),
    sources: raw.sources.map(({ commit }) => commit),
  }))

describe('a comment of a commit that is mostly about another file', () => {
  test('is told with its own file, and its commit is named there (echo b1d65e40)', () => {
    const [echo, context] = pages(learn([wide, own])).toSorted((a) => (a.file === 'echo.go' ? -1 : 1))
    expect(context).toMatchObject({ file: 'context.go', sources: [wide.sha, own.sha] })
    expect(context?.says).toContain('The store is kept')
    expect(echo?.says).not.toContain('The store is kept')
  })

  test('is told so where the tree has the page of that file already', () => {
    const told = learn([wide], learn([own]))
    const context = pages(told).find(({ file }) => file === 'context.go')
    expect(context?.says).toContain('The store is kept')
    expect(context?.sources).toEqual([own.sha, wide.sha])
  })

  test('is told with its commit where its file has no page', () => {
    const [echo] = pages(learn([wide]))
    expect(echo).toMatchObject({ file: 'echo.go', sources: [wide.sha] })
    expect(echo?.says).toContain('The store is kept')
  })
})
