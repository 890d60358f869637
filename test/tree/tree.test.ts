import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check } from '../../src/tree/check.ts'
import { deriveSummaries, foldersAbove } from '../../src/tree/derive.ts'
import { emptyEntry, type Entry, writeEntry } from '../../src/tree/entry.ts'
import { symbolTree } from '../../src/tree/graph.ts'
import { changesBetween, type Knowledge, noKnowledge, readKnowledge } from '../../src/tree/knowledge.ts'
import { importanceAt, maturityAfter, onAccess, onUpdate, recencyAt } from '../../src/tree/lifecycle.ts'
import { manifest, readManifest, writeManifest } from '../../src/tree/manifest.ts'
import { apply, type Operation } from '../../src/tree/operations.ts'
import { root, toEntryPath, toFolderPath } from '../../src/tree/path.ts'
import { freePath, toName } from '../../src/tree/name.ts'
import { countTokens } from '../../src/text/tokens.ts'
import { factOf as fact } from '../support/facts.ts'
import { entryOf, entryPath as path, type Told } from '../support/entries.ts'

const birth = new Date('2026-03-18T10:00:00Z')
const later = (days: number): Date => new Date(birth.getTime() + days * 86_400_000)
const entry = (title: string, more: Told = {}): Entry => entryOf({ title, ...more })
const add = (to: string, made: Entry): Operation => ({ type: 'ADD', path: path(to), entry: made, reason: 'because' })
const treeOf = (...operations: Operation[]): Knowledge => apply(noKnowledge, operations, birth).knowledge

describe('paths', () => {
  test.each(['a/b/c.md', 'a/b/c/d.md', 'a_1/b-2/c.md'])('%s is an entry', (text) =>
    expect(toEntryPath(text)).toBe(text),
  )
  test.each([
    'a/b.md',
    'a/b/c/d/e.md',
    '../a/b.md',
    'a/../b.md',
    '/a/b/c.md',
    'a/b/c.txt',
    'a/b/context.md',
    'a/b/_index.md',
    'A/b/c.md',
    'a/b/con.md',
    'a//c.md',
    'a/b/.md',
    `a/b/${'x'.repeat(81)}.md`,
  ])('%s is not', (text) => expect(toEntryPath(text)).toBeUndefined())

  test('any title gives a name that is allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        expect(toFolderPath(toName(title))).toBeDefined()
      }),
    )
  })

  test('a clash gets _2', () => {
    const folder = toFolderPath('a/b')
    if (folder === undefined) throw new Error('a/b')
    expect(freePath(folder, 'Token Rotation', (taken) => taken === 'a/b/token_rotation.md')).toBe(
      'a/b/token_rotation_2.md',
    )
  })
})

