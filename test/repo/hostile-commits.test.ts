/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { decodeText } from '../../src/repo/git/decode.ts'
import { beginCommit, writeCommit } from '../../src/repo/git/knowledge-branch.ts'
import { readCommits } from '../../src/repo/git/commits.ts'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { combine } from '../../src/tree/combine.ts'
import { emptyEntry, readEntry, writeEntry } from '../../src/tree/entry.ts'
import { expectCode, quietRepo } from '../support/expect.ts'
import { newRepo, type Repo } from '../support/repo.ts'
import { analysed } from '../support/commits.ts'

// Commits as they really are: with odd dates, odd bytes, odd settings and too many files.

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const curated = (repo: Repo, ...words: string[]): string => expectCode(repo.ctx('curate', ...words), 0)

describe('text and file names that are not UTF-8', () => {
  test('a comment in Latin-1 is learned as it was meant, and the entry is found', () => {
    const repo = quietRepo()
    repo.write({ 'src/printer.js': '' })
    writeFileSync(
      join(repo.root, 'src/printer.js'),
      latin1(
        '// wir m\xfcssen warten, because the printer needs five seconds before it takes the first page of a job\nfunction wait() {}\n',
      ),
    )
    repo.commit('Wait for the printer\n\nWhy: because the printer is slow to warm up')
    curated(repo)
    expect(expectCode(repo.ctx('query', 'printer slow warm'), 0)).toContain('Wait for the printer')
    expect(repo.git('grep', '-h', 'warten', 'ctx/main')).toContain('wir müssen warten')
    expect(expectCode(repo.ctx('status'), 0)).not.toContain('not-utf8')
  })

  test('a file whose name is Latin-1 is named readably', () => {
    const repo = quietRepo()
    const blob = repo.run('git', ['hash-object', '-w', '--stdin'], { input: 'one\n' }).out.trim()
    const index = Buffer.concat([Buffer.from(`100644 ${blob}\tsrc/m`), latin1('\xfc'), Buffer.from('ll.js\n')])
    execFileSync('git', ['update-index', '--index-info'], { cwd: repo.root, env: repo.env, input: index })
    repo.git('commit', '-q', '-m', 'Collect the waste\n\nWhy: because the bin is full')
    curated(repo)
    expect(expectCode(repo.ctx('query', 'bin full waste'), 0)).toContain('because the bin is full')
    expect(repo.git('grep', '-h', 'll.js', 'ctx/main')).toContain('- src/müll.js')
  })

  test('lines of UTF-8 and of Latin-1 stand beside each other in one patch', () => {
    expect(decodeText(Buffer.concat([Buffer.from('für ☃\n'), latin1('f\xfcr\x00\xfc\n'), Buffer.from('é')]))).toBe(
      'für ☃\nfür\0ü\né',
    )
  })

  test('a character that stands for lost bytes is left out of what is learned', () => {
    const repo = quietRepo()
    repo.commit('Wait for the \uFFFDprinter\n\nWhy: because the printer\uFFFD is slow to warm up', { 'src/a.js': 'a' })
    curated(repo)
    expect(expectCode(repo.ctx('query', 'printer slow warm'), 0)).toContain('because the printer is slow')
  })

  test('an entry that cannot be read is named by status, as it is by an answer', () => {
    const repo = quietRepo()
    const [path, text] = ['.ctx/tree/a/b/c.md', '---\ntitle: Zeppelin\n---\n\n## Facts\n- It flies \uFFFD low.\n']
    repo.write({ [path]: text })
    const said = repo.ctx('query', 'zeppelin')
    expect(said.err + said.out).toContain('cannot be read: a/b/c.md')
    expect(expectCode(repo.ctx('status'), 0)).toContain('a/b/c.md: It holds bytes that are not UTF-8')
  })
})

describe('what is written to a knowledge branch', () => {
  test.each([
    ['bytes that were lost', '---\ntitle: A\n---\n\n## Facts\n- \uFFFD\n'],
    ['an endless line', `---\ntitle: A\nkeywords: [${'word, '.repeat(5_000)}end]\n---\n`],
    ['front matter that never ends', '---\ntitle: A\n'],
    ['more than anybody reads', `---\ntitle: A\n---\n${'a line\n'.repeat(200_000)}`],
  ])('is never an entry that cannot be read: %s', async (_, text) => {
    const place = findRepoPaths(quietRepo().root)
    const parents = [await beginCommit(place)]
    const changes = [{ path: 'a/b/c.md', text }]
    await expect(writeCommit(place, { parents, changes, message: 'Curate: A\n' })).rejects.toThrow('a/b/c.md')
    await expect(writeCommit(place, { parents, changes, message: 'Edit\n', asTheyAre: true })).resolves.toBeDefined()
  })

  test('stays readable however many keywords its commits bring', () => {
    const names = (from: number): string[] =>
      Array.from({ length: 12 }, (_, at) => `name_of_${from}_${at}`.padEnd(38, 'x'))
    let entry = { ...emptyEntry, title: 'Names' }
    for (let at = 0; at < 60; at++) entry = combine(entry, { ...emptyEntry, keywords: names(at) }).entry
    expect(entry.keywords).toContain(names(0)[0])
    expect(readEntry(writeEntry(entry))).toHaveProperty('entry.keywords', entry.keywords)
  })
})

