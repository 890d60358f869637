import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Stored } from '../../src/repo/index/indexing.ts'
import { statementsByTerms, statementFrequencies } from '../../src/repo/index/statement-index.ts'
import type { Statement } from '../../src/search/entry-statements.ts'
import { openStoreAt, type Store } from '../../src/repo/index/store.ts'
import { withinReason } from '../support/slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctx-statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

const said = (why: string, headline = ''): Statement => ({
  headline,
  why,
  note: '',
  commits: [],
  kind: 'rule',
  terms: { headline: headline.toLowerCase(), why: why.toLowerCase(), context: 'place' },
})

const document = (path: string, ...statements: readonly Statement[]): Stored => ({
  path,
  folder: '',
  order: path,
  stamp: '',
  title: path,
  importance: 50,
  maturity: 'draft',
  updatedAt: '',
  card: '{}',
  terms: [path],
  statements,
  whole: '',
  facets: '',
})

/** Brings documents into an index one change after the other, and says what it answers. */
async function answersAfter(name: string, changes: readonly (readonly Stored[])[]): Promise<unknown> {
  mkdirSync(join(folder, name))
  const store = (await openStoreAt(join(folder, name, 'index.db'), { fields: ['title'], version: '1' })) as Store
  for (const changed of changes) store.update({ commit: '', changed, removed: [], unread: new Map() })
  const found = statementsByTerms(store.database, ['retry', 'twice', 'place'], { most: 10 })
  const counted = statementFrequencies(store.database, ['retry', 'twice', 'once', 'place'])
  store.close()
  return {
    found: found.map(({ path, headline, why, score, terms }) => ({ path, headline, why, score, terms })),
    counted,
  }
}

const others = Array.from({ length: 300 }, (_, at) => document(`other_${at}.md`, said(`Word${at} is said`)))

test('statements that came in place of others are weighed and counted as in an index made anew', async () => {
  const now = document('a.md', said('Retry twice'), said('Wait once', 'Retry'))
  const before = document('a.md', said('Retry once'), said('Twice twice'), said('Retry retry'))
  const anew = await answersAfter('anew', [[...others, now]])
  expect(await answersAfter('changed', [[...others, before], [now], [before], [now]])).toEqual(anew)
})

test('half a character in a text, as YAML can spell it, makes no index unreadable', async () => {
  const half = said('Retry \ud800')
  expect(await answersAfter('half', [[document('a.md', half)]])).toMatchObject({ found: [{ path: 'a.md' }] })
})

test('a question after entries had changed took the longer the more frequent words a tree has: seconds, of 24,000 entries', async () => {
  mkdirSync(join(folder, 'frequent'))
  const store = (await openStoreAt(join(folder, 'frequent', 'index.db'), { fields: ['title'], version: '1' })) as Store
  // Each of 8,000 words stands in 100 of 8,000 statements and more.
  const words = (at: number): string =>
    Array.from({ length: 110 }, (_, next) => `w${(at + next * 73) % 8_000}`).join(' ')
  const entries = Array.from({ length: 8_000 }, (_, at) => document(`e${at}.md`, said(words(at))))
  const update = (changed: readonly Stored[]): void =>
    store.update({ commit: '', changed, removed: [], unread: new Map() })
  update(entries)
  const started = performance.now()
  update(entries.slice(0, 150).map((entry) => ({ ...entry, stamp: 'later' })))
  expect(performance.now() - started).toBeLessThan(withinReason(4_000))
  const [word, after] = ['w0', new Map([['w0', 110]])]
  expect(statementFrequencies(store.database, [word])).toEqual(after)
  store.close()
})
