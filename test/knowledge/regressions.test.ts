/** @module-tag slow */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEntry } from '../../src/tree/entry.ts'
import { expectCode } from '../support/expect.ts'
import { cloneFrom, newCtxRepo, newRepo, program, removeWhole, type Repo, withRemote } from '../support/repo.ts'
import { keptApart } from '../support/topics.ts'

// Each test is a bug that somebody met, named after what they saw.

async function learned(topic: string): Promise<Repo> {
  const repo = newCtxRepo()
  repo.commit(keptApart(topic), { [`src/${topic}/${topic}.ts`]: topic })
  await repo.settled()
  return repo
}
const entryOf = (topic: string): string => `.ctx/tree/${topic}/${topic}/keep_${topic}_apart.md`
const edit = (repo: Repo, path: string, change: (text: string) => string): void =>
  repo.write({ [path]: change(repo.read(path)) })

describe('an entry that people wrote', () => {
  test('a file that is not UTF-8 is named and kept as it is', async () => {
    const repo = await learned('cats')
    const path = join(repo.root, '.ctx/tree/cats/cats/latin.md')
    const bytes = Buffer.from('---\ntitle: Caf\xe9\n---\n', 'latin1')
    writeFileSync(path, bytes)
    expect(repo.ctx('refresh')).toMatchObject({
      code: 0,
      err: expect.stringContaining('not UTF-8: cats/cats/latin.md'),
    })
    expect(readFileSync(path)).toEqual(bytes)
  })

  test('one file that is not UTF-8 stopped status, review, pull and restore, and said nothing else', async () => {
    const repo = await learned('cats')
    withRemote(repo)
    expectCode(repo.ctx('push'), 0)
    const path = join(repo.root, '.ctx/tree/cats/cats/latin.md')
    const entry = join(repo.root, entryOf('cats'))
    const text = readFileSync(entry, 'utf8')
    writeFileSync(path, Buffer.from('caf\xe9', 'latin1'))
    writeFileSync(entry, Buffer.from(`${text}\n## My notes\nCaf\xe9\n`, 'latin1'))
    expect(expectCode(repo.ctx('status'), 0)).toContain('cats/cats/latin.md: It holds bytes that are not UTF-8')
    expectCode(repo.ctx('review'), 0)
    expect(expectCode(repo.ctx('pull'), 0).match(/not UTF-8/g)).toHaveLength(1)
    expect(expectCode(repo.ctx('restore', 'cats/dogs'), 2)).toContain('The archive is empty')
    expectCode(repo.ctx('curate', '--text', 'Dogs are kept apart too.', '--topic', 'dogs/dogs'), 0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('latin')
    expect(readFileSync(entry, 'latin1')).toContain('Caf\xe9')
    writeFileSync(entry, `${text}\n## My notes\nCaf\xe9\n`)
    rmSync(path)
    expect(expectCode(repo.ctx('refresh'), 0)).toContain(
      'latin.md was last seen with an edit that is not there any more',
    )
    expect(repo.git('grep', '-h', 'Caf', 'ctx/main')).toBe('Caf\xe9')
  })

  test('an amend deletes no notes that a person added', async () => {
    const repo = await learned('cats')
    edit(repo, entryOf('cats'), (text) => `${text}\n## My notes\nBuy fish.\n`)
    repo.git('commit', '-q', '--amend', '--allow-empty', '-m', 'docs: speak of something else entirely')
    await repo.settled()
    expect(repo.git('grep', '-h', 'Buy fish', 'ctx/main')).toContain('Buy fish.')
  })
})

describe('merging', () => {
  test("a colleague's chmod deletes nothing", async () => {
    const repo = await learned('cats')
    const remote = withRemote(repo)
    repo.ctx('push')
    const bob = cloneFrom(remote, 'bob')
    bob.git('switch', '-q', 'ctx/main')
    chmodSync(join(bob.root, 'cats/cats/keep_cats_apart.md'), 0o755)
    bob.git('commit', '-q', '-a', '-m', 'Make it executable')
    bob.git('push', '-q', 'origin', 'ctx/main')
    repo.ctx('curate', '--text', 'Dogs are kept apart too.', '--topic', 'dogs/dogs')
    expect(repo.ctx('pull').code).toBe(0)
    expect(repo.ctx('tree').out).toContain('keep_cats_apart')
  })
})

describe('the checkout', () => {
  test('what a killed refresh left is no edit, wherever the branch went since', async () => {
    const repo = await learned('cats')
    const shownAt = join(repo.root, '.git/ctx/shown')
    const [a = ''] = readFileSync(shownAt, 'utf8').split('\n')
    edit(repo, entryOf('cats'), (text) => text.replace('quarrel', 'fight'))
    repo.ctx('refresh')
    const b = repo.git('rev-parse', 'ctx/main')
    const tree = repo.git('rev-parse', `${a}^{tree}`)
    const c = repo.git('commit-tree', tree, '-p', b, '-m', 'Back')
    repo.git('update-ref', 'refs/heads/ctx/main', c)
    writeFileSync(shownAt, `${a}\n${b}\n`)
    repo.ctx('query', 'cats')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(c)
    expect(repo.read(entryOf('cats'))).toContain('quarrel')
  })

  test('.ctx as a link leads nowhere', async () => {
    const repo = await learned('cats')
    const outside = join(repo.root, '..', 'outside')
    renameSync(join(repo.root, '.ctx'), outside)
    symlinkSync(outside, join(repo.root, '.ctx'))
    const before = repo.git('rev-parse', 'ctx/main')
    expect(repo.ctx('curate', '--text', 'Cats purr.').code).toBe(2)
    expect(repo.ctx('tree').out).not.toContain('keep_cats_apart')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  })

  test('a question before init, or after uninstall, puts nothing into git status', async () => {
    const repo = await learned('cats')
    const remote = withRemote(repo)
    repo.ctx('push')
    const bob = cloneFrom(remote, 'bob')
    expect(bob.ctx('query', 'cats quarrel').code).toBe(0)
    expect(bob.git('status', '--short')).toBe('')
    expect(bob.ctx('status').out).toContain('no hooks are installed')
  })

  test('status counts what is known before it is shown', async () => {
    const repo = await learned('cats')
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    await removeWhole(join(repo.root, '.git/ctx'))
    expect(repo.ctx('status').out).toContain('1 entry')
  })

  test('uninstall leaves settings that the team shares', async () => {
    const repo = newCtxRepo()
    repo.commit('Share the settings')
    await repo.settled()
    repo.ctx('uninstall')
    expect(repo.git('status', '--short')).toBe('')
  })
})

describe('reading commits', () => {
  test('a commit that no hook saw is read by the next curate, whatever came after it', async () => {
    const repo = await learned('cats')
    repo.run('sh', ['-c', 'mkdir src/dogs; echo 1 >src/dogs/dogs.ts; git add -A; CTX_HOOKS=0 git commit -q -F -'], {
      input: keptApart('dogs'),
    })
    repo.commit(keptApart('birds'), { 'src/birds/birds.ts': '1' })
    await repo.settled()
    expect(repo.ctx('tree').out).not.toContain('keep_dogs_apart')
    expect(repo.ctx('curate').out).toContain('learned from 1')
    expect(repo.ctx('tree').out).toContain('keep_dogs_apart')
  })

  test('an order file in the configuration does not stop it', () => {
    const repo = newRepo()
    repo.commit(keptApart('cats'), { 'src/cats/cats.ts': '1' })
    repo.git('config', 'diff.orderFile', '/nonexistent')
    repo.ctx('init', '--history')
    expect(repo.ctx('tree').out).toContain('keep_cats_apart')
  })
})

describe('sharing and looking back', () => {
  test('a secret in an overview is not shared', async () => {
    const repo = await learned('cats')
    withRemote(repo)
    edit(repo, '.ctx/tree/cats/context.md', (text) => `${text}\nAKIAIOSFODNN7EXAMPLE\n`)
    expect(repo.ctx('push')).toMatchObject({ code: 2, err: expect.stringContaining('aws-key') })
  })

  test('the log of an entry tells of that entry alone, and an unknown one is said to be unknown', async () => {
    const repo = newCtxRepo()
    repo.commit(keptApart('cats'), { 'src/cats/cats.ts': '1' })
    repo.commit(keptApart('dogs'), { 'src/dogs/dogs.ts': '1' })
    await repo.settled()
    expect(repo.ctx('log', 'cats').out).not.toContain('dogs')
    expect(repo.ctx('log', 'nosuch')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no entry nosuch'),
    })
  })
})

