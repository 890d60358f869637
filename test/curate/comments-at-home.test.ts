import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { teach } from '../../src/learning/teach.ts'
import { filedByFile, filesOfLessons } from '../../src/curate/filing/comments-at-home.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { analysedChange, bareProject, pieceOf } from '../support/commits.ts'

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge): Knowledge =>
  teach(analyses, on, bareProject).knowledge

const why = 'Each request wrapped every middleware again, which took a third of its time.'
const comment = '// The store is kept when a context goes back to its pool, because a new map for each request is slow.'
const served = {
  added: ['serve()', 'chain()', 'compile()', 'wrap()', 'store()', 'reset()', 'close()', 'open()', 'walk()'],
}
const wide = analysedChange(`Compile chains once\n\n${why}`, {
  'echo.go': served,
  'context.go': { added: ['type Context struct {', `\t${comment}`, '\tstore map[string]any', '}'] },
})
const own = analysedChange(
  `Check the scheme of a context\n\nA header may hold anything, so it is not taken as it is.`,
  {
    'context.go': { added: ['scheme()', 'valid()', 'proto()'] },
  },
)

const pages = (told: ReturnType<typeof learn>) =>
  [...told.entries.values()].map(({ raw, facts, narrative }) => ({
    file: raw.files[0],
    says: [...facts.map(({ statement }) => statement), ...narrative.rules].join(' '),
    sources: raw.sources.map(({ commit }) => commit),
  }))

describe('a comment of a commit that is mostly about another file', () => {
  test('is told with its own file, and its commit is named there (echo b1d65e40)', () => {
    const [echo, context] = pages(learn([wide, own])).toSorted((a) => (a.file === 'echo.go' ? -1 : 1))
    expect(context).toMatchObject({ file: 'context.go', sources: [wide.sha, own.sha] })
    expect(context?.says).toContain('The store is kept')
    expect(echo?.says).not.toContain('The store is kept')
  })

  test('is told so where the tree has the page of that file already', () => {
    const told = learn([wide], learn([own]))
    const context = pages(told).find(({ file }) => file === 'context.go')
    expect(context?.says).toContain('The store is kept')
    expect(context?.sources).toEqual([own.sha, wide.sha])
  })

  test('is told with its commit where its file has no page', () => {
    const [echo] = pages(learn([wide]))
    expect(echo).toMatchObject({ file: 'echo.go', sources: [wide.sha] })
    expect(echo?.says).toContain('The store is kept')
  })

  test('finds the page of its file by that, however unlike the two commits are called (minijinja parser.rs)', () => {
    const unlike = analysedChange(`Refuse what some proxy header claims before redirects happen\n\n${why}`, {
      'context.go': { added: ['scheme()', 'valid()', 'proto()'] },
    })
    const other = analysedChange(`Serve files from embedded images without buffering twice\n\n${why}`, {
      'echo.go': served,
      'context.go': { added: ['type Context struct {', `\t${comment}`, '\tstore map[string]any', '}'] },
    })
    const context = pages(learn([other], learn([unlike]))).find(({ file }) => file === 'context.go')
    expect(context?.says).toContain('The store is kept')
  })

  test('leaves the rules of a message where its commit is told, beside a page of no file', () => {
    const rule = 'Never keep a session for longer than a day.'
    const session = analysedChange(`Keep sessions\n\n${why}\n\nConstraint: ${rule}`, { 'auth/session.go': served })
    const settings = analysedChange(
      `Use squash merges\n\nA merge commit hides which of its parents broke the build.`,
      {},
    )
    const told = pages(learn([session, settings])).find(({ says }) => says.includes(rule))
    expect(told?.file).toBe('auth/session.go')
  })

  test('does not take a revert of its commit to its page', () => {
    const revert = analysedChange(
      `Revert "Compile chains once"\n\nThis reverts commit ${wide.sha}.\n\nChains were stale when routes came later.`,
      { 'echo.go': { removed: served.added } },
    )
    const told = pages(learn([revert], learn([wide], learn([own]))))
    expect(told.find(({ file }) => file === 'context.go')?.says).not.toContain('Chains were stale')
  })
})

