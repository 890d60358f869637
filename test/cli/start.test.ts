import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { quietRepo, tell } from '../support/expect.ts'
import { program, temporaryFolder } from '../support/repo.ts'

describe('what V8 kept of compiling the program', () => {
  const keptIn = (cache: string): readonly string[] =>
    existsSync(join(cache, 'ctx')) ? readdirSync(join(cache, 'ctx')).map((file) => file.replace(/-.*/, '')) : []

  test('is there after the first command of any kind, and a mistake or a look at the version leaves nothing', () => {
    const repo = quietRepo()
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    for (const words of [['--version'], ['no-such-command'], ['show', 'no/such/path.md']])
      repo.run(process.execPath, [program, ...words], { env })
    expect(keptIn(env.XDG_CACHE_HOME)).toEqual([])
    expect(repo.run(process.execPath, [program, 'tree'], { env }).code).toBe(0)
    expect(keptIn(env.XDG_CACHE_HOME)).toEqual(['other', 'rest'])
    const kept = join(env.XDG_CACHE_HOME, 'ctx')
    const inodes = (): readonly number[] => readdirSync(kept).map((file) => statSync(join(kept, file)).ino)
    const first = inodes()
    expect(repo.run(process.execPath, [program, 'tree'], { env }).code).toBe(0)
    // V8 took it: what it refuses would be written anew.
    expect(inodes()).toEqual(first)
  })

  test('is one of its own for a question', () => {
    const repo = quietRepo()
    tell(repo)
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    repo.run(process.execPath, [program, 'tree'], { env })
    repo.run(process.execPath, [program, 'query', 'refresh', 'tokens'], { env })
    expect(keptIn(env.XDG_CACHE_HOME)).toEqual(['other', 'query', 'rest'])
  })

  test.each([
    ['a question', ['query', 'refresh', 'tokens'], 'query'],
    ['what an agent edits', ['hook', 'agent', 'claude', 'edit'], 'hook'],
    ['what is staged', ['prequery'], 'prequery'],
  ])('is all that %s needs: the rest of the program is not even read', (_what, words, name) => {
    const repo = quietRepo()
    tell(repo)
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    const input = JSON.stringify({ tool_name: 'Edit', tool_input: { file_path: join(repo.root, 'README.md') } })
    // The first answer makes the index, which takes more.
    repo.run(process.execPath, [program, ...words], { env: { XDG_CACHE_HOME: temporaryFolder() }, input })
    repo.run(process.execPath, [program, ...words], { env, input })
    expect(keptIn(env.XDG_CACHE_HOME)).toEqual([name])
  })
})

test('ctx crashed (segmentation fault) when a pattern that had run once before it started ran again', () => {
  const repo = quietRepo()
  const earlier = join(temporaryFolder(), 'earlier.cjs')
  // Joined texts are what V8 hands to its own C++, which took what was made for the interpreter for machine code.
  writeFileSync(
    earlier,
    `const pattern = /([0-9]+)-([a-z]+)/
pattern.exec('12-ab')
process.once('exit', () => {
  for (let at = 0; at < 100; at++) if (pattern.exec(' '.repeat(at) + '12-ab') === null) process.exitCode = 3
})
`,
  )
  expect(repo.run(process.execPath, ['--require', earlier, program, '--version']).code).toBe(0)
})

test('the program lies in two files: what speaks to agents brings only its libraries', () => {
  const ours = 'Give one document about this project within a budget of tokens'
  expect(readFileSync(join(program, '../program.cjs'), 'utf8')).not.toContain(ours)
  expect(readFileSync(join(program, '../rest.cjs'), 'utf8')).toContain(ours)
  const library = readFileSync(join(program, '../vendor/mcp.cjs'), 'utf8')
  expect(library).not.toContain(ours)
  expect(library).not.toContain('Nothing was learned here yet')
  expect(existsSync(join(program, '../mcp.cjs'))).toBe(false)
})
