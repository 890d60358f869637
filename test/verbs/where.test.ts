import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newRepo } from '../support/repo.ts'

test('ctx where calls no certificate a test, and names each person once and nobody who is called Name', () => {
  const repo = newRepo()
  const by = (name: string, text: string): void => {
    repo.env['GIT_AUTHOR_NAME'] = name
    repo.commit(`Time out idle connections of the pool after ${text}`, {
      'src/pool.rs': `limit(${text})\n`,
      'tests/pool_test.rs': `check(${text})\n`,
      'tests/testdata/cert.pem': `-----BEGIN CERTIFICATE-----\n${text}\n`,
    })
  }
  by('Manu Mtz-Almeida', '1')
  by('Manu Mtz.-Almeida', '2')
  by('Name', '3')
  expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)
  const told = expectCode(repo.ctx('where', 'change the timeout of the connection pool'), 0)
  expect(told).toMatch(/^ {2}tested in tests\/pool_test\.rs$/m)
  expect(told).toMatch(/^ {2}known by Manu Mtz\.-Almeida$/m)
})
