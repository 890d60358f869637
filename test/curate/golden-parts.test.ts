import { describe, expect, test } from 'vitest'
import { gatherNonCode } from '../../src/curate/filing/non-code.ts'
import { emptyEntry } from '../../src/tree/entry.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { withHistory } from '../../src/curate/filing/history.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { coveringEntry } from '../../src/curate/filing/subject.ts'
import { distinctiveTerms } from '../../src/curate/message/distinctive-terms.ts'
import { explainsCode, reasonScore } from '../../src/curate/evidence/reason-score.ts'
import { titleOf } from '../../src/curate/filing/title.ts'
import { around, brief } from '../../src/curate/authored/brief.ts'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { isChangelog, isFragment } from '../../src/curate/message/changelog-files.ts'
import { isCovered, newWords, sharesWord } from '../../src/curate/message/shared-words.ts'
import { withWords } from '../../src/curate/message/changelog-words.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { documentParts } from '../../src/curate/authored/document-parts.ts'
import { joinDuplicates } from '../../src/curate/duplicates.ts'
import { supersededMinimums } from '../../src/curate/standing/minimum-versions.ts'
import { documentTitle, learnDocument, type SourceDocument } from '../../src/curate/authored/from-document.ts'
import { gistOf } from '../../src/curate/code/gist.ts'
import { group } from '../../src/curate/filing/group.ts'
import { tidyingsFor } from '../../src/curate/hygiene.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { loggedOf, namesInDiff, termsOfLogged } from '../../src/curate/message/logged.ts'
import { supersededVersions } from '../../src/curate/standing/dependency-versions.ts'
import { outcomeOf } from '../../src/curate/standing/outcome-of.ts'
import { ownersOf } from '../../src/curate/entries/ownership.ts'
import { publicNames } from '../../src/curate/code/public-names.ts'
import { readmeGists } from '../../src/curate/code/readme-gist.ts'
import { contentOf, pairReplays } from '../../src/curate/replay.ts'
import { isSweep, rewrittenIn, sweptIn } from '../../src/curate/lines/rewritten-lines.ts'
import { relate } from '../../src/curate/entries/statistics.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { worthOf } from '../../src/curate/entries/worth.ts'
import { completed } from '../../src/curate/code/overview-sections.ts'
import { isProved, proofFrom } from '../../src/curate/authored/claims.ts'
import { apply } from '../../src/tree/operations.ts'
import { type LessonNote, noNote, writtenStatus } from '../../src/tree/note.ts'
import { noKnowledge, readKnowledge } from '../../src/tree/knowledge.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { analysed, commitOf, pieceOf, bareProject } from '../support/commits.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'
import { nastyEntries } from '../support/nasty-entries.ts'
import {
  changelogs,
  codeFiles,
  documents,
  messages,
  nastyChanges,
  readmes,
  rewritten,
  worded,
} from '../support/nasty-commits.ts'
import { asOneText, filesOfTree, shortly } from '../support/real-history.ts'
import { rows, say } from '../support/golden-text.ts'

// What the parts of curation make of made-up input at the edges: whoever changes one reads here what else changes.

test('messages are taken apart, told and logged as they were', async () => {
  const told = messages.map((text) => {
    const message = readMessage(text)
    const { subject, type, scope, breaking, number, trailers } = message
    const head = [type, scope, breaking ? 'breaking' : '', number].filter((part) => part !== '').join(' ')
    const logged = loggedOf(message)
    return rows([
      shortly(`## ${subject} | ${head}`),
      ...trailers.map(({ key, value }) => `- ${key}: ${value}`),
      ...lessonsIn(message).map(({ headline, why }) => shortly(`* ${headline}${why === '' ? '' : `: ${why}`}`)),
      ...(logged.subject === subject ? [] : [`logged as ${logged.subject}`]),
      ...(logged.body === '' ? [] : [`logged ${logged.body.length} ${say(logged.body.slice(0, 60))}`]),
    ])
  })
  await expect(told.join('')).toMatchFileSnapshot('golden/messages.md')
})

test('what files of a commit prove is as it was', async () => {
  const told = Object.entries(nastyChanges).flatMap(([name, { message, files }]) => {
    const { title, evidence, skippedBecause, moves } = analysed(message, files)
    return [
      `## ${name}: ${title}${skippedBecause === undefined ? '' : ` (${skippedBecause})`}`,
      ...[...evidence, ...moves].map(
        ({ kind, about, value, text, weight, at, isGone, note }) =>
          `- ${isGone === true ? 'gone ' : ''}${kind} ${weight} ${about} | ${value} | ${text} @${at.path}:${at.line ?? ''} ${note?.kind ?? ''} ${note?.pinnedBy ?? ''} ${note?.since ?? ''}`,
      ),
    ]
  })
  await expect(rows(told)).toMatchFileSnapshot('golden/proofs.md')
})

test('changelogs, READMEs and files of code are read as they were', async () => {
  const told = [
    ...changelogs.flatMap((text) => bulletsIn(text.split('\n')).map((bullet) => `- ${say(Object.values(bullet))}`)),
    ...Object.entries(readmes).flatMap(([path, text]) => [...readmeGists(path, text)].map((gist) => gist.join(': '))),
    ...Object.entries(codeFiles).map(
      ([path, text]) => `${path}: ${gistOf(path, text)} | ${publicNames(path, text).join(' ')}`,
    ),
    ...['CHANGELOG.md', 'docs/changes.rst', 'changelog/12.fix', 'news/12.fix.md', 'news/README.md', 'src/news.ts'].map(
      (path) => `${path} ${isChangelog(path)} ${isFragment(path)}`,
    ),
  ]
  await expect(rows(told)).toMatchFileSnapshot('golden/lists.md')
})

