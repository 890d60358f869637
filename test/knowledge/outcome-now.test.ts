import { expect, test } from 'vitest'
import { noteOf } from '../../src/knowledge/answers/outcome-now.ts'

test('of a commit whose tests stand, the log says no more than that its lines were rewritten (click a09c1c65, 61bdc2ae)', () => {
  const row = { subject: 'show custom error message in prompt with hide_input=True', paths: ['src/click/termui.py'] }
  const lines = [8, 8, [['61bdc2ae81f6d0dc19bd247504544659245df056', 8]], 0] as const
  expect(noteOf(lines, row)).toMatchObject({ status: 'past', supersededBy: ['61bdc2ae'] })
  expect(noteOf([...lines, { added: 1, there: 1 }], row)).toMatchObject({ status: 'reworked' })
  expect(noteOf([...lines, { added: 2, there: 0 }], row)).toMatchObject({ status: 'past' })
})

test('of a line of a page of which one word changed, the log does not say that it is no longer so (vite 53452dff)', () => {
  const row = { subject: '`build.minify` defaults to `false` for SSR', paths: ['docs/config/build-options.md'] }
  const lines = [1, 1, [['2cf80622dc19bd247504544659245df05661bdc2', 1]], 0] as const
  expect(noteOf(lines, row)).toMatchObject({ status: 'reworked', supersededBy: ['2cf80622'] })
})
