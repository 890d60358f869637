import { expect, test } from 'vitest'
import { opposedPairs, opposedRules, sayOpposed } from '../../src/tree/contradictions.ts'
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
