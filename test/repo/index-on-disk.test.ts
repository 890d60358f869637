/** @module-tag slow */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, push } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import {
  cloneFrom,
  newRepo,
  program,
  type Ran,
  type Repo,
  repoAt,
  temporaryFolder,
  withRemote,
} from '../support/repo.ts'
import { initedRepo, openIn, tellIn } from '../support/open-in.ts'
import { askedHistory, type Answer, answerOf, mailEntry, pathsOf, lasting } from '../support/asked-history.ts'

const tea = 'kitchen/tea/tea_is_brewed_for_four_minutes.md'

// One history for all that only asks; nothing changes its files.
let repo: Repo
beforeAll(async () => {
  repo = await askedHistory()
  // The first question fills the index.
  expectCode(repo.ctx('search', 'mail'), 0)
})
afterAll(() => rmSync(dirname(repo.root), { recursive: true, force: true }))

const ctx = (...words: string[]): Ran => repo.ctx(...words)

describe('the index', () => {
  const index = (root: string): string => join(root, '.git/ctx/index.db')

  // From Node 22.16 on SQLite is part of Node.
  test.skipIf('sqlite' in process.versions)(
    'is told by ctx doctor; without the native module, all is answered alike from memory',
    () => {
      const copy = join(temporaryFolder(), 'ctx')
      cpSync(join(dirname(program)), join(copy, 'dist'), { recursive: true })
      cpSync(join(dirname(program), '../package.json'), join(copy, 'package.json'))
      const bare = (...words: string[]): Ran => repo.run(process.execPath, [join(copy, 'dist/cli.cjs'), ...words])
      expect(ctx('doctor').out).toMatch(/search: SQLite FTS5, on disk, 3 entries/)
      expect(bare('doctor').out).toMatch(/search: MiniSearch, in memory.*\. Slower/)
      for (const words of [
        ['search', 'why is the server slow for mail', '--explain', '--json'],
        ['search', 'avatrs in memory', '--explain', '--json'],
        ['search', 'mail', '--paths', 'web/avatars.ts', '--json'],
        ['search', 'zebra', '--explain', '--json'],
      ]) {
        const [ours, theirs] = [ctx(...words), bare(...words)]
        expect([words, theirs.code]).toEqual([words, ours.code])
        expect(rounded(lasting(theirs))).toEqual(rounded(lasting(ours)))
      }
      for (const words of [['show', mailEntry], ['tree'], ['log'], ['status']])
        expect([words, bare(...words)]).toEqual([words, ctx(...words)])
      // Single lessons are found by an index alone.
      expect(expectCode(bare('related', 'src/mail.ts'), 0)).toContain('Queue mail instead of sending it  same file')
      // The reason of a line is in its commit's message; what became of it only an index knows.
      expect(expectCode(bare('why', 'src/mail.ts:1'), 0)).toContain('because')
    },
  )

  // Scores hold the age of an entry, which went on between two questions.
  const rounded = (answer: object): object =>
    JSON.parse(
      JSON.stringify(answer, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)),
    ) as object

  /** A tree of two entries, indexed by programs that have ended: one that runs on may leave its log beside the file. */
  async function indexed(): Promise<Repo> {
    const own = newRepo()
    own.write({ '.ctx/tree/kitchen/tea/brew.md': '---\ntitle: Tea is brewed for four minutes\n---\n' })
    own.write({ '.ctx/tree/kitchen/coffee/grind.md': '---\ntitle: Coffee beans are ground fresh\n---\n' })
    expectCode(own.ctx('init', '--no-hooks'), 0)
    expectCode(own.ctx('refresh'), 0)
    return own
  }

  test('changes no answer by being deleted, emptied, cut off or filled with garbage', async () => {
    const own = await indexed()
    const ask = () => rounded(lasting(own.ctx('search', 'tea', '--json')))
    const before = ask()
    const file = index(own.root)
    const spoil = [
      () => rmSync(file),
      () => writeFileSync(file, ''),
      () => writeFileSync(file, 'This is not a database.\n'.repeat(1_000)),
      () => writeFileSync(file, readFileSync(file).subarray(0, 5_000)),
      () => writeFileSync(`${file}-wal`, 'garbage'),
    ]
    for (const [at, act] of spoil.entries()) {
      act()
      expect([at, ask()]).toEqual([at, before])
    }
    expect(existsSync(file)).toBe(true)
    expect(own.ctx('doctor').out).toContain('2 entries')
  })

  test('changes no answer by being damaged in its middle', async () => {
    const own = await indexed()
    const bytes = readFileSync(index(own.root))
    bytes.fill(0xa5, 8_192)
    writeFileSync(index(own.root), bytes)
    expectCode(own.ctx('search', 'tea'), 0)
  })

  test('can be deleted while a program has it open', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    expect(await pathsOf(own, 'tea')).toEqual([tea])
    expectCode(own.ctx('search', 'tea'), 0)
    rmSync(index(own.root))
    expect(expectCode(own.ctx('search', 'brewed'), 0)).toContain(tea)
    expect(await pathsOf(own, 'four minutes')).toEqual([tea])
  })

  test('is made by ten questions at once in a fresh clone, which all answer', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    await tellIn(own, 'Coffee beans are ground fresh.', 'kitchen/coffee')
    const remote = withRemote(own)
    await push(await openIn(own))
    const clone = cloneFrom(remote, 'clone')
    const ask = async () =>
      await promisify(execFile)(process.execPath, [program, 'search', 'tea', '--json'], {
        cwd: clone.root,
        env: clone.env,
      })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    for (const { stdout } of answers) expect((JSON.parse(stdout) as Answer).hits.map(({ path }) => path)).toEqual([tea])
    expect(await pathsOf(clone, 'coffee beans')).toEqual(['kitchen/coffee/coffee_beans_are_ground_fresh.md'])
    expect(readFileSync(join(clone.root, '.git/ctx/accesses'), 'utf8').match(/kitchen\/tea/g)).toHaveLength(10)
  })

  test('belongs to a work tree: each answers from its own branch', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const root = join(dirname(own.root), 'linked')
    own.git('worktree', 'add', '-q', '-b', 'feature', root)
    const linked = repoAt(root, dirname(root))
    await tellIn(linked, 'Coffee beans are ground fresh.', 'kitchen/coffee')
    await tellIn(own, 'Zeppelins need a hangar.', 'air/ships')
    await archive(await openIn(own), 'air')
    for (let times = 0; times < 2; times++) {
      expect(await pathsOf(own, 'coffee')).toEqual([])
      expect(await pathsOf(linked, 'coffee')).toEqual(['kitchen/coffee/coffee_beans_are_ground_fresh.md'])
      expect(await pathsOf(own, 'zeppelins')).toEqual(['_archived/air/ships/zeppelins_need_a_hangar.stub.md'])
      expect(await pathsOf(linked, 'zeppelins')).toEqual([])
      for (const one of [own, linked]) expect(await pathsOf(one, 'tea')).toEqual([tea])
    }
    expect(answerOf(linked.ctx('query', 'coffee', '--json')).hits).toHaveLength(1)
    expectCode(own.ctx('query', 'coffee'), 1)
  })
})