test('documents are learned as they were, with and without a commit', async () => {
  const documentOf = (path: string, text: string, commit = ''): SourceDocument => ({
    path,
    text,
    commit,
    subject: 'docs: write it down',
    author: 'Ada',
    at: new Date('2026-03-01T00:00:00Z'),
  })
  let knowledge = noKnowledge
  const told: string[] = []
  for (const commit of ['', 'd'.repeat(40), 'e'.repeat(40)])
    for (const [path, text] of Object.entries(documents)) {
      const document = documentOf(
        path,
        commit.startsWith('e') ? text.replace('sort(goods)', 'sort(all)') : text,
        commit,
      )
      const operations = learnDocument(document, knowledge, bareProject)
      told.push(`${documentTitle(document)}: ${operations.map(({ type, reason }) => `${type} ${reason}`).join('; ')}`)
      knowledge = apply(knowledge, operations, document.at).knowledge
      if (commit.startsWith('d')) continue
      told.push(
        asOneText([...filesOfTree(knowledge)].filter(([name]) => !name.endsWith('context.md'))).length.toString(),
      )
    }
  const parts = Object.values(documents).map((text) => say(documentParts(text)))
  const written = [...filesOfTree(knowledge)].filter(([name]) => !name.endsWith('context.md'))
  await expect(rows([...told, ...parts, asOneText(written)])).toMatchFileSnapshot('golden/learned-documents.md')
})

test('large subjects are told apart, and small ones of a large topic together, as they were', async () => {
  const at = (file: string, message: string) => analysed(message, { [file]: { added: ['x()', 'y()'] } })
  const many = Array.from({ length: 52 }, (_, number) =>
    at(
      'src/shop/basket.ts',
      `fix(${['shop', 'Basket', '', 'mail', 'a/shop', 'few'][number % 24 === 4 ? 5 : number % 5] ?? ''}): ${number}`,
    ),
  )
  const one = Array.from({ length: 42 }, (_, number) => at('src/shop/clock.ts', `fix(clock): tick ${number}`))
  const just = Array.from({ length: 41 }, (_, number) =>
    at('src/shop/door.ts', `fix(${number < 4 ? 'shop' : number < 40 ? 'door' : ''}): open ${number}`),
  )
  const wide = Array.from({ length: 90 }, (_, number) => at(`src/wide/part${number % 45}.ts`, `Change ${number}`))
  const few = [at('test/shop/basket.test.ts', 'test'), at('docs/basket.md', 'docs'), at('src/shop/index.ts', 'x')]
  const files = new Map([['basket', ['src/shop/basket.ts', 'src/other/basket.ts']]])
  const layouts = [
    { packages: [], domains: {} },
    { packages: ['src/shop'], domains: { 'src/wide/**': 'far' }, files, there: new Set(['src/shop/basket.ts']) },
  ]
  const told = layouts.flatMap((layout) =>
    group([...many, ...one, ...just, ...just.slice(1), ...wide, ...few], layout).map(
      ({ folder, name, file, analyses }) =>
        `${folder} ${name} ${file} ${analyses.length} ${analyses[0]?.title ?? ''} ${analyses.at(-1)?.title ?? ''}`,
    ),
  )
  await expect(rows(told)).toMatchFileSnapshot('golden/groups.md')
})

