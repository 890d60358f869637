import { expect, test } from 'vitest'
import { commitKey } from '../../src/commit.ts'
import { toCandidates } from '../../src/search/candidates.ts'

test('of a lesson of several commits the one is named that this history has, and its commit is not told once more', () => {
  const [gone, here] = ['7861b77c', 'ef249921'].map((key) => key.padEnd(40, '0')) as [string, string]
  const told = { headline: 'Step two', why: 'It hung for minutes on slow disks.', note: '' }
  const statement = { ...told, id: 1, kind: 'lesson' as const, path: 'core/s/s.md', commits: [gone, here] }
  const row = {
    sha: here,
    subject: 'Step two',
    body: 'Because step two hung for minutes on slow disks.',
    paths: ['s2.ts'],
    date: '2026-11-29',
    author: 'Bob',
    number: '',
    diff: [],
    note: undefined,
  }
  const others = (keys: readonly string[]) => (keys.includes(commitKey(here)) ? [row] : [])
  for (const logged of [[], [row]])
    expect(toCandidates(logged, [statement], others).map(({ lane, commit }) => [lane, commit])).toEqual([
      ['tree', here],
    ])
})
