/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cloneOf, newCtxRepo, newRepo, program, repoAt, type Repo, repoWithSettings } from '../support/repo.ts'
import { until } from '../support/until.ts'
import { neverShared } from '../support/topics.ts'

describe('what a hook hands over', () => {
  test('19. jobs carry the full hash that the hook saw, never "HEAD"', () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = [lesson(repo, 'tokens'), lesson(repo, 'sessions')]
    repo.git('switch', '-q', '-c', 'feature')
    made.push(lesson(repo, 'logging'))
    expect(
      jobs(repo)
        .filter((job) => job.includes('kind commit'))
        .map((job) => valueOf(job, 'commit')),
    ).toEqual(made)
    release()
    expect(repo.ctx('curate', '--queued').code).toBe(0)
    expect(learned(repo)).toEqual(made.slice(0, 2))
    expect(learned(repo, 'ctx/feature')).toEqual(made)
  })

  test('19. what a job teaches does not depend on what is checked out by then', async () => {
    const repo = newCtxRepo()
    repo.git('switch', '-q', '-c', 'other')
    const elsewhere = lesson(repo, 'logging')
    await repo.settled()
    const release = holdWorker(repo)
    repo.git('switch', '-q', '-c', 'feature', 'main')
    const here = lesson(repo, 'tokens')
    repo.git('switch', '-q', 'other')
    release()
    repo.ctx('curate', '--queued')
    expect(learned(repo, 'ctx/feature')).toEqual([here])
    expect(learned(repo, 'ctx/other')).toEqual([elsewhere])
  })

  test('20. the worker clears the variables that git sets for hooks', () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = lesson(repo, 'tokens')
    release()
    const stray = join(dirname(repo.root), 'stray')
    const env = { GIT_DIR: stray, GIT_WORK_TREE: stray, GIT_INDEX_FILE: stray, GIT_PREFIX: 'src/' }
    expect(repo.run(process.execPath, [program, 'curate', '--queued'], { env }).code).toBe(0)
    expect(learned(repo)).toEqual([made])
    expect(existsSync(stray)).toBe(false)
  })

  test('20. a commit from a subfolder and one from a linked work tree are learned', async () => {
    const repo = newCtxRepo()
    repo.write({ 'src/tokens.ts': '1\n' })
    repo.git('add', '-A')
    repo.run('git', ['commit', '-q', '-a', '-m', neverShared('tokens')], { in: 'src' })
    const beside = worktreeOf(repo, 'feature')
    const there = lesson(beside, 'sessions')
    await repo.settled()
    expect(learned(repo)).toEqual([repo.git('rev-parse', 'main')])
    expect(learned(repo, 'ctx/feature')).toContain(there)
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(beside.git('status', '--porcelain')).toBe('')
  })
})

