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

test('an answer named copies of the commit itself, and one change twice, as what came later (aiohttp 92477c5a and its backports)', () => {
  const repo = quietRepo()
  repo.commit('Begin', { 'timeout.go': 'package echo\n' })
  const builds = (line: string): Record<string, string> => ({ 'timeout.go': `package echo\n\nvar t = http.T\n${line}` })
  repo.commit(first, builds(''))
  repo.commit('Rework timeout middleware (#7)', builds('var a = 1\n'))
  repo.commit('Deprecate timeout middleware', builds('var a = 2\n'))
  repo.commit('Deprecate timeout middleware (#9)', builds('var a = 3\n'))
  expect(laterOn(expectCode(repo.ctx(...asked), 0))).toHaveLength(1)
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

test('an answer called "Update dev" later on "Deprecate structlog[dev]", for the one word of both (structlog e1c797bc)', () => {
  const repo = quietRepo()
  repo.commit('Deprecate structlog[dev]\n\nThe extra called dev made users install what only developers need.', {
    'src/dev.py': 'x = 1\n',
  })
  const fill = ['goods', 'orders', 'bills', 'customers', 'taxes', 'letters']
  for (const name of fill) repo.commit(`Keep ${name} in a list`, { [`src/${name}.py`]: 'y = 2\n' })
  repo.commit('Update dev', { 'src/dev.py': 'x = 1\n\nz = 3\n' })
  const later = repo.commit('Bring dev back into structlog', { 'src/dev.py': 'x = 1\n\nz = 3\n\nw = 4\n' })
  const said = expectCode(repo.ctx('query', 'why was the dev extra of structlog deprecated'), 0)
  expect(laterOn(said)).toEqual([expect.stringContaining(later.slice(0, 8))])
})

test('an answer names the later commit that names its own by hash or number, whatever words it has (hyper e11b2ad9: a mistake in it was fixed)', () => {
  const repo = quietRepo()
  const manifest = (version: number): Record<string, string> => ({ 'go.mod': `require lib v1.${version}\n` })
  const asking = repo.commit(first.replace('\n', ' (#41)\n'), { 'timeout.go': 'package echo\n\nvar t = http.T\n' })
  const cites = repo.commit(`Ask for no feature of ours\n\nFix a mistake in commit ${asking.slice(0, 7)}.`, manifest(1))
  const numbers = repo.commit('Let nobody wait for ever\n\nThis came with #41 and broke callers.', manifest(2))
  repo.commit(`Prepare\n\nIt has #41, #42, #43, #44 and #45.`, manifest(3))
  repo.commit(`Serve other branches\n\n(cherry picked from commit ${asking})`, manifest(4))
  repo.commit('Add unit tests for #41', manifest(5))
  repo.commit('Pay by cheque\n\nRule #41 of the bank asks for that, and step #41 too.', manifest(7))
  const undone = repo.commit(`Wait longer\n\nFollows ${asking.slice(0, 8)}.`, manifest(8))
  repo.git('revert', '--no-edit', undone)
  repo.commit('Mend tokio#41 and #411', manifest(6))
  repo.commit(`List them\n\nAs https://github.com/a/b/blob/${asking}/timeout.go did.`, manifest(9))
  repo.commit(`Write it up\n\nSee ${asking}.`, { 'notes.md': 'x\n' })
  expect(laterOn(expectCode(repo.ctx(...asked), 0))).toEqual([
    expect.stringMatching(` ${cites.slice(0, 8)} Ask for no feature of ours$`),
    expect.stringMatching(` ${numbers.slice(0, 8)} Let nobody wait for ever$`),
  ])
})

test('who forbade something was followed by who forbade another, and not by who permits it (regex 9062f38e, 78c647d6)', () => {
  const repo = quietRepo()
  const parser = (rules: string): Record<string, string> => ({ 'src/parser.rs': `fn parse() {}\n${rules}` })
  repo.commit('Begin', parser(''))
  repo.commit(
    'Disallow empty character class ranges\n\nThe compiler assumes that it never gets an empty one.',
    parser('a\n'),
  )
  repo.commit('Disallow literals in character classes when case is disabled', parser('a\nb\n'))
  const later = repo.commit('syntax: permit empty character classes', parser('a\nb\nc\n'))
  const said = expectCode(repo.ctx('query', 'are empty character class ranges disallowed'), 0)
  expect(laterOn(said)).toEqual([
    expect.stringContaining(` ${later.slice(0, 8)} syntax: permit empty character classes`),
  ])
})
