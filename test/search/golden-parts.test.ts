import { expect, test } from 'vitest'
import { tally } from '../../src/eval/answer-tally.ts'
import { byChanges, byMessages, byPaths } from '../../src/eval/baselines.ts'
import { alsoSaid, asTheyAre, bearingOn, bears, heldIn } from '../../src/search/bearing.ts'
import { excerpt } from '../../src/search/excerpt.ts'
import { byQuestion, changedWith, rankVoted, voted } from '../../src/search/files.ts'
import { fenced } from '../../src/search/grounded.ts'
import { nameLesson, reasonOnly, formatLessons } from '../../src/search/format-answer.ts'
import { formatFile } from '../../src/search/format-file.ts'
import type { LessonHit } from '../../src/search/lesson-hit.ts'
import { memoryIndex } from '../../src/search/memory.ts'
import { toDocument } from '../../src/search/documents.ts'
import { isAboutAsking, readQuestion } from '../../src/search/question.ts'
import { asksWhatItIs, asksWhatWentAway } from '../../src/search/what-is-asked.ts'
import { similar, termsOf } from '../../src/search/remembered-answers.ts'
import { entriesPerSource } from '../../src/eval/entries-per-source.ts'
import { forgive } from '../../src/search/spelling.ts'
import { conversationEntries } from '../../src/eval/conversation-entries.ts'
import type { TierName } from '../../src/search/tiers.ts'
import { noNote, printedNote } from '../../src/tree/note.ts'
import { lessonHit } from '../support/lesson-hits.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'
import { talk } from '../support/questions.ts'
import { rows, say } from '../support/golden-text.ts'

// What the parts of searching make of made-up input at the edges: whoever changes one reads here what else changes.

const rarity = (term: string): number => term.length / 4

test('answers that were judged are counted as they were', async () => {
  const tiers: readonly TierName[] = ['direct', 'model', 'none', 'same']
  const answers = Array.from({ length: 23 }, (_, at) => ({
    question: `q${at}`,
    category: ['one', 'two', 'three'][at % 3] ?? '',
    isCounted: at % 7 !== 3,
    right: at % 4 === 2 ? '' : 'x',
    answer: 'x',
    tier: tiers[at % tiers.length] ?? 'none',
    isRefused: at % 6 === 2,
    isRight: at % 5 < 3,
    votes: at % 8 === 1 ? ['a', 'b'] : at % 2 === 0 ? ['a', 'a'] : [],
    ms: (at * 37) % 101,
  }))
  await expect(rows([answers, answers.slice(0, 1), []].map((some) => say(tally(some))))).toMatchFileSnapshot(
    'golden/tally.md',
  )
})

test('sentences that bear on a question are picked as they were', async () => {
  const why =
    'The clock was late. Nobody had set the basket. It closed the basket of a customer; then the clock stopped. ' +
    'Mails were queued. The basket was empty and the clock was set.'
  const asked = ['basket', 'clock', 'mail']
  const told = [20, 60, 63, 100, 120, 150, why.length - 1, why.length].map((most) => {
    const one = ['basket', 'mail', 'nothing'].map((term) => bearingOn(why, asTheyAre([term]), { most, rarity }))
    const also = alsoSaid(why, 'The clock was late.', { coverageTerms: asked, rarity, most })
    return `${most} ${say([...one, also])}`
  })
  const held = ['basket', 'clock mails', 'no', 'Nobody set mail baskets'].map(
    (text) =>
      `${text} ${heldIn(text, asked, rarity)} ${bears(text, { coverageTerms: asked, rarity })} ${bears(text, { coverageTerms: [], rarity })}`,
  )
  const many = [...asked, ...Array.from({ length: 12 }, (_, at) => `longword${at}`)]
  const few = ['mail', 'clock', 'basket'].map((text) => `${text} ${bears(text, { coverageTerms: many, rarity })}`)
  const alone = alsoSaid('Mails wait. Clocks tick.', '', { coverageTerms: many, rarity, most: 90 })
  await expect(rows([...told, ...held, ...few, alone])).toMatchFileSnapshot('golden/bearing.md')
})

