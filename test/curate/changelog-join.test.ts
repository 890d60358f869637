import { expect, test, describe } from 'vitest'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { withChangelog } from '../../src/curate/entries/changelog-join.ts'
import { withRevertReasons } from '../../src/curate/entries/revert-reasons.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { analysed } from '../support/commits.ts'
import { because, lessonEvidence } from '../support/messages.ts'

const sinceOf = (analysis: CommitAnalysis | undefined): string | undefined =>
  analysis?.evidence.find(({ kind }) => kind === 'lesson')?.note?.since

test('a number that another project gave says nothing of what a changelog calls so (tracing d3d3cf1d)', () => {
  const bullets = bulletsIn([
    '## 0.1.12',
    '',
    '- Compiler error with `#[instrument(err)]` on mutable parameters (#1167)',
  ])
  const change = (message: string) => analysed(message, { 'src/lib.rs': { added: [`x${message.length}()`] } })
  const told = withChangelog(
    [
      change(
        'fix level_span macros not propagating parents (#1167)\n\nThe fields were taken for the name of the span.',
      ),
      change('attributes: fix instrument on functions with mutable parameters (#1167)'),
    ],
    bullets,
  )
  const lessons = told.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson'))
  expect(lessons.map((piece) => [piece?.text.slice(0, 14), piece?.note?.since])).toEqual([
    ['The fields wer', ''],
    ['Compiler error', '0.1.12'],
  ])
  // A number that one commit has is its own, whatever words it used.
  const [alone] = withChangelog([change('Mend it (#1167)')], bullets)
  expect(alone?.evidence.find(({ kind }) => kind === 'lesson')?.text).toContain('Compiler error')
})

test('a fix of one crate was told with the release of another, whose changelog has the same line (tracing ee82cf92)', () => {
  const line = (release: string, file: string) =>
    bulletsIn([`## ${release}`, '', '- Fix the panic of `record_all` (#12)'], file)
  const bullets = [...line('0.1.36', 'core/CHANGELOG.md'), ...line('0.1.44', 'tracing/CHANGELOG.md')]
  const [told] = withChangelog(
    [
      analysed('Fix record_all (#12)\n\nIt was there because nobody asked.', {
        'core/src/field.rs': { added: ['one();'] },
        'tracing/src/macros.rs': { added: ['two();', 'three();', 'four();'] },
      }),
    ],
    bullets,
  )
  expect(sinceOf(told)).toBe('0.1.44')
  // What breaks, and what the whole project says in other words, is joined by its words.
  const breaking = bulletsIn(
    ['## 0.1.36', '', '### Breaking', '', '- `record_all` takes all fields (#12)'],
    'core/CHANGELOG.md',
  )
  const [broken] = withChangelog(
    [analysed('Fix record_all (#12)\n\nIt was there because nobody asked.', { 'tracing/a.rs': { added: ['two();'] } })],
    [...breaking, ...line('0.1.44', 'tracing/CHANGELOG.md'), ...line('9.0.0', 'CHANGELOG.md')],
  )
  expect(sinceOf(broken)).toBe('0.1.36')
})

test('of two lines that name a number, none is told that has no word of its commit (mocha 83687228)', () => {
  const change = (message: string) => analysed(message, { 'src/a.ts': { added: ['x()'] } })
  const bullets = bulletsIn([
    '## 5.2.0',
    '',
    "- `--no-timeouts` and `--timeout 0` now does what you'd expect (#3356)",
    '- Refactoring of the whole code base (#3356)',
  ])
  const textOf = ([analysis]: readonly CommitAnalysis[]) =>
    analysis?.evidence.find(({ kind }) => kind === 'lesson')?.text
  const why = 'There is a convention to name those that nobody reads.'
  expect(textOf(withChangelog([change(`Annotate when exceptions are caught (#3356)\n\n${why}`)], bullets))).toBe(why)
  expect(textOf(withChangelog([change(`Mend timeouts of zero (#3356)\n\n${why}`)], bullets))).toContain('--timeout 0')
})

test('a line that is the title of a merge says when it was released, and no more (puma c5480770)', () => {
  const bullets = bulletsIn(['## 2.9.0', '', '* Merge pull request #530 from looker/jruby-ssl'])
  const [told] = withChangelog(
    [
      analysed(
        'Add SSL support for JRuby (#530)\n\nJava wants a keystore, because it knows no key and no certificate.',
        { 'src/a.ts': { added: ['x()'] } },
      ),
    ],
    bullets,
  )
  expect(told?.evidence.find(({ kind }) => kind === 'lesson')?.text).toBe(
    'Java wants a keystore, because it knows no key and no certificate.',
  )
  expect(sinceOf(told)).toBe('2.9.0')
})

