/** @module-tag slow */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { cloneFrom, newRepo, program, repoAt, withRemote } from '../support/repo.ts'
import { withinReason } from '../support/slow.ts'

test('a reason of several lines stands below its headline, and no line of it at the margin', () => {
  const repo = quietRepo()
  const message =
    'Drop the mailer pool (#12)\n\n* Close each socket of the pool\n\n* Rename the mailer\n\n* Sort what the mailer imports\n'
  repo.commit(message, { 'src/mail.ts': 'export const mail = 1\n' })
  const told = expectCode(repo.ctx('query', 'drop the mailer pool', '--log-only'), 0)
  expect(told).toMatch(/\n {2}\*? ?Sort what the mailer imports/)
  expect(told.split('\n').filter((line) => /^\S/.test(line))).toEqual(['Drop the mailer pool'])
})

test('where two people had run ctx init, git pull refused the settings that one of them committed, and nothing had said how to go on', () => {
  const repo = newRepo()
  const other = cloneFrom(withRemote(repo), 'other')
  for (const one of [repo, other])
    expect(expectCode(one.ctx('init', '--no-hooks'), 0)).toContain(
      'where `git pull` refuses it because somebody else did, delete yours',
    )
  repo.commit('Add ctx')
  repo.git('push', '-q')
  expect(other.run('git', ['pull', '-q']).err).toContain('.ctx/config.yaml')
  rmSync(join(other.root, '.ctx/config.yaml'))
  other.git('pull', '-q')
  expect(expectCode(other.ctx('init', '--no-hooks'), 0)).toContain('.ctx/config.yaml is there')
})

test('in a shallow clone, ctx init, doctor and an answer that nothing states say that the history is cut, and how the rest is read', () => {
  const repo = newRepo()
  teach(repo, 'Use jemalloc for the workers')
  teach(repo, 'Queue mail instead of sending it')
  const notice = 'This clone is shallow'
  expect(expectCode(repo.ctx('init', '--no-hooks'), 0) + repo.ctx('doctor').out).not.toContain(notice)
  expect(expectCode(repo.ctx('query', 'zebras'), 1)).not.toContain(notice)
  const root = join(dirname(repo.root), 'shallow')
  repo.git('clone', '-q', '--depth', '1', '--single-branch', `file://${repo.root}`, root)
  const clone = repoAt(root, dirname(repo.root))
  expect(expectCode(clone.ctx('init', '--no-hooks', '--history'), 0)).toContain(notice)
  expect(clone.ctx('doctor').out).toMatch(/This clone is shallow.*git fetch --unshallow/)
  for (const command of ['query', 'search', 'where'])
    expect(expectCode(clone.ctx(command, 'jemalloc'), 1)).toContain(notice)
  expect(expectCode(clone.ctx('query', 'queue mail'), 0)).not.toContain(notice)
  clone.git('fetch', '-q', '--unshallow')
  expectCode(clone.ctx('curate', '--all'), 0)
  expect(expectCode(clone.ctx('query', 'jemalloc for the workers'), 0)).toContain('Use jemalloc')
})

test('help is read at a glance: what one needs first with what it does, and every other command by its name', () => {
  const repo = newRepo()
  const glance = repo.ctx('--help').out
  expect(glance.split('\n').length).toBeLessThan(42)
  expect(glance).toMatch(/^ {2}query <question…> +Answer a question/m)
  expect(glance).not.toContain('Bring an entry')
  const all = repo.ctx('help', '--all').out
  expect(all).toMatch(/^ {2}restore <path> +Bring an entry/m)
  const names = [...all.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name = '']) => name)
  const named = [...glance.matchAll(/^ {2}(?:also )?(.+)$/gm)].flatMap(([, line = '']) => line.match(/[a-z]+/g) ?? [])
  expect(names.filter((name) => !named.includes(name))).toEqual([])
  expect(names).toContain('uninstall')
})

test('the overview of commands fits: what a long usage is about stands on a line of its own', () => {
  const lines = newRepo().ctx('help', '--all').out.split('\n')
  expect(lines.find((line) => line.startsWith('  query '))).toMatch(/^ {2}query <question…> +Answer a question/)
  const long = lines.findIndex((line) => line.startsWith('  source add'))
  expect(lines[long]).not.toContain('Answer')
  expect(lines[long + 1]).toMatch(/^ {30}Answer from the knowledge of other repositories/)
})

