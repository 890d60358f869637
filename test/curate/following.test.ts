import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { attempt } from '../../src/curate/authored/attempt.ts'
import { withoutGeneratedBlocks } from '../../src/curate/code/generated-blocks.ts'
import { tidyingsFor } from '../../src/curate/hygiene.ts'
import { batchTitle, explain } from '../../src/curate/entries/knowledge-message.ts'
import { explanationOf, keptOf, saidBy } from '../../src/curate/message/retention.ts'
import { followRewrites, inOldPlace, isSpent, withoutSources } from '../../src/curate/rewrite.ts'
import { relate } from '../../src/curate/entries/statistics.ts'
import { lastNames } from '../../src/curate/standing/follow-files.ts'
import { undoes } from '../../src/curate/standing/undoes.ts'
import { emptyEntry, type Entry } from '../../src/tree/entry.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { noNote } from '../../src/tree/note.ts'
import type { Operation } from '../../src/tree/operations.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { analysed, type ChangedFiles, commitOf } from '../support/commits.ts'
import { entryOf, entryPath, type Told } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

const [one, two] = [entryPath('shop/goods/one.md'), entryPath('shop/goods/two.md')]
const treeOf = (entries: Readonly<Record<string, Told>>): Map<EntryPath, Entry> =>
  new Map(Object.entries(entries).map(([path, told]) => [entryPath(path), entryOf(told)]))
const knowing = (entries: Readonly<Record<string, Told>>): Knowledge => ({ ...noKnowledge, entries: treeOf(entries) })
const [old, other, next] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]
const sources = (...commits: readonly string[]): Entry['raw'] => ({
  ...emptyEntry.raw,
  sources: commits.map((commit) => ({ commit, subject: 'Sort goods' })),
})

describe('commits that were rewritten', () => {
  test('are followed wherever an entry names them, each once, and nothing else changes', () => {
    const told = {
      raw: { ...sources(old, next, other), changes: [`Sorted (${old.slice(0, 8)})`, 'Painted (12345678)'] },
      rules: [`Never sort twice. (${old.slice(0, 8)})`],
      facts: [
        factOf('so it is', { sources: [old.slice(0, 8), next.slice(0, 8)] }),
        factOf('other', { sources: ['bbbbbbbb'] }),
      ],
    }
    const before = knowing({ [one]: told, [two]: { raw: sources(other) } })
    const after = followRewrites(before, new Map([[old, next]]))
    expect(after.entries.get(two)).toBe(before.entries.get(two))
    expect(after.entries.get(one)).toMatchObject({
      raw: { sources: [{ commit: next }, { commit: other }], changes: ['Sorted (cccccccc)', 'Painted (12345678)'] },
      narrative: { rules: ['Never sort twice. (cccccccc)'] },
      facts: [{ sources: ['cccccccc'] }, { sources: ['bbbbbbbb'] }],
    })
  })

  test('leave of a tree what others taught, and name the entries that were about nothing but them', () => {
    const fact = factOf('so it is', { sources: ['aaaaaaaa'] })
    const before = knowing({ [one]: { raw: sources(old) }, [two]: { raw: sources(old, other), facts: [fact] } })
    const { knowledge, spent } = withoutSources(before, [old])
    expect(spent).toEqual([one])
    expect([...knowledge.entries.keys()]).toEqual([two])
    expect(knowledge.entries.get(two)).toMatchObject({ raw: { sources: [{ commit: other }] }, facts: [] })
    expect(withoutSources(before, [next]).knowledge.entries).toEqual(before.entries)
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
    expect(paths([add('shop/goods/new.md')], [elsewhere, one])).toEqual([`UPSERT ${one}`])
    expect(paths([add('shop/goods/new.md'), add('shop/goods/more.md')], [one])).toEqual([
      `UPSERT ${one}`,
      'ADD shop/goods/more.md',
    ])
    expect(paths([add('shop/goods/new.md')], [elsewhere])).toEqual([`UPSERT ${elsewhere}`])
    expect(paths([add('shop/goods/new.md', ''), add('shop/goods/one.md')], [one])).toEqual([
      'ADD shop/goods/new.md',
      `ADD ${one}`,
    ])
  })

  test('leave an entry behind only while it says something of its own', () => {
    const retires = [{ kind: 'source' as const, commit: old }]
    const only: Told = {
      raw: sources(old),
      facts: [factOf('so', { sources: ['aaaaaaaa'] })],
      rules: ['Never. (aaaaaaaa)'],
    }
    expect(isSpent(entryOf(only), retires)).toBe(true)
    const more: readonly Told[] = [
      { raw: sources(old, other) },
      { facts: [factOf('said by somebody')] },
      { rules: ['Said by somebody.'] },
      { relations: [{ path: two, reason: '' }] },
      { loose: [{ after: 'Reason', line: 0, text: 'Mine' }] },
      { narrative: { ...emptyEntry.narrative, examples: 'x()' } },
    ]
    for (const told of more)
      expect({ told, isSpent: isSpent(entryOf({ ...only, ...told }), retires) }).toEqual({ told, isSpent: false })
  })
})

