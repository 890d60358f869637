import { describe, expect, test } from 'vitest'
import { keptLessons, strongest } from '../../src/curate/entries/admission.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import type { ProjectNow } from '../../src/curate/plan-operations.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { explanationOf } from '../../src/curate/message/retention.ts'
import { teach } from '../../src/learning/teach.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { isOfThePast } from '../../src/tree/path.ts'
import { noNote } from '../../src/tree/note.ts'
import { analysed, type Changed, type ChangedFiles, bareProject } from '../support/commits.ts'

/** Files that nobody gives lines get one: a commit that changes nothing teaches nothing. */
const commit = (message: string, files: ChangedFiles): CommitAnalysis =>
  analysed(
    message,
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { added: ['x()'], ...file }])),
  )

const learn = (
  analyses: readonly CommitAnalysis[],
  more: Partial<ProjectNow> = {},
  on: Knowledge = noKnowledge,
): Knowledge => teach(analyses, on, { ...bareProject, ...more }).knowledge
const pathsOf = ({ entries }: Knowledge): readonly string[] => [...entries.keys()]
const factsOf = ({ entries }: Knowledge): readonly string[] =>
  [...entries.values()].flatMap(({ facts }) => facts.map(({ subject, statement }) => `${subject}: ${statement}`))