describe('a commit with an absurd date', () => {
  test('does not end ctx curate --all, and is learned itself', () => {
    const repo = quietRepo()
    repo.commit('Keep m apart\n\nWhy: because m quarrels', { 'src/m.js': 'm' })
    repo.write({ x: 'x\n' })
    repo.git('add', '-A')
    const date = '@9999999999999 +0000'
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    expect(repo.run('git', ['commit', '-qm', 'Bad date\n\nWhy: because of an import'], { env }).code).toBe(0)
    curated(repo, '--all')
    expect(expectCode(repo.ctx('query', 'import date'), 0)).toContain('because of an import')
    expect(expectCode(repo.ctx('query', 'm quarrels'), 0)).toContain('because m quarrels')
    for (const words of [['log'], ['status'], ['tree'], ['why', 'x']]) expectCode(repo.ctx(...words), 0)
  })
})

describe('trailer.separators', () => {
  test('set by a person does not make ctx learn every commit again and again', () => {
    const repo = quietRepo()
    repo.git('config', 'trailer.separators', '=#')
    repo.commit('Keep a apart\n\nWhy: because a quarrels', { 'src/a.js': 'a' })
    curated(repo, '--all')
    const tip = repo.git('rev-parse', 'ctx/main')
    for (let times = 0; times < 2; times++) curated(repo, '--all')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
  })
})

describe('a commit whose changes git takes too long to compare', () => {
  const taught = 'because the old table was sorted by hand'

  test('is read without them, and so is every other only where it takes long itself', async () => {
    const repo = newRepo()
    const commits = ['a', 'b', 'c'].map((name) => repo.commit(`Add ${name}`, { [name]: `${name}\n` }))
    const read = async (mostMs: number): Promise<readonly Commit[]> => {
      const found: Commit[] = []
      for await (const commit of readCommits(findRepoPaths(repo.root), commits, undefined, { mostMs }))
        found.push(commit)
      return found
    }
    const [late, early] = [await read(0), await read(60_000)]
    expect(late.map(({ sha, isDiffUnread }) => [sha, isDiffUnread])).toEqual(commits.map((sha) => [sha, true]))
    expect(late.map(({ changes }) => changes.map(({ path, hunks }) => [path, hunks.length]))).toEqual(
      ['a', 'b', 'c'].map((name) => [[name, 0]]),
    )
    expect(early.map(({ changes }) => changes[0]?.hunks.length)).toEqual([1, 1, 1])
    expect(early.filter(({ isDiffUnread }) => isDiffUnread)).toEqual([])
  })

  test('teaches what its message says; one that gives no reason says why it teaches nothing', () => {
    const read = (message: string): CommitAnalysis => analysed(message, { 'src/x.txt': {} }, { isDiffUnread: true })
    expect(read(`Sort the table\n\nWhy: ${taught}`)).toMatchObject({ skippedBecause: undefined })
    expect(read('Sort the table').skippedBecause).toContain('git takes too long')
  })
})

describe('a commit of more than 300 files', () => {
  const many = (folder: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`${folder}/f${at}.js`, `${at}\n`]))

  test('teaches what its message says', () => {
    const repo = quietRepo()
    const decision = 'all modules live in big, because the bundler needs one root'
    repo.commit(`Move everything into big/\n\nDecision: ${decision}`, many('big'))
    curated(repo)
    expect(expectCode(repo.ctx('query', 'modules bundler root'), 0)).toContain(decision)
    expect(repo.run('git', ['grep', '-c', 'big/f', 'ctx/main']).out).toBe('')
  })

  test('that gives no reason teaches nothing, and says so', () => {
    const repo = quietRepo()
    repo.commit('Import the old repository', many('old'))
    expect(curated(repo)).toContain('more than a change a person reads, and its message gives no reason')
  })
})
