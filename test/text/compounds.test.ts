import { expect, test } from 'vitest'
import { compoundsIn } from '../../src/text/compounds.ts'
import { phrasesIn } from '../../src/text/phrases.ts'
import { terms } from '../../src/text/terms.ts'

const found = (text: string): readonly string[] => compoundsIn(text).map(({ term }) => term)

test('a verb and the particle right behind it are one word', () => {
  expect(found('is it shutting down, or backed out')).toEqual(['shutdown', 'backout'])
  expect(found('do users log in, out of habit')).toEqual(['login'])
  expect(compoundsIn('setting up')).toEqual([{ term: 'setup', parts: ['set', 'up'] }])
})

test('what is written short is known by its long form, with blanks or hyphens', () => {
  expect(found('which operating systems have no standard-error')).toEqual(['os', 'stderr'])
  expect(compoundsIn('the pull request')).toEqual([{ term: 'pr', parts: ['pull', 'request'] }])
})

test('what is written as one word is known by two', () => {
  expect(found('does bat put a line break at the end')).toEqual(['linebreak', 'newlin'])
})

test('what is asked in a few words is known by the one that commits have for it (hyper, go-redis, bat)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  expect(asked('why is the go-ahead for an upload held back until the handler reads')).toEqual(terms('delay defer'))
  expect(asked('which flag turns CLIENT SETINFO off, and turned it on before')).toEqual(terms('enable disable'))
  expect(asked('is paging there out of the box, or unless one asks for it')).toEqual(terms('default default'))
  expect(phrasesIn('can a handler be cancelled once the peer hangs up')[0]).toEqual({
    term: 'disconnect',
    parts: terms('hangs up'),
  })
  expect(asked('does it keep what was on and off before, and go on then')).toEqual([])
})
