import { expect, test } from 'vitest'
import { isRelease } from '../../src/text/bumps.ts'
import { expectCode, quietRepo } from '../support/expect.ts'

// What a lesson is shown with: its files, and who changed it later.

test('a comment is shown with the file that it stands in, not with the first of its commit (ripgrep d9ca5293: UNLICENSE)', () => {
  const repo = quietRepo()
  const comment =
    '// Memory maps must not be used for one large file on 32-bit systems, because the address space is exhausted by them.'
  repo.commit(
    'Introduce the searcher\n\nSearching is a library of its own, because other programs want it without a terminal.',
    {
      LICENSE: 'Do with it what you like.\n',
      'aaa/first.ts': Array.from({ length: 5 }, (_, at) => `export const first${at} = ${at}\n`).join(''),
      'searcher/maps.ts': `export function choose(size: number) {\n  ${comment}\n  return size\n}\n`,
      'searcher/other.ts': Array.from({ length: 60 }, (_, at) => `export const part${at} = ${at}\n`).join(''),
    },
  )
  repo.commit('Choose maps late\n\nA map was chosen before the size was known, so that empty files were mapped.', {
    'searcher/maps.ts': `export function choose(size: number) {\n  ${comment}\n  if (size === 0) return 0\n  return size\n}\n`,
  })
  expectCode(repo.ctx('curate', '--all'), 0)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'memory maps on 32-bit systems').out) as {
    hits: { kind: string; why: string; files: string[] }[]
  }
  expect(hits.find(({ why }) => why.includes('address space'))).toMatchObject({ files: ['searcher/maps.ts'] })
})

test('a release that was built is not named as what changed a lesson (marked 202fa62c: "build v7.0.0")', () => {
  const repo = quietRepo()
  const lines = (word: string): string =>
    Array.from({ length: 6 }, (_, at) => `export const mangle${word}${at} = escape(${at}, '${word}')\n`).join('')
  repo.commit('Add an option to mangle addresses', { 'lib/marked.js': lines('Address') })
  repo.commit('🗜️ build v7.0.0 [skip ci]', { 'lib/marked.js': 'export default compiled()\n' })
  repo.commit('Change what is compiled', { 'lib/marked.js': 'export default compiled(1)\n' })
  expectCode(repo.ctx('query', 'option to mangle addresses'), 0)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'option to mangle addresses').out) as {
    hits: { headline: string; supersededBy: { headline: string }[] }[]
  }
  expect(hits[0]).toMatchObject({ headline: 'Add an option to mangle addresses', supersededBy: [] })
})

test('what says "release" and is none is named (“Release the lock before calling callbacks”)', () => {
  expect(
    ['v1.2.3', 'Version 0.30.4', 'Version 0.28.0.', 'Release v7.0.0', 'bump to 2.1', '🗜️ build v7.0.0 [skip ci]'].every(
      (one) => isRelease(one),
    ),
  ).toBe(true)
  for (const said of ['Release the lock before calling callbacks', 'Bump the limit to 64 connections', 'Build once'])
    expect(isRelease(said), said).toBe(false)
})

test('a small change to what a lesson is about is named with it (zap acea9071: “Less verbose output for multierr”)', () => {
  const repo = quietRepo()
  const lines = Array.from({ length: 9 }, (_, at) => `  const part${at} = splitMulterr(failures, ${at})\n`)
  const file = (own: readonly string[]): string => `export function field(failures) {\n${own.join('')}}\n`
  repo.commit('Support multierr and wrapped failures in fields', { 'zap/field.js': file(lines) })
  repo.commit('Less verbose output for multierr failures', {
    'zap/field.js': file(lines.with(3, '  const all = joined(failures)\n')),
  })
  repo.commit('Speed up writing to disks', {
    'zap/field.js': file(
      lines.with(3, '  const all = joined(failures)\n').with(5, '  const quick = cached(failures)\n'),
    ),
  })
  expectCode(repo.ctx('curate', '--all'), 0)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'since when is anything wrapped in fields').out) as {
    hits: { headline: string; supersededBy: { headline: string }[] }[]
  }
  expect(hits[0]?.headline).toBe('Support multierr and wrapped failures in fields')
  expect(hits[0]?.supersededBy.map(({ headline }) => headline)).toEqual(['Less verbose output for multierr failures'])
})