describe('whether a diff takes another back', () => {
  const change = (files: ChangedFiles): Commit => commitOf('x', files)
  const lines = ['open(door)', 'walk(in)', 'shut(door)', 'sit(down)', 'eat(it)']
  const wrote = change({ 'a.ts': { added: lines, removed: ['stay(out)'] } })

  test('by its lines, of which a fifth is enough', () => {
    expect(undoes(change({ 'a.ts': { removed: lines, added: ['stay(out)'] } }), wrote)).toBe('lines')
    expect(undoes(change({ 'b.ts': { removed: lines.slice(0, 2) } }), wrote)).toBe('lines')
    expect(undoes(change({ 'a.ts': { removed: lines.slice(0, 1) } }), wrote)).toBe('files')
    expect(undoes(change({ 'b.ts': { removed: lines.slice(0, 1) } }), wrote)).toBe('nothing')
    expect(undoes(change({ 'a.ts': { added: lines } }), wrote)).toBe('files')
  })

  test('by its files where lines cannot be read, brackets being none', () => {
    expect(undoes(change({ 'a.ts': {} }), wrote)).toBe('lines')
    expect(undoes(change({ 'b.ts': {} }), wrote)).toBe('nothing')
    expect(undoes(change({ 'b.ts': { from: 'a.ts', removed: ['x()'] } }), wrote)).toBe('files')
    const brackets = change({ 'a.ts': { added: ['}', '})'] } })
    expect(undoes(change({ 'a.ts': { removed: ['}'] } }), brackets)).toBe('lines')
    expect(undoes(change({ 'c.ts': { removed: ['}'] } }), brackets)).toBe('nothing')
  })
})

test('lines that ctx writes into files of agents are no change of theirs', () => {
  const ours = '<!-- ctx:start -->\nKnow this.\n<!-- ctx:end -->'
  const commit = commitOf('x', {
    'AGENTS.md': { after: 'a'.repeat(40), added: ['<!-- ctx:start -->', 'Know this.', '<!-- ctx:end -->'] },
    'CLAUDE.md': { after: 'a'.repeat(40), added: ['Know this.', 'Be kind.', ''] },
    'src/a.ts': { after: 'a'.repeat(40), added: ['Know this.'] },
  })
  const left = withoutGeneratedBlocks(commit, new Map([['a'.repeat(40), `# Agents\n\n${ours}\n`]]))
  expect(left.changes.map(({ path, hunks }) => [path, hunks.flatMap(({ added }) => added)])).toEqual([
    ['CLAUDE.md', ['Be kind.', '']],
    ['src/a.ts', ['Know this.']],
  ])
  expect(withoutGeneratedBlocks(commit, new Map()).changes).toEqual(commit.changes)
})

