import { describe, expect, test } from 'vitest'
import { readStub, writeStub } from '../../src/tree/archive.ts'
import { check } from '../../src/tree/check.ts'
import { combine } from '../../src/tree/combine.ts'
import { type Entry, emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { combineNotes, noNote, readNote, writeNote } from '../../src/tree/note.ts'
import { apply } from '../../src/tree/operations.ts'
import { addOwners, describe as say, isByPeople, nameFiles, purposeByPeople } from '../../src/tree/overview.ts'
import { mergeRelations } from '../../src/tree/relation.ts'
import { retire } from '../../src/tree/retire.ts'
import { readKind, readStatus, standingOf, statusOf } from '../../src/tree/standing.ts'
import { entryOf, entryPath, type Told, folderPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

// What keeps a tree true as commits, people and merges go on: updating, retiring, merging, archiving, checking.

const [one, two] = [entryPath('shop/goods/one.md'), entryPath('shop/goods/two.md')]
const at = new Date('2026-05-04T10:00:00Z')
const knowing = (entries: Readonly<Record<string, Told>>): Knowledge => ({
  ...noKnowledge,
  entries: new Map(Object.entries(entries).map(([path, told]) => [entryPath(path), entryOf(told)])),
})
const source = (commit: string, subject = 'Sort goods') => ({ commit, subject })
const past = { ...noNote, status: 'past' as const, supersededBy: ['eeeeeeee'] }

describe('what is newly said of an entry', () => {
  const combined = (known: Told, said: Told) => combine(entryOf(known), entryOf({ title: '', ...said }))

  test('takes the place of prose that it says anew, by name, and leaves the rest', () => {
    const known = { narrative: { ...emptyEntry.narrative, structure: 'One table.', examples: 'x()' }, snippets: 'y()' }
    const { entry, replaced } = combined(known, {
      narrative: { ...emptyEntry.narrative, structure: 'Two.' },
      snippets: 'y()',
    })
    expect(entry).toMatchObject({ title: 'One', narrative: { structure: 'Two.', examples: 'x()' }, snippets: 'y()' })
    expect(replaced).toEqual(['structure: One table.'])
  })

  test('is joined to lists: what differs only in case, blanks and its commit is one', () => {
    const { entry } = combined(
      { rules: ['Never sort. (aaaaaaaa)'], tags: ['x'] },
      { rules: ['never  SORT. (bbbbbbbb)', 'Wait.'], tags: ['x', 'y'] },
    )
    expect(entry.narrative.rules).toEqual(['Never sort. (aaaaaaaa)', 'Wait.'])
    expect(entry.tags).toEqual(['x', 'y'])
    const keywords = (from: number): string[] => Array.from({ length: 150 }, (_, place) => `k${from + place}`)
    expect(combined({ keywords: keywords(0) }, { keywords: keywords(150) }).entry.keywords).toHaveLength(200)
  })

  test('keeps the newest time, its author where there is one, and each source once', () => {
    const known = { raw: { ...emptyEntry.raw, timestamp: '2026-02-01', author: 'Ada', sources: [source('a1')] } }
    const said = { raw: { ...emptyEntry.raw, timestamp: '2026-01-01', sources: [source('a1'), source('b2')] } }
    expect(combined(known, said).entry.raw).toMatchObject({
      timestamp: '2026-02-01',
      author: 'Ada',
      sources: [source('a1'), source('b2')],
    })
    expect(combined(said, known).entry.raw).toMatchObject({ timestamp: '2026-02-01', author: 'Ada' })
  })

  test('says how it stands where it says so, and is silent about it elsewhere', () => {
    const stands = { kind: 'decision', status: 'deprecated', supersededBy: two, approvedAt: '2026-01-01' } as const
    expect(combined(stands, {}).entry).toMatchObject(stands)
    expect(combined({}, stands).entry).toMatchObject(stands)
  })

  test('leaves the reason that a person wrote below the one that a commit brings', () => {
    const said = {
      reason: 'Learned from aaaaaaaa: Sort goods',
      raw: { ...emptyEntry.raw, sources: [source('aaaaaaaa')] },
    }
    const kept = (reason: string, loose: Entry['loose'] = []) =>
      combined({ reason, loose }, said).entry.loose.map(({ text }) => text)
    expect(kept('Customers asked for it')).toEqual(['Customers asked for it'])
    expect(kept('Customers asked for it', [{ after: 'Reason', line: 0, text: 'Customers asked for it' }])).toHaveLength(
      1,
    )
    expect(kept('Learned from 2 commits, aaaaaaaa to bbbbbbbb')).toEqual([])
    expect(kept('')).toEqual([])
    expect(combined({ reason: 'Mine' }, {}).entry).toMatchObject({ reason: 'Mine', loose: [] })
  })

  test('a new value takes the old one’s place; the same claim gathers sources and what is known of it', () => {
    const known = [
      factOf('a week', { subject: 'ttl', value: '7d', sources: ['a1'] }),
      factOf('it is slow', { subject: 'Cache', sources: ['a1'], note: { ...noNote, number: '#7' } }),
    ]
    const said = [
      factOf('a day', { subject: 'ttl', value: '1d', sources: ['b2'] }),
      factOf('it is slow', { subject: 'Cache', sources: ['b2'], note: { ...noNote, kind: 'fix' } }),
    ]
    const { entry, replaced } = combined({ facts: known }, { facts: said })
    expect(replaced).toEqual(['ttl = 7d'])
    expect(entry.facts).toMatchObject([
      { value: '1d', sources: ['b2'] },
      { sources: ['a1', 'b2'], note: { kind: 'fix', number: '#7' } },
    ])
  })

  test('what was taken back holds again when another commit says it again', () => {
    const lesson = (note: typeof noNote, sources: readonly string[]) => ({
      facts: [factOf('it is slow', { subject: 'Cache', sources, note })],
    })
    const after = (note: typeof noNote, sources: readonly string[]) =>
      combined(lesson(past, ['a1']), lesson(note, sources)).entry.facts[0]?.note
    expect(after(noNote, ['b2'])).toMatchObject({ status: 'current', supersededBy: [] })
    expect(after(noNote, ['a1'])).toMatchObject({ status: 'past', supersededBy: ['eeeeeeee'] })
    expect(after(past, ['b2'])).toMatchObject({ status: 'past' })
  })
})

describe('what is no longer so', () => {
  const lesson = factOf('it is slow', { subject: 'Cache', sources: ['aaaaaaaa'], note: noNote })
  const both = factOf('so it is', { sources: ['aaaaaaaa', 'bbbbbbbb'] })
  const entry = entryOf({
    files: ['a.ts', 'b.ts'],
    facts: [
      lesson,
      both,
      factOf('gone', { subject: 'left-pad', value: '1' }),
      factOf('alone', { sources: ['aaaaaaaa'] }),
    ],
    rules: ['Never. (aaaaaaaa)', 'Always.'],
    raw: { ...emptyEntry.raw, changes: ['Sorted (aaaaaaaa)'] },
  })
  const left = (...retired: Parameters<typeof retire>[1]) => {
    const { entry: kept, replaced } = retire(entry, retired)
    return {
      facts: kept.facts.map(
        ({ statement, note }) => `${statement}${note?.status === undefined ? '' : `: ${note.status}`}`,
      ),
      rules: kept.narrative.rules,
      changes: kept.raw.changes,
      files: kept.raw.files,
      replaced,
    }
  }

  test('all that only one commit said goes with it, and what another says too stays', () => {
    expect(left({ kind: 'source', commit: 'a'.repeat(40) })).toEqual({
      facts: ['so it is', 'gone'],
      rules: ['Always.'],
      changes: [],
      files: ['a.ts', 'b.ts'],
      replaced: ['Cache', 'alone', 'Never. (aaaaaaaa)'],
    })
    expect(left({ kind: 'source', commit: 'c'.repeat(40) }).replaced).toEqual([])
  })

  test('a lesson that was taken back is told on as past, with the commit that did it', () => {
    expect(left({ kind: 'source', commit: 'a'.repeat(40), takenBackBy: 'cccccccc' }).facts).toEqual([
      'it is slow: past',
      'so it is',
      'gone',
    ])
    expect(
      left({ kind: 'lesson', commit: 'a'.repeat(40), headline: 'Cache', note: { ...noNote, status: 'partly' } })
        .facts[0],
    ).toBe('it is slow: partly')
    expect(left({ kind: 'lesson', commit: 'b'.repeat(40), headline: 'Cache', note: past }).facts[0]).toBe(
      'it is slow: current',
    )
  })

  test('a subject, a file, a statement and a line go by name', () => {
    expect(left({ kind: 'subject', subject: 'left-pad' }).facts).not.toContain('gone')
    expect(left({ kind: 'subject', subject: '' }).facts).toHaveLength(4)
    expect(left({ kind: 'file', path: 'a.ts' }).files).toEqual(['b.ts'])
    expect(left({ kind: 'statement', statement: 'SO it is' }).replaced).toEqual(['so it is'])
    expect(left({ kind: 'statement', statement: 'always.' }).rules).toEqual(['Never. (aaaaaaaa)'])
    expect(left({ kind: 'line', text: 'sorted' })).toMatchObject({ changes: [], rules: entry.narrative.rules })
    expect(left({ kind: 'fact', fact: lesson, as: 'past' }).facts[0]).toBe('it is slow: past')
    expect(left({ kind: 'fact', fact: lesson, as: 'gone' }).facts[0]).toBe('so it is')
  })

  test('a part, a tag, a keyword and a relation go by name, and nothing beside them', () => {
    const full = entryOf({
      tags: ['x', 'y'],
      keywords: ['x', 'y'],
      relations: [
        { path: one, reason: '' },
        { path: two, reason: '' },
      ],
      snippets: 'y()',
      narrative: { ...emptyEntry.narrative, examples: 'x()', structure: 'One.' },
      raw: { ...emptyEntry.raw, flow: 'First.' },
    })
    const { entry: kept } = retire(full, [
      { kind: 'tag', name: 'x' },
      { kind: 'keyword', name: 'y' },
      { kind: 'relation', name: one },
      { kind: 'part', part: 'examples' },
      { kind: 'part', part: 'flow' },
    ])
    expect(kept).toMatchObject({
      tags: ['y'],
      keywords: ['x'],
      relations: [{ path: two }],
      snippets: 'y()',
      narrative: { examples: '', structure: 'One.' },
      raw: { flow: '' },
    })
    expect(retire(full, [{ kind: 'part', part: 'snippets' }]).entry.snippets).toBe('')
  })
})

describe('a note of a lesson', () => {
  test('is read as it is written, and whatever is no note belongs to the statement', () => {
    const note = {
      ...noNote,
      kind: 'fix' as const,
      date: '2024-05-01',
      number: '#18',
      since: '0.20.0',
      pinnedBy: '8 tests in a.py',
      status: 'partly' as const,
      supersededBy: ['238f1108'],
      replaces: ['138f1108', '038f1108'],
      amendedBy: ['082245da'],
    }
    expect(writeNote(note)).toMatch(/ · amended by 082245da$/)
    expect(readNote(writeNote(note))).toEqual(note)
    expect(readNote('past')?.status).toBe('past')
    for (const text of ['', 'soon', 'fix · soon', 'fix · fix', '2024-05-01 · fix', 'past · partly'])
      expect(readNote(text)).toBeUndefined()
  })

  test('names who reworked its code with that status, in one part, and reads it again', () => {
    const note = { ...noNote, date: '2024-05-01', status: 'reworked' as const, replaces: ['138f1108'] }
    const by = { ...note, supersededBy: ['082245da', 'bb110c1e'] }
    expect(writeNote(by)).toBe('2024-05-01 · may not hold, rewritten by 082245da, bb110c1e · replaces 138f1108')
    expect(writeNote(note)).toBe('2024-05-01 · may not hold · replaces 138f1108')
    expect(readNote(writeNote(by))).toEqual(by)
    expect(readNote(writeNote(note))).toEqual(note)
    for (const spelled of [
      'may not hold, rewritten by 082245da',
      'lines rewritten by 082245da',
      'reworked by 082245da',
    ])
      expect(readNote(spelled)).toEqual({ ...noNote, status: 'reworked', supersededBy: ['082245da'] })
    for (const spelled of ['may not hold', 'lines rewritten', 'reworked'])
      expect(readNote(spelled)).toEqual({ ...noNote, status: 'reworked' })
  })

  test('of two that name other amenders is the same in any order, and what is over names none', () => {
    const [ours, theirs] = ['bbbbbbb1', 'aaaaaaa1'].map((sha) => ({ ...noNote, amendedBy: [sha] }))
    if (ours === undefined || theirs === undefined) throw new Error('no notes')
    expect(combineNotes(ours, theirs)).toEqual(combineNotes(theirs, ours))
    const over = { ...noNote, status: 'past' as const, supersededBy: ['aaaaaaa1'] }
    expect(combineNotes(ours, over).amendedBy).toEqual([])
    expect(combineNotes({ ...over, status: 'partly' }, theirs).amendedBy).toEqual([])
  })

  test('that an older ctx wrote of what holds partly is still read, with who took its place', () => {
    const note = { ...noNote, date: '2024-05-01', status: 'partly' as const, supersededBy: ['238f1108'] }
    expect(readNote('2024-05-01 · partly · superseded by 238f1108')).toEqual(note)
  })

  test.each([
    'reworked · superseded by 082245da',
    '2024-05-01 · reworked · superseded by 082245da',
    'superseded by 082245da · reworked',
    'may not hold, rewritten by',
    'may not hold by 082245da',
    'lines rewritten by',
    'reworked by',
    'reworked by hand',
    'reworked by 082245da or so',
    'reworked by 082245da · past',
    'past · reworked by 082245da',
    'reworked by 082245da · reworked by bb110c1e',
    'reworked by 082245da · superseded by bb110c1e',
  ])('is none where somebody wrote by hand: %s', (text) => {
    expect(readNote(text)).toBeUndefined()
  })

  test.each([
    ['current', 'reworked'],
    ['reworked', 'partly'],
    ['partly', 'past'],
    ['current', 'past'],
    ['reworked', 'past'],
  ] as const)('that says %s, and one that says %s, come to the stronger, whichever was known first', (weak, strong) => {
    const [weaker, stronger] = [
      { ...noNote, status: weak },
      { ...noNote, status: strong },
    ]
    expect([combineNotes(weaker, stronger), combineNotes(stronger, weaker)].map(({ status }) => status)).toEqual([
      strong,
      strong,
    ])
    expect(combineNotes(weaker, weaker).status).toBe(weak)
  })
})

describe('to merge two entries', () => {
  const merge = (entries: Readonly<Record<string, Told>>) =>
    apply(knowing(entries), [{ type: 'MERGE', from: one, into: two, reason: 'The same' }], at)

  test('keeps the older birth, the riper maturity, the higher importance, and all accesses', () => {
    const base = { recency: 1, updatedAt: '2026-05-04T10:00:00Z' }
    const { knowledge } = merge({
      [one]: { ...base, createdAt: '2026-01-01', maturity: 'core', importance: 90, accessCount: 3, updateCount: 1 },
      [two]: {
        ...base,
        createdAt: '2026-02-01',
        maturity: 'validated',
        importance: 60,
        accessCount: 4,
        updateCount: 2,
      },
    })
    expect(knowledge.entries.has(one)).toBe(false)
    expect(knowledge.entries.get(two)).toMatchObject({
      createdAt: '2026-01-01',
      maturity: 'core',
      accessCount: 7,
      updateCount: 4,
    })
    expect(knowledge.entries.get(two)?.importance).toBeGreaterThan(89)
  })

  test('leads relations to the one that is left, and none of it to itself', () => {
    const to = (...paths: readonly string[]) => ({ relations: paths.map((path) => ({ path, reason: '' })) })
    const { knowledge } = merge({ [one]: to(two, 'a/b/c.md'), [two]: to(one), 'mail/queue/x.md': to(one, two) })
    expect(knowledge.entries.get(two)?.relations.map(({ path }) => path)).toEqual(['a/b/c.md'])
    expect(knowledge.entries.get(entryPath('mail/queue/x.md'))?.relations).toEqual([{ path: two, reason: '' }])
  })

  test('tells one lesson once, below the headline of the one that stays', () => {
    const lesson = (subject: string) => ({ facts: [factOf('It was slow.', { subject, note: noNote })] })
    const { knowledge } = merge({ [one]: lesson('Sort'), [two]: lesson('Sort goods') })
    expect(knowledge.entries.get(two)?.facts.map(({ subject }) => subject)).toEqual(['Sort goods'])
  })

  test('of the first stated reason of a relation, the rest is forgotten', () => {
    expect(
      mergeRelations(
        [{ path: one, reason: '' }],
        [
          { path: one, reason: 'why' },
          { path: one, reason: 'other' },
        ],
      ),
    ).toEqual([{ path: one, reason: 'why' }])
  })
})

describe('an update', () => {
  const update = (said: Told, known: Told = { raw: { ...emptyEntry.raw, sources: [source('a1')] } }) => {
    const { knowledge, applied } = apply(
      knowing({ [one]: { importance: 50, recency: 1, updatedAt: '2026-05-04T10:00:00Z', ...known } }),
      [{ type: 'UPDATE', path: one, entry: entryOf({ title: '', ...said }), reason: 'Now' }],
      at,
    )
    return { entry: knowledge.entries.get(one), said: applied[0] }
  }

  test('makes an entry more important with a new commit or what a person says, not with the same once more', () => {
    const importance = (said: Told): number => update(said).entry?.importance ?? 0
    expect(importance({ raw: { ...emptyEntry.raw, sources: [source('b2')] } })).toBeGreaterThan(50)
    expect(importance({ rules: ['Said.'] })).toBeGreaterThan(50)
    expect(importance({ raw: { ...emptyEntry.raw, sources: [source('a1')] } })).toBe(50)
    expect(importance({ files: ['moved.ts'] })).toBe(50)
  })

  test('that only follows a file gives no reason', () => {
    expect(update({ files: ['moved.ts'] }, { reason: 'Because' }).entry?.reason).toBe('Because')
    expect(update({ rules: ['Said.'] }, { reason: 'Because' }).entry?.reason).toBe('Now')
  })

  test('names what it replaced', () => {
    expect(update({ title: 'Other' }).said).toMatchObject({ status: 'success', message: 'Replaced title: One.' })
    expect(update({ rules: ['Said.'] }).said?.message).toBeUndefined()
  })
})

test('a folder goes with all that lies in it, and one beside it with a longer name stays', () => {
  const entries = { [one]: {}, [two]: {}, 'shop/goods_old/x.md': {} }
  const { knowledge, summary } = apply(
    knowing(entries),
    [{ type: 'DELETE', path: folderPath('shop/goods'), reason: '' }],
    at,
  )
  expect([...knowledge.entries.keys()]).toEqual(['shop/goods_old/x.md'])
  expect(summary).toMatchObject({ deleted: 1, failed: 0 })
  const none = apply(
    knowledge,
    [
      { type: 'DELETE', path: folderPath('shop/goods'), reason: '' },
      { type: 'DELETE', path: one, reason: '' },
    ],
    at,
  )
  expect(none.applied.map(({ message }) => message)).toEqual([
    'No entry lies in this folder.',
    'No entry has this path.',
  ])
})

describe('the archive', () => {
  const entry = entryOf({
    title: 'Sort goods',
    keywords: ['price'],
    tags: ['fix'],
    files: ['a.ts'],
    rules: ['Never sort twice.'],
    facts: [factOf('It was slow.', { subject: 'Cache' })],
  })

  test('keeps of an entry what it was about, and says when and how important it was', () => {
    const text = writeEntry(entry)
    const stub = readStub(writeStub(one, text, { at: '2026-01-02T00:00:00Z', importance: 12.345 }))
    expect(stub).toMatchObject({
      evictedAt: '2026-01-02T00:00:00Z',
      importance: 12.35,
      original: one,
      title: 'Sort goods',
    })
    expect(stub?.body).toBe('- Never sort twice.\n- Cache It was slow.\n\nKey entities: price, Cache, a.ts, fix')
    expect(readStub(writeStub(one, '---js\n---', { at: 'x', importance: 1 }))?.title).toBe(one)
    expect(readStub(text)).toBeUndefined()
    expect(readStub(writeStub(one, text, { at: 'x', importance: 1 }).replace(one, '../x.md'))).toBeUndefined()
  })

  test('leaves out what is more than somebody reads', () => {
    const long = entryOf({
      rules: Array.from({ length: 80 }, (_, place) => `Rule number ${place} of a very long list of rules.`),
    })
    const body = readStub(writeStub(one, writeEntry(long), { at: 'x', importance: 1 }))?.body ?? ''
    expect(body).toContain('- Rule number 0 of')
    expect(body).not.toContain('Rule number 79')
  })
})

describe('what is found in any tree', () => {
  const found = (entries: Readonly<Record<string, Told>>): readonly string[] =>
    check(knowing(entries)).map(({ code, detail }) => `${code}: ${detail}`)

  test('relations that lead nowhere, and to what is no place; those to a topic lead there', () => {
    const related = (path: string): readonly string[] => found({ [one]: { relations: [{ path, reason: '' }] } })
    expect(related('shop/goods')).toEqual([])
    expect(related('shop/none')).toEqual(['dead-relation: shop/none does not exist.'])
    expect(related('../x')).toEqual(['bad-relation: "../x" cannot be the path of an entry or a topic.'])
    expect(related(one)).toEqual([])
  })

  test('two values of one subject, and rules of which only one can hold', () => {
    const values = (...said: readonly string[]) => ({
      [one]: { facts: said.map((value) => factOf('', { subject: 'ttl', value })) },
    })
    expect(found(values('1d', '7d'))).toEqual(['two-values: ttl is `1d` and `7d`: keep one of the facts.'])
    expect(found(values('1d', '1d'))).toEqual([])
    const rules = ['Always log tokens at sign-in.', 'Wait.', 'Never log tokens at sign-in.']
    expect(found({ [one]: { rules } })).toEqual([`contradiction: "${rules[0]}" and "${rules[2]}" cannot both hold.`])
  })

  test('a secret, an entry that is almost full, and a tree of an older make', () => {
    expect(found({ [one]: { rules: ['Use AKIAIOSFODNN7EXAMPLE.'] } })[0]).toMatch(
      /^secret: It holds what looks like a secret/,
    )
    expect(
      found({ [one]: { narrative: { ...emptyEntry.narrative, structure: '`a.ts` makes public: x' } } })[0],
    ).toContain('older-make')
    expect(found({ [one]: { title: 'Settings in tox.ini' } })[0]).toContain('older-make')
    expect(found({ [one]: { title: 'Settings in .editorconfig of web' } })[0]).toContain('older-make')
    expect(found({ [one]: { title: 'Settings in config.yaml win over the environment' } })).toEqual([])
    expect(check({ ...noKnowledge, overviews: new Map([[folderPath('shop'), 'AKIAIOSFODNN7EXAMPLE']]) })).toMatchObject(
      [{ code: 'secret', at: 'shop/context.md', weight: 'blocking' }],
    )
  })
})

describe('how an entry stands', () => {
  test('is read however it is spelled', () => {
    expect(['bug-fix', 'BugFix', 'code_map_node', 'rumour'].map(readKind)).toEqual([
      'bug fix',
      'bug fix',
      'code map',
      undefined,
    ])
    expect(['Active', 'SUPER SEDED', 'gone'].map(readStatus)).toEqual(['active', 'superseded', undefined])
  })

  test('is superseded where it names its successor, unless it says that it holds', () => {
    const stands = (more: Told) => entryOf(more)
    expect(standingOf(stands({}))).toBe('')
    expect(standingOf(stands({ supersededBy: two }))).toBe(`superseded by ${two}`)
    expect(standingOf(stands({ supersededBy: two, status: 'active' }))).toBe('')
    expect(standingOf(stands({ status: 'deprecated' }))).toBe('deprecated')
    expect(statusOf(stands({ supersededBy: two }))).toBe('superseded')
  })
})

describe('an overview', () => {
  const made = '# Topic: goods\n\n## Overview\nWhat is known about goods in shop.\n\n## Key Concepts\n- price\n'

  test('is people’s as soon as it says more than would be written anew', () => {
    expect(isByPeople(folderPath('shop/goods'), made)).toBe(false)
    expect(isByPeople(folderPath('shop/goods'), `${made}\nAsk Zora.\n`)).toBe(true)
    expect(isByPeople(folderPath('shop/goods'), say(made, 'What we sell.'))).toBe(true)
    expect(purposeByPeople(say(made, 'What we sell.'))).toBe('What we sell.')
    expect(purposeByPeople(made)).toBe('')
  })

  test('names its files while nobody says what it is for, and that is no word of people', () => {
    const offering = (file: string, ...names: readonly string[]) => ({ file, names })
    const named = nameFiles(made, folderPath('shop/goods'), [
      offering('a.ts', 'Goods', 'Shelf', 'Box'),
      offering('b.ts'),
    ])
    expect(named).toContain('What is known about goods in shop: `a.ts` (`Goods`, `Shelf`), `b.ts`.')
    expect(isByPeople(folderPath('shop/goods'), named)).toBe(false)
    expect(nameFiles(made, folderPath('shop/goods'), [])).toBe(made)
    expect(nameFiles(say(made, 'What we sell.'), folderPath('shop/goods'), [offering('a.ts')])).not.toContain('a.ts')
  })

  test('says who knows its folder, above how it is used, where nobody has written that yet', () => {
    const owners = new Map([[folderPath('shop'), '- Ada: 3 commits, last 2026-01']])
    const owned = (text: string) => addOwners(new Map([[folderPath('shop'), text]]), owners).get(folderPath('shop'))
    expect(owned('# Domain: shop\n\n## Usage\n- x\n')).toBe(
      '# Domain: shop\n\n## Ownership\n- Ada: 3 commits, last 2026-01\n\n## Usage\n- x\n',
    )
    expect(owned('# Domain: shop\n')).toBe('# Domain: shop\n\n## Ownership\n- Ada: 3 commits, last 2026-01\n')
    expect(owned('## Ownership\nZora.\n')).toBe('## Ownership\nZora.\n')
    expect(addOwners(new Map(), owners).size).toBe(0)
  })
})
