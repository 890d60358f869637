import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { planOperations, type ProjectNow } from '../../src/curate/plan-operations.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { apply } from '../../src/tree/operations.ts'
import { analysisOf, commitOf, bareProject } from '../support/commits.ts'

// What settings and workflows say as a whole, each in one entry.

let blobs = 0

/** A commit that writes files as they are given, and has its message explain nothing. */
function writing(message: string, files: Readonly<Record<string, string>>, before = ''): CommitAnalysis {
  const texts = new Map<string, string>()
  const put = (text: string): string => {
    const blob = String(++blobs).padStart(40, '0').replaceAll('0', 'e')
    texts.set(blob, text)
    return blob
  }
  const changed = Object.entries(files).map(
    ([path, text]) => [path, { before: put(before), after: put(text) }] as const,
  )
  return analysisOf(commitOf(message, Object.fromEntries(changed)), texts)
}

const learn = (
  analyses: readonly CommitAnalysis[],
  more: Partial<ProjectNow> = {},
  on: Knowledge = noKnowledge,
): Knowledge => apply(on, planOperations(analyses, on, { ...bareProject, ...more }), new Date(0)).knowledge
const there = (...paths: readonly string[]): Partial<ProjectNow> => ({
  layout: { packages: [], domains: {}, there: new Set(paths) },
})
const factsOf = ({ entries }: Knowledge): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...entries].map(([path, { facts }]) => [
      path,
      facts.map(({ subject, value, statement }) =>
        [subject, value, statement].filter((part) => part !== '').join(' | '),
      ),
    ]),
  )
const npm = (content: object): string => JSON.stringify(content)

/** Settings as a file gives them, each below the sentence that says why. */
const settings = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `# Somebody had a reason for ${name}.\n${name} = ${value}\n`)
    .join('')
const reason = (name: string): string => `Somebody had a reason for ${name}.`

describe('an entry about a file that says something as a whole', () => {
  test('says what the file says now, where later commits said otherwise or left it out', () => {
    const analyses = [writing('chore: begin', { '.editorconfig': settings({ kept: '2', moved: '2', dropped: '2' }) })]
    const texts = new Map([['.editorconfig', settings({ moved: '5', kept: '2' })]])
    expect(factsOf(learn(analyses, { ...there('.editorconfig'), texts }))).toEqual({
      'conventions/editorconfig/settings_in_editorconfig.md': [
        `kept | 2 | ${reason('kept')}`,
        `moved | 5 | ${reason('moved')}`,
      ],
    })
  })

  test('is not begun for a file that is gone; one that there is loses what the file said', () => {
    const told = `kept | 2 | ${reason('kept')}`
    const first = writing('chore: begin', { '.editorconfig': settings({ kept: '2' }) })
    expect(learn([first], there('main.go')).entries.size).toBe(0)
    const known = learn([first], there('.editorconfig'))
    expect(Object.values(factsOf(known)).flat()).toContain(told)
    const gone = writing('chore: end', { '.editorconfig': '\n' }, settings({ kept: '2' }))
    expect(Object.values(factsOf(learn([gone], there('main.go'), known))).flat()).not.toContain(told)
  })

  test('is of that file alone: two of one title do not share theirs', () => {
    const [web, api] = ['web/.editorconfig', 'api/.editorconfig'].map((path, at) =>
      writing('chore: begin', { [path]: settings({ [`only${at}`]: '2' }) }),
    )
    if (web === undefined || api === undefined) throw new Error('two commits')
    const known = learn([web, api])
    expect(factsOf(known)).toEqual({
      'conventions/editorconfig/settings_in_editorconfig_of_web.md': [`only0 | 2 | ${reason('only0')}`],
      'conventions/editorconfig/settings_in_editorconfig_of_api.md': [`only1 | 2 | ${reason('only1')}`],
    })
    const later = writing(
      'chore: more',
      { 'api/.editorconfig': settings({ only1: '2', more: '3' }) },
      settings({ only1: '2' }),
    )
    expect(
      factsOf(learn([later], {}, known))['conventions/editorconfig/settings_in_editorconfig_of_api.md'],
    ).toHaveLength(2)
  })

  test('is none for dependencies, scripts and targets, which their files say as well (35 read, none worth it)', () => {
    const analyses = [
      writing('chore: begin', { 'package.json': npm({ dependencies: { a: '!=2' }, scripts: { test: 'vitest run' } }) }),
      writing('chore: begin', { 'requirements.txt': 'flask==3.0\nclick!=8.2.0\n' }),
      writing('chore: begin', { Makefile: 'test:\n\tgo test ./...\n' }),
    ]
    expect(learn(analyses).entries.size).toBe(0)
  })

  test('says nothing of samples, fixtures and tests', () => {
    const text = settings({ a: '2' })
    for (const path of ['examples/shop/.editorconfig', 'test/.editorconfig', 'packages/x/fixtures/a/.editorconfig'])
      expect(learn([writing('chore: begin', { [path]: text })]).entries.size).toBe(0)
  })
})

