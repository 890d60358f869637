import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyEntry, type Entry, readEntry, writeEntry } from '../../src/tree/entry.ts'
import { mergeEntries } from '../../src/merge/entries.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { hasMarkers, repair } from '../../src/merge/repair.ts'
import type { Files } from '../../src/tree/knowledge.ts'
import { factOf as fact } from '../support/facts.ts'
import { entryOf } from '../support/entries.ts'

const entry = (more: Partial<Entry>): Entry =>
  entryOf({ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', ...more })
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

  test('it is as old as the older birth says, and a birth that nobody wrote down says nothing', () => {
    const born = (createdAt: string): Entry => entry({ createdAt })
    const [none, old, young] = ['', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'].map(born) as [Entry, Entry, Entry]
    const oldest = (ours: Entry, theirs: Entry): string => merge(none, ours, theirs).createdAt
    expect([oldest(old, young), oldest(young, old)]).toEqual([old.createdAt, old.createdAt])
    expect([oldest(none, young), oldest(young, none), oldest(none, none)]).toEqual([
      young.createdAt,
      young.createdAt,
      '',
    ])
  })

  test('two values for one subject stay both, and are named', () => {
    const value = (text: string): Entry => ({ ...base, facts: [fact('', { subject: 'ttl', value: text })] })
    const { entry: merged, conflicts } = mergeEntries({ base: value('7d'), ours: value('14d'), theirs: value('30d') })
    expect(merged.facts.map((one) => one.value)).toEqual(['14d', '30d'])
    expect(conflicts).toEqual(['ttl'])
  })

  const some = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values))
  const anyEntry = fc
    .record({
      title: fc.constantFrom('One', 'Uno'),
      facts: some('a', 'b', 'c', 'd').map((texts) => texts.map((text) => fact(text))),
      tags: some('x', 'y', 'z'),
      importance: fc.nat(100),
      accessCount: fc.nat(9),
      updatedAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
      relations: some('p/q/r.md', 's/t/u.md').map((paths) => paths.map((path) => ({ path, reason: '' }))),
      files: some('a.ts', 'b.ts'),
      sources: some('1', '2').map((ids) => ids.map((id) => ({ commit: id.repeat(40), subject: 'S' }))),
      rules: some('Always knock.', 'Never run.'),
      highlights: some('first', 'second', 'third').map((lines) => lines.join('\n')),
      reason: fc.constantFrom('', 'r', 's'),
    })
    .map(({ files, sources, rules, highlights, ...more }) =>
      entry({
        ...more,
        raw: { ...emptyEntry.raw, files, sources },
        narrative: { ...emptyEntry.narrative, rules, highlights },
      }),
    )
  /** What an entry says, whatever the order in which it says it. */
  const sorted = ({ narrative, ...made }: Entry): unknown => ({
    ...made,
    facts: made.facts.map(({ statement }) => statement).sort(),
    tags: made.tags.toSorted(),
    relations: made.relations.map(({ path }) => path).sort(),
    raw: {
      ...made.raw,
      files: made.raw.files.toSorted(),
      sources: made.raw.sources.map(({ commit }) => commit).sort(),
    },
    rules: narrative.rules.toSorted(),
    highlights: [...new Set(narrative.highlights.split('\n'))].sort(),
  })
  /** All that an entry states, one by one. */
  const stated = ({ facts, tags, relations, raw, narrative }: Entry): readonly string[] => [
    ...facts.map(({ statement }) => `fact ${statement}`),
    ...tags.map((tag) => `tag ${tag}`),
    ...relations.map(({ path }) => `relation ${path}`),
    ...raw.files.map((file) => `file ${file}`),
    ...raw.sources.map(({ commit }) => `source ${commit}`),
    ...narrative.rules.map((rule) => `rule ${rule}`),
    ...narrative.highlights
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `line ${line}`),
  ]

  test('the order of the sides does not matter', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (before, one, two) => {
        expect(sorted(merge(before, one, two))).toEqual(sorted(merge(before, two, one)))
      }),
    )
  })

  test('two who did the same did it once, and a merge that was made changes nothing when it is made again', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (before, one, two) => {
        expect(merge(before, one, one)).toEqual(one)
        const merged = merge(before, one, two)
        expect(mergedText(two, merged, two).changes).toEqual([])
        expect(merge(merged, merged, merged)).toEqual(merged)
      }),
    )
  })

  test('nothing that either side added disappears, and nothing comes from nowhere', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (before, one, two) => {
        const [known, all] = [new Set(stated(before)), stated(merge(before, one, two))]
        const added = [...stated(one), ...stated(two)].filter((said) => !known.has(said))
        expect(all).toEqual(expect.arrayContaining(added))
        for (const said of all) expect([...stated(one), ...stated(two)]).toContain(said)
      }),
    )
  })

  test('prose is merged by line, and where both changed a line both are kept without a marker', () => {
    const told = (highlights: string): Entry => entry({ narrative: { ...emptyEntry.narrative, highlights } })
    const merged = merge(told('one\ntwo\nthree'), told('ONE\ntwo\nthree'), told('one\ntwo\n3'))
    expect(merged.narrative.highlights).toBe('ONE\ntwo\n3')
    expect(merge(told('one'), told('ours'), told('theirs')).narrative.highlights).toBe('ours\ntheirs')
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

  const facts = fc.uniqueArray(fc.constantFrom('a', 'b', 'c')).map((texts) => texts.map((text) => fact(text)))

  test('an entry that one side moved and the other changed is changed where it is now', () => {
    const told = entry({ facts: [fact('one'), fact('two')] })
    const grown = entry({ facts: [fact('one'), fact('two'), fact('three')] })
    const files = (path: string, made: Entry): Files => new Map([[path, writeEntry(made)]])
    expect(mergeTrees({ base: files(at, told), ours: files(at, grown), theirs: files('a/c/one.md', told) })).toEqual({
      changes: [
        { path: at, text: undefined },
        { path: 'a/c/one.md', text: writeEntry(grown) },
      ],
      findings: [],
    })
    expect(mergeTrees({ base: files(at, told), ours: files('a/c/one.md', told), theirs: files(at, grown) })).toEqual({
      changes: [{ path: 'a/c/one.md', text: writeEntry(grown) }],
      findings: [],
    })
  })

  test('two new entries that only share a path are kept as two, whichever side merges', () => {
    const cats = entry({ title: 'Cats', raw: { ...emptyEntry.raw, files: ['cats.ts'] } })
    const dogs = entry({ title: 'Dogs', raw: { ...emptyEntry.raw, files: ['dogs.ts'] } })
    const after = (ours: Entry, theirs: Entry): ReadonlyMap<string, string | undefined> => {
      const { changes } = mergedText(undefined, ours, theirs)
      return new Map<string, string | undefined>([
        [at, writeEntry(ours)],
        ...changes.map(({ path, text }) => [path, text] as const),
      ])
    }
    expect([...after(cats, dogs).keys()]).toEqual([at, 'a/b/one_2.md'])
    expect(after(cats, dogs)).toEqual(after(dogs, cats))
  })

  test.each<[string, Partial<Entry>, Partial<Entry>, number]>([
    ['a title', { title: 'Cats' }, { title: ' cats' }, 1],
    [
      'a file',
      { raw: { ...emptyEntry.raw, files: ['a.ts', 'b.ts'] } },
      { raw: { ...emptyEntry.raw, files: ['b.ts'] } },
      1,
    ],
    [
      'a commit',
      { raw: { ...emptyEntry.raw, sources: [{ commit: 'aaaaaaaa', subject: 'x' }] } },
      { raw: { ...emptyEntry.raw, sources: [{ commit: 'aaaaaaaa', subject: 'y' }] } },
      1,
    ],
    ['nothing', {}, {}, 2],
  ])('two new entries of one path that share %s are one', (_, one, other, count) => {
    const [ours, theirs] = [
      entry({ title: 'Ours', facts: [fact('we')], ...one }),
      entry({ title: 'Theirs', facts: [fact('they')], ...other }),
    ]
    const { changes } = mergedText(undefined, ours, theirs)
    const files = new Map([[at, writeEntry(ours)], ...changes.map(({ path, text }) => [path, text] as const)])
    expect(files.size).toBe(count)
    expect([...files.values()].join()).toMatch(/we[^]*they|they[^]*we/)
  })

  test('of what both sides counted over history, the line that saw most stands once', () => {
    const counted = (structure: string): Entry => entry({ narrative: { ...emptyEntry.narrative, structure } })
    const line = (count: number): string => `${count} commits from 2026-01 to 2026-02.`
    const merged = merge(counted(line(3)), counted(`${line(4)}\n\nOurs.`), counted(`Theirs.\n\n${line(9)}`))
    const found = merged.narrative.structure.split('\n').filter((text) => text !== '')
    expect(found.toSorted()).toEqual([line(9), 'Ours.', 'Theirs.'])
  })

  test('trees merge alike from both sides', () => {
    fc.assert(
      fc.property(facts, facts, facts, (before, ours, theirs) => {
        const [one, two, three] = [before, ours, theirs].map((all) => entry({ facts: all }))
        const said = (a: Entry | undefined, b: Entry | undefined): unknown =>
          (mergedText(one, a, b).changes[0]?.text ?? writeEntry(a ?? emptyEntry)).split('\n').sort()
        expect(said(two, three)).toEqual(said(three, two))
      }),
    )
  })
})

