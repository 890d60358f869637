import { expect, test } from 'vitest'
import { type CommitIndex, openCommitIndex } from '../../src/repo/index/commit-index.ts'
import { openDatabaseInMemory } from '../../src/repo/index/database.ts'
import type { NamesOfFiles } from '../../src/repo/index/indexed-commit.ts'

const shaOf = (at: number): string => String(at).padStart(40, 'a')

type Touch = { readonly paths: readonly string[] } & Partial<NamesOfFiles>

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
      commits.map(({ moved = [], added = [], deleted = [] }, at) => [
        shaOf(at),
        {
          terms: '',
          said: said[at] ?? [],
          changelog: undefined,
          names: { moved, added, deleted },
          inCode: [],
          needs: [],
        },
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
    { paths: ['app.ts'], added: ['app.ts'] },
    ...Array.from({ length: 250 }, () => ({ paths: ['app.ts'] })),
  ])
  expect(touching(index, 'app.ts').at(-1)).toBe('change 53: app.ts')
  expect(touching(index, 'core.ts')).toEqual(['change 1: core.ts', 'change 0: core.ts'])
})

test('what a parallel branch did to a file before it saw the move is of the moved file', async () => {
  const index = await indexOf([
    { paths: ['pool.ts'], added: ['pool.ts'] },
    { paths: ['pool.ts', 'connections.ts'], moved: [['pool.ts', 'connections.ts']] },
    { paths: ['pool.ts'] },
  ])
  expect(touching(index, 'connections.ts')).toEqual([
    'change 2: connections.ts',
    'change 1: connections.ts',
    'change 0: connections.ts',
  ])
  expect(touching(index, 'pool.ts')).toEqual([])
})

test('a file that was put aside and written again has all that was said of it (hyper: examples_disabled)', async () => {
  const index = await indexOf([
    { paths: ['examples/send.rs'], added: ['examples/send.rs'] },
    { paths: ['examples/send.rs', 'disabled/send.rs'], moved: [['examples/send.rs', 'disabled/send.rs']] },
    {
      paths: ['disabled/send.rs', 'examples/send.rs'],
      added: ['examples/send.rs'],
      deleted: ['disabled/send.rs'],
    },
    { paths: ['examples/send.rs'] },
  ])
  expect(touching(index, 'examples/send.rs')).toEqual([
    'change 3: examples/send.rs',
    'change 2: disabled/send.rs examples/send.rs',
    'change 1: examples/send.rs disabled/send.rs',
    'change 0: examples/send.rs',
  ])
})

test('of a file that thirty moves lead to, the newest names are looked for, and none of another branch', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `part${at}.ts`)
  const index = await indexOf([
    { paths: ['a.ts'] },
    { paths: ['a.ts', 'b.ts'], moved: [['a.ts', 'b.ts']] },
    ...names.map((name) => ({ paths: [name, 'b.ts'], moved: [[name, 'b.ts']] as const })),
  ])
  index.hide(names.map((_, at) => shaOf(at + 2)))
  expect(touching(index, 'b.ts')).toEqual(['change 1: b.ts', 'change 0: b.ts'])
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