describe('commands', () => {
  const workflow = (run: string): string => `jobs:\n  test:\n    steps:\n      - name: Test it\n        run: ${run}\n`

  test('of CI are told where a project has no file of its own that says how it is tested', () => {
    const ci = writing('ci: begin', { '.github/workflows/ci.yml': workflow('cargo test --all') })
    expect(Object.values(factsOf(learn([ci], there('.github/workflows/ci.yml')))).flat()).toEqual([
      'CI: Test it | cargo test --all',
    ])
    expect(learn([ci], there('.github/workflows/ci.yml', 'Makefile')).entries.size).toBe(0)
  })

  test('of CI that install what CI needs, or that only the workflow can fill in, are nothing to call (http, marshmallow)', () => {
    const matrix = workflow('cargo test ${{ matrix.features }}')
    const install = workflow('python -m pip install twine').replace('Test it', 'Install what tests need')
    expect(learn([writing('ci: begin', { '.github/workflows/a.yml': matrix })]).entries.size).toBe(0)
    expect(learn([writing('ci: begin', { '.github/workflows/a.yml': install })]).entries.size).toBe(0)
  })

  test('that several workflows run are told once', () => {
    const files = ['a', 'b'].map((name) => `.github/workflows/${name}.yml`)
    const made = learn(files.map((path) => writing('ci: begin', { [path]: workflow('cargo test') })))
    expect(Object.values(factsOf(made)).flat()).toEqual(['CI: Test it | cargo test'])
  })

  test('that a step is only named after are not told again', () => {
    const text = 'jobs:\n  test:\n    steps:\n      - run: cargo fmt --check\n'
    expect(learn([writing('ci: begin', { '.github/workflows/a.yml': text })]).entries.size).toBe(0)
  })

  test('of CI that publish what was built are none by which a change is checked', () => {
    const release = workflow('scripts/publish').replace('Test it', 'Build and publish')
    expect(learn([writing('ci: begin', { '.github/workflows/a.yml': release })]).entries.size).toBe(0)
  })
})

test('settings that three packages have alike are a habit, and no fact about each', () => {
  const packages = ['core', 'web', 'cli'].map((name) => `packages/${name}/.editorconfig`)
  const begin = (paths: readonly string[]) =>
    paths.map((path, at) =>
      writing('chore: begin', { [path]: settings({ a: '1', b: '2', c: '3', [`own${at}`]: String(at) }) }),
    )
  const told = (paths: readonly string[]) => Object.values(factsOf(learn(begin(paths)))).map((facts) => facts.length)
  expect(told(packages)).toEqual([1, 1, 1])
  expect(told(packages.slice(0, 2))).toEqual([4, 4])
  expect(Object.values(factsOf(learn(begin(packages), there(...packages.slice(0, 2))))).flat()).toContain(
    `a | 1 | ${reason('a')}`,
  )
})

test('settings are told with a sentence that says why, not without, and not with a bare address', () => {
  const text = `[src]
# Editors disagree about what a tab is wide.
indent_style = space
# Short.
indent_size = 2
# TODO: ask everybody whether this is right
insert_final_newline = true
# https://editorconfig.org says more about all of this
charset = utf-8
end_of_line = lf
`
  expect(Object.values(factsOf(learn([writing('chore: begin', { '.editorconfig': text })]))).flat()).toEqual([
    'src.indent_style | space | Editors disagree about what a tab is wide.',
  ])
})

test('a commit that also changes code is told of where that code is', () => {
  const both = writing(
    'feat: queue mails\n\nThe server of the provider answers slowly, and people waited for it on the page.',
    { '.editorconfig': settings({ tabs: '5' }), 'src/mail/queue.ts': 'export const queue = 1\n' },
  )
  expect([...learn([both]).entries.keys()].sort()).toEqual([
    'conventions/editorconfig/settings_in_editorconfig.md',
    'mail/queue/queue_mails.md',
  ])
})
