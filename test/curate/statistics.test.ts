import { describe, expect, test } from 'vitest'
import { relate } from '../../src/curate/entries/statistics.ts'
import { emptyEntry } from '../../src/tree/entry.ts'
import type { Operation } from '../../src/tree/operations.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { analysed } from '../support/commits.ts'
import { entryOf, oneEntry, rawFrom, entriesOf, twoEntry } from '../support/entries.ts'

describe('what belongs together', () => {
  const write = (path: EntryPath, file: string, commits: readonly string[]): Operation => ({
    type: 'UPSERT',
    path,
    entry: entryOf({ files: [file], raw: rawFrom(...commits) }),
    reason: '',
  })
  const both = Array.from({ length: 5 }, () => analysed('Change both', { 'a.ts': {}, 'b.ts': {} }))
  const rest = Array.from({ length: 50 }, (_, at) => analysed('Change another', { [`x${at}.ts`]: {} }))
  const operations = [
    write(
      oneEntry,
      'a.ts',
      both.map(({ sha }) => sha),
    ),
    write(twoEntry, 'b.ts', []),
  ]
  const related = (analyses: readonly ReturnType<typeof analysed>[], before = '') =>
    relate(operations, analyses, {
      about: [both, []],
      tree: entriesOf(
        before === '' ? {} : { [oneEntry]: { narrative: { ...emptyEntry.narrative, structure: before } } },
      ),
    }).map((operation) =>
      'entry' in operation
        ? [
            operation.entry.relations.map(({ path, reason }) => `${path}: ${reason}`),
            operation.entry.narrative.structure,
          ]
        : [],
    )

  test('is what changed together in four commits of a long history, and in a quarter of those of the rarer', () => {
    expect(related([...both, ...rest]).map(([relations]) => relations)).toEqual([
      [`${twoEntry}: changed together in 5 commits`],
      [`${oneEntry}: changed together in 5 commits`],
    ])
    expect(related([...both.slice(0, 3), ...rest]).flatMap(([relations]) => relations)).toEqual([])
    expect(related(both).flatMap(([relations]) => relations)).toEqual([])
    const alone = Array.from({ length: 20 }, () => analysed('Change one', { 'a.ts': {} }))
    const other20 = Array.from({ length: 20 }, () => analysed('Change one', { 'b.ts': {} }))
    expect(related([...both, ...alone, ...other20, ...rest]).flatMap(([relations]) => relations)).toEqual([])
    expect(related([...both, ...alone, ...rest]).flatMap(([relations]) => relations)).toHaveLength(2)
  })

  test('half of all pages were related to one whose file is gone, by the changelog that is left of it (werkzeug)', () => {
    const noted = Array.from({ length: 5 }, () => analysed('Change both', { 'a.ts': {}, 'CHANGES.rst': {} }))
    const dead = [operations[0], write(twoEntry, 'CHANGES.rst', [])].flatMap((one) => one ?? [])
    const found = relate(dead, [...noted, ...rest], { about: [noted, []], tree: entriesOf({}) })
    expect(found.flatMap((one) => ('entry' in one ? one.entry.relations : []))).toEqual([])
  })

  test('and how often it was worked on, added to what was counted before, below what people wrote', () => {
    const [[, activity] = []] = related([...both, ...rest])
    expect(activity).toMatch(/^5 commits from 20\d\d-\d\d to 20\d\d-\d\d, most by Ada \(5\)\.$/)
    const [[, more] = []] = related([...both, ...rest], '7 commits from 2020-01 to 2020-02.\nMine.')
    expect(more).toMatch(/^12 commits from 2020-01 to 20\d\d-\d\d, most by Ada \(5\)\.\nMine\.$/)
  })

  test('“5 commits from 2019-11 to 2019-11” were those up to 2026-08, of which one is still cited (vue 77061fe8)', () => {
    const [first] = both
    const cited = [write(oneEntry, 'a.ts', [first?.sha ?? ''])]
    const later = both.map((one, at) => ({
      ...one,
      at: new Date(Date.UTC(2019 + at, 0)),
      author: at === 0 ? 'Bo' : 'Ada',
    }))
    const [told] = relate(cited, [...both, ...rest], { about: [later], tree: entriesOf({}) })
    expect(told !== undefined && 'entry' in told ? told.entry.narrative.structure : '').toBe(
      '5 commits from 2019-01 to 2023-01, most by Ada (4).',
    )
  })
})
