import { describe, expect, test } from 'vitest'
import { explanationOf } from '../../src/curate/message/retention.ts'
import { whyOf, whyOfMessage } from '../support/messages.ts'

describe('a lesson says nothing of', () => {
  test.each([
    [
      'the boxes of a template, wrapped as they are (koa 153380b8)',
      '## Checklist\n\n- [x] I have ensured my pull request is not behind the main or master\nbranch of the original repository.\n- [x] I have rebased all commits where necessary so that reviewing this\npull request can be done without having to merge it first.',
    ],
    [
      'what Copilot advertises (koa d3ea8bf9)',
      '<!-- START COPILOT CODING AGENT TIPS -->\n---\n\n🔒 GitHub Advanced Security automatically protects Copilot coding agent\npull requests.\n\n---------\n\nCo-authored-by: A <a@example.org>',
    ],
    [
      'what a robot quotes, wherever it wraps (koa d2066cf2)',
      'Bumps\n[content-disposition](https://github.com/jshttp/content-disposition)\nfrom 0.5.4 to 1.0.1.\n<details>\n<summary>Release notes</summary>\n<p>Remove dependency <code>safe-buffer</code></p>\n</details>',
    ],
    [
      'where Mercurial had it (jinja 99e5baa2)',
      '--HG--\nbranch : trunk\nrename : docs/build/style.css => docs/html/style.css',
    ],
    [
      'the titles of what was merged, each a line (flask 65b22926)',
      'bump minimum werkzeug version\nfix tests\ncache pip packages on travis\ncollect branch coverage\nenable codecov integration',
    ],
    [
      'the titles of what was merged, each a paragraph (koa 9f27c1c4)',
      "change var to const for static require()'d modules\n\nmake constant var references in app use const keyword\n\nrefactor context to use es6 constants\n\nadd newline to bottom of file where missing",
    ],
    [
      'code that it only shows, neither set in nor fenced (gitleaks b4966778)',
      'Example benchmark:\n\nfunc BenchmarkMatch(b *testing.B) {\nfor i := 0; i < b.N; i++ {\nif match := path.Match(name); !match {\nb.Fail()\n}\n}\n}',
    ],
    [
      'what tools that wrote it have for versions (gitleaks 2278a2a9)',
      'rh-pre-commit.version: 2.3.1\nrh-pre-commit.check-secrets: ENABLED',
    ],
    ['what it leads to and does not have (sinatra e5e00471)', 'That way the following will produce valid HTML:'],
    ['where it was picked from (koa 9d2afef2)', 'pick from https://github.com/koajs/koa/pull/1724'],
    ['where it was discussed (koa 399cb6b0)', 'Relates to issue #1547, see my comment there'],
    ['what it asks of a reviewer (koa 3d15c240)', 'What is your view on using these in KOA documentation?'],
  ])('%s', (_, body) => {
    expect(whyOf(body)).toBe('')
  })
})

describe('a lesson keeps', () => {
  test('a short paragraph says how something is, whatever stands in brackets (http 8b609f95: “A higher number” than what)', () => {
    const said =
      'The actual maximum capacity is 24578 (i.e. `32768 * 3/4`).\n\nA higher number would overflow, because it is rounded.'
    expect(whyOf(said)).toBe(said.replace('\n\n', ' '))
  })

  test('its sentence, without what that closes (koa 7d9c6ba6)', () => {
    expect(whyOf('.error() still works for compatibility, but it will be removed in the future. closes #94')).toBe(
      '.error() still works for compatibility, but it will be removed in the future.',
    )
  })
})

test('what an author says of the request is not why (gin 07cbe116)', () => {
  const why = 'The path of the context in the comment on `HandleContext` is not right.'
  expect(
    whyOf(`${why} Based on the above two points, I pull this request. If you think it is needless, I close it.`),
  ).toBe(why)
})

test('what is said to one person is nothing that a project teaches (express cf313555, 3296ed9c)', () => {
  const why = 'The header was set twice, which some proxies refuse to forward.'
  expect(whyOf(`${why} If it is still slow for you, let me know in the issue. PS. this is awesome!`)).toBe(why)
})

