import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { codeByStem, type Layout } from '../../src/curate/filing/filing.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { gistOf } from '../../src/curate/code/gist.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { teach } from '../../src/learning/teach.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { analysed, analysedChange, commitOf, bareProject } from '../support/commits.ts'

/** Where entries are told, and what they are called: each case was seen in the tree of a real repository. */
const tracing = {
  packages: ['tracing', 'tracing-core', 'tracing-subscriber'],
  domains: {},
  there: new Set([
    '.github/workflows/CI.yml',
    'tracing-subscriber/src/fmt/format.rs',
    'tracing-subscriber/src/lib.rs',
    'tracing/src/dispatcher.rs',
  ]),
}

const why = (at: number): string =>
  `\n\nLog lines number ${at} were lost when the time could not be written, because the error ended all of it.`

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge, layout: Layout = tracing): Knowledge =>
  teach(analyses, on, { ...bareProject, layout }).knowledge
const pathsOf = ({ entries }: Knowledge): readonly string[] => [...entries.keys()]
const topicsOf = (knowledge: Knowledge): readonly string[] => [
  ...new Set(pathsOf(knowledge).map((path) => path.split('/').slice(0, 2).join('/'))),
]

describe('a file is told in one place', () => {
  const format = 'tracing-subscriber/src/fmt/format.rs'

  test('which is not the crate that its commits name (tracing: `subscriber: …` over all of tracing-subscriber)', () => {
    const analyses = [
      analysedChange(`subscriber: keep writing${why(1)}`, { [format]: {} }),
      analysedChange(`tracing-subscriber: write the level${why(2)}`, { [format]: {} }),
    ]
    expect(topicsOf(learn(analyses))).toEqual(['tracing_subscriber/fmt'])
  })

  test('which most of its commits name (caddy: fastcgi.go under reverseproxy and under fastcgi)', () => {
    const analyses = ['json', 'lib', 'json'].map((scope, at) =>
      analysedChange(`fix(${scope}): keep writing ${at}${why(at)}`, { [format]: {} }),
    )
    expect(topicsOf(learn(analyses))).toEqual(['tracing_subscriber/json'])
  })

  test('where the tree has it, whatever the next commit calls it', () => {
    const before = learn([analysedChange(`fix(json): keep writing${why(1)}`, { [format]: {} })])
    const [first] = pathsOf(before)
    const after = learn([analysedChange(`fix(pretty): keep the level${why(2)}`, { [format]: {} })], before)
    expect(pathsOf(after)).toEqual([first])
  })
})

test('a change of CI is told with CI, though a line of the code changed with it (tracing 837cc7e0)', () => {
  const analysis = analysedChange(
    'ci: remove `on: pull_request`\n\nAll jobs ran one more time when a request was opened, and its state stayed red, because later pushes did not change it.',
    { '.github/workflows/CI.yml': {}, 'tracing/src/dispatcher.rs': { removed: ['a', 'b', 'c'] } },
  )
  expect(topicsOf(learn([analysis]))).toEqual(['conventions/build'])
})

test('a lesson is told where its lines stand since somebody cut them out of the file (black: 137 lessons of black.py)', () => {
  const lines = [
    'def fix_docstring(docstring, prefix):',
    'lines = lines_with_tabs_expanded(docstring)',
    'indent = sys.maxsize',
  ]
  const survival = startSurvival()
  const wrote = commitOf(`Reindent docstrings${why(1)}`, { 'black.py': { added: lines } })
  survival.follow(wrote, { isTracked: true })
  survival.compareFile('src/black/__init__.py', 'import sys')
  survival.compareFile('src/black/strings.py', lines.join('\n'))
  survival.finishComparison()
  expect(survival.lineHistoryOf(wrote.sha)).toMatchObject({ gone: 0, standsIn: 'src/black/strings.py' })

  const layout = { packages: [], domains: {}, there: new Set(['black.py', 'src/black/strings.py']) }
  const analyses = [analysed(wrote.message, { 'black.py': { added: lines } }, { sha: wrote.sha })]
  const { knowledge } = teach(analyses, noKnowledge, { ...bareProject, layout, lineHistories: survival.lineHistoryOf })
  expect([...knowledge.entries].map(([path, { raw }]) => [path, raw.files[0]])).toEqual([
    ['black/strings/strings_reindent_docstrings.md', 'src/black/strings.py'],
  ])
})

