import { describe, expect, test } from 'vitest'
import { archive, mark, restore } from '../../src/index.ts'
import { change } from '../../src/knowledge/change.ts'
import { commitStep, tooManyRaces } from '../../src/knowledge/branch/tip.ts'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { type Repo } from '../support/repo.ts'
import { openIn } from '../support/open-in.ts'

const known = 'auth/tokens/refresh_tokens_are_single_use.md'
const rule = 'must never be called in a transaction'

/** A repository that knows a rule, as does the block in its CLAUDE.md; and the path of the entry that has it. */
function withBlock(): { readonly repo: Repo; readonly path: string } {
  const repo = quietRepo()
  expectCode(repo.ctx('agents', '--claude'), 0)
  repo.write({ '.ctx/config.yaml': 'version: 1\nagents: { refresh: curate }\n' })
  repo.commit(`feat: bill\n\nConstraint: the billing API ${rule}, it locks`, { 'src/billing.ts': 'b\n' })
  expectCode(repo.ctx('curate'), 0)
  expect(repo.read('CLAUDE.md')).toContain(rule)
  return { repo, path: repo.git('grep', '-l', rule, 'ctx/main').replace('ctx/main:', '') }
}

describe('with `agents.refresh: curate`', () => {
  test('agents went on being told what was archived or deprecated, and not what was restored', async () => {
    const { repo, path } = withBlock()
    await archive(await openIn(repo), path)
    expect(repo.read('CLAUDE.md')).not.toContain(rule)
    await restore(await openIn(repo), path)
    expect(repo.read('CLAUDE.md')).toContain(rule)
    await mark(await openIn(repo), path, { as: 'deprecated' })
    expect(repo.read('CLAUDE.md')).not.toContain(rule)
  })
})

describe('a writer that somebody else was quicker than', () => {
  /** Somebody else's commit on the knowledge branch, made without our lock. */
  const overtake = (repo: Repo): void => {
    const tree = repo.git('rev-parse', 'ctx/main^{tree}')
    const commit = repo.git('commit-tree', tree, '-p', 'ctx/main', '-m', 'Curate: quicker')
    repo.git('update-ref', 'refs/heads/ctx/main', commit)
  }

  test('gave up, and decides anew now', async () => {
    const repo = quietRepo()
    tell(repo)
    let asked = 0
    const ctx = await openIn(repo)
    await change(ctx, async (tip) => {
      if (asked++ < 2) overtake(repo)
      const [[path, entry] = []] = tip.knowledge.entries
      if (path === undefined || entry === undefined) throw new Error('there is an entry')
      const entries = new Map(tip.knowledge.entries).set(path, { ...entry, title: 'Anew' })
      const knowledge = { ...tip.knowledge, entries }
      if ((await commitStep(ctx, tip, { knowledge, message: 'Test\n' })) === undefined) throw tooManyRaces(tip.ref)
    })
    expect(asked).toBe(3)
    expect(repo.git('log', '-3', '--format=%s', 'ctx/main').split('\n')).toEqual([
      'Test',
      'Curate: quicker',
      'Curate: quicker',
    ])
    expect(repo.read(`.ctx/tree/${known}`)).toContain('title: Anew')
  })

  test('says so when somebody is quicker each time', async () => {
    const repo = quietRepo()
    tell(repo)
    const ctx = await openIn(repo)
    const decide = async (): Promise<never> => await Promise.reject(tooManyRaces('refs/heads/ctx/main'))
    await expect(change(ctx, decide)).rejects.toThrow('kept moving')
  })
})
