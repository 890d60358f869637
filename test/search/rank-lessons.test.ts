import { describe, expect, test } from 'vitest'
import { bm25 } from '../../src/search/bm25.ts'
import { type AboutFile, rankHolding } from '../../src/search/holding.ts'
import { toCandidates, type CommitRow, type StatementRow } from '../../src/search/candidates.ts'
import { rankAnswer } from '../../src/search/lesson-answer.ts'
import type { LessonCandidate } from '../../src/search/lesson-text.ts'
import { coverage, rankLessons } from '../../src/search/rank-lessons.ts'
import { blend, likenessOf } from '../../src/search/likeness.ts'
import { openPieces, piecesOf, type PieceLookup } from '../../src/search/pieces.ts'
import { worthShowing } from '../../src/search/worth-showing.ts'
import { terms } from '../../src/text/terms.ts'
import { type LessonNote, noNote, writeNote } from '../../src/tree/note.ts'

// How commits and what was curated of them answer a question as one, without an index on disk.

const sha = (digit: string): string => digit.repeat(40)
const commit = (digit: string, subject: string, more: Partial<CommitRow> = {}): CommitRow => ({
  sha: sha(digit),
  subject,
  body: '',
  date: `2026-01-0${digit.replace(/\D/, '9')}`,
  author: 'Ada',
  number: '',
  paths: ['src/shop.ts'],
  diff: [],
  note: undefined,
  ...more,
})
type Stated = Omit<StatementRow, 'id' | 'terms'>
const stated = (headline: string, more: Partial<Stated> = {}): Stated => ({
  kind: 'lesson',
  headline,
  why: 'It had been slow for everybody who waited for the shop to open in the morning.',
  path: 'shop/goods/sort.md',
  note: writeNote(noNote),
  commits: [sha('a')],
  ...more,
})
const spelled = (text: string): string => terms(text).join(' ')

/** A lookup of what a page without a server has. */
const lookup = (logged: readonly CommitRow[], tree: readonly Stated[] = []): PieceLookup =>
  openPieces([
    ...piecesOf(
      'log',
      logged.map(({ diff, ...row }) => ({
        row,
        terms: {
          headline: spelled(row.subject),
          why: spelled(row.body),
          beside: spelled(row.paths.join(' ')),
          diff: diff.join(' '),
        },
      })),
    ),
    ...piecesOf(
      'tree',
      tree.map((row) => ({
        row,
        terms: { headline: spelled(row.headline), why: spelled(row.why), beside: spelled(row.path), diff: '' },
      })),
    ),
  ])

const history = [
  commit('1', 'Sort goods by their price', { body: 'Customers asked for the cheapest first.' }),
  commit('2', 'Queue mails', { body: 'The server of the provider answers slowly.', paths: ['src/mail.ts'] }),
  commit('3', 'Close the basket after an hour', { diff: ['timeout', 'basket'] }),
  commit('4', 'Draw the map anew', { paths: ['src/map.ts'] }),
]

const headlines = (question: string, from: PieceLookup): readonly string[] =>
  rankAnswer(question, 5, from).shown.map(({ headline }) => headline)