describe('a merge that somebody resolved by half', () => {
  const ours = entry({ accessCount: 3, facts: [fact('shared'), fact('ours')] })
  const theirs = entry({ accessCount: 4, facts: [fact('shared'), fact('theirs')] })
  const conflict = (): string => {
    const [a, b] = [writeEntry(ours), writeEntry(theirs)]
    return `<<<<<<< HEAD\n${a}=======\n${b}>>>>>>> theirs\n`
  }

  test('says what both sides said, and counts nothing twice', () => {
    expect(hasMarkers(conflict())).toBe(true)
    const reading = readEntry(repair(at, conflict()) ?? '')
    expect('entry' in reading && reading.entry).toMatchObject({
      accessCount: 4,
      facts: [fact('shared'), fact('ours'), fact('theirs')],
    })
  })

  test('a marker that was left behind alone goes, and nothing else', () => {
    expect(repair(at, `${writeEntry(ours)}>>>>>>> theirs\n`)).toBe(writeEntry(ours))
  })

  test('where only one side is an entry, that one stays; where none is, a person must look', () => {
    expect(repair(at, `<<<<<<< a\n---js\n=======\n${writeEntry(theirs)}>>>>>>> b\n`)).toBe(writeEntry(theirs))
    expect(repair(at, '<<<<<<< a\n---js\n=======\n---js\n>>>>>>> b\n')).toBeUndefined()
  })
})
