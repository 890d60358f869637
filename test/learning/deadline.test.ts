import { expect, test } from 'vitest'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { planInTime, inTime } from '../../src/learning/deadline.ts'
import { readerFor, readAnalyses } from '../../src/learning/read-commits.ts'
import { open } from '../../src/repo/context.ts'
import { newRepo } from '../support/repo.ts'

test('a computation that never ends is ended, whatever it does, and another is not', () => {
  const forever = (): never => {
    for (;;) continue
  }
  expect(inTime(forever, 50)).toBeUndefined()
  expect(inTime(() => new RegExp('^(a+)+b$').test('a'.repeat(60)), 50)).toBeUndefined()
  expect(inTime(() => undefined, 10_000)).toEqual({ result: undefined })
  expect(() => inTime(() => JSON.parse('{'), 10_000)).toThrow(SyntaxError)
})

test('one commit that took for ever kept all that were queued behind it from being learned', async () => {
  const repo = newRepo()
  const code = (word: string): string =>
    Array.from({ length: 40_000 }, (_, at) => `// ${word}${at} must never be called twice, because it is slow`).join(
      '\n',
    )
  const large = repo.commit('Add much\n\nWhy: because the parser needs all of it', { 'src/a.js': code('a') })
  const small = repo.commit('Add alpha\n\nWhy: because the printer is slow to warm up', { 'src/b.js': 'alpha()\n' })
  const ctx = await open({ cwd: repo.root })
  const reader = await readerFor(ctx)
  const read = async (mostMs: number) => await readAnalyses(ctx, [large, small], { reader: { ...reader, mostMs } })

  const [hurried, whole] = [await read(1), await read(60_000)]
  expect(repo.read('.git/ctx/log')).toContain(`${large}: what it changed takes too long to read`)
  expect(hurried.map(({ sha, touched }) => [sha, touched.length])).toEqual([
    [large, 0],
    [small, 1],
  ])
  expect(hurried[1]).toEqual(whole[1])
  expect(whole[0]?.touched).toHaveLength(1)

  const [first, second] = whole
  if (first === undefined || second === undefined) throw new Error('two commits were read')
  const endless = {
    ...first,
    get evidence(): never {
      for (;;) continue
    },
  }
  const taught = planInTime(ctx, [endless, second], { knowledge: noKnowledge, project: reader, mostMs: 2_000 })
  expect(repo.read('.git/ctx/log')).toContain(`${large}: it takes too long to say what this commit teaches`)
  expect(JSON.stringify(taught)).toContain('because the printer is slow')
})