describe('a question of commits', () => {
  test('finds what says it, and says which of its words nothing holds', () => {
    const found = rankAnswer('why are goods sorted by price', 5, lookup(history))
    expect(found.shown.map(({ headline }) => headline)).toEqual(['Sort goods by their price'])
    expect(found).toMatchObject({ isKnown: true, unknown: [] })
    const none = rankAnswer('how is the elevator painted', 5, lookup(history))
    expect(none).toMatchObject({ isKnown: false, shown: [], unknown: ['elevator', 'painted'] })
  })

  test('finds by the diff too, which proves less than what is said', () => {
    const [found] = rankAnswer('timeout', 5, lookup(history)).shown
    expect(found).toMatchObject({ headline: 'Close the basket after an hour', covers: 0.5 })
    expect(rankAnswer('timeout', 5, lookup(history)).isKnown).toBe(false)
  })

  test('tells a commit and what was curated of it once, in the words of the tree', () => {
    const tree = [stated('Sort goods by price', { commits: [sha('1')], path: 'shop/goods/sort.md' })]
    const { shown } = rankAnswer('sort goods price', 5, lookup(history, tree))
    expect(shown.map(({ lane, headline, commit: of, entry }) => [lane, headline, of, entry])).toEqual([
      ['tree', 'Sort goods by price', sha('1'), 'shop/goods/sort.md'],
    ])
    expect(shown[0]?.files).toEqual(['src/shop.ts'])
  })

  test('finds the lesson of a commit by the words of the commit alone', () => {
    const tree = [
      stated('Cheapest first', { commits: ['11111111'] }),
      stated('Unnamed', { commits: [], path: 'mail/queue/x.md' }),
    ]
    const { shown } = rankAnswer('goods by their price', 5, lookup(history, tree))
    expect(shown.map(({ lane, headline }) => [lane, headline])).toEqual([['tree', 'Cheapest first']])
  })

  test.each(['one', 'another', 'must', 'can’t'])(
    'asks for what it is about, and not for who else says "%s"',
    (word) => {
      const from = lookup([
        commit('1', 'Draw the whole map'),
        commit('2', `Say ${word} thrice`),
        ...history.slice(0, 3),
      ])
      expect(headlines(`why ${word} map`, from)[0]).toBe('Draw the whole map')
    },
  )

  test('knows its commits by the beginnings of their hashes', () => {
    const from = lookup(history, [stated('Sort goods')])
    expect(from.commits([sha('2'), '33333333ab', '4444']).map(({ subject }) => subject)).toEqual([
      'Queue mails',
      'Close the basket after an hour',
    ])
    expect(from.size).toBe(4)
    expect(from.means).toMatchObject({ diff: 2 })
  })

  test('counts a word where it is said, and forgives one that is not finished', () => {
    const from = lookup(history, [stated('Sort goods'), stated('Sort mails', { commits: [sha('b')] })])
    expect(Object.fromEntries(from.counts(['sort', 'timeout', 'map']))).toEqual({ sort: 2, map: 1 })
    expect(from.words.startingWith('so', 1)).toEqual(['sort'])
    expect(headlines('custom', from)).toEqual(['Sort goods by their price'])
  })

  test('is as sure of many rows as of one piece of them', () => {
    const many = Array.from({ length: 900 }, (_, at) =>
      commit('5', `Change number ${at}`, { sha: at.toString(16).padStart(8, '0').repeat(5) }),
    )
    const from = lookup([...many, ...history])
    expect(from.size).toBe(904)
    expect(headlines('queue mails', from)).toEqual(['Queue mails'])
    expect(headlines('change number 850', from)[0]).toBe('Change number 850')
  })
})

const candidate = (headline: string, more: Partial<LessonCandidate> = {}): LessonCandidate => ({
  lane: 'log',
  kind: 'lesson',
  headline,
  why: 'Nobody had thought of customers who come back after a year.',
  commit: '',
  date: '2026-01-01',
  author: 'Ada',
  number: '',
  files: ['src/shop.ts'],
  entry: '',
  source: '',
  note: undefined,
  message: '',
  diff: [],
  ...more,
})
type Ranking = Parameters<typeof rankLessons>[1]
const ranking: Ranking = {
  coverageTerms: terms('sort goods'),
  rarity: () => 1,
  means: { subject: 3, body: 8, paths: 2, diff: 1 },
}
const order = (candidates: readonly LessonCandidate[], more: Partial<Ranking> = {}): readonly string[] =>
  rankLessons(candidates, { ...ranking, ...more }).map(({ author }) => author)
const past: LessonNote = { ...noNote, status: 'past' }

