import { expect, test } from 'vitest'
import { compoundsIn } from '../../src/text/compounds.ts'

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