describe('an entry', () => {
  test.each([
    ['a headline alone (express 9a5b1d6e)', 'Use path.join instead of concatenation', 'examples/mvc/index.js'],
    [
      'a bump by a robot (click ab8842f1)',
      'Bump the github-actions group with 1 update\n\nBumps the github-actions group with 1 update: [actions/checkout](https://github.com/actions/checkout).\n\n---\nupdated-dependencies:\n- dependency-name: actions/checkout\n  dependency-group: github-actions\n...',
      '.github/workflows/tests.yaml',
    ],
    ['a bump by hand', 'deps: path-to-regexp@0.1.8', 'package.json'],
    [
      'what only names another commit (express 328c6d30)',
      'remove unnecessary test/support/http\n\nbackport of 643397ed21fc7086dc5662d1f291beddfbb976ae',
      'test/http.js',
    ],
    [
      'what only names a tool (click 4a758f5c)',
      'set up pre-commit lite workflow\n\nCommitted via https://github.com/asottile/all-repos',
      'a.py',
    ],
    [
      'links to a review (click 2d1ceffe)',
      'Rework method documentation\n\nAddress:\nhttps://github.com/pallets/click/pull/3030/files#r2289127505',
      'src/core.py',
    ],
    [
      'what was done to the documentation of a package (gorilla/mux 546dd0c)',
      'run go fmt with Go 1.20\n\n`go fmt` now formats godoc comments. I apply it.',
      'doc.go',
    ],
    [
      'a revert without a reason',
      'Revert "Add an etag option"\n\nThis reverts commit 9bd86cdd9bd86cdd9bd86cdd9bd86cdd9bd86cdd.',
      'lib/response.js',
    ],
  ])('is not made of %s', (_, message, path) => {
    expect(pathsOf(learn([commit(message, { [path]: {} })]))).toEqual([])
  })

  test('was called by a bare title that it does not tell: a deprecation went by a fixed header (got b223663e)', () => {
    const why = 'Two names for one thing were asked about every week, because nobody knew which of them wins.'
    const told = commit(`Deprecate the query option\n\n${why}`, { 'source/arguments.ts': {} })
    const untold = commit('Fix an option without a header', { 'source/arguments.ts': {} })
    const past = told.evidence.map((piece) => ({ ...piece, note: { ...noNote, status: 'past' as const } }))
    const evidence = new Map([
      [told.sha, past],
      [untold.sha, untold.evidence],
    ])
    const analyses = [told, untold]
    expect(strongest(keptLessons(analyses, evidence), analyses)).toBe('Deprecate the query option')
    expect(strongest(untold.evidence, analyses)).toBe('Fix an option without a header')
  })

  test('is not made of values that only the code reads, as RuleID and Entropy of gitleaks', () => {
    const change = (name: string, subject: string) =>
      commit(subject, { 'src/rules.ts': { removed: [`const ${name} = 3`], added: [`const ${name} = 4`] } })
    expect(pathsOf(learn([change('Entropy', 'Fix a rule')]))).toEqual([])
    expect(factsOf(learn([change('tokenLifetime', 'Keep tokens')]))).toHaveLength(1)
  })

  test('is not made of titles of tests, however many: 155 of 750 facts of sinatra were nothing else', () => {
    const promise = (at: number) =>
      commit(`Accept media type ${at}`, {
        'src/accepts.ts': { added: [`accept(${at})`] },
        'test/accepts.test.ts': {
          added: [`test('should prefer the exact match over wildcard number ${at} in order', () => {`],
        },
      })
    expect(pathsOf(learn([promise(1), promise(2), promise(3)]))).toEqual([])
    // Nor are they told beside what gives a reason.
    const reasoned = commit('Refuse media types\n\nA type that nobody knows made the parser wait for ever.', {
      'src/accepts.ts': { added: ['refuse()'] },
    })
    expect(factsOf(learn([promise(1), reasoned]))).toHaveLength(1)
  })

  test('tells what nothing is left of together, as the files of express from 2010', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const gone = ['static', 'view', 'cache', 'flash'].map((name) =>
      commit(`Add a ${name} plugin${why} So does ${name}.`, { [`lib/plugins/${name}.js`]: {} }),
    )
    const there = commit(`Send files as streams${why} Now they do.`, { 'lib/response.js': {} })
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js']) }
    // Nobody looks for an entry of tests, pages and settings either (mio net, sinatra .travis.yml).
    const travis = commit(`Test on two queues${why} Now it does, on both of these.`, { '.travis.yml': {} })
    const first = learn([...gone, travis, there], { layout })
    const titles = [
      ['lib/response/send_files_as_streams.md', 'Send files as streams', 1],
      ['history/history/what_no_longer_holds_or_only_partly.md', 'What no longer holds, or only partly', 5],
    ]
    const told = ({ entries }: Knowledge) => [...entries].map(([path, { title, facts }]) => [path, title, facts.length])
    expect(told(first)).toEqual(titles)
    expect([...first.entries.keys()].map((path) => isOfThePast(path))).toEqual([false, true])
    // So it goes on, of a history that is read in two parts (flask, 5,531 commits).
    const later = commit(`Add a fifth plugin${why} So does it.`, { 'lib/plugins/fifth.js': {} })
    expect(told(learn([later], { layout }, first))[1]?.[2]).toBe(6)
    // Under the title that it had before ctx 0.2, too.
    const renamed = [...first.entries].map(
      ([path, entry]) =>
        [
          path,
          {
            ...entry,
            title: entry.title.replace('What no longer holds, or only partly', 'What is no longer in the code'),
          },
        ] as const,
    )
    expect(told(learn([later], { layout }, { ...first, entries: new Map(renamed) }))[1]?.[2]).toBe(6)
  })

  test('is not made of what all holds only partly, as ten of fourteen that disappointed (anyio fca06b96)', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const half = commit(`Ask each loop for its tasks${why} Now they do.`, { 'lib/tasks.js': {} })
    const whole = commit(`Send files as streams${why} Now they are.`, { 'lib/response.js': {} })
    const beside = commit(`Send files as chunks${why} Now they go.`, { 'lib/response.js': {} })
    const partly = { ...noLineHistory, added: 9, gone: 6, removers: [{ commit: 'f'.repeat(40), lines: 6 }] }
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js', 'lib/tasks.js']) }
    const lineHistories = (sha: string) => (sha === whole.sha ? noLineHistory : partly)
    const { entries } = learn([half, whole, beside], { layout, lineHistories })
    expect([...entries].map(([path, { facts }]) => [path, facts.map(({ note }) => note?.status)])).toEqual([
      ['lib/response/response.md', ['current', 'partly']],
      ['history/history/what_no_longer_holds_or_only_partly.md', ['partly']],
    ])
  })

  test('says the words of one changelog line once, of the commit that changed the code (attrs 70b7f885)', () => {
    const why = '\n\nSlotted classes now have a `__getstate__` of their own. It can pickle objects of older versions.'
    const code = commit(`Pickle as a dict${why}`, { 'src/make.py': {} })
    const fragment = commit(`Add newsfragment${why}`, { 'docs/news/997.md': {} })
    for (const commits of [
      [code, fragment],
      [fragment, code],
    ])
      expect(factsOf(learn(commits)).map((said) => said.split(':')[0])).toEqual(['Pickle as a dict'])
  })

  test('tells what is over beside what took its place, and of one commit that ended much only so much', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const took = commit(`Move the plugins out${why} They live by themselves.`, { 'lib/response.js': {} })
    const old = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      commit(`Add plugin ${name}${why} So does ${name}.`, { [`lib/plugins/${name}.js`]: { added: [`x${name}()`] } }),
    )
    const taken = { ...noLineHistory, added: 9, gone: 9, removers: [{ commit: took.sha, lines: 9 }] }
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js']) }
    const { entries } = learn([...old, took], {
      layout,
      lineHistories: (sha) => (sha === took.sha ? noLineHistory : taken),
    })
    expect([...entries].map(([path, { facts }]) => [path, facts.length])).toEqual([
      ['lib/response/response.md', 5],
      ['history/history/what_no_longer_holds_or_only_partly.md', 1],
    ])
  })

  test.each([
    ['says so in its title', (sha: string) => `[PR #7/${sha.slice(0, 8)} backport][3.14] Expire cookies`],
    ['says so as git does', (sha: string) => `Expire cookies\n\n(cherry picked from commit ${sha})`],
  ])('tells a backport once that %s (aiohttp: every second lesson was the one above it again)', (_, titled) => {
    const why = 'Cookies lived for ever, because nobody looked at when they end.'
    const one = commit(`Expire cookies\n\n${why}`, { 'src/cookies.ts': {} })
    const other = commit(`${titled(one.sha)}\n\nThe same for those who stay: ${why}`, { 'src/cookies.ts': {} })
    const told = [`Expire cookies: ${why}`]
    expect(factsOf(learn([one, other]))).toEqual(told)
    expect(factsOf(learn([other], {}, learn([one])))).toEqual(told)
    // Who only says so, and worked elsewhere, hides nothing by it.
    const otherwise = titled(one.sha).replace('Expire cookies', 'Shut no doors')
    const elsewhere = commit(`${otherwise}\n\nDoors stay open now, because nobody may shut them.`, {
      'src/doors.ts': {},
    })
    expect(factsOf(learn([one, elsewhere]))).toHaveLength(2)
    expect(factsOf(learn([elsewhere], {}, learn([one])))).toHaveLength(2)
    // What it was copied from may be on a branch that nobody has here.
    expect(factsOf(learn([other]))).toHaveLength(1)
  })

  test('tells a backport once though it was moved, or a robot names it by a hash of something else (aiohttp 0e6bbbce)', () => {
    const why = 'Cookies lived for ever, because nobody looked at when they end.'
    const one = commit(`Expire cookies\n\n${why}`, { 'src/cookies.ts': {} })
    const moved = commit(`[PR #7/${one.sha.slice(0, 8)} backport][3.14] Expire cookies\n\n${why} Here too.`, {
      'lib/jar.ts': {},
    })
    const misnamed = (branch: string) =>
      commit(`[PR #7/0a0b0c0d backport][${branch}] Expire coo…\n\n…kies\n\nFor ${branch}: ${why}`, {
        'src/cookies.ts': {},
      })
    const copies = [moved, misnamed('3.13'), misnamed('3.14')]
    const told = [`Expire cookies: ${why}`]
    expect(factsOf(learn([one, ...copies]))).toEqual(told)
    expect(factsOf(learn(copies, {}, learn([one])))).toEqual(told)
    expect(factsOf(learn(copies)).length).toBeGreaterThan(0)
  })

  test('says one thing once, though it was picked onto two branches in other words (click 3106951b)', () => {
    const said = (why: string) => commit(`Correct ZSH completion definitions\n\n${why}`, { 'src/zsh.py': {} })
    const facts = factsOf(
      learn([
        said('Fix autoloading for ZSH completion and add error handling.'),
        said('Add ZSH completion autoloading and error handling.'),
      ]),
    )
    expect(facts).toEqual(['Correct ZSH completion definitions: Add ZSH completion autoloading and error handling.'])
  })

  test('is filed where the code is, not its example, and under no verb that begins a subject (express 67ddb429)', () => {
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js', 'examples/route-map/index.js']) }
    const why = '\n\nAn etag that is a number was lost without a word.'
    const filed = (message: string, files: Readonly<Record<string, Changed>>) =>
      pathsOf(learn([commit(message, files)], { layout }))[0]
        ?.split('/')
        .slice(0, 2)
        .join('/')
    expect(filed(`Added: coerce res.set() values to strings${why}`, { 'lib/response.js': {} })).toBe('lib/response')
    const both = { 'examples/route-map/index.js': { added: ['a()', 'b()'] }, 'lib/response.js': {} }
    expect(filed(`Deprecate res.set() with numbers${why}`, both)).toBe('lib/response')
  })

  test('of single tests stands not between those of the code, but with all of its kind (urllib3: 14 of 50 read)', () => {
    const analyses = [
      commit(
        'Fix the retry test\n\nWithout a content length, the client went on reading after the socket was closed, and lost.',
        { 'test/test_retry.py': { added: ['a()'] } },
      ),
      commit(
        'Do not share the client between tests\n\nCookies of one test were seen by the next one, so that their order decided.',
        { 'test/basic.py': { added: ['b()'] } },
      ),
    ]
    const told = learn(analyses).entries
    expect([...told].map(([path, { title, facts }]) => [path, title, facts.length])).toEqual([
      ['tests/tests/tests.md', 'tests', 2],
    ])
    // The hook's next commit goes there too.
    const third = commit(
      'Speed up the queue test\n\nA queue takes any number that is not negative, so nothing is gained by waiting a second.',
      { 'test/test_queue.py': { added: ['c()'] } },
    )
    const later = teach([third], learn(analyses), bareProject).knowledge
    expect([...later.entries].map(([path, { facts }]) => [path, facts.length])).toEqual([['tests/tests/tests.md', 3]])
  })

  test.each([
    ['a test (urllib3 17337196)', 'Use timeout=0\n\nIt is not arbitrary like 1 was.', 'test/test_queue.py', 'x()'],
    [
      'the settings of CI (sinatra 3b7ce428)',
      'Timeout CI\n\nDefault is 360 minutes, and nobody has got time for that.',
      '.github/workflows/ci.yml',
      'x',
    ],
    [
      'docs in the code (sinatra 241519fe)',
      'slight improvement to `Csp` docs\n\n`Csp` docs could use a refresh and some clarifications',
      'lib/csp.rb',
      '# Options',
    ],
    ['a pending spec (sinatra 7798cda9)', 'pending specs for json csrf', 'spec/json_csrf_spec.rb', 'it "x"'],
  ])('is not made of %s that is hardly explained', (_, message, path, added) => {
    expect(pathsOf(learn([commit(message, { [path]: { added: [added] } })]))).toEqual([])
  })

  test('is not made of what was taken back alone, without a word why (sinatra 5fdbf86d)', () => {
    const body = 'This reverts commit 0123456789abcdef0123456789abcdef01234567.\n\nRemove the list.'
    expect(pathsOf(learn([commit(`Revert "List of known issues"\n\n${body}`, { 'KNOWN_ISSUES.rb': {} })]))).toEqual([])
  })

  test('is not made of a doc comment alone, in a commit that only moved it (bbolt 852b1df3)', () => {
    const doc =
      '// CopyFile reads all of a file first, because it may be copied onto itself while another process reads it.'
    const moved = { 'internal/copy.go': { added: [doc, 'func CopyFile() {'] } }
    expect(pathsOf(learn([commit('Move copyFile', moved)]))).toEqual([])
    // With a lesson, it is told.
    const why = 'Move copyFile\n\nOther tools import it, which the main package does not let them.'
    expect(factsOf(learn([commit(why, moved)])).some((fact) => fact.startsWith('CopyFile: '))).toBe(true)
  })

  test('of a merged advisory is called by what it says, not “Merge commit from fork” (urllib3 f05b1329)', () => {
    const message =
      'Merge commit from fork\n\n* Stop decoding content during redirects\n\nThe limits of the streaming API were bypassed when a redirect was followed.'
    const told = learn([commit(message, { 'src/response.py': {} })])
    expect([...told.entries.values()].map(({ title }) => title)).toEqual(['Stop decoding content during redirects'])
    // Where nobody wrote a word, its changelog line says what it was (urllib3 7eb4a2aa).
    const line = 'Made the runtime respect redirect parameters such as `retries`.'
    const silent = commit('Merge commit from fork', { 'src/fetch.py': {}, 'CHANGES.md': { added: [`- ${line}`] } })
    expect(silent.evidence.map(({ about, text }) => [about, text])).toEqual([[line.slice(0, -1), '']])
  })
})

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  const whyOf = (body: string): string => lessonsIn(readMessage(`Change the client\n\n${body}`))[0]?.why ?? ''

  test.each([
    [
      'pictures',
      'The build is told of in a channel now.\n<img width="361" alt="Screenshot" src="https://example.org/1.png">',
      'The build is told of in a channel now.',
    ],
    [
      'a sentence that led to code',
      'The pool is closed twice in this order. Try to get the second one first, instead of\n\n```\nx()\n```',
      'The pool is closed twice in this order.',
    ],
    [
      'marks of links that are not there',
      'The old name is not defined out of the box since version 5.19:\n\n-\nhttps://example.org/a\n-\nhttps://example.org/b',
      'The old name is not defined out of the box since version 5.19.',
    ],
    [
      'what `git log` prints',
      'commit e0698afabe70b021a96f5280c7b8cf19382aac2e\nAuthor: Ada <ada@example.org>\nDate: Tue Jun 24 14:26:14 2014\n\nThe files of development were shuffled around.',
      'The files of development were shuffled around.',
    ],
    [
      'notes to CI',
      'The job is gone, because the stable one does the same. [ci skip]',
      'The job is gone, because the stable one does the same.',
    ],
  ])('keeps %s out', (_, body, why) => {
    expect(whyOf(body)).toBe(why)
  })

  test.each([
    ['make it ignore case, fixes #11', 'make it ignore case'],
    ['do not expand paths, fixes #5 and sinatra/sinatra#366', 'do not expand paths'],
    ['Update the dependencies. Fixes #1207', 'Update the dependencies'],
    ['Convert tests to custom specs [#87]', 'Convert tests to custom specs'],
    ['Fix #1207 in the parser', 'Fix #1207 in the parser'],
  ])('has a headline without what it closes: %s', (subject, headline) => {
    expect(readMessage(subject).subject).toBe(headline)
  })

  test('has a headline that was wrapped as one sentence (sinatra f7546198)', () => {
    const { subject, body } = readMessage(
      "rack's normalize_params can raise an exception which can result\nin req.GET and req.POST being nil. This was not handled.\n\nSee the specs.",
    )
    expect(subject).toBe(
      "rack's normalize_params can raise an exception which can result in req.GET and req.POST being nil.",
    )
    expect(body).toBe('This was not handled.\n\nSee the specs.')
    expect(readMessage('Add a cache\nBecause the pages are slow.').subject).toBe('Add a cache')
  })

  test('a revert by its type is told as one (undici fcfa4db6 was told as "websocket: pre-calculated length")', () => {
    const subjects = [
      'revert: "part: sort goods" (#7)',
      'revert: feat(shop): sort goods (#7)',
      'revert: sort by price',
      'revert: revert sorting',
    ]
    expect(subjects.map((subject) => readMessage(subject).subject)).toEqual([
      'Revert "part: sort goods"',
      'Revert "feat(shop): sort goods"',
      'Revert: sort by price',
      'revert sorting',
    ])
    expect(readMessage(subjects[1] ?? '').number).toBe('#7')
  })

  test('a title that GitHub cut is told whole (gin 352d69c7: "Improve performance for adding RemoveExtraS…")', () => {
    const whole = 'Make the till wait until the drawer of the counter is open'
    const read = (message: string): readonly string[] => {
      const { subject, number, body } = readMessage(message)
      return [subject, number, body]
    }
    expect(read(`feat: ${whole.slice(0, 40)}… (#7)\n\n* feat: ${whole}\n\n* lint`)).toEqual([whole, '#7', '* lint'])
    expect(read(`${whole.slice(0, 40)}… (#7)\n\n…${whole.slice(40)}\n\nCustomers asked.`)).toEqual([
      whole,
      '#7',
      'Customers asked.',
    ])
    expect(read('Make the till wait ...\n\n... until it opens.')[0]).toBe('Make the till wait until it opens.')
    expect(read('When in Rome…\n\nDo it as they do.')).toEqual(['When in Rome…', '', 'Do it as they do.'])
  })

  test('is not made of a release', () => {
    for (const subject of ['4.1.1 release', 'Version bump.', 'Push version to 0.2'])
      expect(
        commit(`${subject}\n\nIt adds support for templates and for blocks.`, { 'lib/a.rb': {} }).skippedBecause,
      ).toBe('a version bump')
  })

  test('does not repeat its headline with the name of who sent it (sinatra 63c0cbf5)', () => {
    const changelog = { added: ['* Drop Ruby 2.2 support [#1455](https://github.com/o/n/pull/1455) by Eloy Pérez'] }
    const { evidence } = commit('Drop support for Ruby 2.2', { 'CHANGELOG.md': changelog, 'lib/a.rb': {} })
    expect(evidence.find(({ kind }) => kind === 'lesson')?.text).toBe('')
  })

  test('is told once, also when it says what was taken back (sinatra 3b756578)', () => {
    const analyses = [
      commit('Shorter timeout\n\nIt should never take half a minute for a server to be alive.', {
        'lib/runner.rb': {},
      }),
    ]
    const [first] = analyses
    const back = commit(
      `Revert "Shorter timeout"\n\nThis reverts commit ${first?.sha}.\n\nIt could be seen as a breaking change.`,
      { 'lib/runner.rb': {} },
    )
    expect(
      factsOf(learn([...analyses, back])).filter((fact) => fact.includes('seen as a breaking change')),
    ).toHaveLength(1)
  })

  test('is no comment that tells of a test (bbolt eabffad7)', () => {
    const added = [
      'func TestUnmap() {',
      '\t// Set the database to nil, to prevent the check from panicking.',
      '\tdb = nil',
    ]
    const why = 'Unmap once\n\nThe second call wrote to memory that was somebody else’s by then.'
    const facts = factsOf(learn([commit(why, { 'db.go': {}, 'db_test.go': { added } })]))
    expect(facts).toEqual(['Unmap once: The second call wrote to memory that was somebody else’s by then.'])
  })

  test('is no comment of a file alone that goes on elsewhere, and no order that lost its place', () => {
    const cases = [
      'we always set the host, because when it is not set in the environment,',
      'because a step that may fail is marked as passed even if it fails',
    ]
    for (const comment of cases)
      expect(factsOf(learn([commit('tidy', { 'lib/host.rb': { added: [`  # ${comment}`, '  x()'] } })]))).toEqual([])
  })
})

