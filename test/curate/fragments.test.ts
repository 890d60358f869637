import { expect, test } from 'vitest'
import { besideTheirCode, withoutNotes } from '../../src/curate/filing/fragments.ts'
import { isFragment } from '../../src/curate/message/changelog-files.ts'
import { filesNow } from '../../src/curate/standing/files-now.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { teach } from '../../src/learning/teach.ts'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { analysed, bareProject } from '../support/commits.ts'

// Where a news fragment is told that came in a commit of its own.

const day = (at: number): { readonly at: Date } => ({ at: new Date(Date.UTC(2026, 0, at)) })
const code = analysed('Close the stream', { 'src/stream.py': { added: ['close()'] } }, day(3))
const note = (at = 4) =>
  analysed('Add newsfragment', { 'newsfragments/609.bugfix.rst': { added: ['It closes.'] } }, day(at))
const pages = analysed('Say how', { 'docs/how.rst': { added: ['So.'] } }, day(4))
const filesOf = (told: ReturnType<typeof note>, ...all: readonly ReturnType<typeof note>[]): readonly string[] =>
  besideTheirCode([told], all).flatMap(({ touched }) => touched.map(({ path }) => path))

test('is told with the code that its author changed next to it (trio 332f1118)', () => {
  const told = note()
  expect(filesOf(told, code, pages, told)).toEqual(['src/stream.py', 'newsfragments/609.bugfix.rst'])
  expect(filesOf(told, told, pages, code)).toEqual(['src/stream.py', 'newsfragments/609.bugfix.rst'])
})

test('is told as it is where that is another’s, or long ago, or where it came with code', () => {
  const told = note()
  expect(filesOf(told, { ...code, author: 'Somebody Else' }, told)).toEqual(['newsfragments/609.bugfix.rst'])
  expect(filesOf(note(30), code, note(30))).toEqual(['newsfragments/609.bugfix.rst'])
  expect(besideTheirCode([code], [code, told])).toEqual([code])
})

const why = 'The stream stayed open, because nobody waited for the last chunk of it.'
const merged = analysed(`Close the stream (#609)\n\n${why}`, { 'src/stream.py': { added: ['close()'] } }, day(3))
const noteOf = (text: string) =>
  analysed(
    'Add a change note for PR #609',
    { 'newsfragments/609.bugfix.rst': { status: 'added', added: [text] } },
    day(4),
  )

test('is left out where a lesson tells of its pull request in such words, be it of the tree (yarl 2e201370)', () => {
  const told = noteOf(why)
  expect(withoutNotes([merged, told], new Map())).toEqual([merged])
  const { entries } = teach([merged], noKnowledge, { ...bareProject }).knowledge
  expect(withoutNotes([told], entries)).toEqual([])
  expect(withoutNotes([code, told], new Map())).toEqual([code, told])
  const other = noteOf('Deprecated the old name, which goes with the next release of the package.')
  expect(withoutNotes([merged, other], new Map())).toEqual([merged, other])
})

test('is not over because a release took its file in (yarl 764e3d73)', () => {
  const statusOf = (analysis: typeof merged) =>
    withOutcomes([analysis], {
      lineHistories: () => undefined,
      soFar: () => undefined,
      files: filesNow(new Set(['src/other.py'])),
      manifests: [],
    })[0]?.evidence.find(({ kind }) => kind === 'lesson')?.note?.status
  expect([statusOf(noteOf(why)), statusOf(merged)]).toEqual(['current', 'past'])
})

test('a page was called after notes whose names are made up: "news: a035c999 332b 4096 …" (pip)', () => {
  const notes = [
    'news/a035c999-332b-4096-aa90-455f8d603129.trivial.rst',
    'news/13084.bugfix',
    'docs/news/7.removal.2.md',
  ]
  expect(notes.filter(isFragment)).toEqual(notes)
  expect(['news/index.rst', 'news/feed.bugfix.py', 'src/news/2024.md'].filter(isFragment)).toEqual([])
})
