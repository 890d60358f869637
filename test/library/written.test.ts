import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContextTree, type Values } from '../../src/index.ts'
import { codeOf, family, fullDigest, throughJson } from '../support/contexts.ts'

describe('what is written down', () => {
  test('comes back from JSON as it was, dates and all', () => {
    const tree = family()
    tree.setGlobalContext('since', new Date('2026-03-18T10:00:00Z'))
    tree.setLocalContext('login', 'dates', [{ $date: 'not a date' }, new Date(0), { $$date: 1 }])
    tree.updateTokenUsage('login', 20)
    tree.addNote('cart', 'A thought')
    tree.dehydrateContext('checkout', fullDigest, 60)
    const again = throughJson(tree)
    expect(again.serialize()).toEqual(tree.serialize())
    for (const id of ['shop', 'login', 'cart', 'checkout']) {
      expect(again.hydrateContext(id)).toEqual(tree.hydrateContext(id))
      expect(again.getContext(id)?.createdAt).toEqual(tree.getContext(id)?.createdAt)
    }
    expect(again.hydrateContext('cart').global['since']).toEqual(new Date('2026-03-18T10:00:00Z'))
    expect(again.childrenOf('shop')).toEqual(['login', 'cart'])
    expect(Object.keys(tree.serialize())).toEqual(
      expect.arrayContaining(['defaultTokenLimit', 'globalContext', 'nodes']),
    )
  })

  test.each<[string, (written: { nodes: Record<string, Record<string, unknown>> }) => unknown]>([
    ['no object', () => 'a tree'],
    ['nothing', () => undefined],
    ['a limit that is no number', (written) => ({ ...written, defaultTokenLimit: 'large' })],
    ['a parent that is not there', ({ nodes }) => (nodes['cart'] = { ...nodes['cart'], parentGoalId: 'gone' })],
    ['goals in a circle', ({ nodes }) => (nodes['cart'] = { ...nodes['cart'], parentGoalId: 'checkout' })],
    ['a goal under another name', ({ nodes }) => (nodes['cart'] = { ...nodes['cart'], goalId: 'card' })],
    ['tokens below zero', ({ nodes }) => (nodes['cart'] = { ...nodes['cart'], tokensUsed: -1 })],
    ['a time that is none', ({ nodes }) => (nodes['cart'] = { ...nodes['cart'], createdAt: 'soon' })],
    ['an order of goals that are not there', (written) => ({ ...written, order: ['gone'] })],
    ['a finished goal that is not there', (written) => ({ ...written, finished: { shop: ['gone'] } })],
  ])('is refused when it is damaged: %s', (_, damage) => {
    const written = JSON.parse(JSON.stringify(family().serialize()))
    const damaged = damage(written)
    const isWhole = typeof damaged !== 'object' || damaged === null || 'nodes' in damaged
    expect(codeOf(() => ContextTree.deserialize(isWhole ? damaged : written))).toBe('not-a-context-tree')
  })

  test('keeps the order of goals whose ids look like numbers', () => {
    const tree = new ContextTree()
    tree.createRootContext('shop')
    for (const id of ['10', 'cart', '9', '1']) tree.createChildContext(id, 'shop')
    const written = JSON.stringify(tree.serialize())
    const again = ContextTree.deserialize(JSON.parse(written))
    expect(again.childrenOf('shop')).toEqual(['10', 'cart', '9', '1'])
    expect(JSON.stringify(again.serialize())).toBe(written)
    const { order, ...older } = tree.serialize()
    expect(order).toEqual(['shop', '10', 'cart', '9', '1'])
    expect(ContextTree.deserialize(older).childrenOf('shop').toSorted()).toEqual(['1', '10', '9', 'cart'])
  })

  test('holds the global context once, however many goals there are', () => {
    const tree = new ContextTree({ globalContext: { marker: 'only once' } })
    tree.createRootContext('root')
    for (let at = 0; at < 100; at++) tree.createChildContext(`g${at}`, 'root')
    expect(JSON.stringify(tree.serialize()).split('only once')).toHaveLength(2)
  })

  const contexts: fc.Arbitrary<Values> = fc
    .dictionary(
      fc.oneof(fc.string(), fc.constantFrom('$date', '$$date', '__proto__', 'constructor')),
      fc.oneof(
        fc.jsonValue({ maxDepth: 4 }),
        fc.date({ noInvalidDate: true }),
        fc.dictionary(fc.constantFrom('$date', '$$date', 'a'), fc.oneof(fc.string(), fc.date({ noInvalidDate: true }))),
      ),
    )
    .map((values) => values as Values)

  test('comes back whatever was put in', () => {
    fc.assert(
      fc.property(contexts, contexts, (global, local) => {
        const tree = new ContextTree({ globalContext: global })
        tree.createRootContext('root')
        for (const [key, value] of Object.entries(local)) tree.setLocalContext('root', key, value)
        const again = throughJson(tree)
        expect(again.hydrateContext('root')).toEqual(tree.hydrateContext('root'))
        expect(again.serialize()).toEqual(tree.serialize())
      }),
    )
  })
})