describe('by what came later', () => {
  test('versions that were asked for and outbid are past as they were', async () => {
    const subjects = [
      'Require Node 16',
      'Bump undici from 6.0.0 to 7.0.0',
      'Minimum Go version is 1.20',
      'Add left-pad because undici needs it',
      'Lower the minimum Node to 14.18',
      'msrv 1.74',
      'Bump undici to 8.0.0',
      'Require Node.js >= 14.18.0',
      'Raise the required rust to 1.74.0',
      'MSRV is rust 1.80, at least',
      'Use Node 22',
      'reduce required go to 1.19',
      'Update left-pad to ^2.0',
      'Drop left-pad',
      'Test with Python 3.7 and 3.8',
      'Drop Python 3.8\n\nThe project now requires Python 3.9 or later, which lets it use newer syntax.',
      'Remove Python 3.8 markers\n\nPython 3.8 has been the minimum required version for long, so nobody needs them.',
      'Lint with Python 3.11',
      'Drop support for Python 3.9\n\nThe minimum required Python version is now 3.10, since 3.9 has reached its end of life.',
    ]
    const analyses = subjects.map((subject, at) => {
      const analysis = analysed(subject, {
        'package.json': { added: [`"x": ${at}`] },
        ...(at === 3 ? { 'src/a.ts': { added: ['pad()'] } } : {}),
      })
      const about = at === 13 ? 'left-pad' : 'node'
      const piece = { kind: 'dependency' as const, about, value: at === 13 ? '' : `>=${at}.1`, text: '', weight: 1 }
      const more = {
        category: 'project' as const,
        grade: 'observed' as const,
        at: { commit: analysis.sha, path: 'package.json' },
      }
      const evidence = at === 10 || at === 13 ? [{ ...piece, ...more, isGone: at === 13 }] : []
      return { ...analysis, evidence: [...analysis.evidence, ...evidence] }
    })
    const numberOf = (sha: string): number => analyses.findIndex((analysis) => analysis.sha.startsWith(sha))
    const manifests = ['"undici-types": "1", "my-undici": "2"', '"left-padding": 1']
    const told = [
      ...[...supersededMinimums(analyses)].map(([sha, by]) => `${numberOf(sha)} outgrown by ${numberOf(by)}`),
      ...[[], manifests, ['"undici": "8"', 'left-pad']].flatMap((all) =>
        [...supersededVersions(analyses, all)].map(
          ([sha, by]) => `${all.length} ${numberOf(sha)} outbid by ${by.map(numberOf).join()}`,
        ),
      ),
    ]
    await expect(rows(told)).toMatchFileSnapshot('golden/superseded-versions.md')
  })

  test('what becomes of a lesson, by the lines and names that are left, is as it was', async () => {
    const counts = [0, 1, 2, 3, 4, 5, 9, 10]
    const told = counts.flatMap((added) =>
      [0, added * 0.4, added * 0.5, added * 0.6, added * 0.9, added].map(Math.round).flatMap((gone) =>
        [
          {},
          { rewritten: Math.ceil(gone * 0.6) },
          { names: { added: 1, there: 0 } },
          { names: { added: 2, there: 2 } },
          { coined: { added: 2, there: 0 } },
          { coined: { added: 4, there: 0 } },
          { coined: { added: 2, there: 1 } },
          { tests: { added: 2, there: 1 } },
          { isFromBeforeRestart: true },
          { removed: added * 3 },
          { removers: [] },
        ].map((more) => {
          const halves = [Math.ceil(gone / 2), Math.floor(gone / 2)]
          const removers = halves.flatMap((lines, at) => (lines === 0 ? [] : [{ commit: `${at}`.repeat(40), lines }]))
          const lineHistory = { ...noLineHistory, added, gone, removers, ...more }
          const outcomes = [true, false].map((is) => outcomeOf(lineHistory, { isAbout: () => is }))
          const spelled = outcomes.map((one) => `${writtenStatus(one.status)}${one.supersededBy.length}`).join('/')
          return { key: `${added} ${gone}`, spelled }
        }),
      ),
    )
    const byCount = new Map<string, string[]>()
    for (const { key, spelled } of told) byCount.set(key, [...(byCount.get(key) ?? []), spelled])
    await expect(rows([...byCount].map(([key, all]) => `${key}: ${all.join(' ')}`))).toMatchFileSnapshot(
      'golden/outcomes-by-lines.md',
    )
  })

  test('lines that were written anew are known again as they were', async () => {
    const hunks = rewritten.map((hunk) => ({ section: '', start: 1, ...hunk }))
    const files = (count: number, alike: number) =>
      Array.from({ length: count }, (_, at) => ({
        path: `src/${at}.ts`,
        hunks: [
          { section: '', start: 1, removed: [`call(one, two, name${at})`], added: [`call(one, two, name${at}, more)`] },
          ...(at < count - alike
            ? [{ section: '', start: 9, removed: ['all is old'], added: ['now it became new'] }]
            : []),
        ],
      }))
    const told = [
      ...hunks.map((hunk) => `${say([...rewrittenIn(hunk)])} | ${say([...sweptIn(hunk)])}`),
      ...[7, 8, 9, 12].flatMap((count) =>
        [0, 1, 3, 6].map((alike) => `${count} ${alike} ${isSweep(files(count, alike))}`),
      ),
    ]
    await expect(rows(told)).toMatchFileSnapshot('golden/written-anew.md')
  })

  test('a hunk that only adds or takes out is no part of a sweep', () => {
    const hunk = (removed: readonly string[], added: readonly string[]) => ({ section: '', start: 1, removed, added })
    const files = Array.from({ length: 8 }, (_, at) => ({
      path: `${at}.ts`,
      hunks: [hunk(['one two three'], ['one two three four']), hunk([], ['new']), hunk(['old'], [])],
    }))
    expect(isSweep(files)).toBe(true)
    const sixth = hunk(['a b c d e'], ['a b c x y'])
    expect([...sweptIn(sixth)].length).toBe(1)
    expect([...sweptIn(hunk(['a b c d e'], ['a b x y z']))]).toEqual([])
    expect([...sweptIn(hunk(['1 2', 'a b'], ['a b c', '1 2 3']))].length).toBe(2)
  })

  test('commits that were replayed are known by what they do, as they were', () => {
    const one = commitOf('One', { 'a.ts': { added: ['x'] } })
    const contents = new Map([
      ['a', contentOf(one)],
      ['b', 'b'],
      ['c', 'c'],
      ['d', 'd'],
      ['e', 'd'],
      ['A', contentOf({ ...one, sha: 'other' })],
      ['B', 'other'],
      ['D', 'd'],
      ['E', 'd'],
      ['f', 'f'],
    ])
    const listed = new Map(Object.entries({ a: 'B', b: 'B', c: 'C', d: 'E', e: 'D', f: 'f', g: 'G' }))
    const { images, changed } = pairReplays(listed, ['A', 'B', 'C', 'D', 'E', 'f', 'g'], contents)
    expect([...images].map((pair) => pair.join(''))).toEqual(['aA', 'bB', 'cC', 'dE', 'eD', 'gG'])
    expect(changed).toEqual(['B', 'C', 'g'])
    expect(contentOf({ ...one, author: 'Bo' })).not.toBe(contentOf(one))
  })
})