describe('the five operations', () => {
  test('each tells how it went, and one failure stops no other', () => {
    const { applied, summary } = apply(
      treeOf(add('a/b/one.md', entry('One'))),
      [
        add('a/b/one.md', entry('Again')),
        { type: 'UPDATE', path: path('a/b/none.md'), entry: entry('None'), reason: '' },
        { type: 'UPSERT', path: path('a/b/two.md'), entry: entry('Two'), reason: '' },
        { type: 'MERGE', from: path('a/b/two.md'), into: path('a/b/one.md'), reason: '' },
        { type: 'DELETE', path: path('a/b/one.md'), reason: '' },
      ],
      birth,
    )
    expect(applied.map(({ status }) => status)).toEqual(['failed', 'failed', 'success', 'success', 'success'])
    expect(summary).toEqual({ added: 1, updated: 0, merged: 1, deleted: 1, failed: 2 })
    expect(applied[0]?.message).toBe('An entry with this path exists.')
  })

  test('a superseded entry that was merged into a living one ended that, too', () => {
    const old = entry('One', { status: 'superseded', supersededBy: 'a/b/new.md', facts: [fact('said once')] })
    const { knowledge } = apply(
      treeOf(add('a/b/old.md', old), add('a/b/one.md', entry('One'))),
      [{ type: 'MERGE', from: path('a/b/old.md'), into: path('a/b/one.md'), reason: '' }],
      birth,
    )
    expect(knowledge.entries.get(path('a/b/one.md'))).toMatchObject({
      status: '',
      supersededBy: '',
      facts: [{ statement: 'said once' }],
    })
  })

  test('an update loses nothing, and names what it supersedes', () => {
    const known = treeOf(
      add('a/b/one.md', entry('One', { facts: [fact('old', { subject: 'ttl', value: '7d' }), fact('kept')] })),
    )
    const said = entry('', { facts: [fact('new', { subject: 'ttl', value: '14d' })] })
    const { knowledge, applied } = apply(
      known,
      [{ type: 'UPDATE', path: path('a/b/one.md'), entry: said, reason: '' }],
      later(1),
    )
    expect(knowledge.entries.get(path('a/b/one.md'))?.facts.map(({ statement }) => statement)).toEqual(['new', 'kept'])
    expect(applied[0]?.message).toBe('Replaced ttl = 7d.')
  })

  test('the same claim from two commits is one fact with two sources', () => {
    const known = treeOf(add('a/b/one.md', entry('One', { facts: [fact('same', { sources: ['aaaaaaaa'] })] })))
    const { knowledge } = apply(
      known,
      [
        {
          type: 'UPDATE',
          path: path('a/b/one.md'),
          entry: entry('', { facts: [fact('Same', { sources: ['bbbbbbbb'] })] }),
          reason: '',
        },
      ],
      birth,
    )
    expect(knowledge.entries.get(path('a/b/one.md'))?.facts).toEqual([
      fact('same', { sources: ['aaaaaaaa', 'bbbbbbbb'] }),
    ])
  })

  test('relations follow a merge', () => {
    const relations = [{ path: 'a/b/two.md', reason: 'why' }]
    const known = treeOf(
      add('a/b/one.md', entry('One', { relations })),
      add('a/b/two.md', entry('Two')),
      add('a/b/three.md', entry('Three')),
    )
    const { knowledge } = apply(
      known,
      [{ type: 'MERGE', from: path('a/b/two.md'), into: path('a/b/three.md'), reason: '' }],
      birth,
    )
    expect(knowledge.entries.get(path('a/b/one.md'))?.relations).toEqual([{ path: 'a/b/three.md', reason: 'why' }])
  })

  test.each(['- c', '- c (what a person says of it)'])(
    'a topic that a domain lists as “%s” is not listed again',
    (listed) => {
      const one = treeOf(add('a/b/one.md', entry('One')))
      const domain = (knowledge: Knowledge): string =>
        [...knowledge.overviews].find(([folder]) => folder === 'a')?.[1] ?? ''
      const known = domain(one).replace('- b', `- b\n${listed}`)
      const overviews = new Map([...one.overviews].map(([folder, text]) => [folder, folder === 'a' ? known : text]))
      const after = apply({ ...one, overviews }, [add('a/c/two.md', entry('Two'))], birth).knowledge
      expect(domain(after)).toBe(known)
      const beside = apply({ ...one, overviews }, [add('a/cd/two.md', entry('Two'))], birth).knowledge
      expect(domain(beside)).toContain(`${listed}\n- cd`)
    },
  )

  test('the first entry of a folder brings its overviews, the last takes them along; a new topic joins its domain', () => {
    const both = treeOf(add('a/b/one.md', entry('One')), add('a/c/d/two.md', entry('Two')))
    expect([...both.overviews.keys()].sort()).toEqual(['a', 'a/b', 'a/c', 'a/c/d'])
    expect([...both.overviews.values()].join('\n')).toContain('Included in this domain:\n- b\n- c')
    const { knowledge } = apply(both, [{ type: 'DELETE', path: path('a/c/d/two.md'), reason: '' }], birth)
    expect([...knowledge.overviews.keys()].sort()).toEqual(['a', 'a/b'])
  })
})

