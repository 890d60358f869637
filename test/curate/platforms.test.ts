import { expect, test } from 'vitest'
import { platformVersionsIn } from '../../src/curate/code/platforms.ts'

const said = (path: string, added: readonly string[], removed: readonly string[] = []) =>
  platformVersionsIn([
    {
      path,
      from: path,
      status: 'modified',
      before: 'a',
      after: 'b',
      hunks: [{ section: '', start: 1, removed, added }],
    },
  ]).map(({ platform, value, before }) => `${platform} ${value}${before === '' ? '' : ` before ${before}`}`)

test('manifests say which version they need, each in its own way', () => {
  expect(said('go.mod', ['module shop', 'go 1.25.0', 'toolchain go1.26'])).toEqual(['go 1.25.0'])
  expect(said('Cargo.toml', ['rust-version = "1.85"  # MSRV', 'version = "4.0"'])).toEqual(['rust 1.85'])
  expect(said('.clippy.toml', ['msrv = "1.74"'])).toEqual(['rust 1.74'])
  expect(said('pyproject.toml', ['requires-python = ">=3.10"'])).toEqual(['python >=3.10'])
  expect(said('pyproject.toml', ['python = "^3.8"'])).toEqual(['python ^3.8'])
  expect(said('setup.py', ['    python_requires=">=2.7, !=3.0.*",'])).toEqual(['python >=2.7, !=3.0.*'])
  expect(said('setup.cfg', ['python_requires = >=3.6'])).toEqual(['python >=3.6'])
  expect(said('package.json', ['    "node": "^12.20 || >=14.13.1"', '    "@types/node": "^20"'])).toEqual([
    'node ^12.20 || >=14.13.1',
  ])
  expect(said('shop.gemspec', ["  s.required_ruby_version = '>= 2.7.8'"])).toEqual(['ruby >= 2.7.8'])
  expect(said('composer.json', ['        "php": "^8.1"'])).toEqual(['php ^8.1'])
  expect(said('mix.exs', ['      elixir: "~> 1.15",'])).toEqual(['elixir ~> 1.15'])
  expect(said('mix.exs', ['  @elixir_requirement "~> 1.15"'])).toEqual(['elixir ~> 1.15'])
  expect(said('Package.swift', ['// swift-tools-version: 6.3'])).toEqual(['swift 6.3'])
})

test('what was taken out is said no more, and what lies deep or is no manifest says nothing', () => {
  expect(said('setup.py', [], ["    python_requires='>=3.8',"])).toEqual(['python  before >=3.8'])
  expect(said('go.mod', ['go 1.25'], ['go 1.24'])).toEqual(['go 1.25 before 1.24'])
  expect(said('a/b/c/go.mod', ['go 1.25'])).toEqual([])
  expect(said('README.md', ['go 1.25'])).toEqual([])
  expect(said('package.json', ['  "node": "<script>alert(1)</script>"'])).toEqual([])
})
