import { expect, test, describe } from 'vitest'
import {
  isDecided,
  followRewrites,
  inOldPlace,
  isSpent,
  withoutSources,
  resolveRewrites,
} from '../../src/curate/rewrite.ts'
import { emptyEntry } from '../../src/tree/entry.ts'
import type { Operation } from '../../src/tree/operations.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import {
  entryOf,
  entryPath,
  type Told,
  knowing,
  nextCommit,
  oldCommit,
  oneEntry,
  otherCommit,
  rawFrom,
  twoEntry,
} from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

test('an entry is decided when a person approved it or said how it stands, and then no rewriting changes it', () => {
  const approvedAt = '2026-01-01T00:00:00Z'
  expect(isDecided(emptyEntry)).toBe(false)
  expect(isDecided({ ...emptyEntry, approvedAt })).toBe(true)
  expect(isDecided({ ...emptyEntry, status: 'deprecated' })).toBe(true)
  expect(isDecided({ ...emptyEntry, approvedAt, status: 'active' })).toBe(true)
})

describe('commits that were rewritten', () => {
  test('are followed wherever an entry names them, each once, and nothing else changes', () => {
    const told = {
      raw: {
        ...rawFrom(oldCommit, nextCommit, otherCommit),
        changes: [`Sorted (${oldCommit.slice(0, 8)})`, 'Painted (12345678)'],
      },
      rules: [`Never sort twice. (${oldCommit.slice(0, 8)})`],
      facts: [
        factOf('so it is', { sources: [oldCommit.slice(0, 8), nextCommit.slice(0, 8)] }),
        factOf('other', { sources: ['bbbbbbbb'] }),
      ],
    }
    const before = knowing({ [oneEntry]: told, [twoEntry]: { raw: rawFrom(otherCommit) } })
    const after = followRewrites(before, new Map([[oldCommit, nextCommit]]))
    expect(after.entries.get(twoEntry)).toBe(before.entries.get(twoEntry))
    expect(after.entries.get(oneEntry)).toMatchObject({
      raw: {
        sources: [{ commit: nextCommit }, { commit: otherCommit }],
        changes: ['Sorted (cccccccc)', 'Painted (12345678)'],
      },
      narrative: { rules: ['Never sort twice. (cccccccc)'] },
      facts: [{ sources: ['cccccccc'] }, { sources: ['bbbbbbbb'] }],
    })
  })

  test('keep the subject that an amended commit had when it was squashed, and no answer is left of its old form', () => {
    const source = (commit: string, subject: string) => ({ commit, subject })
    const sources = [source(oldCommit, 'Limit it to 64'), source(nextCommit, 'Limit it to 48')]
    const before = knowing({
      [oneEntry]: { raw: { ...rawFrom(), sources }, reason: `Learned from ${nextCommit.slice(0, 8)}: Limit it to 48` },
    })
    const squashed = new Map([
      [oldCommit, otherCommit],
      [nextCommit, otherCommit],
    ])
    expect(followRewrites(before, squashed).entries.get(oneEntry)).toMatchObject({
      raw: { sources: [{ commit: otherCommit, subject: 'Limit it to 48' }] },
      reason: `Learned from ${otherCommit.slice(0, 8)}: Limit it to 48`,
    })
  })

  test('leave of a tree what others taught, and name the entries that were about nothing but them', () => {
    const fact = factOf('so it is', { sources: ['aaaaaaaa'] })
    const before = knowing({
      [oneEntry]: { raw: rawFrom(oldCommit) },
      [twoEntry]: { raw: rawFrom(oldCommit, otherCommit), facts: [fact] },
    })
    const { knowledge, spent } = withoutSources(before, [oldCommit])
    expect(spent).toEqual([oneEntry])
    expect([...knowledge.entries.keys()]).toEqual([twoEntry])
    expect(knowledge.entries.get(twoEntry)).toMatchObject({ raw: { sources: [{ commit: otherCommit }] }, facts: [] })
    expect(withoutSources(before, [nextCommit]).knowledge.entries).toEqual(before.entries)
  })

  test('are told where their old form was told, in the same topic before another', () => {
    const add = (path: string, title = 'One'): Operation => ({
      type: 'ADD',
      path: entryPath(path),
      entry: entryOf({ title }),
      reason: '',
    })
    const paths = (operations: readonly Operation[], spent: readonly EntryPath[]): readonly string[] =>
      inOldPlace(operations, spent).flatMap((operation) =>
        'path' in operation ? [`${operation.type} ${operation.path}`] : [],
      )
    const elsewhere = entryPath('mail/queue/one.md')
    expect(paths([add('shop/goods/new.md')], [elsewhere, oneEntry])).toEqual([`UPSERT ${oneEntry}`])
    expect(paths([add('shop/goods/new.md'), add('shop/goods/more.md')], [oneEntry])).toEqual([
      `UPSERT ${oneEntry}`,
      'ADD shop/goods/more.md',
    ])
    expect(paths([add('shop/goods/new.md')], [elsewhere])).toEqual([`UPSERT ${elsewhere}`])
    expect(paths([add('shop/goods/new.md', ''), add('shop/goods/one.md')], [oneEntry])).toEqual([
      'ADD shop/goods/new.md',
      `ADD ${oneEntry}`,
    ])
  })

  test('leave an entry behind only while it says something of its own', () => {
    const retires = [{ kind: 'source' as const, commit: oldCommit }]
    const only: Told = {
      raw: rawFrom(oldCommit),
      facts: [factOf('so', { sources: ['aaaaaaaa'] })],
      rules: ['Never. (aaaaaaaa)'],
    }
    expect(isSpent(entryOf(only), retires)).toBe(true)
    const more: readonly Told[] = [
      { raw: rawFrom(oldCommit, otherCommit) },
      { facts: [factOf('said by somebody')] },
      { rules: ['Said by somebody.'] },
      { relations: [{ path: twoEntry, reason: '' }] },
      { loose: [{ after: 'Reason', line: 0, text: 'Mine' }] },
      { narrative: { ...emptyEntry.narrative, examples: 'x()' } },
    ]
    for (const told of more)
      expect({ told, isSpent: isSpent(entryOf({ ...only, ...told }), retires) }).toEqual({ told, isSpent: false })
  })
})

test('rewrites are followed to the last image, circles end, what became itself is nothing', () => {
  const rewrites = resolveRewrites([
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'd', to: 'c' },
    { from: 'e', to: 'e' },
  ])
  expect(Object.fromEntries(rewrites)).toEqual({ a: 'c', b: 'c', d: 'c' })
  expect(
    resolveRewrites([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]).size,
  ).toBeLessThanOrEqual(2)
})
