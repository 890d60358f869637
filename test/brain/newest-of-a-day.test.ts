import { expect, test } from 'vitest'
import { agentSummary } from '../../src/brain/summary.ts'
import type { Fact } from '../../src/tree/facts.ts'
import { noNote } from '../../src/tree/note.ts'
import { entriesOf } from '../support/entries.ts'
import { day, fact } from '../support/brain-entries.ts'

const names = ['Apple', 'Birch', 'Cedar', 'Daisy', 'Elder', 'Fern', 'Grape', 'Hazel']
const lesson = (name: string): Fact => ({
  ...fact(`Customers of ${name} complained that it was warm, because the van has no fridge at all.`, name),
  note: { ...noNote, date: '2026-11-20' },
})
const told = (entries: Parameters<typeof entriesOf>[0]): readonly (string | undefined)[] =>
  [...agentSummary(entriesOf(entries), day).matchAll(/^- (\w+): Customers/gm)].map(([, name]) => name)

test('of eight lessons of one day, the five oldest were called the newest: those of entries by their time', () => {
  const entries = names.map((name, at) => [
    `shop/goods/${name.toLowerCase()}.md`,
    { title: name, facts: [lesson(name)], updatedAt: `2026-11-20T${String(8 + at).padStart(2, '0')}:00:00Z` },
  ])
  expect(told(Object.fromEntries(entries))).toEqual(['Hazel', 'Grape', 'Fern', 'Elder', 'Daisy'])
})

test('of eight lessons of one day in one entry, the newest are those that it has first', () => {
  const facts = names.toReversed().map(lesson)
  expect(told({ 'shop/goods/one.md': { facts, updatedAt: '2026-11-20T15:00:00Z' } })).toEqual([
    'Hazel',
    'Grape',
    'Fern',
    'Elder',
    'Daisy',
  ])
})