describe('the changelog line of a commit', () => {
  const told = (subject: string, changelog: Changed, code: Readonly<Record<string, Changed>> = { 'src/core.py': {} }) =>
    commit(subject, { 'CHANGES.md': changelog, ...code }).evidence.find(({ kind }) => kind === 'lesson')?.text ?? ''

  test('is one that it wrote', () => {
    expect(told('repr for Parameter', { added: ['- Add a repr to `Parameter`, showing the name.'] })).toContain(
      'Add a repr',
    )
  })

  test('is none that was only moved (click 92b30e47) or spelled anew (click e3c08989)', () => {
    const line = '- A flag option with `required=True` requires the flag to be passed on every call.'
    expect(told('defer processing Command.help', { added: [line], removed: [line] })).toBe('')
    const spelled = line.replace('passed', 'pased')
    expect(told('add codespell pre-commit hook', { added: [line], removed: [spelled] })).toBe('')
  })

  test('is none of what was there already, unless code made more of it (click a566781b)', () => {
    const grown = {
      removed: ['- Add a repr to `Command`, showing the name for friendlier debugging.'],
      added: ['- Add a repr to `Command`, `Group`, and `Option`, showing the name for friendlier debugging.'],
    }
    expect(told('repr for Option', grown)).toContain('`Group`')
    expect(told('reword', grown, {})).toBe('')
  })

  test('is not stitched from two places (click 0f4738df)', () => {
    const hunk = (added: readonly string[]) => ({ section: '', start: 1, added, removed: [] })
    const hunks = [hunk(['- Zsh scripts parse correctly on all systems.']), hunk(['  shown for readability.'])]
    expect(told('Use unix line endings in Zsh scripts', { hunks })).toBe('Zsh scripts parse correctly on all systems.')
  })

  test('of several is the one about its subject (express ec4a01b6)', () => {
    const added = [
      '- Remove links from the page that a redirect shows',
      '- Limit the depth that body-parser reads urls to',
    ]
    expect(told('limit the depth of urls', { added })).toContain('Limit the depth that body-parser')
  })
})

