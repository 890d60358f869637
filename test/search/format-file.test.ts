import { expect, test } from 'vitest'
import { formatFiles } from '../../src/search/format-file.ts'

test('a file to open was named again with each other one, as what changes with it', () => {
  const why = { headline: 'Sort goods', commit: 'a'.repeat(40), date: '2026-01-02' }
  const about = { why, tests: ['test/goods.test.ts'], knownBy: ['Ada'] }
  const files = [
    { ...about, path: 'src/goods.ts', with: ['src/list.ts', 'src/carts.ts'] },
    { ...about, path: 'src/list.ts', with: ['src/goods.ts'] },
  ]
  const more = ['  tested in test/goods.test.ts', '  known by Ada']
  const headline = '  Sort goods (2026-01-02 aaaaaaaa)'
  expect(formatFiles(files)).toEqual([
    ['src/goods.ts', headline, more[0], '  changes with src/carts.ts', more[1]],
    ['src/list.ts', headline, ...more],
  ])
})
