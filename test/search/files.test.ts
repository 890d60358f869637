import { describe, expect, test } from 'vitest'
import { answer, neighboursOf } from '../../src/search/answer.ts'
import { stubDocument, toDocument } from '../../src/search/documents.ts'
import { byQuestion, byVote, changedWith, fillersLast, rankVoted, voted } from '../../src/search/files.ts'
import { grounded, settledSentences } from '../../src/search/grounded.ts'
import type { Index } from '../../src/search/entry-index.ts'
import { memoryIndex } from '../../src/search/memory.ts'
import { overviewDocument } from '../../src/search/overview-document.ts'
import { similar, termsOf, wayOf } from '../../src/search/remembered-answers.ts'
import { statementsIn } from '../../src/search/entry-statements.ts'
import type { Question } from '../../src/search/tiers.ts'
import { presets } from '../../src/search/weights.ts'
import { searchDefaults } from '../../src/repo/settings/shape.ts'
import { terms } from '../../src/text/terms.ts'
import { noNote } from '../../src/tree/note.ts'
import { entryOf, entryPath, type Told, folderPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

describe('which files to open for a change', () => {
  const date = '2026-01-01'

  test('those of the commits that are most like it, the fewer a commit touched the more it says', () => {
    expect([
      ...voted(
        [
          { score: 2, files: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
          { score: 1, files: ['b.ts'] },
        ],
        2,
      ),
    ]).toEqual([
      ['a.ts', 2],
      ['b.ts', 3],
      ['c.ts', 2],
      ['d.ts', 2],
    ])
    const commits = [
      { score: 1, date, files: ['x.ts', 'y.ts'] },
      { score: 0.9, date, files: ['x.ts'] },
    ]
    expect(rankVoted('nothing of it', { commits, hits: [], now })).toEqual(['x.ts', 'y.ts'])
    expect(rankVoted('nothing of it', { commits: [], hits: [], now })).toEqual([])
  })

  test('those of a newer commit before those of one that was a little more like it long ago', () => {
    const [old, young] = [
      { score: 1.1, date: '2016-01-01', files: ['old.ts'] },
      { score: 1, date, files: ['young.ts'] },
    ]
    expect(rankVoted('nothing of it', { commits: [old, young], hits: [], now })).toEqual(['young.ts', 'old.ts'])
    // A day that git was not told, or that a wrong clock gave, makes none older or younger than today.
    expect(rankVoted('nothing of it', { commits: [{ ...old, date: '' }, young], hits: [], now })[0]).toBe('old.ts')
    const tomorrow = { score: 0.8, date: '2099-01-01', files: ['wrong.ts'] }
    expect(rankVoted('nothing of it', { commits: [tomorrow, young], hits: [], now })[0]).toBe('young.ts')
  })

  test('and why: by the commit that says most of a file, not by one that touched all', () => {
    const [wide, old, close] = [
      { score: 3, date, files: Array.from({ length: 40 }, (_, at) => `${at}.ts`) },
      { score: 2.5, date: '2010-01-01', files: ['1.ts'] },
      { score: 2, date, files: ['1.ts', '2.ts'] },
    ]
    expect(byVote([wide, old, close], now).map(({ files }) => files.length)).toEqual([2, 40, 1])
  })

  test('those of the entries that it finds, behind all that commits name', () => {
    const hits = [{ files: ['a.ts', 'b.ts'] }, { files: ['b.ts', 'c.ts'] }]
    expect(rankVoted('nothing of it', { commits: [], hits, now })).toEqual(['a.ts', 'b.ts', 'c.ts'])
    expect(rankVoted('nothing of it', { commits: [{ score: 1, date, files: ['d.ts'] }], hits, now })[0]).toBe('d.ts')
  })

  test('before others, those whose name or path the question says', () => {
    const commits = [{ score: 1, date, files: ['src/a.ts', 'src/basket.ts', 'lib/price/b.ts'] }]
    expect(rankVoted('empty the basket', { commits, hits: [], now })[0]).toBe('src/basket.ts')
    expect(rankVoted('what is a price', { commits, hits: [], now })[0]).toBe('lib/price/b.ts')
    expect(byQuestion(['src/a.ts', 'src/basket.ts', 'src/basket_price.ts'], new Set(terms('basket')))).toEqual([
      'src/basket.ts',
      'src/basket_price.ts',
      'src/a.ts',
    ])
  })

  test('what changes with everything comes last, unless the question names it', () => {
    const filler = ['README.md', 'docs/CHANGELOG.md', 'go.sum', '.github/ISSUE_TEMPLATE/Bug_report.md', 'dist/a.min.js']
    const files = [...filler, 'src/rules.ts', 'src/history.ts', 'src/README/readme.ts']
    expect(fillersLast(files, 'fix a table parsing bug')).toEqual([...files.slice(5), ...filler])
    expect(fillersLast(files, 'link the docs from the readme')[0]).toBe('README.md')
    expect(fillersLast(files, 'ask for a version in the issue template')[0]).toBe(
      '.github/ISSUE_TEMPLATE/Bug_report.md',
    )
  })

  test('those that changed with a file, most by small commits, and never itself', () => {
    expect(
      changedWith('a.ts', [
        { paths: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
        { paths: ['a.ts', 'c.ts'] },
        { paths: ['a.ts'] },
      ]),
    ).toEqual(['c.ts', 'b.ts', 'd.ts'])
  })
})

describe('an overview is searched', () => {
  const made = `# Domain: auth\n\n## Purpose\nWhat the history of this repository teaches about auth.\n\n## Scope\nIncluded in this domain:\n- session\n\nExcluded from this domain:\n- session (see web)\n\n## Usage\nRead this before changing what others use of:\n- \`src/a.ts\`: \`open\`\n`

  test('not while nobody has said anything in it', () => {
    expect(overviewDocument('auth/context.md', folderPath('auth'), made)).toBeUndefined()
  })

  test('by what people wrote: the purpose, who knows it, and what stands beside our lists', () => {
    const text = `${made.replace(/What the history.*/, 'Who somebody is.')}- Ask before you change the keys.\n\n## Ownership\nAsk Zora.\n\n## Key Concepts\n- token\n`
    const found = overviewDocument('auth/context.md', folderPath('auth'), text)
    expect(found?.statements.map(({ headline, why }) => [headline, why])).toEqual([
      ['auth: Purpose', 'Who somebody is.'],
      ['auth: Usage', 'Ask before you change the keys.'],
      ['auth: Ownership', 'Ask Zora.'],
    ])
    expect(found?.card).toMatchObject({ title: 'Overview of auth', importance: 50, files: [] })
    expect(found?.terms.content).not.toContain('session')
  })

  test('by a lead that somebody wrote below its title', () => {
    const lead =
      '# Domain: auth\nKeys are never logged.\n\n## Purpose\nWhat the history of this repository teaches about auth.\n'
    expect(
      overviewDocument('auth/context.md', folderPath('auth'), lead)?.statements.map(({ headline, why }) => [
        headline,
        why,
      ]),
    ).toEqual([['auth: overview', 'Keys are never logged.']])
  })
})

test('an entry is taken apart into lessons, rules, facts and prose, without how often it was worked on', () => {
  const entry = entryOf({
    title: 'Tokens',
    rules: ['Never log one. (aaaaaaaa)', 'Sign each.'],
    facts: [
      factOf('because', { subject: 'Sign tokens', note: { ...noNote, kind: 'security' }, sources: ['bbbbbbbb'] }),
      factOf('for a week', { subject: 'ttl', value: '7d' }),
    ],
    narrative: {
      ...entryOf({}).narrative,
      structure: '4 commits from 2026-01 to 2026-02.\n\nOne table.',
      highlights: 'Fast.\n\nSmall.',
    },
  })
  expect(
    statementsIn(entryPath('auth/tokens/sign.md'), entry).map(({ kind, headline, why, note, commits }) => [
      kind,
      headline,
      why,
      note,
      commits,
    ]),
  ).toEqual([
    ['lesson', 'Sign tokens', 'because', 'security', ['bbbbbbbb']],
    ['fact', 'ttl = 7d', 'for a week', '', []],
    ['rule', '', 'Never log one.', '', ['aaaaaaaa']],
    ['rule', '', 'Sign each.', '', []],
    ['prose', '', 'One table.', '', []],
    ['prose', '', 'Fast.', '', []],
    ['prose', '', 'Small.', '', []],
  ])
})

test('what was taken back is found and told under what it was, not as one of many "taken back"', () => {
  const entry = entryOf({
    title: 'Pool',
    facts: [
      factOf('“Open ten” was tried and taken back: The server has nine.', { subject: 'taken back' }),
      factOf('“Close all” was taken back and came again; the commit does not say why', { subject: 'brought back' }),
      factOf('it was “late” and was tried and taken back', { subject: 'taken back' }),
      factOf('“Open ten” was tried and taken back: so it says', { subject: 'story' }),
    ],
  })
  expect(statementsIn(entryPath('db/pool/pool.md'), entry).map(({ headline, why }) => [headline, why])).toEqual([
    ['“Open ten” was tried and taken back', 'The server has nine.'],
    ['“Close all” was taken back and came again', ''],
    ['taken back', 'it was “late” and was tried and taken back'],
    ['story', '“Open ten” was tried and taken back: so it says'],
  ])
})

test('of an archived entry the stub is searched, and leads to where the whole of it is', () => {
  const stub = {
    title: 'Old keys',
    body: '# Old keys\n- They were signed by hand.\n',
    evictedAt: '2026-01-02T00:00:00Z',
    importance: 7,
    original: entryPath('auth/keys/old.md'),
    tokens: 9,
    standing: '',
  }
  const { card, statements, terms: said } = stubDocument('_archived/auth/keys/old.stub.md', stub)
  expect(card).toMatchObject({ importance: 7, archived: '_archived/auth/keys/old.full.md', updatedAt: stub.evictedAt })
  expect(card.lines.map(([line]) => line)).toContain('They were signed by hand.')
  expect(statements.map(({ kind, why }) => [kind, why])).toEqual([['prose', '# Old keys They were signed by hand.']])
  expect(said.place).toBe(terms('auth keys old').join(' '))
})

const now = new Date('2026-11-21T12:00:00Z')
const ranking = { weights: presets.default, shares: { ...searchDefaults.rank, boost: searchDefaults.boost }, now }
const asked = (text: string, more: Partial<Question> = {}): Question => ({
  text,
  files: [],
  within: '',
  limit: 10,
  floor: 0,
  ...more,
})
const indexOf = async (tree: Readonly<Record<string, Told>>): Promise<Index> =>
  await memoryIndex(
    Object.entries(tree).map(([path, told]) => toDocument(entryPath(path), entryOf({ title: path, ...told }))),
  )

describe('an answer', async () => {
  const index = await indexOf({
    'auth/tokens/sign.md': {
      title: 'Sign tokens',
      facts: [factOf('Tokens are signed twice a week')],
      relations: [{ path: 'shop/goods', reason: '' }],
    },
    'auth/tokens/keys.md': {
      title: 'Keys',
      facts: [factOf('Keys are rotated')],
      relations: [{ path: 'auth/tokens/sign.md', reason: '' }],
    },
    'shop/goods/sort.md': { title: 'Sort goods', facts: [factOf('Goods are sorted by price')], files: ['src/Sort.ts'] },
    'shop/basket/close.md': { title: 'Close baskets', facts: [factOf('Baskets are closed after an hour')] },
  })

  test('to a question that nothing knows names its words; what is near in meaning is shown all the same', () => {
    const text = 'quantum entanglement at warp speed'
    const none = answer(asked(text), index, ranking)
    expect(none).toMatchObject({ tier: 'none', hits: [], outOfDomain: true, confidence: 0, isSure: false })
    expect(none.unknown).toContain('entanglement')
    const likeness = new Map([
      ['shop/goods/sort.md', 0.9],
      ['auth/tokens/keys.md', 0.4],
      ['shop/none/gone.md', 0.9],
    ])
    const near = answer(asked('zzzz'), index, { ...ranking, likeness })
    expect(near).toMatchObject({ tier: 'direct', outOfDomain: true })
    expect(near.hits.map(({ path }) => path)).toEqual(['shop/goods/sort.md'])
    expect(answer(asked('zzzz', { within: 'auth' }), index, { ...ranking, likeness }).hits).toEqual([])
  })

  test('is sure where one entry holds all of it and no other is near', async () => {
    const one = answer(asked('tokens signed twice week'), index, ranking)
    expect(one.hits[0]).toMatchObject({ path: 'auth/tokens/sign.md', title: 'Sign tokens' })
    expect(one.confidence).toBeGreaterThan(0.5)
    expect(one.isSure).toBe(true)
    const [first, second] = ['a', 'b'].map((name) => `auth/tokens/${name}.md`)
    const alike = { facts: [factOf('Tokens are signed twice a week')] }
    const two = answer(
      asked('tokens signed twice week'),
      await indexOf({ [first ?? '']: alike, [second ?? '']: alike }),
      ranking,
    )
    expect(two).toMatchObject({ isSure: false, outOfDomain: false })
    expect(two.confidence).toBeLessThan(one.confidence)
  })

  test('names the words that never stand together, where each of them is known by itself', async () => {
    const things = 'anchor basket candle dagger engine feather guitar hammer island jacket kettle ladder'.split(' ')
    const many = Array.from({ length: 900 }, (_, at): [string, Told] => [
      `shop/things/t${at}.md`,
      {
        title: `Number${at}`,
        facts: [factOf(`The shop sells number${at}${at < things.length ? ` and one ${things[at]}` : ''}`)],
      },
    ])
    const large = await indexOf(Object.fromEntries(many))
    const none = answer(asked('anchor candle engine guitar island kettle'), large, ranking)
    expect(none).toMatchObject({ tier: 'none', outOfDomain: true })
    expect(none.unknown).toHaveLength(3)
    expect(none.unknown).not.toContain('shop')
    expect(answer(asked('anchor in the shop'), large, ranking)).toMatchObject({ tier: 'direct', unknown: [] })
  })

  test('to a file in question shows its entries, in its own spelling only', () => {
    expect(answer(asked('', { files: ['src/Sort.ts'] }), index, ranking).hits.map(({ path }) => path)).toEqual([
      'shop/goods/sort.md',
    ])
    expect(answer(asked('', { files: ['src/sort.ts'] }), index, ranking).hits).toEqual([])
    expect(answer(asked('', { files: ['src/Sort.ts'], within: 'auth' }), index, ranking).hits).toEqual([])
  })

  test('is completed by what it names, a topic too, and by what names it', () => {
    const near = neighboursOf(index, ['auth/tokens/sign.md'])
    expect(near.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ path, to }) => [path, to])).toEqual([
      ['auth/tokens/keys.md', 'auth/tokens/sign.md'],
      ['shop/goods/sort.md', 'auth/tokens/sign.md'],
    ])
    expect(neighboursOf(index, ['auth/tokens/sign.md', 'auth/tokens/keys.md']).map(({ path }) => path)).toEqual([
      'shop/goods/sort.md',
    ])
    expect(neighboursOf(index, ['shop/basket/close.md'])).toEqual([])
  })

  test('is remembered for a question that is nearly the same, where the entry holds all that is asked', () => {
    const remember = (text: string, first: string) => ({
      terms: termsOf(asked(text)),
      first,
      answer: () => answer(asked(text), index, ranking),
    })
    const before = [remember('how are goods sorted by price', 'shop/goods/sort.md')]
    const again = (text: string) => similar(termsOf(asked(text)), before, index)?.first
    expect(again('are the goods sorted by price')).toBe('shop/goods/sort.md')
    expect(again('are goods sorted by colour')).toBeUndefined()
    expect(again('price')).toBeUndefined()
    expect(again('tokens signed')).toBeUndefined()
    expect(
      similar(termsOf(asked('goods sorted price')), [remember('goods sorted price', 'gone/gone/gone.md')], index),
    ).toBeUndefined()
    expect(wayOf(asked('a'), '', now)).not.toBe(wayOf(asked('a', { within: 'auth' }), '', now))
  })
})

