/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cloneFrom, newCtxRepo, program, type Repo, withRemote } from '../support/repo.ts'

test('40. different entries added on two sides merge cleanly', () => {
  const { ada, ben } = twoPeople()
  const made = [learn(ada, 'tokens'), learn(ada, 'sessions')]
  made.push(learn(ben, 'logging'), learn(ben, 'caching'))
  expect(ada.ctx('push').code).toBe(0)
  expect(JSON.parse(ben.ctx('push', '--json').out)).toMatchObject({ outcome: 'pushed', tries: 1 })
  expect(ada.ctx('pull').code).toBe(0)
  expect(ada.git('rev-parse', 'ctx/main')).toBe(ben.git('rev-parse', 'ctx/main'))
  for (const repo of [ada, ben]) {
    expect(learned(repo).sort()).toEqual([...made].sort())
    expect(JSON.parse(repo.ctx('status', '--json').out)).toMatchObject({ entries: 4, findings: [] })
  }
})

test('40. different entries added to one new topic merge cleanly, in either order', () => {
  const { ada, ben } = twoPeople()
  learn(ada, 'tokens', { file: 'src/auth/tokens.ts' })
  learn(ben, 'sessions', { file: 'src/auth/sessions.ts' })
  ada.ctx('push')
  ada.git('fetch', '-q', ben.root, 'ctx/main')
  ben.ctx('pull')
  ada.git('update-ref', 'refs/remotes/origin/ctx/main', 'FETCH_HEAD')
  expect(ben.ctx('push').code).toBe(0)
  ada.ctx('pull')
  expect(ada.git('rev-parse', 'ctx/main^{tree}')).toBe(ben.git('rev-parse', 'ctx/main^{tree}'))
  expect(JSON.parse(ben.ctx('status', '--json').out)).toMatchObject({ entries: 2, findings: [] })
})

describe.each([
  [
    'conflict markers',
    (text: string) => text.replace('importance', '<<<<<<< ours\nimportance: 9\n=======\nimportance'),
  ],
  ['a conflict in its body', (text: string) => `${text}\n<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n`],
  ['duplicate keys', (text: string) => text.replace('tags:', 'title: Another\ntags:')],
])('41. %s in an entry', (_, spoil) => {
  test('41. crash no command, and are a finding', () => {
    const repo = newCtxRepo()
    learn(repo, 'tokens')
    withRemote(repo)
    const path = entries(repo)[0] ?? ''
    const entryText = repo.read(`.ctx/tree/${path}`)
    repo.write({ [`.ctx/tree/${path}`]: spoil(entryText) })
    const found = (): readonly string[] => {
      const { findings } = JSON.parse(repo.ctx('status', '--json').out) as { findings: { at: string }[] }
      return findings.map(({ at }) => at)
    }
    expect(found()).toContain(path)
    for (const ask of everyCommand(path)) expect([ask, repo.ctx(...ask).code]).not.toEqual([ask, 70])
    // Sharing finishes a merge that was left unfinished; what is wrong in another way stays a finding.
    const isMarked = /^(?:<{7}|>{7})/m.test(spoil(entryText))
    expect(found().includes(path)).toBe(!isMarked)
    learn(repo, 'sessions')
    expect(entries(repo)).toHaveLength(2)
  })

  test('41. are survived when they are pulled and merged', () => {
    const { ada, ben } = twoPeople()
    learn(ada, 'tokens')
    ada.ctx('push')
    ben.ctx('pull')
    const path = entries(ada)[0] ?? ''
    pushByHand(ada, { [path]: spoil(ada.git('show', `ctx/main:${path}`)) })
    ben.write({ [`.ctx/tree/${path}`]: `${ben.read(`.ctx/tree/${path}`)}\nA line of Ben.\n` })
    learn(ben, 'sessions')
    for (const ask of ['pull', 'status', 'refresh', 'push']) expect([ask, ben.ctx(ask).code]).toEqual([ask, 0])
    expect(entries(ben)).toHaveLength(2)
  })
})