test('files are ranked by commits, entries and names as they were', async () => {
  const commits = [
    { score: 4, date: '2025-01-01', files: ['src/shop/basket.ts', 'src/clock.ts'] },
    { score: 3, date: '2017-01-01', files: ['src/clock.ts'] },
    { score: 3, date: '2021-01-01', files: ['src/mail/queue.ts', 'test/mail/queue.test.ts', 'README'] },
    { score: 0.5, date: '', files: ['a.ts', 'b.ts'] },
    ...Array.from({ length: 60 }, (_, at) => ({ score: 0.4, date: '', files: [`x${at % 9}.ts`] })),
  ]
  const hits = [
    { files: ['src/mail/queue.ts', 'src/shop/basket.ts', 'src/only.ts'] },
    { files: ['src/only.ts', 'src/late.ts'] },
  ]
  const now = new Date('2026-03-01T00:00:00Z')
  const told = ['basket', 'the mail queue', 'clock basket test', 'only late', 'nothing of it', 'src'].flatMap(
    (question) => [
      `${question}: ${rankVoted(question, { commits, hits, now }).slice(0, 9).join(' ')}`,
      `  ${rankVoted(question, { commits, hits: [], now }).slice(0, 4).join(' ')} | ${rankVoted(question, { commits: [], hits, now }).join(' ')}`,
      `  ${byQuestion(['src/clock.ts', 'src/shop/basket.ts', 'test/mail/queue.test.ts'], new Set(question.split(' '))).join(' ')}`,
    ],
  )
  const plain = commits
    .slice(0, 5)
    .map(({ files: paths }, at) => ({ message: `basket ${paths.join(' ')} ${at}`, paths }))
  const rankers = [
    byMessages(plain),
    byChanges(plain),
    byPaths([
      { path: 'src/a.ts', text: 'basket clock' },
      { path: 'b.ts', text: 'x basketTimer' },
    ]),
  ]
  const ranked = rankers.map((rank) =>
    ['basket', 'clock', 'timer'].map((question) => rank(question).join(' ')).join(' | '),
  )
  const scores = [...voted(commits.slice(0, 4), 2)].map(([file, score]) => `${file} ${score.toFixed(4)}`)
  const beside = changedWith(
    'src/clock.ts',
    commits.map(({ files: paths }) => ({ paths })),
  )
  await expect(rows([...told, ...ranked, ...scores, beside.join(' ')])).toMatchFileSnapshot('golden/ranked-files.md')
})

const hit = (more: Partial<LessonHit>): LessonHit =>
  lessonHit({ why: 'Customers asked.', number: '#1', files: ['a.ts', 'b.ts', 'c.ts', 'd.ts'], ...more })

test('lessons and files are told in words as they were', async () => {
  const later = { commit: 'b'.repeat(40), date: '2026-02-03', headline: 'Leave them', why: 'Nobody\nlooked.' }
  const hits = [
    hit({}),
    hit({ headline: '', source: 'other', commit: '', files: [], number: '' }),
    hit({
      holds: 'past',
      supersededBy: [later],
      note: { ...printedNote(noNote), since: '2.0', pinnedBy: '2 tests in a.test.ts' },
    }),
    hit({
      commit: 'b'.repeat(40),
      lane: 'log',
      why: '- Sort goods. And more. Tested: “x”.',
      archived: '_archived/x.full.md',
    }),
    hit({ why: '', headline: 'Bare', holds: 'partly', date: '', files: [], source: 'far' }),
    hit({ commit: '', files: ['x.ts'], standing: 'deprecated', holds: 'past' }),
    hit({ why: 'A long reason of many words. '.repeat(40) }),
    hit({ headline: 'After what is too long' }),
  ]
  const told = [true, false].flatMap((more) =>
    [hits, hits.slice(1, 3), hits.slice(-2), []].map((some) =>
      formatLessons(some, { more })
        .map((block) => block.map(({ text, as = '' }) => `${as}|${text.slice(0, 160)}`).join('\n'))
        .join('\n--\n'),
    ),
  )
  const reasons = [
    'Sort goods',
    'Sort goods.',
    '* Sort goods - and so on',
    'Sort goodsies',
    'Other. Tested: “a”',
    '',
  ].map((why) => `${say(reasonOnly({ headline: 'Sort goods', why }))} ${say(reasonOnly({ headline: '', why }))}`)
  const file = { path: 'a\nb.ts', why: undefined, tests: [], with: ['x.ts'], knownBy: [] }
  const files = [
    file,
    { ...file, why: { headline: 'H', commit: 'c'.repeat(40), date: 'D' }, tests: ['t'], knownBy: ['Ada'] },
  ]
  await expect(
    rows([...told, ...hits.map(nameLesson), ...reasons, ...files.map((one) => formatFile(one).join('\n'))]),
  ).toMatchFileSnapshot('golden/told.md')
})