test('entries that say the same, and what could be tidied, are found as they were', async () => {
  const { entries } = readKnowledge(nastyEntries)
  const file = { files: ['src/one.ts'] }
  const [first, second, third] = ['a/b/first.md', 'a/b/second.md', 'a/c/third.md'].map(entryPath) as [
    ReturnType<typeof entryPath>,
    ReturnType<typeof entryPath>,
    ReturnType<typeof entryPath>,
  ]
  const rule = 'Never sort the goods of a shop by name.'
  const tree = new Map([
    ...entries,
    [
      first,
      entryOf({
        ...file,
        title: 'fix(shop): sort goods',
        facts: ['One.', 'Two.'].map((text) => factOf(text)),
        tags: ['token', 'goods'],
      }),
    ],
    [
      second,
      entryOf({
        ...file,
        title: 'docs: x',
        facts: ['two.', 'Three.'].map((text) => factOf(text)),
        tags: ['tokens'],
        rules: [rule],
        updatedAt: '2026-01-01',
      }),
    ],
    [
      third,
      entryOf({
        title: 'Third',
        facts: ['Three.', 'Two.', 'Four.'].map((text) => factOf(text)),
        tags: ['token'],
        rules: ['Always sort the goods of a shop by name. (aaaaaaaa)'],
        updatedAt: '2026-01-02',
      }),
    ],
    [entryPath('docs/history/history.md'), entryOf({ title: 'docs: what is no longer in the code', ...file })],
    [
      entryPath('a/d/approved.md'),
      entryOf({
        title: 'Approved',
        rules: ['Always sort the goods of a shop by name.'],
        approvedAt: '2026-01-01',
        updatedAt: '2025-01-01',
      }),
    ],
  ])
  const told = [
    ...joinDuplicates(tree, new Set([second])).map(say),
    ...joinDuplicates(tree, new Set([third, first])).map(say),
    ...tidyingsFor(tree, [...tree.keys()]).map(say),
  ]
  await expect(rows(told)).toMatchFileSnapshot('golden/tidied.md')
})

test('what a model is given to read is as it was', async () => {
  const { entries } = readKnowledge(nastyEntries)
  const [path = entryPath('x/y/z.md')] = entries.keys()
  const found = [
    {
      type: 'UPSERT' as const,
      path,
      entry: entryOf({ facts: [factOf('Said.', { subject: 'x', value: '1' })], rules: ['Never.'] }),
      reason: '',
    },
    { type: 'DELETE' as const, path: entryPath('shop/basket/gone.md'), reason: '' },
    { type: 'MERGE' as const, from: path, into: entryPath('shop/goods/sort.md'), reason: '' },
  ]
  const tree = new Map([...entries, [entryPath('shop/basket/near.md'), entryOf({ title: 'Near' })]])
  const about = around(found, tree)
  const told = [
    brief({ kind: 'commit', message: 'Sort\n\npassword = "hunter2!"', diff: '' }, about, 'w0rd'),
    brief({ kind: 'commit', message: 'm'.repeat(4_001), diff: `+${'d'.repeat(9)}` }, around([], tree), 'w0rd').replace(
      /m{9,}/,
      'mmm',
    ),
    brief({ kind: 'document', name: 'a.md', text: 'All.' }, around(found.slice(0, 1), new Map()), 'w0rd'),
  ]
  await expect(rows(told)).toMatchFileSnapshot('golden/briefs.md')
})

test('what is kept of diffs to be found by is as it was', async () => {
  const told = Object.entries(nastyChanges).map(([name, { message, files }]) => {
    const commit = commitOf(message, files)
    const kept = termsOfLogged(loggedOf(readMessage(message)), Object.keys(files))
    return `${name}: ${say(kept)} ${namesInDiff(commit).slice(0, 160)}`
  })
  const repeated = commitOf('x', {
    'a.ts': { added: Array.from({ length: 70 }, (_, at) => `name${at % 65} other${at}`) },
    'b.ts': { added: Array.from({ length: 30 }, (_, at) => `// comment number ${at} is long enough to be kept`) },
  })
  await expect(rows([...told, namesInDiff(repeated)])).toMatchFileSnapshot('golden/kept.md')
})

test('files that change together, and who knows a domain, are told as they were', async () => {
  const pairs = [['a', 'b'], ['a', 'b', 'c'], ['a'], ['c', 'd'], ['a', 'b', 'd'], ['a', 'b', 'c', 'd'], ['c', 'd', 'e']]
  const analyses = Array.from({ length: 56 }, (_, at) =>
    analysed(
      `Change ${at}`,
      Object.fromEntries((pairs[at % pairs.length] ?? []).map((name) => [`src/${name}.ts`, { added: ['x()'] }])),
      { author: ['Ada', 'Bo', 'dependabot[bot]', 'Cy', 'Ada'][at % 5] ?? '' },
    ),
  )
  const operations = ['a', 'b', 'c', 'd', 'a'].map((name, at) => {
    const sources = analyses
      .filter(({ touched }) => touched.some(({ path }) => path === `src/${name}.ts`))
      .slice(0, name === 'd' ? 2 : 20)
      .map(({ sha: commit, subject }) => ({ commit, subject }))
    const entry = entryOf({ title: name })
    const path = entryPath(`${name === 'd' ? 'small' : 'src'}/${name}/entry_${at}.md`)
    const raw = { ...entry.raw, files: name === 'b' ? [] : [`src/${name}.ts`], sources }
    return { type: 'UPSERT' as const, path, entry: { ...entry, raw }, reason: '' }
  })
  const known = entryOf({})
  const structure = '7 commits from 2024-05 to 2024-06, most by X (4).\nWritten by hand.\n`a` makes public: b'
  const tree = new Map([[entryPath('src/a/entry_0.md'), { ...known, narrative: { ...known.narrative, structure } }]])
  const about = operations.map(({ entry: { raw } }) =>
    analyses.filter(({ sha }) => raw.sources.some(({ commit }) => commit === sha)),
  )
  const told = [
    ...relate(operations, analyses, { about, tree }).map((operation) =>
      'entry' in operation
        ? `${operation.path} ${say(operation.entry.relations)} ${say(operation.entry.narrative.structure)}`
        : '',
    ),
    ...[...ownersOf(operations, analyses)].map(([folder, text]) => `${folder}\n${text}`),
  ]
  await expect(rows(told)).toMatchFileSnapshot('golden/together.md')
})

