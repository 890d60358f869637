import { expect, test } from 'vitest'
import { fileKindOf, isExample, isSample, testFileName } from '../../src/curate/code/files.ts'
import { filesNow } from '../../src/curate/standing/files-now.ts'

test('a workflow that runs tests is none of them (requests, ctx where)', () => {
  expect(
    ['.github/workflows/run-tests.yml', 'test/.eslintrc.json', 'src/.hidden.test.ts', 'src/a.test.ts'].map(fileKindOf),
  ).toEqual(['config', 'test', 'config', 'test'])
})

test('what helps tests is no code of the project (koa 3b2c55b6, werkzeug 8cda604d)', () => {
  const tests = [
    'test-helpers/context.js',
    'test_utils/server.py',
    'testing/a.go',
    'werkzeug/testsuite/datastructures.py',
  ]
  expect(tests.map(fileKindOf)).toEqual(tests.map(() => 'test'))
  expect(fileKindOf('src/tester.js')).toBe('code')
})

test('a list of hashes is no code that an entry may be about (bbolt go.sum: “go: Fix bbolt test for 16KB …”)', () => {
  expect(new Set(['go.sum', 'package-lock.json', 'Cargo.lock', 'bun.lockb'].map(fileKindOf))).toEqual(
    new Set(['config']),
  )
})

test('what a test reads is no code that an entry may be about (caddy: 16 pages on `.caddyfiletest` files)', () => {
  expect(fileKindOf('caddytest/integration/caddyfile_adapt/bind_ipv6.caddyfiletest')).toBe('test')
  expect(['src/Dockerfile.latest', 'a/b.fastest'].map(fileKindOf)).not.toContain('test')
})

test('what tests a small project, beside its code, had a page as if it were code (hiredis test.c)', () => {
  expect(['test.c', 'test.js', 'tests.cpp'].map(fileKindOf)).toEqual(['test', 'test', 'test'])
  // `defined`, `divisibleby` and other tests of a template (jinja).
  expect(['jinja2/tests.py', 'src/test.js'].map(fileKindOf)).toEqual(['code', 'code'])
})

test('what stands in the folder of what it tests had the page of that (date-fns: “add days test”)', () => {
  expect(['src/addDays/test.ts', 'packages/a/src/b/test.mjs', 'src/uri/tests.rs'].map(fileKindOf)).toEqual([
    'test',
    'test',
    'test',
  ])
  // mocha's class of a test
  expect(['lib/test.js', 'src/addDays/latest.ts', 'src/a/test.py'].map(fileKindOf)).not.toContain('test')
})

test('“pinned by 4 tests in test.ts” told nobody which (date-fns; axum has 23 such mod.rs)', () => {
  const paths = [
    'src/addDays/test.ts',
    'src/cors/index.test.ts',
    'a/src/extract/mod.rs',
    'tests/test_app.py',
    'test.js',
  ]
  expect(paths.map(testFileName)).toEqual([
    'addDays/test.ts',
    'cors/index.test.ts',
    'extract/mod.rs',
    'test_app.py',
    'test.js',
  ])
  const now = filesNow(new Set(['lib/cors/index.spec.ts', 'lib/etag/index.spec.ts']))
  expect(['cors/index.test.ts', 'index.spec.ts'].map(now.testFile)).toEqual(['cors/index.spec.ts', 'index.spec.ts'])
})

test('a file of dependencies, and one of owners, are no code (black 62bfbd6a: its docs were past since a Pipfile changed)', () => {
  expect(['Pipfile', 'Gemfile', 'VERSION', 'CNAME'].map(fileKindOf)).toEqual(Array.from({ length: 4 }, () => 'config'))
  expect(['CODEOWNERS', 'MAINTAINERS', 'UNLICENSE', 'THANKS'].map(fileKindOf)).toEqual(
    Array.from({ length: 4 }, () => 'docs'),
  )
})

test('a test of one module outweighed that, and comments in it were told (rayon `src/join/test.rs`, `src/compile_fail/`)', () => {
  const tests = ['rayon-core/src/join/test.rs', 'src/compile_fail/cell_par_iter.rs', 'tests/compile-fail/a.rs']
  expect(tests.map(fileKindOf)).toEqual(tests.map(() => 'test'))
  // What a crate offers to those who test with it.
  expect(['src/test.rs', 'actix-http/src/test.rs'].map(fileKindOf)).toEqual(['code', 'code'])
})

test('a package of demos had a page on what it only used (rayon-demo/src/fibonacci: “Add a new `rayon::split`”)', () => {
  const demos = ['rayon-demo/src/fibonacci/mod.rs', 'packages/sfc-playground/src/App.vue', 'todo_example/main.go']
  expect(demos.map((path) => [isSample(path), isExample(path)])).toEqual(demos.map(() => [true, true]))
  expect(['src/demo-mode/index.ts', 'demonstrate/a.ts', 'packages/demos-core/a.ts'].some(isSample)).toBe(false)
})

test('how to contribute was told with how the project is built (vue `.github/contributing.md`)', () => {
  expect(['.github/contributing.md', '.gemini/styleguide.md'].map(fileKindOf)).toEqual(['docs', 'docs'])
  const forPrograms = ['.github/PULL_REQUEST_TEMPLATE.md', '.github/ISSUE_TEMPLATE/bug.md', '.changeset/cold-dogs.md']
  expect(forPrograms.map(fileKindOf)).toEqual(forPrograms.map(() => 'config'))
})
