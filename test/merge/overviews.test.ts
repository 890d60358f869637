import { expect, test } from 'vitest'
import { mergeOverview, mergeTrees } from '../../src/merge/three-way.ts'

const overview = (...lines: readonly string[]): string => `# Topic: pool\n\n## Overview\n${lines.join('\n')}\n`
const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n').slice(3)

test.each([
  ['items', '- pool'],
  ['lines of prose', 'The pool'],
])('identical %s of an overview that both replaced doubled at every merge', (_, head) => {
  let base = overview(head)
  for (let version = 1; version <= 6; version++) {
    const by = (who: string): string => base.replaceAll(new RegExp(`^${head}.*`, 'gm'), `${head} of ${who}, ${version}`)
    const [ann, ben] = [by('Ann'), by('Ben')]
    base = mergeOverview({ base, ours: ann, theirs: ben })
    expect(linesOf(base)).toEqual([`${head} of Ann, ${version}`, `${head} of Ben, ${version}`])
  }
})

test('lines that were multiplied already are two again after the next merge', () => {
  const base = overview('- a', '- b', '- a', '- b', '- a', '- b')
  const [ours, theirs] = [base.replaceAll('- a', '- b').replaceAll('- b', '- ann'), base.replaceAll(/- [ab]/g, '- ben')]
  expect(linesOf(mergeOverview({ base, ours, theirs }))).toEqual(['- ann', '- ben'])
})

test('what repeats itself in code or was written once by each is left as often as it stands', () => {
  const code = (line: string): string => overview('```', line, line, '```', 'End.')
  expect(linesOf(mergeOverview({ base: code('old'), ours: code('ours'), theirs: code('theirs') }))).toEqual([
    '```',
    'ours',
    'ours',
    'theirs',
    'theirs',
    '```',
    'End.',
  ])
  const base = overview('- a', '- b', '- a')
  expect(linesOf(mergeOverview({ base, ours: base, theirs: overview('- a', '- a', '- a') }))).toEqual([
    '- a',
    '- a',
    '- a',
  ])
})

const domain = (...bullets: readonly string[]): string =>
  `# Domain: db\n\n## Usage\nRead this before changing what others use of:\n${bullets.map((one) => `- ${one}\n`).join('')}`

test('a file to which two branches added a function stood twice in the overview of its domain, and both were warned', () => {
  const [base, ours, theirs] = ['`open`', '`open`, `ours`', '`open`, `theirs`'].map(
    (names) => new Map([['db/context.md', domain(`\`core.py\`: ${names}`, '`log.py`: `print`')]]),
  ) as [Map<string, string>, Map<string, string>, Map<string, string>]
  expect(mergeTrees({ base, ours, theirs })).toEqual({ changes: [], findings: [] })
})

test('what a person says of a file stays beside our list of its names, when two branches merge', () => {
  const said = '`core.py`: `open` is called once.'
  const [base, ours, theirs] = ['`open`', '`open`, `ours`', '`open`, `theirs`'].map((names) =>
    domain(`\`core.py\`: ${names}`, said),
  ) as [string, string, string]
  expect(mergeOverview({ base, ours, theirs })).toBe(ours)
})
