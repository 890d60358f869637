import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'

// What an answer says of later commits about the same matter, whatever became of the lines of the first.

const asked = ['query', 'why is the timeout middleware built on the handler of the library'] as const

const first = `Rework timeout middleware\n\nIt is built on the handler of the library, because ours leaked goroutines.`

const laterOn = (said: string): readonly string[] => said.split('\n').filter((line) => /later on this/.test(line))

test('an answer names the later commit that deprecates what it is about, though that took none of its lines', () => {
  const repo = quietRepo()
  repo.commit('Begin', { 'timeout.go': 'package echo\n' })
  repo.commit(first, { 'timeout.go': 'package echo\n\nvar timeout = http.TimeoutHandler\n' })
  repo.commit('Say who maintains this', { 'AUTHORS.md': 'Ada\n' })
  const later = repo.commit('Deprecate timeout middleware', {
    'timeout.go': 'package echo\n\n// Deprecated: use the context.\nvar timeout = http.TimeoutHandler\n',
  })
  const said = expectCode(repo.ctx(...asked), 0)
  expect(laterOn(said)).toEqual([expect.stringMatching(` ${later.slice(0, 8)} Deprecate timeout middleware$`)])
  expect(JSON.parse(repo.ctx(...asked, '--json').out)).toMatchObject({
    hits: [{ followUps: [{ commit: later, headline: 'Deprecate timeout middleware', why: '' }] }],
  })
})

test('a typo, a page and a bump of the same words follow nothing up, and neither does what came before', () => {
  const repo = quietRepo()
  repo.commit('Add timeout middleware', { 'timeout.go': 'package echo\n' })
  repo.commit(first, { 'timeout.go': 'package echo\n\nvar timeout = http.TimeoutHandler\n' })
  repo.commit('Fix typo in timeout middleware', {
    'timeout.go': 'package echo\n\nvar timeout = http.TimeoutHandler //\n',
  })
  repo.commit('Update docs of timeout middleware', {
    'timeout.go': 'package echo\n\nvar timeout = http.TimeoutHandler // 2\n',
  })
  const tried = repo.commit('Remove timeout middleware', { 'timeout.go': 'package echo\n' })
  repo.git('revert', '--no-edit', tried)
  repo.commit('Bump timeout-middleware from 1.0 to 1.1', { 'package-lock.json': '{}\n' })
  expect(laterOn(expectCode(repo.ctx(...asked), 0))).toEqual([])
})
