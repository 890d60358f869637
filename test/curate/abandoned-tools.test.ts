import { expect, test } from 'vitest'
import { toolsOf } from '../../src/curate/code/tools.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed } from '../support/commits.ts'

// Lessons about what a project was checked, tested and built with.

const why = '\n\nThe old one took a minute for each file, because it read all of them twice.'
const settings = (title: string, path = 'pyproject.toml') =>
  analysed(`${title}${why}`, { [path]: { added: ['a = 1'] } })

const notesOf = (analyses: ReturnType<typeof analysed>[], tools: readonly string[] | undefined) =>
  withOutcomes(analyses, {
    lineHistories: () => undefined,
    soFar: () => undefined,
    files: undefined,
    manifests: [],
    hasTool: (tool) => tools?.includes(tool),
  }).map(({ evidence }) => {
    const note = evidence.find(({ kind }) => kind === 'lesson')?.note
    return note && [note.status, ...note.supersededBy].join(' ')
  })

test('a tool that no settings name any more was told as the one to use (pyjwt a086e61a: black)', () => {
  const upgrade = settings('Upgrade black version and usage')
  expect(notesOf([upgrade], ['ruff'])).toEqual(['past'])
  expect(notesOf([upgrade], ['black'])).toEqual(['current'])
  // Where not all settings were read, nobody knows.
  expect(notesOf([upgrade], undefined)).toEqual(['current'])
  const taken = settings('Replace black with ruff')
  expect(notesOf([upgrade, taken], ['ruff'])).toEqual([`past ${taken.sha.slice(0, 8)}`, 'current'])
  const deleted = analysed(`Test on other machines${why}`, { '.travis.yml': { removed: ['a: 1'], status: 'deleted' } })
  const travis = settings('Run travis for the oldest release', '.travis.yml')
  expect(notesOf([travis, deleted], [])[0]).toBe(`past ${deleted.sha.slice(0, 8)}`)
})

test('what took a tool away, came from one, or names another that is there holds', () => {
  const all = ['Remove isort', 'Switch from tox to nox', 'Run mypy and pyright', 'Sort imports instead of isort'].map(
    (title) => settings(title),
  )
  expect(notesOf(all, ['nox', 'pyright'])).toEqual(['current', 'current', 'current', 'current'])
  // A page may show a black box.
  expect(notesOf([settings('Draw a black box', 'docs/box.md')], [])).toEqual(['current'])
})

test('settings name a tool by what they are called or say, and neither in a comment nor by what others need', () => {
  expect(toolsOf('.travis.yml', 'script: pytest')).toEqual(['travis', 'pytest'])
  expect(toolsOf('ruff.toml', '# Like Black, use double quotes.\nline-length = 88')).toEqual(['ruff'])
  expect(toolsOf('package-lock.json', '"mocha": "1"')).toEqual([])
  expect(toolsOf('src/black.py', 'import black')).toEqual([])
  const survival = startSurvival()
  survival.compareFile('tox.ini', '[tox]')
  expect(survival.hasTool('tox')).toBeUndefined()
  survival.finishComparison()
  expect([survival.hasTool('tox'), survival.hasTool('nox')]).toEqual([true, false])
})
