/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { cloneFrom, newCtxRepo, type Repo, withRemote } from '../support/repo.ts'
import { until } from '../support/until.ts'
import { keptApart } from '../support/topics.ts'

/** Commits something worth knowing, and waits until it is known. */
async function learn(repo: Repo, topic: string): Promise<string> {
  const commit = repo.commit(keptApart(topic), { [`src/${topic}/${topic}.ts`]: `${topic}\n` })
  await repo.settled()
  return commit
}
const known = (repo: Repo, branch: string): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', `ctx/${branch}`)
    .split('\n')
    .filter((path) => path.endsWith('_apart.md'))
const pathOf = (topic: string): string => `${topic}/${topic}/keep_${topic}_apart.md`
const knowledgeBranches = (repo: Repo): readonly string[] =>
  repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/ctx').split('\n')

const later = () => ({ GIT_COMMITTER_DATE: new Date(Date.now() + 60_000).toISOString() })

async function withFeature(): Promise<Repo> {
  const repo = newCtxRepo()
  await learn(repo, 'cats')
  repo.git('switch', '-q', '-c', 'feature')
  await learn(repo, 'dogs')
  await learn(repo, 'birds')
  repo.git('switch', '-q', 'main')
  await repo.settled()
  return repo
}

describe('knowledge follows its code', () => {
  test.each([
    ['fast-forward', ['merge', '-q', '--ff-only', 'feature']],
    ['merge commit', ['merge', '-q', '--no-ff', '--no-edit', 'feature']],
  ])('in a %s', async (_, args) => {
    const repo = await withFeature()
    repo.git(...args)
    await repo.settled()
    expect(known(repo, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
  })

  test('in a squash, which teaches nothing that the branch did not but its number', async () => {
    const repo = await withFeature()
    repo.commit('Something else meanwhile\n\nWhy: because it could not wait', { 'other.txt': 'x\n' })
    repo.git('merge', '-q', '--squash', 'feature')
    repo.git('commit', '-q', '-m', 'Feature (#7)\n\nThe dogs must never meet the others because they would quarrel.')
    await repo.settled()
    expect(known(repo, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
    const said = repo.git('log', '-2', '--format=%s', 'ctx/main')
    expect(said).toMatch(/^Curate: Feature\nCurate: [0-9a-f]{8} is all of ctx\/feature$/)
    expect(repo.ctx('curate').out).toContain('Nothing new to learn')
    const text = repo.git('show', `ctx/main:${pathOf('dogs')}`)
    expect(text.match(/must never meet/g)).toHaveLength(1)
    expect(text).toContain(' · #7}')
  })

  test('in a squash, whose hash it names: the branch was deleted, and answers named commits that nobody had (monday)', async () => {
    const repo = await withFeature()
    repo.commit('Something else meanwhile\n\nWhy: because it could not wait', { 'other.txt': 'x\n' })
    repo.git('merge', '-q', '--squash', 'feature')
    repo.git('commit', '-q', '-m', 'Feature (#7)')
    await repo.settled()
    const squash = repo.git('rev-parse', 'HEAD')
    const own = (name: string): string => repo.git('show', `ctx/main:${pathOf(name)}`)
    expect(own('dogs')).toContain(`(${squash.slice(0, 8)})`)
    expect(own('cats')).not.toContain(squash.slice(0, 8))
    for (const name of ['birds', 'dogs']) expect(own(name).match(/[0-9a-f]{40}/g)).toEqual([squash])
    expect(repo.ctx('why', squash).out).toContain('must never meet')
    expect(repo.ctx('curate', '--all', '--anew').code).toBe(0)
    expect(known(repo, 'main'), '--anew deleted all that was squashed').toEqual(['birds', 'cats', 'dogs'].map(pathOf))
  })

  test('in a squash of the branch on top, and what the branch below has goes on by its own name', async () => {
    const repo = await withFeature()
    const below = repo.git('rev-parse', 'feature')
    repo.git('switch', '-q', '-c', 'top', 'feature')
    await learn(repo, 'fish')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--squash', 'top')
    repo.git('commit', '-q', '-m', 'All of it (#8)')
    await repo.settled()
    const own = (name: string): string => repo.git('show', `ctx/main:${pathOf(name)}`)
    expect(own('fish')).toContain(`(${repo.git('rev-parse', '--short=8', 'HEAD')})`)
    expect(own('birds')).toContain(`(${below.slice(0, 8)})`)
  })

  test('in a squash that a server made, with the next pull', async () => {
    const ada = await withFeature()
    const remote = withRemote(ada)
    ada.git('switch', '-q', 'feature')
    ada.git('push', '-q', '-u', 'origin', 'feature')
    ada.ctx('push')
    const ben = cloneFrom(remote, 'ben')
    ben.git('merge', '-q', '--squash', 'origin/feature')
    ben.git('commit', '-q', '-m', 'Feature (#7)')
    ben.git('push', '-q', 'origin', 'main')
    ada.git('switch', '-q', 'main')
    await ada.settled()
    ada.run('git', ['pull', '-q'], { env: { CTX_HOOKS: '0' } })
    expect(ada.ctx('pull').out).toContain('Merged ctx/feature: its code is in this branch.')
    expect(known(ada, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
  })

  test('not while it is on its own branch', async () => {
    const repo = await withFeature()
    await learn(repo, 'fish')
    expect(known(repo, 'main')).toEqual(['cats', 'fish'].map(pathOf))
  })

  test('when somebody says so', async () => {
    const repo = await withFeature()
    expect(repo.ctx('merge', 'feature').out).toBe('Merged ctx/feature into ctx/main.\n')
    expect(known(repo, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
    expect(repo.ctx('merge', 'feature').out).toBe('ctx/main has everything of ctx/feature.\n')
    expect(repo.ctx('merge', 'nosuch')).toMatchObject({ code: 2, err: expect.stringContaining('nosuch') })
    expect(repo.ctx('merge', 'main')).toMatchObject({ code: 2, err: expect.stringContaining('checked out') })
  })

  test('when somebody says so after a conflict on the way, and the squash was read already: everything once', async () => {
    const repo = newCtxRepo()
    repo.commit('Begin', { 'src/dogs/dogs.ts': 'none\n' })
    repo.git('switch', '-q', '-c', 'feature')
    await learn(repo, 'dogs')
    repo.git('switch', '-q', 'main')
    repo.commit('Other', { 'src/dogs/dogs.ts': 'other\n' })
    repo.run('git', ['merge', '--squash', 'feature'])
    repo.write({ 'src/dogs/dogs.ts': 'both\n' })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'Dogs (#7)\n\nThe dogs must never meet the others because they would quarrel.')
    await repo.settled()
    expect(repo.ctx('merge', 'feature').code).toBe(0)
    const all = repo.git('grep', '-h', 'must never meet the others', 'ctx/main', '--', '*.md')
    expect(all.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1)
  })

  test('as an attempt when the branch was dropped: as what was tried, never as what is so', async () => {
    const repo = await withFeature()
    expect(repo.ctx('merge', 'feature', '--as-attempt').out).toContain('as attempted, not merged')
    expect(known(repo, 'main')).toEqual([pathOf('cats')])
    const text = repo.git('show', 'ctx/main:decisions/attempts/feature.md')
    expect(text).toContain('title: "Attempted, not merged: feature"')
    expect(text).toMatch(/- \*\*attempted\*\*: keep dogs apart: The dogs must never meet the others .*\([0-9a-f]{8}\)/)
    expect(text).not.toContain('### Rules')
  })

  test('a commit that was picked to another branch is known once after both are merged', async () => {
    const repo = await withFeature()
    repo.commit('Something else meanwhile', { 'other.txt': 'x\n' })
    repo.git('cherry-pick', 'feature~1')
    await repo.settled()
    repo.git('merge', '-q', '--no-edit', 'feature')
    await repo.settled()
    expect(known(repo, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
    expect(repo.git('show', `ctx/main:${pathOf('dogs')}`).match(/must never meet/g)).toHaveLength(1)
  })
})

test('a question after a switch that no hook saw answers from the new branch, and its summaries follow by themselves', async () => {
  const repo = await withFeature()
  const without = { env: { CTX_HOOKS: '0' } }
  repo.run('git', ['switch', '-q', 'feature'], without)
  expect(repo.ctx('query', 'why must dogs never meet the others?').out).toContain('keep dogs apart')
  await until(() => repo.read('.ctx/tree/_index.md').includes('dogs'), 'the summary of dogs')
  repo.run('git', ['switch', '-q', 'main'], without)
  expect(repo.ctx('tree').out).not.toContain('dogs')
  await until(() => !repo.read('.ctx/tree/_index.md').includes('dogs'), 'the summary without dogs')
})

describe('the life of a branch', () => {
  test('a renamed branch takes its knowledge along', async () => {
    const repo = await withFeature()
    repo.git('branch', '-m', 'feature', 'animals')
    repo.git('switch', '-q', 'animals')
    await repo.settled()
    expect(repo.ctx('tree').out).toContain('dogs')
    await learn(repo, 'fish')
    expect(knowledgeBranches(repo)).toEqual(['ctx/animals', 'ctx/main'])
    expect(known(repo, 'animals')).toEqual(['birds', 'cats', 'dogs', 'fish'].map(pathOf))
  })

  test('a renamed branch keeps its knowledge when another takes its name', async () => {
    const repo = await withFeature()
    repo.git('branch', '-m', 'feature', 'feature-old')
    repo.git('switch', '-q', '-c', 'feature', 'main')
    await learn(repo, 'fish')
    expect(known(repo, 'feature')).toEqual(['cats', 'fish'].map(pathOf))
    repo.git('switch', '-q', 'feature-old')
    await repo.settled()
    expect(known(repo, 'feature-old')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature-old')
    await repo.settled()
    expect(known(repo, 'main')).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
  })

  test('a renamed branch keeps its knowledge when another took its name before it learns again', async () => {
    const repo = await withFeature()
    repo.git('switch', '-q', 'feature')
    await repo.settled()
    repo.run('git', ['branch', '-m', 'feature', 'feature-old'], { env: later() })
    repo.run('git', ['branch', 'feature', 'main'], { env: later() })
    await learn(repo, 'fish')
    expect(known(repo, 'feature-old')).toEqual(['birds', 'cats', 'dogs', 'fish'].map(pathOf))
    repo.git('switch', '-q', 'feature')
    await learn(repo, 'owls')
    expect(known(repo, 'feature')).toEqual(['cats', 'owls'].map(pathOf))
  })

  test.each([
    ['a folder of its name', 'feature', 'feature/x'],
    ['the folder that it was in', 'feature/x', 'feature'],
  ])('a branch that is merged and gone does not keep %s from learning', async (_, old, next) => {
    const repo = newCtxRepo()
    await learn(repo, 'cats')
    repo.git('switch', '-q', '-c', old)
    await learn(repo, 'dogs')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', old)
    await repo.settled()
    repo.git('branch', '-q', '-d', old)
    expect(repo.ctx('doctor').out).toContain(`knowledge of code branches that are gone: ${old} (merged)`)
    repo.git('switch', '-q', '-c', next)
    await learn(repo, 'fish')
    expect(known(repo, next)).toEqual(['cats', 'dogs', 'fish'].map(pathOf))
    expect(repo.ctx('doctor').out).toMatch(
      new RegExp(`gone: ${old.replace('/', '-')}-[0-9a-f]{8} \\(merged\\). \`ctx prune\``),
    )
    expect(repo.ctx('prune', '--yes').out).toContain('Deleted 1 knowledge branch.')
  })

  test('a branch that is gone and not merged steps aside for a folder of its name, and loses nothing', async () => {
    const repo = await withFeature()
    repo.git('branch', '-q', '-D', 'feature')
    repo.git('switch', '-q', '-c', 'feature/x')
    await learn(repo, 'fish')
    expect(known(repo, 'feature/x')).toEqual(['cats', 'fish'].map(pathOf))
    const [aside = ''] = knowledgeBranches(repo).filter((name) => name.startsWith('ctx/feature-'))
    expect(known(repo, aside.replace('ctx/', ''))).toEqual(['birds', 'cats', 'dogs'].map(pathOf))
  })

  test('a rebase within the second in which its branch was made takes no knowledge from it', async () => {
    const repo = newCtxRepo()
    // The reflog's clock counts whole seconds, so such a branch looks younger than what it learned.
    repo.run('git', ['switch', '-q', '-c', 'feature'], { env: { GIT_COMMITTER_DATE: '2099-01-01T00:00:00Z' } })
    await learn(repo, 'dogs')
    repo.git('switch', '-q', 'main')
    await learn(repo, 'cats')
    repo.run('git', ['switch', '-q', 'feature'])
    await repo.settled()
    repo.run('git', ['rebase', '-q', '--apply', 'main'], { env: { CTX_HOOKS: '0' } })
    repo.ctx('doctor', '--fix')
    repo.ctx('refresh')
    expect(knowledgeBranches(repo)).toEqual(['ctx/feature', 'ctx/main'])
  })

  test('a branch made from another begins with what that one knows', async () => {
    const repo = await withFeature()
    repo.git('switch', '-q', 'feature')
    repo.git('switch', '-q', '-c', 'next')
    await repo.settled()
    expect(repo.ctx('tree').out).toContain('dogs')
    await learn(repo, 'fish')
    expect(known(repo, 'next')).toEqual(['birds', 'cats', 'dogs', 'fish'].map(pathOf))
    repo.git('branch', '-q', 'named', 'feature')
    repo.git('switch', '-q', 'named')
    await repo.settled()
    expect(repo.ctx('status', '--json').out).toContain('"knowledge": "ctx/feature"')
  })

  test('a branch that was deleted keeps its knowledge until somebody prunes it, and only if it is merged', async () => {
    const repo = await withFeature()
    repo.git('switch', '-q', '-c', 'dropped')
    await learn(repo, 'fish')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', 'feature')
    await repo.settled()
    repo.git('branch', '-q', '-D', 'feature', 'dropped')
    const { out, err } = repo.ctx('prune')
    expect(out).toMatch(/^not merged {2}dropped .*--as-attempt/m)
    expect(out).toMatch(/^merged {6}feature \([0-9a-f]{8}\)$/m)
    expect(err).toContain('--yes')
    expect(knowledgeBranches(repo)).toEqual(['ctx/dropped', 'ctx/feature', 'ctx/main'])
    expect(repo.ctx('prune', '--yes').out).toContain('Deleted 1 knowledge branch.')
    expect(knowledgeBranches(repo)).toEqual(['ctx/dropped', 'ctx/main'])
  })

  test('prune --remote deletes at the remote too, and not what moved there meanwhile', async () => {
    const repo = await withFeature()
    const remote = withRemote(repo)
    repo.git('switch', '-q', 'feature')
    repo.git('push', '-q', '-u', 'origin', 'feature')
    repo.ctx('push')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', 'feature')
    await repo.settled()
    repo.git('push', '-q', 'origin', 'main', ':feature')
    repo.ctx('push')
    repo.git('branch', '-q', '-D', 'feature')
    const there = (): string =>
      repo.git('--git-dir', remote, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/ctx')
    expect(repo.ctx('prune', '--remote', '--dry-run').out).toContain('feature at origin')
    expect(there()).toBe('ctx/feature\nctx/main')
    expect(repo.ctx('prune', '--remote', '--yes').out).toContain('Deleted 2 knowledge branches.')
    expect(there()).toBe('ctx/main')
  })
})