describe('a message', () => {
  const whyOf = (message: string): string => lessonsIn(readMessage(message))[0]?.why ?? ''

  test.each([
    ['🐛 bug: make the listener safer (#4398)', 'bug', 'make the listener safer'],
    ['♻️ Refactor: Improve lists', 'refactor', 'Improve lists'],
    ['🧙‍♂️ Add a wizard', '', 'Add a wizard'],
    [':bug: fix(cli): Read the flag', 'fix', 'Read the flag'],
    ['📒docs: Say it', 'docs', 'Say it'],
    ['✨ (prometheus): return names', '', 'return names'],
    ['1️⃣ One is enough', '', '1️⃣ One is enough'],
  ])(
    '%s begins with a picture, which says nothing of what was done (fiber: it stood in titles)',
    (said, type, subject) => {
      expect(readMessage(said)).toMatchObject({ type, subject })
    },
  )

  test.each([
    ['[FIXED] Bump default size (#12)', 'fix', 'Bump default size'],
    ['[ADDED] Watch keys', 'feat', 'Watch keys'],
    ['[IMPROVED] Automate the report', '', 'Automate the report'],
    ['[minor] Sort goods', '', 'Sort goods'],
    ['[pkg] Sort goods', 'chore', 'Sort goods'],
    ['[codestyle] Sort goods', 'style', 'Sort goods'],
    ['[major] Drop Node 8', 'breaking', 'Drop Node 8'],
    ['[vim] Sort goods', '', '[vim] Sort goods'],
    ['[3.14] Harden the file of cookies', '', 'Harden the file of cookies'],
    ['[PR #12091/8a631e74 backport][3.14] Restrict pickles (#12105)', '', 'Restrict pickles'],
    ['[PR #8069/69bbe874 backport][3.9] 📝 Only show a draft (#8070)', '', 'Only show a draft'],
    // Copied from a page, with its blanks.
    ['[PR\u00A0#9/6e70c0a backport][3.13] [PR #9203/6e70c0a backport][3.10] Expire cookies', '', 'Expire cookies'],
  ])('%s is what was done, behind what kind it is and where it went (nats.go, aiohttp)', (said, type, subject) => {
    expect(readMessage(said)).toMatchObject({ type, subject })
  })

  test('does not tell of what it is a backport (aiohttp: a hash of forty digits in 198 lessons)', () => {
    const body = 'Cookies lived for ever, because nobody looked at when they end.'
    const copied = `**This is a backport of PR #7 as merged into master\n(${'8a631e74'.repeat(5)}).**`
    expect(whyOf(`Expire cookies\n\n${copied}\n\n${body}`)).toBe(body)
  })

  test('leaves out the checklist of a template, set in or not (aiohttp e0a78653: “name it <issue_id>.<type>”)', () => {
    const body = 'The type of `print` said that it must be given, because the annotation was of its default.'
    const list =
      '## Checklist\n\n- [X] I think the code is well written\n  * name it `<issue_id>.<type>` for example\n* ensure type is one of these'
    expect(whyOf(`Adjust types\n\n${body}\n\n${list}`)).toBe(body)
  })

  test('says of what was so before that it was the motivation (tonic 2c0b8831: told as if it still were)', () => {
    const [before, after] = [
      "The client doesn't currently work with the mesh, since requests carry no authority.",
      'Requests carry the target as their authority, which the mesh routes by.',
    ]
    expect(whyOf(`Send the authority\n\n## Motivation\n\n${before}\n\n## Solution\n\n${after}`)).toBe(
      `Motivation: ${before} Solution: ${after}`,
    )
    expect(whyOf(`Send the authority\n\n**Motivation**\n${before}\n\n### Changes\n${after}`)).toBe(
      `Motivation: ${before} ${after}`,
    )
    // Alone it is what the headline says.
    expect(whyOf(`Send the authority\n\n## Solution\n\n${after}`)).toBe(after)
  })

  test('says in its reason what it breaks (tonic 5c2f4dba: “breaking change” was a fact of its own, of nothing)', () => {
    const body = 'One can check whether the server is there, because the first call may be long after.'
    const breaks = '`Endpoint::channel` was removed in favor of an async `Endpoint::connect`.'
    expect(whyOf(`feat: Make connect async\n\n${body}\n\nBREAKING CHANGE: ${breaks}`)).toBe(
      `${body} Breaking: ${breaks}`,
    )
    const told = learn([commit(`feat!: Make connect async\n\nBREAKING CHANGE: ${breaks}`, { 'src/endpoint.rs': {} })])
    expect(factsOf(told)).toEqual([`Make connect async: Breaking: ${breaks}`])
  })

  test('is not told for what its author wanted to do next (tonic fe0393c5: it was done, and “later” stood there)', () => {
    const body = 'Local credentials allow loopback connections only, because nobody else can listen there.'
    const plans =
      'Support for Unix sockets will be added later. The cache follows in a future PR. Next steps include retries.'
    expect(whyOf(`Add local credentials\n\n${body} ${plans}`)).toBe(body)
    const next = '## Next Steps\n\n- **PR 5**: the resource manager, because the cache has one writer only'
    expect(whyOf(`Add local credentials\n\n## Motivation\n\n${body}\n\n${next}`)).toBe(`Motivation: ${body}`)
    expect(whyOf(`Add local credentials\n\n${body} This is the 1st PR of a series.`)).toBe(body)
  })

  test('says of what was so when it was written that it was so then (tracing: “`Interest` is never cached”, which it is now)', () => {
    const [before, after] = [
      'Currently, when using a reloadable filter, interest is never cached.',
      'It is cached until the filter is reloaded, because nothing else changes it.',
    ]
    expect(whyOf(`Cache interest\n\n${before} ${after}`)).toBe(
      `At the time: when using a reloadable filter, interest is never cached. ${after}`,
    )
    const then = "The loader doesn't currently know of links, since nobody asked."
    expect(whyOf(`Follow links\n\n${after} ${then}`)).toBe(`${after} At the time: ${then}`)
    const running = 'The server answers with 503 if it is currently closing, because it could not finish.'
    expect(whyOf(`Turn away while closing\n\n${running}`)).toBe(running)
    expect(whyOf(`Cache interest\n\n## Problem\n\n${before}\n\n## Solution\n\n${after}`)).toBe(
      `Problem: ${before} Solution: ${after}`,
    )
  })

  test('keeps the paragraph that says what was done, behind a long account of what was wrong (fiber eed67f8a: two defects, one told)', () => {
    const wrong = 'A reader that landed in that window compared a short prefix under a full mask and missed its route. '
    const done = 'Compute the filter where routes are built instead, so that a rebuild never writes to a route.'
    expect(
      whyOf(`Stop rebuilding filters\n\n${wrong.repeat(9)}${'It was measured over a loop. '.repeat(9)}\n\n${done}`),
    ).toMatch(new RegExp(`${done}$`))
  })

  test('says what a review asked for, and not that one did (fiber e8d21b8b: the first item went with its lead)', () => {
    const list =
      '- Compare the effective match instead of the parsed bucket, because both may be rejected.\n\n- Skip the whole scan where nothing is rejected, which keeps the common path free.'
    expect(whyOf(`Honor rejections\n\nAddress review on the handling:\n\n${list}`)).toMatch(
      /Compare the effective match.*Skip/,
    )
  })

  test('does not tell of a step that a later one took out again (fiber e947e03e: an option that there never was)', () => {
    const steps = [
      '* Write the fields of ECS\n\nIt is what their collectors read, because nothing else has its fields.',
      '* Add CustomFormat option\n\nUsers name one of the formats by it, because a constant is no setting.',
      '* Remove CustomFormat option and rename constants\n\n- The constants are named as in the standard library.',
    ]
    const told = lessonsIn(readMessage(`Let users choose what is written (#3359)\n\n${steps.join('\n\n')}`))
    expect(told.map(({ headline }) => headline)).toContain('Write the fields of ECS')
    expect(told.map(({ headline }) => headline)).not.toContain('Add CustomFormat option')
    // Two removals take out two things (attrs 980c8b04).
    const both =
      '* Drop Python 2.7\n\nIt is not tenable any more, because tools left it.\n\n* Remove Python 2.7 workarounds'
    expect(whyOf(`Drop Python 2.7 (#936)\n\n${both}`)).toContain('not tenable')
  })

  test('does not end in the number of a list that was too long (tonic a58c2911: “we introduce: 1.”)', () => {
    const long = 'a service that routes requests by the names of clusters '.repeat(12).trim()
    const body = `Requests are routed by a stack of services, because each may be replaced. In this change, we introduce: 1. ${long}\n2. ${long}`
    expect(whyOf(`Route requests\n\n${body}`)).toBe(
      'Requests are routed by a stack of services, because each may be replaced.',
    )
  })

  test('ends its sentence with the link that it leads to (click 7db1f209)', () => {
    const body =
      'Popen() takes the list as it is, as told in the subprocess docs at\n\n * https://docs.python.org/3/library/subprocess.html'
    expect(whyOf(`Open the pager without a shell\n\n${body}`)).toMatch(/docs at https:\/\/docs\.python\.org\S+$/)
  })

  test('keeps what stands below a headline that GitHub made up (httpx 1aea9539)', () => {
    const body =
      '* Use multipart instead of cgi\n\nThe module is deprecated as of python 3.11.\n\n* Update setup.cfg\n\nAll references to the cgi module are gone, so nothing needs to be silenced.'
    expect(whyOf(`Drop cgi module\n\n${body}`)).toContain('nothing needs to be silenced')
  })

  test('that a robot wrote explains nothing', () => {
    const body =
      'Bumps the python-packages group with 3 updates: [ruff](https://x), [trio](https://y) and [uvicorn](https://z).\n\nUpdates `ruff` from 0.1.9 to 0.1.13, which is a version of that tool for now.\n\nupdated-dependencies:\n- dependency-name: ruff'
    expect([whyOf(`Bump the python-packages group\n\n${body}`), explanationOf(body)]).toEqual(['', []])
  })

  test('breaks what it says it breaks, not a page that it breaks up (flask 123a1ad0)', () => {
    const isBreaking = ['Breaking docs up into smaller pieces', 'Breaking change: drop Node 12'].map(
      (one) => readMessage(one).breaking,
    )
    expect(isBreaking).toEqual([false, true])
  })
})
