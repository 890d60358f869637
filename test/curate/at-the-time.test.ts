import { expect, test } from 'vitest'
import { whyOf } from '../support/messages.ts'

test('“At the time:” stood before what somebody is told to do (zap 228bdd6e, b6ea2eee)', () => {
  for (const said of [
    'Clean up the existing implementation a bit and promote it to its own internal package.',
    'For backward compatibility, the zero value and the default case retain the current behavior.',
  ])
    expect(whyOf(said)).toBe(said)
  expect(whyOf('The current code is missing the support for `ignore_case`.')).toBe(
    'At the time: The current code is missing the support for `ignore_case`.',
  )
})
