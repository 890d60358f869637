import { expect, test } from 'vitest'
import { type CommitIndex, openCommitIndex } from '../../src/repo/index/commit-index.ts'
import { openDatabaseInMemory } from '../../src/repo/index/database.ts'

const shaOf = (at: number): string => String(at).padStart(40, 'a')

type Touch = { readonly paths: readonly string[]; readonly moved?: readonly (readonly [from: string, to: string])[] }

/** An index of commits that touched these files, oldest first. */
async function indexOf(commits: readonly Touch[]): Promise<CommitIndex> {
  const database = await openDatabaseInMemory()
  if (database === undefined) throw new Error('SQLite does not load')
  const index = openCommitIndex(database)
  const common = { date: '2026-01-01', author: 'Ada', number: '', body: '' }
  index.add(
    commits.map(({ paths }, at) => ({
      row: { ...common, sha: shaOf(at), subject: `change ${at}`, paths },
      terms: { subject: `change ${at}`, body: '', paths: '' },
    })),
  )
  const said = commits.map(({ paths: [path = ''] }) => [{ path, text: 'said' }])
  index.addDiffs(
    new Map(
      commits.map(({ moved = [] }, at) => [
        shaOf(at),
        { terms: '', said: said[at] ?? [], changelog: undefined, moved },
      ]),
    ),
  )
  return index
}

const touching = (index: CommitIndex, path: string): readonly string[] =>
  index.touching(path).map(({ subject, paths }) => `${subject}: ${paths.join(' ')}`)

test('what touched a file that moved twice is found by its last name, and says so', async () => {
  const index = await indexOf([
    { paths: ['http3/client.py'] },
    { paths: ['http3/client.py', 'httpx/client.py'], moved: [['http3/client.py', 'httpx/client.py']] },
    { paths: ['httpx/client.py', 'setup.py'] },
    { paths: ['httpx/client.py', 'httpx/_client.py'], moved: [['httpx/client.py', 'httpx/_client.py']] },
  ])
  expect(touching(index, 'httpx/_client.py')).toEqual([
    'change 3: httpx/_client.py',
    'change 2: httpx/_client.py setup.py',
    'change 1: httpx/_client.py',
    'change 0: httpx/_client.py',
  ])
  expect(index.rowsOf([shaOf(0).slice(0, 8)] as never)[0]?.inDiff).toEqual([{ path: 'httpx/_client.py', text: 'said' }])
})

test('a new file with the name of one that moved has no part in what that one was before', async () => {
  const index = await indexOf([
    { paths: ['app.ts'] },
    { paths: ['app.ts', 'core.ts'], moved: [['app.ts', 'core.ts']] },
    { paths: ['app.ts'] },
  ])
  expect(touching(index, 'app.ts')).toEqual(['change 2: app.ts'])
  expect(touching(index, 'core.ts')).toEqual(['change 1: core.ts', 'change 0: core.ts'])
})

test('a file that moved to and fro is where it was, and a move of another branch is none', async () => {
  const index = await indexOf([
    { paths: ['a.ts'] },
    { paths: ['b.ts'], moved: [['a.ts', 'b.ts']] },
    { paths: ['a.ts'], moved: [['b.ts', 'a.ts']] },
  ])
  expect(touching(index, 'a.ts')).toEqual(['change 2: a.ts', 'change 1: a.ts', 'change 0: a.ts'])
  index.hide([shaOf(1), shaOf(2)])
  expect(touching(index, 'b.ts')).toEqual([])
  expect(touching(index, 'a.ts')).toEqual(['change 0: a.ts'])
})
