import { expect, test } from 'vitest'
import { noteOf } from '../../src/knowledge/outcome-now.ts'

test('of a commit whose tests stand, the log says no more than that its lines were rewritten (click a09c1c65, 61bdc2ae)', () => {
  const title = 'show custom error message in prompt with hide_input=True'
  const lines = [8, 8, [['61bdc2ae81f6d0dc19bd247504544659245df056', 8]], 0] as const
  expect(noteOf(lines, title)).toMatchObject({ status: 'past', supersededBy: ['61bdc2ae'] })
  expect(noteOf([...lines, { added: 1, there: 1 }], title)).toMatchObject({ status: 'reworked' })
  expect(noteOf([...lines, { added: 2, there: 0 }], title)).toMatchObject({ status: 'past' })
})
