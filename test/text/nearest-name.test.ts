import { expect, test } from 'vitest'
import { nearestName } from '../../src/text/nearest-name.ts'

const names = ['query', 'search', 'status', 'stats', 'quarry']

test('a mistyped name is the nearest at most two letters away, the first of those that are as near', () => {
  const meant = ['quer', 'qury', 'qwarry', 'Status', 'statu', 'serach', 'stattus', 'eryqu', '', 'querying'].map(
    (typed) => nearestName(typed, names),
  )
  expect(meant).toEqual([
    'query',
    'query',
    'quarry',
    'status',
    'status',
    'search',
    'status',
    undefined,
    undefined,
    undefined,
  ])
})

test('a mistyped path among 100,000 files was looked for in twenty seconds', () => {
  const folder = 'packages/some-long-package-name/src/components/feature'
  const files = Array.from({ length: 100_000 }, (_, at) => `${folder}${`${at}`.padStart(6, '0')}/index.component.ts`)
  const began = performance.now()
  expect(nearestName(`${folder.slice(0, -1)}999999/index.componentz.ts`, files)).toBeUndefined()
  expect(nearestName(`${folder}09999/index.component.ts`, files)).toBe(`${folder}009999/index.component.ts`)
  expect(performance.now() - began).toBeLessThan(2_000)
})
