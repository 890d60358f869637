/** @module-tag slow */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { entriesOnBranch, textOnBranch } from '../support/knowledge-branch.ts'
import { cloneFrom, newCtxRepo, program, type Repo, withRemote } from '../support/repo.ts'

const capOf = (name: string): string => `src/${name}/cap_${name}_at_one.md`

/** Teaches of some names that they are capped, each in an entry of its own, without hooks in between. */
function taught(names: readonly string[]): Repo {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  for (const name of names)
    repo.commit(
      `Cap ${name} at one\n\nWhy: two copies of ${name} at once deadlocked the ${name} table in production last spring.`,
      { [`src/${name}.js`]: `export const ${name} = 1\n` },
    )
  expectCode(repo.ctx('curate', '--all'), 0)
  for (const name of names) expect(entriesOnBranch(repo)).toContain(capOf(name))
  return repo
}

const anew = (repo: Repo): string => expectCode(repo.ctx('curate', '--all', '--anew'), 0)

const isNoMore = 'The beta table was never deadlocked; it was a false alarm.'

test('ctx curate --all --anew brought back for everybody what a colleague had deleted, replaced and archived', () => {
  const ann = taught(['alpha', 'beta', 'gamma', 'delta'])
  const remote = withRemote(ann)
  expectCode(ann.ctx('push'), 0)
  rmSync(join(ann.root, '.ctx/tree', capOf('alpha')))
  const beta = ann.read(`.ctx/tree/${capOf('beta')}`)
  ann.write({ [`.ctx/tree/${capOf('beta')}`]: beta.replace(/^- \*\*Cap beta.*/m, `- ${isNoMore}`) })
  expectCode(ann.ctx('archive', capOf('gamma')), 0)
  expectCode(ann.ctx('push'), 0)
  const ben = cloneFrom(remote, 'ben')
  expectCode(ben.ctx('init', '--no-hooks'), 0)
  const before = ben.git('ls-tree', '-r', 'ctx/main', '--', 'src/alpha', 'src/beta', 'src/gamma')
  expect(anew(ben)).toContain('3 statements left out that people or agents had taken out.')
  expectCode(ben.ctx('push'), 0)
  expectCode(ann.ctx('pull'), 0)
  expect(entriesOnBranch(ann)).toEqual([capOf('beta'), capOf('delta')])
  expect(textOnBranch(ann, capOf('beta'))).not.toContain('**Cap beta')
  expect(textOnBranch(ann, capOf('beta'))).toContain(isNoMore)
  expect(before).toContain(ann.git('rev-parse', `ctx/main:${capOf('beta')}`))
})

test('ctx curate --all --anew brought back what was rejected in ctx review -i', async () => {
  const repo = taught(['alpha'])
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit(
    'Cap beta at one\n\nWhy: two copies of beta at once deadlocked the beta table in production last spring.',
    {
      'src/beta.js': 'export const beta = 1\n',
    },
  )
  expectCode(repo.ctx('curate'), 0)
  await repo.settled()
  const review = [program, 'review', '--interactive', 'main..feature']
  expect(repo.run(process.execPath, review, { input: 'r\n'.repeat(4) }).out).toContain('rejected')
  anew(repo)
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')).toContain(capOf('alpha'))
  expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')).not.toContain('beta')
})

test('what was archived and restored, or moved by hand, is there once after ctx curate --all --anew', () => {
  const repo = taught(['alpha', 'beta'])
  expectCode(repo.ctx('archive', capOf('alpha')), 0)
  expectCode(repo.ctx('restore', capOf('alpha')), 0)
  const moved = 'rules/beta/cap_beta.md'
  repo.write({ [`.ctx/tree/${moved}`]: repo.read(`.ctx/tree/${capOf('beta')}`) })
  rmSync(join(repo.root, '.ctx/tree', capOf('beta')))
  expectCode(repo.ctx('refresh'), 0)
  anew(repo)
  expect(entriesOnBranch(repo)).toEqual([moved, capOf('alpha')])
})
