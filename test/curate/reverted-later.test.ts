import { expect, test } from 'vitest'
import { cameAgain } from '../../src/curate/standing/came-again.ts'
import { revertedLater } from '../../src/curate/standing/reverted-later.ts'
import { analysed, analysedChange } from '../support/commits.ts'

const node = { 'node.go': {} }

test('what a message reverts in the words of a headline was told as if it held (bbolt a96185e8, b1dbd35d)', () => {
  const one = analysedChange('Allow split nodes to be merged with the next node.\n\nThis changes node.split().', node)
  const two = analysedChange('Fix merge-split spill issues.', node)
  const elsewhere = analysedChange('Merge and split the pages of the manual', { 'manual.go': {} })
  const revert = (said: string) => analysedChange(`Fix a regression.\n\n${said}`, node)
  const undone = (said: string) => [...revertedLater([one, two, elsewhere, revert(said)]).keys()]
  expect(undone('This commit reverts merge-split and splits into many pages, because it was slow.')).toEqual([
    one.sha,
    two.sha,
  ])
  expect(undone('This commit reverts to merging split nodes, because it was slow without it.')).toEqual([])
  expect(undone('This commit reverts part of merge-split, because it was slow.')).toEqual([])
  expect(undone('This commit reverts split, because it was slow.')).toEqual([])
})

test('what was deleted and is there again was told as gone: arm64 is supported (bbolt a74efb5d, 503413c4, 8f3c534f)', () => {
  const file = (path: string, status: 'added' | 'deleted') => ({ [path]: { status, added: ['const maxMapSize = 1'] } })
  const revert = analysed('revert arm64 change\n\nIt caused issues with Go 1.4.', file('bolt_arm64.go', 'deleted'))
  const again = analysed('Add support for arm64', file('bolt_arm64.go', 'added'))
  const moved = analysed('Move it', { ...file('bolt_arm64.go', 'deleted'), ...file('common/bolt_arm64.go', 'added') })
  const dropped = analysed('Drop arm64', { ...file('bolt_arm64.go', 'deleted'), ...file('README.md', 'added') })
  expect(cameAgain([revert])).toEqual(new Map())
  expect(cameAgain([revert, again])).toEqual(new Map([[revert.sha, again.sha]]))
  expect(cameAgain([revert, again, moved])).toEqual(new Map([[revert.sha, again.sha]]))
  expect(cameAgain([revert, again, dropped])).toEqual(new Map())
})

test('what was undone and done again was told twice as holding: “Un-export MetricVec” (client_golang f66cdf07, 85aa957f)', () => {
  const vec = { 'vec.go': {} }
  const unmade = analysedChange('Un-export MetricVec', vec)
  const again = analysedChange('Export MetricVec (again)', vec)
  expect(revertedLater([unmade, again])).toEqual(new Map([[unmade.sha, again.sha]]))
  expect(revertedLater([unmade, analysedChange('Export MetricVec (again)', { 'other.go': {} })]).size).toBe(0)
  const [pin, unpin] = [analysedChange('Pin coverage', vec), analysedChange('Unpin coverage', vec)]
  expect(revertedLater([pin, unpin])).toEqual(new Map([[pin.sha, unpin.sha]]))
  // vue 759a9518, 09d6eaf9
  const [pinTo, unpinIt] = [analysedChange('pin rollup to 4.9.2', vec), analysedChange('unpin rollup', vec)]
  expect(revertedLater([pinTo, unpinIt])).toEqual(new Map([[pinTo.sha, unpinIt.sha]]))
  // Two things that go together, and none that is over.
  for (const name of ['Marshal durations', 'Escape HTML', 'Wrap errors', 'Lock the mutex', 'Register collectors']) {
    const both = [name, `Un${name.toLowerCase()}`].map((title) => analysedChange(title, vec))
    expect(revertedLater(both).size, name).toBe(0)
  }
  const [removed, restored] = ['Remove `HttpTwo` from `Pool`', 'Restore `HttpTwo` in `Pool` again'].map((title) =>
    analysedChange(title, vec),
  )
  expect(revertedLater([removed, restored].flatMap((one) => one ?? [])).size).toBe(1)
  expect(revertedLater([analysedChange('Unify the vectors', vec), analysedChange('Ify the vectors', vec)]).size).toBe(0)
})

test('of two parts with a fix of one name, the one that was reverted is over', () => {
  const one = analysedChange('net/http: fix data race in Close', { 'http.go': {} })
  const two = analysedChange('net/url: fix data race in Close', { 'url.go': {} })
  const revert = analysedChange('Revert "net/http: fix data race in Close"', { 'http.go': {} })
  expect([...revertedLater([one, two, revert]).keys()]).toEqual([one.sha])
  // Another part's fix is not the one that came again.
  const other = analysedChange('net/mail: fix data race in Close', { 'mail.go': {} })
  expect([...revertedLater([one, revert, other]).keys()]).toEqual([one.sha])
  const again = analysedChange('Reapply "net/http: fix data race in Close"', { 'http.go': {} })
  expect(revertedLater([one, revert, again]).has(one.sha)).toBe(false)
  const gone = analysedChange('Revert "net/url: fix data race in Close"', { 'url.go': {} })
  expect(revertedLater([two, gone, one, revert, again]).get(two.sha)).toBe(gone.sha)
})