describe('a reason', () => {
  test('is kept behind what it says of tests (click 138a6e3a)', () => {
    const why = 'Lowercasing comes *after* normalization, in case somebody has a function that minds the case.'
    expect(whyOf(`Adds a test that validates both the new and the old behavior. ${why}`)).toBe(why)
  })

  test('ends before what its author offers to reviewers, and where a link is all (urllib3 29ae1419, starlette 467eb1c2)', () => {
    const why = 'The sign at the end is kept, so that the text stays well formed'
    expect(whyOf(`${why}; happy to drop it if upstream prefers an exact mirror.`)).toBe(why)
    expect(whyOf(`${why}. If it was left out on purpose, I'd be delighted to learn why.`)).toBe(`${why}.`)
    expect(whyOf(`${why}.\nDocumentation gzip: https://docs.python.org/3/library/gzip.html`)).toBe(`${why}.`)
  })

  test('says what was done, however long it tells what was wrong (tracing: “most crates deny all warnings”)', () => {
    const wrong = Array.from(
      { length: 14 },
      (_, at) => `Warning number ${at} ends the build though all tests would pass there.`,
    )
    const done = 'This branch denies them in CI alone. Whoever builds it elsewhere sees them.'
    const said = whyOf(`${wrong.join(' ')}\n\n${done}`)
    expect(said.startsWith(wrong.slice(0, 9).join(' '))).toBe(true)
    expect(said.endsWith(` … ${done}`)).toBe(true)
    expect(said.length).toBeLessThanOrEqual(910)
  })

  test('of one long sentence is kept, whatever was done about it', () => {
    const wrong = `The build ended ${'and began again '.repeat(44)}because nobody looked.`
    const done = `This commit looks ${'again and '.repeat(26)}once.`
    expect(whyOf(`${wrong}\n\n${done}`)).toBe(wrong)
  })

  test('is no talk of what its author felt, or tried at home (mux, trio)', () => {
    const reason = 'The host was matched with its port, so that no route was found behind a proxy.'
    const talk = 'I was a little torn about the example. PS: If you want to verify it, run the script. Oh well.'
    expect(whyOf(`${reason} ${talk} The tests are not passing for me locally.`)).toBe(reason)
  })

  test('is no talk of what its author puts up with, which may be the whole reason (caddy e3c369d4)', () => {
    const reason =
      'This lets dialing block only once every 10 seconds, but the logger connection might be down for up to 10 seconds after it comes back online; oh well.'
    expect(whyOf(reason)).toBe(reason)
    expect(whyOf(`${reason} It is what it is, oh well.`)).toBe(reason)
  })

  test('is no talk to somebody, nor a sigh (tracing 3c43e6bc)', () => {
    const reason = 'The filter of the inner writer was lost when its lifetime was added.'
    expect(whyOf(`${reason} Alternative to #123. Didn't think it warranted a test.`)).toBe(reason)
    // Who names another in a sentence that says why says why.
    const further = 'Follow-up to #11, which kept the lock while the pool closed: two workers waited for each other.'
    expect(whyOf(further)).toBe(further)
    expect(whyOf(`${reason} My bad! Whoops! CC @ada, as we discussed. Am I missing anything else?`)).toBe(reason)
  })
})

