import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/repo/index/store.ts'
import { answer } from '../../src/search/answer.ts'
import { toDocument } from '../../src/search/documents.ts'
import { excerpt } from '../../src/search/excerpt.ts'
import { fields, type Index, link } from '../../src/search/entry-index.ts'
import { type Answer, firstAnswer, type Question, type Tier } from '../../src/search/tiers.ts'
import { memoryIndex } from '../../src/search/memory.ts'
import { readQuestion } from '../../src/search/question.ts'
import { keyOf } from '../../src/search/remembered-answers.ts'
import { presets } from '../../src/search/weights.ts'
import { dateTermsIn, termsOfTime } from '../../src/text/dates.ts'
import { terms } from '../../src/text/terms.ts'
import { emptyEntry, type Entry } from '../../src/tree/entry.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { toStored } from '../../src/repo/index/update.ts'
import { indexReader } from '../../src/repo/index/index-reader.ts'
import { searchDefaults } from '../../src/repo/settings/shape.ts'
import { factOf } from '../support/facts.ts'
import { entryOf, entryPath as path, type Told } from '../support/entries.ts'

const entry = (title: string, statements: readonly string[] = [], more: Told = {}): Entry =>
  entryOf({ title, facts: statements.map((statement) => factOf(statement)), ...more })

type Entries = ReadonlyMap<EntryPath, Entry>
const documentsOf = (tree: Entries) => [...tree].map(([at, one]) => toDocument(at, one))
const now = new Date('2026-11-21T12:00:00Z')
const settings = { weights: presets.default, shares: { ...searchDefaults.rank, boost: searchDefaults.boost }, now }
const ask = (index: Index, text: string, more: Partial<Question> = {}): Answer =>
  answer({ text, files: [], within: '', limit: 10, floor: 0, ...more }, index, settings)
const paths = ({ hits }: Answer): readonly string[] => hits.map((hit) => hit.path)

