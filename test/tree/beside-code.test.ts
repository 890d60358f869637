import { describe, expect, test } from 'vitest'
import { ruleOf, factOf as factOfPiece } from '../../src/curate/entries/build-entry.ts'
import { supersededIn } from '../../src/curate/standing/superseded.ts'
import { mergeEntries } from '../../src/merge/entries.ts'
import { compare } from '../../src/review/compare.ts'
import { besideCode, withoutCode } from '../../src/text/beside-code.ts'
import { combine } from '../../src/tree/combine.ts'
import { opposedRules } from '../../src/tree/contradictions.ts'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { retire } from '../../src/tree/retire.ts'
import { pieceOf } from '../support/commits.ts'
import { entriesOf, entryOf, oneEntry } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

// A comment is told with the line of code that it stands at, and is one comment whatever that line says.

const said = 'Always take the lock before the pool is read, because it moves.'
const at = (code: string): string => besideCode(code, said)
const rule = (code: string): string => `${at(code)} — \`f\`, a.go (aaaaaaaa)`
const fact = (code: string) => factOf(at(code), { subject: 'f', sources: ['aaaaaaaa'] })
const source = { commit: 'a'.repeat(40), path: 'a.go' }

test('a comment is written with its code, as a rule and as a fact, and taken apart again', () => {
  const piece = pieceOf('reason', said, { about: 'f', code: 'pool.get()', at: source })
  expect(factOfPiece(piece).statement).toBe(`Beside \`pool.get()\`: ${said}`)
  expect(ruleOf({ ...piece, kind: 'rule' }, 'a.go')).toBe(`Beside \`pool.get()\`: ${said} — \`f\` (aaaaaaaa)`)
  expect(withoutCode(at('pool.get()'))).toBe(said)
})

describe('a comment whose line of code changed', () => {
  const [old, now] = [entryOf({ facts: [fact('a()')], rules: [rule('a()')] }), fact('b()')]

  test('is told once, with the line of the last who looked', () => {
    const { entry } = combine(old, entryOf({ facts: [now], rules: [rule('b()')] }))
    expect(entry.facts.map(({ statement }) => statement)).toEqual([at('b()')])
    expect(entry.narrative.rules).toHaveLength(1)
    // And of an older ctx, which told none.
    expect(combine(entryOf({ facts: [fact('')] }), entryOf({ facts: [now] })).entry.facts).toEqual([now])
  })

  test('is merged as one, alike from both sides, and is no conflict', () => {
    const mine = entryOf({ facts: [fact('b()')], rules: [rule('b()')] })
    const yours = entryOf({ facts: [fact('c()')], rules: [rule('c()')] })
    for (const [ours, theirs] of [
      [mine, yours],
      [yours, mine],
    ] as const) {
      const { entry, conflicts } = mergeEntries({ base: old, ours, theirs })
      expect(entry.facts.map(({ statement }) => statement)).toEqual([at('b()')])
      expect(entry.narrative.rules).toEqual([rule('b()')])
      expect(conflicts).toEqual([])
    }
  })

  test('is shown to who reviews it, whatever stands in its line', () => {
    const knowledge = (code: string) => ({
      ...noKnowledge,
      entries: entriesOf({ [oneEntry]: { facts: [fact(code)], rules: [rule(code)] } }),
    })
    const told = compare(knowledge('a()'), knowledge('run_this_first()')).flatMap(({ lines }) => lines)
    expect(told.map(({ kind, how, before }) => [kind, how, before])).toEqual([
      ['rule', 'changed', 'a()'],
      ['fact', 'changed', 'a()'],
    ])
  })
})

test('a comment that is taken out of the code goes, and so does a rule that a newer one denies', () => {
  const entry = entryOf({ facts: [fact('a()')], rules: [rule('a()')] })
  const left = retire(entry, [{ kind: 'statement', statement: said }]).entry
  expect([left.facts, left.narrative.rules]).toEqual([[], []])
  const newer = pieceOf('rule', 'Never take the lock before the pool is read, because it moves.', { at: source })
  const { retires } = supersededIn(entry, [newer])
  expect(retire(entry, retires).entry.narrative.rules).toEqual([])
})

test('words of the code deny nothing', () => {
  const tree = entriesOf({ [oneEntry]: { rules: [rule('if not ready')] } })
  expect(opposedRules([said], tree)).toEqual([])
  expect(opposedRules(['Never take the lock before the pool is read, because it moves.'], tree)).toHaveLength(1)
})
