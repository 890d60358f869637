import { describe, expect, test } from 'vitest'
import { entryKindOf } from '../../src/brain/kinds.ts'
import { readEntry, writeEntry } from '../../src/tree/entry.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { entryPath as at } from '../support/entries.ts'
import { type Making, entry, fact } from '../support/brain-entries.ts'

const kindIn = (path: string, making: Making): string => entryKindOf(at(path), entry({ title: 'Pairs', ...making }))

describe('what an entry is', () => {
  test('the front matter says so, however it spells it', () => {
    for (const [written, kind] of [
      ['decision', 'decision'],
      ['bug-fix', 'bug fix'],
      ['BugFix', 'bug fix'],
      ['CodeMapNode', 'code map'],
      ['ImplementationFact', 'implementation'],
    ]) {
      const reading = readEntry(`---\ntitle: One\nkind: ${written}\n---\n`)
      expect('entry' in reading && reading.entry.kind).toBe(kind)
    }
  })

  test('otherwise most of its evidence does', () => {
    expect(kindIn('a/b/c.md', { facts: [fact('Postgres, not MySQL', 'decision')] })).toBe('decision')
    expect(kindIn('a/b/c.md', { facts: [fact('a pool per request', 'rejected')] })).toBe('decision')
    expect(
      kindIn('a/b/c.md', { facts: [fact('We use pools', 'Pools'), fact('', 'status of Pools', 'accepted')] }),
    ).toBe('decision')
    expect(kindIn('a/b/c.md', { rules: ['Never split pairs.', 'Always count twice.'] })).toBe('convention')
    expect(kindIn('conventions/tsconfig/c.md', {})).toBe('convention')
    expect(kindIn('dependencies/npm/c.md', {})).toBe('architecture')
    expect(kindIn('a/b/c.md', { tags: ['fix'], rules: ['Never split pairs.'] })).toBe('bug fix')
    expect(kindIn('a/b/c.md', { facts: [fact('Pairs of three', 'to do')] })).toBe('todo')
    expect(kindIn('a/b/c.md', { tags: ['feat'], rules: ['Never split pairs.'] })).toBe('implementation')
    expect(kindIn('a/b/c.md', { facts: [], files: ['src/a.ts'] })).toBe('code map')
  })

  test('kind, status and successor are read, written once and merged', () => {
    const text =
      '---\ntitle: One\nkind: bug fix\nstatus: superseded\nsupersededBy: a/b/two.md\nimportance: 50\nrecency: 1\nmaturity: draft\naccessCount: 0\nupdateCount: 0\napprovedAt: 2026-11-21T10:00:00Z\n---\n'
    const reading = readEntry(text)
    expect('entry' in reading && writeEntry(reading.entry)).toBe(text)
    const path = 'a/b/one.md'
    const files = (status: string) =>
      new Map([[path, text.replace('status: superseded\nsupersededBy: a/b/two.md', `status: ${status}`)]])
    const { changes } = mergeTrees({ base: files('active'), ours: files('active'), theirs: files('deprecated') })
    expect(changes.find((change) => change.path === path)?.text).toContain('\nstatus: deprecated\n')
  })

  test('a status that means something to somebody else stays as it is, and never stands twice', () => {
    const text = '---\ntitle: One\nstatus: in review\n---\n'
    const reading = readEntry(text)
    if (!('entry' in reading)) throw new Error('not read')
    expect(writeEntry(reading.entry)).toContain('\nstatus: in review\n')
    const both = writeEntry({ ...reading.entry, status: 'deprecated' })
    expect(both).toContain('# status: in review')
    expect(both.match(/^status:/gm)).toHaveLength(1)
  })
})