describe('of lessons in equal words', () => {
  test.each<[string, Partial<LessonCandidate>, Partial<LessonCandidate>]>([
    ['what was curated comes before a bare commit', { lane: 'tree' }, { lane: 'log' }],
    ['what holds comes before what is past', {}, { note: past }],
    ['ours comes before that of another repository', {}, { source: 'other' }],
    ['a commit comes before a merge, which changes no file', {}, { files: [] }],
    ['a reason comes before none', {}, { why: '' }],
    ['the newer comes first', { date: '2026-02-01' }, { date: '2026-01-01' }],
  ])('%s', (_what, first, second) => {
    const two = [
      candidate('Sort goods', { ...second, author: 'second' }),
      candidate('Sort goods', { ...first, author: 'first' }),
    ]
    expect(order(two)).toEqual(['first', 'second'])
    expect(order(two.toReversed())).toEqual(['first', 'second'])
  })

  test('a comment at a name comes after what was done, unless it is asked what that is (ripgrep 9c6732bd, echo 1f3ef293)', () => {
    const comment: Partial<LessonCandidate> = { author: 'comment', kind: 'fact', lane: 'tree', commit: sha('a') }
    const done = candidate('Sort all the goods', { author: 'commit', date: '2025-01-01' })
    expect(order([candidate('Sort.goods', comment), done])).toEqual(['commit', 'comment'])
    expect(order([candidate('Sort.goods', comment), done], { isAboutWhatIs: true })).toEqual(['comment', 'commit'])
    expect(order([candidate('Sort goods', comment), done])).toEqual(['comment', 'commit'])
    expect(order([candidate('Sort.goods', { ...comment, commit: '' }), done])).toEqual(['comment', 'commit'])
  })

  test('what introduces a name comes first where the question asks what that is', () => {
    const two = [
      candidate('Fix route_layer', { author: 'fix' }),
      candidate('Add route_layer', { author: 'add', date: '2025-01-01' }),
    ]
    const [name = ''] = terms('route_layer').slice(-1)
    expect(order(two, { coverageTerms: [name], defines: [name] })).toEqual(['add', 'fix'])
    expect(order(two, { coverageTerms: [name] })).toEqual(['fix', 'add'])
    expect(order(two, { coverageTerms: [name], defines: ['other'] })).toEqual(['fix', 'add'])
  })

  test('what takes away comes first where the question asks what went', () => {
    const two = [
      candidate('Sort goods', { author: 'sort' }),
      candidate('Remove goods sort', { author: 'remove', date: '2025-01-01' }),
    ]
    expect(order(two, { isAboutRemoval: true })).toEqual(['remove', 'sort'])
  })

  test('a dependency that was moved to another version came first, and no version was asked for (bat c5e6f6aa: git2)', () => {
    const two = [
      candidate('Bump sort from 0.9.0 to 0.9.1', { author: 'bump', date: '2026-02-01' }),
      candidate('Replace sort by hand', { author: 'replace' }),
    ]
    const asked = (text: string) => order(two, { coverageTerms: terms(text) })
    expect(asked('sort goods')).toEqual(['replace', 'bump'])
    expect(asked('sort bump')).toEqual(['bump', 'replace'])
  })

  test('what holds more of the question comes first, and says how much', () => {
    const [most, some, none] = rankLessons(
      [candidate('Paint it'), candidate('Sort it'), candidate('Sort goods')],
      ranking,
    )
    expect([most, some, none].map((one) => [one?.headline, one?.covers])).toEqual([
      ['Sort goods', 1],
      ['Sort it', 0.5],
      ['Paint it', 0],
    ])
    expect(none?.rank).toBe(0)
    expect(coverage(rankLessons([candidate('Sort it')], ranking))).toBe(0.5)
    expect(coverage([])).toBe(0)
  })

  test('stored terms count as the words that they are of', () => {
    const stored = { subject: spelled('sort goods'), body: '', paths: '' }
    const [found] = rankLessons([candidate('', { terms: stored })], ranking)
    expect(found?.covers).toBe(1)
  })

  test('meaning is half of a rank where it is known; a bare commit is known by its words alone', () => {
    const near = [
      candidate('Sort', { author: 'words', statement: 1 }),
      candidate('Order wares', { author: 'meaning', statement: 2 }),
    ]
    expect(
      order(near, {
        likeness: new Map([
          [1, 0.1],
          [2, 1],
        ]),
      }),
    ).toEqual(['words', 'meaning'])
    const sorted = rankLessons(near, { ...ranking, likeness: new Map([[2, 1]]) })
    expect(sorted.map(({ rank }) => rank)).toEqual([0.5, 0.5])
    expect(blend(0.4, undefined)).toBe(0.4)
    expect(blend(0.4, 0.8)).toBeCloseTo(0.6)
  })
})

