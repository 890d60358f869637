import { expect, test } from 'vitest'
import { bulletsIn } from '../../src/curate/message/changelog.ts'

const long = 'Certain statements require a bundler to evaluate them at run-time, since the export is not known before. '
const told = (...paragraphs: readonly string[]): string =>
  bulletsIn(
    ['* Statements no longer convert the file', '', ...paragraphs.map((text) => `    ${text}\n`)].flatMap((text) =>
      text.split('\n'),
    ),
  )[0]?.text ?? ''

test('what a release did stood behind a long account of how it was, and was cut off (esbuild 32bc00d6)', () => {
  const decision = 'With this release, esbuild will now convert modules to a special mode with a fallback.'
  const text = told(
    long.repeat(12),
    `${decision} In this mode, exports can still be imported by name. ${long.repeat(4)}`,
  )
  expect(text).toMatch(
    /^Statements no longer convert the file\. Certain statements .+ before\. … With this release, .+ by name\. Certain/,
  )
  expect(text.length).toBeLessThanOrEqual(1_010)
})

test('who says first what is done, or nowhere, is told from the beginning', () => {
  const said = 'With this release, esbuild will now convert modules.'
  expect(told(`${said} ${long.repeat(8)}`, 'This change fixes it.')).not.toContain('…')
  expect(told(long.repeat(12))).not.toContain('…')
})

test('the number of an item that did not fit stood at the end: “… 1. It is a module. 2.” (esbuild 5fe21253)', () => {
  expect(told(`${long.repeat(8)}This has consequences: 1. It is assumed to be a module. 2. ${long.repeat(2)}`)).toMatch(
    /a module\.$/,
  )
  expect(told(`${long.repeat(8)}It fails below Node.js 22. ${long.repeat(2)}`)).toContain('below Node.js 22.')
})