describe('what could be tidied', () => {
  const why = (tree: Readonly<Record<string, Told>>, gone: readonly EntryPath[] = []): readonly string[] =>
    tidyingsFor(treeOf(tree), gone).map((tidying) => tidying.why)
  const says = { rules: ['Rotate all tokens on every single renewal.'] }

  test('an entry that says what another says, each pair once', () => {
    expect(tidyingsFor(treeOf({ [one]: says, [two]: says }), []).map(({ operation }) => operation)).toEqual([
      { type: 'MERGE', from: one, into: two, reason: `${two} says the same` },
    ])
  })

  test('of two rules that deny each other the older, unless a person approved it', () => {
    const [always, never] = ['Always log tokens at sign-in.', 'Never log tokens at sign-in.']
    const tree = (approvedAt: string) => ({
      [one]: { rules: [always], updatedAt: '2026-01-01', approvedAt },
      [two]: { rules: [never], updatedAt: '2026-02-01' },
    })
    const retired = (approvedAt: string) => tidyingsFor(treeOf(tree(approvedAt)), []).map(({ operation }) => operation)
    expect(retired('')).toMatchObject([{ path: one, retire: [always] }])
    expect(retired('2026-01-02')).toMatchObject([{ path: two, retire: [never] }])
    expect(why(tree(''))[0]).toContain(`${two} is newer`)
    expect(why(tree('2026-01-02'))[0]).toContain(`${one} is approved`)
    expect(
      tidyingsFor(treeOf({ [one]: { rules: [always, never] } }), []).map(({ operation }) => operation),
    ).toMatchObject([{ retire: [always] }])
  })

  test('what names nothing that is there, unless somebody approved it or it says so itself', () => {
    const past = factOf('so it was', { note: { ...noNote, status: 'past' } })
    const note = ['Nothing that it names is in the code any more.']
    expect(why({ [one]: { facts: [factOf('so it is')] } }, [one])).toEqual(note)
    expect(why({ [one]: { facts: [past], rules: ['Never.'] } }, [one])).toEqual(note)
    expect(why({ [one]: {} }, [one])).toEqual(note)
    expect(why({ [one]: { facts: [past] } }, [one, two])).toEqual([])
    expect(why({ [one]: { approvedAt: '2026-01-01' } }, [one])).toEqual([])
    expect(why({ [one]: { status: 'deprecated' } }, [one])).toEqual([])
  })

  test('titles that are a commit’s subject, and tags that are one word in two forms', () => {
    expect(
      tidyingsFor(treeOf({ [one]: { title: 'fix(shop): sort goods' } }), []).map(({ operation }) => operation),
    ).toMatchObject([{ title: 'Sort goods' }])
    expect(why({ [one]: { title: 'shop: sort goods' }, [two]: { title: 'fix: sort' } })).toEqual([])
    const tags = tidyingsFor(
      treeOf({ [one]: { tags: ['token'] }, [two]: { tags: ['tokens', 'x'] }, 'a/b/c.md': { tags: ['tokens'] } }),
      [],
    )
    expect(tags.map(({ operation }) => operation)).toMatchObject([
      { path: one, tags: ['tokens'], drop: { tags: ['token'] } },
    ])
  })
})

test('a branch that was dropped is one entry of what was attempted', () => {
  expect(attempt('topic/x', [])).toBeUndefined()
  const tried = attempt('topic/x', [
    entryOf({
      title: 'Sort',
      rules: ['Never sort. (aaaaaaaa)', 'Wait.'],
      facts: [factOf('for a day', { subject: 'ttl', value: '1d', sources: ['bbbbbbbb'] })],
      raw: { ...sources(old), timestamp: '2026-02-01' },
    }),
    entryOf({ title: 'Queue', raw: { ...sources(other), timestamp: '2026-01-01', author: 'Ada' }, files: ['a.ts'] }),
  ])
  expect(tried).toMatchObject({ type: 'UPSERT', path: 'decisions/attempts/topic_x.md' })
  expect(tried !== undefined && 'entry' in tried ? tried.entry : undefined).toMatchObject({
    title: 'Attempted, not merged: topic/x',
    raw: {
      changes: ['Sort', 'Queue'],
      files: ['a.ts'],
      timestamp: '2026-02-01',
      author: 'Ada',
      sources: [{ commit: old }, { commit: other }],
    },
    facts: [
      { subject: 'attempted', statement: 'Never sort.', sources: ['aaaaaaaa'] },
      { statement: 'Wait.', sources: [] },
      { statement: 'ttl = 1d: for a day', sources: ['bbbbbbbb'] },
    ],
  })
})

test('a knowledge commit says what became of each operation, and records what it read', () => {
  const applied = [
    { type: 'ADD', path: one, status: 'success' },
    { type: 'DELETE', path: two, status: 'failed', message: 'No entry has this path.' },
  ] as const
  const told = { title: 'Curate: sort\ngoods', applied, reasons: ['Learned', 'Gone'], commits: [old], by: 'ctx 1' }
  expect(explain({ ...told, rewrites: new Map([[other, next]]), restored: [one], tokens: 7 })).toBe(
    `Curate: sort goods\n\nADD ${one}: Learned\nDELETE ${two}: failed: Gone No entry has this path.\n\nSource-Commit: ${old}\nSource-Rewritten: ${other} ${next}\nRestored: ${one}\nModel-Tokens: 7\nCurated-By: ctx 1\n`,
  )
  expect(explain({ ...told, applied: [] })).toBe(`Curate: sort goods\n\nSource-Commit: ${old}\nCurated-By: ctx 1\n`)
  expect(batchTitle(applied, 1)).toBe('Curate: 1 entry from 1 commit')
  expect(batchTitle([], 2)).toBe('Curate: 0 entries from 2 commits')
})

