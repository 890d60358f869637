import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { mergeGoals } from '../../src/merge/goals.ts'
import { mergeOverview, mergeTrees } from '../../src/merge/three-way.ts'
import { hasMarkers } from '../../src/merge/repair.ts'
import { emptyEntry, type Entry, readEntry, writeEntry } from '../../src/tree/entry.ts'
import { type Goal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { amount } from '../support/slow.ts'

const runs = { numRuns: amount({ sample: 300, ci: 2_000, all: 50_000 }) }

const entryOf = (text: string): Entry => {
  const reading = readEntry(text)
  if ('fault' in reading) throw new Error(reading.fault.detail)
  return reading.entry
}
const again = (entry: Entry): Entry => entryOf(writeEntry(entry))
const words = (text: string): readonly string[] => text.match(/\w+/g) ?? []

// Lines that mean something to a reader of Markdown, and some that mean nothing.
const line = fc.oneof(
  fc.constantFrom(
    '```',
    '~~~',
    '````',
    '- ```',
    '  ```',
    '## Notes',
    '## Facts',
    '### Rules',
    '---',
    '<<<<<<< a',
    '>>>>>>> b',
  ),
  fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,3}$/),
  fc.constant(''),
)
const prose = fc.array(line, { maxLength: 6 }).map((all) => all.join('\n'))

describe('overviews', () => {
  test('of two sections with one heading the first was lost', () => {
    const base = '# Auth\n\n## Notes\nKeep tokens short.\n\n## Files\nx\n\n## Notes\nNever log them.\n'
    const merged = mergeOverview({ base, ours: base.replace('\nx\n', '\nx\ny\n'), theirs: `${base}\n## New\nz\n` })
    expect(merged).toBe(base.replace('\nx\n', '\nx\ny\n') + '\n## New\nz\n')
  })

  test('whatever both sides add is there, and who changed nothing changes nothing', () => {
    fc.assert(
      fc.property(prose, prose, prose, (base, one, other) => {
        const settled = mergeOverview({ base: '', ours: base, theirs: base })
        const [ours, theirs] = [`${settled}\n${one}`, `${other}\n${settled}`]
        const merged = mergeOverview({ base: settled, ours, theirs })
        const added = new Set(words(merged))
        for (const word of [...words(one), ...words(other)]) expect(added).toContain(word)
        expect(mergeOverview({ base: merged, ours: merged, theirs: merged })).toBe(merged)
        const swapped = mergeOverview({ base: settled, ours: theirs, theirs: ours })
        expect(new Set(words(swapped))).toEqual(added)
      }),
      runs,
    )
  })
})

