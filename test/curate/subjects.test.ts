import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { planOperations, type ProjectNow } from '../../src/curate/plan-operations.ts'
import { buildEntry, reasonOf } from '../../src/curate/entries/build-entry.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { isNonCodeEntry } from '../../src/curate/filing/non-code.ts'
import type { Entry } from '../../src/tree/entry.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { noNote } from '../../src/tree/note.ts'
import { apply } from '../../src/tree/operations.ts'
import { analysed, type ChangedFiles, pieceOf, bareProject } from '../support/commits.ts'
import { explained } from '../support/messages.ts'

// Which entry a commit is told in, and what of it an entry keeps.

const learn = (
  analyses: readonly CommitAnalysis[],
  on: Knowledge = noKnowledge,
  more: Partial<ProjectNow> = {},
): Knowledge => apply(on, planOperations(analyses, on, { ...bareProject, ...more }), new Date(0)).knowledge
const taught = ({ entries }: Knowledge): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...entries].map(([path, { facts }]) => [path, facts.map(({ subject }) => subject)]))
const touching = (...paths: readonly string[]): ChangedFiles =>
  Object.fromEntries(paths.map((path) => [path, { added: [`use('${path}')`] }]))

describe('a commit', () => {
  test('is told where most of it is, and later ones of that file beside it', () => {
    const first = explained('Sort goods by price', touching('src/shop/goods.ts', 'src/shop/basket.ts'))
    const known = learn([first])
    expect(Object.keys(taught(known))).toHaveLength(1)
    const [path = ''] = Object.keys(taught(known))
    const again = learn([explained('Sort goods by their name', touching('src/shop/goods.ts'))], known)
    expect(Object.keys(taught(again))).toEqual([path])
    const other = learn([explained('Rotate the signing keys', touching('src/auth/keys.ts'))], known)
    expect(Object.keys(taught(other))).toHaveLength(2)
  })

  test('of more files than belong together tells of a part only what it did there', () => {
    const why = (at: number): readonly string[] => [
      `// It must be ${at} because the gateway counts connections and refuses all that come after the last one.`,
      `const limit${at} = ${at}`,
    ]
    const wide = (count: number): ChangedFiles =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/part${at}/file${at}.ts`, { added: why(at) }]))
    const said = (count: number): readonly string[] =>
      [...learn([explained('Limit all connections', wide(count))]).entries.values()]
        .flatMap(({ narrative }) => narrative.rules)
        .filter((text) => text.includes('gateway'))
    expect(said(12).length).toBeGreaterThan(1)
    expect(said(13).length).toBeLessThan(said(12).length)
  })

  test('that takes another back is told where that one was', () => {
    const first = explained('Cache avatars in memory', touching('src/avatars/cache.ts'))
    const known = learn([first])
    const back = analysed(
      `Revert "Cache avatars in memory"\n\nThis reverts commit ${first.sha}.\nUsers saw the faces of others.`,
      { 'src/avatars/cache.ts': { removed: [`use('src/avatars/cache.ts')`] } },
    )
    const after = learn([back], known)
    expect([...after.entries.keys()]).toEqual([...known.entries.keys()])
    const [lesson] = [...after.entries.values()]
      .flatMap(({ facts }) => facts)
      .filter(({ subject }) => subject === 'Cache avatars in memory')
    expect(lesson?.note).toMatchObject({ status: 'past', supersededBy: [back.sha.slice(0, 8)] })
  })

  test('names a part of the project before a colon only where there is one', () => {
    const there = { layout: { packages: [], domains: {}, there: new Set(['src/streaming/a.ts', 'src/other/b.ts']) } }
    const place = (subject: string): string | undefined =>
      Object.keys(
        taught(learn([explained(subject, touching('src/other/b.ts', 'src/streaming/a.ts'))], noKnowledge, there)),
      )[0]
    expect(place('streaming: wait for the end')).toMatch(/^other\/streaming\//)
    expect(place('Added: wait for the end')).toMatch(/^other\/b\//)
  })

  test('of tests, pages or settings stands together with others of its kind', () => {
    const beside = ['a', 'b', 'c'].map((name) =>
      explained(
        `Test what ${name}${name}${name} does when nobody waits for it`,
        touching(`test/shop/${name}${name}${name}.test.ts`),
      ),
    )
    expect(Object.keys(taught(learn(beside)))).toHaveLength(1)
    expect([
      isNonCodeEntry({ name: 'tests', file: '' }),
      isNonCodeEntry({ name: 'tests', file: 'a.ts' }),
      isNonCodeEntry({ name: 'goods', file: '' }),
    ]).toEqual([true, false, false])
  })
})

describe('an entry', () => {
  const analysis = explained('Sort goods', touching('src/shop/goods.ts'))
  const build = (evidence: readonly Evidence[], analyses = [analysis]): Entry =>
    buildEntry({ title: 'Sort', file: '', analyses, evidence }, { isNew: true })

  test('keeps every lesson, and of comments and others the heaviest, in the order they were found', () => {
    const lessons = Array.from({ length: 30 }, (_, at) => pieceOf('lesson', `L${at}`))
    const comments = Array.from({ length: 14 }, (_, at) =>
      pieceOf('reason', `C${at}`, { at: { commit: 'a'.repeat(40), path: 'a.ts' }, weight: at < 2 ? 0.1 : 1 }),
    )
    const others = Array.from({ length: 10 }, (_, at) => pieceOf('decision', `O${at}`))
    const statements = build([...others, ...comments, ...lessons]).facts.map(({ statement }) => statement)
    expect(statements.slice(0, 30)).toEqual(lessons.map(({ text }) => text))
    expect(statements.slice(30, 42)).toEqual(comments.slice(2).map(({ text }) => text))
    expect(statements.slice(42)).toEqual(others.slice(2).map(({ text }) => text))
  })

  test('leaves out what mattered on the day of its commit alone, and a revert that a lesson tells', () => {
    const told = (...evidence: readonly Evidence[]): readonly string[] =>
      build(evidence).facts.map(({ statement }) => statement)
    expect(told(pieceOf('document', 'D'), pieceOf('test', 'T'))).toEqual([])
    const revert = pieceOf('revert', '“Sort goods” was tried and taken back: Users saw the goods of others.', {
      value: 'b'.repeat(40),
    })
    const lesson = pieceOf('lesson', 'Users saw the goods of others.', { note: { ...noNote, replaces: ['bbbbbbbb'] } })
    expect(told(revert, lesson)).toEqual([lesson.text])
    expect(told(revert)).toEqual([revert.text])
    expect(told(revert, { ...lesson, note: noNote })).toEqual([lesson.text, revert.text])
    expect(told(revert, { ...lesson, text: '' })).toContain(revert.text)
    expect(told(revert, { ...lesson, at: { commit: 'c'.repeat(40), path: '' } })).toContain(revert.text)
  })

  test('names where a rule stands, when that is not the file that it is about', () => {
    const rule = (path: string, about = ''): string | undefined =>
      build([pieceOf('rule', 'Never sort twice.', { about, at: { commit: 'a'.repeat(40), path } })]).narrative.rules[0]
    expect(rule('src/shop/goods.ts')).toBe('Never sort twice. (aaaaaaaa)')
    expect(rule('src/shop/goods.ts', 'sort')).toBe('Never sort twice. — `sort` (aaaaaaaa)')
    expect(rule('src/other.ts', 'sort')).toBe('Never sort twice. — `sort`, src/other.ts (aaaaaaaa)')
    expect(rule('', 'sort')).toBe('Never sort twice. (aaaaaaaa)')
  })

  test('cites the commits that it tells of, and says how many it learned from', () => {
    const other = explained('Queue mails', touching('src/mail.ts'))
    const cited = build([pieceOf('lesson', 'L', { at: { commit: analysis.sha, path: '' } })], [analysis, other])
    expect(cited.raw.sources.map(({ commit }) => commit)).toEqual([analysis.sha])
    expect(reasonOf([analysis, other])).toBe(
      `Learned from 2 commits, ${analysis.sha.slice(0, 8)} to ${other.sha.slice(0, 8)}`,
    )
    expect(reasonOf([analysis])).toBe(`Learned from ${analysis.sha.slice(0, 8)}: Sort goods`)
    expect(reasonOf([])).toBe('')
    // What takes back is known by its commit, though it says nothing: it may be taken back itself.
    const back = build(
      [pieceOf('revert', '', { value: 'b'.repeat(40), at: { commit: other.sha, path: '' } })],
      [analysis, other],
    )
    expect(back.raw.sources.map(({ commit }) => commit)).toEqual([other.sha])
  })

  test('names the files most changed first, no file that is gone, and code before what lies beside it', () => {
    const files = (...changes: readonly ChangedFiles[]): readonly string[] =>
      build(
        [],
        changes.map((one) => explained('Sort', one)),
      ).raw.files
    expect(files(touching('a.ts'), touching('b.ts'), touching('b.ts'))).toEqual(['b.ts', 'a.ts'])
    expect(
      files(touching('a.ts'), { 'a.ts': { status: 'deleted', removed: ['x()'] }, 'b.ts': { added: ['y()'] } }),
    ).toEqual(['b.ts'])
    expect(files({ 'a.ts': { status: 'deleted', removed: ['x()'] } }, touching('a.ts'))).toEqual(['a.ts'])
    expect(files(touching('docs/a.md', 'test/a.test.ts', 'src/a.ts'))[0]).toBe('src/a.ts')
  })
})
