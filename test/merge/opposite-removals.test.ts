import { expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { type Entry, emptyEntry } from '../../src/tree/entry.ts'
import { readFact } from '../../src/tree/facts.ts'

const withFacts = (...lines: readonly string[]): Entry => ({ ...emptyEntry, facts: lines.map(readFact) })
const statements = ({ facts }: Entry): readonly string[] => facts.map(({ statement }) => statement).toSorted()

const [eight, sixteen, mail] = ['The pool holds 8 connections', 'The pool holds 16 connections', 'Mail is queued']

test('of two statements alike, each taken out by one of two people, both stay and are named, whoever merges', () => {
  const base = withFacts(eight, sixteen, mail)
  const [one, other] = [withFacts(eight, mail), withFacts(sixteen, mail)]
  for (const [ours, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const { entry, conflicts } = mergeEntries({ base, ours, theirs })
    expect(statements(entry)).toEqual([mail, sixteen, eight].toSorted())
    expect(conflicts).toEqual([`“${sixteen}” (“${sixteen}” and “${eight}” are kept)`])
    // Whoever decides then is heard.
    expect(statements(mergeEntries({ base: entry, ours: entry, theirs: one }).entry)).toEqual(statements(one))
  }
})

test('of two values of one subject, each taken out by one of two people, both stay and the subject is named', () => {
  const [a, b] = ['**TTL** = `5`: Five days', '**TTL** = `9`: Nine days']
  const { entry, conflicts } = mergeEntries({ base: withFacts(a, b), ours: withFacts(a), theirs: withFacts(b) })
  expect(entry.facts.map(({ value }) => value).toSorted()).toEqual(['5', '9'])
  expect(conflicts).toEqual(['TTL'])
})

test('what two people took out of two subjects stays away, and so does what one of them said anew', () => {
  const base = withFacts(eight, sixteen, mail)
  const apart = mergeEntries({ base, ours: withFacts(eight, sixteen), theirs: withFacts(sixteen, mail) })
  expect(statements(apart.entry)).toEqual([sixteen])
  const anew = 'The pool holds 32 connections'
  const { entry } = mergeEntries({ base, ours: withFacts(eight, anew, mail), theirs: withFacts(sixteen, mail) })
  expect(statements(entry)).toEqual([mail, anew])
})
