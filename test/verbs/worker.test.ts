import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { noteAttempt, readAttempt } from '../../src/repo/state/attempts.ts'
import { expectCode, quietRepo, teach } from '../support/expect.ts'
import { program, type Ran, type Repo, repoAt, temporaryFolder } from '../support/repo.ts'

// What somebody can commit so that nobody learns any more.

const said = 'We must never drop it, because the gateway closes idle connections. '
const short = `${'A b. '.repeat(90)}\n`

/** Runs ctx with so little memory that what grows with the square of a text ends it. */
const inLittleMemory = (repo: Repo, words: readonly string[], input = ''): Ran =>
  repo.run(process.execPath, ['--max-old-space-size=300', program, ...words], { input })

describe('a long row of short sentences', () => {
  test.each([
    ['in a comment', 'src/c.js', `/*\n * ${said}${` * ${short}`.repeat(900)} */\nexport function f() {}\n`],
    ['in a document', 'CONTRIBUTING.md', `# Why\n\n${said}${short.repeat(900)}`],
  ])('%s does not end ctx curate', (_, path, text) => {
    const repo = quietRepo()
    repo.commit('Keep connections\n\nWhy: because clients reconnect slowly', { [path]: text })
    expect(inLittleMemory(repo, ['curate', 'HEAD'])).toMatchObject({ code: 0 })
    expect(expectCode(repo.ctx('query', 'clients reconnect slowly'), 0)).toContain('because clients reconnect slowly')
  })

  test('does not end ctx curate --text, which says what to do', () => {
    const told = expectCode(inLittleMemory(quietRepo(), ['curate', '--text', '-'], said + short.repeat(400)), 2)
    expect(told).toContain('Tell it in parts')
  })
})

/** Lets the note of the attempt be a minute older than it is. */
function minutePasses(repo: Repo): void {
  const note = repo.read('.git/ctx/attempt')
  repo.write({ '.git/ctx/attempt': note.replace(/\d+$/m, (at) => `${Number(at) - 60_000}`) })
}

test('a commit that takes workers down five times is set aside and told, and later commits are learned', () => {
  const repo = quietRepo()
  const real = repo.run('sh', ['-c', 'command -v git']).out.trim()
  const fatal = repo.commit('Add a bomb\n\nWhy: because it explodes', { 'src/bomb.js': 'x' })
  const later = repo.commit('Add tea\n\nWhy: because tea is calming', { 'src/tea.js': 'x' })
  const root = repo.git('rev-parse', '--show-toplevel')
  const job = (commit: string): string => `kind commit\nroot ${root}\nbranch refs/heads/main\ncommit ${commit}\nend\n`
  repo.write({
    [`.git/ctx/queue/1`]: job(fatal),
    [`.git/ctx/queue/2`]: job(later),
    // Whoever has git show this commit is killed, as a worker is that runs out of memory.
    'bin/git': `#!/bin/sh\ncase " $* " in *" log --stdin "*) asked=$(cat)\ncase $asked in *${fatal}*) kill -9 $PPID; exit 1 ;; esac\nprintf '%s\\n' "$asked" | exec ${real} "$@" ;; esac\nexec ${real} "$@"\n`,
  })
  chmodSync(join(repo.root, 'bin/git'), 0o755)
  const env = { PATH: `${join(repo.root, 'bin')}${delimiter}${repo.env['PATH'] ?? ''}` }
  const work = (): Ran => repo.run(process.execPath, [program, 'curate', '--queued'], { env })
  for (let times = 0; times < 5; times++) {
    expect(work().code).toBe(-1)
    minutePasses(repo)
  }
  work()
  expect(expectCode(repo.ctx('query', 'tea calming'), 0)).toContain('because tea is calming')
  expect(repo.ctx('doctor').out).toMatch(/1 jobs? failed/)
  expect(repo.read('.git/ctx/log')).toContain('workers ended 5 times while they were at this job')
})

test('a worker that is killed in a row sets no job aside', () => {
  const repo = quietRepo()
  const job = { file: '1' }
  const place = findRepoPaths(repo.root)
  for (let pid = 1; pid < 40; pid++) {
    noteAttempt(place, job)
    repo.write({ '.git/ctx/attempt': repo.read('.git/ctx/attempt').replace(/ \d+ (?=\d+$)/, ` ${pid} `) })
  }
  expect(readAttempt(place)).toMatchObject({ times: 1 })
})

test('in a folder whose name holds a line end, hooks write nothing elsewhere and say why', () => {
  const home = temporaryFolder()
  const repo = repoAt(join(home, 'first\nelsewhere'), home)
  mkdirSync(repo.root)
  repo.git('init', '-q', '-b', 'main')
  repo.commit('Begin', { 'README.md': '# A project\n' })
  expect(repo.ctx('init').code).toBe(0)
  const { err } = repo.run('git', ['commit', '-q', '--allow-empty', '-m', 'Add tea'])
  expect(err).toContain('holds a line end')
  expect(existsSync(join(repo.root, 'elsewhere'))).toBe(false)
  expect(repo.ctx('doctor').out).toContain('holds a line end, so hooks do nothing here')
})

test('"1 job failed" stayed after its commit was read, and after what ctx doctor advised', () => {
  const repo = quietRepo()
  const [read, other] = [teach(repo), 'f'.repeat(40)]
  expectCode(repo.ctx('curate'), 0)
  const jobOf = (commit: string): string =>
    `kind commit\nroot ${repo.root}\nbranch refs/heads/main\ncommit ${commit}\nend\n`
  repo.write({ '.git/ctx/damaged/read.1': jobOf(read), '.git/ctx/damaged/other.1': jobOf(other) })
  expect(expectCode(repo.ctx('status'), 0)).toContain('2 jobs failed')
  expect(expectCode(repo.ctx('curate', read), 0)).toContain('Nothing new to learn')
  // Nobody has read the other.
  expect(expectCode(repo.ctx('status'), 0)).toContain('1 job failed')
  expect(repo.ctx('doctor').out).toContain('damaged/other.1')
})
