import { describe, expect, test } from 'vitest'
import { deriveSummaries, foldersAbove } from '../../src/tree/derive.ts'
import { readEntry, whyNotWritten, writeEntry } from '../../src/tree/entry.ts'
import { splitFrontMatter } from '../../src/tree/frontmatter.ts'
import { changesBetween, entryAt, isTaken, noKnowledge, readKnowledge } from '../../src/tree/knowledge.ts'
import { manifest, readManifest, writeManifest } from '../../src/tree/manifest.ts'
import { fromSeconds, toTime } from '../../src/tree/meta.ts'
import {
  bareOf,
  depthOf,
  fullPath,
  goalIdOf,
  goalPath,
  isGoalPath,
  isStubPath,
  isSummaryPath,
  join,
  originalOf,
  overviewFolder,
  root,
  stubPath,
  upwards,
} from '../../src/tree/path.ts'
import { coverOf } from '../../src/tree/summary.ts'
import { writeStub } from '../../src/tree/archive.ts'
import { entryOf, entryPath, folderPath } from '../support/entries.ts'

const one = entryPath('shop/goods/one.md')
const two = entryPath('shop/goods/two.md')
const none = { known: undefined, without: new Set<string>() }
const of = { tree: 'f'.repeat(40), at: '2026-03-18T10:00:00Z' }

describe('a path', () => {
  test('of a tree says what lies there', () => {
    expect(stubPath(one)).toBe('_archived/shop/goods/one.stub.md')
    expect([stubPath(one), fullPath(one), one].map(originalOf)).toEqual([one, one, undefined])
    expect([stubPath(one), fullPath(one), one].map(isStubPath)).toEqual([true, false, false])
    expect(['_index.md', 'shop/_index.md', 'shop/goods/my_index.md'].map(isSummaryPath)).toEqual([true, true, false])
    expect([
      overviewFolder('shop/context.md'),
      overviewFolder('context.md'),
      overviewFolder('a/b/c/d/context.md'),
    ]).toEqual(['shop', undefined, undefined])
    expect([isGoalPath(goalPath('x')), isGoalPath(one), goalIdOf(goalPath('x-1')), goalIdOf('.goals/X.json')]).toEqual([
      true,
      false,
      'x-1',
      undefined,
    ])
  })

  test('leads up to the root', () => {
    expect(upwards(folderPath('shop/goods'))).toEqual(['shop/goods', 'shop', ''])
    expect([depthOf(root), depthOf(folderPath('shop')), depthOf(folderPath('a/b/c'))]).toEqual([0, 1, 3])
    expect([join(root, 'x.md'), join(folderPath('shop'), 'x.md')]).toEqual(['x.md', 'shop/x.md'])
  })

  test('is read as people type it', () => {
    expect(['@shop/goods/', './.ctx/tree/shop', '.ctx/tree', '.', 'shop/.ctx/tree'].map(bareOf)).toEqual([
      'shop/goods',
      'shop',
      '',
      '',
      'shop/.ctx/tree',
    ])
  })
})

describe('front matter', () => {
  const fault = (text: string): string => {
    const split = splitFrontMatter(text)
    return 'fault' in split ? split.fault.code : ''
  }

  test('that is not closed, or has no end, is a fault; none at all is none', () => {
    expect(fault('---\ntitle: x\n')).toBe('front-matter-open')
    expect(fault('---\ntitle: x\n---')).toBe('')
    expect(fault('title: x\n')).toBe('')
    expect(fault('----\nx\n')).toBe('')
    expect(fault(`---\n${'a: b\n'.repeat(20_000)}---\n`)).toBe('front-matter-endless')
    expect(fault(`---\na: ${'x'.repeat(2_000_000)}\n---\n`)).toBe('front-matter-endless')
  })

  const read = (front: string) => {
    const reading = readEntry(`---\n${front}\n---\n`)
    if ('fault' in reading) throw new Error(reading.fault.detail)
    return reading.entry
  }

  test('keeps scores within their bounds, and what means nothing as a comment', () => {
    expect(read('importance: 900\nrecency: 7\naccessCount: -3')).toMatchObject({
      importance: 100,
      recency: 1,
      accessCount: 0,
    })
    const odd = read('title: T\nimportance: much\nmaturity: ripe')
    expect(odd).toMatchObject({ title: 'T', importance: 50, maturity: 'draft' })
    expect(writeEntry(odd)).toContain('# importance: much\n')
    expect(writeEntry(odd)).toContain('# maturity: ripe\n')
  })

  test('takes one name for a list, leaves out blanks and repeats, and spells times and paths as FORMATS does', () => {
    expect(read('tags: one\nkeywords: [a, "", a, b]\nrelated: shop/goods')).toMatchObject({
      tags: ['one'],
      keywords: ['a', 'b'],
      relations: [{ path: 'shop/goods' }],
    })
    expect(read('createdAt: 2026-03-18\nsupersededBy: "@shop/goods/one"')).toMatchObject({
      createdAt: '2026-03-18T00:00:00Z',
      supersededBy: one,
    })
    expect(read('createdAt: soon').createdAt).toBe('')
    expect(read('status: gone').status).toBe('')
  })

  test('a moment that no clock shows is the beginning of 1970', () => {
    expect(['1', '-1', '253402300799', '253402300800', 'x'].map((seconds) => toTime(fromSeconds(seconds)))).toEqual([
      '1970-01-01T00:00:01Z',
      '1970-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:00Z',
    ])
  })
})

