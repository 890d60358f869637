import { expect, test } from 'vitest'
import { readStub, writeStub } from '../../src/tree/archive.ts'
import { check } from '../../src/tree/check.ts'
import { opposedPairs } from '../../src/tree/contradictions.ts'
import { copyOf } from '../../src/tree/copy.ts'
import { deriveSummaries, foldersAbove } from '../../src/tree/derive.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { type ForgettingCandidate, candidatesIn, roomToArchive } from '../../src/tree/forgetting.ts'
import { type Symbol, symbolTree } from '../../src/tree/graph.ts'
import { type Files, type Knowledge, readKnowledge } from '../../src/tree/knowledge.ts'
import { onUpdate } from '../../src/tree/lifecycle.ts'
import { manifest, readManifest, writeManifest } from '../../src/tree/manifest.ts'
import { noNote } from '../../src/tree/note.ts'
import { apply, type Operation } from '../../src/tree/operations.ts'
import { type EntryPath, join, root, stubPath, summaryFile, toFolderPath } from '../../src/tree/path.ts'
import { coverOf } from '../../src/tree/summary.ts'
import { unknownPath } from '../../src/tree/unknown-path.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'
import { nastyEntries } from '../support/nasty-entries.ts'
import { asOneText, filesOfTree, learnedAtOnce, realHistory, shortly } from '../support/real-history.ts'

// Whole trees, as they are written, summed up, listed and checked: whoever changes how knowledge is kept reads here what
// else changes.

const nasty = readKnowledge(nastyEntries)
const learned = learnedAtOnce(realHistory()).knowledge
const now = new Date('2026-04-01T00:00:00Z')

test('entries with all that an entry may hold are written as they were', async () => {
  const written = [...nasty.entries].map(([path, entry]) => [path, writeEntry(entry)] as const)
  const found = nasty.findings.map(({ at, code, detail }) => [at, `${code}: ${detail}`] as const)
  await expect(asOneText([...written, ...found])).toMatchFileSnapshot('golden/written.md')
  const again = readKnowledge(new Map(written)).entries
  expect([...again].map(([path, entry]) => [path, writeEntry(entry)])).toEqual(written)
})

test('a tree is checked, copied for people and listed as it was', async () => {
  const found = check(nasty).map(({ at, code, detail, weight }) => `- ${weight} ${code} at ${at}: ${detail}`)
  const opposed = opposedPairs(nasty.entries).map(([one, other]) => `- ${one.rule} | ${other.rule}`)
  const titles = new Map([...nasty.entries].map(([path, { title }]) => [path, title]))
  const listed = (all: readonly Symbol[], indent = ''): readonly string[] =>
    all.flatMap(({ path, name, kind, title, archived, children }) => [
      `${indent}${name} ${kind} ${title}${archived === true ? ' archived' : ''} ${path}`,
      ...listed(children, `${indent}  `),
    ])
  const archived = new Set([entryPath('shop/goods/sort.md')])
  const odd: Knowledge = {
    ...nasty,
    entries: new Map([
      ...nasty.entries,
      [
        entryPath('aa/bb/odd.md'),
        entryOf({
          title: 'A [link] <b>![x]',
          facts: [factOf('', { subject: 'x', value: '1' }), factOf('<i>said</i>', { subject: 'x' }), factOf('Alone.')],
        }),
      ],
    ]),
  }
  const copied = copyOf(odd)
  const text = [
    ...found,
    ...opposed,
    ...listed(symbolTree(titles, archived)),
    '',
    asOneText(['README.md', 'shop/basket/timeout.md', 'aa/bb/odd.md'].map((path) => [path, copied.get(path) ?? ''])),
  ].join('\n')
  await expect(text).toMatchFileSnapshot('golden/listed.md')
})

