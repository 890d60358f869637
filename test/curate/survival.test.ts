import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { outcomeOf } from '../../src/curate/standing/outcome-of.ts'
import { lineHistoryAfter } from '../../src/curate/lines/line-history-after.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { type Changed, commitOf } from '../support/commits.ts'

/** A commit that changes the lines of one file, and says nothing of it. */
const commit = (path: string, lines: Changed): Commit => commitOf('x', { [path]: lines })

describe('what became of the lines of a commit', () => {
  const lines = ['const first = open(door)', 'const second = close(door)', 'return first + second + third']

  test('names the commit that took them out, and says that nothing is left', () => {
    const [wrote, took] = [commit('src/a.ts', { added: lines }), commit('src/a.ts', { removed: lines })]
    const survival = startSurvival()
    for (const one of [wrote, took]) survival.follow(one, { isTracked: true })
    const lineHistory = survival.lineHistoryOf(wrote.sha)
    expect(lineHistory).toMatchObject({ added: 3, gone: 3, removers: [{ commit: took.sha, lines: 3 }] })
    expect(lineHistory === undefined ? undefined : outcomeOf(lineHistory)).toEqual({
      status: 'past',
      supersededBy: [took.sha.slice(0, 8)],
    })
  })

  test('lines that moved to another file, or were laid out anew, still stand', () => {
    const wrote = commit('src/a.ts', { added: lines })
    const moved = commit('src/a.ts', { removed: lines })
    const there = { ...commit('src/b.ts', { added: lines.map((line) => `    ${line};`) }), sha: moved.sha }
    const survival = startSurvival()
    survival.follow(wrote, { isTracked: true })
    survival.follow({ ...moved, changes: [...moved.changes, ...there.changes] }, { isTracked: true })
    expect(survival.lineHistoryOf(wrote.sha)).toMatchObject({ gone: 0 })
  })

  test('a copy that is deleted as a whole takes nothing out, and tests do not count', () => {
    const wrote = commit('src/a.ts', { added: lines })
    const copy = commit('copy/a.ts', { added: lines })
    const survival = startSurvival()
    survival.follow({ ...wrote, changes: [...wrote.changes, ...copy.changes] }, { isTracked: true })
    survival.follow(commit('copy/a.ts', { removed: lines }), { isTracked: false })
    survival.follow(commit('test/a.test.ts', { removed: lines }), { isTracked: false })
    expect(survival.lineHistoryOf(wrote.sha)).toMatchObject({ added: 3, gone: 0 })
  })

  test('is known for a single new commit too, without the history between', () => {
    const [wrote, took] = [commit('src/a.ts', { added: lines }), commit('src/a.ts', { removed: lines.slice(0, 2) })]
    const texts = new Map([['src/a.ts', `${lines[2]}\n`]])
    expect(lineHistoryAfter(wrote, { remover: took, texts, lost: new Set() })).toEqual({
      ...noLineHistory,
      added: 3,
      gone: 2,
      removers: [{ commit: took.sha, lines: 2 }],
    })
  })
})
