import { expect, test } from 'vitest'
import { codeByStem } from '../../src/curate/filing/filing.ts'
import { homeOf, withHeirs } from '../../src/curate/filing/home.ts'
import { analysed, bareProject } from '../support/commits.ts'

test('lessons of a file whose code went elsewhere follow it, also those of which too little is left to tell (commander, index.js)', () => {
  const layout = { ...bareProject.layout, there: new Set(['index.js', 'lib/command.js', 'lib/option.js']) }
  const of = (standsIn: string, at: number) => ({
    ...analysed(`Add option ${at}`, { 'index.js': { added: [`option(${at})`] } }),
    standsIn,
  })
  const filesOf = (...stand: readonly string[]) =>
    withHeirs(stand.map(of), layout).map((analysis) => homeOf(analysis, layout).file)
  const went = 'lib/command.js'
  expect(filesOf(went, went, went, 'lib/option.js', '')).toEqual([went, went, went, 'lib/option.js', went])
  // One commit may have copied a line, and what is scattered went nowhere.
  expect(filesOf(went, '')).toEqual([went, 'index.js'])
  expect(filesOf(went, went, 'lib/option.js', 'lib/option.js', '').at(-1)).toBe('index.js')
  expect(filesOf('index.js', went, went, '').at(-1)).toBe('index.js')
})

test('what began again in another place is told with what it became (vite: src/node/build.ts, packages/vite/src/node/build.ts)', () => {
  const homeIn = (...there: readonly string[]): string => {
    const layout = { ...bareProject.layout, there: new Set(there), files: codeByStem(there) }
    const [found] = withHeirs([analysed('Build it', { 'src/node/build.ts': { added: ['build()'] } })], layout)
    return found === undefined ? '' : homeOf(found, layout).file
  }
  const now = 'packages/vite/src/node/build.ts'
  expect(homeIn(now, 'packages/vite/src/client/build.ts')).toBe(now)
  expect(homeIn('src/node/build.ts', now)).toBe('src/node/build.ts')
  // Which of two nobody knows, and a name alone says too little.
  expect(homeIn(now, 'packages/old/src/node/build.ts')).toBe('src/node/build.ts')
  expect(homeIn('packages/vite/src/client/build.ts')).toBe('src/node/build.ts')
})

test('a folder that was removed is no domain: “Remove the c package” was all that `c` had (bbolt 376ce685)', () => {
  const status = 'deleted'
  const placeOf = (there: readonly string[], more: Record<string, { status?: 'deleted' }> = {}) => {
    const files = {
      'c/cursor.go': { status, removed: ['x()'] },
      'c/doc.go': { status, removed: ['y()'] },
      ...more,
    } as const
    const { folder, name } = homeOf(analysed('Remove the c package', files), {
      ...bareProject.layout,
      there: new Set(there),
    })
    return `${folder} ${name}`
  }
  expect(placeOf(['db.go'])).toBe('core/c c')
  expect(placeOf(['db.go', 'internal/c/cursor.go'])).toBe('c/cursor cursor')
  expect(placeOf(['db.go'], { 'c/cursor.c': {} })).toMatch(/^c\//)
})

const lines = (count: number) => ({ added: Array.from({ length: count }, (_, at) => `call(${at})`) })

test('what its author says is about a package is told there (vue 09b4202a “refactor(reactivity): adjust APIs”, told with vnodes)', () => {
  const files = { 'packages/reactivity/src/reactive.ts': lines(15), 'packages/core/src/vnode.ts': lines(40) }
  const layout = { ...bareProject.layout, packages: ['packages/reactivity', 'packages/core'] }
  const fileOf = (title: string): string => homeOf(analysed(title, files), layout).file
  expect(fileOf('refactor(reactivity): adjust them')).toBe('packages/reactivity/src/reactive.ts')
  expect(fileOf('refactor(elements): adjust them')).toBe('packages/core/src/vnode.ts')
})

test('words for a spelling checker made a change of the build one of the documentation (aiohttp fbf44b7e)', () => {
  const fileOf = (list: string): string =>
    homeOf(analysed('Switch the build to uv', { [list]: lines(1), 'pyproject.toml': lines(4) }), bareProject.layout)
      .file
  expect(['docs/spelling_wordlist.txt', 'CONTRIBUTORS.txt', 'cspell.json'].map(fileOf)).toEqual(
    Array.from({ length: 3 }, () => 'pyproject.toml'),
  )
  expect(['docs/build.rst', 'src/spelling.ts'].map(fileOf)).toEqual(['docs/build.rst', 'src/spelling.ts'])
})

test('a version that is moved with every change made it one of its file (nats-server ac52ecd9 “Fixing flapper”, told with const.go)', () => {
  const fileOf = (added: string, tests = 'server/jetstream_test.go'): string => {
    const bumped = { removed: ['\tVERSION = "2.7.5-beta.2"'], added: [added] }
    return homeOf(analysed('Fixing flapper', { 'server/const.go': bumped, [tests]: lines(1) }), bareProject.layout).file
  }
  expect(fileOf('\tVERSION = "2.7.5-beta.3"')).toBe('server/jetstream_test.go')
  expect(fileOf('\tVERSION = "2.7.5-beta.3" // soon')).toBe('server/const.go')
  expect(fileOf('\tRELEASE = "2.7.5-beta.3"')).toBe('server/const.go')
})