test('folders are summed up, entries archived and all of it registered as it was', async () => {
  const files: Files = new Map([...filesOfTree(nasty), ...[...filesOfTree(learned)].slice(0, 14)])
  const told = (hash: string): string | undefined => (hash.startsWith('1') ? 'Said by a model.' : undefined)
  const folders = foldersAbove(files.keys())
  const summaries = deriveSummaries(folders, files, { summaries: new Map(), told })
  const made = [...summaries].map(([folder, text]) => [join(folder, summaryFile), text ?? 'none'] as const)
  const stubs = [...nasty.entries].slice(0, 3).map(([path, entry], at) => {
    const text = writeStub(path, writeEntry(entry), { at: `2026-03-0${9 - at}T00:00:00Z`, importance: 12.345 + at })
    return [stubPath(path), text] as const
  })
  const all: Files = new Map([...files, ...made, ...stubs])
  const whole = manifest(
    all,
    { tree: 'f'.repeat(40), at: '2026-03-01T00:00:00Z' },
    { known: undefined, without: new Set() },
  )
  const again = manifest(
    new Map([...[...all].slice(0, 9), ...stubs]),
    { tree: 'e'.repeat(40), at: '2026-03-02T00:00:00Z' },
    { known: whole, without: new Set([...all.keys()].slice(0, 12)) },
  )
  expect(readManifest(writeManifest(whole))).toEqual(whole)
  const lane = (items: readonly { readonly path: string; readonly tokens: number }[]): string =>
    items.map(({ path, tokens, ...more }) => `  ${tokens} ${path} ${Object.values(more).join(' ')}`).join('\n')
  const sayManifest = ({ lanes, active, lane_tokens, total_tokens }: typeof whole): string =>
    [
      `${total_tokens} tokens: ${JSON.stringify(lane_tokens)}`,
      ...[lanes.summaries, lanes.contexts, lanes.stubs].map(lane),
      `active: ${[active.summaries, active.contexts, active.stubs].map(({ length }) => length).join(', ')}`,
      active.contexts.at(-1)?.path ?? '',
    ].join('\n')
  const shown = made.filter(([path]) => /^shop\/|^_/.test(path))
  const text = [
    asOneText([...shown, ...stubs])
      .split('\n')
      .map(shortly)
      .join('\n'),
    ...shown.map(([path, said]) => `${path} covers ${coverOf(said)?.tokens ?? 'nothing'}`),
    ...stubs.map(([, said]) => shortly(JSON.stringify(readStub(said)))),
    sayManifest(whole),
    sayManifest(again),
  ].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('golden/summed-up.md')
})