test('who took most of a change out was named without the reason, though that was asked for (client_golang a934c359, 9e567a7b)', () => {
  const repo = quietRepo()
  const lines = Array.from({ length: 9 }, (_, at) => `  wait(backoff, ${at})\n`)
  const file = (own: readonly string[]): string =>
    `export function update(counter) {\n${own.join('')}  add(counter)\n}\n`
  repo.commit('Add counters', { 'counter.js': file([]) })
  repo.commit('Add exponential backoff for updates of counters', { 'counter.js': file(lines) })
  const reason = 'The backoff makes updates of counters slower where nobody else updates them.'
  repo.commit(`Update counters at once\n\n${reason}`, { 'counter.js': file([]) })
  const supersededBy = (question: string): unknown => {
    expectCode(repo.ctx('query', question), 0)
    const { hits } = JSON.parse(repo.ctx('query', '--json', question).out) as {
      hits: { headline: string; supersededBy: { headline: string; why: string }[] }[]
    }
    return hits.find(({ headline }) => headline.startsWith('Add exponential'))?.supersededBy
  }
  expect(supersededBy('exponential backoff for updates of counters')).toMatchObject([
    { headline: 'Update counters at once', why: reason },
  ])
})

test('what another commit put back the same day was told as if nobody had touched it (tox 78eb3948, 413b9633)', () => {
  const repo = quietRepo()
  const steps = (one: string, other: string): string =>
    `export function parse(text) {\n  const first = ${one}(text)\n  const second = ${other}(first)\n  return splitCommands(second)\n}\n\n${Array.from({ length: 9 }, (_, at) => `export const step${at} = collapse(${at})\n`).join('')}`
  const first = repo.commit(
    'Collapse lines before factors are filtered\n\nA command over two lines leaked into environments that its factor does not name, because each line was filtered alone.',
    { 'src/factors.js': steps('collapse', 'filterFactors') },
  )
  const second = repo.commit(
    `Filter factors first again\n\nCommit ${first.slice(0, 8)} took the marks away that tell the lines of a factor from others, so that all environments ran them.`,
    { 'src/factors.js': steps('filterFactors', 'collapse') },
  )
  expectCode(repo.ctx('curate', '--all'), 0)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'collapse lines before factors are filtered').out) as {
    hits: { commit: string; note: { holds: string; amendedBy: string[] }; supersededBy: { headline: string }[] }[]
  }
  expect(hits.find(({ commit }) => commit === first)).toMatchObject({
    note: { holds: '', amendedBy: [second.slice(0, 8)] },
    supersededBy: [{ headline: 'Filter factors first again' }],
  })
})

test('what was rewritten later said why all of it was, whatever was asked (zap 5c9ffaef)', () => {
  const repo = quietRepo()
  const lines = (name: string): string =>
    Array.from({ length: 6 }, (_, at) => `export const ${name}${at} = open(${at})`).join('\n')
  repo.commit('Open log files with 0644\n\nOperators read them from another account, because the agent runs as root.', {
    'src/logs.ts': lines('mode'),
  })
  const later = repo.commit(
    'Migrate to the core package\n\nThe core package collects what callers need, because they asked for one import.',
    {
      'src/logs.ts': lines('core'),
    },
  )
  expectCode(repo.ctx('curate', '--all'), 0)
  const about = repo.ctx('query', 'with which permission bits 0644 are log files opened').out
  expect(about).toMatch(new RegExp(`changed later: \\S+ ${later.slice(0, 8)} Migrate to the core package$`, 'm'))
  expect(repo.ctx('query', 'why do callers open log files with 0644').out).toContain(
    'package — The core package collects',
  )
})
