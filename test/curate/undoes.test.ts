import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/commit.ts'
import { undoes } from '../../src/curate/standing/undoes.ts'
import { type ChangedFiles, commitOf } from '../support/commits.ts'

describe('whether a diff takes another back', () => {
  const change = (files: ChangedFiles): Commit => commitOf('x', files)
  const lines = ['open(door)', 'walk(in)', 'shut(door)', 'sit(down)', 'eat(it)']
  const wrote = change({ 'a.ts': { added: lines, removed: ['stay(out)'] } })

  test('by its lines, of which a fifth is enough', () => {
    expect(undoes(change({ 'a.ts': { removed: lines, added: ['stay(out)'] } }), wrote)).toBe('lines')
    expect(undoes(change({ 'b.ts': { removed: lines.slice(0, 2) } }), wrote)).toBe('lines')
    expect(undoes(change({ 'a.ts': { removed: lines.slice(0, 1) } }), wrote)).toBe('files')
    expect(undoes(change({ 'b.ts': { removed: lines.slice(0, 1) } }), wrote)).toBe('nothing')
    expect(undoes(change({ 'a.ts': { added: lines } }), wrote)).toBe('files')
  })

  test('by its files where lines cannot be read, brackets being none', () => {
    expect(undoes(change({ 'a.ts': {} }), wrote)).toBe('lines')
    expect(undoes(change({ 'b.ts': {} }), wrote)).toBe('nothing')
    expect(undoes(change({ 'b.ts': { from: 'a.ts', removed: ['x()'] } }), wrote)).toBe('files')
    const brackets = change({ 'a.ts': { added: ['}', '})'] } })
    expect(undoes(change({ 'a.ts': { removed: ['}'] } }), brackets)).toBe('lines')
    expect(undoes(change({ 'c.ts': { removed: ['}'] } }), brackets)).toBe('nothing')
  })
})
