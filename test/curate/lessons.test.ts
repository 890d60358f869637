import { describe, expect, test } from 'vitest'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { evidenceOf } from '../support/messages.ts'

const lessons = (message: string) => lessonsIn(readMessage(message))

describe('the lessons of a message', () => {
  test('are its subject and all of its explanation, in order', () => {
    expect(
      lessons(
        'httpcaddyfile: Move redir before rewrite\n\nUsing rewrite is like saying, "I accept this request".\n\nWhereas redir implies more of, "I reject this request,\nsend it to me differently".\n\nSigned-off-by: A <a@example.org>',
      ),
    ).toEqual([
      {
        headline: 'Move redir before rewrite',
        why: 'Using rewrite is like saying, "I accept this request". Whereas redir implies more of, "I reject this request, send it to me differently".',
      },
    ])
  })

  test('of a squash are those of its commits that explain themselves; review chatter is dropped', () => {
    const [first, ...others] = lessons(
      'fix(deno): echo the negotiated subprotocol (#4955)\n\n* fix(deno): echo the negotiated subprotocol\n\nBrowsers such as Chrome rejected connections that asked for one.\n\n* add a test\n\n* lint\n\n---------\n\nCo-authored-by: B <b@example.org>',
    )
    expect(first).toEqual({
      headline: 'echo the negotiated subprotocol',
      why: 'Browsers such as Chrome rejected connections that asked for one.',
    })
    expect(others).toEqual([])
  })

  test('take the first headline below where nobody wrote a subject', () => {
    const [lesson] = lessons(
      'Merge commit from fork\n\n* fix(cache): key entries by the vary header\n\nA response for one language was served to readers of another.',
    )
    expect(lesson?.headline).toBe('key entries by the vary header')
  })

  test('take the sentence below a subject that is only a number (fd 7e8c2248), and none from a subject that says more', () => {
    const below = 'Giving suggestion to use `--fixed-strings` where metacharacters are no regex.'
    for (const subject of ['Fixes: #234', '#234', 'Closes #234.', 'fix #234'])
      expect(lessons(`${subject}\n\n${below}`), subject).toEqual([{ headline: below.slice(0, -1), why: '' }])
    expect(lessons(`Fixes #234 for good\n\n${below}`)).toEqual([{ headline: 'Fixes #234 for good', why: below }])
    const [two] = lessons(
      `Fixes #1805\n\nSure cookies are kept in the session. They are not added to the next request.`,
    )
    expect(two?.why).toBe('Sure cookies are kept in the session. They are not added to the next request.')
    const [many] = lessons(
      `Fix for issues #151 & #152.\n\nAvoid a data race while connecting. Both loops read the status without its lock.`,
    )
    expect(many).toEqual({
      headline: 'Avoid a data race while connecting',
      why: 'Both loops read the status without its lock.',
    })
    const [whole] = lessons(`Fix #4640 (the edge of a case)\n\nGuh, this is complicated.`)
    expect(whole?.headline).toBe('Fix #4640 (the edge of a case)')
    expect(lessons('Fixes #234')).toEqual([{ headline: 'Fixes #234', why: '' }])
  })

  test('are called by what was mended, not by its number before it (gin 995fa8e9)', () => {
    const message = readMessage('Fix #216: Enable to call binding multiple times (#1341)')
    expect(message).toMatchObject({ type: 'fix', subject: 'Enable to call binding multiple times', number: '#1341' })
    expect(readMessage('Fix 12: the dozen').subject).toBe('Fix 12: the dozen')
  })

  test('say nothing of tests that pass, or of a table of times (gin 835f66fd)', () => {
    const why = 'The port was taken because a server of another test still ran.'
    const table =
      'benchmark            old ns/op     new ns/op     delta\nBenchmark404         737           249           -66.21%'
    expect(
      lessons(
        `Close servers\n\n${why} All tests now pass consistently with -race flag.\nUpdated Changelog.\n\n${table}`,
      ),
    ).toEqual([{ headline: 'Close servers', why }])
    const flag = 'The tests pass the flag to the server, because it has no other way to know of it.'
    expect(lessons(`Close servers\n\n${flag}`)[0]?.why).toBe(flag)
  })

  test('are never cut inside a sentence, and end before a reader gives up', () => {
    const [lesson] = lessons(`Explain at length\n\n${'This sentence says one more thing about it. '.repeat(60)}`)
    expect(lesson?.why.length).toBeLessThanOrEqual(900)
    expect(lesson?.why).toMatch(/about it\.$/)
  })

  test('explain nothing in a template, a checklist, a robot or a bare list', () => {
    for (const body of [
      '- [x] I have read the contributing guide and agree to it\n- [ ] tests',
      'Bumps [left-pad](https://example.org) from 1.0 to 2.0.\n\n---\nupdated-dependencies:\n- dependency-name: left-pad',
      '* fix lint\n* add tests\n* rename a',
      'Closes #12',
      'Hi `a/b`!\n\nThis is a one-off automatically generated pull request from LGTM.com\n:robot:. We have integrated our engine into GitHub.',
      'Snyk has created this PR to upgrade three from 0.154.0 to 0.155.0.\n\nIt is recommended to keep dependencies new.',
      'This PR is autogenerated by the [enforcer][1].\nIt updates the base images in the Dockerfile, so that they match.',
      "This PR was opened by the [Changesets\nrelease](https://github.com/changesets/action) GitHub action. When\nyou're ready to do a release, you can merge this.",
    ])
      expect(lessons(`Change a thing\n\n${body}`)).toEqual([{ headline: 'Change a thing', why: '' }])
  })
})

