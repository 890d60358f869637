import { expect, test } from 'vitest'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { withChangelog } from '../../src/curate/entries/changelog-join.ts'
import { analysed } from '../support/commits.ts'

test('a number that another project gave says nothing of what a changelog calls so (tracing d3d3cf1d)', () => {
  const bullets = bulletsIn([
    '## 0.1.12',
    '',
    '- Compiler error with `#[instrument(err)]` on mutable parameters (#1167)',
  ])
  const change = (message: string) => analysed(message, { 'src/lib.rs': { added: [`x${message.length}()`] } })
  const told = withChangelog(
    [
      change(
        'fix level_span macros not propagating parents (#1167)\n\nThe fields were taken for the name of the span.',
      ),
      change('attributes: fix instrument on functions with mutable parameters (#1167)'),
    ],
    bullets,
  )
  const lessons = told.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson'))
  expect(lessons.map((piece) => [piece?.text.slice(0, 14), piece?.note?.since])).toEqual([
    ['The fields wer', ''],
    ['Compiler error', '0.1.12'],
  ])
  // A number that one commit has is its own, whatever words it used.
  const [alone] = withChangelog([change('Mend it (#1167)')], bullets)
  expect(alone?.evidence.find(({ kind }) => kind === 'lesson')?.text).toContain('Compiler error')
})

test('a line of the changelog was told of a commit that it is not about (structlog 87f9dec5 had the words of e20ca64c)', () => {
  const bullets = bulletsIn([
    '## 22.1.0',
    '- Added `structlog.WriteLogger`, a faster alternative to `structlog.PrintLogger`. #403 #404',
    '- `structlog` is now importable if `sys.stdout` has no `isatty` method. #404',
  ])
  const change = (message: string, name: string) => analysed(message, { 'src/config.py': { added: [`${name} = 1`] } })
  const told = withChangelog(
    [
      change(
        'Handle monkey-patched stdout (#404)\n\nIn Maya, sys.stdout has no `isatty` method, because it was patched.',
        'a',
      ),
      change(
        'Implement WriteLogger (#403)\n\nA lock around each line costs more than the line, because it is taken twice.',
        'b',
      ),
      change('Polish the pages (#403)\n\nThe lock was on the pages, because its users have to choose.', 'c'),
    ],
    bullets,
  ).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text ?? '')
  expect(told.map((text) => text.includes('WriteLogger'))).toEqual([false, true, false])
  expect(told[0]).toContain('is now importable')
})
