import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentAny, segmentPlain } from '../../src/text/segment.ts'
import { sentences } from '../../src/text/sentences.ts'

// Whether `;` goes on with a sentence, tables of Unicode before 16 and those since tell differently.
const word = fc.constantFrom(...`a It x1 3 U e g v2 _b \`c\` Ok "Go don't (see [1 ‘x “If it’s →`.split(' '))
const mark = fc.constantFrom(
  ...'. |.|! |? |?) |." |... |.) | |, | - |: |.: |. - |?! |.” |!’ | – |. — |… |. • '.split('|'),
)
const line = fc
  .oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((text) => text.replace(/[^ -~]|;/g, ' ')),
    fc.array(fc.tuple(word, mark), { maxLength: 20 }).map((parts) => parts.flat().join('')),
  )
  .map((text) => text.replace(/ +/g, ' ').trim())

/** Ends of sentences behind a blank: the only ones that are believed. */
const ends = (parts: readonly string[]): string =>
  parts
    .join('\n')
    .replace(/(?<! )\n/g, '')
    .replace(/\n(?=[a-z])/g, '')

test('plain text falls into the sentences that Intl finds', () => {
  fc.assert(
    fc.property(line, (text) => {
      expect(ends(segmentPlain(text))).toBe(ends(segmentAny(text)))
    }),
    { numRuns: 20_000 },
  )
})

test('a section of a standard has its number behind a point (rack 8859e5c3)', () => {
  const said = 'Conforms to RFC 2616 sec. 14.35 but for several ranges. They are parsed.'
  expect(sentences(said)).toEqual(['Conforms to RFC 2616 sec. 14.35 but for several ranges.', 'They are parsed.'])
  expect(sentences('It was raised to 30 sec. It was 10 before.')).toHaveLength(2)
})