test('a changelog’s words are put to a lesson as they were', async () => {
  const bullets = [
    { text: 'Goods are sorted by price', kind: '' as const, release: '' },
    { text: 'Sort goods by price', kind: '' as const, release: '2.0' },
    { text: 'Sort goods by price and name', kind: 'fix' as const, release: '' },
    { text: 'Sort goods by price, colour and name!', kind: 'security' as const, release: '2.0' },
    { text: 'Long words of it '.repeat(8), kind: '' as const, release: '' },
    { text: 'fix: undici 2', kind: 'breaking' as const, release: '' },
  ]
  const told = worded.flatMap((one) =>
    bullets.map((bullet) => {
      const { about, text, weight, note } = withWords({ ...one, weight: 0.5, note: noNote }, bullet)
      return `${about.slice(0, 30)} | ${text.slice(0, 70)} | ${weight} ${note.kind} ${note.since}`
    }),
  )
  const pairs = bullets.flatMap(({ text }) =>
    ['Sort goods', 'price and name of all goods', 'abc', 'a fox sat'].map(
      (other) =>
        `${isCovered(text, other)} ${isCovered(other, text, 0.5)} ${newWords(text, other)} ${sharesWord(text, other)}`,
    ),
  )
  const short = [sharesWord('the fox', 'fox'), sharesWord('four', 'four'), sharesWord('with this', 'with this')]
  await expect(rows([...told, ...pairs, say(short)])).toMatchFileSnapshot('golden/words.md')
})

test('what a lesson is worth is what it was', async () => {
  const words = (count: number): string => 'goods '.repeat(count).trim()
  const texts = [
    ...[0, 7, 8, 9, 12, 13, 24, 25].map(words),
    'Fixed some issues of it.',
    `Fixed ${words(11)}`,
    `Fixed ${words(12)}`,
    'It must wait, because the driver would crash. Nobody had known of it before.',
    'And share it.',
    'Now also takes `a`.',
    'I think so :)',
    'zsh 5.0 avoids it',
  ]
  const touched = [
    [],
    ['src/a.ts'],
    ['src/a.ts', 'test/a.test.ts'],
    ['docs/a.md'],
    ['docs/a.md', 'test/a.test.ts', 'CHANGELOG.md', 'examples/x.ts'],
  ].map((paths) => paths.map((path) => ({ path, isDeleted: false, lines: 1 })))
  const notes = [{}, { since: '2.0' }, { pinnedBy: 'x' }, { kind: 'breaking' as const }, { status: 'past' as const }]
  const told = [
    `files: ${touched.map((files) => files.map(({ path }) => path).join(', ') || 'none').join(' | ')}`,
    ...texts.map((text) => {
      const points = touched.map((files) => worthOf(pieceOf('lesson', text, { about: 'Sort' }), files))
      return `${points.join(' ')}: ${text.split(' ').length} words, “${shortly(text)}”`
    }),
    `notes: ${notes.map((note) => JSON.stringify(note).replace('status', 'holds')).join(' | ')}`,
    ...['Sort goods instead of names', 'Bump it', 'Fix typo', 'Only once'].map((about) => {
      const points = notes.map((note) => worthOf(pieceOf('lesson', 'x', { about, note: { ...noNote, ...note } }), []))
      return `${points.join(' ')}: “${about}”`
    }),
  ]
  await expect(rows(told)).toMatchFileSnapshot('golden/worth.md')
})

test('a topic names those first to which most of its entries lead', () => {
  const related = (paths: readonly string[]) => entryOf({ relations: paths.map((path) => ({ path, reason: '' })) })
  const entries = new Map([
    [entryPath('a/one/x.md'), related(['c/three', 'b/two/x.md'])],
    [entryPath('a/one/y.md'), related(['b/two', 'a/one/x.md', 'd/none/x.md'])],
    [entryPath('a/one/z.md'), related(['d/four/x.md', 'd/four'])],
    [entryPath('b/two/x.md'), related([])],
    [entryPath('c/three/x.md'), related([])],
    [entryPath('d/four/x.md'), related([])],
  ])
  const overviews = apply(
    noKnowledge,
    [...entries].map(([path, entry]) => ({ type: 'ADD' as const, path, entry, reason: '' })),
    new Date(0),
  ).knowledge.overviews
  const text = [...completed(noKnowledge, { entries, overviews, findings: [] }).overviews].find(
    ([folder]) => folder === 'a/one',
  )?.[1]
  expect(text).toContain('## Related Topics\n- b/two\n- c/three\n- d/four\n')
})

test('a quote proves from ten letters on', () => {
  const proof = [proofFrom('The clock was late.', { source: '', from: 'words' })]
  expect(['clock was la', 'clock wa s l', 'clock was'].map((quote) => isProved(quote, proof))).toEqual([
    true,
    false,
    false,
  ])
  expect(isProved('clock was l', proof)).toBe(false)
  expect(isProved('e clock was', proof)).toBe(false)
  expect(isProved('he clock was', proof)).toBe(true)
})