describe('a tree', () => {
  test('knows what is taken, readable or not, and finds an entry by any text', () => {
    const known = readKnowledge(
      new Map([
        [one, writeEntry(entryOf({}))],
        [two, '---js\n---\n'],
      ]),
    )
    expect([isTaken(known, one), isTaken(known, two), isTaken(known, entryPath('a/b/c.md'))]).toEqual([
      true,
      true,
      false,
    ])
    expect([entryAt(known, one)?.title, entryAt(known, two), entryAt(known, '../x')]).toEqual([
      'One',
      undefined,
      undefined,
    ])
    expect(
      readKnowledge(new Map([[entryPath('a/b/no_title.md'), 'Only prose.\n']])).entries.get(
        entryPath('a/b/no_title.md'),
      )?.title,
    ).toBe('No title')
  })

  test('writes what changed, in the order of paths, and takes out what is gone', () => {
    const before = {
      ...noKnowledge,
      entries: new Map([
        [one, entryOf({})],
        [two, entryOf({})],
      ]),
      overviews: new Map([[folderPath('shop'), 'a']]),
    }
    const after = {
      ...noKnowledge,
      entries: new Map([[two, entryOf({ title: 'Other' })]]),
      overviews: new Map([[folderPath('shop'), 'b']]),
    }
    expect(changesBetween(before, after).map(({ path, text }) => [path, text === undefined])).toEqual([
      ['shop/context.md', false],
      [one, true],
      [two, false],
    ])
    expect(changesBetween(before, before)).toEqual([])
  })

  test('says of an entry that it could not be read again, and nothing of one that can', () => {
    expect(whyNotWritten(writeEntry(entryOf({})))).toBe('')
    expect(whyNotWritten('---js\n---\n')).not.toBe('')
    expect(whyNotWritten(writeEntry(entryOf({ snippets: 'x'.repeat(2_000_000) })))).not.toBe('')
  })
})

describe('what is derived of a tree', () => {
  const entries = new Map([
    [one as string, writeEntry(entryOf({ importance: 10, reason: 'x'.repeat(900) }))],
    [two as string, writeEntry(entryOf({ title: 'Two', importance: 20 }))],
  ])

  test('a summary says what it covers, so that nobody writes it again', () => {
    const [text = ''] = [...deriveSummaries(foldersAbove(entries.keys()), entries, { summaries: new Map() }).values()]
    expect(coverOf(text)).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), tokens: expect.any(Number) })
    expect(coverOf(text)?.tokens).toBeGreaterThan(200)
    expect(coverOf(text.replace(/^children_hash.*$/m, ''))).toBeUndefined()
    expect(coverOf(text.replace(/^covers_token_total.*$/m, ''))).toBeUndefined()
  })

  test('the manifest lists stubs in the order they were archived, and leads to what they were', () => {
    const stub = (at: string): string => writeStub(one, 'x', { at, importance: 1 })
    const files = new Map([
      ...entries,
      [stubPath(entryPath('a/b/late.md')), stub('2026-02-01')],
      [stubPath(entryPath('a/b/b.md')), stub('2026-01-01')],
      [stubPath(entryPath('a/b/a.md')), stub('2026-01-01')],
    ])
    const { lanes } = manifest(files, of, none)
    expect(lanes.stubs.map(({ path }) => path)).toEqual(
      ['a', 'b', 'late'].map((name) => `_archived/a/b/${name}.stub.md`),
    )
    expect(lanes.stubs[0]?.points_to).toBe('_archived/a/b/a.full.md')
    expect(lanes.contexts.map(({ path }) => path)).toEqual([two, one])
  })

  test('the manifest of a change is that of the whole: what did not change is taken from the last', () => {
    const files = new Map(entries)
    const last = manifest(files, of, none)
    const changed = writeEntry(entryOf({ title: 'Two', importance: 90 }))
    const whole = manifest(new Map([...files, [two as string, changed]]), of, none)
    expect(manifest(new Map([[two as string, changed]]), of, { known: last, without: new Set([two]) })).toEqual(whole)
    expect(
      manifest(new Map(), of, { known: last, without: new Set([two]) }).lanes.contexts.map(({ path }) => path),
    ).toEqual([one])
  })

  test('a manifest that somebody damaged is none', () => {
    const text = writeManifest(manifest(entries, of, none))
    expect(readManifest(text)).toBeDefined()
    expect([readManifest('{'), readManifest('{}'), readManifest('[]')]).toEqual([undefined, undefined, undefined])
  })
})