// No commit waits for an answer longer than a second or two: a machine that is busy elsewhere gets none, as promised.
describe('the question before a commit', { retry: 3 }, () => {
  test('21. the staged query reads the index of the commit that is made: -a, -p, a path, an amend', async () => {
    const repo = taught('tokens', 'sessions')
    const ways: readonly (readonly string[])[] = [
      ['-a', '-m', 'one'],
      ['-p', '-m', 'two'],
      ['-m', 'three', 'src/tokens.ts'],
      ['-a', '--amend', '-m', 'four'],
      ['-i', '-m', 'five', 'src/tokens.ts'],
    ]
    for (const [at, way] of ways.entries()) {
      repo.write({ 'src/tokens.ts': `export const tokens = ${at + 2}\n` })
      const { code, err } = repo.run('git', ['commit', ...way], { env: { CTX_PREQUERY: 'always' }, input: 'y\n' })
      expect([way, code]).toEqual([way, 0])
      expect([way, err]).toEqual([way, expect.stringContaining('tokens.md]')])
      expect([way, err]).toEqual([way, expect.not.stringContaining('sessions.md]')])
    }
    await repo.settled()
  })

  test('21. a path that is committed alone leaves out what else is staged', async () => {
    const repo = taught('tokens', 'sessions')
    repo.write({ 'src/tokens.ts': '2\n', 'src/sessions.ts': '2\n' })
    repo.git('add', '-A')
    const { err } = repo.run('git', ['commit', '-m', 'one', 'src/tokens.ts'], { env: { CTX_PREQUERY: 'always' } })
    await repo.settled()
    expect(err).toContain('tokens.md]')
    expect(err).not.toContain('sessions.md]')
  })

  test('21. the staged query reads the index of a linked work tree', async () => {
    const repo = taught('tokens', 'sessions')
    const beside = worktreeOf(repo, 'feature')
    beside.write({ 'src/tokens.ts': '2\n' })
    const { err } = beside.run('git', ['commit', '-a', '-m', 'one'], { env: { CTX_PREQUERY: 'always' } })
    await repo.settled()
    expect(err).toContain('tokens.md]')
    expect(err).not.toContain('sessions.md]')
  })

  test('22. what is known enters a message as comments when an editor opens, with the comment character in force', async () => {
    const repo = taught('tokens')
    expect(edited(repo, 2).shown).toContain('\n# What ctx knows about this:\n')
    repo.git('config', 'core.commentChar', ';')
    expect(edited(repo, 3).shown).toContain('\n; What ctx knows about this:\n')
    repo.git('config', 'core.commentChar', 'auto')
    expect(edited(repo, 4).shown).toContain('What ctx knows about this:\n')
    repo.git('config', '--unset', 'core.commentChar')
    expect(edited(repo, 5, '--cleanup=scissors').shown).toMatch(/>8[^]*# What ctx knows/)
    await repo.settled()
    expect(messages(repo)).not.toContain('What ctx knows')
  })

  test('22. comments stay out of a message whose cleanup mode would keep them', async () => {
    const repo = taught('tokens')
    for (const cleanup of ['whitespace', 'verbatim']) {
      edited(repo, 2, `--cleanup=${cleanup}`)
      edited(repo, 3, `--cleanup=${cleanup}`, '--no-status')
      repo.git('config', 'commit.cleanup', cleanup)
      edited(repo, 4)
      edited(repo, 5, '--no-status')
      repo.git('config', '--unset', 'commit.cleanup')
    }
    await repo.settled()
    expect(messages(repo)).not.toContain('What ctx knows')
  })

  test('22. comments stay out of a message that no editor opens', async () => {
    const repo = taught('tokens')
    repo.git('switch', '-q', '-c', 'feature')
    repo.write({ 'src/tokens.ts': '2\n', message: 'from a file\n' })
    repo.git('commit', '-q', '-a', '-F', 'message')
    repo.git('commit', '-q', '--amend', '--no-edit')
    repo.commit('with -m', { 'src/tokens.ts': '3\n' })
    repo.git('revert', '--no-edit', 'HEAD')
    repo.git('switch', '-q', 'main')
    repo.commit('beside', { 'src/beside.ts': '1\n' })
    repo.git('merge', '-q', '--no-edit', 'feature')
    repo.git('switch', '-q', '-c', 'third', 'main~2')
    repo.git('cherry-pick', 'feature~2', 'feature~1')
    repo.git('rebase', '-q', 'main~1')
    expect(messages(repo)).not.toContain('What ctx knows')
    await repo.settled()
  })
})

describe('merges', () => {
  test('23. a clean merge is handled through post-merge, once', async () => {
    const { repo, ours, theirs } = await diverged()
    const release = holdWorker(repo)
    repo.git('merge', '-q', '--no-edit', 'feature')
    expect(jobs(repo).map((job) => valueOf(job, 'kind'))).toEqual(['merge'])
    release()
    repo.ctx('curate', '--queued')
    expect(learned(repo).sort()).toEqual([ours, theirs].sort())
    expect(known(repo)).toContain(`${theirs} `)
  })

  test('23. a conflicted merge is handled through post-commit, once', async () => {
    const { repo, ours, theirs } = await diverged({ conflict: true })
    const release = holdWorker(repo)
    expect(repo.run('git', ['merge', '--no-edit', 'feature']).code).toBe(1)
    expect(jobs(repo)).toEqual([])
    repo.commit('Merge feature', { 'src/shared.ts': 'both\n' })
    expect(jobs(repo).map((job) => valueOf(job, 'kind'))).toEqual(['commit'])
    release()
    repo.ctx('curate', '--queued')
    expect(learned(repo).sort()).toEqual([ours, theirs].sort())
    expect(known(repo)).toContain(`${theirs} `)
  })

  test('23. a fast-forward brings the knowledge of the merged branch along', async () => {
    const repo = newCtxRepo()
    repo.git('switch', '-q', '-c', 'feature')
    const made = lesson(repo, 'tokens')
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', 'feature')
    await repo.settled()
    expect(learned(repo)).toEqual([made])
  })
})

describe('replays', () => {
  test.each(['--merge', '--apply'])(
    '24. after `git rebase %s` every source is the image of the commit it was',
    async (how) => {
      const repo = repoWithSettings()
      repo.git('switch', '-q', '-c', 'feature')
      const old = [lesson(repo, 'tokens'), lesson(repo, 'sessions')]
      repo.git('switch', '-q', 'main')
      lesson(repo, 'logging')
      repo.git('switch', '-q', 'feature')
      await repo.settled()
      const entries = repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')
      repo.git('rebase', '-q', how, 'main')
      await repo.settled()
      const images = between(repo, 'main..feature')
      expect(rewritten(repo, 'ctx/feature')).toEqual(old.map((from, at) => `${from} ${images[at]}`))
      expect(sources(repo, 'ctx/feature').sort()).toEqual([...images].sort())
      expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')).toBe(entries)
    },
  )

  test('24. a cherry-picked commit is learned on the branch it was picked to, once', async () => {
    const repo = repoWithSettings()
    repo.git('switch', '-q', '-c', 'feature')
    const from = [lesson(repo, 'tokens'), lesson(repo, 'sessions')]
    repo.git('switch', '-q', 'main')
    lesson(repo, 'logging')
    repo.git('cherry-pick', ...from)
    await repo.settled()
    expect(learned(repo)).toEqual(between(repo, 'HEAD~3..HEAD'))
    expect(sources(repo)).toHaveLength(3)
  })

  test('24. a revert retires what the reverted commit taught, and says that it was taken back', async () => {
    const repo = taught('tokens')
    const reverted = repo.git('rev-parse', 'HEAD')
    expect(known(repo)).toContain('The tokens must never be shared')
    repo.git('revert', '--no-edit', 'HEAD')
    await repo.settled()
    expect(learned(repo)).toEqual([reverted, repo.git('rev-parse', 'HEAD')])
    expect(known(repo)).not.toContain('- The tokens must never be shared')
    expect(known(repo)).toMatch(
      /· past · superseded by [0-9a-f]{8}\}[^]*Revert|Revert[^]*· past · superseded by [0-9a-f]{8}\}/,
    )
  })

  test('24. patches that `git am` applied are learned, once', async () => {
    const repo = repoWithSettings()
    repo.git('switch', '-q', '-c', 'feature')
    lesson(repo, 'tokens')
    lesson(repo, 'sessions')
    const patches = repo.git('format-patch', '--stdout', 'main..feature')
    repo.git('switch', '-q', 'main')
    lesson(repo, 'logging')
    repo.run('git', ['am', '-q'], { input: `${patches}\n` })
    await repo.settled()
    repo.ctx('curate')
    expect(learned(repo)).toEqual(between(repo, 'HEAD~3..HEAD'))
    expect(repo.ctx('curate').out).toContain('Nothing new to learn')
  })

  test('25. a squash maps many commits to one', async () => {
    const repo = repoWithSettings()
    const old = [lesson(repo, 'tokens'), lesson(repo, 'sessions'), lesson(repo, 'logging')]
    await repo.settled()
    const release = holdWorker(repo)
    rebase(repo, '2,3s/^pick/squash/', 'HEAD~3')
    const image = repo.git('rev-parse', 'HEAD')
    expect(between(repo, 'HEAD~1..HEAD')).toEqual([image])
    const rewrites = jobs(repo).filter((job) => valueOf(job, 'kind') === 'rewrite')
    expect(rewrites.map((job) => valueOf(job, 'how'))).toEqual(['rebase'])
    release()
    repo.ctx('curate', '--queued')
    expect(rewritten(repo)).toEqual(old.map((from) => `${from} ${image}`))
    expect(sources(repo)).toEqual([image])
  })

  test('25. a chain of amends ends at its last image, which is learned once', async () => {
    const repo = taught('tokens')
    const first = repo.git('rev-parse', 'HEAD')
    const release = holdWorker(repo)
    for (const topic of ['second', 'third']) repo.git('commit', '-q', '--amend', '-m', neverShared(topic))
    release()
    repo.ctx('curate', '--queued')
    const last = repo.git('rev-parse', 'HEAD')
    expect([...new Set(sources(repo))]).toEqual([last])
    expect(known(repo)).toContain('The third must never be shared')
    expect(known(repo)).not.toMatch(/The (?:tokens|second) must never be shared/)
    expect(rewritten(repo).join('\n')).toContain(`${first} `)
    expect(learned(repo).filter((commit) => commit === last)).toEqual([last])
  })

  test('25. a rebase after a rebase is followed to the end', async () => {
    const repo = repoWithSettings()
    repo.git('switch', '-q', '-c', 'feature')
    lesson(repo, 'tokens')
    for (const topic of ['logging', 'caching']) {
      repo.git('switch', '-q', 'main')
      lesson(repo, topic)
      repo.git('switch', '-q', 'feature')
      await repo.settled()
      repo.git('rebase', '-q', 'main')
    }
    await repo.settled()
    expect(sources(repo, 'ctx/feature')).toEqual([repo.git('rev-parse', 'feature')])
  })

  test('25. an amend that gives the same commit does nothing', async () => {
    const repo = repoWithSettings()
    const env = { GIT_COMMITTER_DATE: '2026-03-01T10:00:00Z', GIT_AUTHOR_DATE: '2026-03-01T10:00:00Z' }
    repo.run('git', ['commit', '-q', '--allow-empty', '-m', neverShared('tokens')], { env })
    await repo.settled()
    const [code, knowledge] = [repo.git('rev-parse', 'HEAD'), repo.git('rev-parse', 'ctx/main')]
    repo.run('git', ['commit', '-q', '--amend', '--no-edit', '--allow-empty'], { env })
    await repo.settled()
    expect(repo.git('rev-parse', 'HEAD')).toBe(code)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(knowledge)
  })

  test('25. a rewrite that is reported twice changes nothing the second time', async () => {
    const repo = taught('tokens')
    const release = holdWorker(repo)
    repo.git('commit', '-q', '--amend', '-m', neverShared('second'))
    const queued = jobs(repo)
    release()
    repo.ctx('curate', '--queued')
    const knowledge = repo.git('rev-parse', 'ctx/main')
    for (const [at, job] of queued.entries()) repo.write({ [`.git/ctx/queue/again.${at}`]: job })
    expect(repo.ctx('curate', '--queued').code).toBe(0)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(knowledge)
  })

  test('26. a commit that a rebase dropped is kept and marked, never guessed', async () => {
    const repo = repoWithSettings()
    const [dropped, moved] = [lesson(repo, 'tokens'), lesson(repo, 'sessions')]
    await repo.settled()
    rebase(repo, '1s/^pick/drop/', 'HEAD~2')
    await repo.settled()
    const image = repo.git('rev-parse', 'HEAD')
    expect(rewritten(repo)).toEqual([`${moved} ${image}`])
    expect(sources(repo).sort()).toEqual([dropped, image].sort())
    expect(gone(repo)).toContain(dropped)
    expect(gone(repo)).not.toContain(image)
  })

  test('27. an aborted rebase leaves nothing learned from its commits', async () => {
    const { repo, ours } = await diverged({ conflict: true })
    const knowledge = repo.git('rev-parse', 'ctx/main')
    expect(repo.run('git', ['rebase', 'feature']).code).toBe(1)
    const during = lessonIn(repo, 'logging', { 'src/shared.ts': 'both\n' })
    repo.git('rebase', '--abort')
    await repo.settled()
    expect(repo.git('rev-parse', 'ctx/main')).toBe(knowledge)
    expect(learned(repo)).toEqual([ours])
    expect(repo.git('log', '--all', '--format=%B', '--', '.')).not.toContain(during)
  })
})