test('the nearest in meaning is 1 and the farthest 0, whatever a model takes for alike', () => {
  const near = [
    { id: 1, path: 'a', similarity: 0.9 },
    { id: 2, path: 'a', similarity: 0.7 },
    { id: 3, path: 'b', similarity: 0.8 },
  ]
  const { statements, entries } = likenessOf(near)
  expect([...statements].map(([id, like]) => [id, Math.round(like * 10) / 10])).toEqual([
    [1, 1],
    [2, 0],
    [3, 0.5],
  ])
  expect([...entries].map(([path, like]) => [path, Math.round(like * 10) / 10])).toEqual([
    ['a', 1],
    ['b', 0.5],
  ])
  expect(likenessOf([{ id: 1, path: 'a', similarity: 0.2 }]).entries.get('a')).toBe(1)
})

describe('what is shown of an answer', () => {
  const ranked = (...candidates: readonly (LessonCandidate & { readonly rank?: number })[]) =>
    candidates.map((one) => ({ ...one, rank: one.rank ?? 1, covers: 1 }))
  const shown = (
    candidates: ReturnType<typeof ranked>,
    more: { most?: number; floor?: number; isAboutNow?: boolean } = {},
  ): readonly string[] =>
    worthShowing(candidates, { most: 5, floor: 0.5, coverageTerms: [], rarity: () => 1, ...more }).map(
      ({ headline, note }) =>
        note === undefined ? headline : `${headline}: ${note.status} ${note.supersededBy.join()}`.trim(),
    )

  test('ends far behind the first, and at so many', () => {
    const three = ranked(
      { ...candidate('A'), rank: 1 },
      { ...candidate('B'), rank: 0.5 },
      { ...candidate('C'), rank: 0.4 },
    )
    expect(shown(three)).toEqual(['A', 'B'])
    expect(shown(three, { most: 1 })).toEqual(['A'])
    expect(shown([])).toEqual([])
  })

  test('tells a commit once that was copied onto a branch where its part has another name (aiohttp 70fe11cc)', () => {
    const copies = [
      candidate('Close the race', { commit: sha('1') }),
      candidate('connector: Close the race', { commit: sha('2') }),
    ]
    expect(shown(ranked(...copies))).toEqual(['Close the race'])
    const back = [
      candidate('Revert "fix(web): Close the race"', { commit: sha('3') }),
      candidate('Close the race', { commit: sha('1') }),
    ]
    expect(shown(ranked(...back))).toEqual(['Close the race: past 33333333'])
  })

  test('tells the same words and the same commit once', () => {
    expect(shown(ranked(candidate('Sort goods.'), candidate('sort goods')))).toEqual(['Sort goods.'])
    expect(shown(ranked(candidate('A', { commit: sha('1') }), candidate('B', { commit: sha('1') })))).toEqual(['A'])
    expect(shown(ranked(candidate('A'), candidate('B')))).toEqual(['A', 'B'])
  })

  test('tells a merge by the commits that it brings, where one of them is told', () => {
    const merge = candidate('Sort goods', { files: [], number: '7' })
    expect(shown(ranked(merge, candidate('Sort all goods', { number: '7' })))).toEqual(['Sort all goods'])
    expect(shown(ranked(merge, candidate('Sort goods', { commit: sha('1') })))).toEqual(['Sort goods'])
    expect(shown(ranked(merge, candidate('Paint', { number: '8' })))).toEqual(['Sort goods', 'Paint'])
  })

  test('tells what was taken back as past, with the commit that did it, unless that was taken back too', () => {
    const first = candidate('Sort goods', { commit: sha('1') })
    const revert = candidate('Revert "Sort goods"', { commit: sha('2') })
    expect(shown(ranked(first, revert))).toEqual(['Sort goods: past 22222222'])
    const again = candidate('Revert "Revert "Sort goods""', { commit: sha('3') })
    expect(shown(ranked(first, revert, again))[0]).toBe('Sort goods')
    expect(shown(ranked(revert))).toEqual(['Revert "Sort goods"'])
  })

  test('tells what was taken back once, however it is said, and where its revert ranks if that says why (fzf b62a74b3)', () => {
    const first = candidate('Sort goods', { commit: sha('1') })
    const other = candidate('Paint goods', { commit: sha('3') })
    const bare = candidate('Revert "Sort goods (#12)"', { commit: sha('2'), why: '' })
    expect(shown(ranked(bare, other, first))).toEqual(['Paint goods', 'Sort goods: past 22222222'])
    const telling = { ...bare, why: 'It was slow.' }
    expect(shown(ranked(telling, other, first))).toEqual(['Sort goods: past 22222222', 'Paint goods'])
    const inTree = candidate('“Sort goods” was tried and taken back', { commit: sha('2'), kind: 'fact' })
    expect(shown(ranked(inTree, bare, first))).toEqual(['Sort goods: past 22222222'])
    expect(shown(ranked(inTree, bare))).toEqual(['“Sort goods” was tried and taken back'])
  })

  test('who asks how things are does not read first what was changed since, by lessons that say why', () => {
    const by = (digit: string): Partial<LessonCandidate> => ({
      note: { ...noNote, status: 'partly', supersededBy: [sha(digit).slice(0, 8)] },
    })
    const lesson = (digit: string, more: Partial<LessonCandidate> = {}) =>
      candidate(digit, { commit: sha(digit), lane: 'tree', ...more })
    const inOrder = (all: readonly LessonCandidate[], isAboutNow = true) =>
      shown(ranked(...all), { isAboutNow })
        .map((told) => told.slice(0, 1))
        .join('')
    const chain = [lesson('1', by('3')), lesson('2'), lesson('3', by('4')), lesson('4')]
    expect([inOrder(chain), inOrder(chain, false)]).toEqual(['4312', '1234'])
    expect(inOrder([lesson('1', by('2')), lesson('2', { lane: 'log' })])).toBe('12')
    expect(inOrder([lesson('1', by('2')), lesson('2', by('1'))])).toBe('21')
  })
})

