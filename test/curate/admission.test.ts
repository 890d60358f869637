import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { readMessage } from '../../src/curate/commit-message.ts'
import type { Rules } from '../../src/curate/distil.ts'
import { lessonsIn } from '../../src/curate/lessons.ts'
import { explanationOf } from '../../src/curate/retention.ts'
import { teach } from '../../src/learning/learn.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { analysed, type Changed, rules } from '../support/analysed.ts'

/** Files that nobody gives lines get one: a commit that changes nothing teaches nothing. */
const commit = (message: string, files: Readonly<Record<string, Changed>>): CommitAnalysis =>
  analysed(
    message,
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { added: ['x()'], ...file }])),
  )

const learn = (studies: readonly CommitAnalysis[], more: Partial<Rules> = {}): Knowledge =>
  teach(studies, noKnowledge, { ...rules, ...more }).knowledge
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
      'a revert without a reason',
      'Revert "Add an etag option"\n\nThis reverts commit 9bd86cdd9bd86cdd9bd86cdd9bd86cdd9bd86cdd.',
      'lib/response.js',
    ],
  ])('is not made of %s', (_, message, path) => {
    expect(pathsOf(learn([commit(message, { [path]: {} })]))).toEqual([])
  })

  test('is not made of the titles of a test or two; three of one module tell what it does', () => {
    const promise = (at: number) =>
      commit(`Accept media type ${at}`, {
        'src/accepts.ts': { added: [`accept(${at})`] },
        'test/accepts.test.ts': {
          added: [`test('should prefer the exact match over wildcard number ${at} in order', () => {`],
        },
      })
    expect(pathsOf(learn([promise(1), promise(2)]))).toEqual([])
    expect(factsOf(learn([promise(1), promise(2), promise(3)]))).toHaveLength(3)
  })

  test('tells what nothing is left of with the rest of its domain, as the files of express from 2010', () => {
    const why = '\n\nThe old one did not close files that nobody had read to their end.'
    const gone = [
      commit(`Add a static plugin${why}`, { 'lib/plugins/static.js': {} }),
      commit(`Add a view plugin${why} Twice.`, { 'lib/plugins/view.js': {} }),
    ]
    const there = commit(`Send files as streams${why} Now they do.`, { 'lib/response.js': {} })
    const layout = { packages: [], domains: {}, there: new Set(['lib/response.js']) }
    const { entries } = learn([...gone, there], { layout })
    expect([...entries.values()].map(({ title }) => title).sort()).toEqual([
      'Send files as streams',
      'plugins: what is no longer in the code',
    ])
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

  test('about tests or settings is called by its strongest lesson too', () => {
    const studies = [
      commit('Fix tests\n\nThe server name that was set did not match that of the request.', {
        'tests/basic.py': { added: ['a()'] },
      }),
      commit('Do not share the client between tests\n\nCookies of one test were seen by the next one.', {
        'tests/basic.py': { added: ['b()'] },
      }),
    ]
    expect([...learn(studies).entries.values()].map(({ title }) => title)).toEqual([
      'basic: Do not share the client between tests',
    ])
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
    expect(told('Use unix line endings', { hunks })).toBe('Zsh scripts parse correctly on all systems.')
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