describe('unusual commits', () => {
  test('28. the initial commit of a repository is learned', async () => {
    const repo = newRepo({ empty: true })
    expect(repo.ctx('init').code).toBe(0)
    const made = lesson(repo, 'tokens')
    await repo.settled()
    expect(learned(repo)).toEqual([made])
    expect(known(repo)).toContain('src/tokens.ts')
  })

  test('28. an empty commit teaches what its message says', async () => {
    const repo = newCtxRepo()
    repo.git('commit', '-q', '--allow-empty', '-m', neverShared('tokens'))
    await repo.settled()
    expect(learned(repo)).toEqual([repo.git('rev-parse', 'HEAD')])
  })

  test('28. a merge commit is no source of its own', async () => {
    const { repo } = await diverged()
    repo.git('merge', '-q', '-m', neverShared('merging'), 'feature')
    await repo.settled()
    expect(known(repo)).not.toContain(repo.git('rev-parse', 'HEAD'))
    expect(known(repo)).not.toContain('The merging must never')
  })

  test('28. a commit on a detached HEAD teaches no branch and fails nothing', async () => {
    const repo = taught('tokens')
    const knowledge = repo.git('for-each-ref')
    repo.git('switch', '-q', '--detach')
    const made = lesson(repo, 'sessions')
    await repo.settled()
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect(repo.git('for-each-ref')).toBe(knowledge)
    expect(learned(repo)).not.toContain(made)
    expect(damaged(repo)).toEqual([])
  })

  test('28. a shallow boundary is never read as a whole tree', async () => {
    const repo = newRepo()
    repo.commit('Grow', { 'src/a.ts': '1\n', 'src/b.ts': '1\n', 'package.json': '{"dependencies":{"left":"1.0.0"}}' })
    lesson(repo, 'tokens')
    const shallow = shallowCloneOf(repo)
    expect(shallow.ctx('init').code).toBe(0)
    expect(shallow.ctx('curate', '--all').code).toBe(0)
    expect(known(shallow)).toContain('The tokens must never be shared')
    expect(known(shallow)).not.toMatch(/src\/[ab]\.ts|package\.json|left/)
    const made = lesson(shallow, 'sessions')
    await shallow.settled()
    expect(learned(shallow)).toContain(made)
  })

  test('29. background work never makes git fetch', async () => {
    const remote = newRepo()
    const made = [lesson(remote, 'tokens')]
    made.push(remote.commit(neverShared('packages'), { 'package.json': '{"dependencies":{"left":"1.0.0"}}\n' }))
    made.push(remote.commit(neverShared('upgrades'), { 'package.json': '{"dependencies":{"left":"2.0.0"}}\n' }))
    remote.git('mv', 'src/tokens.ts', 'src/keys.ts')
    made.push(remote.commit(neverShared('keys'), { 'src/keys.ts': 'export const keys = 1\nexport const tokens = 1\n' }))
    remote.git('config', 'uploadpack.allowFilter', 'true')
    const partial = cloneOf(remote, 'partial')
    rmSync(partial.root, { recursive: true })
    remote.git('clone', '-q', '--filter=blob:none', `file://${remote.root}`, partial.root)
    rmSync(remote.root, { recursive: true })
    const missing = missingObjects(partial)
    expect(missing).not.toEqual([])
    expect(partial.ctx('init').code).toBe(0)
    expect(partial.ctx('curate', '--all').code).toBe(0)
    made.push(lesson(partial, 'sessions'))
    await partial.settled()
    expect(learned(partial)).toEqual(expect.arrayContaining(made))
    expect(damaged(partial)).toEqual([])
    expect(missingObjects(partial)).toEqual(missing)
  })

  test('30. a diff of 50 MB is learned and asked about within a small memory', () => {
    const repo = newCtxRepo()
    const small = { NODE_OPTIONS: '--max-old-space-size=96' }
    repo.git('config', 'core.compression', '0')
    repo.write({ 'src/large.ts': 'export const large = 1\n'.repeat(2_200_000) })
    repo.git('add', '-A')
    const asked = repo.run(process.execPath, [program, 'prequery'], { env: small })
    expect(asked).toMatchObject({ code: 0, out: '' })
    const release = holdWorker(repo)
    repo.git('commit', '-q', '-m', neverShared('large'))
    release()
    expect(repo.run(process.execPath, [program, 'curate', '--queued'], { env: small }).code).toBe(0)
    expect(known(repo)).toContain('src/large.ts')
    expect(known(repo).length).toBeLessThan(4_000)
  })

  test('30. a commit of many files names only the few that tell most', () => {
    const repo = newCtxRepo()
    const files = Array.from({ length: 250 }, (_, at) => [`src/file${at}.ts`, `export const x${at} = 1\n`])
    repo.write({ 'src/manifest/package.json': `{"dependencies":{${'"left":"1.0.0",'.repeat(60_000)}"a":"1"}}` })
    repo.commit(neverShared('files'), Object.fromEntries(files))
    repo.ctx('curate', 'HEAD')
    expect(known(repo).match(/src\/file\d+\.ts/g)?.length).toBeLessThanOrEqual(20)
    expect(known(repo).length).toBeLessThan(6_000)
  })

  test('30. binaries and submodules are named, not read', async () => {
    const [repo, part] = [newCtxRepo(), newRepo()]
    repo.write({ 'src/logo.bin': '\0\u0001SECRETBYTES\0'.repeat(1_000) })
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.root, 'lib/part')
    const made = repo.commit(neverShared('assets'))
    await repo.settled()
    expect(learned(repo)).toEqual([made])
    expect(known(repo)).toContain('src/logo.bin')
    expect(known(repo)).toContain('lib/part')
    expect(known(repo)).not.toContain('SECRETBYTES')
  })
})