test('what the tree and the log say of one commit is joined, and the rest stands by itself', () => {
  const [sort, queue] = [history[0], history[1]]
  if (sort === undefined || queue === undefined) throw new Error('two commits')
  const joined = toCandidates(
    [sort, queue],
    [
      {
        id: 1,
        ...stated('Sort goods', {
          commits: ['1111111111'],
          note: writeNote({ ...noNote, date: '2025-12-24', number: '#7' }),
        }),
      },
      { id: 1, ...stated('Sort goods', { commits: ['1111111111'] }) },
      { id: 2, ...stated('Keep it', { kind: 'rule', commits: [] }) },
      { id: 3, ...stated('Known elsewhere', { commits: ['99999999'] }) },
    ],
    (prefixes) => (prefixes.join() === '99999999' ? [commit('9', 'Elsewhere', { paths: ['x.ts'] })] : []),
  )
  expect(
    joined.map(({ lane, headline, commit: of, date, files }) => [lane, headline, of.slice(0, 4), date, files]),
  ).toEqual([
    ['tree', 'Sort goods', '1111', expect.any(String), ['src/shop.ts']],
    ['tree', 'Keep it', '', '', []],
    ['tree', 'Known elsewhere', '9999', expect.any(String), ['x.ts']],
    ['log', 'Queue mails', '2222', '2026-01-02', ['src/mail.ts']],
  ])
})