test('of a model’s reply only sentences that cite what it was given are an answer', () => {
  const notes = [{ path: 'a/b/one.md', text: 'One' }]
  expect(
    grounded('It is so [a/b/one.md]. It is other. And so [a/b/two.md]. Both [a/b/one.md][a/b/two.md].', notes),
  ).toBe('It is so [a/b/one.md].')
  expect(grounded('It is so. [a/b/one.md] It goes on.', notes)).toBe('It is so [a/b/one.md].')
  expect(grounded('[a/b/one.md].', notes)).toBe('')
  expect(settledSentences('It is so [a/b/one.md]. It is', notes)).toBe('It is so [a/b/one.md].')
  expect(settledSentences('It is so [a/b/one.md].', notes)).toBe('')
})

test('a wide commit says little of each of its files, and a file that is named by the question more', () => {
  const commits = [
    { score: 2, date: '', files: ['cart.ts', 'goods.ts', 'shop.ts', 'till.ts'] },
    { score: 1.5, date: '', files: ['receipt.ts'] },
  ]
  const rank = (question: string): readonly string[] => rankVoted(question, { commits, hits: [], now })
  expect(rank('anything')).toEqual(['receipt.ts', 'cart.ts', 'goods.ts', 'shop.ts', 'till.ts'])
  expect(rank('name the till')[0]).toBe('till.ts')
})
