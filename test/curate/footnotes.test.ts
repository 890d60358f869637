import { describe, expect, test } from 'vitest'
import { withoutMarkup } from '../../src/text/markup.ts'
import { whyOf } from '../support/messages.ts'

describe('a reason', () => {
  test('has no line in it where its links lead (tracing 345fbff2)', () => {
    const body =
      'The rate was read twice, because two callers asked for it.\n\n[#2962]: https://github.com/tokio-rs/tracing/pull/2962\n[`Level`]: tracing_core::Level\n'
    expect(whyOf(body)).toBe('The rate was read twice, because two callers asked for it.')
    expect(withoutMarkup('Wraps the [`MakeWriter`] given. [`MakeWriter`]: crate::fmt::MakeWriter')).toBe(
      'Wraps the `MakeWriter` given.',
    )
  })
})