const folder = mkdtempSync(join(tmpdir(), 'ctx-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let stores = 0

/** The same documents on disk. */
async function onDisk(tree: Entries) {
  const gitDir = join(folder, String(++stores))
  mkdirSync(gitDir)
  const store = await openStore({ root: folder, gitDir, commonDir: gitDir }, { fields, version: 'test' })
  if (store === undefined) throw new Error('SQLite does not load')
  const add = (documents: ReturnType<typeof documentsOf>, removed: readonly string[] = []): void =>
    store.update({ commit: 'c', changed: toStored(documents, new Map()), removed, unread: new Map() })
  add(documentsOf(tree))
  return { store, add, gitDir, index: (): Index => indexReader(store) }
}

const tree: Entries = new Map([
  [path('auth/jwt/rotation.md'), entry('Refresh token rotation', ['A second use revokes the family.'])],
  [path('auth/session/timeout.md'), entry('Idle timeout', ['Sessions end after 30 minutes.'])],
  [path('build/bundle/size.md'), entry('Bundle size', ['The refreshToken helper is not bundled.'])],
])

describe('ranking', async () => {
  const index = await memoryIndex(documentsOf(tree))

  test('the title counts more than the content', () => {
    expect(paths(ask(index, 'refresh token')).slice(0, 2)).toEqual(['auth/jwt/rotation.md', 'build/bundle/size.md'])
  })

  test('relevance admits: a question about something else is not answered, and what is unknown is named', () => {
    const { hits, outOfDomain, unknown } = ask(index, 'Who sent Melanie the quarterly invoices?')
    expect({ hits, outOfDomain }).toEqual({ hits: [], outOfDomain: true })
    expect(unknown[0]).toBe('Melanie')
  })

  test('a word that every object of JavaScript has is unknown like any other', () => {
    expect(ask(index, 'constructor prototype').outOfDomain).toBe(true)
  })

  test('a word that is merely common is answered', async () => {
    const many = new Map(Array.from({ length: 60 }, (_, at) => [path(`a/b/e${at}.md`), entry(`Entry ${at}`)]))
    expect(ask(await memoryIndex(documentsOf(many)), 'entry').outOfDomain).toBe(false)
  })

  test('importance and recency order what relevance admitted, and admit nothing', async () => {
    const old = [...tree].map(([at, one]) => [at, { ...one, updatedAt: '2020-01-01T00:00:00Z' }] as const)
    const loud = new Map<EntryPath, Entry>(old).set(
      path('build/bundle/size.md'),
      entry('Bundle size', ['The refreshToken helper.'], {
        importance: 100,
        maturity: 'core',
        updatedAt: now.toISOString(),
      }),
    )
    const louder = await memoryIndex(documentsOf(loud))
    expect(ask(louder, 'refresh token').hits[0]?.path).toBe('build/bundle/size.md')
    expect(ask(louder, 'quarterly invoices').hits).toEqual([])
  })

  test('one typing error is forgiven where nothing else fits, two are another word', () => {
    expect(paths(ask(index, 'refesh'))).toContain('auth/jwt/rotation.md')
    expect(ask(index, 'ratatoin').hits).toEqual([])
  })

  test('a word that is not finished finds what begins so', () => {
    expect(paths(ask(index, 'bundl siz'))[0]).toBe('build/bundle/size.md')
  })

  test('a topic keeps the answer within its folder', () => {
    expect(paths(ask(index, 'refresh token', { within: 'build' }))).toEqual(['build/bundle/size.md'])
  })

  test('entries about a file in question come first, and case counts in its path', async () => {
    const about = { files: ['src/Idle.ts'] }
    const filed = new Map(tree).set(path('auth/session/timeout.md'), entry('Idle timeout', [], about))
    const filedIndex = await memoryIndex(documentsOf(filed))
    expect(paths(ask(filedIndex, 'refresh token', { files: ['src/Idle.ts'] }))[0]).toBe('auth/session/timeout.md')
    expect(paths(ask(filedIndex, 'refresh token', { files: ['src/idle.ts'] }))[0]).toBe('auth/jwt/rotation.md')
  })

  test('what an answer names, and what names it, completes it', async () => {
    const linked = new Map(tree).set(
      path('auth/session/timeout.md'),
      entry('Idle timeout', [], { relations: [{ path: 'auth/jwt/rotation.md', reason: '' }] }),
    )
    const { related } = ask(await memoryIndex(documentsOf(linked)), 'family revoked twice', { limit: 1 })
    expect(related).toEqual([{ path: 'auth/session/timeout.md', title: 'Idle timeout', to: 'auth/jwt/rotation.md' }])
  })

  test('an entry is helped by those next to it where neighbours belong together', async () => {
    const session = (name: string, lines: readonly string[]): readonly (readonly [EntryPath, Entry])[] =>
      lines.map((line, at) => [
        path(`talk/${name}/t${at}.md`),
        entry('Ann', [], { narrative: { ...emptyEntry.narrative, structure: line } }),
      ])
    const talks = new Map([
      ...session('one', [
        'Which violin strings do you use?',
        'Gut strings, on every concert tour this summer.',
        'Violin strings wear out.',
      ]),
      ...session('two', ['The weather was fine.', 'We walked along the river bank.', 'Then it rained.']),
    ])
    const { hits } = ask(await memoryIndex(documentsOf(talks)), 'violin strings')
    expect(hits.find((hit) => hit.path === 'talk/one/t1.md')?.parts.beside).toBeGreaterThan(0)
  })
})

test('the commit that a long message speaks of was found behind those that share only its everyday words', async () => {
  const everyday = 'This file test build fix option update change call return value check output'
  const common = Array.from({ length: 60 }, (_, at): readonly [EntryPath, Entry] => [
    path(`log/${at % 6}/c${at}.md`),
    entry(`Change ${at}`, [
      everyday
        .split(' ')
        .filter((_word, place) => (place + at) % 5 > 1)
        .join(' '),
    ]),
  ])
  const meant = path('log/other/pollset.md')
  const index = await memoryIndex(
    documentsOf(new Map([...common, [meant, entry('Adjust the pollset', ['In transfer.'])]])),
  )
  const message = `multi: init the pollset\n\n${everyday}, and the name is set where it is used by an old caller.`
  expect(ask(index, message, { takesAnything: true }).hits[0]?.path).toBe(meant)
})

describe('a question', () => {
  const asked = (text: string, term: string) => readQuestion(text).find((one) => one.term === term)

  test('counts what stands in backticks, dates and files for more', () => {
    expect(asked('why `rotateToken` twice', 'rotatetoken')?.weight).toBeGreaterThan(1)
    expect(asked('what happened on 7 May 2023', '#2023-05-07')?.weight).toBeGreaterThan(1)
    expect(asked('what is src/auth/refresh.ts for', link('file', 'src/auth/refresh.ts'))?.weight).toBeGreaterThan(1)
  })

  test('counts the first of several lines for more, because it is a title, and compounds for less than their parts', () => {
    expect(asked('multi: wait less\n\nThe timer was late.', 'multi')?.weight).toBe(2)
    expect(asked('multi: wait less\n\nThe timer was late.', 'timer')?.weight).toBe(1)
    expect(asked('\nmulti: wait less\n', 'multi')?.weight).toBe(1)
    expect(asked('how does multi_wait end', 'multiwait')?.weight).toBeLessThan(1)
  })

  test('is the same whatever blanks stand in it, and another one in other lines', () => {
    const key = (text: string): string => keyOf({ text, files: [], within: '', limit: 1, floor: 0 }, '')
    expect(key(' wait  less ')).toBe(key('wait less'))
    expect(key('wait\nless')).not.toBe(key('wait less'))
  })

  test('knows a name from a word that begins a sentence, a month and a heading', () => {
    expect(asked('What did Melanie say?', 'melani')?.isName).toBe(true)
    expect(asked('Melanie said what?', 'melani')?.isName).toBe(false)
    expect(asked('What was in July?', 'juli')?.isName).toBe(false)
    expect(asked('Add Support For Large Files', 'larg')?.isName).toBe(false)
  })

  test('spells dates as entries do', () => {
    for (const spelled of ['7 May 2023', 'May 7th, 2023', '2023-05-07', 'the 7th of May 2023'])
      expect(termsOfTime('2023-05-07T10:00:00Z')).toContain(dateTermsIn(`on ${spelled}?`)[0])
    expect(dateTermsIn('it may march on')).toEqual([])
  })
})

describe('words', () => {
  test('a possessive and a contraction are the word before them', () => {
    expect(terms("Caroline's they'll parsers'")).toEqual(terms('Caroline they parser'))
  })

  test('forms that no rule gives are brought together', () => {
    expect(terms('wrote indices')).toEqual(terms('write index'))
  })
})

describe('the index on disk', () => {
  const word = fc.constantFrom(
    ...'alpha beta gamma delta token refresh rotation session bundle size cache parser'.split(' '),
  )
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '))
  const trees = fc
    .array(fc.record({ title: text, statement: text, topic: fc.constantFrom('one', 'two', 'three') }), {
      minLength: 1,
      maxLength: 12,
    })
    .map(
      (made): Entries =>
        new Map(
          made.map(({ title, statement, topic }, at) => [path(`a/${topic}/e${at}.md`), entry(title, [statement])]),
        ),
    )

  test('agrees with the one in memory on what matches, and on the order', async () => {
    await fc.assert(
      fc.asyncProperty(trees, text, async (made, question) => {
        const { store, index } = await onDisk(made)
        const [disk, memory] = [ask(index(), question), ask(await memoryIndex(documentsOf(made)), question)]
        store.close()
        expect(disk).toEqual(memory)
      }),
      { numRuns: 60 },
    )
  })

  test('after any changes is what it would be if it were made anew', async () => {
    await fc.assert(
      fc.asyncProperty(trees, trees, text, async (before, after, question) => {
        const changed = await onDisk(before)
        const gone = [...before.keys()].filter((at) => !after.has(at))
        changed.add(documentsOf(after), gone)
        const anew = await onDisk(after)
        expect(ask(changed.index(), question)).toEqual(ask(anew.index(), question))
        expect(changed.store.state()).toEqual(anew.store.state())
        for (const { store } of [changed, anew]) store.close()
      }),
      { numRuns: 40 },
    )
  })

  test('one changed entry among many is counted right', async () => {
    const many = new Map(
      Array.from({ length: 40 }, (_, at) => [path(`a/b/e${at}.md`), entry(`Entry ${at}`, ['common words'])]),
    )
    const { store, add, index } = await onDisk(many)
    add(documentsOf(new Map([[path('a/b/e7.md'), entry('Entry 7', ['a rare zebra'])]])))
    expect([...store.frequencies(['common', 'zebra', 'entri'])]).toEqual(
      expect.arrayContaining([
        ['common', 39],
        ['zebra', 1],
        ['entri', 40],
      ]),
    )
    expect(paths(ask(index(), 'zebra'))[0]).toBe('a/b/e7.md')
    store.close()
  })

  test('is made anew when the file is damaged', async () => {
    const { store, gitDir } = await onDisk(tree)
    store.close()
    rmSync(join(gitDir, 'ctx'), { recursive: true })
    mkdirSync(join(gitDir, 'ctx'))
    writeFileSync(join(gitDir, 'ctx/index.db'), 'no database at all '.repeat(1000))
    const again = await openStore({ root: folder, gitDir, commonDir: gitDir }, { fields, version: 'test' })
    expect(again?.state()).toMatchObject({ size: 0, commit: '' })
    again?.close()
  })

  test('is made anew for another version of ctx', async () => {
    const { store, gitDir } = await onDisk(tree)
    store.close()
    const newer = await openStore({ root: folder, gitDir, commonDir: gitDir }, { fields, version: 'newer' })
    expect(newer?.state().size).toBe(0)
    newer?.close()
  })

  test('takes any text as a question, and any name of a file', async () => {
    const { store, index } = await onDisk(tree)
    for (const hostile of ['"', "'); DROP TABLE entries; --", 'a AND NOT (b', '*', 'NEAR(a b)', '\u0000x', '𝒳 \ud800'])
      expect(() => ask(index(), hostile, { files: [hostile] })).not.toThrow()
    store.close()
  })
})

test('an excerpt holds the lines that were asked for', () => {
  const lines = ['one about cats', 'two about dogs', 'three about birds', 'four about fish'].map(
    (line) => [line, 1] as const,
  )
  expect(excerpt(lines, new Set(terms('fish')))).toEqual(['four about fish'])
})

describe('the tiers', () => {
  const said = { hits: [], outOfDomain: false, related: [], confidence: 1, isSure: true, unknown: [] }
  const tier = (name: Tier['name'], text: string | undefined): Tier => ({
    name,
    answer: async () => (text === undefined ? undefined : { ...said, tier: name, text }),
  })
  const question = { text: 'x', files: [], within: '', limit: 5, floor: 0 }

  test('the first tier that can answer does', async () => {
    expect(await firstAnswer([tier('direct', undefined), tier('direct', 'yes')], question, undefined)).toMatchObject({
      text: 'yes',
    })
  })

  test('nothing known is an answer', async () => {
    expect(await firstAnswer([], question, undefined)).toMatchObject({ tier: 'none', outOfDomain: true })
  })

  test('an aborted question is not asked', async () => {
    await expect(
      firstAnswer([tier('direct', 'yes')], question, AbortSignal.abort(new Error('too late'))),
    ).rejects.toThrow('too late')
  })
})
