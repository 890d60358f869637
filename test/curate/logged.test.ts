import { expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { loggedOf } from '../../src/curate/message/logged.ts'

test('an answer from the log does not end with the people who were called', () => {
  // caddyserver/caddy 997e41de
  const message =
    'go.mod: Replace promptui with Apache-compatible fork\n\nIdeally this needs to be fixed upstream.\nRef:\n/cc @maraino, @mholt\n'
  expect(loggedOf(readMessage(message)).body).toBe('Ideally this needs to be fixed upstream.')
  expect(loggedOf(readMessage('Fix cc\n\nSee also: the cc of mail, /cc @you is kept in a sentence.')).body).toBe(
    'See also: the cc of mail, /cc @you is kept in a sentence.',
  )
})

test('an answer from the log does not say of what it is a backport (aiohttp 70fe11cc)', () => {
  const copied = `**This is a backport of PR #12787 as merged into master\n(${'4eb35886'.repeat(5)}).**`
  const { subject, body } = loggedOf(
    readMessage(`[PR #12787/4eb35886 backport][3.14] Close it\n\n${copied}\n\nNobody did.`),
  )
  expect([subject, body]).toEqual(['Close it', 'Nobody did.'])
})