test('an example is one of the command that was typed', () => {
  const repo = quietRepo()
  expect(expectCode(repo.ctx('search'), 2)).toContain('For example: ctx search')
  expect(expectCode(repo.ctx('eval', 'golden'), 2)).toContain('For example: ctx eval golden')
})

test('on a detached HEAD, no branch is spoken of that is not there', () => {
  const repo = quietRepo()
  tell(repo)
  repo.git('checkout', '-q', '--detach')
  const told = expectCode(repo.ctx('status'), 0)
  expect(told).toContain('HEAD is detached')
  expect(told).not.toContain('on this branch')
})

test('on a detached HEAD, ctx init recommends nothing that then refuses', () => {
  const repo = newRepo()
  teach(repo)
  repo.git('checkout', '-q', '--detach')
  const said = expectCode(repo.ctx('init', '--no-hooks'), 0)
  expect(said).toContain('switch to a branch with `git switch <branch>` to learn')
  expect(said).not.toContain('ctx curate --all')
  expect(expectCode(repo.ctx('query', 'why is mail queued'), 0)).toContain('Queue mail')
})

test('a folder or a file that is not there is told, where a question stays in it', () => {
  const repo = quietRepo()
  tell(repo)
  for (const command of ['query', 'search'])
    expect(expectCode(repo.ctx(command, '--topic', 'nope', 'sampler'), 2)).toContain(
      'Nothing in the tree has the path nope.',
    )
  expectCode(repo.ctx('query', '--topic', 'auth/tokens', 'zebra'), 1)
  expectCode(repo.ctx('query', '--topic', 'auth/', 'zebra'), 1)
  expect(expectCode(repo.ctx('query', '--paths', 'nope.go', 'zebra'), 1)).toContain('No file here is called "nope.go"')
  expect(expectCode(repo.ctx('brain', '--paths', 'nope.go'), 0)).toContain('No file here is called "nope.go".')
})

test('a path that shares one letter with an entry suggests none', () => {
  const repo = quietRepo()
  tell(repo)
  expect(expectCode(repo.ctx('show', 'nope/s'), 2)).not.toContain('Did you mean')
  expect(expectCode(repo.ctx('show', 'auth/tokens/refresh'), 2)).toContain('Did you mean auth/tokens/')
})

test('in a repository without commits, ctx init --history ticks everything and does not fail for it, nor does status ask for ctx init', () => {
  const repo = newRepo({ empty: true })
  const told = expectCode(repo.ctx('init', '--history'), 0)
  expect(told).toContain('wrote .ctx/config.yaml')
  expect(told).toContain('no commits yet: the knowledge branch is made with the first')
  expect(told).toContain('Next: make your first commit')
  expect(expectCode(repo.ctx('status'), 0)).toContain('No knowledge yet. It begins with the first commit.')
  expect(expectCode(repo.ctx('eval', 'backtest'), 2)).toContain('This branch has no commits yet.')
})

test('where there are commits, status does not promise to begin with the first', () => {
  const repo = newRepo()
  expect(expectCode(repo.ctx('status'), 0)).toContain('`ctx init --history` with those that are there.')
})

test('on a detached HEAD, status says that knowledge begins on a branch, and a review does not take HEAD for one', () => {
  const repo = newRepo()
  repo.git('switch', '-q', '--detach')
  expect(expectCode(repo.ctx('status'), 0)).toContain('It begins on a branch: `git switch <branch>`.')
  expect(repo.ctx('review', 'main..HEAD').code).toBe(2)
})

test('a repository above GIT_CEILING_DIRECTORIES is not found, as git does not find it', () => {
  const repo = quietRepo()
  repo.write({ 'sub/deep/a.md': 'A\n' })
  const below = (ceiling: string): number =>
    repo.run(process.execPath, [program, 'status'], { in: 'sub/deep', env: { GIT_CEILING_DIRECTORIES: ceiling } }).code
  expect(below(repo.root)).toBe(2)
  expect(below(dirname(repo.root))).toBe(0)
})