describe('what no hook reports', () => {
  test('31. a reset is noticed: what it dropped is marked by the next command', async () => {
    const repo = taught('tokens', 'sessions')
    const dropped = repo.git('rev-parse', 'HEAD')
    expect(gone(repo)).toEqual([])
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    expect(gone(repo)).toEqual([dropped])
  })

  test('31. a knowledge branch that was moved is shown by the next command', async () => {
    const repo = taught('tokens', 'sessions')
    repo.git('branch', '-q', '-f', 'ctx/main', 'ctx/main~1')
    expect(repo.ctx('tree').out).not.toContain('sessions')
    expect(repo.ctx('tree').out).toContain('tokens')
  })

  test('31. a stash of everything takes the tree away until the next command', async () => {
    const repo = taught('tokens')
    repo.write({ 'src/tokens.ts': '2\n' })
    repo.git('stash', '-q', '--all')
    expect(existsSync(join(repo.root, '.ctx/tree'))).toBe(false)
    expect(repo.ctx('query', 'may tokens be shared?').out).toContain('The tokens must never be shared')
    expect(learned(repo)).toHaveLength(1)
  })

  test('31. after an aborted rebase the next command shows the branch again', async () => {
    const repo = repoWithSettings()
    repo.git('switch', '-q', '-c', 'feature')
    lessonIn(repo, 'tokens', { 'src/shared.ts': 'feature\n' })
    repo.git('switch', '-q', 'main')
    lessonIn(repo, 'sessions', { 'src/shared.ts': 'main\n' })
    repo.git('switch', '-q', 'feature')
    await repo.settled()
    expect(repo.run('git', ['rebase', 'main']).code).toBe(1)
    expect(repo.ctx('tree').out).toContain('sessions')
    repo.git('rebase', '--abort')
    expect(repo.ctx('tree').out).toContain('tokens')
    expect(repo.ctx('tree').out).not.toContain('sessions')
  })

  test('31. what a branch taught was called past, because another branch was checked out when it was learned', async () => {
    const repo = repoWithSettings()
    const release = holdWorker(repo)
    repo.git('switch', '-q', '-c', 'feature')
    lessonIn(repo, 'tokens', { 'src/tokens.ts': 'feature\n' })
    repo.git('switch', '-q', 'main')
    release()
    repo.ctx('curate', '--queued')
    await repo.settled()
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')).not.toContain('history/')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')).toContain('tokens')
  })

  test('32. two rapid commits give exactly two results', async () => {
    const repo = newCtxRepo()
    repo.write({ one: neverShared('tokens'), two: neverShared('sessions') })
    repo.run('sh', ['-c', 'git commit -q --allow-empty -F one && git commit -q --allow-empty -F two'])
    await repo.settled()
    expect(learned(repo)).toEqual(between(repo, 'HEAD~2..HEAD'))
    expect(repo.git('rev-list', '--count', 'ctx/main')).toBe('3')
  })
})

