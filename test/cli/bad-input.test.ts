/** @module-tag slow */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { newRepo, program, type Ran, type Repo, repoAt, temporaryFolder, withRemote } from '../support/repo.ts'
import { withinReason } from '../support/slow.ts'

/** Expects that ctx stopped with a sentence and a second line that says how to go on. */
function expectProblem(ran: Ran, sentence: RegExp | string): void {
  const all = expectCode(ran, 2)
  expect(ran.out).toBe('')
  expect(ran.err).toMatch(/^ctx: [^]+\n {5}\S/)
  expect(all).toMatch(sentence)
}

/** Reads all files below a folder of the repository. */
function filesBelow(repo: Repo, folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (path: string): void => {
    for (const name of readdirSync(join(repo.root, path)).sort()) {
      if (lstatSync(join(repo.root, path, name)).isDirectory()) visit(`${path}/${name}`)
      else found[`${path}/${name}`] = readFileSync(join(repo.root, path, name), 'latin1')
    }
  }
  if (existsSync(join(repo.root, folder))) visit(folder)
  return found
}

/** Commits files to the knowledge branch as somebody else's tool would. */
function plant(repo: Repo, files: Readonly<Record<string, string>>): void {
  const ref = 'refs/heads/ctx/main'
  const edits = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const stream = `commit ${ref}\ncommitter Eve <eve@example.org> 1700000000 +0000\ndata 5\nPlant\nfrom ${ref}^0\n${edits.join('')}\n`
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: stream })
}