describe('a long reason was cut before the remedy', () => {
  const problem =
    "`poll_loop`'s main path always calls `poll_flush` after `poll_write`. The re-check calls `poll_write` a second time and returns straight out of the loop when it pends, skipping that flush."
  const detail =
    'That second write can buffer bytes before it pends. When a response body reaches end-of-stream between the two write polls, the end of the message is buffered and the write then pends on the next message. Returning there strands the terminating chunk in the write buffer: the wake-ups the connection is left waiting on are for reads, so nothing flushes it. The peer receives the body but never the terminator and waits until it gives up, at which point the connection reports an error.'
  const seen =
    'Observed on a server streaming a chunked body fed from another thread, at roughly one connection in 600k. Its own trace shows the divergence between those that are healthy and those that stall for good, as nothing wakes them.'

  test('that an order begins (hyper f660f5bf)', () => {
    const why = whyOf(
      `${problem}\n\n${detail}\n\n${seen}\n\nFlush what the re-check buffered before yielding. Guard the flush on there being buffered bytes.\n\nAdd a test that drives the interleaving deterministically.`,
    )
    expect(why).toContain(problem)
    expect(why).toMatch(
      /Flush what the re-check buffered before yielding\. Guard the flush on there being buffered bytes\.$/,
    )
    expect(why).not.toContain('Observed')
  })

  test("that comes last, behind what was thought first (ripgrep 656aa126: “But it's more subtle than that.”)", () => {
    const wrong = "This commit fixes a subtle bug. At first the printer was to blame. But it's more subtle than that."
    const remedy = 'And there in lay the solution: all we need to do is let the searcher join adjacent lines.'
    const why = whyOf(`${wrong}\n\n${problem} ${detail}\n\n${seen.replace('Observed', 'It was seen')}\n\n${remedy}`)
    expect(why).toMatch(
      / … And there in lay the solution: all we need to do is let the searcher join adjacent lines\.$/,
    )
  })

  test('that a list is (zap 7c80d7b5)', () => {
    const items = Array.from(
      { length: 8 },
      (_, at) => `${at + 1}. Step ${at} calls the core before it delegates to what it wraps`,
    )
    const why = whyOf(
      `## Problem\n\n${problem} ${detail}\n\n## Solution\n\nReturn new cores rather than use atomic operations:\n\n${items.join('\n')}`,
    )
    expect(why).toContain('… Solution: Return new cores rather than use atomic operations: Step 0 calls the core')
    expect(why).toMatch(/what it wraps; …$/)
  })
})

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  test.each([
    [
      'pictures',
      'The build is told of in a channel now.\n<img width="361" alt="Screenshot" src="https://example.org/1.png">',
      'The build is told of in a channel now.',
    ],
    [
      'a sentence that led to code',
      'The pool is closed twice in this order. Try to get the second one first, instead of\n\n```\n' +
        'x()\n'.repeat(80) +
        '```',
      'The pool is closed twice in this order.',
    ],
    [
      'marks of links that are not there',
      'The old name is not defined out of the box since version 5.19:\n\n-\nhttps://example.org/a\n-\nhttps://example.org/b',
      'The old name is not defined out of the box since version 5.19.',
    ],
    [
      'what `git log` prints',
      'commit e0698afabe70b021a96f5280c7b8cf19382aac2e\nAuthor: Ada <ada@example.org>\nDate: Tue Jun 24 14:26:14 2014\n\nThe files of development were shuffled around.',
      'The files of development were shuffled around.',
    ],
    [
      'notes to CI',
      'The job is gone, because the stable one does the same. [ci skip]',
      'The job is gone, because the stable one does the same.',
    ],
  ])('keeps %s out', (_, body, why) => {
    expect(whyOf(body)).toBe(why)
  })
})

