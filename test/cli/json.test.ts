/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { newCtxRepo } from '../support/repo.ts'

const parsed = (text: string): Record<string, unknown> => JSON.parse(text)

describe('what programs are printed', () => {
  test('is an object, and a list in it has a name', () => {
    const repo = quietRepo()
    tell(repo)
    const lists = {
      files: [
        ['where', 'refresh', 'tokens'],
        ['agents', '--claude'],
      ],
      questions: [['gaps']],
      hits: [['prequery']],
      symbols: [['tree']],
      commits: [['log']],
      checks: [['doctor']],
      sources: [['source', 'list']],
      steps: [['uninstall']],
    }
    for (const [name, asked] of Object.entries(lists))
      for (const words of asked)
        expect([words, parsed(repo.ctx(...words, '--json').out)]).toEqual([words, { [name]: expect.any(Array) }])
  })

  test('names the words that nothing holds alike, whether lessons answer or entries', () => {
    const repo = quietRepo()
    tell(repo)
    for (const command of ['query', 'search'])
      expect(parsed(repo.ctx(command, 'zeppelin', '--json').out)).toMatchObject({ unknown: ['zeppelin'] })
  })
})

describe('a text that is told twice', () => {
  const text = ['curate', '--text', 'Never use HS256 here. Tokens are signed.', '--topic', 'auth/signing']
  const entry = '.ctx/tree/auth/signing/never_use_hs256_here.md'

  test('is known, and neither the entry nor the branch changes', () => {
    const repo = newCtxRepo()
    expectCode(repo.ctx(...text), 0)
    const [before, tip] = [repo.read(entry), repo.git('rev-parse', 'ctx/main')]
    for (const again of [
      text,
      [...text, '--dry-run'],
      ['curate', '--text', 'never use  HS256 here.', ...text.slice(3)],
    ])
      expect(expectCode(repo.ctx(...again), 0)).toBe(
        'Known auth/signing/never_use_hs256_here.md\nIt says this already: nothing was changed.\n',
      )
    expect([repo.read(entry), repo.git('rev-parse', 'ctx/main')]).toEqual([before, tip])
    expect(parsed(repo.ctx(...text, '--json').out)['summary']).toMatchObject({ added: 0, updated: 0 })
  })

  test('is learned where it says a sentence more, or in another topic, or where what said it holds no longer', () => {
    const repo = newCtxRepo()
    expectCode(repo.ctx(...text), 0)
    expect(repo.ctx('curate', '--text', 'Never use HS256 here. Keys rotate.', ...text.slice(3)).out).toContain(
      'Updated',
    )
    expect(repo.ctx(...text.slice(0, 4), 'auth/tokens').out).toContain('Added auth/tokens/')
    expectCode(repo.ctx('mark', 'auth/signing/never_use_hs256_here.md', '--deprecated'), 0)
    expect(repo.ctx(...text).out).toContain('Updated')
  })
})

describe('a mistake is told as it was typed', () => {
  test('ctx curate -f names the file', () => {
    const repo = quietRepo()
    expect(expectCode(repo.ctx('curate', '-f', '/no/such/place.md'), 2)).toContain(
      '/no/such/place.md: there is no such',
    )
    expect(expectCode(repo.ctx('curate', '-f', '../nope.md'), 2)).toContain('../nope.md: there is no such')
  })

  test('a budget says where it begins', () => {
    const repo = quietRepo()
    expect(expectCode(repo.ctx('brain', '--budget', 'abc'), 2)).toContain(
      '--budget takes a whole number from 0, not "abc"',
    )
    expect(expectCode(repo.ctx('brain', '--limit', '0'), 2)).toContain('--limit takes a whole number from 1, not "0"')
  })

  test('a command of several says alike which there are', () => {
    const repo = quietRepo()
    for (const command of ['goal', 'source', 'eval', 'import', 'export']) {
      expect(expectCode(repo.ctx(command), 2)).toMatch(/^ctx: Say which: [a-z, ]+\.\n {5}For example: ctx /)
      expect(expectCode(repo.ctx(command, 'bogus'), 2)).toMatch(
        /^ctx: "bogus" is none of [a-z, ]+\.\n {5}For example: ctx /,
      )
    }
  })

  test('a model that is asked for and not set up is an error, for every way to ask for one', () => {
    const repo = quietRepo()
    tell(repo)
    for (const words of [['--tier', 'model'], ['--tier', 'agent'], ['--meaning']])
      for (const question of ['refresh tokens', 'zeppelins'])
        expect(expectCode(repo.ctx('query', ...words, question), 2)).toMatch(/^ctx: No model .*is set up/)
    expect(expectCode(repo.ctx('search', '--tier', 'model', 'refresh'), 2)).toContain('--tier model answers a question')
    expect(expectCode(repo.ctx('query', '--tier', 'model', '--at', 'HEAD', 'x'), 2)).toContain('leave out --tier')
  })
})

test('a dot, a slash and the folder itself name the whole tree', () => {
  const repo = newCtxRepo()
  tell(repo)
  const [root, all, history] = [repo.ctx('show', '_index.md'), repo.ctx('tree'), repo.ctx('log')]
  for (const path of ['.', './', '/', '.ctx/tree/']) {
    expect(repo.ctx('show', path)).toEqual(root)
    expect(repo.ctx('tree', path)).toEqual(all)
  }
  expect(repo.ctx('log', '.')).toEqual(history)
  expect(repo.ctx('archive', '.').code).toBe(2)
})
