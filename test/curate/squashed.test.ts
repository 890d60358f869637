import { describe, expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'

describe('a lesson keeps', () => {
  test('a list whose author wraps its items: it is no squash (fzf, escaping of names)', () => {
    const [first, ...rest] = lessonsIn(
      readMessage(
        '[bash] Refactor access to variables\n\nThe pieces of the code to determine the name are scattered.\n\n* This patch also resolves an inconsistent escaping of "$cmd": $cmd is\n  escaped in some places, but it is not in some other places.\n\n* Note: the variable REPLY is used to return values\n  from functions.',
      ),
    )
    expect(rest).toEqual([])
    expect(first?.headline).toBe('[bash] Refactor access to variables')
    expect(first?.why).toContain('$cmd is escaped in some places')
  })
})

test('what a squash reverts within itself is not told (starlette 93e74a4d)', () => {
  const message =
    'Deny websockets\n\n* Close and response are both denials\n\nThey are instances of one class, because callers ask for both.\n\n* Revert "Close and response are both denials"\n\nThis reverts the commit before, which nobody needed.\n\n* Answer with a response\n\nServers must send it before they close.'
  const told = lessonsIn(readMessage(message)).map(({ headline }) => headline)
  expect(told).not.toContain('Close and response are both denials')
  expect(told).toContain('Answer with a response')
})

test('a robot’s line stood for the reason, and displaced it (structlog 5abf7b53)', () => {
  expect(
    lessonsIn(
      readMessage(
        'remove `until_not_interrupted()` (#612)\n\n* remove until_not_interrupted\n\nRetry is not needed since Python 3.5.\nhttps://peps.python.org/pep-0475/\n\n* [pre-commit.ci] auto fixes from pre-commit.com hooks\n\nfor more information, see https://pre-commit.ci\n',
      ),
    ),
  ).toEqual([{ headline: 'remove `until_not_interrupted()`', why: 'Retry is not needed since Python 3.5.' }])
})