describe('a message', () => {
  test('keeps a line that speaks of a robot (ripgrep d67809d6: “But sense that someone is checking”)', () => {
    const body =
      'The robot looked on, but\nDependabot didn’t make a peep. So avoid the false\nsense that somebody checks.'
    expect(whyOf(body)).toBe(body.replaceAll('\n', ' '))
  })

  test('begins behind the dots that lead on from its title (ripgrep 827082a3)', () => {
    expect(whyOf('... it turns out that the image does not exist, so we build it.')).toBe(
      'It turns out that the image does not exist, so we build it.',
    )
  })

  test('does not tell of what it is a backport (aiohttp: a hash of forty digits in 198 lessons)', () => {
    const body = 'Cookies lived for ever, because nobody looked at when they end.'
    const copied = `**This is a backport of PR #7 as merged into master\n(${'8a631e74'.repeat(5)}).**`
    expect(whyOfMessage(`Expire cookies\n\n${copied}\n\n${body}`)).toBe(body)
  })

  test('leaves out the checklist of a template, set in or not (aiohttp e0a78653: “name it <issue_id>.<type>”)', () => {
    const body = 'The type of `print` said that it must be given, because the annotation was of its default.'
    const list =
      '## Checklist\n\n- [X] I think the code is well written\n  * name it `<issue_id>.<type>` for example\n* ensure type is one of these'
    expect(whyOfMessage(`Adjust types\n\n${body}\n\n${list}`)).toBe(body)
  })

  test('leaves out a checklist that is called more, and was wrapped (kit 600a388b: “make sure you do the following”)', () => {
    const body = 'The module was written though nobody asked for it, because only the other way to ask was looked at.'
    const list =
      "### Please don't delete this checklist! Before submitting the PR, please\nmake sure you do the following:\n- [ ] It's really useful if your PR references an issue where it is\ndiscussed ahead of time.\n- [*] Ideally, include a test.\nNone unless we set up an app."
    const widget = `## Why the checklist widget needs one socket\n\n${body}`
    expect(whyOfMessage(`Write no module\n\n${widget}`)).toBe(body)
    expect(whyOfMessage(`Write no module\n\n${body}\n\n---\n\n${list}\n\n### Tests\n- [x] Run them.`)).toBe(body)
  })

  test('is not told for what its author still had to do (glob 25f14e79, fe5efba2, f5904058)', () => {
    const reason = 'A walk over one folder reads it once, because its entries are kept by their path.'
    const plans =
      'Still need to implement most of the options. Need to rethink the walker. Also, need tests for patterns.'
    expect(whyOf(`${reason} ${plans} We still have to refactor the protocol. Would be worth measuring.`)).toBe(reason)
    for (const said of [
      'Needs to be called first, because the cache is filled by it.',
      'Need to hold the lock while the list is walked, because another thread frees its nodes.',
      'We still have to flush the buffer, because otherwise the last bytes are lost.',
    ])
      expect(whyOf(said)).toBe(said)
  })

  test('is not told for what its author wanted to do next (tonic fe0393c5: it was done, and “later” stood there)', () => {
    const body = 'Local credentials allow loopback connections only, because nobody else can listen there.'
    const plans =
      'Support for Unix sockets will be added later. The cache follows in a future PR. Next steps include retries.'
    expect(whyOfMessage(`Add local credentials\n\n${body} ${plans}`)).toBe(body)
    const next = '## Next Steps\n\n- **PR 5**: the resource manager, because the cache has one writer only'
    expect(whyOfMessage(`Add local credentials\n\n## Motivation\n\n${body}\n\n${next}`)).toBe(`Motivation: ${body}`)
    expect(whyOfMessage(`Add local credentials\n\n${body} This is the 1st PR of a series.`)).toBe(body)
  })

  test('keeps the paragraph that says what was done, behind a long account of what was wrong (fiber eed67f8a: two defects, one told)', () => {
    const wrong = 'A reader that landed in that window compared a short prefix under a full mask and missed its route. '
    const done = 'Compute the filter where routes are built instead, so that a rebuild never writes to a route.'
    expect(
      whyOfMessage(
        `Stop rebuilding filters\n\n${wrong.repeat(9)}${'It was measured over a loop. '.repeat(9)}\n\n${done}`,
      ),
    ).toMatch(new RegExp(`${done}$`))
  })

  test('says what a review asked for, and not that one did (fiber e8d21b8b: the first item went with its lead)', () => {
    const list =
      '- Compare the effective match instead of the parsed bucket, because both may be rejected.\n\n- Skip the whole scan where nothing is rejected, which keeps the common path free.'
    expect(whyOfMessage(`Honor rejections\n\nAddress review on the handling:\n\n${list}`)).toMatch(
      /Compare the effective match.*Skip/,
    )
  })

  test('does not end in the number of a list that was too long (tonic a58c2911: “we introduce: 1.”)', () => {
    const long = 'a service that routes requests by the names of clusters '.repeat(12).trim()
    const body = `Requests are routed by a stack of services, because each may be replaced. In this change, we introduce: 1. ${long}\n2. ${long}`
    expect(whyOfMessage(`Route requests\n\n${body}`)).toBe(
      'Requests are routed by a stack of services, because each may be replaced.',
    )
  })

  test('ends its sentence with the link that it leads to (click 7db1f209)', () => {
    const body =
      'Popen() takes the list as it is, as told in the subprocess docs at\n\n * https://docs.python.org/3/library/subprocess.html'
    expect(whyOfMessage(`Open the pager without a shell\n\n${body}`)).toMatch(/docs at https:\/\/docs\.python\.org\S+$/)
  })

  test('that a robot wrote explains nothing', () => {
    const body =
      'Bumps the python-packages group with 3 updates: [ruff](https://x), [trio](https://y) and [uvicorn](https://z).\n\nUpdates `ruff` from 0.1.9 to 0.1.13, which is a version of that tool for now.\n\nupdated-dependencies:\n- dependency-name: ruff'
    expect([whyOfMessage(`Bump the python-packages group\n\n${body}`), explanationOf(body)]).toEqual(['', []])
  })

  test.each([
    'Adds a regression test.',
    'Updated the corresponding test cases.',
    'Reported by @somebody.',
    'This commit also contains an unrelated wording fix to CONTRIBUTING.md.',
    "I've added the suggestion I recommended on that PR.",
    'Split out of #3023, as requested by @ada.',
  ])(
    'does not tell what came along, or who asked for it (fd 6aac84e4, 08c0d427, feac240e; echo 5aa876b5): %s',
    (said) => {
      const why = 'A separator in a pattern matched nothing on Windows, because paths are split by another one there.'
      expect(whyOfMessage(`Match separators\n\n${why} ${said}`)).toBe(why)
    },
  )

  test.each([
    ["Per Ada's CI feedback, the helper waits longer.", 'The helper waits longer.'],
    ['Per HTTP request a new buffer was allocated.', 'Per HTTP request a new buffer was allocated.'],
    [
      'Formatters must never run here, because unrelated changes hide what a commit does.',
      'Formatters must never run here, because unrelated changes hide what a commit does.',
    ],
  ])('tells what was asked for, and not who did (fd de422afd; packaging 905c90c1): %s', (said, told) => {
    const why = 'A separator in a pattern matched nothing on Windows, because paths are split by another one there.'
    expect(whyOfMessage(`Match separators\n\n${why} ${said}`)).toBe(`${why} ${told}`)
  })

  test.each(['Summary: ', 'Hi, ', 'Hello everyone, '])(
    'does not begin with %s (fd 08c0d427, koa 3d15c240)',
    (before) => {
      const why = 'Rules are read from the folder itself, because not every folder is in a repository.'
      expect(whyOfMessage(`Read rules anywhere\n\n${before}${why}`)).toBe(why)
    },
  )

  test.each([
    ['Never retry POST', 'A retry charged a customer twice.'],
    ['Set the timeout to 5 s', 'The gateway gives up after 6 s.'],
    ['Sign with SHA-512', 'SHA-1 is refused by the auditors.'],
    ['Drop the dictionary protocol', 'Nobody has used it since 1997.'],
  ])('may be a short sentence that says how something is: %s', (headline, said) => {
    expect(whyOfMessage(`${headline}\n\n${said}`)).toBe(said)
  })

  test.each(['Fix typo in it.', 'Small cleanup', 'Add some tests.', 'Use the new one', 'See the other one'])(
    'is none where a few words only say what was done: %s',
    (said) => {
      expect(whyOfMessage(`Never retry POST\n\n${said}`)).toBe('')
    },
  )
})

