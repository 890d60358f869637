import { expect, test } from 'vitest'
import { explanationOf, saysOnlyWhat } from '../../src/curate/message/retention.ts'

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

test('a template is no explanation that a lesson could lose (koa 9746a8f7)', () => {
  const body =
    'Adds the guide.\n\n- [x] I have ensured my pull request is not behind the main or master\nbranch of the original repository.\n- [x] I have rebased all commits so that reviewing this\npull request can be done without having to merge it first.'
  expect(explanationOf(body)).toEqual([])
})
