import { expect, test } from 'vitest'
import { openCommitIndex } from '../../src/repo/index/commit-index.ts'
import { openDatabaseInMemory } from '../../src/repo/index/database.ts'

const sha = 'a'.repeat(40)

test('a small clone of files that lie below hundreds of folders each filled the disk with their names', async () => {
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('SQLite does not load')
  const index = openCommitIndex(database)
  const row = { sha, date: '2026-01-01', author: 'Ada', number: '', subject: 'deep', body: '', paths: [] }
  index.add([{ row, terms: { subject: 'deep', body: '', paths: '' } }])
  const deep = Array.from({ length: 800 }, (_, at) => `${`d${at}/`.repeat(400)}f.ts`)
  const wide = Array.from({ length: 2_000 }, (_, at) => `shop/goods${at}.ts`)
  const names = { moved: [], added: [...deep, ...wide, 'shop/drawer.ts'], deleted: [] }
  index.addDiffs(new Map([[sha, { terms: '', said: [], changelog: undefined, names, inCode: [], needs: [] }]]))
  expect(database.rows('SELECT count(*), max(length(path)) FROM log_names')[0]).toEqual([400, 16])
  expect(index.filesNamed(['shop'])).toEqual([
    { path: 'shop', came: { commit: sha, place: expect.any(Number) }, went: undefined },
  ])
})

test('commits that are read together, each with thousands of new names in its code, filled the disk with these', async () => {
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('SQLite does not load')
  const index = openCommitIndex(database)
  const shas = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(40, '0'))
  const terms = { subject: 'wide', body: '', paths: '' }
  const row = { date: '2026-01-01', author: 'Ada', number: '', subject: 'wide', body: '', paths: [] }
  index.add(shas.map((one) => ({ row: { ...row, sha: one }, terms })))
  const names = { moved: [], added: [], deleted: [] }
  const diffOf = (at: number) => ({
    terms: '',
    said: [],
    changelog: undefined,
    names,
    inCode: Array.from({ length: 5_000 }, (_, name) => [`name_${at}_${name}`, 1] as const),
    needs: Array.from({ length: 50 }, (_, need) => ({
      platform: 'go',
      path: 'go.mod',
      value: `1.${need}`,
      before: '',
    })),
  })
  index.addDiffs(new Map(shas.map((one, at) => [one, diffOf(at)])))
  expect(database.rows('SELECT count(*) FROM log_code')[0]).toEqual([200_000])
  expect(database.rows('SELECT count(*) FROM log_needs')[0]).toEqual([50 * 20])
})
