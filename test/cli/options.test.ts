import { expect, test } from 'vitest'
import { expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { newRepo, type Ran, withRemote } from '../support/repo.ts'

/** Expects that ctx stopped with a sentence, and a second line that says how to go on. */
function expectRefused(ran: Ran, sentence: RegExp | string): void {
  expectCode(ran, 2)
  expect(ran.out).toBe('')
  expect(ran.err).toMatch(/^ctx: [^]+\n {5}\S/)
  expect(ran.err).toMatch(sentence)
}

test('ctx init with a number that is none sets nothing up', () => {
  const repo = newRepo()
  expect(expectCode(repo.ctx('init', '--history=abc', '--prefix', 'kb'), 2)).toContain('--history takes a whole number')
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(repo.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  expect(expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)).toContain('Read 1 commit')
})

test('ctx publish asks for a folder to be ignored once: not where it is, or needs not be', () => {
  const repo = quietRepo()
  tell(repo)
  expect(repo.ctx('publish').err).toBe('')
  expect(repo.ctx('publish', '--to', 'team', '--check').err).not.toContain('ignore')
  expect(repo.ctx('publish', '--to', 'team').err).toContain('add "team/**" to `ignore`')
  repo.write({ '.ctx/config.yaml': 'ignore: ["team/**"]\n' })
  tell(repo, 'Idle sessions end after an hour.')
  const again = repo.ctx('publish', '--to', 'team')
  expect(again.out).toContain('to team')
  expect(again.err).toBe('')
})

test('what only lessons can do is refused where entries answer, and unknown to ctx search', () => {
  const repo = quietRepo()
  tell(repo)
  for (const option of ['--more', '--tree-only', '--log-only']) {
    expectRefused(repo.ctx('search', 'tokens', option), 'Unknown option')
    for (const other of ['--paths=src/a.ts', '--at=HEAD'])
      expectRefused(repo.ctx('query', 'refresh tokens', option, other), `${option} goes with a question in words alone`)
    expectRefused(repo.ctx('query', option), 'There is no question')
  }
  for (const other of ['--more', '--explain']) expectCode(repo.ctx('query', 'refresh tokens', '--tree-only', other), 0)
})

test('a question that begins with an option is asked, and an option that nobody knows is refused (black --py36)', () => {
  const repo = quietRepo()
  tell(repo)
  const question = '--tokens are single-use, and refresh how?'
  for (const how of [[question], [question, '--limit=1'], ['--limit', '1', question]])
    expect(expectCode(repo.ctx('query', ...how), 0)).toContain('single-use')
  expect(JSON.parse(repo.ctx('query', '--json', question).out)).toMatchObject({ query: question })
  expect(JSON.parse(repo.ctx('query', '--json', '--tokens are', 'why').out)).toMatchObject({
    query: '--tokens are why',
  })
  for (const other of ['-u was single-use tokens, when?', '--tokens=single prints a warning, refresh how?', '-pp plus'])
    expect(JSON.parse(repo.ctx('query', '--json', other).out)).toMatchObject({ query: other })
  expectCode(repo.ctx('curate', '-tTea is brewed hot.'), 0)
  expectRefused(repo.ctx('query', 'tokens', '--topic=two words'), 'the path two words')
  // A mistyped option with its value is one.
  for (const [command = '', mistyped = ''] of [
    ['query', '--topics=auth tokens'],
    ['search', '--tpoic=auth tokens'],
    ['curate', '--sinc=6 months ago'],
  ])
    expectRefused(repo.ctx(command, mistyped), 'Unknown option')
  expectRefused(repo.ctx('query', '--tokens'), "Unknown option '--tokens'")
  expectRefused(repo.ctx('curate', '--text', '- Tea is brewed.'), 'What stands behind --text begins with -')
})

test('ctx query with what only lessons can do asks lessons, also where a model may answer', () => {
  const repo = quietRepo()
  tell(repo)
  repo.git('config', 'ctx.query.model', 'auto')
  expect(expectCode(repo.ctx('query', 'refresh tokens', '--tree-only'), 0)).toContain('single-use')
})

test('ctx curate learns from one thing at a time, and drops nothing without a word', () => {
  const repo = quietRepo()
  teach(repo)
  const tip = repo.git('rev-parse', 'ctx/main')
  repo.write({ 'operations.json': '{"operations": []}', 'note.md': '# A note\n\nTea is brewed at noon.\n' })
  const source = [
    ['--text', 'Tea is brewed.'],
    ['--operations', 'operations.json'],
  ]
  for (const given of source) {
    expectRefused(repo.ctx('curate', ...given, 'HEAD'), '"HEAD" has no meaning')
    for (const other of ['--since=2020-01-01', '--paths=src', '--anew'])
      expectRefused(repo.ctx('curate', ...given, other), `"${other.split('=')[0]}" has no meaning`)
  }
  expectRefused(repo.ctx('curate', '-f', 'note.md', '--since', '2020-01-01'), '"--since" has no meaning')
  expectRefused(repo.ctx('curate', '-f', 'note.md', '--topic', 'a/b'), '--topic goes with --text')
  expectRefused(repo.ctx('curate', '--topic', 'a/b'), '--topic goes with --text')
  expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
})

test('ctx eval names its measures, and refuses --from where it has no meaning', () => {
  const repo = quietRepo()
  expectRefused(repo.ctx('eval'), 'Say which: backtest, retention, golden, answers')
  expectRefused(repo.ctx('eval', 'speed'), '"speed" is none of backtest, retention')
  expectRefused(repo.ctx('eval', 'retention', '--from', 'HEAD'), '--from has no meaning for `ctx eval retention`')
})

test('ctx gaps --clear --json tells how many questions it forgot', () => {
  const repo = quietRepo()
  repo.ctx('query', 'who feeds the parrot')
  // To this nobody could write an answer.
  repo.ctx('query', '???')
  expect(JSON.parse(repo.ctx('gaps', '--clear', '--json').out)).toEqual({ forgotten: 1 })
})

test('a setting that only the hook reads stops nothing else', () => {
  const repo = quietRepo()
  withRemote(repo)
  repo.git('config', 'ctx.prequery', 'sometimes')
  tell(repo)
  expect(expectCode(repo.ctx('push'), 0)).toContain('ctx/main')
})

test('ctx status counts what is to be pushed to a remote of whatever name', () => {
  const repo = quietRepo()
  repo.git('init', '-q', '--bare', '../remote.git')
  repo.git('remote', 'add', 'up', '../remote.git')
  repo.git('push', '-q', 'up', 'main')
  tell(repo)
  expectCode(repo.ctx('push'), 0)
  tell(repo, 'Idle sessions end after an hour.')
  expect(expectCode(repo.ctx('status'), 0)).toContain('1 to push')
})