describe('what may go wrong', () => {
  test('33. a kill at any point loses no job, learns none twice and leaves no half-written file', async () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = Array.from({ length: 20 }, (_, at) => lesson(repo, `topic${at}`))
    release()
    for (let at = 0; at < 12; at++) await killAfter(repo, 60 + at * 40)
    expect(repo.ctx('curate', '--queued').code).toBe(0)
    expect([...learned(repo)].sort()).toEqual([...made].sort())
    expect(repo.run('git', ['fsck', '--no-dangling'])).toEqual({ code: 0, out: '', err: '' })
    expect(unfinished(repo)).toEqual([])
    expect(damaged(repo)).toEqual([])
    expect(repo.ctx('curate').out).toContain('Nothing new to learn')
    expect(JSON.parse(repo.ctx('status', '--json').out)).toMatchObject({ queued: 0, edited: [], isCurrent: true })
  })

  test('33. a git that was killed while it deleted a ref set every later job aside, and no branch could be deleted', async () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = lesson(repo, 'tokens')
    repo.git('branch', 'done')
    const locks = ['.git/packed-refs.lock', `.git/refs/ctx/writing/${deadPid()}-1.lock`]
    repo.write(Object.fromEntries(locks.map((lock) => [lock, ''])))
    for (const lock of locks)
      utimesSync(join(repo.root, lock), new Date(Date.now() - 10_000), new Date(Date.now() - 10_000))
    expect(repo.run('git', ['branch', '-D', 'done']).code).not.toBe(0)
    release()
    expect(repo.ctx('curate', '--queued').code).toBe(0)
    expect(learned(repo)).toEqual([made])
    expect(repo.git('for-each-ref', 'refs/ctx')).toBe('')
    expect(repo.run('git', ['branch', '-D', 'done']).code).toBe(0)
  })

  test('33. the lock that another git holds on all packed refs keeps nothing from being learned, and stays', async () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = lesson(repo, 'tokens')
    repo.write({ '.git/packed-refs.lock': '' })
    release()
    expect(repo.ctx('curate', '--queued').code).toBe(0)
    expect(learned(repo)).toEqual([made])
    expect(list(join(repo.root, '.git'))).toContain('packed-refs.lock')
  })

  test('33. what a killed process wrote half is gone after the next curation', async () => {
    const repo = taught('tokens')
    repo.write({
      '.ctx/tree/src/tokens/half.md.999999.tmp': '---\ntit',
      '.ctx/tree/_manifest.json.999999.tmp': '{',
      '.git/ctx/shown.999999.tmp': '0',
    })
    lesson(repo, 'sessions')
    await repo.settled()
    expect(unfinished(repo)).toEqual([])
  })

  test('33. so it is after a look in the background, to which a question leaves it that finds another branch', () => {
    const repo = taught('tokens')
    const half = '.ctx/tree/src/tokens/half.md.999999.tmp'
    repo.write({ [half]: '---\ntit' })
    expect(repo.ctx('look').code).toBe(0)
    expect(unfinished(repo)).toEqual([])
  })

  test('33. a job that a hook left half-written is neither done nor mistaken for one', async () => {
    const repo = newCtxRepo()
    repo.write({ '.git/ctx/queue/abc.1.tmp': 'kind commit\nroot /', '.git/ctx/queue/def.1': 'kind commit\nroot /' })
    const made = lesson(repo, 'tokens')
    await until(() => learned(repo).includes(made) && !isWorking(repo))
    expect(learned(repo)).toEqual([made])
    expect(damaged(repo)).toEqual(['def.1'])
  })

  test.each([
    ['of a process that is gone', () => `${deadPid()}\n${hostname()}\n`, 0],
    ['that was never filled in', () => '', 5_000],
    ['whose process id somebody else has by now', () => `${process.pid}\n${hostname()}\n`, 3_600_000],
  ])('34. a stale lock %s is recovered', async (_, text, age) => {
    const repo = newCtxRepo()
    const then = new Date(Date.now() - age)
    for (const name of ['worker', 'tree']) {
      const path = join(repo.root, '.git/ctx', `${name}.lock`)
      writeFileSync(path, text())
      utimesSync(path, then, then)
    }
    const made = lesson(repo, 'tokens')
    await until(() => learned(repo).includes(made) && !isWorking(repo))
    expect(learned(repo)).toEqual([made])
  })

  test('34. one worker works in a repository, also when many find the same stale lock', async () => {
    const repo = newCtxRepo()
    const release = holdWorker(repo)
    const made = Array.from({ length: 10 }, (_, at) => lesson(repo, `topic${at}`))
    release()
    repo.write({ '.git/ctx/worker.lock': `${deadPid()}\n${hostname()}\n` })
    const said = await Promise.all(Array.from({ length: 6 }, () => start(repo).ended))
    expect(said.filter((text) => text.includes('A worker is at it already'))).toHaveLength(5)
    expect(learned(repo)).toEqual(made)
  })
})

