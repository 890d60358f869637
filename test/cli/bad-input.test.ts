/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, expectProblem } from '../support/expect.ts'
import { newRepo, program, type Ran, withRemote } from '../support/repo.ts'
import { withinReason } from '../support/slow.ts'
import { everyCommand } from '../support/commands.ts'
import { filesBelow } from '../support/files-below.ts'

describe('what people type', () => {
  test('an unknown command is answered with the one that was meant, or with where to look', () => {
    const repo = quietRepo()
    expectProblem(repo.ctx('qeury', 'x'), 'Did you mean `ctx query`?')
    expectProblem(repo.ctx('frobnicate'), 'ctx --help')
    expectProblem(repo.ctx('help', 'frobnicate'), 'ctx --help')
    expectProblem(repo.ctx('constructor'), 'ctx --help')
    expectProblem(repo.ctx(''), 'ctx --help')
    expectProblem(repo.ctx('--output=x'), 'ctx --help')
  })

  test('an unknown option, or one without its value, is answered with the help of the command', () => {
    const repo = quietRepo()
    for (const [name = '', ...args] of everyCommand.slice(4, 13))
      expectProblem(repo.ctx(name, ...args, '--frobnicate'), `ctx ${name} --help`)
    expectProblem(repo.ctx('query', '-x'), 'ctx query --help')
    expectProblem(repo.ctx('query', '--limit'), 'ctx query --help')
    expectProblem(repo.ctx('curate', '--text'), 'ctx curate --help')
    expectProblem(repo.ctx('tree', '--json=yes'), 'ctx tree --help')
  })

  test('numbers that are none, empty questions and empty texts are told apart', () => {
    const repo = quietRepo()
    for (const number of ['0', '-1', '1e3', '99999999999999999999'])
      expect(expectCode(repo.ctx('query', `--limit=${number}`, 'tokens'), 2)).toContain('whole number')
    expectProblem(repo.ctx('query'), 'There is no question')
    expectProblem(repo.ctx('query', '   '), 'There is no question')
    expectProblem(repo.ctx('show'), 'missing')
    expectProblem(repo.ctx('curate', '--text', '  '), 'empty text')
    expectProblem(repo.ctx('curate', '--text', 'Tea.', '--topic', '../../x'), 'is not a topic')
    expectProblem(repo.ctx('curate', '--topic', 'a/b'), '--topic goes with --text')
    expectProblem(repo.ctx('hook', 'post-dance'), 'has no hook')
    for (const question of ['?!', '🙂', 'the of and', '*'.repeat(300), 'a '.repeat(20_000), "'; drop table --"])
      expectCode(repo.ctx('query', '--', question), 1)
  })

  test('a date that is none is named, and not read as now', () => {
    const repo = newRepo()
    repo.ctx('init')
    expect(repo.ctx('curate', '--all', '--since', 'nonsense')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"nonsense" is no date'),
    })
    expect(repo.ctx('curate', '--all', '--since', '2 weeks ago').code).toBe(0)
  })

  test('a revision that is none is named, options in disguise included', () => {
    const repo = quietRepo()
    for (const revision of ['nothing', '--output=x', '-x', 'a..b', '--all..', '1e10', 'HEAD:README.md', ':/x', 'a\nb'])
      expectProblem(repo.ctx('curate', '--', revision), 'is not a commit or range')
    for (const remote of ['nothing', '--upload-pack=touch x', '-x', '../elsewhere'])
      expectProblem(repo.ctx('push', '--', remote), /is not a remote/)
    expectProblem(repo.ctx('log', '--', '--output=x'), 'There is no entry --output=x')
    expectProblem(repo.ctx('show', '49af3e85'), '`ctx why 49af3e85` tells of a commit.')
    expect(readdirSync(repo.root).sort()).toEqual(['.ctx', '.git', 'README.md'])
  })

  test('a reader that closes the pipe early is no error', () => {
    const repo = quietRepo()
    const body = Array.from({ length: 200 }, (_, at) => `UPSERT a/b/entry_${at}.md: for a reason\n`).join('')
    const commits = Array.from({ length: 600 }, (_, at) => {
      const message = `Curate: ${'long '.repeat(60)}${at}\n\n${body}`
      return `commit refs/heads/ctx/main\ncommitter Ada <a@b.c> ${1700000000 + at} +0000\ndata ${message.length}\n${message}${at === 0 ? 'from refs/heads/ctx/main^0\n' : ''}\n`
    })
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: commits.join('') })
    for (const args of ['log -n 600', 'log -n 600 --json']) {
      const ran = repo.run('sh', [
        '-c',
        `{ "$0" "$1" ${args}; echo "code $?" >&2; } | head -n 1`,
        process.execPath,
        program,
      ])
      expect(ran.out.split('\n')).toHaveLength(2)
      expect(ran.err).toBe('code 0\n')
    }
  })

  test('names with dashes, quotes, blanks, line ends and other alphabets are learned from and found again', () => {
    const repo = quietRepo()
    const names = [
      '-x.ts',
      '--output=y.ts',
      'with space.ts',
      'qu"ote\'s.ts',
      'line\nend.ts',
      'größe.ts',
      '文档/説明.ts',
      'tab\there.ts',
      'back\\slash.ts',
      ':(top)magic.ts',
      '$(touch pwned).ts',
    ]
    repo.write(Object.fromEntries(names.map((name) => [name, 'export {}\n'])))
    repo.git('add', '-A', '--', '.', ':!.ctx')
    expectCode(repo.ctx('prequery'), 0)
    repo.git(
      'commit',
      '-q',
      '-m',
      'Serve größe und 説明 to "everyone"\n\nDecision: größe stays `-x` because $(touch pwned) is no command\n',
    )
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expectCode(repo.ctx('query', 'größe'), 0)
    expectCode(repo.ctx('query', '説明'), 0)
    expectCode(repo.ctx('refresh'), 0)
    for (const name of names) {
      repo.git('mv', '--', name, `${name}.moved`)
      repo.git('commit', '-q', '-m', `Move ${JSON.stringify(name)} to where it belongs`)
    }
    expectCode(repo.ctx('curate'), 0)
    expect(expectCode(repo.ctx('status'), 0)).not.toContain('Edited by hand')
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
    expectClean(repo)
  })

  test('branches with dashes, quotes, commands and other alphabets in their names are branches as any other', () => {
    const repo = quietRepo()
    const branches = [
      '--output=x',
      '-x',
      'größe',
      'it\'s"quoted"',
      '$(touch${IFS}pwned)',
      '`touch${IFS}pwned`',
      'a/b/c',
      'HEAD',
    ]
    for (const branch of branches) {
      repo.git('update-ref', `refs/heads/${branch}`, 'HEAD')
      repo.git('symbolic-ref', 'HEAD', `refs/heads/${branch}`)
      teach(repo, `Keep what was said on ${branch} for good`, 'src/kept.ts')
      expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from')
      expect(expectCode(repo.ctx('status'), 0)).toContain(`ctx/${branch}`)
      expectCode(repo.ctx('query', 'what is kept for good'), 0)
      expect(repo.git('rev-parse', '--verify', `refs/heads/ctx/${branch}`)).toMatch(/^[0-9a-f]{40}$/)
    }
    expectCode(repo.ctx('log'), 0)
    expectCode(repo.ctx('prequery'), 0)
    expect(readdirSync(repo.root).sort()).toEqual(['.ctx', '.git', 'README.md', 'src'])
    expectClean(repo)
  })

  test('a branch called --output=x is shared with a remote as any other', () => {
    const repo = quietRepo()
    const bare = withRemote(repo)
    repo.git('update-ref', 'refs/heads/--output=x', 'HEAD')
    repo.git('symbolic-ref', 'HEAD', 'refs/heads/--output=x')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    expect(expectCode(repo.ctx('push'), 0)).toContain('ctx/--output=x')
    expectCode(repo.ctx('pull'), 0)
    expect(repo.git('ls-remote', bare)).toContain('refs/heads/ctx/--output=x')
  })
})

