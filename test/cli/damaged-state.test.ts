/** @module-tag slow */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, expectProblem } from '../support/expect.ts'
import { program, removeWhole, type Repo, repoAt } from '../support/repo.ts'
import { filesBelow } from '../support/files-below.ts'
import { until } from '../support/until.ts'

/** Makes many commits on main at once, each with a decision of its own. */
function longHistory(repo: Repo, count: number): void {
  const commits = Array.from({ length: count }, (_, at) => {
    const message = `Keep room ${at} warm in winter\n\nDecision: room ${at} stays warm because pipe ${at} freezes\n`
    return `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1700000000 + at} +0000\ndata ${message.length}\n${message}${at === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline src/room${at % 7}/heat${at}.ts\ndata 3\nx${at % 10}\n\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: commits.join('') })
  repo.git('reset', '-q', '--hard')
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return text
}

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

  test('a lock with a time that is still to come, or of a process that was killed and not reaped, kept everybody out', async () => {
    const repo = quietRepo()
    const path = join(repo.root, '.git/ctx/tree.lock')
    repo.write({ '.git/ctx/tree.lock': '1234\nanother-host\n' })
    utimesSync(path, new Date('2100-01-01'), new Date('2100-01-01'))
    tell(repo)
    expect(existsSync(path)).toBe(false)
    // A shell that waits for nobody keeps its child as a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void parent.kill())
    const child = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (said) => resolve(String(said).trim())),
    )
    await sleep(200)
    repo.write({ '.git/ctx/tree.lock': `${child}\n${hostname()}\n` })
    tell(repo, 'Idle sessions end after an hour.')
    expect(existsSync(path)).toBe(false)
  })

  test('a full disk where the answer goes was told by an exit code alone', () => {
    const repo = quietRepo()
    const ran = repo.run('sh', ['-c', `"${process.execPath}" "${program}" status > /dev/full`])
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('The answer could not be written: ENOSPC') })
  })

  test('without local state and derived files, nothing is lost and they come back byte for byte', async () => {
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
      if (how.includes('state')) await removeWhole(join(repo.root, '.git/ctx'))
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
    // The last of them began to read the log in the background.
    const left = (): readonly string[] =>
      readdirSync(join(repo.root, '.git/ctx')).filter((name) => /lock|tmp/.test(name))
    await until(() => left().length === 0, 'an end of all locks')
    expect(repo.git('for-each-ref', 'refs/ctx')).toBe('')
    expectClean(repo)
  })
})
