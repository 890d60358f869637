import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDamaged, isRefused, openDatabase } from '../../src/repo/index/database.ts'
import { temporaryFolder } from '../support/repo.ts'

// With and without `vectors`, Node's own SQLite is used where there is one, and libsql.
const engines = [{ vectors: false }, { vectors: true }] as const

test('what one SQLite wrote, the other reads', async () => {
  const path = join(temporaryFolder(), 'index.db')
  const [first, second] = await Promise.all(engines.map(async (engine) => await openDatabase(path, engine)))
  first?.exec('CREATE VIRTUAL TABLE said USING fts5(words)')
  expect(first?.run('INSERT INTO said VALUES (?)', 'tokens expire')).toBe(1)
  expect(second?.run('INSERT INTO said VALUES (?)', 'sessions expire')).toBe(2)
  for (const database of [first, second])
    expect(database?.rows('SELECT rowid, words FROM said WHERE said MATCH ? ORDER BY rowid', 'expire')).toEqual([
      [1, 'tokens expire'],
      [2, 'sessions expire'],
    ])
  first?.close()
  second?.close()
})

test.each(engines)('a file that is no database is known by its error: %o', async (engine) => {
  const path = join(temporaryFolder(), 'index.db')
  writeFileSync(path, 'no database at all, but a text that is long enough to be read as its header\n'.repeat(20))
  await expect(openDatabase(path, engine)).rejects.toSatisfy((error) => isDamaged(error) && !isRefused(error))
})

test.each(engines)('a change that fails half-way is undone: %o', async (engine) => {
  const database = await openDatabase(join(temporaryFolder(), 'index.db'), engine)
  database?.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY)')
  const act = (): void =>
    database?.transaction(() => {
      database.run('INSERT INTO kept VALUES (1)')
      database.run('INSERT INTO kept VALUES (1)')
    })
  expect(act).toThrow(/UNIQUE/)
  expect(database?.rows('SELECT * FROM kept')).toEqual([])
  database?.close()
})
