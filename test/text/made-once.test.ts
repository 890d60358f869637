import { describe, expect, it } from 'vitest'
import { madeOnce } from '../../src/text/made-once.ts'
import { terms } from '../../src/text/terms.ts'

describe('what is made of a text', () => {
  it('is made once, and again when too much was kept', () => {
    let made = 0
    const lengthOf = madeOnce((text) => {
      made++
      return text.length
    })
    expect([lengthOf('word'), lengthOf('word'), made]).toEqual([4, 4, 1])
    for (let at = 0; at < 100_000; at++) lengthOf(`another ${at}`)
    made = 0
    expect([lengthOf('word'), made]).toEqual([4, 1])
  })
})

describe('the terms of a word', () => {
  it('are the same for a plain word as for one that something joins or ends', () => {
    for (const word of ['caching', 'Caching', 'the', 'The', 'added', 'as', 'went', 'Yes'])
      for (const spelled of [word, `${word}.`, `${word}'s`]) expect(terms(spelled), spelled).toEqual(terms(word))
  })
})
