import { expect, test } from 'vitest'
import { openDatabaseInMemory } from '../../src/repo/index/database.ts'
import { recallReader } from '../../src/repo/index/index-reader.ts'
import { forget, recallTables } from '../../src/repo/index/recall.ts'

test('a question was a bug of ours where another forgot its answer between two looks (ten at once in a fresh clone)', async () => {
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('no SQLite is here')
  database.exec(recallTables)
  const memory = recallReader({ database }, 10)
  const hits = [{ path: 'kitchen/tea/tea.md' }] as never
  memory?.keep('tea', { way: '', terms: ['tea'], answer: { hits } as never })
  const remembered = memory?.same('tea')
  expect(remembered?.answer()).toEqual({ hits })
  forget(database, ['tea'])
  expect(remembered?.answer()).toBeUndefined()
  // The next answer that is kept gets the number that is free again.
  memory?.keep('coffee', { way: '', terms: ['coffee'], answer: { hits } as never })
  expect(remembered?.answer()).toBeUndefined()
  database.close()
})
