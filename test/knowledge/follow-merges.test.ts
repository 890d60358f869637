/** @module-tag slow */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

/** Does something while no worker may begin, then what the hooks queued meanwhile, as after a slow minute. */
function beforeTheWorker(repo: Repo, doing: () => void): void {
  const path = join(repo.root, '.git/ctx/worker.lock')
  mkdirSync(join(repo.root, '.git/ctx'), { recursive: true })
  writeFileSync(path, `${process.pid}\n${hostname()}\n`)
  doing()
  rmSync(path)
  expectCode(repo.ctx('curate', '--queued'), 0)
}

/** Teaches one lesson on a branch of its own. */
function teach(repo: Repo): void {
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/lab.js': 'export const lab = 1\n',
  })
  repo.git('switch', '-q', 'main')
}

const asking = (repo: Repo): string => repo.ctx('query', '--tree-only', 'why are labels needed by the lab printer').out

test.each([
  ['fast-forwarded', (repo: Repo) => repo.git('merge', '-q', 'feature')],
  ['merged', (repo: Repo) => repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature')],
  [
    'rebased and fast-forwarded',
    (repo: Repo) => {
      repo.commit('Touch it', { 'src/other.js': '1\n' })
      repo.git('rebase', '-q', 'main', 'feature')
      repo.git('switch', '-q', 'main')
      repo.git('merge', '-q', 'feature')
    },
  ],
  [
    'squashed',
    (repo: Repo) => {
      repo.run('git', ['merge', '--squash', 'feature'])
      repo.git('commit', '-q', '-m', 'Set it (#4)')
    },
  ],
] as const)('what a branch taught never came to main where it was %s and deleted at once', (_how, merge) => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'README.md': '# Labels\n' })
  beforeTheWorker(repo, () => {
    teach(repo)
    merge(repo)
    repo.git('branch', '-q', '-D', 'feature')
  })
  expect(asking(repo)).toMatch(/^set lab\n/)
  expect(repo.ctx('prune').out).toContain('merged      feature')
})

test('what a branch taught that was deleted unmerged stays away from main', () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'README.md': '# Labels\n' })
  beforeTheWorker(repo, () => {
    teach(repo)
    repo.git('branch', '-q', '-D', 'feature')
    repo.git('switch', '-q', '-c', 'other')
    repo.commit('Touch it', { 'src/other.js': '1\n' })
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', 'other')
  })
  expect(asking(repo)).not.toContain('set lab')
  expect(repo.ctx('prune').out).toContain('not merged  feature')
})