test('a release years later says nothing of a commit whose number another project gave (tracing 57718dd1)', () => {
  const change = analysed('Add static level filtering (#987)\n\nA feature decides it when the code is compiled.', {
    'src/lib.rs': { added: ['x()'] },
  })
  const other = analysed('Borrow names (#987)\n\nNobody could have them twice.', { 'src/b.rs': { added: ['y()'] } })
  const releaseOf = (day: string, text: string): string | undefined =>
    sinceOf(withChangelog([change, other], bulletsIn([`## 0.1.21 (${day})`, '', `- ${text} (#987)`]))[0])
  const soon = new Date(change.at.getTime() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(releaseOf(soon, 'Names that are borrowed are compiled')).toBe('0.1.21')
  expect(releaseOf('2034-01-01', 'Names that are borrowed are compiled')).toBe('')
  expect(releaseOf('2034-01-01', 'Filtering by static features')).toBe('0.1.21')
})

test('a line of the changelog was told of a commit that it is not about (structlog 87f9dec5 had the words of e20ca64c)', () => {
  const bullets = bulletsIn([
    '## 22.1.0',
    '- Added `structlog.WriteLogger`, a faster alternative to `structlog.PrintLogger`. #403 #404',
    '- `structlog` is now importable if `sys.stdout` has no `isatty` method. #404',
  ])
  const change = (message: string, name: string) => analysed(message, { 'src/config.py': { added: [`${name} = 1`] } })
  const told = withChangelog(
    [
      change(
        'Handle monkey-patched stdout (#404)\n\nIn Maya, sys.stdout has no `isatty` method, because it was patched.',
        'a',
      ),
      change(
        'Implement WriteLogger (#403)\n\nA lock around each line costs more than the line, because it is taken twice.',
        'b',
      ),
      change('Polish the pages (#403)\n\nThe lock was on the pages, because its users have to choose.', 'c'),
    ],
    bullets,
  ).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text ?? '')
  expect(told.map((text) => text.includes('WriteLogger'))).toEqual([false, true, false])
  expect(told[0]).toContain('is now importable')
})

describe('a note that a commit wrote decides which line is its own', () => {
  const note = (text: string) => ({ status: 'added' as const, added: [text] })
  const textOf = (message: string, notes: Readonly<Record<string, string>>, lines: readonly string[]) => {
    const files = Object.entries(notes).map(([name, text]) => [`docs/changelog/${name}.rst`, note(text)])
    const change = analysed(message, { 'src/run.py': { added: ['run()'] }, ...Object.fromEntries(files) })
    return withChangelog([change], bulletsIn(lines))[0]?.evidence.find(({ kind }) => kind === 'lesson')?.text
  }
  const paths = 'Ensure paths are stable by resolving relative ones, so that running from another folder works.'
  const others = 'Enumerate what breaks in the list of questions, and what is new.'

  test('and no issue that has the number of its pull request (tox 932bb3e6)', () => {
    const lines = [`- ${others} (:issue:\`2587\`)`, `- ${paths} (:issue:\`2562\`)`]
    expect(textOf('Ensure paths stay meaningful (#2587)', { '2562.bugfix': paths }, lines)).toBe(paths)
    expect(textOf('Ensure paths stay meaningful (#2587)', {}, lines)).toBe(others)
  })

  test('of two, the one about its subject, whichever has its number (tox 82629e58)', () => {
    const mode = 'Add a `deps-only` mode that installs what a package needs, and not the package itself.'
    const lines = [`- ${others} (:issue:\`3774\`)`, `- ${mode} (:issue:\`2301\`)`]
    expect(textOf('add a deps-only mode (#3774)', { '2301.feature': mode, '3774.bugfix': others }, lines)).toBe(mode)
  })
})