test('operations of every kind do to a tree what they did', async () => {
  const [basket, sort, retry] = ['shop/basket/timeout.md', 'shop/goods/sort.md', 'shop/mail/queue/retry.md'].map(
    entryPath,
  ) as [EntryPath, EntryPath, EntryPath]
  const free = entryPath('shop/basket/new.md')
  const news = entryOf({
    title: 'Baskets live an hour',
    tags: ['new', 'BASKET'],
    facts: [
      factOf('minutes', { subject: 'basketTtl', value: '75', sources: ['eeeeeeee'] }),
      factOf('A plain statement with (brackets) at its end', { sources: ['eeeeeeee'] }),
      factOf('fresh'),
    ],
    rules: ['always tell customers before a basket is closed. (eeeeeeee)', 'Never wait.'],
    files: ['src/new.ts', 'src/basket.ts'],
    reason: 'Somebody said so.',
  })
  const sourced = { ...news, raw: { ...news.raw, sources: [{ commit: 'e'.repeat(40), subject: 'Say it' }] } }
  const note = { ...noNote, status: 'past' as const, supersededBy: ['eeeeeeee'] }
  const [fact = factOf('')] = nasty.entries.get(sort)?.facts ?? []
  const operations: readonly Operation[] = [
    { type: 'ADD', path: free, entry: news, reason: 'New' },
    { type: 'ADD', path: basket, entry: news, reason: 'There already' },
    { type: 'ADD', path: entryPath('shop/goods/broken.md'), entry: news, reason: 'Unreadable' },
    { type: 'UPDATE', path: entryPath('shop/none/none.md'), entry: news, reason: 'Not there' },
    { type: 'UPDATE', path: basket, entry: sourced, reason: 'Learned from eeeeeeee: Say it' },
    {
      type: 'UPDATE',
      path: basket,
      entry: emptyEntry,
      reason: 'Retired',
      retires: [
        { kind: 'file', path: 'src/clock.ts' },
        { kind: 'source', commit: 'b'.repeat(40) },
        { kind: 'lesson', commit: 'a'.repeat(40), headline: 'Close baskets after an hour', note },
        { kind: 'statement', statement: 'FRESH' },
        { kind: 'keyword', name: 'BASKET_TTL' },
        { kind: 'part', part: 'flow' },
        { kind: 'relation', name: 'shop/gone' },
        { kind: 'line', text: 'never wait.' },
      ],
    },
    {
      type: 'UPSERT',
      path: sort,
      entry: emptyEntry,
      reason: 'Followed',
      retires: [
        { kind: 'fact', fact, as: 'past' },
        { kind: 'source', commit: 'c'.repeat(40), takenBackBy: 'eeeeeeee' },
      ],
    },
    { type: 'UPSERT', path: entryPath('shop/up/sert.md'), entry: sourced, reason: 'Upserted' },
    { type: 'MERGE', from: sort, into: retry, reason: 'One thing' },
    { type: 'MERGE', from: sort, into: retry, reason: 'Again' },
    { type: 'MERGE', from: retry, into: retry, reason: 'Itself' },
    { type: 'DELETE', path: free, reason: 'Gone' },
    { type: 'DELETE', path: free, reason: 'Gone again' },
    { type: 'DELETE', path: toFolderPath('shop/up') ?? root, reason: 'A folder' },
    { type: 'DELETE', path: toFolderPath('shop/up') ?? root, reason: 'No folder' },
  ]
  const { knowledge, applied, summary } = apply(nasty, operations, now)
  const did = applied.map(({ type, path, status, message = '' }) => `- ${type} ${path}: ${status} ${message}`)
  const text = [JSON.stringify(summary), ...did, '', asOneText(filesOfTree(knowledge))].join('\n')
  await expect(text).toMatchFileSnapshot('golden/operated.md')
})

test('what nobody used, or what is not in the code any more, is a candidate for forgetting as it was', async () => {
  const code = { files: new Set(['src/mail.ts']), touched: new Map([['d'.repeat(40), ['src/x.ts']]]) }
  const aged = new Map(
    [...nasty.entries, ...learned.entries].map(([path, entry], at) => {
      const named = at % 4 === 1 ? { ...entry, raw: { ...entry.raw, files: [] } } : entry
      return [path, at % 5 === 2 ? onUpdate(named, now) : named] as const
    }),
  )
  const usedAt = new Map([...aged.keys()].map((path, at) => [path, new Date(now.getTime() - at * 20 * 86_400_000)]))
  const say = ({ path, why }: ForgettingCandidate): string => `- ${why}: ${path}`
  const [none, some] = [undefined, new Set(['basketTtl', 'beads_dir'])].map((names) =>
    candidatesIn(aged, { code: { ...code, names }, usedAt, now }).map(say),
  ) as [string[], string[]]
  const rooms = [0, 1, 19, 20, 39, 40, 400].map((count) => `${count}: ${roomToArchive(count, count % 7)}`)
  const near = ['shop/basket/timeouts.md', 'xx/yy.md', 'pay/rate/settle.md', 'no/of/it.md'].map(
    (path) => `${path}: ${unknownPath(path, [...aged.keys()]).hint ?? ''}`,
  )
  const text = ['# No names', ...none, '# Some', ...some, '# Room', ...rooms, '# Near', ...near].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('golden/forgotten.md')
})
