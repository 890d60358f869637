import { expect, test } from 'vitest'
import { check } from '../../src/tree/check.ts'
import { combine } from '../../src/tree/combine.ts'
import { emptyEntry, fullnessOf, whyNotWritten } from '../../src/tree/entry.ts'
import { codeSpan } from '../../src/text/markup.ts'
import { factKey, lessonsFirst, readFact, sayFact, writeFact } from '../../src/tree/facts.ts'
import { manifest, readManifest, writeManifest } from '../../src/tree/manifest.ts'
import { closeFence, escapeText, lines, unescapeText } from '../../src/tree/markdown.ts'
import { toTime } from '../../src/tree/meta.ts'
import { freePath, toName } from '../../src/tree/name.ts'
import {
  combineNotes,
  type LessonNote,
  lessonStatuses,
  noNote,
  printedNote,
  readNote,
  writeNote,
  writtenStatus,
} from '../../src/tree/note.ts'
import { addBullets, bulletsOf, withBullets } from '../../src/tree/overview-sections.ts'
import { describe as describeIn, isByPeople, nameFiles, purposeByPeople } from '../../src/tree/overview.ts'
import { toEntryPath, toFolderPath } from '../../src/tree/path.ts'
import { readReason } from '../../src/tree/reason.ts'
import { mergeRelations, readRelations, toRelation } from '../../src/tree/relation.ts'
import { readRule } from '../../src/tree/rule.ts'
import { extractSummary, summaryBudget } from '../../src/tree/summary.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'
import { rows } from '../support/golden-text.ts'

// What the parts of the tree make of made-up input at the edges: whoever changes one reads here what else changes.

/** As JSON that names what `--json` does. */
const say = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'note' ? printedNote(part as LessonNote) : part))

test('facts, rules, notes and relations are read and written as they were', async () => {
  const facts = [
    'plain',
    '**subject**',
    '**subject**:',
    '**subject**: said',
    '**subject**:said',
    '**a** b**: said',
    '**a** = `1`',
    '**a** = `1`: said',
    '**a** = `1`x said',
    '**a** = `` b `c` ``: said',
    '**a** = ` b `: said',
    '**a** = `  `: said',
    '**a** = `b: said',
    '**a** = ``b`: said',
    '** **: x',
    '****: x',
    '**a: said',
    '**a**: said\nand more\n  set in',
    'said [project]',
    'said [nonsense] (12345678)',
    'said {fix · 2026-01-01 · #1} [project] (12345678, abcdef0)',
    'said {fix}',
    'said {not a note}',
    'said {past}',
    'said \\{past}',
    'said {past\\}',
    'said (12345678)',
    'said (1234567)',
    'said (123456)',
    'said (xyz) (12345678',
    'said \\(12345678)',
    'said \\[project]',
    '\\**a**: said',
    '{2026-01-01}',
    '(12345678)',
    '',
  ]
  const read = facts.map((text) => {
    const fact = readFact(text)
    return `${say(text)} ${say(fact)} ${writeFact(fact) === text ? '' : say(writeFact(fact))} ${sayFact(fact) === text ? '' : say(sayFact(fact))}`
  })
  const spans = ['a', '`', 'a`b', '``', '` a', ' a', ' a ', ' ', ''].map((value) => {
    const fact = factOf('', { subject: 's', value })
    return `${say(codeSpan(value))} ${say(readFact(writeFact(fact)).value)}`
  })
  const notes = [
    'fix',
    'fix · 2026-01-01',
    '2026-01-01 · #1',
    '2026-1-1',
    '#1 · fix',
    'since 2.0 · past',
    'pinned by 2 tests in a.test.ts · partly · superseded by aaaaaaaa, bbbbbbbb',
    'superseded by x',
    'replaces aaaaaaaa',
    'past · partly',
    'fix · reworked by aaaaaaaa, bbbbbbbb · replaces cccccccc',
    'reworked',
    'reworked · superseded by aaaaaaaa',
    '',
  ].map((text) => {
    const note = readNote(text)
    return `${say(text)} ${note === undefined ? 'none' : say(writeNote(note))}`
  })
  const statuses = lessonStatuses
  const both = statuses.flatMap((status) =>
    statuses.map((other) =>
      writeNote(
        combineNotes(
          { ...noNote, status, date: '2026-01-02', supersededBy: ['aaaaaaaa'], kind: 'fix' },
          { ...noNote, status: other, date: '2026-01-01', number: '#2', replaces: ['bbbbbbbb'], since: '2.0' },
        ),
      ),
    ),
  )
  const relations = [
    '@a/b/c.md — why',
    '- @a/b',
    '@a/b/c',
    '@./a/b.md: x',
    '@a b',
    '@@a',
    'a/b',
    '* @a/b/ -- y',
    '@a/b — ',
  ].map((text) => `${say(text)} ${say(readRelations(text))} ${say(toRelation(text))}`)
  const rules = ['Never. (12345678)', 'Never. (1234)', 'Never (a) (12345678)', '(12345678)'].map((text) =>
    say(readRule(text)),
  )
  const merged = mergeRelations(
    [
      { path: 'a', reason: '' },
      { path: 'b', reason: 'one' },
      { path: 'a', reason: 'two' },
    ],
    [
      { path: 'a', reason: 'three' },
      { path: 'c', reason: '' },
    ],
  )
  const order = lessonsFirst(
    statuses
      .flatMap((status) =>
        (['breaking', 'security', 'fix', ''] as const).flatMap((kind) =>
          ['2026-01-01', '2026-01-02', '2026-01-01'].map((date, at) =>
            factOf(`${writtenStatus(status)}${kind}${date.slice(-1)}${at}`, {
              note: { ...noNote, status, kind, date },
            }),
          ),
        ),
      )
      .toReversed(),
    [],
  ).map(({ statement }) => statement)
  await expect(
    rows([
      ...read,
      ...spans,
      ...notes,
      ...both,
      ...relations,
      ...rules,
      say(merged),
      order.join(' '),
      factKey(factOf('A  b')),
    ]),
  ).toMatchFileSnapshot('golden/items.md')
})