describe('the lifecycle', () => {
  test('importance and recency decay when read, and reading writes nothing', () => {
    const one = entry('One', { importance: 50, updatedAt: '2026-03-18T10:00:00Z' })
    expect(importanceAt(one, later(71))).toBeCloseTo(35.02, 1)
    expect(recencyAt(one, later(30))).toBeCloseTo(Math.exp(-1))
  })

  test('promotion and demotion both happen, with hysteresis', () => {
    expect([64, 65].map((importance) => maturityAfter('draft', importance))).toEqual(['draft', 'validated'])
    expect([85, 84, 34].map((importance) => maturityAfter('validated', importance))).toEqual([
      'core',
      'validated',
      'draft',
    ])
    expect([60, 59].map((importance) => maturityAfter('core', importance))).toEqual(['core', 'validated'])
  })

  test('an update settles the decay, adds five and comes after an approval; accesses add three each', () => {
    const one = entry('One', { importance: 50, updatedAt: '2026-03-18T10:00:00Z' })
    expect(onUpdate(one, later(10))).toMatchObject({
      importance: 50 * 0.995 ** 10 + 5,
      recency: 1,
      updateCount: 1,
      updatedAt: '2026-03-28T10:00:00Z',
    })
    // In the second of its approval, or by a commit that is older: approved it was not.
    const approved = { ...one, approvedAt: '2026-03-28T10:00:00Z' }
    const times = [later(10), later(9), later(11)].map((at) => onUpdate(approved, at).updatedAt)
    expect(times).toEqual(['2026-03-28T10:00:01Z', '2026-03-28T10:00:01Z', '2026-03-29T10:00:00Z'])
    expect(onAccess(one, 5, birth)).toMatchObject({
      importance: 65,
      maturity: 'validated',
      accessCount: 5,
      updatedAt: one.updatedAt,
    })
  })
})

