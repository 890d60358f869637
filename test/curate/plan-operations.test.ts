import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownersOf } from '../../src/curate/entries/ownership.ts'
import { planOperations } from '../../src/curate/plan-operations.ts'
import { goneFrom, goneKey, quotedIn } from '../../src/curate/standing/stale-quotes.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { opponents } from '../../src/text/negation.ts'
import { check } from '../../src/tree/check.ts'
import { writeEntry } from '../../src/tree/entry.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { folderOf } from '../../src/tree/path.ts'
import { teach } from '../../src/learning/teach.ts'
import { analysed, type ChangedFiles, bareProject } from '../support/commits.ts'

const commit = (message: string, files: ChangedFiles, author = 'Ada'): CommitAnalysis =>
  analysed(message, files, { author })

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge): Knowledge =>
  teach(analyses, on, bareProject).knowledge
const texts = ({ entries }: Knowledge): string =>
  [...entries].map(([path, entry]) => `${path}\n${writeEntry(entry)}`).join('\n')
const said = (knowledge: Knowledge): readonly string[] =>
  [...knowledge.entries.values()].flatMap(({ facts, narrative }) => [
    ...facts.map(({ subject, value, statement }) => `${subject} ${value} ${statement}`.trim()),
    ...narrative.rules,
  ])

const subjects = ['retry uploads', 'cache avatars', 'rotate tokens', 'validate forms', 'queue mails', 'parse dates']
const history = (commits: number): readonly CommitAnalysis[] =>
  Array.from({ length: commits }, (_, at) => {
    const part = (at * 7) % 60
    const subject = subjects[at % subjects.length] ?? ''
    return commit(
      `${at % 3 === 0 ? 'fix' : 'feat'}: ${subject} of module ${part} when request ${at % 11} comes late\n\nRequest ${at} came late, because module ${part} must wait for the others first.`,
      { [`src/area${part % 6}/module${part}.ts`]: { added: [`call(${at})`, `more(${at})`] } },
      at % 4 === 0 ? 'Grace' : 'Ada',
    )
  })

