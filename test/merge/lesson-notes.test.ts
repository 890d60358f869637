import { expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { type Entry, writeEntry } from '../../src/tree/entry.ts'
import { readFact, writeFact } from '../../src/tree/facts.ts'
import { entryOf } from '../support/entries.ts'

const saying = (...facts: readonly string[]): Entry => entryOf({ facts: facts.map(readFact) })
const mergedBothWays = (base: Entry, one: Entry, other: Entry): readonly (readonly string[])[] =>
  [
    [one, other],
    [other, one],
  ].map(([ours = base, theirs = base]) => mergeEntries({ base, ours, theirs }).entry.facts.map(writeFact))
const both = (...facts: readonly string[]): readonly (readonly string[])[] => [facts, facts]

const lesson = (why: string, note = '2026-01-01', commit = '0123abcd'): string =>
  `**Size the pool by cores**: ${why} {${note}} [project] (${commit})`
const [old, edited] = ['a larger pool only costs reconnects.', 'a larger pool only costs reconnects and memory.']

test('a lesson that one of two marked as past was told as if it held, since the other had changed a word of it', () => {
  const past = '2026-01-01 · past'
  expect(mergedBothWays(saying(lesson(old)), saying(lesson(old, past)), saying(lesson(edited)))).toEqual(
    both(lesson(edited, past)),
  )
})

test('a lesson that a commit took back lost "superseded by" with the words that somebody else changed', () => {
  const ended = '2026-01-01 · past · superseded by c738fabc'
  expect(mergedBothWays(saying(lesson(old)), saying(lesson(old, ended)), saying(lesson(edited)))).toEqual(
    both(lesson(edited, ended)),
  )
  // In wholly other words, and under another headline, it is still the lesson of that commit.
  const anew = '**Pools**: Idle ones get dropped anyway. {2026-01-01} [project] (0123abcd)'
  expect(mergedBothWays(saying(lesson(old)), saying(lesson(old, ended)), saying(anew))).toEqual(
    both(anew.replace('2026-01-01', ended)),
  )
})

test('a lesson that both put in other words is past in either, where one of them says so', () => {
  const base = saying(lesson(old))
  const [ours, theirs] = [saying(lesson(edited, '2026-01-01 · past')), saying(lesson(`${old} So be it.`))]
  const [one, other] = mergedBothWays(base, ours, theirs)
  expect(one).toEqual([lesson(edited, '2026-01-01 · past'), lesson(`${old} So be it.`, '2026-01-01 · past')])
  expect(other?.toSorted()).toEqual(one?.toSorted())
})

test('what is past of one lesson is not said of another, nor is what nobody touched', () => {
  const tokens = '**Use tokens once**: a stolen token can be replayed. {2026-02-01} [project] (9999aaaa)'
  const other = '**Use tokens once**: a stolen token can be replayed for days. {2026-02-01} [project] (9999aaaa)'
  expect(
    mergedBothWays(saying(lesson(old), tokens), saying(lesson(old, 'past'), tokens), saying(lesson(old), other)).map(
      (facts) => facts.toSorted(),
    ),
  ).toEqual(both(lesson(old, '2026-01-01 · past'), other))
  // Whoever takes "past" out again while the other side leaves it is heard.
  const changed = { ...saying(lesson(old, 'past')), tags: ['x'] }
  expect(mergedBothWays(saying(lesson(old, 'past')), changed, saying(lesson(edited)))).toEqual(both(lesson(edited)))
})

test('merging the merged lesson with either side again changes nothing', () => {
  const [base, ours, theirs] = [saying(lesson(old)), saying(lesson(old, 'past')), saying(lesson(edited))]
  const merged = mergeEntries({ base, ours, theirs }).entry
  for (const side of [ours, theirs])
    expect(writeEntry(mergeEntries({ base: side, ours: merged, theirs: side }).entry)).toBe(writeEntry(merged))
})

test('what took the place of a lesson came out past, superseded by itself, because it has the headline', () => {
  const [before, ended] = [lesson(old), lesson(old, '2026-01-01 · past · superseded by bbbb2222')]
  const after = lesson('a larger pool only costs reconnects, which are cheap by now.', '2026-03-01', 'bbbb2222')
  for (const merged of mergedBothWays(saying(before), saying(ended), saying(after))) expect(merged).toContain(after)
  for (const merged of mergedBothWays(saying(before), saying(ended), saying(before, after)))
    expect(merged.toSorted()).toEqual([ended, after].toSorted())
})
