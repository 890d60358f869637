import { expect, test } from 'vitest'
import { holdBlobs } from '../../src/repo/git/blobs.ts'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { newRepo } from '../support/repo.ts'

test('a git that is kept reads blobs again and again, without those that are missing or too large', async () => {
  const repo = newRepo()
  repo.commit('Add three', { 'a.json': '{ "a": 1 }', 'b.json': 'é\n', 'c.json': 'c'.repeat(200) })
  const blobOf = (name: string): string => repo.git('rev-parse', `HEAD:${name}.json`)
  const [a, b, c] = [blobOf('a'), blobOf('b'), blobOf('c')]
  const most = { mostBytes: 100 }
  const missing = '1'.repeat(40)
  await using held = holdBlobs(findRepoPaths(repo.root))
  expect(await held.read([], most)).toEqual(new Map())
  expect(await held.read([a, missing, c, a], most)).toEqual(new Map([[a, '{ "a": 1 }']]))
  expect(await held.read([c, b, a], most)).toEqual(
    new Map([
      [b, 'é\n'],
      [a, '{ "a": 1 }'],
    ]),
  )
  const sizes: number[] = []
  for await (const { text } of held.each([c, a], { mostBytes: 1_000 })) sizes.push(text.length)
  expect(sizes).toEqual([200, 10])
})
