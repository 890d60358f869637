import { describe, expect, it } from 'vitest'
import { madeLately, madeOnce } from '../../src/text/made-once.ts'
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

  it('is kept for a while, unless it is long', () => {
    const made: string[] = []
    const lengthOf = madeLately((text) => {
      made.push(text)
      return text.length
    })
    const long = 'w'.repeat(10_001)
    expect([lengthOf('word'), lengthOf('word'), lengthOf(long), lengthOf(long)]).toEqual([4, 4, 10_001, 10_001])
    expect(made).toEqual(['word', long, long])
    for (let at = 0; at < 500; at++) lengthOf(`another ${at}`)
    made.length = 0
    expect([lengthOf('word'), made]).toEqual([4, ['word']])
  })
})

describe('the terms of a word', () => {
  it('are the same for a plain word as for one that something joins or ends', () => {
    for (const word of ['caching', 'Caching', 'the', 'The', 'added', 'as', 'went', 'Yes'])
      for (const spelled of [word, `${word}.`, `${word}'s`]) expect(terms(spelled), spelled).toEqual(terms(word))
  })
})
