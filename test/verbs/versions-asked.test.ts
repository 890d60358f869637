import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

// Questions for the versions of what a project runs on, which the commit that wrote it into a manifest need not name.

const first = (repo: ReturnType<typeof newCtxRepo>, question: string): { commit: string; didToFile?: string } =>
  JSON.parse(repo.ctx('query', '--json', question).out).hits[0] ?? {}

test('“which Go version do I need” was answered by whatever speaks of versions (cobra 4fd30b69)', async () => {
  const repo = newCtxRepo()
  const needs = (version: string): string => `module shop\n\ngo ${version}\n`
  repo.commit('Start', { 'go.mod': needs('1.20'), 'main.go': 'package main\n' })
  const raised = repo.commit('Update the listener\n\nIts new socket needs it.', { 'go.mod': needs('1.24') })
  const newest = repo.commit('Tidy the drawer', { 'go.mod': needs('1.25.1'), 'drawer.go': 'package main\n' })
  repo.commit('Print the version\n\nWhich version do I have, everybody asked, because nothing said so.', {
    'version.go': 'package main\n\nconst version = "1"\n',
  })
  repo.commit('Show how it is used', { 'examples/go.mod': needs('1.30') })
  await repo.settled()
  const said = 'asks for Go 1.25.1 in go.mod'
  for (const question of ['which Go version do I need', 'what is the least version of go', 'which golang is required'])
    expect(first(repo, question), question).toMatchObject({ commit: newest, didToFile: said })
  expect(first(repo, 'which version of Go?').commit).toBe(newest)
  expect(repo.ctx('query', 'oldest supported go version').out).toContain(` · ${said} · `)
  expect(first(repo, 'since when does it require Go 1.24').commit).toBe(raised)
  expect(first(repo, 'does it still support Go 1.22').commit).toBe(raised)
  expect(first(repo, 'does it still support go1.22').commit).toBe(raised)
  expect(first(repo, 'is Go 1.25 still supported').commit, '1.25.1 is a 1.25').toBe(newest)
  expect(first(repo, 'when was support for Go 1.24 dropped').commit).toBe(newest)
  expect(first(repo, 'does it work with Go 1.26').commit).toBe(newest)
  expect(first(repo, 'how does go print the version').didToFile).toBeUndefined()
})

test('what moved to another manifest is needed since it stood in the first, and what no manifest says any more is not told', async () => {
  const repo = newCtxRepo()
  const setup = (version: string): string =>
    `from setuptools import setup\nsetup(\n    python_requires='${version}',\n)\n`
  repo.commit('Start', { 'setup.py': setup('>=3.8') })
  const dropped = repo.commit('Leave the old ones behind', { 'setup.py': setup('>=3.10') })
  repo.commit('Describe the project in one file', {
    'setup.py': 'from setuptools import setup\nsetup()\n',
    'pyproject.toml': '[project]\nrequires-python = ">=3.10"\n',
  })
  const engines = repo.commit('Pack for the browser', {
    'package.json': '{\n  "engines": {\n    "node": ">=18"\n  }\n}\n',
  })
  await repo.settled()
  expect(first(repo, 'which Python versions are supported').commit).toBe(dropped)
  expect(first(repo, 'when was Python 3.9 dropped')).toMatchObject({ commit: dropped })
  expect(first(repo, 'which Node version is required')).toMatchObject({
    commit: engines,
    didToFile: 'asks for Node.js >=18 in package.json',
  })
  repo.commit('Say less', { 'package.json': '{}\n' })
  await repo.settled()
  expect(first(repo, 'which Node version is required').didToFile).toBeUndefined()
})

test('“which Elixir version is required” was answered by a README of 2014 (phoenix bcc70827)', async () => {
  const repo = newCtxRepo()
  repo.commit('Say which Elixir version is required', { 'README.md': 'The required Elixir version is 0.14.\n' })
  const raised = repo.commit('Tidy the drawer', {
    'mix.exs': 'defmodule Shop do\n  @elixir_requirement "~> 1.15"\nend\n',
    'Package.swift': '// swift-tools-version: 5.9\n',
  })
  await repo.settled()
  expect(first(repo, 'which Elixir version is required')).toMatchObject({
    commit: raised,
    didToFile: 'asks for Elixir ~> 1.15 in mix.exs',
  })
  expect(first(repo, 'does it support Swift 5.8')).toMatchObject({ didToFile: 'asks for Swift 5.9 in Package.swift' })
})

test('a branch for old releases that was merged asks for less, and the project does not (aiohttp 040dac35)', async () => {
  const repo = newCtxRepo()
  const needs = (version: string): string => `module shop\n\ngo ${version}\n`
  repo.commit('Start', { 'go.mod': needs('1.20') })
  repo.git('branch', 'old')
  const raised = repo.commit('Listen anew', { 'go.mod': needs('1.25') })
  repo.git('switch', '-q', 'old')
  repo.commit('Fix it for the old ones', { 'go.mod': needs('1.22') })
  repo.git('switch', '-q', 'main')
  repo.git('merge', '-q', '--no-edit', '-s', 'ours', 'old')
  await repo.settled()
  expect(first(repo, 'which Go version is required').commit).toBe(raised)
  const lowered = repo.commit('Make do with less', { 'go.mod': needs('1.23') })
  await repo.settled()
  expect(first(repo, 'which Go version is required').commit).toBe(lowered)
})
