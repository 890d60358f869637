/** @module-tag slow */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, expectProblem } from '../support/expect.ts'
import { newRepo, withRemote } from '../support/repo.ts'

describe('settings that are not right', () => {
  const personal: readonly (readonly [string, RegExp])[] = [
    ['autoPush: on\n', /autoPush[\s\S]*git config/],
    ['model: gpt-9\n', /model[\s\S]*git config/],
    ['endpoint: https://evil.example\n', /endpoint[\s\S]*git config/],
  ]
  const hostile: readonly (readonly [string, RegExp])[] = [
    ['branchPrefix: ../x\n', /branchPrefix/],
    ['branchPrefix: -x\n', /branchPrefix/],
    ['branchPrefix: refs/heads/main\n', /branchPrefix/],
    ['branchPrefix: "a\\n"\n', /branchPrefix/],
    ['branchPrefix: ""\n', /branchPrefix/],
    ['branchPrefix: [ctx]\n', /branchPrefix/],
    ['domains:\n  "src/**": ../x\n', /domains/],
    ['a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n', /config\.yaml/],
  ]
  const odd: readonly (readonly [string, RegExp])[] = [
    ['branchPrefix: [a, b\n  x: : y\n', /config\.yaml:? is not YAML/],
    ['\u0000\u0001', /config\.yaml/],
    ['- a\n- b\n', /config\.yaml/],
    ['hello\n', /config\.yaml/],
    ['version: 1\nversion: 1\n', /config\.yaml/],
    ['version: 1\nbranchPrefx: ctx\n', /branchPrefx/],
    ['version: 2\n', /version/],
    ['prequery: sometimes\n', /prequery/],
    ['ignore: everything\n', /ignore/],
  ]

  test.each([
    ['is not what ctx reads', odd],
    ['holds personal settings', personal],
    ['leads out of where it may', hostile],
  ])('a config.yaml that %s is named with its fault, and nothing is written', (_, configs) => {
    const repo = quietRepo()
    teach(repo)
    const tip = repo.git('rev-parse', 'ctx/main')
    for (const [text, fault] of configs) {
      repo.write({ '.ctx/config.yaml': text })
      expectProblem(repo.ctx('curate'), fault)
      expect(repo.read('.ctx/config.yaml')).toBe(text)
    }
    expectProblem(repo.ctx('query', 'mail'), 'config.yaml')
    expect(repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads')).toBe(
      `refs/heads/ctx/main ${tip}\nrefs/heads/main ${repo.git('rev-parse', 'main')}`,
    )
    expectClean(repo)
  })

  test.each([
    ['a place whose name Windows has for a device', 'domains:\n  "src/**": con/nul\n', /domains/],
    ['a place where archives are', 'domains:\n  "src/**": _archived/x\n', /domains/],
    ['an empty pattern to ignore', 'ignore: [""]\n', /ignore/],
    ['an empty pattern to file', 'domains:\n  "": a/b\n', /domains/],
  ])('a config.yaml with %s is named with its fault', (_, text, fault) => {
    const repo = quietRepo()
    teach(repo)
    repo.write({ '.ctx/config.yaml': text })
    expectProblem(repo.ctx('curate'), fault)
  })

  test('a prefix that is the name of a branch of the code says which branch is in the way', () => {
    const repo = quietRepo()
    teach(repo)
    const main = repo.git('rev-parse', 'main')
    expectProblem(repo.ctx('init', '--prefix', 'main'), /The branch "main" is in the way/)
    expect(repo.git('rev-parse', 'main')).toBe(main)
    const fresh = newRepo()
    fresh.write({ '.ctx/config.yaml': 'branchPrefix: main\n' })
    expectProblem(fresh.ctx('init', '--no-hooks'), /The branch "main" is in the way/)
    teach(fresh)
    expectProblem(fresh.ctx('curate'), /The branch "main" is in the way/)
  })

  test('a config.yaml that is a folder is told as such', () => {
    const repo = quietRepo()
    rmSync(join(repo.root, '.ctx/config.yaml'))
    mkdirSync(join(repo.root, '.ctx/config.yaml'))
    expectProblem(repo.ctx('status'), /config\.yaml/)
  })

  test('a personal setting that makes no sense is named where it matters, and stops no push', async () => {
    const repo = quietRepo()
    expectCode(repo.ctx('init'), 0)
    tell(repo)
    repo.git('config', 'ctx.autoPush', 'sometimes')
    withRemote(repo)
    await repo.settled()
    expect(expectCode(repo.ctx('status'), 0)).toContain('autoPush')
  })

  test('commits go through while config.yaml is broken, and are learned from once it is mended', async () => {
    const repo = newRepo()
    expectCode(repo.ctx('init'), 0)
    repo.write({ '.ctx/config.yaml': 'branchPrefix: [\n' })
    teach(repo)
    await sleep(600)
    repo.write({ '.ctx/config.yaml': 'version: 1\n' })
    const ran = repo.ctx('curate', '--queued')
    expectCode(ran, 0)
    await repo.settled()
    expectCode(repo.ctx('query', 'why is mail queued'), 0)
  })
})