describe('learning', () => {
  test('the lock of a knowledge branch that a killed git left behind stops no commit from being learned', async () => {
    const repo = await learned('cats')
    const lock = '.git/refs/heads/ctx/main.lock'
    repo.write({ [lock]: '' })
    utimesSync(join(repo.root, lock), new Date(0), new Date(0))
    repo.commit(keptApart('dogs'), { 'src/dogs/dogs.ts': 'dogs' })
    await repo.settled()
    expect(repo.ctx('tree').out).toContain('keep_dogs_apart')
  })
})

describe('asking', () => {
  const message = '\n# Please enter the commit message for your changes.\n'

  // The answer has a second at most: a machine that is busy elsewhere gets none, as promised.
  test('an entry is not counted as asked for by a message that is told nothing', { retry: 3 }, async () => {
    const repo = await learned('cats')
    repo.write({ 'src/cats/cats.ts': 'other', '.git/COMMIT_EDITMSG': message })
    repo.git('add', 'src')
    const prequery = (setting: string): string => {
      repo.run(process.execPath, [program, 'prequery', '--message-file', '.git/COMMIT_EDITMSG'], {
        env: { ...repo.env, CTX_PREQUERY: setting },
      })
      return repo.read('.git/COMMIT_EDITMSG')
    }
    expect(prequery('off')).toBe(message)
    expect(existsSync(join(repo.root, '.git/ctx/accesses'))).toBe(false)
    expect(prequery('editor')).toContain('keep_cats_apart.md')
    expect(repo.read('.git/ctx/accesses')).toContain('keep_cats_apart.md')
  })

  test('a journal that cannot be written to is no reason not to answer', async () => {
    const repo = await learned('cats')
    mkdirSync(join(repo.root, '.git/ctx/accesses'))
    expect(repo.ctx('query', 'why are cats apart')).toMatchObject({ code: 0, out: expect.stringContaining('cats') })
  })
})

