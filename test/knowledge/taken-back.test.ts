import { describe, expect, test } from 'vitest'
import { landedAgain, revertsIn } from '../../src/knowledge/answers/taken-back.ts'
import { newCtxRepo } from '../support/repo.ts'

// Which revert took a commit back, of all those that a history has.

const row = (id: number, subject: string, body = '') => ({ id, sha: `${id}`.repeat(8), subject, body })
const by = (commit: ReturnType<typeof row>, ...reverts: readonly ReturnType<typeof row>[]) =>
  revertsIn(reverts)(commit)?.id

describe('a commit', () => {
  const first = row(1, 'Sort goods')

  test('that was reverted, landed again and reverted once more is taken back by the last', () => {
    const [two, three, four] = [
      row(2, 'Revert "Sort goods"'),
      row(3, 'Revert "Revert "Sort goods""'),
      row(4, 'Revert "Sort goods"'),
    ]
    expect(by(first, two)).toBe(2)
    expect(by(first, two, three)).toBeUndefined()
    expect(by(first, two, three, four)).toBe(4)
  })

  test('whose reverts were reverted again and again keeps nobody waiting', () => {
    const titles = Array.from(
      { length: 12 },
      (_, depth) => `${'Revert "'.repeat(depth + 1)}Sort goods${'"'.repeat(depth + 1)}`,
    )
    const reverts = titles.flatMap((title, depth) =>
      Array.from({ length: 6 }, (_, at) => row(2 + depth * 6 + at, title)),
    )
    expect(by(first, ...reverts)).toBeUndefined()
  })

  test('that git says it reapplies holds', () => {
    const again = ['Reapply "Sort goods"', 'Reapply: Sort goods (#7)']
    for (const title of again) expect(by(first, row(2, 'Revert "Sort goods"'), row(3, title))).toBeUndefined()
  })

  test('is not taken back by the revert of another that has its title', () => {
    const other = row(2, 'Sort goods')
    const revert = row(3, 'Revert "Sort goods"', `This reverts commit ${other.sha}.`)
    expect([first, other].map((commit) => by(commit, revert))).toEqual([undefined, 3])
  })
})

test('a revert is not “still in the code” for the lines that it put back, and over once its title lands again (mdBook a5f861bf)', () => {
  const repo = newCtxRepo()
  const title = 'Omit words longer than eighty characters from the search index'
  const [plain, omitting] = ['index.addDocument(reference, items)\n', 'index.addDocument(reference, short(items))\n']
  repo.commit('Index the pages of the shop', { 'src/search.ts': plain })
  repo.commit(title, { 'src/search.ts': omitting })
  const revert = repo.commit(`Revert "${title}"`, { 'src/search.ts': plain })
  const why = (): string => repo.ctx('why', revert).out
  expect(why()).toContain(revert.slice(0, 8))
  expect(why()).not.toMatch(/still in the code|no longer so/)
  // Elsewhere, so that the line which the revert put back stands.
  const again = repo.commit(`${title} (#7)`, {
    'src/words.ts': 'export const short = (words) => words.filter(isShort)\n',
  })
  expect(why()).toContain('no longer so')
  expect(why()).toMatch(new RegExp(`changed later: \\S+ ${again.slice(0, 8)}`))
  expect(repo.ctx('query', 'omit words longer than eighty characters').out).not.toContain('still in the code')
})

test('a lesson that was reverted, asked about, and came back with the revert of the revert holds, and its line tells why', async () => {
  const repo = newCtxRepo()
  const before = 'export const one = 1\n'
  const why = 'Opening hung for minutes on dead mounts because the kernel default is 300 seconds.'
  repo.commit('Count to one', { 'src/utils.ts': before })
  repo.commit(`Cap lazy file timeouts at 42 seconds\n\n${why}`, {
    'src/utils.ts': `${before}export function timeoutLimit() {\n  const base = 30\n  const extra = 12\n  return base + extra\n}\n`,
  })
  const ask = (...how: string[]): string => repo.ctx('query', 'cap lazy file timeouts', ...how).out
  const revert = (): string => repo.git('revert', '--no-edit', 'HEAD')
  revert()
  await repo.settled()
  // Whoever asks has the lines counted.
  expect([ask(), ask('--log-only')].join('')).toMatch(/no longer so[^]*no longer so/)
  revert()
  await repo.settled()
  for (const told of [ask(), ask('--log-only')]) {
    expect(told).toContain('Opening hung for minutes')
    expect(told).not.toMatch(/no longer so|may not hold|changed later/)
  }
  for (const place of ['src/utils.ts:4', 'HEAD'])
    expect(repo.ctx('why', place).out).toContain('Opening hung for minutes')
  revert()
  await repo.settled()
  for (const told of [ask(), ask('--log-only')]) expect(told).toContain('no longer so')
  expect(repo.ctx('why', 'HEAD').out).not.toContain('Opening hung for minutes')
})

describe('what a revert took back', () => {
  const found = (title: string, ...later: readonly string[]) => {
    const at = (id: number, subject: string) => ({
      ...row(id, subject),
      date: '2026-01-01',
      author: '',
      number: '',
      paths: [],
      score: 0,
      lineCounts: undefined,
      diff: [],
      inDiff: undefined,
      terms: undefined,
    })
    const rows = later.map((subject, place) => at(place + 3, subject))
    return landedAgain(at(2, `Revert "${title}"`), {
      laterSaying: () => rows,
      reverts: () => rows.filter(({ subject }) => subject.startsWith('Revert')),
    })?.id
  }

  test('has landed again under its title, or as what comes again, unless that was reverted, too', () => {
    const title = 'Sort goods by their price'
    expect(found(title, title)).toBe(3)
    expect(found(title, `Reapply: ${title}`)).toBe(3)
    expect(found(title, title, `Revert "${title}"`)).toBeUndefined()
  })

  test('has not where every chore has that title (undici 1262f612, fd ff77a2e8)', () => {
    expect(found('Update wpt', 'Update wpt')).toBeUndefined()
    const bump = 'Bump nix from 0.24.2 to 0.25.0'
    expect(found(bump, bump)).toBeUndefined()
  })
})