describe('the items of a list', () => {
  const list = (...items: readonly string[]): string => `Changes:\n\n${items.map((item) => `- ${item}\n`).join('')}`
  const done = 'Skip the multistream instance when a single target is defined'

  test.each([
    'Fixed failing UTs',
    'Add comprehensive test coverage for all primitive types',
    'Updated docs to remove mentions of worker-pipeline.js',
    'Add 12 comprehensive security tests covering all attack vectors',
    'Tests multiple transports',
  ])('say nothing of what came along with the change (pino 8a20d79e, fiber 0841097d): %s', (chore) => {
    expect(whyOf(list(done, chore, 'Merge the logic of both workers'))).not.toContain(chore)
  })

  test.each([
    'Add a test client that follows redirects',
    'Update docs, because `flush` must be called before exit',
    'Add JSON formatter for access logs',
    'Fix formatting of negative durations',
    'Fix whitespace handling in the lexer',
    'Add support for running tests in parallel',
    'Add spelling suggestions to unknown commands',
    'Add docs endpoint to the admin server',
    'Run tests in random order by default',
    'Tests whether the socket is open before it writes',
  ])('keep what the change is about, and what gives a reason: %s', (item) => {
    expect(whyOf(list(done, item, 'Merge the logic of both workers'))).toContain(item.slice(0, 10))
  })

  test('are all told where there are no others', () => {
    expect(whyOf(list('Updated docs of the first worker', 'Updated docs of the second worker'))).toContain('second')
  })
})