describe('42. ctx push', () => {
  test('42. never pushes derived files or archives', () => {
    const repo = newCtxRepo()
    learn(repo, 'tokens')
    const remote = withRemote(repo)
    repo.write({
      '.ctx/tree/_archived/src/tokens/old.full.md': 'old\n',
      '.ctx/tree/_archived/src/tokens/old.stub.md': '---\ntype: archive_stub\n---\n\nold\n',
    })
    repo.ctx('refresh')
    expect(repo.read('.ctx/tree/_manifest.json')).toContain('"lanes"')
    expect(repo.ctx('push').code).toBe(0)
    const there = repo.git('--git-dir', remote, 'ls-tree', '-r', '--name-only', 'ctx/main').split('\n')
    expect(there).toEqual(expect.arrayContaining([...entries(repo)]))
    expect(there.filter((path) => /_index\.md|_manifest\.json|_archived/.test(path))).toEqual([])
  })

  test('42. never forces: a branch of somebody else is left as it is', () => {
    const repo = newCtxRepo()
    learn(repo, 'tokens')
    const remote = withRemote(repo)
    repo.git('push', '-q', '--no-verify', 'origin', 'main:refs/heads/ctx/main')
    expect(repo.ctx('push').code).toBe(2)
    expect(repo.git('--git-dir', remote, 'rev-parse', 'ctx/main')).toBe(repo.git('rev-parse', 'main'))
  })

  test('42. runs a lost race again, and nothing of the others is lost', () => {
    const { repo, remote, tries } = contested({ wins: 3 })
    expect(JSON.parse(repo.ctx('push', '--json').out)).toMatchObject({ outcome: 'pushed', tries: 4 })
    expect(tries()).toBe(4)
    expect(repo.git('--git-dir', remote, 'log', '--format=%s', 'ctx/main').match(/^Somebody else$/gm)).toHaveLength(3)
  })

  test('42. keeps nobody in the same clone waiting between two tries', async () => {
    const { repo } = contested({ wins: 1_000 })
    repo.git('config', 'ctx.pushTries', '6')
    const push = spawn(process.execPath, [program, 'push'], { cwd: repo.root, env: repo.env, stdio: 'ignore' })
    const ended = once(push, 'close')
    const lock = join(repo.root, '.git/ctx/tree.lock')
    const seen: boolean[] = []
    while (push.exitCode === null) {
      const isHeld = existsSync(lock)
      if (seen.at(-1) !== isHeld) seen.push(isHeld)
      await sleep(5)
    }
    await ended
    expect(seen.filter((isHeld) => isHeld).length).toBeGreaterThan(2)
  })

  test('42. gives up a race after a bounded number of times', () => {
    const { repo, tries } = contested({ wins: 1_000 })
    repo.git('config', 'ctx.pushTries', '4')
    const { code, err } = repo.ctx('push')
    expect(code).toBe(2)
    expect(err).toContain('Run `ctx push` again')
    expect(err).toContain('4 times in a row')
    expect(tries()).toBe(4)
  })
})

describe('43. a knowledge pull request', () => {
  test('43. is mergeable on a server that knows nothing of ctx', () => {
    const { repo, remote } = withFeature()
    learn(repo, 'sessions')
    learnOnMain(repo, 'tokens')
    repo.ctx('push')
    expect(mergeOnServer(remote)).toMatchObject({ code: 0 })
  })

  test('43. is mergeable when both sides learned in the same topic', () => {
    const { repo, remote } = withFeature()
    learn(repo, 'sessions', { file: 'src/auth/sessions.ts' })
    learnOnMain(repo, 'tokens', { file: 'src/auth/tokens.ts' })
    repo.ctx('push')
    expect(mergeOnServer(remote)).toMatchObject({ code: 0 })
  })

  test('43. is mergeable when both sides changed the same entry', () => {
    const { repo, remote } = withFeature()
    learn(repo, 'start', { body: 'The start must never block because a shell waits for it.' })
    learnOnMain(repo, 'start', { body: 'The start must always be logged because crashes are hard to date.' })
    repo.ctx('push')
    expect(mergeOnServer(remote)).toMatchObject({ code: 0 })
  })

  test('43. is mergeable after the code of main was merged into the branch', async () => {
    const { repo, remote } = withFeature()
    learn(repo, 'start', { body: 'The start must never block because a shell waits for it.' })
    learnOnMain(repo, 'start', { body: 'The start must always be logged because crashes are hard to date.' })
    repo.run('git', ['merge', '-q', '-X', 'ours', '--no-edit', 'main'])
    await repo.settled()
    repo.ctx('push')
    expect(mergeOnServer(remote)).toMatchObject({ code: 0 })
  })
})

describe('44. an empty remote', () => {
  test('44. takes no knowledge before code, so ctx/… never becomes its default branch', () => {
    const repo = newCtxRepo()
    learn(repo, 'tokens')
    const remote = emptyRemoteOf(repo)
    const { code, err } = repo.ctx('push')
    expect(code).toBe(2)
    expect(err).toContain('git push -u origin HEAD')
    expect(branchesOf(repo, remote)).toBe('')
    repo.git('push', '-q', '-u', 'origin', 'main')
    expect(repo.ctx('push').code).toBe(0)
    expect(branchesOf(repo, remote)).toBe('ctx/main\nmain')
  })

  test('44. gets code first from the first git push as well, even when sharing is always on', () => {
    const repo = newCtxRepo()
    learn(repo, 'tokens')
    const remote = emptyRemoteOf(repo)
    repo.git('config', 'ctx.autoPush', 'on')
    expect(repo.run('git', ['push', '-q', '-u', 'origin', 'main']).code).toBe(0)
    expect(branchesOf(repo, remote)).toBe('main')
  })
})

