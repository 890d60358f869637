import { expect, test } from 'vitest'
import { openCommitIndex } from '../../src/repo/index/commit-index.ts'
import { type Database, openDatabaseInMemory } from '../../src/repo/index/database.ts'
import { anyTerm, likeliest, tokenize } from '../../src/repo/index/fts.ts'

async function open(): Promise<Database> {
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('SQLite does not load')
  return database
}

/** Numbers between 0 and 1 that are the same in each run (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shares of all rows that hold a term: from what is in two of three down to what is in one of a hundred. */
const shares = { the: 0.66, file: 0.4, option: 0.3, index: 0.2, branch: 0.1, prune: 0.06, sparse: 0.01 }

/** A table of so many rows, and how many hold each term. */
function fill(database: Database, rows: number): ReadonlyMap<string, number> {
  database.exec(`CREATE VIRTUAL TABLE said USING fts5(text, ${tokenize})`)
  const chance = chanceFrom(1)
  const counts = new Map<string, number>()
  database.transaction(() => {
    for (let at = 0; at < rows; at++) {
      const held = Object.entries(shares).flatMap(([term, share]) => (chance() < share ? [term] : []))
      for (const term of held) counts.set(term, (counts.get(term) ?? 0) + 1)
      const others = Array.from({ length: Math.floor(chance() * 20) }, () => `w${Math.floor(chance() * 5_000)}`)
      database.run('INSERT INTO said (text) VALUES (?)', [...held, ...others].join(' '))
    }
  })
  return counts
}

test('a question about a long history took longer the more of its commits say "option", and its best answers are the same without', async () => {
  const database = await open()
  const rows = 20_000
  const counts = fill(database, rows)
  const terms = Object.keys(shares)
  const best = (match: string): readonly unknown[] =>
    database
      .rows('SELECT rowid FROM said WHERE said MATCH ? ORDER BY bm25(said), rowid LIMIT 80', match)
      .map(([id]) => id)
  const found = likeliest(terms, { counts, rows })
  expect(found?.times).toBe(2)
  // What two of three rows hold weighs a millionth, which is enough to turn two that are equal.
  const before = new Set(best(anyTerm(terms)))
  expect(best(found?.match ?? '').filter((id) => before.has(id)).length).toBeGreaterThan(77)
  // Of one folder, rows that hold only frequent terms may be the best.
  expect(likeliest(terms, { counts, rows, isPart: true })?.times).toBe(1)
  const weighed = database.rows('SELECT count(*) FROM said WHERE said MATCH ?', found?.match ?? '')[0]?.[0]
  expect(Number(weighed)).toBeLessThan(rows / 3)
  database.close()
})

test('where few rows hold a rare term, those that only hold frequent ones are weighed, too', async () => {
  const database = await open()
  const counts = fill(database, 300)
  const found = likeliest(Object.keys(shares), { counts, rows: 300 })
  expect(found).toEqual({
    match: anyTerm([...counts.keys()].toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))),
    times: 1,
  })
  expect(likeliest(['nowhere'], { counts, rows: 300 })).toBeUndefined()
  database.close()
})

test('how many commits say a word is known once lines were counted, and right after more came', async () => {
  const index = openCommitIndex(await open())
  const add = (from: number, to: number): void =>
    index.add(
      Array.from({ length: to - from }, (_, at) => ({
        row: {
          sha: String(from + at).padStart(40, 'a'),
          date: '2026-01-01',
          author: 'Ada',
          number: '',
          subject: 'parse',
          body: '',
          paths: [],
        },
        terms: { subject: from + at < 150 ? 'pars' : 'write', body: '', paths: '' },
      })),
    )
  add(0, 160)
  index.setLineCounts(new Map())
  expect(index.frequencies(['pars', 'write', 'none'])).toEqual(
    new Map([
      ['pars', 150],
      ['write', 10],
    ]),
  )
  add(160, 165)
  expect(index.frequencies(['write'])).toEqual(new Map([['write', 15]]))
  index.clear()
  expect(index.frequencies(['pars'])).toEqual(new Map())
})
