/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { query } from '../../src/index.ts'
import { initedRepo } from '../support/open-in.ts'
import { expectClean, expectCode } from '../support/expect.ts'
import {
  at,
  entry,
  filesOf,
  inDays,
  openInDays,
  queryIn,
  score,
  show,
  tendIn,
  tellToken,
  writeEntries,
} from '../support/scored-entries.ts'

describe('scores', () => {
  test('what is learned begins at 50, a draft, fresh', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    const text = show(repo, 'refresh_tokens_are_single_use')
    for (const line of ['importance: 50', 'recency: 1', 'maturity: draft', 'accessCount: 0', 'updateCount: 0'])
      expect(text).toContain(`\n${line}\n`)
    expect(text).toMatch(/\nupdatedAt: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/)
  })

  test('each time a search returns it adds 3, each curation 5, and a hundred is the most', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    for (const verb of ['query', 'search']) expectCode(repo.ctx(verb, 'refresh tokens'), 0)
    await tendIn(repo)
    expect(show(repo, 'refresh_tokens_are_single_use')).toMatch(/importance: 56\n[\s\S]*accessCount: 2\n/)
    await tellToken(repo, 'Refresh tokens are single-use. They are kept for a week.')
    const text = show(repo, 'refresh_tokens_are_single_use')
    expect(score(text, 'importance')).toBeCloseTo(61, 1)
    expect(score(text, 'updateCount')).toBe(1)
    writeEntries(repo, { loved: { importance: 99, maturity: 'core', body: 'The zeppelin is loved.' } })
    await queryIn(repo, 'zeppelin')
    await tendIn(repo)
    expect(show(repo, 'loved')).toContain('\nimportance: 100\n')
  })

  test('decay is computed when read and never written by reading', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { one: { importance: 80, maturity: 'validated', body: 'The zeppelin is closed.' } })
    await tendIn(repo)
    const before = { ...filesOf(repo), head: repo.git('rev-parse', 'ctx/main') }
    const [fresh] = (await query(await openInDays(repo), 'zeppelin')).hits
    const [old] = (await query(await openInDays(repo, 100), 'zeppelin')).hits
    expect(fresh).toMatchObject({ importance: 80, recency: 1 })
    expect(old?.importance).toBeCloseTo(80 * 0.995 ** 100, 2)
    expect(old?.recency).toBeCloseTo(Math.exp(-100 / 30), 3)
    for (const ask of [
      ['query', 'zeppelin'],
      ['search', 'zeppelin', '--explain'],
      ['query', 'zeppelin', '--at', 'main'],
      ['show', at('one')],
      ['status'],
      ['tend', '--dry-run'],
    ])
      repo.ctx(...ask)
    expect({ ...filesOf(repo), head: repo.git('rev-parse', 'ctx/main') }).toEqual(before)
    expectClean(repo)
  })

  test('the rank is made of text, importance and recency, times the boost of maturity', async () => {
    const repo = await initedRepo()
    writeEntries(repo, {
      one: { importance: 70, maturity: 'draft', body: 'A zeppelin flies.' },
      two: { importance: 70, maturity: 'validated', body: 'A zeppelin flies.', updatedAt: inDays(-3) },
      three: { importance: 70, maturity: 'core', body: 'A zeppelin flies.' },
    })
    repo.write({ '.ctx/tree/sea/ships/other.md': entry({ importance: 100, maturity: 'core', body: 'A ship sails.' }) })
    const { hits } = await query(await openInDays(repo), 'zeppelin')
    expect(hits.map(({ maturity }) => maturity)).toEqual(['core', 'validated', 'draft'])
    for (const { score: rank, text, parts, maturity } of hits) {
      const boost = { draft: 1, validated: 1.08, core: 1.15 }[maturity] ?? Number.NaN
      expect(parts.boost).toBe(boost)
      expect(rank).toBeCloseTo((0.6 * text + 0.2 * parts.importance + 0.2 * parts.recency) * boost, 2)
    }
    expect(hits[0]?.parts.importance).toBeCloseTo(0.7, 5)
  })
})