test('lines that stand in several files tell of none', () => {
  const wrote = commitOf('Say it', { 'a.py': { added: ['raise TheSameError(message)', 'other_than(the_rest)'] } })
  const survival = startSurvival()
  survival.follow(wrote, { isTracked: true })
  survival.compareFile('b.py', 'raise TheSameError(message)')
  survival.compareFile('c.py', 'raise TheSameError(message)')
  survival.finishComparison()
  expect(survival.lineHistoryOf(wrote.sha)?.standsIn).toBe('')
})

test('a test is about the code of its own language, and of its package (black: test_black.py under autoload/black.vim)', () => {
  const there = ['autoload/black.vim', 'src/black/__init__.py']
  const layout = {
    packages: [],
    domains: {},
    there: new Set([...there, 'tests/test_black.py']),
    files: codeByStem(there),
  }
  const analysis = analysedChange(`Run it once${why(1)}`, { 'tests/test_black.py': {} })
  expect(topicsOf(learn([analysis], noKnowledge, layout))).toEqual(['black/black'])
})

test('few lessons on the pages of a crate are told with those of all (tracing: seven entries called documentation)', () => {
  const page = (crate: string, at: number) =>
    analysedChange(
      `Say in the manual of ${crate} how a writer is given\n\nReaders took writer number ${at} for a file that must be there before the program starts, because the only example made one, and never found out that any function will do.`,
      { [`${crate}/${at % 2 === 0 ? 'manual' : 'writers'}.md`]: { added: [`Any function will do, as number ${at}.`] } },
    )
  const anywhere = { packages: tracing.packages, domains: {} }
  expect(pathsOf(learn([page('tracing', 1), page('tracing-core', 2)], noKnowledge, anywhere))).toEqual([
    'docs/pages/documentation.md',
  ])
  const many = Array.from({ length: 8 }, (_, at) => page('tracing', at))
  expect(pathsOf(learn([...many, page('tracing-core', 9)], noKnowledge, anywhere))).toEqual([
    'tracing/pages/tracing_documentation.md',
    'docs/pages/documentation.md',
  ])
})

test('what runs on a server is not called as how the project is built (requests: two pages of one title)', () => {
  const runs = Array.from({ length: 9 }, (_, at) =>
    analysedChange(`Run the tests on system ${at}${why(at)}`, {
      [`.github/workflows/ci${at}.yml`]: { added: [`os: ${at}`] },
    }),
  )
  const told = learn(runs, noKnowledge, { packages: [], domains: {} })
  expect([...told.entries.values()].map(({ title }) => title)).toEqual(['continuous integration'])
})

test('examples are told together, as are manifests that are changed often (tracing: eleven entries of one example each)', () => {
  const example = (at: number) =>
    analysedChange(`Show how example ${at} is run${why(at)}`, {
      [`examples/examples/show_${at}.rs`]: { added: [`run(${at})`] },
    })
  const moved = Array.from({ length: 9 }, (_, at) =>
    analysedChange(`Ask for the right version ${at} of the clock${why(at + 9)}`, {
      'tracing/Cargo.toml': { added: [`clock = "${at}"`] },
    }),
  )
  const told = learn([example(1), example(2), ...moved], noKnowledge, { packages: tracing.packages, domains: {} })
  expect([...told.entries].map(([path, { title }]) => [path, title])).toEqual([
    ['examples/examples/examples.md', 'examples'],
    ['tracing/build/tracing_build_and_packaging.md', 'tracing build and packaging'],
  ])
})

test.each([
  ['[BREAKING] feat: remove the middleware', 'feat', 'remove the middleware'],
  ['Feat(router) [breaking]: StaticRouter obsolete', 'feat', 'StaticRouter obsolete'],
  ['[BREAKING] introduce adapters', 'breaking', 'introduce adapters'],
])('what is marked in brackets breaks something, and its headline has none: %s (hono)', (message, type, subject) => {
  expect(readMessage(message)).toMatchObject({ type, subject, breaking: true })
})