test('a comment that tools read is code: its commit is told (fzf 60870553, minijinja 7ebd5387)', () => {
  const told = (line: string, path: string) =>
    evidenceOf('Sort faster on ARM\n\nThe other way is twice as fast there.', { [path]: { added: [line] } }).some(
      ({ kind, weight }) => kind === 'lesson' && weight > 0,
    )
  expect([told('//go:build amd64 || arm64', 'src/sort.go'), told('// Sorts as C does.', 'src/sort.go')]).toEqual([
    true,
    false,
  ])
})

test('a title that is wrapped said its end twice, where what follows begins with a mark (werkzeug b6fcd72b)', () => {
  const [lesson] = lessons(
    'test support was refactored, semi-undocumented `werkzeug.test.File`\nwas replaced by :class:`werkzeug.FileStorage`.\n:class:`EnvironBuilder` was added and unifies the previous distinct\n:func:`create_environ`, :class:`Client` and\n:meth:`BaseRequest.from_values`.  They all work the same now which\nis less confusing.',
  )
  expect(lesson).toEqual({
    headline:
      'test support was refactored, semi-undocumented `werkzeug.test.File` was replaced by :class:`werkzeug.FileStorage`',
    why: '`EnvironBuilder` was added and unifies the previous distinct `create_environ`, `Client` and `BaseRequest.from_values`. They all work the same now which is less confusing.',
  })
})

test.each(['Implements review comments', 'Incorporate feedback', 'Implements code improvements'])(
  'a step of a squash became a lesson though it only answers a reviewer: %s (gson db61bb07)',
  (step) => {
    const told = lessons(
      `Compare decimals by their value (#2364)\n\n* Compare decimals by their value\n\nTwo decimals of one value were different keys, because their scale counted.\n\n* ${step}\n\nExtracts variables to avoid double calls of the functions.`,
    )
    expect(told.map(({ headline }) => headline)).toEqual(['Compare decimals by their value'])
  },
)

test.each(['Implement generic types for routers', 'Implement comments in the parser', 'Incorporate types of plugins'])(
  'a step that implements something is told, though it has a word of reviews: %s',
  (step) => {
    const told = lessons(
      `Compare decimals (#2364)\n\n* Compare decimals by value\n\nTwo decimals of one value were different keys, because their scale counted.\n\n* ${step}\n\nCallers had to cast what they were given, because nobody knew what it was.`,
    )
    expect(told.map(({ headline }) => headline)).toContain(step)
  },
)

describe('what breaks and has no reason', () => {
  const tests = (...titles: readonly string[]) => ({
    'lib/receiver.js': {},
    'test/receiver.test.js': { added: titles.map((title) => `it('${title}', () => {})`) },
  })
  const textOf = (message: string, ...titles: readonly string[]) =>
    evidenceOf(message, tests(...titles)).find(({ kind }) => kind === 'lesson')?.text

  test('was explained by tests of anything (ws 442ca0ab, d6717423)', () => {
    const other = 'closes the connection when the path does not match'
    const own = 'closes the connection when the protocol is Hixie-76'
    expect(textOf('feat!: Drop support for Hixie-76', other, own)).toBe(`Tested: “${own}”.`)
    expect(textOf('feat!: Remove the method of streams', other)).toBe('')
  })

  test('is explained by its own words before any test, though they add little (ws 1877ddeb)', () => {
    expect(textOf('feat!: Validate the header of protocols\n\nAbort the handshake if the header is invalid.')).toBe(
      'Abort the handshake if the header is invalid.',
    )
    expect(textOf('feat!: Have the cache disabled by default\n\nThe cache is disabled by default.')).toBe('')
  })
})

