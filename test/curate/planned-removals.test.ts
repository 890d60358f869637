import { expect, test } from 'vitest'
import { isOverdue, newestRelease } from '../../src/curate/standing/planned-removals.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { type LineHistory, noLineHistory } from '../../src/curate/lines/line-history.ts'
import { analysed } from '../support/commits.ts'

const changelog = bulletsIn('## 2.10.0\n\n- Sort all goods by name\n\n## 2.9.1\n\n- Sort all mail by day'.split('\n'))

test('the newest release is that of a changelog or a manifest, by its number', () => {
  expect(newestRelease(changelog, ['{\n  "version": "2.2.0"\n}'])).toEqual([2, 10, 0])
  expect(newestRelease(changelog, ['[package]\nname = "shop"\nversion = "3.0.0"\n'])).toEqual([3, 0, 0])
  expect(newestRelease([], [])).toEqual([])
})

test.each([
  ['It will be removed in urllib3 v2.1.0, use `headers` instead', true],
  ['`level` is still supported but should be removed in 2.x', true],
  ['It will be removed in version 2.10', true],
  ['It will be removed in 2.11.0', false],
  ['It will be removed in 3.x', false],
  ['It will be removed in a future release', false],
  ['`cgi` will be removed in Python 2.0', false],
])('what is to go in a release that is there is overdue (urllib3 19582a1f, ws 053a3220): %s', (text, is) => {
  expect(isOverdue(text, newestRelease(changelog, []))).toBe(is)
  expect(isOverdue(text, [])).toBe(false)
})

test('a lesson whose plan is overdue holds only in part', () => {
  const told = analysed('Deprecate `level`\n\nIt will be removed in 2.0, because nobody sets it any more.', {
    'src/a.ts': {},
  })
  const status = (newest: readonly number[], lineHistory?: LineHistory) =>
    withOutcomes([told], {
      lineHistories: () => lineHistory,
      soFar: () => undefined,
      files: undefined,
      manifests: [],
      newest,
    })
      .flatMap(({ evidence }) => evidence)
      .find(({ kind }) => kind === 'lesson')?.note?.status
  expect([status([1, 9]), status([2, 0]), status([])]).toEqual(['current', 'partly', 'current'])
  // So does one whose lines went (werkzeug c1f057a4: only "lines rewritten", in a release after that).
  const gone = { ...noLineHistory, added: 5, gone: 5, rewritten: 4 }
  expect([status([1, 9], gone), status([2, 0], gone)]).toEqual(['reworked', 'partly'])
})
