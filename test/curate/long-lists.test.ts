import { expect, test } from 'vitest'
import { whyOf } from '../support/messages.ts'

// A list in a reason that is too long to be told whole.

const long = (word: string) =>
  `When it is not there, the ${word} reader returns the master. So the ${word} test asserts on the wrong role, as on a slow host. Nobody sees which ${word} host answered, until all of the logs are read. Runs of the ${word} suite that pass say nothing of it, as the ${word} order is drawn anew. It took the ${word} week to find.`

test('“Two changes: …” told one of them at length, and the reason stopped before the other (go-redis 97568827, 74d9bb03)', () => {
  const why = whyOf(
    `The spec fails at random, for it depends on the order.\n\nTwo checks are too weak:\n\n1. It only counts replicas. ${long('first')}\n2. It then waits a fixed 10s. ${long('second')}\n\nTwo changes:\n\n1. Count the usable replicas as production does. ${long('third')}\n2. Replace the sleep with a bounded wait for what the spec needs. ${long('fourth')}`,
  )
  for (const said of [
    'Two checks are too weak: It only counts replicas.',
    'It then waits a fixed 10s.',
    'Two changes: Count the usable replicas as production does.',
    'Replace the sleep with a bounded wait for what the spec needs.',
  ])
    expect(why).toContain(said)
  expect(why.length).toBeLessThanOrEqual(900)
})

test('what goes on with an item is told where there is room, of every item before more of one', () => {
  const tail =
    'The queue is drained by whoever closes it, which was never the case for the second of them here. '.repeat(7)
  const why = whyOf(
    `Three follow-ups:\n\n- Copies fail. They share memory. Nobody saw it.\n- The count is reset. It stayed when the buffer was used again.\n- The pages say so.\n\n${tail}`,
  )
  expect(why).toMatch(/^Three follow-ups: Copies fail\. They share memory\. .*The count is reset\. It stayed when/)
  const short =
    'Two things:\n\n- Copies fail. They share memory. Nobody saw it.\n- The count is reset, because it stayed.'
  expect(whyOf(short)).toBe(
    'Two things: Copies fail. They share memory. Nobody saw it. The count is reset, because it stayed.',
  )
})
