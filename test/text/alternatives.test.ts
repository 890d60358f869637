import { expect, test } from 'vitest'
import { anyOf } from '../../src/text/alternatives.ts'

test('one alternative a line, without what is there for readers', () => {
  const talk = anyOf('i')`
    # Thanks.
    ^thank(?:s| you)\b|^cheers$

    # "Am I missing something?"
    \bmissing something\?$
  `
  expect(talk).toEqual(/^thank(?:s| you)\b|^cheers$|\bmissing something\?$/i)
})

test('a group that a line opens has the lines below it for alternatives, and goes on behind them', () => {
  const asked = anyOf()`
    ^(?:
      when
      wh(?:at|ich) (?:
        commit|release
      )
    )\b.*(?!
      not[ ]
    )(?<year>
      \d{4}
    )\?$
    ^why\b
  `
  expect(asked).toEqual(/^(?:when|wh(?:at|ich) (?:commit|release))\b.*(?!not[ ])(?<year>\d{4})\?$|^why\b/)
})

test('a bracket that is a character opens no group', () => {
  expect(anyOf()`
    \(
    \[
  `).toEqual(/\(|\[/)
})

test('parts are put in as they are', () => {
  const month = '(?:may|june)'
  expect(anyOf('g')`
    ${month} \d
    \d ${month}
  `).toEqual(/(?:may|june) \d|\d (?:may|june)/g)
})
