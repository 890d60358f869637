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

test('an answer from the log ends no step of a squash with two full stops (raft 38cb1869)', () => {
  const steps =
    '* add ID to `RequestVoteRequest` before granting a vote\n\n* rely on the field being nil.\n\n* wait for it'
  const { body } = loggedOf(readMessage(`Let no stranger vote (#477)\n\n${steps}`))
  expect(body).toBe(
    'add ID to `RequestVoteRequest` before granting a vote.\nrely on the field being nil.\nwait for it.',
  )
})

test('a question finds what a message quotes (zap ec2dc456)', () => {
  const quoted =
    'See the docs:\n\n> The result is undefined if the time cannot be\nrepresented by an int64\n\nFix this.'
  expect(loggedOf(readMessage(`Fix it\n\n${quoted}`)).body).toContain('cannot be represented by an int64')
})

test('the steps that a robot put into a squash stood in answers as its reason (trio 83b96a39)', () => {
  const message = readMessage(
    'Leak no context (#3473)\n\n* Leak no context\n\n* [pre-commit.ci] auto fixes from pre-commit.com hooks\n\nfor more information, see https://pre-commit.ci\n\n* Skip it on PyPy\n\n[pre-commit.ci] auto fixes from pre-commit.com hooks\n\nfor more information, see https://pre-commit.ci',
  )
  expect(loggedOf(message).body).toBe('Skip it on PyPy.')
})

test('what a trailer rejected was kept as if it were advice, and nothing of a directive', () => {
  const said =
    'Retry\n\nIt failed.\n\nrejected: a queue. It is fast.\nDirective:\n- ask first\n- count\nWhy: it is slow'
  expect(loggedOf(readMessage(said)).body).toBe(
    'It failed.\nit is slow\nrejected: a queue. It is fast.\nDirective: ask first\nDirective: count',
  )
  const { body } = loggedOf(readMessage(`Retry\n\n${'It failed. '.repeat(400)}\n\nRejected: a queue`))
  expect(body.length).toBeLessThanOrEqual(3_001)
  expect(body).toMatch(/\nRejected: a queue$/)
})

test('a step of one word was the whole reason of a commit, and hid what its diff says (hono 19060105)', () => {
  const step = '* fix(base): name `private _basePath` instead of `#basePath`'
  const message = `fix(base): name \`private _basePath\` instead of \`#basePath\` (#1785)\n\n${step}\n\n* denoify`
  expect(loggedOf(readMessage(message)).body).toBe('')
})
