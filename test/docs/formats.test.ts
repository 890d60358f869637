import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEntry, writeEntry } from '../../src/tree/entry.ts'
import { lifecycle } from '../../src/tree/lifecycle.ts'

const formats = readFileSync(join(import.meta.dirname, '../../docs/FORMATS.md'), 'utf8')

test('the entry that docs/FORMATS.md shows is written back byte for byte', () => {
  const [, example = ''] = /```markdown\n([\s\S]*?)```/.exec(formats) ?? []
  const reading = readEntry(example)
  expect('entry' in reading ? writeEntry(reading.entry) : reading.fault.detail).toBe(example)
})

test('the numbers of the lifecycle are those that docs/FORMATS.md gives', () => {
  const { onAccess, onUpdate, keptPerDay, validatedAt, coreAt, coreUntil, validatedUntil, archivedBelow } = lifecycle
  for (const said of [
    `+${onAccess} when returned by a search, +${onUpdate} when a curation updates it; × ${keptPerDay} per day`,
    `validated at ≥ ${validatedAt}, → core at ≥ ${coreAt}; core → validated below ${coreUntil}, validated → draft below ${validatedUntil}`,
    `decayed importance is below ${archivedBelow}`,
  ])
    expect(formats).toContain(said)
})