test('names, paths and times are spelled as they were', async () => {
  const texts = [
    'Refresh tokens',
    'parseHTTPResponse2xx',
    '  --odd__ name.md  ',
    'Ünïcödé 日本',
    'con',
    'a'.repeat(90),
    'word '.repeat(30),
    '',
    '!!!',
    'a/b/c.md',
    'a/b/c/d.md',
    'a/b/c/d/e.md',
    'a/b.md',
    'A/b/c.md',
    '../b/c.md',
    'a//c.md',
    'a/b/con.md',
    'a/b/context.md',
    'a/b/_x.md',
    '.a/b/c.md',
    'a/b/c.txt',
    `${'a'.repeat(120)}/b/c.md`,
  ]
  const told = texts.map(
    (text) => `${say(text)} ${toName(text)} | ${toEntryPath(text) ?? '-'} | ${toFolderPath(text) ?? '-'}`,
  )
  const folder = toFolderPath('a/b')
  const taken = new Set(['a/b/one.md', 'a/b/one_2.md'])
  const free =
    folder === undefined ? [] : ['One', 'Two', ''].map((title) => freePath(folder, title, (path) => taken.has(path)))
  await expect(rows([...told, ...free, toTime(new Date('2026-01-01T10:00:00.999Z'))])).toMatchFileSnapshot(
    'golden/names.md',
  )
})

test('overviews are read and written as they were', async () => {
  const folder = toFolderPath('shop/basket')
  const texts = [
    '# Topic: basket\n\n## Overview\nWhat is known about basket in shop.\n\n## Related Topics\n- a/b\n- c/d\nWords.\n- late\n',
    '# Topic: basket\n\n## Overview\nWhat is known about basket in shop: `a.ts`.\n\n## Related Topics\nWords only.\n',
    '# Topic: basket\n\n## Overview\nWritten by hand.\n\nAnd more.\n\n## Related Topics\n',
    '# Domain: shop\n\n## Purpose\nWhat the history of this repository teaches about shop.\n\n## Scope\nExcluded from this domain:\n- a (see b)\n',
    '# Domain: shop\n\n## Scope\nIncluded in this domain:\n- basket\n\n## Usage\nRead this before changing what others use of:\n- `a.ts`: `b`\nBy hand.\n',
    '',
    'No heading.\n## Scope\n```\n## Usage\n```\n',
  ]
  const told = texts.flatMap((text) =>
    (['related', 'excluded', 'usage'] as const).flatMap((section) => {
      const listed = bulletsOf(text, section)
      const put = [[], ['- x', '- y']].map((bullets) => withBullets(text, section, bullets))
      const added = addBullets(text, section, {
        bullets: ['- a/b', '- n', '- o'],
        most: 3,
        isGone: (line) => line === '- c/d',
      })
      const gone = addBullets(text, section, { bullets: ['- n'], most: 1, isGone: (line) => line.startsWith('- a') })
      const changed = [...put, added, gone].map((made) => (made === text ? 'same' : say(made)))
      return listed === undefined && section !== 'related' ? [] : [`${section} ${say(listed)} ${changed.join(' ')}`]
    }),
  )
  const people = texts.map((text) => {
    const named =
      folder === undefined
        ? ''
        : nameFiles(
            text,
            folder,
            ['a.ts', 'b.ts'].map((file) => ({ file, names: [] })),
          )
    const own = folder !== undefined && isByPeople(folder, text)
    return `${say(purposeByPeople(text))} ${own} ${named === text ? 'same' : say(named)} ${describeIn(text, 'New.') === text ? 'same' : 'new'}`
  })
  await expect(rows([...told, ...people])).toMatchFileSnapshot('golden/overviews.md')
})

