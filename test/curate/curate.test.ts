import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { planOperations } from '../../src/curate/plan-operations.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { operationFromText } from '../../src/curate/authored/from-text.ts'
import { isWorthReading } from '../../src/curate/skip-filter.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { apply, type Operation } from '../../src/tree/operations.ts'
import { toFolderPath } from '../../src/tree/path.ts'
import { analysisOf, type ChangedFiles, commitOf, bareProject } from '../support/commits.ts'

const sha = (digit: string): string => digit.repeat(40)

type Told = {
  readonly files?: ChangedFiles
  readonly commit?: Partial<Commit>
  readonly texts?: ReadonlyMap<string, string>
  readonly on?: Knowledge
}

const commit = (message: string, { files = { 'src/auth/refresh.ts': {} }, commit: more = {} }: Told = {}): Commit =>
  commitOf(message, files, { sha: sha('a'), at: new Date('2026-03-18T10:00:00Z'), ...more })
const untouched = (paths: readonly string[]): ChangedFiles => Object.fromEntries(paths.map((path) => [path, {}]))

const learn = (message: string, told: Told = {}): readonly Operation[] =>
  planOperations([analysisOf(commit(message, told), told.texts)], told.on ?? noKnowledge, bareProject)
const entryOf = (operation: Operation | undefined) => {
  if (operation === undefined || !('entry' in operation)) throw new Error('no entry')
  return operation.entry
}

describe('what teaches nothing', () => {
  test.each([
    ['a merge', 'Merge branch x', { commit: { parents: [sha('1'), sha('2')] } }],
    ['a version bump', 'v1.2.3', {}],
    ['a release', 'chore(release): 2.0.0', {}],
    ['a bump', 'Bump version to 1.4.0', {}],
    ['a fixup', 'fixup! feat: x', {}],
    ['a lock file', 'fix: update the lock file at last', { files: untouched(['package-lock.json', 'pnpm-lock.yaml']) }],
    ['vendored code', 'Import the parser library', { files: untouched(['vendor/x/y.go']) }],
    // Their comments filled four pages (poetry-core).
    ['vendored code of Python', 'Import the parser', { files: untouched(['src/core/_vendor/lark/lark.py']) }],
    [
      'a change of 400 files',
      'Reformat the whole code base',
      { files: untouched(Array.from({ length: 400 }, (_, at) => `src/${at}.ts`)) },
    ],
    ['our own commits', 'Curate: x\n\nCurated-By: ctx', {}],
    ['a chore without a reason', 'chore: tidy the build folder', {}],
    ['a word', 'wip', {}],
  ])('%s', (_, message, told: Told) => {
    expect(learn(message, told)).toEqual([])
  })

  test('no code that sells for vendors, or shows how to go with third parties', () => {
    for (const path of ['src/vendors/list.ts', 'examples/third-party/sign-in.ts'])
      expect(isWorthReading(commitOf('Sort it', { [path]: {} }), readMessage('Sort it'), []).kind, path).toBe('read')
  })

  test('the reason is told', () => {
    expect(isWorthReading(commit('v1.2.3'), readMessage('v1.2.3'), [])).toEqual({
      kind: 'skip',
      why: 'a version bump',
    })
  })

  test("the project's own globs", () => {
    const message = readMessage('Change the fixture data around')
    expect(isWorthReading(commit('', { files: untouched(['data/a.json']) }), message, ['data/**']).kind).toBe('skip')
  })
})