test('a part of the project in brackets is none of the headline (tracing 5d2ebc6e)', () => {
  expect(readMessage('[tracing-subscriber]: add implementations')).toMatchObject({
    scope: 'tracing-subscriber',
    subject: 'add implementations',
  })
})

test.each([
  ['release', 'prepare tracing-core 0.1.35'],
  ['release', 'prepare to release tracing 0.1.1'],
  ['list of what others made', 'docs: add `tracing-web` to the list of related crates'],
  ['list of what others made', 'docs: Add fastify-etag to ecosystem'],
  ['linter', 'chore: fix `clippy::map_flatten` lint'],
  ['linter', 'silence `clippy::redundant_clone` warning'],
])('no entry is made for a %s: %s', (_, subject) => {
  const body =
    'It now warns about code that calls one after the other, because there is a shorter way. CI should be happy again with this, and so should everybody be who reads it.'
  const files = { 'tracing/src/dispatcher.rs': {} }
  expect(pathsOf(learn([analysedChange(`${subject}\n\n${body}`, files)]))).toEqual([])
  expect(pathsOf(learn([analysedChange(`fix: map once\n\n${body}`, files)]))).toHaveLength(1)
})

test.each([
  'Prepare for Python 3.13',
  'release the GIL 3.12',
  'Fix infinite loop in lint',
  'Fix crash in pylint',
  'Add react-dom to the list of packages to dedupe',
  'Add fallback to unbreak the ecosystem',
])('no ordinary change is taken for one of these: %s', (subject) => {
  const body = 'The reader went on for ever, because the end of the file was never met when its last line had no end.'
  expect(pathsOf(learn([analysedChange(`${subject}\n\n${body}`, { 'tracing/src/dispatcher.rs': {} })]))).toHaveLength(1)
})

test('an entry on settings does not take the file of code that changed with them', () => {
  const there = new Set([...tracing.there, 'tracing/src/net/pool.rs'])
  const layout = { ...tracing, there }
  const settings = analysedChange(`ci: run the tests of the pool alone${why(1)}`, {
    '.github/workflows/CI.yml': { added: ['a', 'b', 'c'] },
    'tracing/src/net/pool.rs': {},
  })
  const before = learn([settings], noKnowledge, layout)
  const after = learn(
    [analysedChange(`Close the pool${why(2)}`, { 'tracing/src/net/pool.rs': { added: ['close()'] } })],
    before,
    layout,
  )
  expect(topicsOf(after)).toEqual(['conventions/build', 'tracing/net'])
})

describe('two advisories that were merged', () => {
  const merged = (body: string) =>
    analysedChange(`Merge commit from fork\n\n${body}`, {
      'tracing/src/dispatcher.rs': { added: [`x${body.length}()`] },
    })

  test('are called by what they say, not “Merge commit from fork” (hono f4123ed9)', () => {
    const analyses = [
      merged('* fix: sse event must not contain line breaks\n\nAn event with one began another that nobody had sent.'),
      merged('* fix: sse id must not contain line breaks\n\nAn id with one began another event that nobody had sent.'),
    ]
    const facts = [...learn(analyses).entries.values()].flatMap((entry) => entry.facts)
    expect(facts.map(({ subject }) => subject)).toEqual([
      'sse id must not contain line breaks',
      'sse event must not contain line breaks',
    ])
    expect([...learn(analyses.slice(0, 1)).entries.values()].map(({ title }) => title)).toEqual([
      'dispatcher: sse event must not contain line breaks',
    ])
  })

  test('are no thanks to who found them (chi 1be7ad93)', () => {
    const analysis = merged(
      'https://github.com/go-chi/chi/security/advisories/GHSA-vrw8-fxc6-2r93\n\nAdvisory reported by Ada, @ada. Thank you!',
    )
    const facts = [...learn([analysis]).entries.values()].flatMap((entry) => entry.facts)
    expect(facts.map(({ subject, statement }) => `${subject}: ${statement}`)).toEqual([
      'Security fix in src/dispatcher.rs (GHSA-vrw8-fxc6-2r93): ',
    ])
  })
})