test('fences, escapes and reasons of texts are read as they were', async () => {
  const texts = [
    '## a\n### b\n**Field:** c\n#### d\n**field:** e',
    '```\n## a\n```\n## b',
    '~~~ js\n```\n~~~\n## b\n~~~~',
    '```a`b\n## c',
    '````\n```\n## a',
    '   ```\n## a\n    ```\n```',
    '<<<<<<< a\n=======\n>>>>>>> b\n|||||||',
    '\\## a\n\\\\**Field:** b',
    'One\nTwo\n\n\n',
    '## Heading first\nthen',
    '```\nfenced first',
  ]
  const told = texts.map((text) => {
    const kept = unescapeText(escapeText(text)) === closeFence(text)
    return `${say(escapeText(text))} ${kept} ${say(closeFence(text, '  '))} ${lines(text)
      .map(({ fenced }) => Number(fenced))
      .join('')} ${say(readReason(text))}`
  })
  await expect(rows(told)).toMatchFileSnapshot('golden/texts.md')
})

test('how much an entry may hold ends where it ended', () => {
  const items = (count: number): string => `---\ntitle: One\n---\n\n## Facts\n${'- a\n'.repeat(count)}`
  expect([4_998, 4_999, 5_000].map((count) => whyNotWritten(items(count)) === '')).toEqual([true, true, false])
  expect(whyNotWritten(`---\ntitle: One\n---\n${'\n'.repeat(49_996)}`)).toBe('')
  expect(whyNotWritten(`---\ntitle: One\n---\n${'\n'.repeat(49_997)}`)).toContain('50000 lines')
  expect(whyNotWritten(`---\ntitle: One\n---\n${'x'.repeat(20_000)}`)).toBe('')
  expect(whyNotWritten(`---\ntitle: One\n---\n${'x'.repeat(20_001)}`)).toContain('20000 characters')
  expect([2_499, 4_999].map((count) => fullnessOf(items(count)))).toEqual([0.5, 1])
  const full = (count: number) => {
    const entry = entryOf({ facts: Array.from({ length: count }, (_, at) => factOf(`fact ${at}`)) })
    const found = check({ entries: new Map([[entryPath('a/b/c.md'), entry]]), overviews: new Map(), findings: [] })
    return found.map(({ code, detail }) => `${code} ${detail.slice(0, 20)}`)
  }
  expect(full(4_400)).toEqual([])
  expect(full(4_499)).toEqual(['full-entry It is 90 % as long a'])
})

test('a manifest that is not as we write one is none', () => {
  const none = manifest(new Map(), { tree: 'f', at: 'now' }, { known: undefined, without: new Set() })
  const text = writeManifest(none)
  expect(readManifest(text)).toEqual(none)
  for (const other of [
    text.trim(),
    text.replace('1', '2'),
    '{"version": 1}',
    'null\n',
    '"x"\n',
    '{',
    '[]\n',
    '{"lanes":1}\n',
  ])
    expect(readManifest(other)).toBeUndefined()
  expect(readManifest('{\n "version": 1\n}\n')).toBeUndefined()
})

test('what a model said of a folder counts while it is shorter than what it covers', () => {
  const covers = [{ name: 'a.md', text: 'x'.repeat(40) }]
  const folder = toFolderPath('a/b')
  if (folder === undefined) throw new Error('no folder')
  const told = [36, 37, 40, 41].map((length) =>
    extractSummary(folder, covers, () => 'y'.repeat(length))?.includes('yyy'),
  )
  expect(told).toEqual([true, false, false, false])
  expect([0, 1, 10, 16, 17, 53, 54, 100, 3_333, 3_334, 9_999].map(summaryBudget)).toEqual([
    0, 0, 9, 15, 16, 16, 16, 30, 999, 1_000, 1_000,
  ])
})

test('what is brought into an entry keeps loose words of both, each once, and what is known where nothing is said', () => {
  const loose = (text: string) => ({ after: 'Facts', text })
  const known = entryOf({ loose: [loose('a'), loose('b')], reason: 'By hand.', kind: 'decision', status: 'active' })
  const said = entryOf({ loose: [loose('b'), loose('c')], reason: 'Read x', status: 'deprecated', createdAt: '2026' })
  const { entry } = combine(known, said)
  expect(entry.loose.map(({ text }) => text)).toEqual(['a', 'b', 'By hand.', 'c'])
  expect([entry.kind, entry.status, entry.reason]).toEqual(['decision', 'deprecated', 'Read x'])
  expect(combine(known, { ...emptyEntry, reason: 'Other words.' }).entry.loose).toHaveLength(2)
  const times = { ...entryOf({}), raw: { ...emptyEntry.raw, timestamp: '2026-02', author: 'Ada' } }
  const earlier = { ...entryOf({}), raw: { ...emptyEntry.raw, timestamp: '2026-01', author: '' } }
  expect(combine(times, earlier).entry.raw).toMatchObject({ timestamp: '2026-02', author: 'Ada' })
  expect(combine(earlier, times).entry.raw).toMatchObject({ timestamp: '2026-02', author: 'Ada' })
})