describe('entries', () => {
  test('a code block left open among the relations of one side swallowed the facts of the other', () => {
    const base = '---\ntitle: T\n---\n\n## Relations\n@x/y/z.md\n\n## Facts\n- one\n'
    const theirs = entryOf(base.replace('@x/y/z.md', '@x/y/z.md\n\n```'))
    const { entry } = mergeEntries({ base: entryOf(base), ours: entryOf(`${base}- two, ours\n`), theirs })
    expect(again(entry).facts.map(({ statement }) => statement)).toEqual(['two, ours'])
    expect(writeEntry(again(entry))).toContain('\n- one\n')
  })

  test('a rule that is the mark of a code block grew with every write', () => {
    const first = writeEntry(entryOf('---\ntitle: T\n---\n\n## Narrative\n### Rules\n- ```\n- second\n'))
    expect(writeEntry(entryOf(first))).toBe(first)
    expect(entryOf(first).narrative.rules).toEqual(['```', 'second'])
  })

  test('a title with a number sign left a comment behind with every write', () => {
    const first = writeEntry(entryOf('---\n# mine\ntitle: "Fix crash of #12 in parser"\n---\n'))
    expect(writeEntry(entryOf(first))).toBe(first)
    expect(first.match(/in parser/g)).toHaveLength(1)
  })

  test('a reason that begins like a conflict made its entry unreadable', () => {
    for (const reason of ['<<<<<<< HEAD', 'a\n>>>>>>> b', '||||||| c', '\\<<<<<<< HEAD']) {
      const written = writeEntry({
        ...emptyEntry,
        title: 'T',
        reason,
        narrative: { ...emptyEntry.narrative, highlights: reason },
      })
      // What stands below the first line of a reason is a person's.
      const [first] = reason.split('\n')
      expect(entryOf(written)).toMatchObject({ reason: first, narrative: { highlights: reason } })
      expect(hasMarkers(written)).toBe(false)
    }
  })

  test('markers that a code block shows are no unfinished merge', () => {
    expect(hasMarkers('text\n\n```\n<<<<<<< ours\n=======\n>>>>>>> theirs\n```\n')).toBe(false)
    expect(hasMarkers('text\n<<<<<<< ours\n')).toBe(true)
  })

  const list = fc.array(
    line.filter((text) => text.trim() !== ''),
    { maxLength: 4 },
  )
  const anyEntry = fc
    .record({ rules: list, facts: list, prose, reason: prose })
    .map(({ rules, facts, prose: said, reason }) =>
      again({
        ...emptyEntry,
        title: 'T',
        narrative: { ...emptyEntry.narrative, rules, highlights: said },
        facts: facts.map((statement) => ({ subject: '', value: '', statement, category: '', sources: [] })),
        reason,
      }),
    )
  const saidIn = ({ narrative, facts }: Entry): readonly string[] =>
    words([...narrative.rules, narrative.highlights, ...facts.map(({ statement }) => statement)].join('\n'))

  test('writing and reading settles at once, whatever stands in an entry', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const first = writeEntry(entry)
        expect(writeEntry(entryOf(first))).toBe(first)
      }),
      runs,
    )
  })

  test('merging with oneself or with what did not change is nothing, and every word of both sides is somewhere', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (base, ours, theirs) => {
        expect(writeEntry(mergeEntries({ base, ours, theirs: ours }).entry)).toBe(writeEntry(ours))
        expect(writeEntry(mergeEntries({ base, ours: base, theirs }).entry)).toBe(writeEntry(theirs))
        const merged = again(mergeEntries({ base: { ...emptyEntry, title: 'T' }, ours, theirs }).entry)
        const there = new Set(words(writeEntry(merged)))
        for (const word of [...saidIn(ours), ...saidIn(theirs)]) expect(there).toContain(word)
        const swapped = again(mergeEntries({ base: { ...emptyEntry, title: 'T' }, ours: theirs, theirs: ours }).entry)
        expect(new Set(words(writeEntry(swapped)))).toEqual(there)
      }),
      runs,
    )
  })
})

describe('goals', () => {
  const time = fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00Z`)
  const note = fc.record({ at: time, text: fc.stringMatching(/^[a-z]{1,8}$/) })
  const goalFrom = (said: object): Goal => {
    const written = {
      id: 'main-0d12b76c',
      branch: 'main',
      intent: 'try',
      tokenLimit: 100,
      startedAt: '2026-01-01T00:00:00Z',
    }
    const reading = readGoal('.goals/main-0d12b76c.json', JSON.stringify({ ...written, ...said }))
    if ('finding' in reading) throw new Error(reading.finding.detail)
    return reading.goal
  }
  const goal = fc
    .record({
      notes: fc.array(note, { maxLength: 4 }),
      tokensUsed: fc.nat(100),
      updatedAt: time,
      local: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.stringMatching(/^[a-z]{1,4}$/)),
    })
    .map(goalFrom)

  test('both people get the same, a third merge changes nothing, and no note is lost', () => {
    fc.assert(
      fc.property(goal, goal, goal, (base, ours, theirs) => {
        const merged = mergeGoals({ base, ours, theirs })
        expect(writeGoal(mergeGoals({ base, ours: theirs, theirs: ours }))).toBe(writeGoal(merged))
        expect(writeGoal(mergeGoals({ base: merged, ours: merged, theirs: merged }))).toBe(writeGoal(merged))
        const kept = new Set(merged.notes.map(({ at, text }) => `${at} ${text}`))
        const before = new Set(base.notes.map(({ at, text }) => `${at} ${text}`))
        for (const { at, text } of [...ours.notes, ...theirs.notes])
          if (!before.has(`${at} ${text}`)) expect(kept).toContain(`${at} ${text}`)
      }),
      runs,
    )
  })
})

test('of statements that both sides changed, those that are alike are named, and all of them', () => {
  const saying = (...statements: readonly string[]): Entry => ({
    ...emptyEntry,
    title: 'Lamps',
    facts: statements.map((statement) => ({ subject: '', value: '', statement, category: 'project', sources: [] })),
  })
  const conflicts = (base: Entry, ours: Entry, theirs: Entry) => mergeEntries({ base, ours, theirs }).conflicts
  expect(conflicts(saying('Paint is red.'), saying('Lamps burn at night.'), saying('Doors open inwards.'))).toEqual([])
  const [five, three] = ['Replies are cached for 5 minutes.', 'Mail is sent at 3 in the morning.']
  expect(
    conflicts(
      saying(five, three),
      saying('Replies are cached for 1 minute.', 'Mail is sent at 4 in the morning.'),
      saying('Replies are cached for 9 minutes.', 'Mail is sent at 5 in the morning.'),
    ),
  ).toHaveLength(2)
})

const titledOne = (more: Partial<Entry>): Entry => ({ ...emptyEntry, title: 'One', ...more })

test('code in an example keeps its braces when only counters changed', () => {
  const examples = '```\na {\n\n}\n\nb {\n\n}\n```'
  const base = titledOne({ narrative: { ...emptyEntry.narrative, examples } })
  const merged = mergeEntries({ base, ours: { ...base, accessCount: 1 }, theirs: { ...base, accessCount: 2 } }).entry
  expect(merged.narrative.examples).toBe(examples)
})

test('two topics added to one domain stand in one scope', () => {
  const overview = (...topics: string[]): ReadonlyMap<string, string> =>
    new Map([
      [
        'a/context.md',
        `# Domain: a\n\n## Scope\nIncluded in this domain:\n${topics.map((topic) => `- ${topic}\n`).join('')}`,
      ],
    ])
  const { changes } = mergeTrees({
    base: overview('x'),
    ours: overview('x', 'ours'),
    theirs: overview('x', 'theirs'),
  })
  expect(changes[0]?.text).toBe([...overview('x', 'ours', 'theirs').values()][0])
})

