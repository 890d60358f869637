import { expect, test } from 'vitest'
import { whyOf } from '../support/messages.ts'

// A list in a reason that is too long to be told whole.

const long = (word: string) =>
  `When it is not there, the ${word} reader returns the master. So the ${word} test asserts on the wrong role, as on a slow host. Nobody sees which ${word} host answered, until all of the logs are read. Runs of the ${word} suite that pass say nothing of it, as the ${word} order is drawn anew. It took the ${word} week to find.`

test('of “two changes” one was told at length, and the reason stopped before the other (go-redis 97568827, 74d9bb03)', () => {
  const why = whyOf(
    `The spec fails at random, for it depends on the order.\n\nTwo changes:\n\n1. Count the replicas as production does. ${long('first')}\n2. Take what \`wait()\` is told\n   - of masters, and replace the sleep by it. ${long('second')}\n3. Close the clients. ${long('third')}`,
  )
  expect(why).toMatch(
    /: Count the replicas as production does\. When it is not there, the first reader returns the master\. So the first test .* …; Take what `wait\(\)` is told.* Close the clients\. When it is not there, the third reader returns the master\b.* …$/,
  )
  expect(why).not.toContain('It took the first week')
  expect(why.length).toBeLessThanOrEqual(920)
})

test('a list that says of no number of items that it has them is told from its beginning', () => {
  const list = `The race goes so:\n\n1. The worker reads. ${long('first')}\n2. The other one closes. ${long('second')}\n3. Both wait. ${long('third')}`
  expect(whyOf(list)).toMatch(/^The race goes so: The worker reads\. .* It took the first week to find\. The other one/)
})

test('a list that there is room for is told whole', () => {
  expect(
    whyOf('Two things:\n\n- Copies fail. They share memory. Nobody saw it.\n- The count is reset, because it stayed.'),
  ).toBe('Two things: Copies fail. They share memory. Nobody saw it. The count is reset, because it stayed.')
})