describe('at the edges', () => {
  const slow = 'The server answers slowly when many customers come at once, so that mails are very late for all.'
  const sections = (...lines: readonly string[]) =>
    analysed('docs: say why', { 'docs/design/rationale.md': { added: lines } }).evidence.filter(
      ({ at }) => at.path !== '',
    )

  test('a section gives reasons from fifteen words and two sentences on', () => {
    const about = (...body: readonly string[]): number => sections('## Mails', ...body).length
    expect(about(slow)).toBe(0)
    expect(about('They are late. Nobody knows why it is so.')).toBe(0)
    expect(about(slow, 'Nobody knows why.')).toBe(1)
    expect(sections('## Links', `${slow} Nobody knows why.`)).toEqual([])
    expect(sections('```', '## Code', '```', `${slow} Nobody knows why.`)).toEqual([])
    expect(sections('Mails', '-----', `${slow} Nobody knows why.`, '', '## Two ##', slow, 'It is.')).toMatchObject([
      { about: 'Mails', at: { line: 1 } },
      { about: 'Two', at: { line: 5 } },
    ])
  })

  const past = (at: string) => {
    const { sha, ...analysis } = analysed(
      `Past of ${at}`,
      { [`src/${at}.ts`]: { added: ['x()'] } },
      { at: new Date(at) },
    )
    const piece = pieceOf('lesson', slow, { note: { ...noNote, status: 'past' } })
    return { analysis: { sha, ...analysis }, piece }
  }
  const homes = (domain: string, days: readonly number[]) =>
    days.map((day) => {
      const { analysis, piece } = past(`2026-01-${String(day).padStart(2, '0')}`)
      const folder = toFolder(domain, `topic${day}`)
      return { group: { folder, name: `name${day}`, file: `src/name${day}.ts`, analyses: [analysis] }, analysis, piece }
    })

  test('what is over is told in the order of its days, and of more than forty in its own domain, from twelve on', () => {
    const few = [...homes('shop', [12, 4, 2, 3, 1, 5, 6, 7, 8, 9, 10, 11]), ...homes('mail', [15, 14, 13])]
    const days = Array.from({ length: 11 }, (_, at) => at + 17)
    const all = [...few, ...homes('post', days), ...homes('bank', days), ...homes('road', days)]
    const evidence = new Map(all.map(({ analysis, piece }) => [analysis.sha, [piece]]))
    const [alive] = homes('shop', [16])
    if (alive === undefined) throw new Error('none')
    evidence.set(alive.analysis.sha, [{ ...alive.piece, note: noNote }])
    const told = (some: typeof all) =>
      withHistory([...some.map(({ group: one }) => one), alive.group], evidence)
        .slice(1)
        .map(({ folder, analyses }) => [folder, ...analyses.map(({ at }) => at.getUTCDate())])
    expect(told(few)).toEqual([['history/history', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]])
    expect(told(all)).toEqual([
      ['shop/history', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      ['history/history', 13, 14, 15, ...days.flatMap((day) => [day, day, day])],
    ])
    const [first] = all
    if (first === undefined) throw new Error('none')
    const kept = (kinds: readonly Parameters<typeof pieceOf>[0][], path = '') => {
      const pieces = kinds.map((kind) => pieceOf(kind, 'x', { at: { commit: 'a'.repeat(40), path } }))
      const found = new Map([[first.analysis.sha, [first.piece, ...pieces]]])
      return withHistory([first.group], found)[0]?.name === 'name12'
    }
    expect([kept(['rule']), kept(['reason']), kept(['reason'], 'a.ts'), kept(['revert'], 'a.ts')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([kept(['document'], 'a.md'), kept(['decision']), kept(['tested'], 'a.ts')]).toEqual([false, false, true])
  })

  test('what is over is told apart from what is there, but in one story with what took its place (urllib3: ten of 25 were of Travis)', () => {
    const [over] = homes('conventions', [1])
    const [now] = homes('conventions', [2])
    if (over === undefined || now === undefined) throw new Error('none')
    const told = (file: string, supersededBy: readonly string[] = [], status: LessonNote['status'] = 'past') => {
      const found = new Map([
        [over.analysis.sha, [{ ...over.piece, note: { ...noNote, status, supersededBy } }]],
        [now.analysis.sha, [{ ...now.piece, note: { ...noNote, status: 'current' as const } }]],
      ])
      return withHistory(
        [{ folder: toFolder('conventions', 'build'), name: 'setup', file, analyses: [over.analysis, now.analysis] }],
        found,
      ).map(({ folder, analyses }) => [folder, analyses.length])
    }
    const apart = [
      ['conventions/build', 1],
      ['history/history', 1],
    ]
    expect(told('setup.cfg')).toEqual(apart)
    expect(told('src/setup.ts')).toEqual(apart)
    expect(told('src/setup.ts', [now.analysis.sha.slice(0, 8)])).toEqual([['conventions/build', 2]])
    expect(told('src/setup.ts', ['cccccccc'])).toEqual(apart)
    // Nor is it torn from what took its place on another page (zap: seven of fifteen that were told apart).
    const elsewhere = homes('conventions', [4])
    const other = { folder: toFolder('conventions', 'tool'), name: 'tool', file: 'src/tool.ts' }
    const parted = (file: string) =>
      withHistory(
        [
          { folder: toFolder('conventions', 'build'), name: 'setup', file, analyses: [over.analysis, now.analysis] },
          { ...other, analyses: elsewhere.map(({ analysis }) => analysis) },
        ],
        new Map([
          [
            over.analysis.sha,
            [
              {
                ...over.piece,
                note: {
                  ...noNote,
                  status: 'past' as const,
                  supersededBy: elsewhere.map(({ analysis }) => analysis.sha.slice(0, 8)),
                },
              },
            ],
          ],
          [now.analysis.sha, [{ ...now.piece, note: noNote }]],
          ...elsewhere.map(({ analysis, piece }) => [analysis.sha, [{ ...piece, note: noNote }]] as const),
        ]),
      ).map(({ folder, analyses }) => [folder, analyses.length])
    expect(parted('src/setup.ts')).toEqual([
      ['conventions/build', 1],
      ['conventions/tool', 2],
    ])
    expect(parted('setup.cfg')).toEqual([
      ['conventions/build', 1],
      ['conventions/tool', 1],
      ['history/history', 1],
    ])
    // What took its place is over, too: both go.
    const all = homes('conventions', [1, 2, 3])
    const shas = all.map(({ analysis }) => analysis.sha.slice(0, 8))
    const chain = new Map(
      all.map(({ analysis, piece }, at) => [
        analysis.sha,
        [
          {
            ...piece,
            note: {
              ...noNote,
              status: at === 2 ? ('current' as const) : ('past' as const),
              supersededBy: at === 0 ? shas.slice(1, 2) : [],
            },
          },
        ],
      ]),
    )
    const one = {
      folder: toFolder('conventions', 'build'),
      name: 'setup',
      file: 'src/setup.ts',
      analyses: all.map(({ analysis }) => analysis),
    }
    expect(withHistory([one], chain).map(({ folder, analyses }) => [folder, analyses.length])).toEqual([
      ['conventions/build', 1],
      ['history/history', 2],
    ])
    expect(told('src/setup.ts', [], 'partly')).toEqual(apart)
    expect(told('src/setup.ts', [], 'reworked')).toEqual([['conventions/build', 2]])
  })

  test('what is over was told on a page that nobody opens: it ends the page of its file, a fourth of that at most', () => {
    const alive = homes('shop', [1, 2, 3, 4, 5, 6])
    const over = homes('shop', [11, 12, 13])
    const [elsewhere] = homes('shop', [14])
    const shas = (some: typeof alive) => some.map(({ analysis }) => analysis)
    if (elsewhere === undefined) throw new Error('none')
    const found = new Map<string, readonly Evidence[]>([
      ...alive.map(({ analysis, piece }) => [analysis.sha, [{ ...piece, note: noNote }]] as const),
      ...[...over, elsewhere].map(({ analysis, piece }) => [analysis.sha, [piece]] as const),
    ])
    const told = (name: string, pieces = found) =>
      withHistory(
        [
          { folder: toFolder('shop', 'cart'), name: 'cart', file: name, analyses: shas([...alive, ...over]) },
          { ...elsewhere.group, folder: toFolder('mail', 'mail') },
        ],
        pieces,
      ).map(({ folder, analyses }) => [folder, ...analyses.map(({ at }) => at.getUTCDate())])
    const pages = [
      ['shop/cart', 1, 2, 3, 4, 5, 6, 12, 13],
      ['history/history', 11, 14],
    ]
    expect(told('src/cart.ts')).toEqual(pages)
    expect(told('.travis.yml')).toEqual(pages)
    // The newest has a decision that would stand there as if it held.
    const last = over[2]?.analysis.sha ?? ''
    const decided = [...(found.get(last) ?? []), pieceOf('decision', 'Settle once an hour.')]
    const trailers = new Map([...found, [last, decided] as const])
    expect(told('src/cart.ts', trailers)[1]).toEqual(['history/history', 13, 14])
  })

  test('what holds under other names stays with the file its lines are in: “managed” transactions were told as history (bbolt 76f6ead6)', () => {
    const [over] = homes('conventions', [1])
    const [now] = homes('conventions', [2])
    if (over === undefined || now === undefined) throw new Error('none')
    const placesOf = (standsIn: string, supersededBy: readonly string[]) =>
      withHistory(
        [
          {
            folder: toFolder('core', 'db'),
            name: 'db',
            file: 'db.go',
            analyses: [{ ...over.analysis, standsIn }, now.analysis],
          },
        ],
        new Map([
          [over.analysis.sha, [{ ...over.piece, note: { ...noNote, status: 'partly' as const, supersededBy } }]],
          [now.analysis.sha, [{ ...now.piece, note: noNote }]],
        ]),
      ).map(({ folder, analyses }) => `${folder} ${analyses.length}`)
    expect(placesOf('db.go', [])).toEqual(['core/db 2'])
    expect(placesOf('', [])).toEqual(['core/db 1', 'history/history 1'])
    expect(placesOf('db.go', ['cccccccc'])).toEqual(['core/db 1', 'history/history 1'])
  })

  test('a subject goes by what its own file says that it is, where that is code with a name of its own', () => {
    const analyses = [analysed('One', { 'src/shop/basket.ts': {} }), analysed('Two', { 'src/shop/basket.ts': {} })]
    const gists = new Map([
      ...['src/shop/basket.ts', 'src/shop/twin.ts', 'docs/basket.md', 'basket.json'].map(
        (path) => [path, 'Keeps what somebody wants'] as const,
      ),
      ['src/shop/index.ts', 'All that is for sale'],
    ])
    const lessons = ['`closeBasket` waits', '`closeBasket` ends', '`clockTick` is late', 'other'].map((about) => ({
      about,
      text: about,
    }))
    const spoken = new Set<string>()
    const titled = (name: string, file: string): string =>
      titleOf(
        { folder: toFolder('shop', 'goods'), name, file, analyses },
        { gists, lessons, nameNow: () => 'there', headline: '', commentCount: 0, spoken },
      )
    expect(titled('basket', 'src/shop/basket.ts')).toBe('goods basket: Keeps what somebody wants')
    const again = titled('basket', 'src/shop/basket.ts')
    const others = [
      titled('index', 'src/shop/index.ts'),
      // What one page is called by names no other.
      titled('twin', 'src/shop/twin.ts'),
      titled('clock', 'docs/basket.md'),
      titled('door', 'src/shop/door.ts'),
    ]
    expect([again, ...others]).toEqual([
      'goods basket',
      'goods: All that is for sale',
      'goods twin',
      'goods clock',
      'goods door',
    ])
  })

  test('tests and pages of a domain are told together, in the order of their days, where they are few', () => {
    const of = (file: string, count: number) => ({
      folder: toFolder('shop', 'goods'),
      name: file,
      file,
      analyses: Array.from({ length: count }, (_, at) =>
        analysed(`${at}`, { [file]: {} }, { at: new Date(2e12 - at * 9e7) }),
      ),
    })
    const told = gatherNonCode(
      [of('test/a.test.ts', 7), of('test/b.test.ts', 8), of('docs/c.md', 1), of('src/d.ts', 1)],
      new Map(),
    )
    expect(told.map(({ name, analyses }) => `${name} ${analyses.length}`)).toEqual([
      'test/b.test.ts 8',
      'src/d.ts 1',
      'tests 7',
      'pages 1',
    ])
    expect(told[2]?.analyses.map(({ title }) => title).join('')).toBe('6543210')
  })

  test('what all domains share is full at forty lessons: learned commit by commit, a domain has its own from then on', () => {
    const analysis = analysed('One', { 'test/a.test.ts': {} })
    const few = [{ folder: toFolder('shop', 'goods'), name: 'a', file: 'test/a.test.ts', analyses: [analysis] }]
    const path = entryPath('tests/tests/tests.md')
    const fact = { subject: 'Sorting', statement: 'Goods are sorted.', value: '', category: '', sources: [] } as const
    const folderAt = (count: number): string | undefined =>
      gatherNonCode(few, new Map([[path, { ...emptyEntry, facts: Array.from({ length: count }, () => fact) }]]))[0]
        ?.folder
    expect([folderAt(39), folderAt(40)]).toEqual(['tests/tests', 'shop/tests'])
  })

  test('a commit begins the code anew that takes out five hundred lines, and two of five that stood', () => {
    const lines = Array.from({ length: 1_251 }, (_, at) => `const name${at} = open(door${at}, gate${at})`)
    const isAnew = (stood: number, taken: number): boolean | undefined => {
      const survival = startSurvival()
      const wrote = commitOf('Write it', { 'src/a.ts': { added: lines.slice(0, stood) } })
      survival.follow(wrote, { isTracked: true })
      survival.follow(commitOf('Begin anew', { 'src/a.ts': { removed: lines.slice(0, taken) } }), { isTracked: true })
      survival.compareFile('src/a.ts', lines.slice(taken, stood).join('\n'))
      survival.finishComparison()
      return survival.lineHistoryOf(wrote.sha)?.isFromBeforeRestart
    }
    expect([isAnew(1_250, 500), isAnew(1_250, 499), isAnew(1_251, 500)]).toEqual([true, false, false])
  })

  test('a sentence states a reason from five words and twenty-five letters on, up to four hundred', () => {
    const score = (text: string): boolean => reasonScore(text) > 0
    expect(score('because otherwise everything leaks')).toBe(false)
    expect(score('because otherwise it everything leaks')).toBe(true)
    expect([score('It must never do it again'), score('It must never do it agai')]).toEqual([true, false])
    const long = (length: number): string => `It must never ${'wait and '.repeat(60)}`.slice(0, length)
    expect([score(long(400)), score(long(401))]).toEqual([true, false])
    expect(explainsCode('It waits here, because clocks are slow')).toBe(false)
    expect(explainsCode('It waits here, because the clocks are slow')).toBe(true)
  })

  test('a sentence only announces below eight words, or fourteen where it points at what follows', () => {
    const why = (sentence: string): string =>
      lessonsIn(readMessage(`Change it\n\n${sentence}\n\nIt must never wait, because clocks are slow.`))[0]?.why ?? ''
    const kept = (sentence: string): boolean => why(sentence).startsWith(sentence.slice(0, -1))
    expect([kept('One two three four five six seven:'), kept('One two three four five six seven eight:')]).toEqual([
      false,
      true,
    ])
    const pointing = 'It prints the following two three four five six seven eight nine ten'
    expect([kept(`${pointing}:`), kept(`${pointing} eleven:`)]).toEqual([false, true])
  })

  test('a merge that nobody named goes by the file that most of it is in', () => {
    const about = (message: string, files: Parameters<typeof analysed>[1]): string =>
      analysed(message, files).evidence.find(({ kind }) => kind === 'lesson')?.about ?? ''
    const files = { 'src/shop/basket.ts': { added: ['x()'] } }
    expect(about('Merge commit from fork', files)).toBe('Security fix in shop/basket.ts')
    expect(about("Merge branch 'topic' into main", files)).toBe("Merge branch 'topic' into main (shop/basket.ts)")
    expect(about('Merge it all', files)).toBe('Merge it all')
  })

  test('of two entries that are as like a subject, the one whose path comes first covers it', () => {
    const folder = toFolder('shop', 'basket')
    const one = entryOf({ title: 'Close the basket', files: ['src/basket.ts'] })
    const other = entryOf({ title: 'Paint lighthouses', files: ['src/far.ts'] })
    const topic = { files: ['src/basket.ts'], terms: new Set(distinctiveTerms('Close the basket')) }
    const paths = ['shop/basket/b.md', 'shop/basket/a.md', 'shop/basket/z.md', 'shop/other/a.md'].map(entryPath)
    const tree = new Map(paths.map((path, at) => [path, at === 2 ? other : { ...one }] as const))
    expect(coveringEntry(tree, folder, topic)).toBe('shop/basket/a.md')
    expect(coveringEntry(new Map([...tree].slice(1)), folder, topic)).toBe('shop/basket/a.md')
    expect(coveringEntry(new Map([...tree].slice(2)), folder, topic)).toBeUndefined()
    expect(coveringEntry(new Map([[entryPath('shop/basket/z.md'), other], ...tree]), folder, topic)).toBe(
      'shop/basket/a.md',
    )
  })
})