const lesson = (repo: Repo, topic: string): string =>
  lessonIn(repo, topic, { [`src/${topic}.ts`]: `export const ${topic} = 1\n` })

const lessonIn = (repo: Repo, topic: string, files: Readonly<Record<string, string>>): string =>
  repo.commit(neverShared(topic), files)

function taught(...topics: string[]): Repo {
  const repo = repoWithSettings()
  const release = holdWorker(repo)
  for (const topic of topics) lesson(repo, topic)
  release()
  repo.ctx('curate', '--queued')
  return repo
}

async function diverged({ conflict = false } = {}): Promise<{ repo: Repo; ours: string; theirs: string }> {
  const repo = repoWithSettings()
  repo.git('switch', '-q', '-c', 'feature')
  const theirs = lessonIn(repo, 'tokens', { [conflict ? 'src/shared.ts' : 'src/tokens.ts']: 'feature\n' })
  repo.git('switch', '-q', 'main')
  const ours = lessonIn(repo, 'sessions', { [conflict ? 'src/shared.ts' : 'src/sessions.ts']: 'main\n' })
  await repo.settled()
  return { repo, ours, theirs }
}

function worktreeOf(repo: Repo, branch: string): Repo {
  const root = join(dirname(repo.root), branch)
  repo.git('worktree', 'add', '-q', '-b', branch, root)
  return repoAt(root, dirname(repo.root))
}

