import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'

test('entries could each be superseded by the other, and none was told any more', () => {
  const repo = quietRepo()
  const paths = ['Count money in whole cents.', 'Round after the sum.', 'Print the sum twice.'].map((text) => {
    const { out } = repo.ctx('curate', '--text', text, '--topic', 'till/sums', '--json')
    return /till\/sums\/\w+\.md/.exec(out)?.[0] ?? ''
  })
  const [one = '', two = '', three = ''] = paths
  const supersede = (path: string, by: string) => repo.ctx('mark', path, '--superseded-by', by)
  expectCode(supersede(one, two), 0)
  expect(supersede(two, one)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${one} cannot take the place of ${two}: ${two} took the place of ${one}.`),
  })
  expectCode(supersede(two, three), 0)
  const { code, err } = supersede(three, one)
  expect(code).toBe(2)
  expect(err).toContain(`ctx mark ${one} --approved`)
  expect(repo.ctx('brain').out).toContain('Print the sum twice')
  // As it is told to go on.
  expectCode(repo.ctx('mark', one, '--approved'), 0)
  expectCode(supersede(three, one), 0)
  expect(repo.ctx('brain').out).toContain('whole cents')
})
