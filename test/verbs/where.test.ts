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

test('ctx where and ctx query name no .ctx/config.yaml, which the first commit after ctx init took along', () => {
  const repo = newRepo()
  expectCode(repo.ctx('init', '--no-hooks'), 0)
  repo.commit('Cache sessions for 30 seconds\n\nThe database could not answer every request by itself.', {
    'src/cache.py': 'CACHE_TTL_OF_SESSIONS = 30\n',
  })
  expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toContain('.ctx/config.yaml')
  const told = [repo.ctx('where', 'cache sessions'), repo.ctx('query', 'how long are sessions cached')]
  for (const ran of told) {
    expect(expectCode(ran, 0)).toContain('src/cache.py')
    expect(ran.out).not.toContain('.ctx/')
  }
})