describe('in a team', () => {
  const topicOf = (repo: Repo, ref: string, topic: string): string =>
    repo.git('show', `${ref}:${entryOf(topic).replace('.ctx/tree/', '')}`)

  async function branched(): Promise<Repo> {
    const repo = await learned('cats')
    repo.git('switch', '-q', '-c', 'feature')
    repo.commit(keptApart('dogs'), { 'src/dogs/dogs.ts': 'dogs' })
    await repo.settled()
    return repo
  }

  test('an edit by hand goes to the branch whose knowledge was edited, also when it is left at once', async () => {
    const repo = await branched()
    edit(repo, entryOf('dogs'), (text) => `${text}\nA line by hand.\n`)
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect(topicOf(repo, 'ctx/feature', 'dogs')).toContain('A line by hand.')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('dogs')
    expect(existsSync(join(repo.root, entryOf('dogs')))).toBe(false)
    expect(JSON.parse(repo.ctx('status', '--json').out)).toMatchObject({ edited: [], isCurrent: true })
  })

  test('a review of another branch rejects nothing on this one', async () => {
    const repo = await branched()
    repo.git('switch', '-q', 'main')
    await repo.settled()
    const before = repo.git('rev-parse', 'ctx/main', 'ctx/feature')
    const { code, err } = repo.run(process.execPath, [program, 'review', '-i', 'main..feature'], { input: 'r\n' })
    expect([code, err]).toEqual([2, expect.stringContaining('Switch to its branch')])
    expect(repo.git('rev-parse', 'ctx/main', 'ctx/feature')).toBe(before)
  })

  test('a folder that a rejected entry leaves empty is not shared', async () => {
    const repo = await branched()
    repo.ctx('curate', '--text', 'Never deploy on Sundays.', '--topic', 'newdom/newtopic')
    const shown = (): string => repo.git('ls-tree', '-r', '--name-only', 'ctx/feature')
    expect(shown()).toContain('newdom/newtopic/context.md')
    const { out } = repo.run(process.execPath, [program, 'review', '-i', 'main..feature'], { input: 'r\nr\nr\n' })
    expect(out).toContain('rejected')
    expect(shown()).not.toContain('newdom')
  })

  test('an edit in a review is counted, also by who stops right after it', async () => {
    const repo = await branched()
    const env = { GIT_EDITOR: 'sed -i s/never/hardly/' }
    const { out } = repo.run(process.execPath, [program, 'review', '-i', 'main..feature'], { input: 'e\nq\n', env })
    expect(out).toContain('0 entries kept, 1 edited, 0 rejected.')
    expect(topicOf(repo, 'ctx/feature', 'dogs')).toContain('must hardly meet')
    const same = { GIT_EDITOR: 'true' }
    const again = repo.run(process.execPath, [program, 'review', '-i', 'main..feature'], { input: 'e\nk\n', env: same })
    expect(again.out).toContain('1 entry kept, 0 edited, 0 rejected.')
  })

  test('publish follows no link, takes away no file of somebody else, and gives no secret away', async () => {
    const repo = await learned('cats')
    repo.ctx('publish')
    repo.write({ 'docs/context/team/howto/deploy.md': 'mine\n' })
    expect(repo.ctx('publish').code).toBe(0)
    expect(repo.read('docs/context/team/howto/deploy.md')).toBe('mine\n')
    repo.write({ 'outside/x': '' })
    rmSync(join(repo.root, 'docs/context/cats'), { recursive: true })
    symlinkSync(join(repo.root, 'outside'), join(repo.root, 'docs/context/cats'))
    expect(repo.ctx('publish')).toMatchObject({ code: 2, err: expect.stringContaining('is a link') })
    rmSync(join(repo.root, 'docs'), { recursive: true })
    edit(repo, entryOf('cats'), (text) => `${text}\nghp_abcdefghijklmnopqrstuvwxyz0123456789\n`)
    expect(repo.ctx('publish')).toMatchObject({ code: 2, err: expect.stringContaining('must not be published') })
    expect(existsSync(join(repo.root, 'docs'))).toBe(false)
  })

  test('publish tells what was edited by hand, and --check notices it', async () => {
    const repo = await learned('cats')
    repo.ctx('publish')
    edit(repo, entryOf('cats'), (text) => `${text}\nA line by hand.\n`)
    expect(repo.ctx('publish', '--check').code).toBe(1)
    repo.ctx('publish')
    expect(repo.read('docs/context/cats/cats/keep_cats_apart.md')).toContain('A line by hand.')
  })

  test('a push does not share the markers of a merge that was left half done', async () => {
    const repo = await learned('cats')
    withRemote(repo)
    edit(repo, entryOf('cats'), (text) =>
      text.replace('importance', '<<<<<<< ours\nimportance: 9\n=======\nimportance'),
    )
    expect(repo.ctx('push').code).toBe(0)
    expect(topicOf(repo, 'origin/ctx/main', 'cats')).not.toContain('<<<<<<<')
  })

  test('a branch that is renamed into a folder of its old name goes on learning', async () => {
    const repo = await branched()
    repo.git('branch', '-m', 'feature', 'feature/dogs')
    repo.commit(keptApart('birds'), { 'src/birds/birds.ts': 'birds' })
    await repo.settled()
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/ctx', 'refs/ctx')).toBe(
      'refs/heads/ctx/feature/dogs\nrefs/heads/ctx/main',
    )
    expect(repo.ctx('tree').out).toContain('birds')
  })

  test('a branch that was kept as an attempt can be pruned, and is kept once', async () => {
    const repo = await branched()
    repo.git('switch', '-q', 'main')
    repo.git('branch', '-q', '-D', 'feature')
    await repo.settled()
    expect(repo.ctx('merge', 'feature', '--as-attempt').code).toBe(0)
    expect(repo.ctx('merge', 'feature', '--as-attempt').out).toContain('has everything')
    expect(repo.ctx('prune', '--yes').out).toContain('Deleted 1 knowledge branch.')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('keep_dogs')
  })

  test('a branch that has the name of a dropped one knows nothing of it, and brings none of it to main', async () => {
    const repo = await branched()
    repo.git('switch', '-q', 'main')
    await repo.settled()
    repo.git('branch', '-q', '-D', 'feature')
    repo.git('switch', '-q', '-c', 'feature')
    await repo.settled()
    expect(repo.ctx('tree').out).not.toContain('dogs')
    repo.commit(keptApart('birds'), { 'src/birds/birds.ts': 'birds' })
    await repo.settled()
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature')
    await repo.settled()
    expect(repo.ctx('tree').out).toContain('birds')
    expect(repo.ctx('tree').out).not.toContain('dogs')
    expect(repo.ctx('prune').out).toMatch(/^not merged {2}feature-[0-9a-f]{8} /m)
  })

  test('a remote by any name is what was shared', async () => {
    const repo = await learned('cats')
    withRemote(repo)
    repo.git('remote', 'rename', 'origin', 'upstream')
    repo.ctx('push')
    expect(repo.ctx('review').out).toContain('ctx/main → upstream/ctx/main: Nothing changes.')
  })

  test('a knowledge branch that a work tree has checked out is not pruned', async () => {
    const repo = await branched()
    repo.git('switch', '-q', 'main')
    repo.git('merge', '-q', 'feature')
    await repo.settled()
    repo.git('branch', '-q', '-D', 'feature')
    repo.git('worktree', 'add', '-q', '../looking', 'ctx/feature')
    await repo.settled()
    expect(repo.ctx('prune', '--yes').out).toContain('Every knowledge branch has its code branch.')
  })
})

