import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownText } from '../../src/text/own-text.ts'

test('a piece of a text that was copied says the same, half characters included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(20), (text, from) => {
      const piece = `${text}\ud800 and more`.slice(from)
      expect(ownText(piece)).toBe(piece)
    }),
  )
})
