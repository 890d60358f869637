import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

const key = 'AKIAQ3EGRIIYZ5QXYZAB'

test('what the doctor told to take a secret out of history with took the whole entry, lessons and notes', () => {
  const repo = newCtxRepo()
  repo.commit('Add alpha\n\nConstraint: alpha must never be called twice', {
    'src/a.js': 'export function alpha() {}\n',
  })
  repo.ctx('curate', '--all')
  const paths = repo.git('ls-tree', '-r', '--name-only', 'ctx/main').split('\n')
  const path = paths.find((one) => !one.endsWith('context.md')) ?? ''
  const file = `.ctx/tree/${path}`
  const clean = `${repo.read(file)}\n## Notes\nAsk Bea first.\n`
  for (const more of [`${key}\n`, `${key}\nShe knows.\n`, 'She knows.\n']) {
    repo.write({ [file]: `${clean}${more}` })
    repo.ctx('refresh')
  }
  const { out } = repo.ctx('doctor', '--secrets')
  expect(out.match(/since/g)).toHaveLength(1)
  for (const [, command = ''] of out.matchAll(/`(git [^`]+)`/g)) expect(repo.run('sh', ['-c', command]).code).toBe(0)
  expect(repo.ctx('doctor', '--secrets').code).toBe(0)
  expect(repo.git('log', '-p', 'ctx/main')).not.toContain(key)
  expect(repo.git('show', `ctx/main:${path}`)).toContain('Ask Bea first.\nShe knows.')
  expect(repo.ctx('show', path).out).toContain('alpha must never be called twice')
  repo.ctx('curate', '--all', '--anew')
  expect(repo.git('show', `ctx/main:${path}`)).toContain('alpha must never be called twice')
})