test('an explanation is two sentences of prose; how much of it is kept is told by its words', () => {
  const body =
    'The old table was sorted by hand every week.\nNobody remembered in which order it had been.\n\n* a list\nThanks for the review of this PR to you all.'
  const found = explanationOf(body)
  expect(found).toEqual([
    'The old table was sorted by hand every week.',
    'Nobody remembered in which order it had been.',
  ])
  expect(explanationOf('The old table was sorted by hand every week.')).toEqual([])
  expect(
    explanationOf('Six words are just about enough. Five words are not enough. Here are six words for it.'),
  ).toHaveLength(2)
  expect(keptOf(found, found)).toBe(1)
  expect(keptOf(['sorted by hand'], ['It was SORTED'])).toBe(1 / 2)
  expect(keptOf([], ['x'])).toBe(0)
  const said = saidBy(
    knowing({
      [one]: { rules: [`Never. (${old.slice(0, 8)})`], facts: [factOf('so', { subject: 'It is', sources: [old] })] },
    }),
  )
  expect(said.get('aaaaaaaa')).toEqual(['It is so', 'Never. (aaaaaaaa)'])
})

describe('what belongs together', () => {
  const write = (path: EntryPath, file: string, commits: readonly string[]): Operation => ({
    type: 'UPSERT',
    path,
    entry: entryOf({ files: [file], raw: sources(...commits) }),
    reason: '',
  })
  const both = Array.from({ length: 5 }, () => analysed('Change both', { 'a.ts': {}, 'b.ts': {} }))
  const rest = Array.from({ length: 50 }, (_, at) => analysed('Change another', { [`x${at}.ts`]: {} }))
  const operations = [
    write(
      one,
      'a.ts',
      both.map(({ sha }) => sha),
    ),
    write(two, 'b.ts', []),
  ]
  const related = (analyses: readonly ReturnType<typeof analysed>[], before = '') =>
    relate(operations, analyses, {
      counts: [5, 0],
      tree: treeOf(before === '' ? {} : { [one]: { narrative: { ...emptyEntry.narrative, structure: before } } }),
    }).map((operation) =>
      'entry' in operation
        ? [
            operation.entry.relations.map(({ path, reason }) => `${path}: ${reason}`),
            operation.entry.narrative.structure,
          ]
        : [],
    )

  test('is what changed together in four commits of a long history, and in a quarter of those of the rarer', () => {
    expect(related([...both, ...rest]).map(([relations]) => relations)).toEqual([
      [`${two}: changed together in 5 commits`],
      [`${one}: changed together in 5 commits`],
    ])
    expect(related([...both.slice(0, 3), ...rest]).flatMap(([relations]) => relations)).toEqual([])
    expect(related(both).flatMap(([relations]) => relations)).toEqual([])
    const alone = Array.from({ length: 20 }, () => analysed('Change one', { 'a.ts': {} }))
    const other20 = Array.from({ length: 20 }, () => analysed('Change one', { 'b.ts': {} }))
    expect(related([...both, ...alone, ...other20, ...rest]).flatMap(([relations]) => relations)).toEqual([])
    expect(related([...both, ...alone, ...rest]).flatMap(([relations]) => relations)).toHaveLength(2)
  })

  test('and how often it was worked on, added to what was counted before, below what people wrote', () => {
    const [[, activity] = []] = related([...both, ...rest])
    expect(activity).toMatch(/^5 commits from 20\d\d-\d\d to 20\d\d-\d\d, most by Ada \(5\)\.$/)
    const [[, more] = []] = related([...both, ...rest], '7 commits from 2020-01 to 2020-02.\nMine.')
    expect(more).toMatch(/^12 commits from 2020-01 to 20\d\d-\d\d, most by Ada \(5\)\.\nMine\.$/)
  })
})

describe('files that moved', () => {
  const there = new Set(['src/shop/cart.ts', 'src/shop/till.ts'])
  test('go by their last name, however often they moved, where that is there', () => {
    const moves = [
      ['cart.ts', 'shop/cart.ts'],
      ['goods.ts', 'shop/goods.ts'],
      ['shop/cart.ts', 'src/shop/cart.ts'],
    ] as const
    expect([...lastNames(moves, there)]).toEqual([
      ['cart.ts', 'src/shop/cart.ts'],
      ['shop/cart.ts', 'src/shop/cart.ts'],
    ])
  })

  test('and a name that is there is nobody else’s', () => {
    expect([...lastNames([['src/shop/till.ts', 'src/shop/cart.ts']], there)]).toEqual([])
  })
})
