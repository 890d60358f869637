import { expect, test } from 'vitest'
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