const why = (message: string) => lessons(message).map((lesson) => lesson.why)

test('a sentence was cut at "etc.)" (nats.go 6461b392)', () => {
  const said =
    'If a connection was made but failed for any reason (TLS timeout, etc..) RetryOnFailedConnect would fail.'
  expect(why(`Retry after a protocol error\n\n${said}`)).toEqual([said])
})

test('the condition went with the command that it led to, and what it would do stayed (nats.go f83f2828)', () => {
  const message = `Capture the race\n\nA fix schedules callbacks within the lock.\nWithout this change, and running the following 10 times:\n\ngo test -race -v -run=TestSend ./...\n\nwould produce a data race.`
  expect(why(message)).toEqual([
    'A fix schedules callbacks within the lock. Without this change, and running the following 10 times: `go test -race -v -run=TestSend ./...` would produce a data race.',
  ])
})

test('marks of a list without a blank stood in its sentences (nats.go fa6ece70)', () => {
  const message = `Fix a leak\n\n-The dispatcher was started before the connect. However, if that failed, nobody\n would shut it down.\n-Each callback waits in a queue of its own, because the lock is held.`
  expect(why(message)).toEqual([
    'The dispatcher was started before the connect. However, if that failed, nobody would shut it down. Each callback waits in a queue of its own, because the lock is held.',
  ])
  // One line alone may be an option.
  expect(
    why(
      'Name it\n\nThe option is spelled like in make, where nobody looks for it:\n-Werror is what stops the build there.',
    )[0],
  ).toContain('-Werror is')
})

test('a sentence went, because the code that it led to has arrows and there was little room (immer e3df956d)', () => {
  const long = (word: string) =>
    `The ${word} loop covers everything that comes after the base, which hid the mismatch of the ${word}. `.repeat(4)
  const code =
    '    const [next, patches] = produceWithPatches(["a", "b"], draft => {\n        draft.push("z")\n    })\n    // next    -> ["a", "z"]\n    // patches -> []'
  const [said = ''] = why(
    `Key by name\n\n${long('first')}It surfaced when an insert reuses an index that was in the base:\n\n${code}\n\nNo patch described it. ${long('last')}`,
  )
  expect(said).toContain('It surfaced when an insert reuses an index that was in the base. No patch described it.')
})

test('a lesson was called after the review that asked for it (gson 0b734e46)', () => {
  expect(
    lessons(
      'Incorporated code review comments from r1061\n\nMade nullSafe() an instance method, because statics cannot be chained. Each adapter has one.',
    ),
  ).toEqual([
    { headline: 'Made nullSafe() an instance method, because statics cannot be chained', why: 'Each adapter has one.' },
  ])
})

test.each([
  "Didn't add tests as it's just a matter of calling the logger.",
  'I also fixed a typo, changing `explicitely` to `explicitly`.',
  "I've also added a basic test to demonstrate the issue.",
  "Added comment for the cleanup function on why it doesn't need to hold the lock.",
])('what came along was told as a reason: %s', (along) => {
  const reason = 'Writers wait for the lock, because nobody gives it back in time.'
  expect(why(`Give the lock back\n\n${reason} ${along}`)).toEqual([reason])
})

test.each([
  'Fixed a typo that let expired tokens pass.',
  'Fixed typo in the mask: every IPv6 address was let in.',
  'Added comment support to the JSON parser.',
  'Added comments to the grammar that JSON5 allows.',
])('what was done was taken for what came along: %s', (done) => {
  expect(why(`Mend the login\n\n${done}`)[0]).toContain(done.replace(/\.$/, ''))
})

test('options of a command are no items: %s', () => {
  const command = 'Send it as a form, because the server reads no other:\n\ncurl \\\n-X POST \\\n-H Accept \\\n-Data x'
  expect(why(`Send a form\n\n${command}`)[0]).not.toContain('; X POST')
})

test('a sentence ended with “See.”, whose link is not told (bat 68528983)', () => {
  const [said] = why(
    'Mark it\n\nThis lets us add variants in the future without\nbreaking anybody. See\nhttps://example.org/reference.html\n\nNow is a good time, since one was added.',
  )
  expect(said).toBe(
    'This lets us add variants in the future without breaking anybody. Now is a good time, since one was added.',
  )
})