function shallowCloneOf(repo: Repo): Repo {
  const root = join(dirname(repo.root), 'shallow')
  repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, root)
  return repoAt(root, dirname(repo.root))
}

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

const trailers = (repo: Repo, key: string, ref: string): readonly string[] =>
  lines(repo.git('log', '--reverse', '--topo-order', `--format=%(trailers:key=${key},valueonly)`, ref))

const learned = (repo: Repo, ref = 'ctx/main'): string[] => [...trailers(repo, 'Source-Commit', ref)]

const rewritten = (repo: Repo, ref = 'ctx/main'): readonly string[] => trailers(repo, 'Source-Rewritten', ref)

/** Every line of every file of a knowledge branch. */
const known = (repo: Repo, ref = 'ctx/main'): string => repo.run('git', ['grep', '-h', '-e', '', ref]).out

/** The commits that entries name as their sources. */
const sources = (repo: Repo, ref = 'ctx/main'): string[] =>
  [...known(repo, ref).matchAll(/^- ([0-9a-f]{40}) /gm)].map(([, sha = '']) => sha)

const gone = (repo: Repo): readonly string[] =>
  (
    JSON.parse(repo.ctx('log', '--json').out) as { commits: { sources: { commit: string; isGone: boolean }[] }[] }
  ).commits
    .flatMap((item) => item.sources)
    .filter(({ isGone }) => isGone)
    .map(({ commit }) => commit)

