import { expect, test } from 'vitest'
import { readFact, writeFact } from '../../src/tree/facts.ts'

test('what is known of a lesson stands in its line, and a statement that only looks like it stays a statement', () => {
  const line =
    '**Reflect the origin**: Browsers refuse `*`. {fix · 2026-03-23 · #4813 · past · superseded by f0b094db} [project] (66fe9fee)'
  expect(readFact(line)).toMatchObject({
    subject: 'Reflect the origin',
    statement: 'Browsers refuse `*`.',
    note: { kind: 'fix', number: '#4813', status: 'past', supersededBy: ['f0b094db'] },
  })
  expect(writeFact(readFact(line))).toBe(line)
  const reworked =
    '**Reflect the origin**: Browsers refuse `*`. {fix · 2026-03-23 · lines rewritten by f0b094db} [project] (66fe9fee)'
  expect(readFact(reworked).note).toMatchObject({ status: 'reworked', supersededBy: ['f0b094db'] })
  expect(writeFact(readFact(reworked))).toBe(reworked)
  const plain = { subject: '', value: '', statement: 'It prints {fix}', category: 'project' as const, sources: [] }
  expect(readFact(writeFact(plain))).toEqual(plain)
})
