import { describe, expect, test } from 'vitest'
import { toDocument } from '../src/search/documents.ts'
import { excerpt } from '../src/search/excerpt.ts'
import { climb, type Tier } from '../src/search/ladder.ts'
import { memoryIndex } from '../src/search/memory.ts'
import { rank, type Signals } from '../src/search/rank.ts'
import { terms } from '../src/text/terms.ts'
import { emptyEntry, type Entry } from '../src/tree/entry.ts'
import { type EntryPath, toEntryPath } from '../src/tree/path.ts'

const path = (text: string): EntryPath =>
  toEntryPath(text) ??
  (() => {
    throw new Error(text)
  })()
const entry = (title: string, statements: readonly string[] = []): Entry => ({
  ...emptyEntry,
  title,
  facts: statements.map((statement) => ({ subject: '', value: '', statement, category: '' as const, sources: [] })),
})
const plain: Signals = { importance: 50, recency: 0, maturity: 'draft' }

const tree = new Map([
  [path('auth/jwt/rotation.md'), entry('Refresh token rotation', ['A second use revokes the family.'])],
  [path('auth/session/timeout.md'), entry('Idle timeout', ['Sessions end after 30 minutes.'])],
  [path('build/bundle/size.md'), entry('Bundle size', ['The refreshToken helper is not bundled.'])],
])

async function ask(question: string, signals: (at: EntryPath) => Signals = () => plain) {
  const index = await memoryIndex([...tree].map(([at, one]) => toDocument(at, one)))
  const asked = terms(question)
  return rank(await index.search(asked), asked, index, {
    signalsOf: (match) => signals(match.path),
    isNamed: () => false,
  })
}

describe('ranking', () => {
  test('the title counts more than the content', async () => {
    expect((await ask('refresh token')).map((match) => match.path)).toEqual([
      'auth/jwt/rotation.md',
      'build/bundle/size.md',
    ])
  })

  test('relevance admits: what covers too little of the question is no answer', async () => {
    expect(await ask('quarterly invoices postgres timeout encryption')).toEqual([])
  })

  test('importance and recency order what relevance admitted, and admit nothing', async () => {
    const loud = (at: EntryPath): Signals =>
      at.startsWith('build')
        ? { importance: 100, recency: 1, maturity: 'core' }
        : { importance: 0, recency: 0, maturity: 'draft' }
    expect((await ask('refresh token', loud))[0]?.path).toBe('build/bundle/size.md')
    expect(await ask('idle timeout', loud)).toHaveLength(1)
  })

  test('one typing error is forgiven where nothing else fits, two are another word', async () => {
    expect((await ask('refesh'))[0]?.path).toBe('auth/jwt/rotation.md')
    expect(await ask('ratatoin')).toEqual([])
  })
})

test('an excerpt holds the lines that were asked for', () => {
  const made = entry('X', ['one about cats', 'two about dogs', 'three about birds', 'four about fish'])
  expect(excerpt(made, new Set(terms('fish')))).toContain('four about fish')
})

describe('the ladder', () => {
  const tier = (name: Tier['name'], text: string | undefined): Tier => ({
    name,
    answer: async () => (text === undefined ? undefined : { tier: name, text, hits: [], outOfDomain: false }),
  })
  const question = { text: 'x', files: [], limit: 5 }

  test('the first tier that can answer does', async () => {
    expect(await climb([tier('direct', undefined), tier('direct', 'yes')], question, undefined)).toMatchObject({
      text: 'yes',
    })
  })

  test('nothing known is an answer', async () => {
    expect(await climb([], question, undefined)).toMatchObject({ tier: 'none', outOfDomain: true })
  })

  test('an aborted question is not asked', async () => {
    await expect(climb([tier('direct', 'yes')], question, AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    )
  })
})