const between = (repo: Repo, range: string): readonly string[] => lines(repo.git('rev-list', '--reverse', range))

const messages = (repo: Repo): string => repo.git('log', '--exclude=ctx/*', '--branches', '--format=%B')

const missingObjects = (repo: Repo): readonly string[] =>
  lines(repo.git('rev-list', '--objects', '--all', '--missing=print')).filter((line) => line.startsWith('?'))

/** Commits through an editor that puts a subject on top; gives what it was shown. */
function edited(repo: Repo, value: number, ...args: string[]): { shown: string } {
  const editor = join(dirname(repo.root), 'editor')
  writeFileSync(editor, '#!/bin/sh\ncp "$1" "$0.shown"\n{ echo "feat: more"; cat "$0.shown"; } >"$1"\n')
  chmodSync(editor, 0o755)
  repo.write({ 'src/tokens.ts': `export const tokens = ${value}\n` })
  const { code, err } = repo.run('git', ['commit', '-q', '-a', '--allow-empty', ...args], {
    env: { GIT_EDITOR: editor },
  })
  expect(code, err).toBe(0)
  return { shown: readFileSync(`${editor}.shown`, 'utf8') }
}

function rebase(repo: Repo, script: string, onto: string): void {
  const env = { GIT_SEQUENCE_EDITOR: `sed -i -e '${script}'`, GIT_EDITOR: 'true' }
  expect(repo.run('git', ['rebase', '-q', '-i', onto], { env })).toMatchObject({ code: 0 })
}

/** Lets hooks believe that a worker runs, so that jobs stay in the queue. */
function holdWorker(repo: Repo): () => void {
  const path = join(repo.root, '.git/ctx/worker.lock')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${process.pid}\n${hostname()}\n`)
  return () => rmSync(path)
}

const list = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The jobs that wait, oldest first; those that only move the tree are left out. */
function jobs(repo: Repo): readonly string[] {
  const queue = join(repo.root, '.git/ctx/queue')
  if (!existsSync(queue)) return []
  return lines(repo.run('ls', ['-tr', queue]).out)
    .map((file) => readFileSync(join(queue, file), 'utf8'))
    .filter((job) => valueOf(job, 'kind') !== 'moved')
}

const valueOf = (job: string, key: string): string => new RegExp(`^${key} (.*)$`, 'm').exec(job)?.[1] ?? ''

const damaged = (repo: Repo): readonly string[] => list(join(repo.root, '.git/ctx/damaged'))

const unfinished = (repo: Repo): readonly string[] =>
  lines(repo.run('find', ['.ctx', '.git/ctx', '-name', '*.tmp']).out)

const deadPid = (): number => spawnSync('true').pid

const isWorking = (repo: Repo): boolean => existsSync(join(repo.root, '.git/ctx/worker.lock'))

function start(repo: Repo): { pid: number; ended: Promise<string> } {
  const child = spawn(process.execPath, [program, 'curate', '--queued'], {
    cwd: repo.root,
    env: repo.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  return { pid: child.pid ?? 0, ended: new Promise((resolve) => child.on('close', () => resolve(said))) }
}

async function killAfter(repo: Repo, delay: number): Promise<void> {
  const { pid, ended } = start(repo)
  await sleep(delay)
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It had ended by itself.
  }
  await ended
}