describe('a long history', () => {
  const analyses = history(600)
  const knowledge = learn(analyses)

  test('gives an entry for each module, and no topic with more than forty', () => {
    expect(knowledge.entries.size).toBe(60)
    const topics = new Map<string, number>()
    for (const path of knowledge.entries.keys()) topics.set(folderOf(path), (topics.get(folderOf(path)) ?? 0) + 1)
    expect(Math.max(...topics.values())).toBeLessThanOrEqual(40)
  })

  test('gives the same tree byte for byte', () => {
    expect(texts(learn(analyses))).toBe(texts(knowledge))
  })

  test('names entries by their subject, not by a commit', () => {
    for (const { title } of knowledge.entries.values()) expect(title).not.toMatch(/^(?:fix|feat)\b/i)
    expect([...knowledge.entries.values()].some(({ title }) => /\bmodule/i.test(title))).toBe(true)
  })

  test('says in the overview of a domain who knows it', () => {
    const overviews = [...knowledge.overviews].filter(([folder]) => !folder.includes('/'))
    expect(overviews.length).toBeGreaterThan(0)
    for (const [, text] of overviews)
      expect(text).toMatch(/^## Ownership\n- (?:Ada|Grace): \d+ commits, last 20\d\d-\d\d$/m)
  })

  test('grows where it is: later commits on a subject update its entry', () => {
    const [path] = [...knowledge.entries].find(([, entry]) => entry.raw.files[0] === 'src/area1/module7.ts') ?? []
    const after = learn(
      [
        commit('fix: retry uploads of module 7 because the request may come late', {
          'src/area1/module7.ts': { added: ['x()'] },
        }),
      ],
      knowledge,
    )
    expect(path).toBeDefined()
    expect(after.entries.size - knowledge.entries.size).toBeLessThanOrEqual(1)
    for (const known of knowledge.entries.keys()) expect(after.entries.has(known)).toBe(true)
  })
})

test('who wrote most of a part of the code knows it, whether those commits taught anything or not (bbolt)', () => {
  const analysis = (author: string, message: string): CommitAnalysis =>
    analysed(message, { 'src/shop/goods.ts': { added: ['x()'] } }, { author, at: new Date(Date.UTC(2025, 0, 1)) })
  const told = analysis('Ada', 'Sort goods\n\nBecause people look for the goods first that they bought last.')
  const untold = Array.from({ length: 12 }, () => analysis('Grace', 'Sort'))
  const all = [told, ...untold]
  expect([...ownersOf(planOperations(all, noKnowledge, bareProject), all).values()]).toEqual([
    '- Grace: 12 commits, last 2025-01\n- Ada: 1 commit, last 2025-01',
  ])
})

test('who left a project long ago owns nothing there, unless all others did, too (urllib3: last 2015, last 2016)', () => {
  const analysis = (author: string, year: number, file: string): CommitAnalysis =>
    analysed(
      `Sort ${file}${year}\n\nBecause people look for ${file} first, and ${year} of them at once.`,
      { [`src/shop/${file}.ts`]: { added: ['x()'] } },
      { author, at: new Date(Date.UTC(year, 0, 1)) },
    )
  const old = Array.from({ length: 12 }, (_, at) => analysis('Ada', 2010 + (at % 2), `a${at}`))
  const now = Array.from({ length: 3 }, (_, at) => analysis('Grace', 2025, `b${at}`))
  const owners = (analyses: readonly CommitAnalysis[]): readonly string[] => [
    ...ownersOf(planOperations(analyses, noKnowledge, bareProject), analyses).values(),
  ]
  expect(owners([...old, ...now])).toEqual(['- Grace: 3 commits, last 2025-01'])
  expect(owners([...old, analysed('Bump', {}, { author: 'Grace', at: new Date(Date.UTC(2025, 0, 1)) })])).toEqual([
    '- Ada: 12 commits, last 2011-01',
  ])
})

describe('what no longer holds', () => {
  test('what a comment said is forgotten once it was taken out, in the same batch and later', () => {
    const comment = '// The order must be kept on the whole way, because receivers drop what comes late without a word.'
    const first = commit('feat: keep the order', { 'src/queue.ts': { added: [comment, 'const order = 1'] } })
    const last = commit('refactor: drop the order', { 'src/queue.ts': { removed: [comment], added: ['other()'] } })
    const told = (knowledge: Knowledge): string => said(knowledge).join('\n')
    expect(told(learn([first]))).toContain('receivers drop what comes late')
    expect(told(learn([first, last]))).not.toContain('receivers drop')
    expect(told(learn([last], learn([first])))).not.toContain('receivers drop')
  })

  test('a value that changed is told with the reason for it, and without a reason not at all', () => {
    const change = (message: string, from: number, to: number): CommitAnalysis =>
      commit(message, {
        'src/gateway.ts': { removed: [`const gatewayTimeout = ${from}`], added: [`const gatewayTimeout = ${to}`] },
      })
    const why = 'The gateway wakes up slowly, so that the first request of a day failed.'
    const told = (message: string): string => texts(learn([change(message, 10, 20)]))
    expect(told(`fix: wait for the gateway\n\n${why}`)).toContain(
      `${why} Changed \`gatewayTimeout\` from \`10\` to \`20\`.`,
    )
    expect(told(`fix: wait for the gateway\n\n${why} \`gatewayTimeout\` is 20, not 10.`)).not.toContain('Changed `')
    expect(told('fix: wait for the gateway')).not.toContain('gatewayTimeout')
  })

  test('of two rules that contradict each other, the newer holds, and the older is kept as superseded', () => {
    const old = commit('docs: retries\n\nConstraint: Workers must always retry the payment request', {
      'src/pay.ts': { added: ['a()'] },
    })
    const now = commit('fix: retries\n\nConstraint: Workers must never retry the payment request', {
      'src/pay.ts': { added: ['b()'] },
    })
    for (const knowledge of [learn([old, now]), learn([now], learn([old]))]) {
      const [entry] = [...knowledge.entries.values()].filter(({ narrative }) => narrative.rules.length > 0)
      expect(entry?.narrative.rules.join('\n')).toContain('must never retry')
      expect(entry?.narrative.rules.join('\n')).not.toContain('must always retry')
      expect(said(knowledge).join('\n')).toContain('superseded  Workers must always retry')
      expect(check(knowledge).map(({ code }) => code)).not.toContain('contradiction')
    }
  })

  test('a commit that another takes back without a word is known by its diff', () => {
    const lines = ['const pool = makePool()', 'pool.warm(4)', 'await pool.ready()']
    const tried = commit('feat: warm the pool at start because the first request waits', {
      'src/pool.ts': { added: lines },
    })
    const undone = commit('perf: start without the pool', { 'src/pool.ts': { removed: lines } })
    const facts = said(learn([tried, undone])).join('\n')
    expect(facts).toContain('“Warm the pool at start because the first request waits” was tried and taken back')
  })

  test('files are told by their last names, and those that are gone are not told', () => {
    const made = commit('feat: split the parser from the lexer so that each can be tested', {
      'src/lexer.ts': { added: ['a()'] },
      'src/old.ts': { added: ['b()'] },
    })
    const moved = commit('refactor: move the lexer of the parser', {
      'src/parse/lexer.ts': { status: 'renamed', from: 'src/lexer.ts' },
      'src/old.ts': { status: 'deleted', removed: ['b()'] },
    })
    const files = [...learn([made, moved]).entries.values()].flatMap(({ raw }) => raw.files)
    expect(files).toContain('src/parse/lexer.ts')
    expect(files).not.toContain('src/lexer.ts')
    expect(files).not.toContain('src/old.ts')
  })

  test('what was quoted out of a file is told as long as the file has it, whatever the diffs said', () => {
    const kept = ['order', 'owner', 'limit'].map(
      (name) => `The ${name} of a letter must be kept on the whole way, because receivers drop what comes late.`,
    )
    const lost = 'Drain the queue before the server is closed: otherwise the last mails of the day are lost for ever.'
    const analyses = [
      commit('feat: queue the mails', {
        'src/queue.ts': { added: [lost, ...kept].flatMap((line, at) => [`// ${line}`, `const step${at} = ${at}`]) },
      }),
    ]
    const now = new Map([['src/queue.ts', kept.map((line) => `// ${line}`).join('\n')]])
    const gone = [...quotedIn(analyses)].flatMap(([path, pieces]) => goneFrom(pieces, now.get(path)))
    expect(gone.map(({ text }) => text)).toEqual([lost])
    const told = (given: readonly string[]): string =>
      said(teach(analyses, noKnowledge, { ...bareProject, gone: new Set(given) }).knowledge).join('\n')
    expect(told([])).toContain(lost)
    expect(told(gone.map(goneKey))).not.toContain(lost)
    for (const line of kept) expect(told(gone.map(goneKey))).toContain(line)
  })

  test('a fault that was mended does not read as one that is there', () => {
    const title = (message: string): string => commit(message, { 'src/a.ts': { added: ['x()'] } }).title
    expect(title('fix: throw in `onSend` causes fastify to not respond')).toBe(
      'Fixed: throw in `onSend` causes fastify to not respond',
    )
    expect(title('fix: prevent a crash when the queue is not there')).toBe(
      'Prevent a crash when the queue is not there',
    )
  })
})

test.each([
  ['Always close the handle of the file.', 'Never close the handle of the file.', true],
  ['The cache must not be shared between workers.', 'The cache must be shared between workers.', true],
  ['The cache must not be shared between workers.', 'The queue must be drained before the exit.', false],
  ['Never close the handle of the file.', "Don't close the handle of the file.", false],
])('%j against %j', (one, other, expected) => {
  expect(opponents([one])(other)).toEqual(expected ? [0] : [])
})

test('of many rules, those that one contradicts are found as they are one by one', () => {
  const word = fc.constantFrom('cache', 'worker', 'shared', 'queue', 'drained', 'token', 'logged', 'handle')
  const rule = fc
    .tuple(fc.boolean(), fc.array(word, { minLength: 1, maxLength: 8 }))
    .map(([isDenied, words]) => `${isDenied ? 'Never' : 'Always'} ${words.join(' ')}`)
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 30 }), rule, (all, other) => {
      const oneByOne = [...all.keys()].filter((at) => opponents(all.slice(at, at + 1))(other).length > 0)
      expect(opponents(all)(other)).toEqual(oneByOne)
    }),
  )
})

test('nothing that teaches gives no operation', () => {
  expect(planOperations([commit('wip', { 'src/a.ts': { added: ['x'] } })], noKnowledge, bareProject)).toEqual([])
})
