import { expect, test } from 'vitest'
import { explanationOf, saysOnlyWhat, keptOf, saidBy } from '../../src/curate/message/retention.ts'
import { factOf } from '../support/facts.ts'
import { knowing, oldCommit, oneEntry } from '../support/entries.ts'

test.each([
  'Add tests of wrapping; Update the manpage; Update four completions; Keep the clone where it is needed',
  'Run the script to update tests Remove a redundant `if` from the commit before Add a test of invalid text',
])('a list of steps is no explanation: %s (bat cc5f782d, 5114c018)', (steps) => {
  expect(explanationOf(`${steps}. Add comments around the short options of the parser.`)).toEqual([])
})

test('what fixes an issue by its number says more than a step does (pino 57f14c1e)', () => {
  const why = [
    'Fixes #2259 - a regression where values could not be used.',
    'The call now takes all of them, as it should.',
  ]
  expect(saysOnlyWhat([...why, 'Updated types; Added tests; Removed a line'])).toBe(false)
  expect(saysOnlyWhat(['Fixed a regression.', 'Updated types; Added tests; Removed a line'])).toBe(true)
})

test('what a profiler printed is no explanation (cattrs 7007123c: six that were told counted as lost)', () => {
  const said = 'This is a hot function, and by inlining it we can speed things up without losing much clarity.'
  const printed = [
    'ncalls  tottime  percall  cumtime  percall filename:lineno(function)',
    '1250000/100000    0.562    0.000    2.088    0.000 converters.py:281(_structure_attr_from_dict of some)',
  ].join('\n')
  expect(explanationOf(`${said}\n\n${printed}`)).toEqual([])
  const second = 'Nobody else has called it since the cache came, so that nothing is lost.'
  expect(explanationOf(`${said}\n\n${printed}\n\n${second}`)).toEqual([said, second])
})

test('nor is what a compiler of C said (fmt 708d9509, 83113229: counted as lost)', () => {
  const body =
    'fmt\\format.cc(165,17): warning : strerror is deprecated: This\nfunction or variable may be unsafe and is not to be used.\nConsider using the other one of the two instead, which is safe.\n  buffer_ = strerror(code_);\n            ^\n1 warning generated.'
  expect(explanationOf(body)).toEqual([])
})

test('a template is no explanation that a lesson could lose (koa 9746a8f7)', () => {
  const body =
    'Adds the guide.\n\n- [x] I have ensured my pull request is not behind the main or master\nbranch of the original repository.\n- [x] I have rebased all commits so that reviewing this\npull request can be done without having to merge it first.'
  expect(explanationOf(body)).toEqual([])
})

test('a line that begins with “Fix” is no reference unless one follows (bbolt ef2f3abf)', () => {
  const first = 'Bolt did not recover from validation failures in the latest metadata.'
  const second = 'Fix this by handling validation failures correctly while the file is opened.'
  expect(explanationOf(`${first}\n${second}`)).toEqual([first, second])
  for (const line of ['Fixes #96 and all that was told of there already', 'Fix: https://example.org/96', 'Closes'])
    expect(explanationOf(`${first}\n${line}`)).toEqual([])
})

test('an explanation is two sentences of prose; how much of it is kept is told by its words', () => {
  const body =
    'The old table was sorted by hand every week.\nNobody remembered in which order it had been.\n\n* a list\nThanks for the review of this PR to you all.'
  const found = explanationOf(body)
  expect(found).toEqual([
    'The old table was sorted by hand every week.',
    'Nobody remembered in which order it had been.',
  ])
  expect(explanationOf('The old table was sorted by hand every week.')).toEqual([])
  const copied = '(cherry picked from commit b66b36a702485feccefa57ef8ff67d65314f3c6c)'
  expect(explanationOf(`The old table was sorted by hand every week.\n\n${copied}`)).toEqual([])
  expect(
    explanationOf('Six words are just about enough. Five words are not enough. Here are six words for it.'),
  ).toHaveLength(2)
  expect(keptOf(found, found)).toBe(1)
  expect(keptOf(['sorted by hand'], ['It was SORTED'])).toBe(1 / 2)
  expect(keptOf([], ['x'])).toBe(0)
  const said = saidBy(
    knowing({
      [oneEntry]: {
        rules: [`Never. (${oldCommit.slice(0, 8)})`],
        facts: [factOf('so', { subject: 'It is', sources: [oldCommit] })],
      },
    }),
  )
  expect(said.get('aaaaaaaa')).toEqual(['It is so', 'Never. (aaaaaaaa)'])
})
