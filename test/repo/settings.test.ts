import { expect, test } from 'vitest'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { lookUpOwn, readOwn } from '../../src/repo/settings/own.ts'
import { checkProject } from '../../src/repo/settings/schema.ts'
import { defaults } from '../../src/repo/settings/shape.ts'
import { expectCode, quietRepo } from '../support/expect.ts'
import { newRepo, withRemote } from '../support/repo.ts'

test.each([
  ['as git writes it', '[ctx "query"]\n\tmodel = auto\n'],
  ['with a comment behind it', '[ctx "query"]\n\tmodel = auto # for now\n'],
  ['in quotes', '[ctx "query"]\n\tmodel = "auto"\n'],
  ['in capitals', '[CTX "query"]\n\tMODEL = auto\n'],
  ['on one line', '[ctx "query"] model = auto\n'],
  ['twice', '[ctx "query"]\n\tmodel = never\n[core]\n\tmodel = never\n[ctx "query"]\n\tmodel = auto\n'],
])('a personal setting %s is read alike with and without git', async (_, text) => {
  const repo = newRepo()
  repo.write({ '.git/config': `${repo.read('.git/config')}${text}` })
  const place = findRepoPaths(repo.root)
  expect(repo.git('config', '--get', 'ctx.query.model')).toBe('auto')
  expect((await readOwn(place, repo.env))['ctx.query.model']).toBe('auto')
  expect(lookUpOwn('ctx.query.model', { place, env: repo.env })).toBe('auto')
  const env = { ...repo.env, CTX_QUERY_MODEL: 'never' }
  expect((await readOwn(place, env))['ctx.query.model']).toBe('never')
  expect(lookUpOwn('ctx.query.model', { place, env })).toBe('never')
})

test('what is wrong with a personal setting is said by the name that it was set by', () => {
  const repo = quietRepo()
  withRemote(repo)
  repo.git('config', 'ctx.pushTries', 'many')
  repo.git('config', 'ctx.model.timeout', '-1')
  repo.ctx('curate', '--text', 'Tea is brewed at noon.')
  expect(expectCode(repo.ctx('push'), 2)).toContain('ctx.pushTries')
  expect(expectCode(repo.ctx('model'), 2)).toContain('ctx.model.timeout is a number from 0')
})

test('ctx doctor was content with settings that stop commands, and commands said only "Invalid input"', () => {
  const repo = quietRepo()
  repo.git('config', 'ctx.prequery', 'loud')
  repo.git('config', 'ctx.autoPush', 'maybe')
  repo.git('config', 'ctx.networkTimeout', 'soon')
  repo.git('config', 'ctx.model.timeout', 'x')
  repo.git('config', 'ctx.model.dailyTokens', 'many')
  const { code, out } = repo.ctx('doctor')
  expect(code).toBe(2)
  expect(out).toContain('ctx.prequery is one of off, editor, always')
  expect(out).toContain('ctx.autoPush is one of off, known, on')
  expect(out).toContain('ctx.networkTimeout is a number')
  expect(out).toContain('ctx.model.timeout is a number')
  expect(expectCode(repo.ctx('model'), 2)).toContain('ctx.model.dailyTokens is a number')
  expect(() => checkProject('ignore: docs\n')).toThrow('ignore is a list')
  expect(() => checkProject('search: { boost: 3 }\n')).toThrow('search.boost holds settings')
  expect(() => checkProject('search: { boost: { draft: high } }\n')).toThrow('search.boost.draft is a number')
})

test('a project that sets nothing has the defaults, and one that asks for a prefix is asked in whatever YAML it wrote', () => {
  expect(checkProject('version: 1\n')).toEqual(defaults)
  const repo = quietRepo()
  for (const asked of ['branchPrefix: "kb" # ours\n', '{ version: 1, branchPrefix: kb }\n']) {
    repo.write({ '.ctx/config.yaml': asked })
    expect(expectCode(repo.ctx('status'), 0)).toContain('ctx init --prefix kb')
  }
  repo.write({ '.ctx/config.yaml': 'ignore: []\n' })
  expect(repo.ctx('status').out).not.toContain('--prefix')
})

test('what ctx init writes is checked by it, so that the first question finds the settings read', () => {
  const repo = newRepo()
  expect(repo.ctx('init').code).toBe(0)
  const { text } = JSON.parse(repo.read('.git/ctx/settings.json')) as { text: string }
  expect(text).toBe(repo.read('.ctx/config.yaml'))
})