describe('what is learned', () => {
  test('reasons verbatim with their commit, constraints as rules, what was rejected', () => {
    const entry = entryOf(
      learn(
        'feat(auth): make tokens single-use\n\nA stolen token stayed valid for months because nothing noticed a second use.\nIt also reads nicer.\n\nConstraint: revocation is one UPDATE\nRejected: blacklists, they grow',
      )[0],
    )
    expect(entry.facts.map(({ subject, statement }) => [subject, statement])).toEqual([
      [
        'make tokens single-use',
        'A stolen token stayed valid for months because nothing noticed a second use. It also reads nicer.',
      ],
      ['rejected', 'blacklists, they grow'],
    ])
    expect(entry.narrative.rules).toEqual(['revocation is one UPDATE (aaaaaaaa)'])
    expect(entry.raw.sources).toEqual([{ commit: sha('a'), subject: 'make tokens single-use' }])
    expect(entry.title).toBe('refresh: Make tokens single-use')
  })

  test('secrets and addresses stay out, escape sequences too', () => {
    const text = JSON.stringify(
      learn(
        'fix: use \u001b[31mAKIAIOSFODNN7EXAMPLE\u001b[0m for uploads\n\nIt must be AKIAIOSFODNN7EXAMPLE because bob@example.org said so.',
      ),
    )
    expect(text).not.toMatch(/AKIA|bob@|\\u001b/)
    expect(text).toContain('redacted')
  })

  test('a revert says what was taken back, and the lesson it took back stays as past', () => {
    const first = learn('feat(auth): cache tokens\n\nCaching must always be on because lookups are slow.')
    const on = apply(noKnowledge, first, new Date(0)).knowledge
    const operations = learn(
      `Revert "feat(auth): cache tokens"\n\nThis reverts commit ${sha('a')}.\nUsers saw stale sessions.`,
      { on, commit: { sha: sha('b') } },
    )
    const { knowledge } = apply(on, operations, new Date(0))
    expect(knowledge.entries.size).toBe(1)
    const [entry] = knowledge.entries.values()
    const statements = entry?.facts.map(({ subject, statement }) => `${subject}: ${statement}`).join('\n')
    // Once: its lesson says so, and nothing does so again (http 6c2b7897).
    expect(statements).toContain('Revert "feat(auth): cache tokens": Users saw stale sessions.')
    expect(statements?.match(/Users saw stale sessions/g)).toHaveLength(1)
    const lesson = entry?.facts.find(({ subject }) => subject === 'cache tokens')
    expect(lesson?.note).toMatchObject({ status: 'past', supersededBy: ['bbbbbbbb'] })
  })

  test('a revert of a revert of a revert is one of what it is all about (kombu 5006e49c)', () => {
    const subject = 'Revert "Revert "Revert "Cache tokens (#1)" (#2)" (#3)" (#4)'
    const [piece] = analysisOf(
      commit(`${subject}\n\nThis reverts commit ${sha('a')}. Users saw stale ones.`),
    ).evidence.filter(({ kind }) => kind === 'revert')
    expect(piece).toMatchObject({ about: 'taken back' })
    expect(piece?.text).toMatch(/^“Cache tokens \(#1\)” was tried and taken back: /)
  })

  test("a revert in its author's words was told as what was taken back (starship caaf3bc6)", () => {
    const [piece] = analysisOf(
      commit('revert: Revert the duration in ms (#425)\n\nThe date utility of macOS has no such unit.'),
    ).evidence.filter(({ kind }) => kind === 'revert')
    expect(piece?.text).toMatch(/^“duration in ms” was tried and taken back: The date utility/)
    // What came back was not taken back (zod e9a0798c9).
    const [again] = analysisOf(commit('Revert "Revert type fix"\n\nThe old one failed.')).evidence.filter(
      ({ kind }) => kind === 'revert',
    )
    expect(again?.text).toMatch(/^“Revert type fix” was tried and taken back/)
  })

  test('a link, or whom it is for, is no reason for taking back (fzf 00f4551a, caddy 8848df9c, jq abde27d0)', () => {
    const saysOf = (more: string) =>
      analysisOf(commit(`Revert "Cache tokens"\n\nThis reverts commit ${sha('a')}.\n\n${more}`)).evidence.find(
        ({ kind }) => kind === 'revert',
      )?.text
    const tried = '“Cache tokens” was tried and taken back'
    const link = 'https://github.com/junegunn/fzf/pull/2251#issuecomment-740551383'
    for (const more of [link, '/cc @diamond (see #4205)', `This partially reverts commit ${sha('c')}.`])
      expect(saysOf(more)).toBe(`${tried}; the commit does not say why`)
    // The steps of a squash are no reason (starlette 39dccd91).
    expect(saysOf('* format\n\n* Add type hints')).toBe(`${tried}; the commit does not say why`)
    // What somebody will think about again is none, either (hugo f4046033, 508db190, c39ac573, e84b7ade).
    for (const more of [
      'Will have to look more closely into this.',
      'I need to revisit this.',
      'Again ...',
      `and commit ${sha('c')}.`,
    ])
      expect(saysOf(more)).toBe(`${tried}; the commit does not say why`)
    expect(saysOf('I need to revisit how tokens are cached.')).toContain(`${tried}: I need`)
    expect(saysOf('Not needed.')).toBe(`${tried}: Not needed.`)
    expect(saysOf('The users of #42 saw stale ones.')).toBe(`${tried}: The users of #42 saw stale ones.`)
  })

  test('entries follow a file that moved', () => {
    const on = apply(
      noKnowledge,
      learn('feat(auth): make tokens single-use because stolen ones stay valid'),
      new Date(0),
    ).knowledge
    const files: ChangedFiles = { 'src/auth/token.ts': { status: 'renamed', from: 'src/auth/refresh.ts' } }
    const { knowledge } = apply(on, learn('refactor: move it', { on, files, commit: { sha: sha('b') } }), new Date(0))
    expect([...knowledge.entries.values()][0]?.raw.files).toEqual(['src/auth/token.ts'])
  })

  test('a second commit on the same subject updates its entry, another subject gets its own', () => {
    const on = apply(
      noKnowledge,
      learn('feat(auth): make refresh tokens single-use because they get stolen'),
      new Date(0),
    ).knowledge
    const [same] = learn('fix(auth): refresh tokens must stay single-use after a crash', {
      on,
      commit: { sha: sha('b') },
    })
    const [other] = learn('feat(auth): sign cookies with a rotating secret key so that leaks end', {
      on,
      files: untouched(['src/auth/cookie.ts']),
      commit: { sha: sha('c') },
    })
    expect(same).toMatchObject({ path: [...on.entries.keys()][0] })
    expect(other).not.toMatchObject({ path: [...on.entries.keys()][0] })
  })

  test('the same history gives the same tree', () => {
    expect(learn('feat: one thing because of another reason')).toEqual(
      learn('feat: one thing because of another reason'),
    )
  })

  test('what a person tells is told apart into rules and facts', () => {
    const folder = toFolderPath('auth/signing')
    if (folder === undefined) throw new Error('auth/signing')
    const entry = entryOf(
      operationFromText('Tokens are signed with RS256. Never use HS256.', folder, noKnowledge, {
        author: 'Ada',
        agent: '',
      }),
    )
    expect(entry).toMatchObject({ title: 'Tokens are signed with RS256', narrative: { rules: ['Never use HS256.'] } })
  })
})