describe('what a program printed', () => {
  const why = 'Readers open the file while it is written, and find half of a page in it.'

  test.each([
    [
      'a stack and a log of tests (bbolt 624e8a28)',
      '=== RUN   TestDB_HugeValue\n--- FAIL: TestDB_HugeValue (0.06s)\ngoroutine 7 [running]:\ntesting.tRunner.func1.2({0x1031ae420, 0x14000016090})\n\t/go/src/testing/testing.go:1734 +0x1ac\nexit status 2',
    ],
    [
      'a figure of a benchmark (bbolt 3ed248c4)',
      'Benchmark with this change:\nBenchmarkBucket_Create-10    \t     123\t   9573035 ns/op\t   17930 B/op',
    ],
    [
      'what a compiler found (bbolt 71a59caf)',
      'Old behaviour:\n```\n./bucket.go:148:31: leaking param: key\n./bucket.go:192:42: leaking param: key\n```',
    ],
    [
      'a row of a profile (bbolt 3d34fbcb)',
      'Here is a profile:\n     10924      10924 (flat, cum)  4.99% of Total\n         .          .    230:\n         .          .    231:// reindex rebuilds the free cache',
    ],
    [
      'what a compiler warns of (serde_json caef3c6e)',
      'warning: variables can be used directly in the string\n --> src/de.rs:12:9\n  |\n12 |         write!(f, "{}", x)\n  |         ^^^^^^^^^\n  = help: for further information visit the page of it',
    ],
    [
      'lines of JSON (bbolt 019c34e5)',
      'The printed structure:\n{\n    "name": "root",\n    "keyN": 0,\n    "children": [\n        {\n            "name": "alarm"\n        }\n    ]\n}',
    ],
  ])('is no reason: %s', (_, printed) => {
    expect(whyOf(`${why}\n\n${printed}`)).toBe(why)
  })

  test('is told where only a part of a sentence looks like it', () => {
    for (const said of [
      'Nobody may call\nos.OpenFile(...)\nhere, because the lock is held meanwhile.',
      'The disk was slow, and what the kernel could not\nwrite at 0x1000 was lost.',
      'Jobs that the clock started\nat 02:00:00\nran twice.',
      'The reader stays\nok for 5 minutes because the lease is that long.',
    ])
      expect(whyOf(said)).toContain(said.replaceAll('\n', ' ').slice(-40))
  })

  test('is told where a sentence speaks of it (fiber 29ef0c07)', () => {
    const said = 'They are the fastest benchmarks in the suite, 4.34 to 39.31 ns/op, so that noise decides.'
    expect(whyOf(`${why} ${said}`)).toBe(`${why} ${said}`)
  })
})

test('the end of a sentence is kept that begins as a robot’s line does (bbolt b5ae095a)', () => {
  const said =
    "This adds a 'work' flag to the bench utility so that databases\ngenerated by the bench CLI can be saved for analysis."
  expect(whyOf(said)).toBe(said.replace('\n', ' '))
})

