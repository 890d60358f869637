import { expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { withReverts } from '../../src/curate/standing/reverts-by-diff.ts'
import { teach } from '../../src/learning/teach.ts'
import { analysedChange, bareProject } from '../support/commits.ts'

const learn = (analyses: readonly CommitAnalysis[], on: Knowledge = noKnowledge): Knowledge =>
  teach(analyses, on, bareProject).knowledge

const why = 'The standard one panics when a timeout is set, which is known and not mended.'
const files = { 'src/walk.rs': {} }

test('what somebody goes back to after a revert is not told as taken back (fd e7f192f1, 5bb7a527)', () => {
  const tried = analysedChange(`Switch from std::sync::mpsc to crossbeam-channel\n\n${why}`, files)
  const revert = analysedChange(
    `Revert "Switch from std::sync::mpsc to crossbeam-channel"\n\nThis reverts commit ${tried.sha}.\n\nSearches became slower because of it.`,
    files,
  )
  const told = (...more: readonly CommitAnalysis[]) =>
    [...learn([tried, revert, ...more]).entries.values()].flatMap(({ facts }) =>
      facts.map(({ subject, note }) => `${subject.split(' ')[0]} ${note?.status}`),
    )
  expect(told()).toEqual(['Revert current', 'Switch past'])
  expect(told(analysedChange('walk: Switch back to crossbeam-channel', files))).toEqual([
    'Switch current',
    'Revert past',
  ])
  expect(told(analysedChange('walk: Switch back to threads', files))).toEqual(['Revert current', 'Switch past'])
})

test('what somebody goes back to is not what the reverted commit came from', () => {
  const moved = analysedChange(`Replace yarn with npm\n\n${why}`, files)
  const revert = analysedChange(
    `Revert "Replace yarn with npm"\n\nThis reverts commit ${moved.sha}.\n\nInstalls became slower because of it.`,
    files,
  )
  const facts = [...learn([moved, revert, analysedChange('Go back to yarn', files)]).entries.values()]
  expect(facts.flatMap((entry) => entry.facts.map(({ subject, note }) => [subject, note?.status]))).toContainEqual([
    'Replace yarn with npm',
    'past',
  ])
})

test('why something was taken back may stand behind the dash of a title (chi be3aea55: “the commit does not say why”)', () => {
  const lines = ['mCONNECT: http.MethodConnect,', 'mDELETE: http.MethodDelete,', 'mGET: http.MethodGet,']
  const tried = analysedChange(`Export the names of methods\n\n${why}`, { 'tree.go': { added: lines } })
  const title = 'revert methodMap change - brings back support for go 1.7 and 1.8'
  const told = withReverts([tried, analysedChange(title, { 'tree.go': { added: [], removed: lines } })])
  expect(told.flatMap(({ evidence }) => evidence).find(({ kind }) => kind === 'revert')?.text).toBe(
    '“Export the names of methods” was tried and taken back: brings back support for go 1.7 and 1.8',
  )
})

test('what landed again under its title was told as tried and taken back (diesel 78015910, 73dc294c; hugo e7d0bc8a, e1da7cb3)', () => {
  const title = 'Add support for `chrono::NaiveDate`'
  const tried = analysedChange(`${title}\n\n${why}`, files)
  const revert = analysedChange(
    `Revert "${title}"\n\nThis reverts commit ${tried.sha}.\n\nMy understanding of dates is flawed.`,
    files,
  )
  const told = (more: CommitAnalysis) =>
    [...learn([tried, revert, more]).entries.values()].flatMap(({ facts }) => facts.map(({ subject }) => subject))
  expect(told(analysedChange(title, files))).not.toContain('taken back')
  // Elsewhere, or as a copy on another branch, it is not what was taken back.
  expect(told(analysedChange(title, { 'src/other.rs': {} }))).toContain('taken back')
  expect(told(analysedChange(`${title}\n\n(cherry picked from commit ${tried.sha})`, files))).toContain('taken back')
})
