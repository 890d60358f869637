import { expect, test } from 'vitest'
import { inFolder, asFiled } from '../../src/learning/joined.ts'
import { expectCode } from '../support/expect.ts'
import { cloneOf, newCtxRepo, newRepo, type Repo } from '../support/repo.ts'

const idle = 'Close idle connections early\n\nThe firewall drops them silently after 60 seconds, so requests hang.'

/** A repository that has another one under `packages/lib/`, as `git subtree add` puts it there. */
function withLibrary(): Repo {
  const library = newRepo({ empty: true })
  library.commit('Begin', { 'server.py': 'def close(idle):\n    return idle > limit\n', 'README.md': 'The server.\n' })
  library.commit(idle, {
    'server.py': 'def close(idle):\n    return idle > 55\n',
    'pool.py': 'most_connections = 12\n',
  })
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  repo.commit(
    'Start the gateway\n\nThe gateway has to answer before the others start, since they ask it for their names.',
    {
      'server.py': 'def start(gateway):\n    gateway.answer()\n',
    },
  )
  repo.git('fetch', '-q', library.root, 'HEAD')
  repo.git('merge', '-q', '-s', 'ours', '--no-commit', '--allow-unrelated-histories', 'FETCH_HEAD')
  repo.git('read-tree', '--prefix=packages/lib/', '-u', 'FETCH_HEAD')
  repo.git('commit', '-qm', 'Add packages/lib')
  return repo
}

test('lessons of a repository that was merged under a folder were "no longer so", named files that do not exist, and blocked a review', () => {
  const repo = withLibrary()
  expectCode(repo.ctx('init', '--history', '--yes'), 0)
  const said = expectCode(repo.ctx('query', 'idle connections firewall'), 0)
  expect(said).toMatch(/packages\/lib\/\S+ .*still in the code/)
  // Its namesake at the root keeps its own.
  expect(expectCode(repo.ctx('query', 'why does the gateway answer first'), 0)).toMatch(/· server\.py · still/)
  expectCode(repo.ctx('review', '--check'), 0)
})

test('nor is one past where a later commit works on one of its files', async () => {
  const repo = withLibrary()
  expectCode(repo.ctx('init', '--history', '--yes'), 0)
  repo.git('config', '--unset', 'core.hooksPath')
  repo.commit('Say what is closed', {
    'packages/lib/server.py': 'def close(idle):\n    print(idle)\n    return idle > 55\n',
  })
  await repo.settled()
  expect(expectCode(repo.ctx('query', 'idle connections firewall'), 0)).toMatch(/still in the code/)
})

test('a question finds the file of a joined commit that nobody curated', () => {
  const repo = cloneOf(withLibrary(), 'joined')
  expect(repo.ctx('query', 'idle connections firewall').out).toContain('packages/lib/pool.py')
})

test('a commit goes by the folder of its lesson only where it knows none of its files', () => {
  const change = { path: 'src/pool.ts', status: 'modified', from: '', before: '', after: '', hunks: [] } as const
  const commit = {
    sha: 'a'.repeat(40),
    parents: [],
    author: '',
    authored: '',
    at: new Date(0),
    message: '',
    changes: [change],
    isBoundary: false,
  }
  const pathsOf = (files: readonly string[]): readonly string[] =>
    asFiled(commit, files).changes.map(({ path }) => path)
  expect(pathsOf(['packages/lib/src/pool.ts'])).toEqual(['packages/lib/src/pool.ts'])
  expect(pathsOf(['src/pool.ts', 'packages/lib/src/pool.ts'])).toEqual(['src/pool.ts'])
  expect(pathsOf(['lib/spool.ts'])).toEqual(['src/pool.ts'])
  expect(inFolder(commit).changes).toEqual([change])
})
