import { describe, expect, test } from 'vitest'
import { strongest } from '../../src/curate/entries/admission.ts'
import { keptLessons } from '../../src/curate/entries/said-once.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import type { ProjectNow } from '../../src/curate/plan-operations.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { teach } from '../../src/learning/teach.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { isOfThePast } from '../../src/tree/path.ts'
import { noNote } from '../../src/tree/note.ts'
import { analysedChange, type Changed, bareProject } from '../support/commits.ts'
import { whyOfMessage } from '../support/messages.ts'

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
    expect(pathsOf(learn([analysedChange(message, { [path]: {} })]))).toEqual([])
  })

  test('was called by a bare title that it does not tell: a deprecation went by a fixed header (got b223663e)', () => {
    const why = 'Two names for one thing were asked about every week, because nobody knew which of them wins.'
    const told = analysedChange(`Deprecate the query option\n\n${why}`, { 'source/arguments.ts': {} })
    const untold = analysedChange('Fix an option without a header', { 'source/arguments.ts': {} })
    const past = told.evidence.map((piece) => ({ ...piece, note: { ...noNote, status: 'past' as const } }))
    const evidence = new Map([
      [told.sha, past],
      [untold.sha, untold.evidence],
    ])
    const analyses = [told, untold]
    expect(strongest(keptLessons(analyses, evidence), analyses)).toBe('Deprecate the query option')
    expect(strongest(untold.evidence, analyses)).toBe('Fix an option without a header')
  })

  test('is not made of values, and a reason does not name those that only the code reads, as Entropy of gitleaks', () => {
    const change = (name: string, message: string) =>
      analysedChange(message, { 'src/rules.ts': { removed: [`const ${name} = 3`], added: [`const ${name} = 4`] } })
    const why = 'Tokens were lost, because the clock of a host may be late.'
    const told = (name: string) => factsOf(learn([change(name, `Keep tokens\n\n${why}`)])).join('\n')
    expect(pathsOf(learn([change('tokenLifetime', 'Keep tokens')]))).toEqual([])
    expect(told('tokenLifetime')).toContain(`${why} Changed \`tokenLifetime\` from \`3\` to \`4\`.`)
    expect(told('Entropy')).toContain(why)
    expect(told('Entropy')).not.toContain('Entropy')
  })

  test('is not made of titles of tests, however many: 155 of 750 facts of sinatra were nothing else', () => {
    const promise = (at: number) =>
      analysedChange(`Accept media type ${at}`, {
        'src/accepts.ts': { added: [`accept(${at})`] },
        'test/accepts.test.ts': {
          added: [`test('should prefer the exact match over wildcard number ${at} in order', () => {`],
        },
      })
    expect(pathsOf(learn([promise(1), promise(2), promise(3)]))).toEqual([])
    // Nor are they told beside what gives a reason.
    const reasoned = analysedChange('Refuse media types\n\nA type that nobody knows made the parser wait for ever.', {
      'src/accepts.ts': { added: ['refuse()'] },
    })
    expect(factsOf(learn([promise(1), reasoned]))).toHaveLength(1)
  })

  test('tells what nothing is left of together, as the files of express from 2010', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const gone = ['static', 'view', 'cache', 'flash'].map((name) =>
      analysedChange(`Add a ${name} plugin${why} So does ${name}.`, { [`lib/plugins/${name}.js`]: {} }),
    )
    const there = analysedChange(`Send files as streams${why} Now they do.`, { 'lib/response.js': {} })
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js']) }
    // Nobody looks for an entry of tests, pages and settings either (mio net, sinatra .travis.yml).
    const travis = analysedChange(`Test on two queues${why} Now it does, on both of these.`, { '.travis.yml': {} })
    const first = learn([...gone, travis, there], { layout })
    const titles = [
      ['lib/response/response_send_files_as_streams.md', 'response: Send files as streams', 1],
      ['history/history/what_no_longer_holds_as_it_was_told.md', 'What no longer holds as it was told', 5],
    ]
    const told = ({ entries }: Knowledge) => [...entries].map(([path, { title, facts }]) => [path, title, facts.length])
    expect(told(first)).toEqual(titles)
    expect([...first.entries.keys()].map((path) => isOfThePast(path))).toEqual([false, true])
    // So it goes on, of a history that is read in two parts (flask, 5,531 commits).
    const later = analysedChange(`Add a fifth plugin${why} So does it.`, { 'lib/plugins/fifth.js': {} })
    expect(told(learn([later], { layout }, first))[1]?.[2]).toBe(6)
    // Under the titles that it had before, too.
    for (const title of ['What is no longer in the code', 'What no longer holds, or only partly']) {
      const renamed = [...first.entries].map(
        ([path, entry]) =>
          [path, { ...entry, title: entry.title.replace('What no longer holds as it was told', title) }] as const,
      )
      expect(told(learn([later], { layout }, { ...first, entries: new Map(renamed) }))[1]?.slice(1)).toEqual([title, 6])
    }
  })

  test('stands with its file where only its lines were rewritten, and not where that is gone (flask: ten of 19 under “no longer holds” held)', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const half = analysedChange(`Ask each loop for its tasks${why} Now they do.`, { 'lib/tasks.js': {} })
    const whole = analysedChange(`Send files as streams${why} Now they are.`, { 'lib/response.js': {} })
    const beside = analysedChange(`Send files as chunks${why} Now they go.`, { 'lib/response.js': {} })
    const reworked = { ...noLineHistory, added: 9, gone: 6, removers: [{ commit: 'f'.repeat(40), lines: 6 }] }
    const layout = { packages: [], domains: {} }
    const lineHistories = (sha: string) => (sha === whole.sha ? noLineHistory : reworked)
    const told = (there: readonly string[]) =>
      [...learn([half, whole, beside], { layout: { ...layout, there: new Set(there) }, lineHistories }).entries].map(
        ([path, { facts }]) => [path, facts.map(({ note }) => note?.status)],
      )
    expect(told(['lib/response.js', 'lib/tasks.js'])).toEqual([
      ['lib/tasks/ask_each_loop_for_its_tasks.md', ['reworked']],
      ['lib/response/response.md', ['current', 'reworked']],
    ])
    expect(told(['lib/response.js'])).toEqual([
      ['lib/response/response.md', ['current', 'reworked']],
      ['history/history/what_no_longer_holds_as_it_was_told.md', ['reworked']],
    ])
  })

  test('is about what one can point at: what left nothing behind is told of with what is over (memchr bench/runs)', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const gone = analysedChange(`Keep the outputs of runs${why} Now they do.`, { 'bench/runs.js': {} })
    const here = analysedChange(`Send files as streams${why} Now they are.`, { 'lib/response.js': {} })
    const removal = analysedChange(`Remove the plugins${why} They went.`, {
      'lib/plugins.js': { status: 'deleted', removed: ['plug()'] },
    })
    const { entries } = learn([gone, here, removal], {
      layout: { packages: [], domains: {}, there: new Set(['lib/response.js']) },
      // Its lines stand, in several files.
      lineHistories: () => ({ ...noLineHistory, added: 9 }),
    })
    const placeOf = (commit: CommitAnalysis) =>
      [...entries].find(([, { facts }]) => facts.some(({ sources }) => commit.sha.startsWith(sources[0] ?? '-')))?.[0]
    expect(placeOf(gone)).toMatch(/^history\//)
    expect(placeOf(here)).toMatch(/^lib\/response\//)
    // What it deleted itself is what it is about.
    expect(placeOf(removal)).not.toMatch(/^history\//)
  })

  test('says the words of one changelog line once, of the commit that changed the code (attrs 70b7f885)', () => {
    const why =
      '\n\nSlotted classes now have a `__getstate__` of their own, because the one of Python lost what a parent kept. It can pickle objects of older versions, which must never break when they are read by a newer one.'
    const code = analysedChange(`Pickle as a dict${why}`, { 'src/make.py': {} })
    const fragment = analysedChange(`Add newsfragment${why}`, { 'docs/news/997.md': {} })
    for (const commits of [
      [code, fragment],
      [fragment, code],
    ])
      expect(factsOf(learn(commits)).map((said) => said.split(':')[0])).toEqual(['Pickle as a dict'])
  })

  test('tells what is over beside what took its place, and of one commit that ended much only so much', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const took = analysedChange(`Move the plugins out${why} They live by themselves.`, { 'lib/response.js': {} })
    const old = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      analysedChange(`Add plugin ${name}${why} So does ${name}.`, {
        [`lib/plugins/${name}.js`]: { added: [`x${name}()`] },
      }),
    )
    const taken = { ...noLineHistory, added: 9, gone: 9, removers: [{ commit: took.sha, lines: 9 }] }
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js']) }
    const { entries } = learn([...old, took], {
      layout,
      lineHistories: (sha) => (sha === took.sha ? noLineHistory : taken),
    })
    expect([...entries].map(([path, { facts }]) => [path, facts.length])).toEqual([
      ['lib/response/response.md', 5],
      ['history/history/what_no_longer_holds_as_it_was_told.md', 1],
    ])
  })

  test.each([
    ['says so in its title', (sha: string) => `[PR #7/${sha.slice(0, 8)} backport][3.14] Expire cookies`],
    ["is called after a robot's branch", (sha: string) => `Patchback/backports/3.9/${sha}/pr 7 (#8)\n\nExpire cookies`],
    ['says so as git does', (sha: string) => `Expire cookies\n\n(cherry picked from commit ${sha})`],
  ])('tells a backport once that %s (aiohttp: every second lesson was the one above it again)', (_, titled) => {
    const why = 'Cookies lived for ever, because nobody looked at when they end.'
    const one = analysedChange(`Expire cookies\n\n${why}`, { 'src/cookies.ts': {} })
    const other = analysedChange(`${titled(one.sha)}\n\nThe same for those who stay: ${why}`, { 'src/cookies.ts': {} })
    const told = [`Expire cookies: ${why}`]
    expect(factsOf(learn([one, other]))).toEqual(told)
    expect(factsOf(learn([other], {}, learn([one])))).toEqual(told)
    // Who only says so, and worked elsewhere, hides nothing by it.
    const otherwise = titled(one.sha).replace('Expire cookies', 'Shut no doors')
    const elsewhere = analysedChange(`${otherwise}\n\nDoors stay open now, because nobody may shut them.`, {
      'src/doors.ts': {},
    })
    expect(factsOf(learn([one, elsewhere]))).toHaveLength(2)
    expect(factsOf(learn([elsewhere], {}, learn([one])))).toHaveLength(2)
    // What it was copied from may be on a branch that nobody has here.
    expect(factsOf(learn([other]))).toHaveLength(1)
  })

  test('tells a backport once whose original a robot names by its title and number (aiohttp a0cbeb96)', () => {
    const why = 'Both parsers take an address with signs that are written as numbers now, as yarl 1.6 does.'
    const one = analysedChange(`Fix the two parsers of requests (#4973)\n\n${why}`, { 'src/parser.py': {} })
    const listed = 'Backports the following commits to 3.7:\n - Fix the two parsers of requests (#4973)'
    const other = analysedChange(`[3.7] Fix the two parsers of requests (#4973) (#5097)\n\n${listed}`, {
      'src/parser.py': {},
      'CHANGES/4972.bugfix': {
        status: 'added',
        added: ['Fix what differed between the parsers when they read an address.'],
      },
    })
    const told = factsOf(learn([other, one]))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(why)
    // Where nobody has the original, its own note is told, and not the list.
    expect(factsOf(learn([other])).join('\n')).not.toContain('Backports')
  })

  test('tells a backport once though it was moved, or a robot names it by a hash of something else (aiohttp 0e6bbbce)', () => {
    const why = 'Cookies lived for ever, because nobody looked at when they end.'
    const one = analysedChange(`Expire cookies\n\n${why}`, { 'src/cookies.ts': {} })
    const moved = analysedChange(`[PR #7/${one.sha.slice(0, 8)} backport][3.14] Expire cookies\n\n${why} Here too.`, {
      'lib/jar.ts': {},
    })
    const misnamed = (branch: string) =>
      analysedChange(`[PR #7/0a0b0c0d backport][${branch}] Expire coo…\n\n…kies\n\nFor ${branch}: ${why}`, {
        'src/cookies.ts': {},
      })
    const copies = [moved, misnamed('3.13'), misnamed('3.14')]
    const told = [`Expire cookies: ${why}`]
    expect(factsOf(learn([one, ...copies]))).toEqual(told)
    expect(factsOf(learn(copies, {}, learn([one])))).toEqual(told)
    expect(factsOf(learn(copies)).length).toBeGreaterThan(0)
  })

  test('says one thing once, though it was picked onto two branches in other words (click 3106951b)', () => {
    const said = (why: string) => analysedChange(`Correct ZSH completion definitions\n\n${why}`, { 'src/zsh.py': {} })
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
      pathsOf(learn([analysedChange(message, files)], { layout }))[0]
        ?.split('/')
        .slice(0, 2)
        .join('/')
    expect(filed(`Added: coerce res.set() values to strings${why}`, { 'lib/response.js': {} })).toBe('lib/response')
    const both = { 'examples/route-map/index.js': { added: ['a()', 'b()'] }, 'lib/response.js': {} }
    expect(filed(`Deprecate res.set() with numbers${why}`, both)).toBe('lib/response')
  })

  test('of single tests stands not between those of the code, but with all of its kind (urllib3: 14 of 50 read)', () => {
    const analyses = [
      analysedChange(
        'Fix the retry test\n\nWithout a content length, the client went on reading after the socket was closed, and lost.',
        { 'test/test_retry.py': { added: ['a()'] } },
      ),
      analysedChange(
        'Do not share the client between tests\n\nCookies of one test were seen by the next one, so that their order decided.',
        { 'test/basic.py': { added: ['b()'] } },
      ),
    ]
    const told = learn(analyses).entries
    expect([...told].map(([path, { title, facts }]) => [path, title, facts.length])).toEqual([
      ['tests/tests/tests.md', 'tests', 2],
    ])
    // The hook's next commit goes there too.
    const third = analysedChange(
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
    expect(pathsOf(learn([analysedChange(message, { [path]: { added: [added] } })]))).toEqual([])
  })

  test('is not made of what was taken back alone, without a word why (sinatra 5fdbf86d)', () => {
    const body = 'This reverts commit 0123456789abcdef0123456789abcdef01234567.\n\nRemove the list.'
    expect(
      pathsOf(learn([analysedChange(`Revert "List of known issues"\n\n${body}`, { 'KNOWN_ISSUES.rb': {} })])),
    ).toEqual([])
    const revert = (title: string): number =>
      factsOf(
        learn([
          analysedChange(`Read queues\n\nThe broker was asked for each of them, because it has no list.`, {
            'redis.py': {},
          }),
          analysedChange(`Revert "${title}"\n\n${body.slice(0, body.indexOf('\n'))}`, { 'redis.py': {} }),
        ]),
      ).length
    // What was used "instead of" something is no reason; what was to be avoided is one (kombu fcb8e05c, trio 06faa998).
    expect(revert('Use SISMEMBER instead of SMEMBERS')).toBe(1)
    expect(revert('Use 3.9 to avoid a build')).toBeGreaterThan(1)
  })

  test('is not made of a doc comment alone, in a commit that only moved it (bbolt 852b1df3)', () => {
    const doc =
      '// CopyFile reads all of a file first, because it may be copied onto itself while another process reads it.'
    const moved = { 'internal/copy.go': { added: [doc, 'func CopyFile() {'] } }
    expect(pathsOf(learn([analysedChange('Move copyFile', moved)]))).toEqual([])
    // With a lesson, it is told.
    const why = 'Move copyFile\n\nOther tools import it, which the main package does not let them.'
    expect(factsOf(learn([analysedChange(why, moved)])).some((fact) => fact.startsWith('CopyFile: '))).toBe(true)
  })

  test('of a merged advisory is called by what it says, not “Merge commit from fork” (urllib3 f05b1329)', () => {
    const message =
      'Merge commit from fork\n\n* Stop decoding content during redirects\n\nThe limits of the streaming API were bypassed when a redirect was followed.'
    const told = learn([analysedChange(message, { 'src/response.py': {} })])
    expect([...told.entries.values()].map(({ title }) => title)).toEqual([
      'response: Stop decoding content during redirects',
    ])
    // Where no step explains anything, the next ones are what it did (puma f723c060, 690155e7).
    const steps = analysedChange(
      'Merge commit from fork\n\n* Limit PROXY protocol v1 line length\n\n* Anchor PROXY protocol match to buffer start\n\n* test_proxy.rb - use heredoc\n\n* Remove unused local variable',
      { 'src/proxy.rb': { added: ['limit()'] } },
    )
    expect(steps.evidence.map(({ about, text }) => [about, text])).toEqual([
      ['Limit PROXY protocol v1 line length', 'Anchor PROXY protocol match to buffer start'],
    ])
    // Where nobody wrote a word, its changelog line says what it was (urllib3 7eb4a2aa).
    const line = 'Made the runtime respect redirect parameters such as `retries`.'
    const silent = analysedChange('Merge commit from fork', {
      'src/fetch.py': {},
      'CHANGES.md': { added: [`- ${line}`] },
    })
    expect(silent.evidence.map(({ about, text }) => [about, text])).toEqual([[line.slice(0, -1), '']])
  })
})

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  test('is told once, also when it says what was taken back (sinatra 3b756578)', () => {
    const analyses = [
      analysedChange('Shorter timeout\n\nIt should never take half a minute for a server to be alive.', {
        'lib/runner.rb': {},
      }),
    ]
    const [first] = analyses
    const back = analysedChange(
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
    const facts = factsOf(learn([analysedChange(why, { 'db.go': {}, 'db_test.go': { added } })]))
    expect(facts).toEqual(['Unmap once: The second call wrote to memory that was somebody else’s by then.'])
  })

  test('is no comment of a file alone that goes on elsewhere, and no order that lost its place', () => {
    const cases = [
      'we always set the host, because when it is not set in the environment,',
      'because a step that may fail is marked as passed even if it fails',
    ]
    for (const comment of cases)
      expect(
        factsOf(learn([analysedChange('tidy', { 'lib/host.rb': { added: [`  # ${comment}`, '  x()'] } })])),
      ).toEqual([])
  })
})

describe('a message', () => {
  test('says in its reason what it breaks (tonic 5c2f4dba: “breaking change” was a fact of its own, of nothing)', () => {
    const body = 'One can check whether the server is there, because the first call may be long after.'
    const breaks = '`Endpoint::channel` was removed in favor of an async `Endpoint::connect`.'
    expect(whyOfMessage(`feat: Make connect async\n\n${body}\n\nBREAKING CHANGE: ${breaks}`)).toBe(
      `${body} Breaking: ${breaks}`,
    )
    const told = learn([
      analysedChange(`feat!: Make connect async\n\nBREAKING CHANGE: ${breaks}`, { 'src/endpoint.rs': {} }),
    ])
    expect(factsOf(told)).toEqual([`Make connect async: Breaking: ${breaks}`])
  })
})