describe('what is derived', () => {
  const files = new Map([
    ['a/b/one.md', writeEntry(entry('One', { facts: [fact('the first fact of all')] }))],
    ['a/b/c/two.md', writeEntry(entry('Two', { rules: ['Never do that.'] }))],
    ['a/b/context.md', '# Topic: b\n'],
  ])

  test('a summary is shorter than what it covers, on every level up to the root', () => {
    const made = deriveSummaries(foldersAbove(files.keys()), files, { summaries: new Map() })
    expect([...made.keys()]).toEqual(['a/b/c', 'a/b', 'a', ''])
    for (const text of made.values()) {
      const [, tokens = 0, covered = 0] = [/token_count: (\d+)/, /covers_token_total: (\d+)/].reduce<number[]>(
        (all, shape) => [...all, Number(shape.exec(text ?? '')?.[1])],
        [0],
      )
      expect(tokens).toBeLessThan(covered)
    }
    expect(made.get(root)).toContain('summary_level: d3')
  })

  test('the summary of a domain says what the entries of its topics teach, and not only what they are called', () => {
    const rules = (name: string): string[] => [
      `Never ${name} twice.`,
      `Always ${name} within a transaction of the database.`,
    ]
    const many = new Map(
      ['charge', 'refund', 'invoice'].map((name) => [
        `shop/${name}s/${name}.md`,
        writeEntry(entry(name, { rules: rules(name), reason: 'x'.repeat(900) })),
      ]),
    )
    const made = deriveSummaries(foldersAbove(many.keys()), many, { summaries: new Map() })
    expect([...made].find(([folder]) => folder === 'shop')?.[1]).toContain('- charges/: charge (charge.md)\n')
    expect([...made].find(([folder]) => folder === 'shop')?.[1]).toContain('    - Never charge twice.')
  })

  test('a summary leaves out what is past', () => {
    const lines = [
      '- **Sort goods**: People look for names. {2026-01-01 · past} [project] (aaaaaaaa)',
      '- **Sort mail**: By day. [project]',
    ]
    const text = `${writeEntry(entry('Sorting', { reason: 'x'.repeat(900) })).trimEnd()}\n\n## Facts\n${lines.join('\n')}\n`
    const told = new Map([['shop/goods/sorting.md', text]])
    const made = deriveSummaries(foldersAbove(told.keys()), told, { summaries: new Map() })
    const summary = [...made].find(([folder]) => folder === 'shop/goods')?.[1]
    expect(summary).toContain('Sort mail')
    expect(summary).not.toContain('Sort goods')
  })

  test('a summary begins with what somebody wrote the folder to be about, and not with what we did', () => {
    const summaryOf = (purpose: string): string | undefined => {
      const told = new Map(files).set('a/context.md', `# Domain: a\n\n## Purpose\n${purpose}\n\n${'x'.repeat(900)}\n`)
      const made = deriveSummaries(foldersAbove(told.keys()), told, { summaries: new Map() })
      return [...made].find(([folder]) => folder === 'a')?.[1]
    }
    expect(summaryOf('How people log in.')).toMatch(/\n---\n\nHow people log in\.\n- b\/: 2 subjects\n/)
    expect(summaryOf('What the history of this repository teaches about a.')).toMatch(/\n---\n\n- b\/: 2 subjects\n/)
  })

  test('a summary of some folders is the same as one of all', () => {
    const whole = deriveSummaries(foldersAbove(files.keys()), files, { summaries: new Map() })
    const changed = new Map(files).set('a/b/c/two.md', writeEntry(entry('Two, changed')))
    const summaries = new Map(
      [...whole].flatMap(([folder, text]) => (text === undefined ? [] : [[folder, text] as const])),
    )
    const some = deriveSummaries(foldersAbove(['a/b/c/two.md']), changed, { summaries })
    expect(some).toEqual(deriveSummaries(foldersAbove(changed.keys()), changed, { summaries: new Map() }))
  })

  test('a folder without knowledge has no summary', () => {
    expect(
      deriveSummaries(foldersAbove(['x/y/gone.md']), new Map(), { summaries: new Map() }).get(root),
    ).toBeUndefined()
  })

  test('the manifest registers everything, and its budgets are kept', () => {
    const many = new Map(
      Array.from({ length: 40 }, (_, at) => [
        `a/b/e${at}.md`,
        writeEntry(entry(`E${at}`, { importance: at, reason: 'x'.repeat(1200) })),
      ]),
    )
    const made = manifest(
      many,
      { tree: 'f'.repeat(40), at: '2026-03-18T10:00:00Z' },
      { known: undefined, without: new Set() },
    )
    expect(made.lanes.contexts.map(({ importance }) => importance).slice(0, 3)).toEqual([39, 38, 37])
    expect(made.active.contexts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(4000)
    expect(made.total_tokens).toBe([...many.values()].reduce((sum, text) => sum + countTokens(text), 0))
    expect(readManifest(writeManifest(made))).toEqual(made)
  })

  test('an entry whose name ends in _index.md is knowledge, and no summary', () => {
    const both = new Map([
      ['a/b/middleware_index.md', writeEntry(entry('Middleware index'))],
      ['a/b/_index.md', 'A summary'],
    ])
    const { lanes } = manifest(
      both,
      { tree: 'f'.repeat(40), at: '2026-03-18T10:00:00Z' },
      { known: undefined, without: new Set() },
    )
    expect(lanes.contexts.map((one) => one.path)).toEqual(['a/b/middleware_index.md'])
    expect(lanes.summaries.map((one) => one.path)).toEqual(['a/b/_index.md'])
  })
})

describe('the graph', () => {
  const linked = treeOf(
    add(
      'a/b/one.md',
      entry('One', {
        relations: [
          { path: 'a/b/two.md', reason: '' },
          { path: 'a/b/gone.md', reason: '' },
        ],
      }),
    ),
    add('a/b/two.md', entry('Two')),
  )

  test('a relation to nothing is a finding', () => {
    expect(check(linked).map(({ code }) => code)).toEqual(['dead-relation'])
  })

  test('symbols have the numbers of their kinds', () => {
    expect(symbolTree(new Map([...linked.entries].map(([at, { title }]) => [at, title])))[0]).toMatchObject({
      path: 'a',
      kind: 1,
      children: [{ path: 'a/b', kind: 2, children: [{ kind: 4 }, { kind: 4 }] }],
    })
  })
})

test('only what changed is written', () => {
  const before = treeOf(add('a/b/one.md', entry('One')), add('a/b/two.md', entry('Two')))
  const { knowledge } = apply(before, [{ type: 'DELETE', path: path('a/b/two.md'), reason: '' }], birth)
  expect(changesBetween(before, knowledge)).toEqual([{ path: 'a/b/two.md', text: undefined }])
})

test('what is not an entry is a finding, and stays', () => {
  const { entries, findings } = readKnowledge(
    new Map([
      ['a/b/x.md', '---js\n---\n'],
      ['notes.txt', 'hi'],
    ]),
  )
  expect(entries.size).toBe(0)
  expect(findings.map(({ code }) => code)).toEqual(['front-matter-language', 'not-an-entry'])
})

test('an overview that a person made for a plan is not dropped with an unrelated entry', () => {
  const kept = path('a/b/c.md')
  const plan = new Map([['future/plan' as never, '# Topic: plan\n']])
  const before = apply(
    { ...noKnowledge, overviews: plan },
    [{ type: 'ADD', path: kept, entry: { ...emptyEntry, title: 'C' }, reason: '' }],
    new Date(0),
  ).knowledge
  const { knowledge } = apply(before, [{ type: 'DELETE', path: kept, reason: '' }], new Date(0))
  expect([...knowledge.overviews.keys()]).toEqual(['future/plan'])
})
