import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { readQueue } from '../../src/repo/state/queue.ts'
import { readEntry, writeEntry } from '../../src/tree/entry.ts'
import { lifecycle } from '../../src/tree/lifecycle.ts'
import { newRepo } from '../support/repo.ts'

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

test('the job that docs/FORMATS.md shows is one that a worker reads', () => {
  const [, example = ''] = /```\n(kind [\s\S]*?)```/.exec(formats) ?? []
  const [, commit = ''] = /^commit (\w+)$/m.exec(example) ?? []
  const repo = newRepo()
  repo.write({ [`.git/ctx/queue/${commit}.1`]: example })
  expect(readQueue(findRepoPaths(repo.root))).toMatchObject([{ kind: 'commit', commit, branch: 'refs/heads/main' }])
})