const tree = new Map([
  [
    entryPath('shop/basket/timeout.md'),
    entryOf({ title: 'Basket timeout', facts: [factOf('Baskets close after an hour.')] }),
  ],
  [
    entryPath('shop/basket/clock.md'),
    entryOf({
      title: 'Clock',
      facts: [factOf('The clock ticks.'), factOf('closeBasket', { subject: 'x', value: '1' })],
    }),
  ],
  [entryPath('shop/mail/queue.md'), entryOf({ title: 'Mail queue', facts: [factOf('Mails are queued in a basket.')] })],
])
const index = await memoryIndex([...tree].map(([path, entry]) => toDocument(path, entry)))

test('questions are read, forgiven and remembered as they were', async () => {
  const asked = [
    'why Are Names so Odd',
    'Why Are Names So odd',
    'is it Ada. Bo and “Cy” on Monday',
    'bask',
    'bas',
    'baskett',
    'tmieout',
    'clokc tick',
    'time_out basketTimeout',
    'zz queu',
    'What is `closeBasket` in shop/mail/queue.ts?',
    'what happened to the clock, is it gone?',
  ]
  const told = asked.map((text) => {
    const read = readQuestion(text)
    const meant = forgive(read, index).map(({ term, weight, share }) => `${term} ${weight} ${share.toFixed(3)}`)
    const names = read.filter(({ isName }) => isName).map(({ said }) => said)
    return `${text}: ${meant.join(', ')} | ${names.join(' ')} | ${asksWhatItIs(text)} ${asksWhatWentAway(text)} ${isAboutAsking(text)}`
  })
  const question = (text: string) => ({ text, files: [], within: '', limit: 1, floor: 0 })
  const first = 'shop/basket/timeout.md'
  const nothing = (): never => {
    throw new Error('nobody asks for it')
  }
  const kept = ['baskets close hour', 'basket', 'basket close', 'basket close timeout hour shop', 'queue mail'].map(
    (text) => ({
      terms: termsOf(question(text)),
      first,
      answer: nothing,
    }),
  )
  const found = [
    'basket close hour',
    'basket',
    'close basket',
    'hour close basket clock',
    'mail queue',
    'timeout hour close',
  ].map((text) => `${text}: ${similar(termsOf(question(text)), kept, index)?.terms.join(' ') ?? 'none'}`)
  await expect(rows([...told, ...found])).toMatchFileSnapshot('golden/meant.md')
})

test('what is asked of is opened once, and talks are kept in entries of a length that can be read, as they were', async () => {
  const long = (letter: string, count: number): string => `${letter.repeat(8)} `.repeat(count).trim()
  const turns = [
    { speaker: 'Ada', text: long('a', 300) },
    { speaker: 'Bo', text: long('b', 190) },
    { speaker: 'Cy', text: long('c', 12) },
    { speaker: 'Di', text: 'd'.repeat(9_001) },
    { speaker: 'Ed', text: ' ' },
  ]
  const entries = conversationEntries('A talk', [...talk, { at: new Date('2024-01-01T00:00:00Z'), turns }])
  const told = [...entries].map(
    ([path, { title, facts }]) =>
      `${path} ${title} ${facts.map(({ subject, statement }) => `${subject} ${statement.length}`).join(', ')}`,
  )
  const own = { entries: undefined, askedAt: undefined, questions: [] }
  const brought = { ...own, entries: () => new Map([...tree].slice(0, 1)) }
  const asked = [own, brought, brought, own]
  const shelves = await Promise.all(asked.map(entriesPerSource(asked, index)))
  const none = await entriesPerSource([own], undefined)(own)
  const sizes = [...shelves, none].map(
    ({ index: opened, read }) =>
      `${opened.size} ${opened === index} ${read === undefined ? 'ours' : [...read(['shop/basket/timeout.md', 'x'])].length}`,
  )
  const same = shelves[1] === shelves[2]
  const lines = [
    ['Baskets close', 1.5],
    ['clock and basket', 1],
    ['clock and basket', 1],
    ['other', 2],
  ] as const
  const picked = [['basket'], ['clock', 'basket'], ['zz']].map((terms) => excerpt(lines, new Set(terms)).join(' / '))
  const prompts = ['', 's'.repeat(2_001)].map((structure) => {
    const notes = [{ path: 'a/b/c.md', text: 'n'.repeat(5_001) }]
    return fenced('Why?', { notes, structure, word: 'w' }).replaceAll(
      /([sn])\1{9,}/g,
      (all) => `${all[0] ?? ''}*${all.length}`,
    )
  })
  await expect(rows([...told, ...sizes, String(same), ...picked, ...prompts])).toMatchFileSnapshot('golden/opened.md')
})
