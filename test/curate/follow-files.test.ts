import { describe, expect, test } from 'vitest'
import { lastNames } from '../../src/curate/standing/follow-files.ts'

describe('files that moved', () => {
  const there = new Set(['src/shop/cart.ts', 'src/shop/till.ts'])
  test('go by their last name, however often they moved, where that is there', () => {
    const moves = [
      ['cart.ts', 'shop/cart.ts'],
      ['goods.ts', 'shop/goods.ts'],
      ['shop/cart.ts', 'src/shop/cart.ts'],
    ] as const
    expect([...lastNames(moves, there)]).toEqual([
      ['cart.ts', 'src/shop/cart.ts'],
      ['shop/cart.ts', 'src/shop/cart.ts'],
    ])
  })

  test('and a name that is there is nobody else’s', () => {
    expect([...lastNames([['src/shop/till.ts', 'src/shop/cart.ts']], there)]).toEqual([])
  })
})
