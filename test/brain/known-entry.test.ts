import { describe, expect, test } from 'vitest'
import { assemble, brainText } from '../../src/brain/assemble.ts'
import { facetsOf } from '../../src/brain/facets.ts'
import { KnownEntry } from '../../src/brain/known-entry.ts'
import { agentSummary } from '../../src/brain/summary.ts'
import { type Entry, emptyEntry } from '../../src/tree/entry.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { day, daysAgo, fact, stamp, tree } from '../support/brain-entries.ts'

describe('entries that the index keeps', () => {
  const entries = tree({
    ...Object.fromEntries(
      [...Array(200).keys()].map((n) => [`a/b/entry_${n}.md`, { title: `Choice ${n}`, age: n, rules: [`Keep ${n}`] }]),
    ),
    'a/c/one.md': { title: 'Pools are kept', supersededBy: 'a/c/two.md' },
    'a/c/two.md': { title: 'Keep pools', kind: 'decision' },
    'a/c/three.md': { title: 'Pools that we keep', kind: 'decision', facts: [fact('because of the load', 'decision')] },
  })
  const paths = [...entries.keys()]
  const known = (read: (id: number) => void): ReadonlyMap<EntryPath, Entry> =>
    new Map(
      paths.map((path, id) => {
        const whole = entries.get(path) ?? emptyEntry
        const reading = (): Entry => {
          read(id)
          return whole
        }
        return [path, new KnownEntry(facetsOf(path, whole), id, reading)]
      }),
    )

  test('make the document that their files make, and few of them are read whole', () => {
    const read = new Set<number>()
    const stored = known((id) => read.add(id))
    const options = { tokenBudget: 1_500 }
    const document = brainText(stored, { day, stubs: 3 }, options)
    expect(document).toEqual(brainText(entries, { day, stubs: 3 }, options))
    expect(document.document).toContain('because of the load')
    expect(read.size).toBeLessThan(90)
    expect(assemble(stored, { day, stubs: 3, stamp })).toEqual(assemble(entries, { day, stubs: 3, stamp }))
    expect(agentSummary(stored, day)).toBe(agentSummary(entries, day))
  })

  test('are each read once', () => {
    const read: number[] = []
    const [one] = known((id) => read.push(id)).values()
    expect([one?.reason, one?.raw.files, one?.createdAt, one?.title]).toEqual(['', [], daysAgo(0), 'Choice 0'])
    expect(read).toEqual([0])
  })
})
