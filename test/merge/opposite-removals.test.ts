import { expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { type Entry, emptyEntry, writeEntry } from '../../src/tree/entry.ts'
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
    const { entry, conflicts, putBack } = mergeEntries({ base, ours, theirs })
    expect(statements(entry)).toEqual([mail, sixteen, eight].toSorted())
    expect(conflicts).toEqual([])
    expect(putBack).toEqual([`“${sixteen}” (“${sixteen}” and “${eight}” are kept)`])
    // Whoever decides then is heard.
    expect(statements(mergeEntries({ base: entry, ours: entry, theirs: one }).entry)).toEqual(statements(one))
  }
})

test('of two values of one subject, each taken out by one of two people, both stay and the subject is named', () => {
  const [a, b] = ['**TTL** = `5`: Five days', '**TTL** = `9`: Nine days']
  const { entry, putBack } = mergeEntries({ base: withFacts(a, b), ours: withFacts(a), theirs: withFacts(b) })
  expect(entry.facts.map(({ value }) => value).toSorted()).toEqual(['5', '9'])
  expect(putBack).toEqual(['TTL'])
})

test('what two people took out of two subjects stays away, and so does what one of them said anew', () => {
  const base = withFacts(eight, sixteen, mail)
  const apart = mergeEntries({ base, ours: withFacts(eight, sixteen), theirs: withFacts(sixteen, mail) })
  expect(statements(apart.entry)).toEqual([sixteen])
  const anew = 'The pool holds 32 connections'
  const { entry } = mergeEntries({ base, ours: withFacts(eight, anew, mail), theirs: withFacts(sixteen, mail) })
  expect(statements(entry)).toEqual([mail, anew])
})

const port = (value: string): string => `**Port** = \`${value}\`: One of ours`

test('two ports that two people took out on their own were both there again, though both had kept a third', () => {
  const merged = mergeEntries({
    base: withFacts(port('80'), port('443'), port('22')),
    ours: withFacts(port('443'), port('22')),
    theirs: withFacts(port('80'), port('443')),
  })
  expect(merged.entry.facts.map(({ value }) => value)).toEqual(['443'])
  expect(merged.putBack).toEqual([])
})

test.each([
  ['Never log passwords of users in the request log', 'Never log tokens of users in the request log'],
  ['The client retries requests 3 times on timeout', 'The server retries requests 3 times on timeout'],
  ['Never log `passwords` of users', 'Never log `tokens` of users'],
])('“%s” and “%s” were taken for one, and both came back when two people had each taken out one', (one, other) => {
  const [ours, theirs] = [withFacts(one, mail), withFacts(other, mail)]
  const { entry, putBack } = mergeEntries({ base: withFacts(one, other, mail), ours, theirs })
  expect([statements(entry), putBack]).toEqual([[mail], []])
})

test.each([
  ['Answers are cached', 'Answers are not cached by the proxy server', false],
  ['Answers are cached by the proxy', 'Answers are not cached by the proxy', true],
  ['The log level is `debug`', 'The log level is `info`', true],
  ['Compression is on', 'Compression is off', true],
  ['Tokens live for 5m', 'Tokens live for 90s', true],
  ['Tokens live for 1 minute', 'Tokens live for 10 minutes', true],
])('“%s” and “%s”, each taken out by one of two people, are versions of one: %s', (one, other, isVersion) => {
  const { entry } = mergeEntries({ base: withFacts(one, other), ours: withFacts(one), theirs: withFacts(other) })
  expect(statements(entry)).toEqual(isVersion ? [one, other].toSorted() : [])
})

test('the finding says that each of two people took out one of these, not that both said something else', () => {
  const text = (...lines: readonly string[]): string => writeEntry({ ...withFacts(...lines), title: 'Pool' })
  const path = 'db/pool/pool.md'
  const { findings } = mergeTrees({
    base: new Map([[path, text(eight, sixteen)]]),
    ours: new Map([[path, text(eight)]]),
    theirs: new Map([[path, text(sixteen)]]),
  })
  expect(findings.map(({ detail }) => detail)).toEqual([
    `Each of two people took out one of two versions of “${sixteen}” (“${sixteen}” and “${eight}” are kept): decide for one.`,
  ])
})
