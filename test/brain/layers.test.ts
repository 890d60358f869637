import { describe, expect, test } from 'vitest'
import { itemsOf } from '../../src/brain/item.ts'
import { dedupHint } from '../../src/brain/layers.ts'
import { type Making, brainOf, day, tree, unproven } from '../support/brain-entries.ts'

/** In which layer an entry alone in its tree comes to lie. */
function layerOf(making: Making): number {
  const { layers } = brainOf({ 'a/b/c.md': making })
  return layers.layer1.count === 1 ? 1 : layers.layer2.count === 1 ? 2 : 3
}

describe('which layer an entry lies in', () => {
  test.each<[string, Making, number]>([
    ['30 days old and of importance 3', { kind: 'architecture', age: 30, importance: 60 }, 1],
    ['31 days old and of importance 3', { kind: 'architecture', age: 31, importance: 60 }, 2],
    ['recent and unimportant', { kind: 'architecture', age: 5, importance: 40 }, 2],
    ['a recent decision, however unimportant', { kind: 'decision', age: 30, importance: 36 }, 1],
    ['an older decision', { kind: 'decision', age: 31, importance: 40 }, 2],
    ['an important bug', { kind: 'bug fix', age: 80, importance: 100 }, 1],
    ['a bug of this week', { kind: 'bug fix', age: 7, importance: 36 }, 1],
    ['an older, unimportant bug', { kind: 'bug fix', age: 8, importance: 40 }, 2],
    ['a thing to do, however old', { kind: 'todo', age: 200, importance: 100 }, 1],
    ['a convention of two weeks', { kind: 'convention', age: 14, importance: 38 }, 1],
    ['a convention of more', { kind: 'convention', age: 15, importance: 40 }, 2],
    ['important for two months', { kind: 'implementation', age: 60, importance: 100 }, 1],
    ['and no longer', { kind: 'implementation', age: 61, importance: 100 }, 2],
    ['superseded', { kind: 'decision', status: 'superseded' }, 3],
    ['superseded by another', { kind: 'decision', supersededBy: 'a/b/d.md' }, 3],
    ['deprecated, though new and important', { kind: 'todo', status: 'deprecated', importance: 100 }, 3],
    ['a map of the code, though new and important', { kind: 'code map', importance: 100 }, 3],
    ['work of more than ninety days', { kind: 'implementation', age: 91, importance: 100 }, 3],
    ['a fix of more than ninety days', { kind: 'bug fix', age: 91, importance: 60 }, 3],
    ['the same, but approved', { kind: 'implementation', age: 91, approvedAt: '2026-11-01T00:00:00Z' }, 2],
    ['a decision, however old', { kind: 'decision', age: 800, importance: 100, maturity: 'core' }, 2],
    ['forgotten, from no commit and 14 days old', { kind: 'decision', age: 14, importance: 20, facts: unproven }, 1],
    ['forgotten, from no commit and older', { kind: 'decision', age: 15, importance: 20, facts: unproven }, 3],
    ['forgotten, but from a commit', { kind: 'decision', age: 300 }, 2],
  ])('%s', (_what, making, layer) => {
    expect(layerOf(making)).toBe(layer)
  })

  test('what names a file at work is current and comes first, unless it no longer holds', () => {
    const { layers, document } = brainOf(
      {
        'a/b/old.md': { kind: 'implementation', age: 300, files: ['src/a.ts'], title: 'Old but asked for' },
        'a/b/new.md': { kind: 'decision', age: 0, importance: 100, title: 'New' },
        'a/b/gone.md': { status: 'deprecated', files: ['src/a.ts'] },
      },
      { activeFiles: ['src/a.ts'] },
    )
    expect(layers.layer1.items.map(({ title }) => title)).toEqual(['Old but asked for', 'New'])
    expect(layers.archived).toBe(1)
    expect(document).toContain('Old but asked for')
  })

  test('entries that share a category, topic and key are told of once', () => {
    const found = brainOf({
      'a/b/pairs.md': {
        kind: 'decision',
        title: 'Pairs are kept',
        files: ['one.ts'],
        rules: ['Keep pairs. (3f1c9ab2)'],
      },
      'a/b/pairs_2.md': { kind: 'decision', title: 'Keep the pairs', files: ['two.ts'], age: 3 },
      'a/c/pairs.md': { kind: 'decision', title: 'Pairs are kept' },
    })
    expect(found.itemsLoaded).toBe(2)
    expect(found.layers.layer1.items.map(({ path, mergedFrom }) => [path, mergedFrom])).toContainEqual([
      'a/b/pairs.md',
      ['a/b/pairs_2.md'],
    ])
    expect(found.layers.layer1.items.find(({ path }) => path === 'a/b/pairs.md')?.files).toEqual(['one.ts', 'two.ts'])
    const opposites = { 'a/b/one.md': { title: 'Use pools' }, 'a/b/two.md': { title: 'Do not use pools' } }
    expect(brainOf(opposites).itemsLoaded).toBe(2)
    const [item] = itemsOf(tree({ 'a/b/pairs.md': { kind: 'bug fix', title: 'Pairs are kept' } }), day)
    expect(item === undefined ? '' : dedupHint(item)).toBe('bug-fix:a/b:keep-pair')
  })
})
