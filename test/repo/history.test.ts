/** @module-tag slow */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Backtest } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import { newRepo, type Repo } from '../support/repo.ts'

const parts = ['mail', 'cache', 'token', 'form', 'date', 'queue']

/** A history of some parts, each with its own words, its code and its test. */
function longHistory(commits: number): Repo {
  const repo = newRepo()
  for (let at = 0; at < commits; at++) {
    const part = parts[at % parts.length] ?? ''
    const message = `${at % 2 === 0 ? 'fix' : 'feat'}(${part}): ${part} keeps the ${['order', 'limit', 'owner'][at % 3]} when late\n\nThe ${part} must never lose number ${at} because callers depend on it.`
    repo.commit(message, {
      [`src/${part}/${part}.ts`]: `export const ${part}Limit = ${at}\nexport function ${part}Of(value: number) {\n  return value + ${at}\n}\n`,
      [`test/${part}.test.ts`]: `test('${part} keeps its order in round ${at}', () => {})\n`,
    })
  }
  return repo
}

const filesBelow = (repo: Repo): readonly string[] =>
  readdirSync(join(repo.root, '.ctx'), { recursive: true, encoding: 'utf8' })

test('ctx eval backtest names the files of later commits better than chance, and writes nothing', () => {
  const repo = longHistory(79)
  const before = repo.git('for-each-ref')
  const found = JSON.parse(expectCode(repo.ctx('eval', 'backtest', '--json'), 0)) as Backtest
  expect(found).toMatchObject({ learned: 60, asked: 20, tree: { entries: expect.any(Number), duplicates: 0 } })
  expect(Object.keys(found.recall)).toEqual(['ctx', 'messages', 'paths', 'mostChanged'])
  expect(found.recall.ctx.files.at5).toBeGreaterThan(found.recall.mostChanged.files.at5)
  expect(found.tree.historyTokens).toBeGreaterThan(1_000)
  expect(repo.git('for-each-ref')).toBe(before)
  expect(repo.git('status', '--porcelain')).toBe('')
  const said = expectCode(repo.ctx('eval', 'backtest', '--from', 'HEAD~10'), 0)
  expect(said).toContain('10 later ones asked')
  expect(said).toMatch(/^ctx +\d+\.\d %/m)
  expect(said).toMatch(/^nearest messages +\d+\.\d %/m)
  expect(said).toMatch(/\d+ tokens, \d+\.\d % of the \d+ of the history/)
})

test('ctx eval says what is wrong with what it was asked', () => {
  const repo = longHistory(6)
  expect(expectCode(repo.ctx('eval', 'frontwards'), 2)).toContain('"frontwards" is none of backtest, retention, golden')
  expect(expectCode(repo.ctx('eval', 'backtest'), 2)).toContain('too few')
  expect(expectCode(repo.ctx('eval', 'backtest', '--from', 'nowhere'), 2)).toContain('nowhere')
})

describe('reading a part of history', () => {
  test('by paths, and by date', () => {
    const repo = longHistory(12)
    repo.ctx('init', '--no-hooks')
    expect(expectCode(repo.ctx('curate', '--paths', 'src/mail,src/form', '--dry-run'), 0)).toContain('Read 4 commits')
    expect(expectCode(repo.ctx('curate', '--since', '2000-01-01', '--dry-run'), 0)).toContain('Read 13 commits')
    expect(expectCode(repo.ctx('curate', '--since', '2000-01-01', 'HEAD'), 2)).toContain('no meaning')
    expectCode(repo.ctx('curate', '--paths', 'src/mail'), 0)
    expect(
      filesBelow(repo)
        .filter((path) => /tree\/\w+\/\w+\/\w+\.md$/.test(path))
        .every((path) => /mail/.test(path)),
    ).toBe(true)
    expect(expectCode(repo.ctx('curate', '--all'), 0)).toContain('Read 11 commits')
  })
})

test('a commit of which an object is missing is read without its diff, and the others with theirs', () => {
  const repo = longHistory(12)
  const blob = repo.git('rev-parse', 'HEAD~3:src/form/form.ts')
  rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  repo.ctx('init', '--no-hooks')
  const said = expectCode(repo.ctx('curate', '--all'), 0)
  expect(said).toContain('Read 13 commits, learned from 6')
  expect(expectCode(repo.ctx('query', 'queue limit'), 0)).toContain('queue')
})

test('what ctx init --history learned holds for the code as it stands', () => {
  const repo = longHistory(60)
  expectCode(repo.ctx('init', '--history', '--no-hooks'), 0)
  const all = repo.run('sh', ['-c', 'cat .ctx/tree/*/*/*.md']).out
  // Round 54 is the last of `mail`, and says which one it took the place of; the values before it are gone.
  expect(all).toMatch(
    /^- .*The mail must never lose number 54 .* \{fix · [\d-]+ · pinned by 1 test in mail\.test\.ts · replaces [0-9a-f]{8}\}/m,
  )
  // What says the same under the same headline stands once, as it was said last.
  expect(all).not.toContain('must never lose number 0 ')
  expect(all).toContain('**mailLimit** = `54`: was `48` before')
  expect(all).not.toContain('**mailLimit** = `48`')
  const entries = filesBelow(repo).filter((path) => /^tree\/(?:\w+\/){2,3}(?!context|_index)\w+\.md$/.test(path))
  expect(entries.length).toBeLessThanOrEqual(60 / 5)
})
