import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyEntry, type Entry, readEntry, writeEntry } from '../src/tree/entry.ts'
import { mergeEntries } from '../src/review/entries.ts'
import { mergeTrees } from '../src/review/merge.ts'

const entry = (more: Partial<Entry>): Entry => ({
  ...emptyEntry,
  title: 'One',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
})
const fact = (statement: string, more = {}) => ({
  subject: '',
  value: '',
  statement,
  category: '' as const,
  sources: [],
  ...more,
})
const merge = (base: Entry, ours: Entry, theirs: Entry): Entry => mergeEntries({ base, ours, theirs }).entry
const at = 'a/b/one.md'
const tree = (made: Entry | undefined): ReadonlyMap<string, string> =>
  new Map(made === undefined ? [] : [[at, writeEntry(made)]])
const mergedText = (base: Entry | undefined, ours: Entry | undefined, theirs: Entry | undefined) =>
  mergeTrees({ base: tree(base), ours: tree(ours), theirs: tree(theirs) })

describe('merging an entry', () => {
  const base = entry({
    importance: 50,
    accessCount: 2,
    updateCount: 1,
    tags: ['x', 'y'],
    facts: [fact('kept'), fact('dropped')],
  })

  test('counters add both increments, lists honour deletions, times are the later', () => {
    const ours = {
      ...base,
      importance: 55,
      accessCount: 5,
      updateCount: 2,
      tags: ['x', 'y', 'o'],
      facts: [fact('kept'), fact('ours')],
      updatedAt: '2026-01-02T00:00:00Z',
    }
    const theirs = {
      ...base,
      importance: 60,
      accessCount: 3,
      updateCount: 3,
      tags: ['x', 't'],
      facts: [fact('kept'), fact('dropped'), fact('theirs')],
      updatedAt: '2026-01-03T00:00:00Z',
    }
    expect(merge(base, ours, theirs)).toMatchObject({
      importance: 65,
      maturity: 'validated',
      accessCount: 6,
      updateCount: 4,
      tags: ['x', 'o', 't'],
      facts: [fact('kept'), fact('ours'), fact('theirs')],
      updatedAt: '2026-01-03T00:00:00Z',
    })
  })

  test('two values for one subject stay both, and are named', () => {
    const value = (text: string): Entry => ({ ...base, facts: [fact('', { subject: 'ttl', value: text })] })
    const { entry: merged, conflicts } = mergeEntries({ base: value('7d'), ours: value('14d'), theirs: value('30d') })
    expect(merged.facts.map((one) => one.value)).toEqual(['14d', '30d'])
    expect(conflicts).toEqual(['ttl'])
  })

  const anyEntry = fc
    .record({
      facts: fc.uniqueArray(
        fc.constantFrom('a', 'b', 'c', 'd').map((text) => fact(text)),
        { selector: ({ statement }) => statement },
      ),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
      accessCount: fc.nat(9),
      reason: fc.constantFrom('', 'r', 's'),
    })
    .map((more) => entry(more))
  const sorted = (made: Entry): unknown => ({
    ...made,
    facts: made.facts.map(({ statement }) => statement).sort(),
    tags: [...made.tags].sort(),
  })

  test('a merge with itself changes nothing, and the order of the sides does not matter', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (one, two, three) => {
        expect(sorted(merge(one, two, two))).toEqual(
          sorted({ ...two, accessCount: Math.max(0, 2 * two.accessCount - one.accessCount) }),
        )
        expect(sorted(merge(one, two, three))).toEqual(sorted(merge(one, three, two)))
      }),
    )
  })

  test('nothing that either side added disappears', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (one, two, three) => {
        const merged = merge(one, two, three).facts.map(({ statement }) => statement)
        const before = one.facts.map(({ statement }) => statement)
        for (const side of [two, three])
          for (const { statement } of side.facts) if (!before.includes(statement)) expect(merged).toContain(statement)
      }),
    )
  })
})

describe('merging trees', () => {
  const base = entry({})
  const changed = entry({ reason: 'changed' })

  test('what only one side did is taken', () => {
    expect(mergedText(base, base, changed).changes).toEqual([{ path: at, text: writeEntry(changed) }])
    expect(mergedText(base, changed, base).changes).toEqual([])
    expect(mergedText(base, base, undefined).changes).toEqual([{ path: at, text: undefined }])
    expect(mergedText(undefined, undefined, changed).changes).toEqual([{ path: at, text: writeEntry(changed) }])
  })

  test('changing beats deleting, with a finding', () => {
    expect(mergedText(base, undefined, changed)).toMatchObject({
      changes: [{ path: at, text: writeEntry(changed) }],
      findings: [{ code: 'changed-and-deleted' }],
    })
  })

  test('two new entries with one path become one', () => {
    const { changes } = mergedText(undefined, entry({ facts: [fact('ours')] }), entry({ facts: [fact('theirs')] }))
    const reading = readEntry(changes[0]?.text ?? '')
    expect('entry' in reading && reading.entry.facts.map(({ statement }) => statement)).toEqual(['ours', 'theirs'])
  })

  test('a side that cannot be read gives way, with a finding', () => {
    const broken = new Map([[at, '---\ntitle: [\n---\n']])
    expect(mergeTrees({ base: tree(base), ours: broken, theirs: tree(changed) })).toMatchObject({
      changes: [{ text: writeEntry(changed) }],
      findings: [{ code: 'not-merged' }],
    })
  })
})