describe('what a reader of kong and tracing need not be told:', () => {
  const why = 'The alias stays seen, because only the long name was forgotten.'

  test('how it was tried (kong 0678fd30)', () => {
    expect(whyOf(`${why}\n\nTests:\n- \`go test ./...\`\n- \`golangci-lint run\`\n\nA name is free again.`)).toBe(
      `${why} A name is free again.`,
    )
    const after = 'The short name is free for others, because it is forgotten, too.'
    expect(whyOf(`${why}\n\n## Test plan\n\nI built all of it twice.\n\n## Names\n\n${after}`)).toBe(`${why} ${after}`)
    // What code validates is no trial of a change, nor what stands in a script.
    expect(whyOf(`${why}\n\n## Validation\n\n${after}`)).toBe(`${why} ${after}`)
    expect(whyOf(`${why}\n\n\`\`\`\n# testing\ncargo test\n\`\`\`\n\n${after}`)).toContain(after)
    expect(
      whyOf(`The door does three kinds of\nvalidation:\n- of names, because two may have one\n- of ages`),
    ).toContain('two may')
    expect(whyOf(`${why}\n\nTests:\nwhat they say of names was wrong, and nobody saw it.`)).toContain('nobody saw it')
  })

  test('that a commit does what it is for (tracing db738ecc)', () => {
    for (const said of ['This commit fixes that.', 'This PR should fix it.', 'Solution: This branch fixes the issue.'])
      expect(whyOf(`${why} ${said}`)).toBe(why)
    expect(whyOf(`${why} This commit fixes that by asking for the short one.`)).toContain('by asking')
  })

  test('the words before an example that is code (kong 1d00dfef, 2a0d7af9)', () => {
    expect(whyOf(`${why}\nThis includes arguments that branch, eg.\n\n    app user create\n    app user delete`)).toBe(
      `${why} This includes arguments that branch.`,
    )
    const code = Array.from({ length: 6 }, (_, at) => `    app user create --number ${at} --quietly`)
    expect(whyOf(`${why} For example:\n\n${code.join('\n')}`)).toBe(why)
    expect(
      whyOf(
        `${why}\n\nIt sets the output of all commands that are asked for, but\n\`\`\`\ncommand --no-output\n\`\`\`\nSets none of it.`,
      ),
    ).not.toContain('but')
  })
})

test('between two pieces of code, what only leads from the one to the other is left out (bbolt 10c6e01e)', () => {
  const body =
    'The existing implementation left a hanging reference to the last tx.\n\nFor example, if db.txs was:\n\n[]*Tx{0x1, 0x2, 0x3, 0x4}\n\nand we removed the second element, db.txs would now be:\n\n[]*Tx{0x1, 0x3, 0x4, 0x4}[:3]\n'
  expect(whyOf(body)).toMatch(/the last tx\.$/)
})

test('a long reason goes on to the "But" behind its end, which is why it was done (trio 7b6380b4)', () => {
  const long = Array.from(
    { length: 10 },
    (_, at) => `The old handler wrote to the socket in step ${at}, before the flag for it was set.`,
  )
  const why = whyOf(
    `${long.join(' ')} IMO this makes it useless to us on Unix. But on Windows there is only one signal, so that a warning does no harm. It is rare.`,
  )
  expect(why).toMatch(
    /useless to us on Unix\. But on Windows there is only one signal, so that a warning does no harm\.$/,
  )
})

test('a long reason says what became of each address behind all that it says in sentences (alertmanager 4910378a)', () => {
  const moved = Array.from(
    { length: 8 },
    (_, at) => `- /lib/bootstrap-${at}/css/bootstrap.min.css → /assets/index-${at}.css`,
  )
  const long = Array.from(
    { length: 6 },
    (_, at) => `Users of part ${at} must build it from source, as it is made no more.`,
  )
  const why = whyOf(
    `They are now fetched via npm.\n\nURL changes:\n${moved.join('\n')}\n\nFiles are served for ever, since their names have a hash.\n\nI introduced this behaviour by accident, but it is right.\n\n${long.join(' ')}`,
  )
  expect(why).toContain('Files are served for ever, since their names have a hash. I introduced this behaviour')
  expect(why).not.toContain('→')
})

test('a test of the code is what was done, and not one that came along: “This happens when …” of what (bbolt 319a33c5)', () => {
  const body =
    "Added a test to check that bucket is actually non-nil before getting a\ncursor on it. This happens when querying non-bucket entries, the\nBucket() method does not return explicit errors, so we can guess it's\nprobably because it's a key of the wrong type (ie: not leaf)."
  expect(whyOf(body)).toMatch(
    /^Added a test to check that bucket is actually non-nil before getting a cursor on it\. This /,
  )
  expect(
    whyOf('Adds two tests of the client. Names are lowered after they were read, because both were told.'),
  ).toMatch(/^Names are lowered/)
})