describe('a line of a changelog is not told of', () => {
  test('a commit that takes a changelog apart (urllib3 29fa291b)', () => {
    const fragment = (text: string) => ({ status: 'added' as const, added: [text] })
    const files = {
      'changelog/2257.removal.rst': fragment('Header parameters are formatted as the WHATWG wants it.'),
      'changelog/2271.removal.rst': fragment('Removed the old adapter for good.'),
      'changelog/2283.feature.rst': fragment('Added a new option to the pool.'),
    }
    expect(
      lessonEvidence('Generate changelog with towncrier\n\nAnd include the changelog in the docs.', files)?.text,
    ).not.toMatch(/WHATWG/)
  })

  const told = (lines: readonly string[], analyses: readonly ReturnType<typeof analysed>[]) =>
    withChangelog(analyses, bulletsIn(lines)).map(
      ({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text,
    )
  const code = { 'src/parsers.py': { added: ['close(files)'] } }

  test('whose number came along with another commit, which it names by its hash (starlette bb4d8f9d)', () => {
    const [advisory, close] = [
      { ...analysed('Merge pull request from GHSA-74m5', code), sha: `8c74c2c8${'0'.repeat(32)}` },
      analysed('Close all the multipart files on error (#2036)', code),
    ]
    const line = '* Limit the number of fields and files of `multipart/form-data` 8c74c2c and #2036.'
    const [first, second] = told([line], [advisory, close])
    expect(first).toMatch(/^Limit the number/)
    expect(second).toBe('')
  })

  test('which it names among others, and shares no word with (urllib3 e277b1a7)', () => {
    const logging = analysed('Removing some extraneous logging messages (#10)', code)
    const lines = [
      '* Fixed redirects between schemes (such as HTTP -> HTTPS) not completing properly.',
      '  (Issue #28, uncovered by Issue #10 in v1.1)',
    ]
    expect(told(lines, [logging])).toEqual([''])
    expect(told(['* Fixed redirects between schemes not completing properly (Issue #10)'], [logging])[0]).toMatch(
      /^Fixed/,
    )
  })
})

test('a changelog gives a lesson its words by the number of the pull request, or by the hash', () => {
  const analysis = analysed('Sort goods (#7)', { 'src/a.ts': { added: ['x()'] } })
  const other = analysed('Paint goods', { 'src/a.ts': { added: ['y()'] } }, { sha: 'c0ffee12'.repeat(5) })
  const bullets = bulletsIn([
    '## 1.2.0',
    '- Goods are sorted by price, because people asked for the cheapest first. (#7)',
    `- Goods are painted in the colours of the season now. (${other.sha.slice(0, 7)})`,
  ])
  const texts = (analyses: readonly CommitAnalysis[]) =>
    analyses.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text ?? '')
  expect(texts(withChangelog([analysis, other], bullets))).toEqual([
    expect.stringContaining('the cheapest first'),
    expect.stringContaining('colours of the season'),
  ])
  expect(withChangelog([analysis], bullets)[0]).toMatchObject({ skippedBecause: undefined })
  expect(withChangelog([analysis, other], [])).toEqual([analysis, other])
  expect(
    texts(withChangelog([other], bulletsIn(['## 1.2.0', '- Something else altogether was done to it. (#9)']))),
  ).toEqual([''])
})

test('a line about several pull requests has no words for one of them (starlette 995d70c7: “Several fixes to …”)', () => {
  const analyses = [1, 2, 3].map((number) =>
    analysed(
      `Sort goods by ${number} (#${number})\n\n${because}`,
      { 'src/a.ts': { added: ['x()'] } },
      { sha: `${number}`.repeat(40) },
    ),
  )
  const bullets = bulletsIn(['## 1.2.0', '### Fixed', '- Several fixes to the goods of the shop. See #1, #2, #3'])
  const lessons = (count: number) =>
    withChangelog(analyses.slice(0, count), bullets).flatMap(({ evidence }) =>
      evidence.filter(({ kind }) => kind === 'lesson'),
    )
  expect(lessons(3).map(({ text }) => text)).toEqual([because, because, because])
  expect(lessons(3)[0]?.note).toMatchObject({ kind: 'fix', since: '1.2.0' })
  expect(lessons(2)[0]?.text).toContain('Several fixes')
})

describe('a line that names neither number nor hash has words for', () => {
  const told = (day: string, ...lines: readonly string[]) => {
    const change = analysed('Add ParallelIterator::copied() for references', { 'src/iter.rs': { added: ['x()'] } })
    const [first] = withChangelog([{ ...change, at: new Date(`${day}T12:00:00Z`) }], bulletsIn(lines))
    const lesson = first?.evidence.find(({ kind }) => kind === 'lesson')
    return [lesson?.text ?? '', lesson?.note?.since ?? '']
  }
  const line =
    '- The new `ParallelIterator::copied()` turns references into values, like `Iterator::copied()`. Thanks @ada!'
  const words = 'The new `ParallelIterator::copied()` turns references into values, like `Iterator::copied()`.'
  const [later, earlier] = [
    '# Release rayon 1.2.0 / rayon-core 1.6.0 (2019-08-30)',
    '# Release rayon 1.1.0 (2019-06-13)',
  ]

  test('the commit whose headline names what it names, before the next release (rayon 0d179316)', () => {
    expect(told('2019-06-25', later, '', line, '', earlier, '', '- Other work on threads.')).toEqual([words, '1.2.0'])
  })

  test('none that an earlier release brought, or a later one (rayon cd838ed9: told of its own renaming)', () => {
    const other = '- Other work on threads.'
    expect(told('2019-06-01', later, '', line, '', earlier, '', other)).toEqual(['', ''])
    expect(told('2019-06-25', later, '', other, '', earlier, '', line)).toEqual(['', ''])
  })

  test('the commit, whatever another changelog dates in between', () => {
    const change = analysed('Add ParallelIterator::copied() for references', { 'src/iter.rs': { added: ['x()'] } })
    const at = new Date('2019-06-25T12:00:00Z')
    const others = bulletsIn(['## 0.3.0 - 2019-07-01', '', '- Other work on threads.'], 'other/CHANGELOG.md')
    const [first] = withChangelog([{ ...change, at }], [...bulletsIn([later, '', line], 'CHANGELOG.md'), ...others])
    expect(first?.evidence.find(({ kind }) => kind === 'lesson')?.note?.since).toBe('1.2.0')
  })

  test('none, where no heading says when the release was, or little of the headline stands in it', () => {
    expect(told('2019-06-25', '# Release rayon 1.2.0', '', line)).toEqual(['', ''])
    expect(told('2019-06-25', later, '', '- `copied()` is documented.')).toEqual(['', ''])
  })
})

test('a line of a changelog is joined by what the note was called that it was made of, once (trio 922cf372)', () => {
  const note = 'newsfragments/3201.misc.rst'
  const bullets = bulletsIn(['## 0.29.0 (2036-02-14)', '', '- The types of resolvers follow the library. (#3201)'])
  const first = analysed(`Follow the types of the library\n\n${because}`, {
    'src/a.py': { added: ['x()'] },
    [note]: { added: ['The types of resolvers.'] },
  })
  const again = analysed(`more cr\n\n${because}`, {
    'src/a.py': { added: ['y()'] },
    [note]: { added: ['The types of resolvers follow it.'] },
  })
  expect(withChangelog([first, again], bullets).map(sinceOf)).toEqual(['0.29.0', ''])
  // Who takes a changelog apart did none of it.
  const files = Object.fromEntries(
    ['1', '2', '3201'].map((name) => [`newsfragments/${name}.misc.rst`, { added: ['x'] }]),
  )
  expect(withChangelog([analysed(`Sort notes\n\n${because}`, files)], bullets).map(sinceOf)).toEqual([''])
})

test('why something was taken back is told in the words of the changelog, where the commit does not say it (client_golang 9e567a7b)', () => {
  const revert = analysed('Revert "Add: backoff for operations on floats (#1661)"', { 'a.go': { removed: ['x()'] } })
  const toldOf = (...lines: readonly string[]) =>
    withRevertReasons([revert], bulletsIn(['## 1.21.1', ...lines]))
      .flatMap(({ evidence }) => evidence)
      .find(({ kind }) => kind === 'lesson')
  const reverted = '* [BUGFIX] prometheus: Revert of the backoff (#1661), causing regressions on low contention cases.'
  const added = '* [ENHANCEMENT] prometheus: Optimize operations on floats; now up to 50% faster. #1661'
  expect(toldOf(added, reverted)).toMatchObject({
    about: 'Revert "Add: backoff for operations on floats (#1661)"',
    text: 'prometheus: Revert of the backoff, causing regressions on low contention cases.',
    note: { since: '1.21.1', kind: 'fix' },
  })
  expect(toldOf(added)?.text).toBe('')
  // What speaks of a revert takes nothing back, nor does what was released before.
  const spoken = '* Floats are read in parallel, and the revert of last month is gone for good. (#1661)'
  expect(toldOf(spoken)?.text).toBe('')
  const old = bulletsIn(['## 1.0.0 (2001-01-01)', reverted])
  expect(withRevertReasons([revert], old).flatMap(({ evidence }) => evidence)[0]?.text).toBe('')
  // A line that only says it again is no reason (starlette 39dccd91).
  expect(toldOf('* Revert "Add: backoff for operations on floats" (#1661)')?.text).toBe('')
})

test('a commit that reverts keeps its headline, and is told why by its own note (attrs f10d0508)', () => {
  const lesson = lessonEvidence('Revert recursive evolve (#806)', {
    'src/funcs.py': { added: ['x()'] },
    'changelog.d/806.breaking.rst': {
      status: 'added',
      added: ['We had to revert the recursive feature for ``evolve()`` because it broke some use-cases.'],
    },
  })
  expect(lesson).toMatchObject({ about: 'Revert recursive evolve' })
  expect(lesson?.text).toMatch(/because it broke some use-cases/)
})

describe('a line that a commit wrote itself, and that names no number', () => {
  const own = '- Listeners of the queue are told in the order in which they asked'
  const commit = () =>
    analysed('Tell listeners in order\n\nThe set that they stood in has none, and tests failed one time in ten.', {
      'queue.py': { added: ['listeners = []'] },
      'CHANGES.rst': { added: [own] },
    })

  test('is told with the release that it stands under by now (structlog 0b7da284)', () => {
    const [told] = withChangelog(
      [commit()],
      bulletsIn(['## 2.1.0', own, '', '## 2.0.0', '- Queues have names, one each'], 'CHANGES.rst'),
    )
    expect(sinceOf(told)).toBe('2.1.0')
  })

  test('has no release while it stands under none, or under two', () => {
    const none = bulletsIn(['## Unreleased', own, '## 2.0.0', '- Queues have names, one each'])
    const two = bulletsIn(['## 2.1.0', own, '## 2.0.1', own])
    expect([none, two].map((bullets) => sinceOf(withChangelog([commit()], bullets)[0]))).toEqual(['', ''])
  })
})

test('a commit that a long line names with others is told in the words of its own line (scrapy b6833081)', () => {
  const bullets = bulletsIn([
    '## 2.14.0',
    '',
    '- Scrapy no longer passes a spider to any methods of the stats collector. (#3)',
    '- Passing a spider argument is deprecated in methods of the engine, all methods of the StatsCollector, and the scraper. (#1, #2, #3)',
  ])
  const change = (message: string) => analysed(message, { 'src/stats.py': { added: [`x${message.length}()`] } })
  const told = withChangelog(
    [
      change('Deprecate the spider argument of the engine (#1)'),
      change('Deprecate the spider argument of the scraper (#2)'),
      change('Deprecate spider arguments of StatsCollector methods (#3)'),
    ],
    bullets,
  )
  const texts = told.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text)
  expect(texts).toEqual(['', '', expect.stringMatching(/^Scrapy no longer passes a spider/)])
  expect(told.map(sinceOf)).toEqual(['2.14.0', '2.14.0', '2.14.0'])
})

