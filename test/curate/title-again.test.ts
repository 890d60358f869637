import { expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { whyOfMessage } from '../support/messages.ts'

test('the reason began with the title of the commit that a squash was made of, its type before it (starship 116ecdfa)', () => {
  const said = 'The line for Gleam was copied from Go, and that for Haxe from Helm.'
  expect(
    whyOfMessage(`docs: fix copy-paste typos in config docs (#5995)\n\ndocs: Fix copy-paste typos in docs\n\n${said}`),
  ).toBe(said)
})

test.each([
  ['in the same words (starship 5ca8daac)', 'Skip the indirection in init zsh', 'Skip the indirection in init zsh'],
  [
    'in fewer (attrs e1b2c949)',
    'Loop once on "properties" in slotted classes (#1)',
    'Loop once on "properties" in classes',
  ],
  [
    'in other words, behind a type (starship 8a2d944b)',
    'Add detect env vars option',
    'feat(python): Configure variables',
  ],
])('a reason does not begin with the headline %s', (_, headline, again) => {
  const said = 'An intermediate step is left out, because the script that it prints only prints another script.'
  expect(whyOfMessage(`${headline}\n\n${again}\n\n${said}`)).toBe(said)
})

test('a step of a squash does not begin with its headline either', () => {
  const said = 'It would match a backslash, because nobody escapes that in a string of TOML.'
  const [, step] = lessonsIn(
    readMessage(
      `Add a preset\n\n* Remove extra backspace from regex (#4905)\n\nRemove extra backspace from regex\n\n${said}`,
    ),
  )
  expect(step?.why).toBe(said)
})

test('what goes on from the title below it is told with it (starship 7ff5f6ad)', () => {
  expect(
    whyOfMessage(
      'build: Sort toml preset files\n\nbuild: Sort toml input file list\n\nfor reproducible build results.',
    ),
  ).toBe('Sort toml input file list for reproducible build results.')
})

test.each([
  // What says more than a title, or of something else (fastify d8acc6f9, bat bb8c5657).
  'Fix: Make sure that hooks of the pool run when it is changed.\n\nNobody did so, because callers think that we do.',
  'fix: close the pool before the logger, because the pool logs while it drains\n\nNobody did so before.',
  'fix: close the logger\n\nfeat: add a drain\n\nNobody did so, because callers think that we do.',
  'The client is closed.\n\nNobody would close it otherwise, because callers think that we do.',
  'fix: https://example.org/issues/3777\n\nNobody would close it otherwise, because callers think that we do.',
  'Close the client:\n\nNobody would close it otherwise, because callers think that we do.',
])('what says something else stays above a reason: %s', (body) => {
  expect(readMessage(`Change the pool\n\n${body}`).body).toBe(body)
})
