import { expect, test } from 'vitest'
import { numberedPairs, opposedPairs, opposedRules, sayOpposed } from '../../src/tree/contradictions.ts'
import type { Entry } from '../../src/tree/entry.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { entryOf, entryPath } from '../support/entries.ts'

const at = (name: string): EntryPath => entryPath(`auth/tokens/${name}.md`)
const stating = (rules: readonly string[], more: Partial<Entry> = {}): Entry => entryOf({ rules, ...more })

test('rules that deny each other are a pair once, whichever stands first, and what is retired is in none', () => {
  const tree = new Map([
    [at('log'), stating(['Always log tokens at sign-in', 'Always log tokens at sign-out'])],
    [at('never'), stating(['Never log tokens at sign-in'])],
    [at('old'), stating(['Never log tokens at sign-out'], { status: 'deprecated' })],
  ])
  const pairs = (given: typeof tree) => opposedPairs(given).map(([one, other]) => [one.rule, other.rule])
  expect(pairs(tree)).toEqual([['Always log tokens at sign-in', 'Never log tokens at sign-in']])
  expect(pairs(new Map([...tree].toReversed()))).toEqual(pairs(tree))
  expect(opposedRules(['Never log tokens at sign-out'], tree).map(sayOpposed)).toEqual([
    '“Never log tokens at sign-out” contradicts “Always log tokens at sign-out” in auth/tokens/log.md.',
  ])
})

test('rules that differ in a number alone are a pair where their entries have a folder and a file in common', () => {
  const limit = (most: number, files: readonly string[], more: Partial<Entry> = {}): Entry =>
    entryOf({ rules: [`Never retry more than ${most} times. (${String(most).repeat(8)})`], files, ...more })
  const pairs = (...given: readonly (readonly [EntryPath, Entry])[]) =>
    numberedPairs(new Map(given)).map((pair) => pair.map(({ rule, commit }) => `${rule} ${commit}`))
  const [three, five] = [limit(3, ['a.py', 'b.py']), limit(5, ['b.py', 'a.py'])]
  const found = [['Never retry more than 3 times. 33333333', 'Never retry more than 5 times. 55555555']]
  expect(pairs([at('a'), three], [at('b'), five])).toEqual(found)
  expect(pairs([at('b'), five], [at('a'), three])).toEqual(found)
  expect(pairs([at('a'), three], [at('b'), limit(3, ['a.py'])])).toEqual([])
  expect(pairs([at('a'), three], [at('b'), limit(5, ['c.py'])])).toEqual([])
  expect(pairs([at('a'), three], [at('b'), limit(5, ['a.py'], { status: 'deprecated' })])).toEqual([])
  expect(pairs([at('a'), three], [entryPath('auth/other/b.md'), five])).toEqual([])
})