describe('much at once', () => {
  test('a diff of 50 MB and a binary are learned from by their message, quickly', () => {
    const repo = quietRepo()
    const line = `export const words = '${'All work and no play. '.repeat(20)}'\n`
    repo.write({
      'src/huge.ts': line.repeat(Math.ceil((50 * 1024 * 1024) / line.length)),
      'package.json': `{"a":"${'x'.repeat(2 ** 20)}"}`,
    })
    repo.write({ 'src/image.bin': '\u0000\u0001\u0002'.repeat(100_000) })
    repo.git('add', '-A', '--', 'src', 'package.json')
    expectCode(repo.ctx('prequery'), 0)
    repo.git(
      'commit',
      '-q',
      '-m',
      'Keep the whole dictionary\n\nDecision: the dictionary is kept because reading is faster\n',
    )
    const began = Date.now()
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expect(Date.now() - began).toBeLessThan(withinReason(5_000))
    expectCode(repo.ctx('query', 'why keep the dictionary'), 0)
    expect(JSON.stringify(filesBelow(repo, '.ctx/tree')).length).toBeLessThan(50_000)
    expectClean(repo)
  })

  test('a message of a megabyte becomes an entry of a size that people read', () => {
    const repo = quietRepo()
    repo.write({
      message: `Explain everything at once\n\n${'Decision: it stays so because it was so. '.repeat(25_000)}\n`,
    })
    repo.write({ 'src/a.ts': 'a\n' })
    repo.git('add', 'src')
    repo.git('commit', '-q', '-F', 'message')
    rmSync(join(repo.root, 'message'))
    expectCode(repo.ctx('curate'), 0)
    expect(JSON.stringify(filesBelow(repo, '.ctx/tree')).length).toBeLessThan(100_000)
    expectCode(repo.ctx('query', 'explain everything'), 0)
  })
})