/** Makes many commits on main at once, each with a decision of its own. */
function longHistory(repo: Repo, count: number): void {
  const commits = Array.from({ length: count }, (_, at) => {
    const message = `Keep room ${at} warm in winter\n\nDecision: room ${at} stays warm because pipe ${at} freezes\n`
    return `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1700000000 + at} +0000\ndata ${message.length}\n${message}${at === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline src/room${at % 7}/heat${at}.ts\ndata 3\nx${at % 10}\n\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: commits.join('') })
  repo.git('reset', '-q', '--hard')
}

const everyCommand: readonly (readonly string[])[] = [
  ['init'],
  ['query', 'tokens'],
  ['search', 'tokens'],
  ['show', 'auth/tokens/a.md'],
  ['tree'],
  ['log'],
  ['curate'],
  ['curate', '--all'],
  ['curate', '--queued'],
  ['curate', '--text', 'Tokens are single-use.'],
  ['prequery'],
  ['push'],
  ['pull'],
  ['status'],
  ['refresh'],
  ['doctor'],
  ['uninstall'],
]

describe('where there is nothing to work on', () => {
  test('outside a repository, every command says so and how to make one', () => {
    const folder = temporaryFolder()
    const outside = repoAt(folder, folder)
    for (const args of everyCommand) expectProblem(outside.ctx(...args), /is not in a git repository\.\n.*git init/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a folder whose .git is broken is not taken for a repository', () => {
    const folder = temporaryFolder()
    const broken = repoAt(folder, folder)
    broken.write({ '.git': 'gitdir: /nowhere/at/all\n' })
    for (const args of [['status'], ['curate'], ['query', 'tokens'], ['init']])
      expectProblem(broken.ctx(...args), /repository/)
  })

  test('inside .git, the way to the work tree is told; it is no bare repository', () => {
    const repo = newRepo()
    for (const folder of ['.git', '.git/hooks']) {
      const inside = repoAt(join(repo.root, folder), dirname(repo.root))
      expectProblem(inside.ctx('status'), new RegExp(`no work tree\\.\\n.*cd ${repo.root}$`, 'm'))
    }
  })

  test('a bare repository is named as such, by every command', () => {
    const folder = temporaryFolder()
    const bare = repoAt(folder, folder)
    bare.git('init', '-q', '--bare')
    const before = filesBelow(bare, '.')
    for (const args of everyCommand) expectProblem(bare.ctx(...args), /bare repository.*\n.*Clone it/)
    expect(filesBelow(bare, '.')).toEqual(before)
  })

  test('before the first commit, every command says what there is, and the first commit is learned from', () => {
    const repo = newRepo({ empty: true })
    expect(expectCode(repo.ctx('init', '--no-hooks'), 0)).toContain('no commits yet')
    expectProblem(repo.ctx('curate'), 'has no commits yet')
    expectProblem(repo.ctx('curate', '--all'), 'has no commits yet')
    expectProblem(repo.ctx('curate', 'HEAD'), 'has no commits yet')
    expect(expectCode(repo.ctx('query', 'why tokens'), 1)).toContain('Nothing states this')
    expectProblem(repo.ctx('push'), 'no remote')
    expect(expectCode(repo.ctx('status'), 0)).toContain('No knowledge yet')
    expect(expectCode(repo.ctx('log'), 0)).toContain('No knowledge')
    expect(expectCode(repo.ctx('tree'), 0)).toContain('Nothing was learned yet')
    expectCode(repo.ctx('prequery'), 0)
    expectCode(repo.ctx('refresh'), 0)
    teach(repo)
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expectClean(repo)
  })

  test('before the first commit, push to a remote says that there is nothing to share', () => {
    const repo = newRepo({ empty: true })
    repo.git('init', '-q', '--bare', '../remote.git')
    repo.git('remote', 'add', 'origin', '../remote.git')
    expectCode(repo.ctx('init', '--no-hooks'), 0)
    expect(expectCode(repo.ctx('push'), 0)).toContain('nothing to share')
  })

  test('in a shallow clone, the commit where history is cut is not read as if it had added every file', () => {
    const repo = newRepo()
    repo.commit('Begin the shop', { 'src/old.ts': 'old', 'src/older.ts': 'older' })
    teach(repo)
    repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, '../shallow')
    const shallow = repoAt(join(dirname(repo.root), 'shallow'), dirname(repo.root))
    expectCode(shallow.ctx('init', '--no-hooks'), 0)
    expectCode(shallow.ctx('curate', '--all'), 0)
    expect(JSON.stringify(filesBelow(shallow, '.ctx/tree'))).not.toContain('src/older.ts')
    teach(shallow, 'Send receipts on paper', 'src/receipt.ts')
    expect(expectCode(shallow.ctx('curate'), 0)).toContain('learned from 1')
    expectCode(shallow.ctx('log'), 0)
    expectClean(shallow)
  })

  test('on a detached HEAD, knowledge can be read, and learning says how to get to a branch', () => {
    const repo = quietRepo()
    tell(repo)
    const tip = repo.git('rev-parse', 'ctx/main')
    repo.git('checkout', '-q', '--detach')
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('HEAD is detached')
    expectCode(repo.ctx('tree'), 0)
    expectCode(repo.ctx('log'), 0)
    for (const args of [['curate'], ['curate', '--all'], ['curate', '--text', 'Tea is brewed at noon.']])
      expectProblem(repo.ctx(...args), /HEAD is detached.*\n.*git switch/)
    appendFileSync(join(repo.root, '.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md'), '\nA note by hand.\n')
    expect(expectCode(repo.ctx('refresh'), 0)).toContain('HEAD is detached')
    expect(repo.read('.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md')).toContain('A note by hand.')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    repo.git('switch', '-q', 'main')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('show', 'ctx/main:auth/tokens/refresh_tokens_are_single_use.md')).toContain('A note by hand.')
    expectClean(repo)
  })
})

describe('branches in the way', () => {
  test.each(['loose', 'packed'])('a %s branch called ctx is named with the command that renames it', (kind) => {
    const repo = newRepo()
    repo.git('branch', 'ctx')
    if (kind === 'packed') repo.git('pack-refs', '--all')
    expectProblem(repo.ctx('init', '--no-hooks'), /The branch "ctx" is in the way.*\n.*git branch -m ctx/)
    teach(repo)
    expectProblem(repo.ctx('curate'), 'git branch -m ctx')
    expectProblem(repo.ctx('curate', '--text', 'Tea is brewed at noon.'), 'git branch -m ctx')
    expectCode(repo.ctx('status'), 0)
    expect(expectCode(repo.ctx('query', 'mail'), 0)).toContain('from the log, not curated')
    repo.git('branch', '-m', 'ctx', 'mine')
    expectCode(repo.ctx('init', '--no-hooks'), 0)
    expectCode(repo.ctx('curate'), 0)
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expectClean(repo)
  })

  test.each([[['curate']], [['query', 'tokens']], [['refresh']]])(
    'a knowledge branch that points nowhere is rebuilt by ctx %s, and that is said',
    (args) => {
      const repo = quietRepo()
      tell(repo)
      repo.git('pack-refs', '--all')
      repo.write({ '.git/refs/heads/ctx/main': `${'1'.repeat(40)}\n` })
      teach(repo)
      expect(expectCode(repo.ctx(...args), 0)).toContain('ctx/main led to objects that are gone')
      expect(expectCode(repo.ctx('query', 'refresh tokens'), 0)).toContain('single-use')
      expectCode(repo.ctx('log'), 0)
    },
  )
})

describe('damaged local state', () => {
  const garbage: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['words', 'not what you think\nit is\n'],
    ['an option', '--output=pwned\n--output=pwned\n'],
    ['a commit that is not there', `${'1'.repeat(40)}\n${'2'.repeat(40)}\n`],
    ['a revision that is no commit', 'HEAD^{tree}\n\n'],
    ['bytes that are no text', '\u0000\u0001\ufffd\u0000\n\u0000'],
  ]

  test.each(garbage)('a record of what is shown that holds %s is made again', (_, text) => {
    const repo = quietRepo()
    tell(repo)
    const before = filesBelow(repo, '.ctx/tree')
    const tip = repo.git('rev-parse', 'ctx/main')
    repo.write({ '.git/ctx/shown': text, '.git/ctx/files': text })
    expectCode(repo.ctx('status'), 0)
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expect(filesBelow(repo, '.ctx/tree')).toEqual(before)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(repo.read('.git/ctx/shown')).toContain(tip)
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
    expectClean(repo)
  })

  test('an edit made by hand survives a damaged record of what is shown', () => {
    const repo = quietRepo()
    tell(repo)
    tell(repo, 'Idle sessions end after an hour.')
    const path = '.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md'
    appendFileSync(join(repo.root, path), '\nA note by hand.\n')
    repo.write({ '.git/ctx/shown': 'garbage', '.git/ctx/files': 'garbage' })
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.read(path)).toContain('A note by hand.')
    expect(repo.git('show', 'ctx/main:auth/tokens/refresh_tokens_are_single_use.md')).toContain('A note by hand.')
    expect(repo.git('show', 'ctx/main:auth/tokens/idle_sessions_end_after_an_hour.md')).not.toBe('')
  })

  test('queue files that cannot be read are set aside and named by the doctor; the others are done', () => {
    const repo = quietRepo()
    const commit = teach(repo)
    const job = (lines: string): string => `kind commit\nroot ${repo.root}\nbranch refs/heads/main\n${lines}`
    repo.write({
      '.git/ctx/queue/a': '',
      '.git/ctx/queue/b': '\u0000\u0000\u0000',
      '.git/ctx/queue/c': job(`commit ${commit}\n`),
      '.git/ctx/queue/d': job('commit --output=x\nend\n'),
      '.git/ctx/queue/e': job(`commit ${commit}\nend\n`),
      '.git/ctx/queue/f': 'kind dance\nroot /\nbranch x\nend\n',
    })
    expect(expectCode(repo.ctx('curate', '--queued'), 0)).toContain('1 job done')
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('5 jobs failed')
    const said = expectCode(repo.ctx('doctor'), 2)
    for (const name of ['a', 'b', 'c', 'd', 'f']) expect(said).toContain(join('.git', 'ctx', 'damaged', name))
    expectClean(repo)
  })

  test('a job for a commit that is no longer there is set aside with a word in the log', () => {
    const repo = quietRepo()
    repo.write({
      '.git/ctx/queue/a': `kind commit\nroot ${repo.root}\nbranch refs/heads/main\ncommit ${'3'.repeat(40)}\nend\n`,
    })
    expect(expectCode(repo.ctx('curate', '--queued'), 2)).toContain('ctx doctor')
    expect(expectCode(repo.ctx('doctor'), 2)).toContain('1 job failed and was set aside')
    expect(repo.read('.git/ctx/log')).toContain('3'.repeat(40))
  })

  test('a folder in the queue stops nobody', () => {
    const repo = quietRepo()
    mkdirSync(join(repo.root, '.git/ctx/queue/folder'), { recursive: true })
    const commit = teach(repo)
    repo.write({
      '.git/ctx/queue/job': `kind commit\nroot ${repo.root}\nbranch refs/heads/main\ncommit ${commit}\nend\n`,
    })
    const ran = repo.ctx('curate', '--queued')
    expectCode(ran, ran.code)
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
    expectCode(repo.ctx('status'), 0)
  })

  test('a job whose work tree is gone is done all the same', () => {
    const repo = quietRepo()
    const commit = teach(repo)
    repo.write({
      '.git/ctx/queue/job': `kind commit\nroot /nowhere/at/all\nbranch refs/heads/main\ncommit ${commit}\nend\n`,
    })
    expectCode(repo.ctx('curate', '--queued'), 0)
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
  })

  test('a damaged journal of accesses and a damaged manifest hinder nobody', () => {
    const repo = quietRepo()
    tell(repo)
    const before = filesBelow(repo, '.ctx/tree')
    repo.write({
      '.git/ctx/accesses': '../../etc/passwd\n\u0000\n--output=x\n',
      '.git/ctx/accesses.taken': '{"no": "list"}',
      '.ctx/tree/_manifest.json': '{"version":1,"lanes":',
      '.ctx/tree/_index.md': '\u0000',
    })
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expectCode(repo.ctx('refresh'), 0)
    expect(filesBelow(repo, '.ctx/tree')).toEqual(before)
  })

  test('a damaged git index stops only what reads the index, and that says so', () => {
    const repo = quietRepo()
    tell(repo)
    teach(repo)
    repo.write({ '.git/index': 'this is no index' })
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expectCode(repo.ctx('status'), 0)
    expectCode(repo.ctx('curate'), 0)
    expectProblem(repo.ctx('prequery'), /index/)
    expect(repo.read('.git/index')).toBe('this is no index')
  })

  test('a lock that a dead process left behind is taken over', () => {
    const repo = quietRepo()
    repo.write({ '.git/ctx/tree.lock': '999999999\nnot-this-host' })
    const held = repo.read('.git/ctx/tree.lock')
    expect(held).not.toBe('')
    repo.write({ '.git/ctx/tree.lock': `999999999\n${execFileSync('hostname').toString()}` })
    tell(repo)
    expect(existsSync(join(repo.root, '.git/ctx/tree.lock'))).toBe(false)
  })

  test('without local state and derived files, nothing is lost and they come back byte for byte', () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo)
    tell(repo, 'Idle sessions end after an hour.')
    const before = filesBelow(repo, '.ctx/tree')
    const tip = repo.git('rev-parse', 'ctx/main')
    const derived = Object.keys(before).filter((path) => /_index\.md$|_manifest\.json$/.test(path))
    expect(derived.length).toBeGreaterThan(3)
    for (const how of ['state and derived', 'state and tree', 'derived alone', 'state alone']) {
      if (how.includes('state')) rmSync(join(repo.root, '.git/ctx'), { recursive: true })
      if (how.includes('derived')) for (const path of derived) rmSync(join(repo.root, path))
      if (how.includes('tree')) rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
      expectCode(repo.ctx('query', 'refresh tokens'), 0)
      expect(filesBelow(repo, '.ctx/tree')).toEqual(before)
      expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    }
    expect(expectCode(repo.ctx('curate'), 0)).toContain('Nothing new to learn')
    expectClean(repo)
  })

  test('Ctrl-C during `ctx curate --all` leaves a state that the next run goes on from', async () => {
    const repo = quietRepo()
    longHistory(repo, 410)
    const twin = repoAt(join(dirname(repo.root), 'twin'), dirname(repo.root))
    execFileSync('cp', ['-r', repo.root, twin.root])
    expectCode(twin.ctx('curate', '--all'), 0)
    for (const after of [150, 400]) {
      const child = spawn(process.execPath, [program, 'curate', '--all'], { cwd: repo.root, env: repo.env })
      const said = textOf(child)
      const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
      await sleep(after)
      child.kill('SIGINT')
      const code = await closed
      expect([0, 130, null]).toContain(code)
      expect(await said).not.toMatch(/^ {4}at |bug of ours/m)
      expectCode(repo.ctx('status'), 0)
      repo.git('fsck', '--strict', 'ctx/main')
    }
    expectCode(repo.ctx('curate', '--all'), 0)
    const sources = (at: Repo): readonly string[] =>
      at.git('log', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main').split('\n').filter(Boolean)
    expect(new Set(sources(repo)).size).toBe(sources(repo).length)
    expect(sources(repo).toSorted()).toEqual(sources(twin).toSorted())
    expect(repo.git('rev-parse', 'ctx/main^{tree}')).toBe(twin.git('rev-parse', 'ctx/main^{tree}'))
    expect(readdirSync(join(repo.root, '.git/ctx')).filter((name) => /lock|tmp/.test(name))).toEqual([])
    expect(repo.git('for-each-ref', 'refs/ctx')).toBe('')
    expectClean(repo)
  })
})

async function textOf(child: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return text
}

describe('entries that cannot be read', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['front matter that is not YAML', '---\ntitle: [a, b\nfoo: : bar\n---\n\nBody of it.\n'],
    ['front matter that never ends', '---\ntitle: Tea\n\nBody of it.\n'],
    ['front matter that is a list', '---\n- a\n- b\n---\n\nBody of it.\n'],
    ['a key twice', '---\ntitle: A\ntitle: B\n---\n\nBody of it.\n'],
    ['the markers of a merge', '---\ntitle: Tea\n---\n\n<<<<<<< ours\nBody of it.\n=======\nOther.\n>>>>>>> theirs\n'],
    [
      'markers in its front matter',
      '---\n<<<<<<< ours\ntitle: A\n=======\ntitle: B\n>>>>>>> theirs\n---\n\nBody of it.\n',
    ],
    ['bytes that are no text', '\u0000\u0001\u0002Body of it.\u0000'],
  ]

  const brokenFiles = Object.fromEntries(broken.map(([, text], at) => [`auth/tokens/broken_${at}.md`, text]))

  test('broken entries on disk are findings, are kept, and hide no other entry', () => {
    const repo = quietRepo()
    tell(repo)
    for (const [path, text] of Object.entries(brokenFiles)) repo.write({ [`.ctx/tree/${path}`]: text })
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    const said = expectCode(repo.ctx('status'), 0)
    for (const [at, [what]] of broken.entries())
      if (!what.startsWith('bytes')) expect(said).toMatch(new RegExp(`warning auth/tokens/broken_${at}\\.md: \\S`))
    expectCode(repo.ctx('tree'), 0)
    expect(expectCode(repo.ctx('show', 'auth/tokens/broken_0.md'), 0)).toContain('Body of it.')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    expectCode(repo.ctx('refresh'), 0)
    for (const [path, text] of Object.entries(brokenFiles)) {
      expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
      expect(repo.git('show', `ctx/main:${path}`)).toBe(text.replace(/\n$/, ''))
    }
    expectClean(repo)
  })

  test('broken entries on the knowledge branch are shown as they are and survive the next curation', () => {
    const repo = quietRepo()
    tell(repo)
    plant(repo, brokenFiles)
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('warning auth/tokens/broken_0.md')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo, 'Idle sessions end after an hour.')
    for (const [path, text] of Object.entries(brokenFiles)) {
      expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
      expect(repo.git('show', `ctx/main:${path}`)).toBe(text.replace(/\n$/, ''))
    }
    expectClean(repo)
  })

  test('a new entry never takes the place of one that cannot be read', () => {
    const repo = quietRepo()
    tell(repo)
    const path = 'auth/tokens/refresh_tokens_are_single_use.md'
    const text = '---\ntitle: [a, b\n---\n\nHours of work by hand.\n'
    repo.write({ [`.ctx/tree/${path}`]: text })
    tell(repo)
    expect(repo.git('show', `ctx/main:${path}`)).toContain('Hours of work by hand.')
    expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
  })

  test('an edit made by hand is committed once, also where the same command learns into that entry', () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    const [path = ''] = Object.keys(filesBelow(repo, '.ctx/tree')).filter((file) => /queue_mail.*\.md$/.test(file))
    repo.write({ [path]: `${repo.read(path).replace('accessCount: 0', 'accessCount: 5')}\n## Notes\nBy hand.\n` })
    repo.commit('Queue mail instead of sending it\n\nDecision: mail waits because the server is slow\n', {
      'src/mail.ts': 'export const again = 1\n',
    })
    expectCode(repo.ctx('curate'), 0)
    const subjects = repo.git('log', '--format=%s', 'ctx/main').split('\n')
    expect(subjects.filter((subject) => subject.startsWith('Edit:'))).toHaveLength(1)
    expect(repo.read(path)).toMatch(/accessCount: 5\n[\s\S]*mail waits because[\s\S]*By hand\./)
    expect(expectCode(repo.ctx('status'), 0)).not.toContain('Edited by hand')
  })

  test('a commit about the same thing never takes the place of an entry that cannot be read', () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    const [path = ''] = Object.keys(filesBelow(repo, '.ctx/tree')).filter((file) => /queue_mail.*\.md$/.test(file))
    repo.write({ [path]: '---\ntitle: [a, b\n---\n\nHours of work by hand.\n' })
    repo.commit('Queue mail instead of sending it\n\nDecision: mail waits because the server is slow\n', {
      'src/mail.ts': 'export const again = 1\n',
    })
    expectCode(repo.ctx('curate'), 0)
    expect(repo.read(path)).toContain('Hours of work by hand.')
  })

  test('an entry larger than 1 MiB on the knowledge branch is left out with a word, and stays on the branch', () => {
    const repo = quietRepo()
    tell(repo)
    const huge = `---\ntitle: Huge\n---\n\n${'All work and no play. '.repeat(70_000)}\n`
    plant(repo, { 'auth/tokens/huge.md': huge })
    expect(expectCode(repo.ctx('refresh'), 0)).toContain('Left out auth/tokens/huge.md')
    expect(existsSync(join(repo.root, '.ctx/tree/auth/tokens/huge.md'))).toBe(false)
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expectCode(repo.ctx('status'), 0)
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo, 'Idle sessions end after an hour.')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('cat-file', '-s', 'ctx/main:auth/tokens/huge.md')).toBe(String(huge.length))
    expectClean(repo)
  })

  test('show tells what it does not have, whatever it is asked for', () => {
    const repo = quietRepo()
    tell(repo)
    repo.write({ 'secret.txt': 'outside the tree' })
    for (const path of [
      'nothing/at/all.md',
      '../../secret.txt',
      '../config.yaml',
      '/etc/passwd',
      'auth/tokens/..',
      '\u0000',
      'x'.repeat(5000),
    ]) {
      const ran = path.includes('\u0000') ? repo.ctx('show', 'a%00b') : repo.ctx('show', path)
      expectProblem(ran, /ctx tree/)
      expect(ran.out + ran.err).not.toContain('outside the tree')
    }
  })
})

