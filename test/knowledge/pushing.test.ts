/** @module-tag slow */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cloneFrom, newCtxRepo, program, type Ran, type Repo, withRemote } from '../support/repo.ts'

const published = (repo: Repo): string => repo.git('log', '-p', '--remotes')

describe('git push shares the knowledge of what it pushed', () => {
  test('in the background, with what its last commit taught, and ctx status tells so', async () => {
    const { repo, there } = sharing()
    teach(repo, 'tokens')
    repo.git('push', '-q')
    await repo.settled()
    expect(there('ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
    expect(repo.git('grep', '-l', 'tokens must never', 'ctx/main')).not.toBe('')
    expect(repo.ctx('status').out).toMatch(/^ctx\/main was shared with origin at 20.*Z\.$/m)
  })

  test('also where a hook that found no mv left its note under its first name', async () => {
    const { repo, there } = sharing()
    teach(repo, 'tokens')
    await repo.settled()
    repo.run('git', ['push', '-q'], { env: { CTX_HOOKS: '0' } })
    const pushed = `pushed refs/heads/main ${repo.git('rev-parse', 'main')} refs/heads/main`
    const note = `root ${repo.root}\nremote origin\npusher 1\n${pushed}\n`
    repo.write({ '.git/ctx/pushes/push.1.tmp': `${note}end\n`, '.git/ctx/pushes/push.2.tmp': note })
    requireFine(repo.ctx('push', '--queued'))
    expect(there('ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
    expect(readdirSync(join(repo.root, '.git/ctx/pushes'))).toEqual(['push.2.tmp'])
  })

  test('and nothing of another branch that happens to be checked out', async () => {
    const { repo, branches } = sharing()
    repo.git('switch', '-q', '-c', 'private-idea')
    teach(repo, 'takeover')
    await repo.settled()
    repo.git('switch', '-q', 'main')
    teach(repo, 'tokens')
    repo.git('switch', '-q', 'private-idea')
    repo.git('push', '-q', 'origin', 'main')
    await repo.settled()
    expect(branches()).toEqual(['ctx/main', 'main'])
    expect(repo.git('log', '-p', '--remotes')).not.toContain('takeover')
    expect(repo.git('grep', '-l', 'tokens must never', 'origin/ctx/main')).not.toBe('')
  })

  test.each([
    ['a tag', (repo: Repo) => repo.git('push', '-q', 'origin', 'v1')],
    ['a rehearsal (--dry-run)', (repo: Repo) => repo.git('push', '-q', '--dry-run')],
    ['a deletion', (repo: Repo) => repo.git('push', '-q', 'origin', ':old')],
    ['a commit that is no branch', (repo: Repo) => repo.git('push', '-q', 'origin', 'HEAD~1:refs/heads/main')],
  ])('and nothing with %s', async (_, push) => {
    const { repo, there } = sharing()
    repo.git('push', '-q', 'origin', 'main:old')
    await repo.settled()
    const before = there('ctx/main')
    teach(repo, 'tokens')
    repo.git('tag', 'v1')
    teach(repo, 'sessions')
    await repo.settled()
    push(repo)
    await repo.settled()
    expect(there('ctx/main')).toBe(before)
    expect(repo.ctx('push').code).toBe(0)
    expect(there('ctx/main')).not.toBe(before)
  })

  test('and nothing of a push that the server refuses', async () => {
    const { repo, remote, branches } = sharing()
    teach(repo, 'tokens')
    await repo.settled()
    hookAt(remote, 'update', 'case $1 in refs/heads/main) exit 1 ;; esac')
    const before = repo.git('rev-parse', 'origin/ctx/main')
    expect(repo.run('git', ['push', '-q']).code).toBe(1)
    await repo.settled()
    expect(branches()).toEqual(['ctx/main', 'main'])
    expect(repo.git('ls-remote', 'origin', 'ctx/main')).toContain(before)
  })

  test('and nothing of a commit that was made while the push went on', async () => {
    const { repo, there } = sharing()
    const before = there('ctx/main')
    afterOurs(
      repo,
      'pre-push',
      'echo x >late && git add late && git commit -qm "feat: be late" -m "Late things must never be told because they are private."',
    )
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('push', '-q')
    await repo.settled()
    expect(repo.git('grep', '-l', 'Late things', 'ctx/main')).not.toBe('')
    expect(there('ctx/main')).toBe(before)
    expect(repo.ctx('status').out).toContain(
      'ctx/main was not shared with origin: It knows of commits that were not pushed.',
    )
  })

  test('and says of a commit that was reset that no push will bring it, and how to go on', async () => {
    const { repo, there } = sharing()
    const before = there('ctx/main')
    teach(repo, 'tokens')
    teach(repo, 'takeovers')
    await repo.settled()
    repo.git('reset', '-q', '--hard', 'HEAD~2')
    teach(repo, 'secrets')
    await repo.settled()
    repo.git('push', '-q')
    await repo.settled()
    expect(there('ctx/main')).toBe(before)
    expect(published(repo)).not.toContain('takeovers')
    expect(repo.ctx('status').out).toContain(
      'was not shared with origin: It was learned from commits that are in no branch any more',
    )
    expect(repo.ctx('push').code).toBe(0)
    // From then on it is shared with each push again.
    teach(repo, 'goods')
    repo.git('push', '-q')
    await repo.settled()
    expect(there('ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
  })

  test('under the name that the branch has there', async () => {
    const { repo, there, branches } = sharing()
    const before = there('ctx/main')
    teach(repo, 'tokens')
    repo.git('push', '-q', 'origin', 'HEAD:review')
    await repo.settled()
    expect(branches()).toEqual(['ctx/main', 'ctx/review', 'main', 'review'])
    expect(there('ctx/main')).toBe(before)
    expect(there('ctx/review')).toBe(repo.git('rev-parse', 'ctx/main'))
  })

  test('without what only this clone knows of the default branch', async () => {
    const { repo } = sharing()
    repo.git('switch', '-q', '-c', 'feature')
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('switch', '-q', 'main')
    teach(repo, 'secrets')
    await repo.settled()
    repo.git('push', '-q', 'origin', 'feature')
    await repo.settled()
    expect(repo.git('ls-tree', '-r', '--name-only', 'origin/ctx/feature')).toContain('tokens')
    expect(repo.git('log', '-p', '--remotes')).not.toContain('secrets must never')
  })

  test('when another hook reads all that git says', async () => {
    const { repo, there } = sharing((fresh) => {
      fresh.write({ '.git/hooks/pre-push': '#!/bin/sh\ncat >.git/told\n' })
      chmodSync(join(fresh.root, '.git/hooks/pre-push'), 0o755)
    })
    teach(repo, 'tokens')
    repo.git('push', '-q')
    await repo.settled()
    expect(repo.read('.git/told')).toContain('refs/heads/main')
    expect(there('ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
  })
})

describe('a plain git push of one branch published', () => {
  test('what main learned from commits that were not pushed', async () => {
    const { repo } = sharing()
    teach(repo, 'takeovers')
    await repo.settled()
    repo.git('switch', '-q', '-c', 'topic', 'origin/main')
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('push', '-q', '-u', 'origin', 'topic')
    await repo.settled()
    expect(published(repo)).not.toContain('takeovers')
    expect(repo.git('ls-tree', '-r', '--name-only', 'origin/ctx/topic')).toContain('tokens')
  })

  test('what was written by hand on main, until somebody shares that', async () => {
    const { repo } = sharing()
    repo.write({ '.ctx/tree/notes/mine/private.md': '---\ntitle: Private\n---\n\n## Facts\n- Anna leaves in June\n' })
    expect(repo.ctx('refresh').code).toBe(0)
    repo.git('switch', '-q', '-c', 'topic')
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('push', '-q', '-u', 'origin', 'topic')
    await repo.settled()
    expect(published(repo)).not.toContain('Anna')
    expect(repo.ctx('status').out).toMatch(/ctx\/topic was not shared.*written on another branch.*ctx push/)
    requireFine(repo.ctx('push'))
    expect(published(repo)).toContain('Anna')
  })

  test('a private branch that it was made from, and reset', async () => {
    const { repo } = sharing()
    repo.git('switch', '-q', '-c', 'private')
    teach(repo, 'takeovers')
    await repo.settled()
    repo.git('switch', '-q', '-c', 'clean')
    repo.git('reset', '-q', '--hard', 'origin/main')
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('push', '-q', '-u', 'origin', 'clean')
    await repo.settled()
    expect(published(repo)).not.toContain('takeovers')
    expect(repo.git('ls-tree', '-r', '--name-only', 'origin/ctx/clean')).toContain('tokens')
  })

  test('but still what was amended and squashed, as it was pushed', async () => {
    const { repo, there } = sharing()
    teach(repo, 'tokens')
    await repo.settled()
    repo.git('commit', '-q', '--amend', '-m', 'feat: keep them\n\nKeys must never be shared because of the law.')
    await repo.settled()
    repo.git('switch', '-q', '-c', 'feature')
    teach(repo, 'sessions')
    teach(repo, 'cookies')
    await repo.settled()
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--squash', 'feature')
    repo.commit('feat: sessions and cookies')
    await repo.settled()
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toContain('is all of ctx/feature')
    repo.git('push', '-q')
    await repo.settled()
    expect(there('ctx/main')).toBe(repo.git('rev-parse', 'ctx/main'))
  })
})

describe('a git push never fails because of us', () => {
  test.each([
    ['--all', ['push', '-q', '--all']],
    ['--mirror', ['push', '-q', '--mirror', 'mirror']],
    ['push.default=matching', ['-c', 'push.default=matching', 'push', '-q']],
    ['--atomic', ['push', '-q', '--atomic', '--all']],
  ])('with %s', async (_, args) => {
    const { repo, remote } = sharing()
    repo.git('remote', 'add', 'mirror', remote)
    for (const topic of ['tokens', 'sessions']) {
      teach(repo, topic)
      await repo.settled()
      expect(repo.run('git', args)).toMatchObject({ code: 0 })
      await repo.settled()
    }
    expect(repo.git('--git-dir', remote, 'rev-parse', 'main')).toBe(repo.git('rev-parse', 'main'))
  })

  test('nor waits for a server that is slow with our branch', async () => {
    const { repo, remote } = sharing()
    hookAt(remote, 'update', 'case $1 in refs/heads/ctx/*) sleep 20 ;; esac')
    teach(repo, 'tokens')
    await repo.settled()
    const begun = performance.now()
    repo.git('push', '-q')
    expect(performance.now() - begun).toBeLessThan(18_000)
    await repo.settled()
    expect(repo.git('ls-remote', 'origin', 'ctx/main')).toContain(repo.git('rev-parse', 'ctx/main'))
  })
})

describe('a server that says nothing', () => {
  const known = 'auth/tokens/refresh_tokens_are_single_use.md'

  /** Runs ctx beside a test until it waits for the server, then another command; ends it, and gives what that came to. */
  const meanwhile = (repo: Repo, waiting: string, command: string): Ran =>
    repo.run(
      'sh',
      [
        '-c',
        `"$0" "$1" ${waiting} >/dev/null 2>&1 & pid=$!; until [ -e ../waits ]; do sleep 0.1; done; "$0" "$1" ${command}; code=$?; kill $pid; exit $code`,
        process.execPath,
        program,
      ],
      { env: silent(repo) },
    )

  /** Lets git's ssh hang, as a connection does to a host that is not there any more. */
  function silent(repo: Repo): Readonly<Record<string, string>> {
    const path = join(dirname(repo.root), 'silent')
    writeFileSync(
      path,
      `#!/bin/sh\ntouch ${dirname(repo.root)}/waits\necho $$ >>${dirname(repo.root)}/pids\nexec sleep 60\n`,
    )
    chmodSync(path, 0o755)
    return { GIT_SSH_COMMAND: path, CTX_NETWORK_TIMEOUT: '50' }
  }

  test.each(['pull', 'push'])('kept ctx %s for ever, and its connection open', async (command) => {
    const { repo } = sharing()
    repo.git('remote', 'set-url', 'origin', 'ssh://nobody@example.invalid/there.git')
    const { code, err } = repo.run(process.execPath, [program, command], {
      env: { ...silent(repo), CTX_NETWORK_TIMEOUT: '8' },
    })
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('did not answer within 8 seconds') })
    const pids = readFileSync(join(dirname(repo.root), 'pids'), 'utf8')
      .trim()
      .split('\n')
    // What ended and was not collected by its parent yet is a zombie; what was told to end needs a moment.
    const states = () => repo.run('ps', ['-o', 'stat=', '-p', pids.join(',')]).out.split('\n')
    await expect
      .poll(() => states().filter((line) => line !== '' && !line.startsWith('Z')), { timeout: 5000 })
      .toEqual([])
  })

  test('kept everybody else from writing during a pull', () => {
    const { repo } = sharing()
    expect(repo.ctx('curate', '--text', 'Refresh tokens are single-use.', '--topic', 'auth/tokens').code).toBe(0)
    repo.git('remote', 'set-url', 'origin', 'ssh://nobody@example.invalid/there.git')
    const marked = meanwhile(repo, 'pull', `mark ${known} --approved`)
    expect(marked).toMatchObject({ code: 0, err: '' })
  })

  test('kept everybody else from writing during a push', () => {
    const { repo, remote } = sharing()
    expect(repo.ctx('curate', '--text', 'Refresh tokens are single-use.', '--topic', 'auth/tokens').code).toBe(0)
    hookAt(remote, 'pre-receive', `touch ${dirname(repo.root)}/waits; sleep 30`)
    const marked = meanwhile(repo, 'push', `mark ${known} --approved`)
    expect(marked).toMatchObject({ code: 0, err: '' })
  })
})

describe('what a server refuses', () => {
  test('because a branch is where ours needs a folder is tried once, and told in its own words', async () => {
    const { repo, remote } = sharing()
    repo.git('push', '-q', '--no-verify', 'origin', 'ctx/main:refs/heads/ctx/feature')
    const tries = countTries(remote)
    repo.git('switch', '-q', '-c', 'feature/x')
    teach(repo, 'tokens')
    await repo.settled()
    expect(repo.run('git', ['push', '-q', 'origin', 'feature/x']).code).toBe(0)
    await repo.settled()
    expect(tries('ctx/feature/x')).toBe(1)
    expect(repo.ctx('status').out).toMatch(
      /ctx\/feature\/x was not shared with origin: .*exists; cannot create.*ctx push/,
    )
    const { code, err } = repo.ctx('push')
    expect(code).toBe(2)
    expect(err).toContain('ctx/feature is in its way there')
    expect(tries('ctx/feature/x')).toBe(2)
  })

  test('by a rule is tried once, and told in its own words', async () => {
    const { repo, remote } = sharing()
    const tries = countTries(remote, 'case $1 in refs/heads/ctx/*) echo "ctx/ is protected, ask Eve"; exit 1 ;; esac')
    teach(repo, 'tokens')
    await repo.settled()
    const { code, err } = repo.ctx('push')
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('ctx/ is protected, ask Eve') })
    expect(tries('ctx/main')).toBe(1)
  })

  test('because it is pushed to another place than it is fetched from is tried once', async () => {
    const { repo, remote } = sharing()
    const fork = `${remote}.fork`
    repo.git('clone', '-q', '--bare', remote, fork)
    const other = cloneFrom(fork, 'other')
    other.ctx('init')
    teach(other, 'sessions')
    await other.settled()
    expect(other.ctx('push').code).toBe(0)
    repo.git('config', 'remote.origin.pushurl', fork)
    teach(repo, 'tokens')
    await repo.settled()
    const refused = repo.ctx('push')
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('git remote add') })
    expect(refused.err).not.toContain('Others pushed')
    repo.git('remote', 'add', 'fork', fork)
    expect([repo.ctx('pull', 'fork'), repo.ctx('push', 'fork')].map(({ code }) => code)).toEqual([0, 0])
  })

  test('because it is not there is said in a sentence, and nothing is lost', async () => {
    const { repo } = sharing()
    teach(repo, 'tokens')
    await repo.settled()
    const ours = repo.git('rev-parse', 'ctx/main')
    repo.git('remote', 'set-url', 'origin', '/nowhere/at-all.git')
    for (const ran of [repo.ctx('push'), repo.ctx('pull')]) {
      expect(ran.code).toBe(2)
      expect(ran.err).toMatch(
        /could not talk to origin: '\/nowhere\/at-all\.git' does not appear to be a git repository/,
      )
      expect(ran.err).toContain('git ls-remote origin')
    }
    expect(repo.git('rev-parse', 'ctx/main')).toBe(ours)
    expect(repo.ctx('query', 'may tokens be shared?').code).toBe(0)
  })
})

type SharedRepo = {
  readonly repo: Repo
  readonly remote: string
  readonly there: (branch: string) => string
  readonly branches: () => readonly string[]
}

/** A repository whose remote knows of knowledge already, so that pushes share by themselves. */
function sharing(before: (repo: Repo) => void = () => undefined): SharedRepo {
  const repo = newCtxRepo()
  before(repo)
  requireFine(repo.ctx('init'))
  repo.commit('Keep settings', {})
  const remote = withRemote(repo)
  requireFine(repo.ctx('push'))
  const at = (...args: string[]): string => repo.git('--git-dir', remote, ...args)
  return {
    repo,
    remote,
    there: (branch) => at('rev-parse', branch),
    branches: () => at('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n'),
  }
}

function requireFine({ code, err }: Ran): void {
  if (code !== 0) throw new Error(err)
}

const teach = (repo: Repo, topic: string): string =>
  repo.commit(
    `feat(${topic}): keep ${topic}\n\nThe ${topic} must never be shared because two users would see each other.`,
    {
      [`src/${topic}.ts`]: `export const ${topic} = 1\n`,
    },
  )

function hookAt(remote: string, name: string, text: string): void {
  writeFileSync(join(remote, 'hooks', name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(remote, 'hooks', name), 0o755)
}

/** Counts how often a branch was tried to be moved at a remote. */
function countTries(remote: string, rule = ''): (branch: string) => number {
  writeFileSync(join(remote, 'tries'), '')
  hookAt(remote, 'update', `echo "$1" >>tries\n${rule}`)
  return (branch) =>
    readFileSync(join(remote, 'tries'), 'utf8')
      .split('\n')
      .filter((line) => line === `refs/heads/${branch}`).length
}

/** Adds a command to a hook, after what we put there. */
function afterOurs(repo: Repo, name: string, command: string): void {
  const path = `.git/hooks/${name}`
  repo.write({ [path]: `${repo.read(path)}${command}\n` })
}