test('what curation itself calls by its domain is not proposed to be renamed', () => {
  const repo = quietRepo()
  repo.write({
    '.ctx/tree/docs/history/docs_what_is_no_longer_in_the_code.md':
      "---\ntitle: 'docs: what is no longer in the code'\n---\n\n## Facts\n- The old guide was in Spanish\n",
  })
  expectCode(repo.ctx('refresh'), 0)
  expect(repo.ctx('tend', '--propose').out).not.toContain('begins like a commit')
})

describe('a very long word', () => {
  const long = 'x'.repeat(3_000)
  const many = Array.from({ length: 300 }, (_, at) => `${'word'.repeat(9)}${at.toString(2).replaceAll('0', 'p')}`)
  test.each(['query', 'search', 'where', 'why'])('given to ctx %s neither hangs nor is a bug', (command) => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    const words = command === 'why' ? [long] : [long, many.join(' ')]
    for (const word of words) {
      const begun = Date.now()
      const { code, err } = repo.ctx(command, word)
      expect(code).toBeLessThan(3)
      expect(Date.now() - begun).toBeLessThan(withinReason(2_000))
      if (command === 'query' || command === 'search') expect(err.length).toBeLessThan(500)
    }
  })

  test('in a staged file or a message keeps no commit waiting', () => {
    const repo = quietRepo()
    teach(repo)
    repo.commit(`${long}\n\nBecause ${long}.\n`, { 'src/long.ts': `export const key = '${long}'\n` })
    expectCode(repo.ctx('curate'), 0)
    repo.write({ 'src/long.ts': `export const ${long} = '${long}'\n` })
    repo.git('add', '-A')
    const begun = Date.now()
    expectCode(repo.ctx('prequery'), 0)
    expect(Date.now() - begun).toBeLessThan(withinReason(2_000))
  })
})

test('ctx help --json is the help, and not a command that nobody knows', () => {
  const repo = newRepo()
  expect(repo.ctx('help', '--json')).toEqual(repo.ctx('--help'))
  expect(repo.ctx('help', 'query', '--json')).toEqual(repo.ctx('query', '--help'))
  expect(repo.ctx('help', '--json').code).toBe(0)
  expect(expectCode(repo.ctx('help', 'qurey'), 2)).toContain('Did you mean')
})

test('ctx prequery says that nothing is staged, and in a hook of git it says nothing', () => {
  const repo = newRepo()
  expectCode(repo.ctx('init'), 0)
  expect(expectCode(repo.ctx('prequery'), 0)).toContain('Nothing is staged')
  repo.git('config', 'ctx.prequery', 'always')
  repo.write({ 'a.txt': 'a\n' })
  repo.git('add', 'a.txt')
  expect(expectCode(repo.run('git', ['commit', '-m', 'Add a note']), 0)).not.toContain('Nothing is')
})

test('ctx publish --check calls a file that is not there missing, and not different', () => {
  const repo = quietRepo()
  tell(repo)
  const copies = [
    ['--to', 'notes', 'auth/tokens/refresh_tokens_are_single_use.md'],
    ['--site', 'public', 'index.html'],
  ] as const
  for (const [kind, folder, page] of copies) {
    expectCode(repo.ctx('publish', kind, folder), 0)
    rmSync(join(repo.root, folder, page))
    const said = expectCode(repo.ctx('publish', kind, folder, '--check'), 1)
    expect(said).toContain(`missing  ${kind === '--to' ? 'notes/' : ''}${page}\n`)
    expect(said).not.toContain('differs')
  }
})

test('an answer whose nearest lesson says "add" does not say that nothing has "added"', () => {
  const repo = quietRepo()
  repo.commit('add f2', { f2: 'two\n' })
  const said = expectCode(repo.ctx('query', 'which', 'zebras', 'added', 'f2'), 1)
  expect(said).toContain('add f2')
  expect(said).toContain('No lesson or commit has "zebras".')
})

test('a topic that is in lower case but not ASCII is not told to be in lower case', () => {
  const repo = quietRepo()
  const refused = expectCode(repo.ctx('curate', '--text', 'Measure twice.', '--topic', 'größe/übung'), 2)
  expect(refused).toContain('each of a–z, 0–9, _ and -')
  expect(refused).not.toContain('lower case')
})