test('what still stands in a file is not told under "what no longer holds" (black 403ce1a1: a rule on triage)', () => {
  const analysis = analysedChange('Write down how we triage', { 'docs/triage.md': { added: ['Close duplicates.'] } })
  const at = { commit: analysis.sha, path: 'docs/triage.md' }
  const pieces = [
    pieceOf('rule', 'Duplicates should always be closed.', { at }),
    pieceOf('lesson', 'We triaged by mail.'),
  ]
  const toldIn = (name: string) => {
    const one = { folder: toFolder('docs', name), name, file: '', analyses: [analysis] }
    const [filed] = filedByFile([one], {
      evidence: new Map([[analysis.sha, pieces]]),
      layout: bareProject.layout,
      tree: new Map(),
    })
    return filed?.evidence.map(({ kind }) => kind)
  }
  expect(toldIn('history')).toEqual(['lesson'])
  expect(toldIn('triage')).toEqual(['rule', 'lesson'])
})

const said = 'Styles are parsed here, because the code generator must not know of them.'
const style = 'packages/compiler-dom/src/transforms/transformStyle.ts'
const codegen = 'packages/compiler-core/src/codegen.ts'

test('a comment whose file has no page stood on that of another package (vue 3bba4611, transformStyle.ts)', () => {
  const layout = { ...bareProject.layout, packages: ['packages/compiler-core', 'packages/compiler-dom'] }
  const parse = analysedChange('Parse styles', { [codegen]: served, [style]: { added: ['parse()'] } })
  const htmlFile = 'packages/compiler-dom/src/transforms/vHtml.ts'
  const html = ['Trust', 'Doubt', 'Warn of'].map((word) => analysedChange(`${word} HTML`, { [htmlFile]: served }))
  const evidence = new Map([[parse.sha, [pieceOf('reason', said, { at: { commit: parse.sha, path: style } })]]])
  const subject = (folder: [string, string], file: string, analyses: readonly CommitAnalysis[]) => ({
    folder: toFolder(...folder),
    name: folder[1],
    file,
    analyses,
  })
  const core = subject(['compiler_core', 'codegen'], codegen, [parse])
  const dom = subject(['compiler_dom', 'transforms'], htmlFile, html)
  const saidOn = (...subjects: readonly (typeof core)[]) =>
    filedByFile(subjects, { evidence, layout, tree: new Map() }).map((one) => one.evidence.length)
  expect(saidOn(core, dom)).toEqual([0, 1])
  // A page of one commit may not be told.
  expect(saidOn(core, { ...dom, analyses: html.slice(0, 1) })).toEqual([1, 0])
  expect(saidOn(core)).toEqual([1])
})

test('a page was called by files of which it tells nothing (vue “vIf, vModel, transformSlotOutlet, transformText”)', () => {
  const files = ['src/vIf.ts', 'src/vModel.ts', 'src/vOn.ts']
  const [vIf, vModel, vOn] = files.map((file) => analysedChange(`Change ${file}`, { [file]: served }))
  const analyses = [vIf, vModel, vOn].flatMap((one) => one ?? [])
  const lesson = pieceOf('lesson', why, { at: { commit: vIf?.sha ?? '', path: '' } })
  const quoted = pieceOf('reason', said, { at: { commit: vModel?.sha ?? '', path: 'src/vOn.ts' } })
  const one = {
    folder: toFolder('src', 'src'),
    name: 'src',
    file: '',
    files,
    analyses,
    guests: [],
    evidence: [quoted],
  }
  const told = { lessons: [lesson], layout: bareProject.layout }
  expect(filesOfLessons(one, told)).toEqual(['src/vIf.ts', 'src/vOn.ts'])
  expect(filesOfLessons({ ...one, evidence: [] }, { ...told, lessons: [] })).toEqual(files)
})