describe('settings that are not right', () => {
  const personal: readonly (readonly [string, RegExp])[] = [
    ['autoPush: on\n', /autoPush[\s\S]*git config/],
    ['model: gpt-9\n', /model[\s\S]*git config/],
    ['endpoint: https://evil.example\n', /endpoint[\s\S]*git config/],
  ]
  const hostile: readonly (readonly [string, RegExp])[] = [
    ['branchPrefix: ../x\n', /branchPrefix/],
    ['branchPrefix: -x\n', /branchPrefix/],
    ['branchPrefix: refs/heads/main\n', /branchPrefix/],
    ['branchPrefix: "a\\n"\n', /branchPrefix/],
    ['branchPrefix: ""\n', /branchPrefix/],
    ['branchPrefix: [ctx]\n', /branchPrefix/],
    ['domains:\n  "src/**": ../x\n', /domains/],
    ['a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n', /config\.yaml/],
  ]
  const odd: readonly (readonly [string, RegExp])[] = [
    ['branchPrefix: [a, b\n  x: : y\n', /config\.yaml:? is not YAML/],
    ['\u0000\u0001', /config\.yaml/],
    ['- a\n- b\n', /config\.yaml/],
    ['hello\n', /config\.yaml/],
    ['version: 1\nversion: 1\n', /config\.yaml/],
    ['version: 1\nbranchPrefx: ctx\n', /branchPrefx/],
    ['version: 2\n', /version/],
    ['prequery: sometimes\n', /prequery/],
    ['ignore: everything\n', /ignore/],
  ]

  test.each([
    ['is not what ctx reads', odd],
    ['holds personal settings', personal],
    ['leads out of where it may', hostile],
  ])('a config.yaml that %s is named with its fault, and nothing is written', (_, configs) => {
    const repo = quietRepo()
    teach(repo)
    const tip = repo.git('rev-parse', 'ctx/main')
    for (const [text, fault] of configs) {
      repo.write({ '.ctx/config.yaml': text })
      expectProblem(repo.ctx('curate'), fault)
      expect(repo.read('.ctx/config.yaml')).toBe(text)
    }
    expectProblem(repo.ctx('query', 'mail'), 'config.yaml')
    expect(repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads')).toBe(
      `refs/heads/ctx/main ${tip}\nrefs/heads/main ${repo.git('rev-parse', 'main')}`,
    )
    expectClean(repo)
  })

  test.each([
    ['a place whose name Windows has for a device', 'domains:\n  "src/**": con/nul\n', /domains/],
    ['a place where archives are', 'domains:\n  "src/**": _archived/x\n', /domains/],
    ['an empty pattern to ignore', 'ignore: [""]\n', /ignore/],
    ['an empty pattern to file', 'domains:\n  "": a/b\n', /domains/],
  ])('a config.yaml with %s is named with its fault', (_, text, fault) => {
    const repo = quietRepo()
    teach(repo)
    repo.write({ '.ctx/config.yaml': text })
    expectProblem(repo.ctx('curate'), fault)
  })

  test('a prefix that is the name of a branch of the code says which branch is in the way', () => {
    const repo = quietRepo()
    teach(repo)
    const main = repo.git('rev-parse', 'main')
    expectProblem(repo.ctx('init', '--prefix', 'main'), /The branch "main" is in the way/)
    expect(repo.git('rev-parse', 'main')).toBe(main)
    const fresh = newRepo()
    fresh.write({ '.ctx/config.yaml': 'branchPrefix: main\n' })
    expectProblem(fresh.ctx('init', '--no-hooks'), /The branch "main" is in the way/)
    teach(fresh)
    expectProblem(fresh.ctx('curate'), /The branch "main" is in the way/)
  })

  test('a config.yaml that is a folder is told as such', () => {
    const repo = quietRepo()
    rmSync(join(repo.root, '.ctx/config.yaml'))
    mkdirSync(join(repo.root, '.ctx/config.yaml'))
    expectProblem(repo.ctx('status'), /config\.yaml/)
  })

  test('a personal setting that makes no sense is named where it matters, and stops no push', async () => {
    const repo = quietRepo()
    expectCode(repo.ctx('init'), 0)
    tell(repo)
    repo.git('config', 'ctx.autoPush', 'sometimes')
    withRemote(repo)
    await repo.settled()
    expect(expectCode(repo.ctx('status'), 0)).toContain('autoPush')
  })

  test('commits go through while config.yaml is broken, and are learned from once it is mended', async () => {
    const repo = newRepo()
    expectCode(repo.ctx('init'), 0)
    repo.write({ '.ctx/config.yaml': 'branchPrefix: [\n' })
    teach(repo)
    await sleep(600)
    repo.write({ '.ctx/config.yaml': 'version: 1\n' })
    const ran = repo.ctx('curate', '--queued')
    expectCode(ran, 0)
    await repo.settled()
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
  })
})

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