describe('a changelog that lists what another project did', () => {
  const linked = (project: string, number: number) =>
    `([#${number}](https://github.com/python-poetry/${project}/pull/${number}))`
  const changelog = [
    '## 1.4.0',
    `- Add a modern installer of wheels ${linked('poetry', 7666)}.`,
    '### poetry-core',
    `- Fix an issue where zero padding was not handled in versions ${linked('poetry-core', 540)}.`,
    '## 0.12.8',
    `- Fix the scripts for those who install it ${linked('poetry', 541)}.`,
  ]
  const told = (message: string, lines: readonly string[]) =>
    withChangelog([analysed(message, { 'get-poetry.py': { added: ['install(wheels)'] } })], bulletsIn(lines))[0]

  test('gave its words to the commit that has the same number here (poetry 3fe6bc8f, 7018bd32)', () => {
    const [own, other] = ['Remove the duplicate function (#540)', 'Install wheels (#7666)'].map((one) =>
      told(one, changelog),
    )
    expect([sinceOf(own), sinceOf(other)]).toEqual(['', '1.4.0'])
    expect(bulletsIn(changelog).map(({ names }) => names)).toEqual([['#7666'], ['poetry-core#540'], ['#541']])
  })

  test('is its own where the project was called otherwise before', () => {
    const renamed = [...changelog.slice(0, 2), '## 0.1.0', `- Fix how zero padding is handled ${linked('poet', 12)}.`]
    expect(sinceOf(told('Handle zero padding (#12)\n\nIt was there for no reason.', renamed))).toBe('0.1.0')
  })
})