describe("the environment of somebody else's hook", () => {
  test('variables that point nowhere change nothing about what ctx reads and writes', () => {
    const repo = quietRepo()
    tell(repo)
    teach(repo)
    const nowhere = join(dirname(repo.root), 'nowhere')
    const env = {
      GIT_DIR: nowhere,
      GIT_WORK_TREE: nowhere,
      GIT_INDEX_FILE: join(nowhere, 'index'),
      GIT_OBJECT_DIRECTORY: nowhere,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: nowhere,
      GIT_COMMON_DIR: nowhere,
      GIT_PREFIX: 'no/such/folder/',
      GIT_NAMESPACE: 'elsewhere',
      GIT_CEILING_DIRECTORIES: dirname(repo.root),
      GIT_LITERAL_PATHSPECS: '1',
      GIT_SHALLOW_FILE: nowhere,
      GIT_GRAFT_FILE: nowhere,
      GIT_REPLACE_REF_BASE: 'refs/elsewhere/',
      GIT_EXTERNAL_DIFF: 'touch pwned; false',
      GIT_DIFF_OPTS: '-u99',
      GIT_PAGER: 'touch pwned',
      LC_ALL: 'de_DE.UTF-8',
    }
    const ctx = (...args: string[]): Ran => repo.run(process.execPath, [program, ...args], { env })
    expect(expectCode(ctx('curate'), 0)).toContain('learned from 1')
    expectCode(ctx('query', 'why is mail queued'), 0)
    expect(expectCode(ctx('status'), 0)).toContain('On main')
    expectCode(ctx('log'), 0)
    expectCode(ctx('curate', '--text', 'Tea is brewed at noon.'), 0)
    expectCode(ctx('init', '--no-hooks'), 0)
    expect(repo.git('show', '--stat', 'ctx/main')).toContain('tea_is_brewed_at_noon')
    expect(existsSync(nowhere)).toBe(false)
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
    expectClean(repo)
  })

  test('a commit made with an index elsewhere is learned from', async () => {
    const repo = newRepo()
    expectCode(repo.ctx('init'), 0)
    repo.write({ 'src/mail.ts': 'export {}\n' })
    const env = { GIT_INDEX_FILE: join(repo.root, '.git/other-index') }
    expect(repo.run('git', ['read-tree', 'HEAD'], { env }).code).toBe(0)
    expect(repo.run('git', ['add', 'src'], { env }).code).toBe(0)
    const message = 'Queue mail instead of sending it\n\nDecision: mail is queued because the server is slow\n'
    expect(repo.run('git', ['commit', '-q', '-m', message], { env }).code).toBe(0)
    await repo.settled()
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
  })
})