test('a comment is told of what it stands above, not of the function that ends before it', () => {
  const repo = newCtxRepo()
  const before = `function cloneRun() {\n${'  step()\n'.repeat(8)}}\n`
  repo.commit('feat: clone', { 'src/clone.js': before })
  repo.commit('feat: simplify addresses', {
    'src/clone.js': `${before}\n// This must never return an error, because no caller could handle one and all would have to.\nfunction simplifyURL() {\n  return 1\n}\n`,
  })
  repo.ctx('curate', 'HEAD')
  const known = repo.git('grep', '-h', 'must never return an error', 'ctx/main')
  expect(known).toContain('`simplifyURL`')
  expect(known).not.toContain('cloneRun')
})

describe('an entry that was nearly full', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `- Number ${at} is kept\n`).join('')

  test('ended all learning with a bug of ours at the next commit on it', async () => {
    const repo = await learned('tokens')
    const path = entryOf('tokens')
    const text = repo.read(path).replace('## Facts\n', `## Facts\n${lines(4_988)}`)
    repo.write({ [path]: text })
    expect(repo.ctx('refresh').code).toBe(0)
    for (const step of ['one', 'two', 'three', 'four', 'five', 'six'])
      repo.commit(`${keptApart('tokens')}\n\nDecision: step ${step} waits for the law of ${step}`, {
        'src/tokens/tokens.ts': step,
      })
    repo.commit(keptApart('sessions'), { 'src/sessions/sessions.ts': 'sessions' })
    await repo.settled()
    const all = repo.ctx('curate', '--all')
    expect(all.err).not.toContain('bug of ours')
    expect(all.code).toBe(0)
    expect(JSON.parse(repo.ctx('status', '--json').out)).toMatchObject({
      failed: 0,
      findings: [{ code: 'full-entry', at: path.replace('.ctx/tree/', '') }],
    })
    expect(readEntry(repo.read(path))).toHaveProperty('entry')
    expect(repo.read(path)).toContain('Number 4987 is kept')
    expect(repo.git('log', '--format=%B', 'ctx/main')).toMatch(/^KEPT .*keep_tokens_apart\.md: .* more than 5000/m)
    expect(repo.read(entryOf('sessions'))).toContain('sessions must never')
  })
})