/** Commits something that teaches and learns from it at once, without hooks. */
function learn(repo: Repo, topic: string, { file = `src/${topic}.ts`, body = bodyOf(topic) } = {}): string {
  repo.run('sh', ['-c', `mkdir -p "$(dirname ${file})" && date +%N >>${file} && git add -A`])
  repo.run('git', ['commit', '-q', '-m', `feat(${topic}): change ${topic}\n\n${body}`], { env: { CTX_HOOKS: '0' } })
  expect(repo.ctx('curate', 'HEAD').code).toBe(0)
  return repo.git('rev-parse', 'HEAD')
}

const bodyOf = (topic: string): string => `The ${topic} must never be shared because two users would see each other.`

function twoPeople(): { ada: Repo; ben: Repo } {
  const ada = newCtxRepo()
  const ben = cloneFrom(withRemote(ada), 'ben')
  ben.ctx('init')
  return { ada, ben }
}

/** A branch beside main that both know the entry on `start`, and a remote that has both. */
function withFeature(): { repo: Repo; remote: string } {
  const repo = newCtxRepo()
  learn(repo, 'start')
  const remote = withRemote(repo)
  repo.ctx('push')
  switchTo(repo, '-c', 'feature')
  return { repo, remote }
}

/** Learns and shares on main while the branch that is checked out has knowledge of its own. */
function learnOnMain(repo: Repo, topic: string, what: Parameters<typeof learn>[2] = {}): void {
  switchTo(repo, 'main')
  learn(repo, topic, what)
  expect(repo.ctx('push').code).toBe(0)
  switchTo(repo, 'feature')
}

const switchTo = (repo: Repo, ...to: string[]): void => {
  repo.run('git', ['switch', '-q', ...to], { env: { CTX_HOOKS: '0' } })
}

/** Merges ctx/feature into ctx/main as a server does: with plain git, in a clone that has no settings of ours. */
function mergeOnServer(remote: string): { code: number; out: string } {
  const server = cloneFrom(remote, 'server')
  server.git('checkout', '-q', 'ctx/main')
  return server.run('git', ['merge', '--no-edit', 'origin/ctx/feature'])
}

/** A remote on which somebody else moves the branch during our first `wins` pushes. */
function contested({ wins }: { wins: number }): { repo: Repo; remote: string; tries: () => number } {
  const repo = newCtxRepo()
  learn(repo, 'tokens')
  const remote = withRemote(repo)
  repo.ctx('push')
  learn(repo, 'sessions')
  const hook = join(remote, 'hooks', 'update')
  writeFileSync(
    hook,
    `#!/bin/sh
echo "$1" >>"$GIT_DIR/tries"
[ "$(wc -l <"$GIT_DIR/tries")" -gt ${wins} ] && exit 0
git update-ref "$1" "$(git commit-tree -p "$1" -m 'Somebody else' "$1^{tree}")"
`,
  )
  chmodSync(hook, 0o755)
  return { repo, remote, tries: () => readFileSync(join(remote, 'tries'), 'utf8').trim().split('\n').length }
}

/** Commits files to the knowledge branch and pushes it as somebody would who knows nothing of ctx. */
function pushByHand(repo: Repo, files: Readonly<Record<string, string>>): void {
  const plain = cloneFrom(repo.git('remote', 'get-url', 'origin'), 'plain')
  plain.git('checkout', '-q', 'ctx/main')
  plain.commit('Edit by hand', files)
  plain.git('push', '-q', 'origin', 'ctx/main')
}

function emptyRemoteOf(repo: Repo): string {
  const remote = join(dirname(repo.root), 'empty.git')
  repo.git('init', '-q', '--bare', remote)
  repo.git('remote', 'add', 'origin', remote)
  return remote
}

const branchesOf = (repo: Repo, remote: string): string =>
  repo.git('--git-dir', remote, 'for-each-ref', '--format=%(refname:short)')

const learned = (repo: Repo): string[] =>
  repo
    .git('log', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main')
    .split('\n')
    .filter((line) => line !== '')

const entries = (repo: Repo): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((path) => path.endsWith('.md') && !path.endsWith('context.md'))

const everyCommand = (path: string): readonly (readonly string[])[] => [
  ['status'],
  ['tree'],
  ['show', path],
  ['query', 'may tokens be shared?'],
  ['search', 'tokens'],
  ['log'],
  ['refresh'],
  ['curate'],
  ['prequery'],
  ['doctor'],
  ['push'],
  ['pull'],
]