describe('what holds about a file', () => {
  const about = (headline: string, more: Partial<AboutFile> = {}): AboutFile => ({
    kind: 'lesson',
    lane: 'tree',
    headline,
    why: 'For a reason.',
    commit: '',
    date: '2026-01-01',
    note: noNote,
    touched: ['src/a.ts'],
    ...more,
  })
  const named = (...found: readonly AboutFile[]): readonly string[] =>
    rankHolding(found).map(({ headline }) => headline)

  test('leaves out what no longer holds, and says one thing once', () => {
    expect(named(about('Gone', { note: past }), about('Holds'), about('holds'))).toEqual(['Holds'])
  })

  test.each<[string, Partial<AboutFile>, Partial<AboutFile>]>([
    ['a rule before a lesson', { kind: 'rule', note: undefined }, { note: { ...noNote, kind: 'security' } }],
    [
      'what is dangerous before what was mended',
      { note: { ...noNote, kind: 'security' } },
      { note: { ...noNote, kind: 'fix' } },
    ],
    ['what gives a reason', {}, { why: '' }],
    ['what was curated', {}, { lane: 'log', date: '2026-02-01' }],
    ['what a test pins', { note: { ...noNote, pinnedBy: 'sorts goods' } }, {}],
    ['what nobody reworked', {}, { note: { ...noNote, status: 'reworked' } }],
    ['what was only reworked', { note: { ...noNote, status: 'reworked' } }, { note: { ...noNote, status: 'partly' } }],
    ['what is about few files', {}, { touched: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'] }],
    ['the newer', { date: '2026-02-01' }, {}],
  ])('tells %s first', (_what, first, second) => {
    const two = [about('second', second), about('first', first)]
    expect(named(...two)).toEqual(['first', 'second'])
    expect(named(...two.toReversed())).toEqual(['first', 'second'])
  })

  test('what is of one file counts as much as a commit whose files nobody knows', () => {
    expect(named(about('one'), about('none', { touched: [] }))).toEqual(['one', 'none'])
    expect(named(about('none', { touched: [] }), about('one'))).toEqual(['none', 'one'])
  })
})

test('plain BM25, which all else is measured against, prefers the rarer word and the shorter text', () => {
  const ranked = (documents: readonly string[], question: string): readonly number[] =>
    bm25(documents.map((text) => text.split(' ')))
      .rank(question.split(' '))
      .map(({ document }) => document)
  expect(ranked(['a c', 'a b', 'a d'], 'a b')).toEqual([1, 0, 2])
  expect(ranked(['x a b c d e f', 'x a', 'y'], 'x')).toEqual([1, 0])
  expect(ranked(['x y', 'x x', 'y'], 'x x')).toEqual([1, 0])
  expect(ranked([], 'x')).toEqual([])
})

test('what is over is found by its own words, and not by the name of the entry that all of it stands in (ripgrep 75cbe88f)', () => {
  const asked = terms('what holds only partly')
  const points = (entry: string) =>
    rankLessons([candidate('Rename the flag', { entry })], { ...ranking, coverageTerms: asked, searchTerms: asked })[0]
      ?.parts?.byTerm
  for (const name of ['what_no_longer_holds_as_it_was_told', 'what_no_longer_holds_or_only_partly'])
    expect(points(`history/history/${name}.md`)).toEqual({})
  expect(Object.keys(points('src/partly/holds.md') ?? {})).not.toEqual([])
})

test('a commit that undoes something tells of its removal', () => {
  const drawer = (author: string, headline: string, date: string) => candidate(headline, { author, date })
  const both = [drawer('tests', 'Test the drawer', '2026-01-02'), drawer('undoes', 'Undo the drawer', '2026-01-01')]
  expect(order(both, { coverageTerms: ['drawer'], isAboutRemoval: true })).toEqual(['undoes', 'tests'])
  expect(order(both, { coverageTerms: ['drawer'] })).toEqual(['tests', 'undoes'])
})

test('a cleanup of tests does not answer before the change itself, unless tests are asked for (grpc-go 8528f438)', () => {
  const change = commit('a', 'Replace Dial with NewClient at last', { date: '2024-03-08' })
  const cleanup = commit('b', 'Replace Dial with NewClient everywhere', { paths: ['src/xds.ts'], isBesideCode: true })
  const first = (question: string): string | undefined =>
    rankAnswer(question, 3, lookup([cleanup, change])).shown[0]?.commit
  expect(first('why was Dial replaced with NewClient')).toBe(change.sha)
  expect(first('why do tests replace Dial with NewClient')).toBe(cleanup.sha)
})