test('two titles for one entry are named, not silently one', () => {
  const { conflicts } = mergeEntries({
    base: titledOne({}),
    ours: titledOne({ title: 'Ada' }),
    theirs: titledOne({ title: 'Bob' }),
  })
  expect(conflicts).toEqual(['title (“Ada” or “Bob”; “Bob” is taken)'])
})

test('a paragraph to which two people append a line is not doubled: it stands once, with both lines', () => {
  const side = (...more: readonly string[]): ReadonlyMap<string, string> =>
    new Map([['core/x/y.md', ['---\ntitle: A\n---\n\n## Facts\n- one\n\nThe base line.', ...more, ''].join('\n')]])
  const merged = (ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): string =>
    mergeTrees({ base: side(), ours, theirs }).changes[0]?.text ?? ''
  const [ann, ben] = [side('Ann was here.'), side('Ben was here.')]
  expect(merged(ann, ben)).toContain('\n\nThe base line.\nAnn was here.\nBen was here.\n')
  expect(merged(ann, ben).match(/The base line/g)).toHaveLength(1)
  expect(merged(ben, ann)).toBe(merged(ann, ben))
})

test('an entry that was nearly full could not be read by anybody after two people had added to it', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `- Number ${at} is kept\n`).join('')
  const path = 'auth/tokens/many.md'
  const base = `---\ntitle: Many\n---\n\n## Facts\n${lines(4_000)}`
  const [ours, theirs] = ['Ours', 'Theirs'].map((who) => base + lines(800).replaceAll('Number', who))
  const side = (text = ''): ReadonlyMap<string, string> => new Map([[path, text]])
  const { changes, findings } = mergeTrees({ base: side(base), ours: side(ours), theirs: side(theirs) })
  expect(changes).toEqual([])
  expect(findings).toMatchObject([{ code: 'not-merged', at: path }])
})

test('two people who edit different facts of one commit are not asked to decide between these', () => {
  const fact = (text: string): string => `- **support**: ${text} [project] (0123abcd)\n`
  const of = (...facts: readonly string[]): Entry =>
    entryOf(`---\ntitle: x\n---\n\n## Facts\n${facts.map(fact).join('')}`)
  const [a, b, c] = ['Laptops get lost.', 'Phones run late.', 'Support gave out lists.'] as const
  const conflictsOf = (ours: Entry, theirs: Entry): readonly string[] =>
    mergeEntries({ base: of(a, b, c), ours, theirs }).conflicts
  expect(conflictsOf(of('Nobody finds a laptop.', b), of(a, 'Telephones wait for ever.'))).toEqual([])
  expect(conflictsOf(of('Ours is wholly new.', b, c), of('Theirs says another thing.', b, c))).toHaveLength(1)
})
