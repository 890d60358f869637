import { expect, test } from 'vitest'
import { whatPeopleLose } from '../../src/curate/authored/writers.ts'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { readEntry } from '../../src/tree/entry.ts'
import { toEntryPath } from '../../src/tree/path.ts'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo } from '../support/repo.ts'

test('an approval covered a lesson that was learned after it, and an agent could not retire that', async () => {
  const repo = newCtxRepo()
  repo.commit('Lock the card while it is charged\n\nTwo tabs charged the same card twice, because nothing locked it.', {
    'pay.py': 'def pay(): post()\n',
  })
  await repo.settled()
  const path = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .find((one) => repo.git('show', `ctx/main:${one}`).includes('**Lock the card'))
  expectCode(repo.ctx('mark', path ?? '', '--approved'), 0)
  expect(repo.ctx('query', 'why lock the card').out).toMatch(/ · approved\b/)
  repo.commit('Wait three seconds for the lock\n\nA customer who pressed twice saw a server error in checkout.', {
    'pay.py': 'def pay(): lock(3); post()\n',
  })
  await repo.settled()
  const told = repo.ctx('query', 'wait three seconds for the lock').out
  expect(told).toContain('pressed twice')
  expect(told.split('\n\n').find((block) => block.includes('pressed twice'))).not.toContain('approved')
  // To approve once more takes in what came since.
  expectCode(repo.ctx('mark', path ?? '', '--approved'), 0)
  expect(repo.ctx('query', 'wait three seconds for the lock').out).toMatch(/ · approved\b/)
})

test('an agent that takes out what came after an approval is not told that a person approved it', () => {
  const path = toEntryPath('core/pay/card.md')
  const text = (facts: readonly string[]): string =>
    `---\ntitle: Card\ncreatedAt: 2026-01-01T00:00:00Z\nupdatedAt: 2026-03-01T00:00:00Z\napprovedAt: 2026-02-01T00:00:00Z\n---\n\n## Facts\n${facts.join('\n')}\n`
  const old = '- **Lock**: The card was charged twice. {2026-01-01} [project] (899b8105)'
  const late = '- **Wait**: A customer saw an error. {2026-03-01} [project] (7861b77c)'
  const treeOf = (facts: readonly string[]) => {
    const reading = readEntry(text(facts))
    if (path === undefined || !('entry' in reading)) throw new Error('no entry')
    return { ...noKnowledge, entries: new Map([[path, reading.entry]]) }
  }
  const loses = (after: readonly string[]): string =>
    whatPeopleLose(treeOf([old, late]), treeOf(after), { guard: new Map(), among: new Set([path ?? '']) })
  expect(loses([old])).toBe('')
  expect(loses([late])).toContain('A person approved “Lock')
})