test('what was found by somebody is told, where more is said of it than who', () => {
  const message = 'Merge commit from fork\n\nFound by fuzzing: the parser overflowed the stack on nested arrays.'
  expect(lessonsIn(readMessage(message))[0]?.headline).toMatch(/^Found by fuzzing: the parser/)
})

test.each([
  ['links of Rust', '//! Dispatches trace events to [`Subscriber`]s.', 'Dispatches trace events to `Subscriber`s'],
  ['its links by name', '//! A [builder] for rolling appenders.', 'A builder for rolling appenders'],
  ['a heading', '//! ## Per-Layer Filtering', 'Per-Layer Filtering'],
])('what a file says that it is has no marks for %s', (_, line, said) => {
  expect(gistOf('src/dispatcher.rs', `${line}\n\nfn a() {}\n`)).toBe(said)
})

describe('small subjects', () => {
  const many = Array.from({ length: 50 }, (_, at) =>
    analysedChange(`Change the pool again, ${at}${why(at)}`, { 'src/pool/pool.ts': {} }),
  )
  const small = ['basket', 'candle', 'dagger'].map((name, at) =>
    analysedChange(`Mend the ${name}${why(100 + at)}`, { [`src/shop/${name}.ts`]: {} }),
  )
  const layout: Layout = { packages: [], domains: {} }

  test('of one folder are told together (urllib3 had seven entries of a sentence or two on its util)', () => {
    const deep = small.map((_, at) =>
      analysedChange(`Mend the ${at}. part${why(200 + at)}`, { [`src/shop/util/part${at}.ts`]: {} }),
    )
    const gathered = pathsOf(learn([...many, ...deep], noKnowledge, layout)).filter((path) => path.startsWith('shop/'))
    expect(gathered).toHaveLength(1)
  })

  test('of one domain are told together, by the names of their files (alertmanager: 39 of 95 entries had one bullet or two)', () => {
    const { entries } = learn([...many, ...small], noKnowledge, layout)
    const told = [...entries].filter(([path]) => path.startsWith('shop/'))
    expect(told.map(([, { title, facts }]) => [title, facts.length])).toEqual([['shop: basket, candle, dagger', 3]])
    expect(told[0]?.[0]).toMatch(/^shop\/shop\//)
  })

  test('of one domain are told with its package as a whole, where there is something to tell of that', () => {
    const whole = Array.from({ length: 3 }, (_, at) =>
      analysedChange(`Open the shop, ${at}${why(600 + at)}`, { 'src/shop/shop.ts': {} }),
    )
    const { entries } = learn([...many, ...whole, ...small], noKnowledge, layout)
    const told = [...entries].filter(([path]) => path.startsWith('shop/'))
    expect(told.map(([, { facts, raw }]) => [facts.length, raw.files[0]])).toEqual([[6, 'src/shop/shop.ts']])
  })

  test('of one topic are told on its page, and on one with all of it where that is not much (tower: three pages on its balancer)', () => {
    const change = (name: string, at: number): CommitAnalysis =>
      analysedChange(`Mend the ${name}, ${at}${why(at)}`, { [`src/shop/balance/${name}.ts`]: {} })
    const told = (...parts: readonly CommitAnalysis[]) =>
      [...learn([...many, ...small, ...parts], noKnowledge, layout).entries]
        .filter(([path]) => path.startsWith('shop/balance/'))
        .map(([, { title, facts }]) => `${title} (${facts.length})`)
        .toSorted()
    const few = [change('p2c/layer', 1), change('p2c/make', 2), change('rng', 3)]
    const services = (count: number) => Array.from({ length: count }, (_, at) => change('p2c/service', 10 + at))
    expect(told(...few, ...services(3))).toEqual(['shop balance: layer, make, service, rng (6)'])
    // One that tells most of it gives its name to all, and one of which there is much is told apart.
    expect(told(change('rng', 3), ...services(4))).toEqual(['balance service (5)'])
    expect(told(...few, ...services(11))).toEqual(['balance service (11)', 'shop balance: layer, make, rng (3)'])
  })

  test('are not told again with others, where they had no page of their own', () => {
    const bare = analysedChange(
      `Rename the lantern to lamp${why(700)} Nobody who looks for a lamp has to guess any more.`,
      { 'src/shop/lamp.ts': {} },
    )
    const { entries } = learn([...many, ...small.slice(0, 2), bare], noKnowledge, layout)
    expect([...entries].flatMap(([, { facts }]) => facts.map(({ subject }) => subject))).not.toContain(
      'Rename the lantern to lamp',
    )
  })

  test('are told with the folder itself where that is told (minijinja vm/mod.rs)', () => {
    const ofFolder = Array.from({ length: 3 }, (_, at) =>
      analysedChange(`Run the machine, ${at}${why(500 + at)}`, { 'src/shop/vm/mod.rs': {} }),
    )
    const parts = ['context', 'loops'].map((name, at) =>
      analysedChange(`Mend the ${name}${why(510 + at)}`, { [`src/shop/vm/${name}.rs`]: {} }),
    )
    const { entries } = learn([...many, ...ofFolder, ...parts], noKnowledge, layout)
    const told = [...entries].filter(([path]) => path.startsWith('shop/vm/'))
    expect(told.map(([, { facts, raw }]) => [facts.length, raw.files[0]])).toEqual([[5, 'src/shop/vm/mod.rs']])
  })

  test('are those with little to tell, however many commits there were (kombu transport, bat syntaxes)', () => {
    const parts = ['etcd', 'consul'].flatMap((name, at) => [
      analysedChange(`Mend the ${name}${why(520 + at)}`, { [`src/shop/transport/${name}.ts`]: {} }),
      ...Array.from({ length: 4 }, (_, step) =>
        analysedChange(`Change ${name}, ${step}`, { [`src/shop/transport/${name}.ts`]: {} }),
      ),
    ])
    const told = pathsOf(learn([...many, ...parts], noKnowledge, layout))
    expect(told.filter((path) => path.startsWith('shop/transport/'))).toHaveLength(1)
  })

  test('of comments alone are no page of a dozen out of thirty', () => {
    const reasons = (at: number): readonly string[] =>
      ['order', 'owner', 'limit'].map(
        (name) => `// The ${name} of part ${at} must be kept on the whole way, because receivers drop what comes late.`,
      )
    const parts = Array.from({ length: 30 }, (_, at) =>
      analysedChange(`Add part ${at}`, {
        [`src/shop/http/part${at}.ts`]: { added: reasons(at).flatMap((line, of) => [line, `export const a${of} = 1`]) },
      }),
    )
    const told = pathsOf(learn([...many, ...parts], noKnowledge, layout)).filter((path) => path.startsWith('shop/http'))
    expect(told).toHaveLength(30)
  })

  test('of tests, pages and settings are told on one page, and later ones go there (nats.go, websocket)', () => {
    const because = (at: number): string =>
      `${why(at)} Whoever waits for them must find all of them, since nobody writes line ${at} again.`
    const upkeep = [
      analysedChange(`Wait in the test${because(540)}`, { 'test/pool.test.ts': {} }),
      analysedChange(`Say how to wait${because(541)}`, { 'docs/pool.md': {} }),
    ]
    const before = learn([...many, ...upkeep], noKnowledge, layout)
    const [path] = pathsOf(before).filter((one) => !one.startsWith('pool/'))
    expect(path).toMatch(/^conventions\/upkeep\//)
    const later = analysedChange(`Explain the queue at length${because(542)}`, { 'docs/queue.md': {} })
    const { entries } = learn([later], before, layout)
    expect([...entries].find(([one]) => one === path)?.[1].facts).toHaveLength(3)
    // Where there is more to tell of one of them than one reads through, it has its page.
    const topics = (count: number): readonly string[] => {
      const tests = Array.from({ length: count }, (_, at) =>
        analysedChange(`Wait in test ${at}${because(550 + at)}`, { [`test/pool${at}.test.ts`]: {} }),
      )
      return topicsOf(learn([...many, ...tests, ...upkeep], noKnowledge, layout))
    }
    expect(topics(4)).toEqual(['pool/pool', 'conventions/upkeep'])
    expect(topics(41)).toEqual(['pool/pool', 'test/tests', 'docs/pages'])
  })

  test('of a folder that is called as what is over keep their own names', () => {
    const parts = [0, 1, 2].map((at) =>
      analysedChange(`Mend the ${at}. part${why(400 + at)}`, { [`src/shop/history/part${at}.ts`]: {} }),
    )
    const { entries } = learn([...many, ...parts], noKnowledge, layout)
    expect([...entries.values()].map(({ title }) => title).filter((title) => /no longer holds/i.test(title))).toEqual(
      [],
    )
  })

  test('of one commit are told with a known one that it changed, too, and with no other (bbolt mlock_unix.go)', () => {
    const told = (lines: number): readonly string[] => {
      const option = analysedChange(`Add a lock flag${why(600 + lines)}`, {
        'src/shop/lock.ts': { added: Array.from({ length: 40 }, (_, at) => `lock(${at})`) },
        'src/pool/pool.ts': { added: Array.from({ length: lines }, (_, at) => `pool(${at})`) },
      })
      return pathsOf(learn([...many, option], noKnowledge, layout)).filter((path) => !path.startsWith('pool/'))
    }
    expect(told(20)).toEqual([])
    expect(told(2)).toHaveLength(1)
  })

  test('of one commit stay where the tree tells of them, and with a subject of two nobody tells them', () => {
    const both = (seed: number) =>
      analysedChange(`Add a lock flag${why(seed)}`, {
        'src/shop/lock.ts': { added: Array.from({ length: 40 }, (_, at) => `lock(${at})`) },
        'src/shop/rates.ts': { added: Array.from({ length: 20 }, (_, at) => `rates(${at})`) },
        'src/pool/pool.ts': { added: Array.from({ length: 20 }, (_, at) => `pool(${at})`) },
      })
    const before = learn(
      [0, 1].map((at) => analysedChange(`Lock it, ${at}${why(700 + at)}`, { 'src/shop/lock.ts': {} })),
      noKnowledge,
      layout,
    )
    const told = learn([...many, both(710)], before, layout)
    expect([...told.entries].find(([path]) => path.startsWith('shop/lock/'))?.[1].facts).toHaveLength(3)
    const rates = [0, 1].map((at) => analysedChange(`Round rates, ${at}${why(720 + at)}`, { 'src/shop/rates.ts': {} }))
    const few = learn([...many.slice(0, 2), ...rates, both(730)], noKnowledge, layout)
    expect(pathsOf(few).some((path) => path.startsWith('shop/lock/'))).toBe(true)
  })

  test('of a few commits stay as they are, and those of a folder of many are told on pages that one reads', () => {
    const parts = (count: number): readonly CommitAnalysis[] =>
      Array.from({ length: count }, (_, at) =>
        analysedChange(`Mend the ${at}. part${why(300 + at)}`, { [`src/shop/util/part${at}.ts`]: {} }),
      )
    expect(pathsOf(learn(parts(3), noKnowledge, layout))).toHaveLength(3)
    const { entries } = learn([...many, ...parts(25)], noKnowledge, layout)
    const told = [...entries].filter(([path]) => path.startsWith('shop/'))
    expect(told.map(([, { facts }]) => facts.length)).toEqual([12, 12, 1])
  })
})

test('a test of a name that several files have is of the highest one (urllib3: test_response.py, not of contrib)', () => {
  const files = ['src/lib3/contrib/emscripten/response.py', 'src/lib3/response.py']
  const layout: Layout = {
    packages: [],
    domains: {},
    files: codeByStem(files),
    there: new Set([...files, 'test/test_response.py']),
  }
  const told = learn([analysedChange(`Send chunks${why(1)}`, { 'test/test_response.py': {} })], noKnowledge, layout)
  expect(topicsOf(told)).toEqual(['lib3/response'])
})
