import { expect, test, describe } from 'vitest'
import { sectionsOf } from '../../src/curate/message/sections.ts'
import { evidenceOf, whyOf } from '../support/messages.ts'

const paragraphs = (body: string): readonly string[] => sectionsOf(body).flatMap((section) => section.paragraphs)

test('a paragraph ends at an empty line, at a rule and at a heading, and wrapped lines are one', () => {
  const parts = ['One line,\nand its end.', 'Two is another thought.', 'Three is the last one.']
  const read = ['One line, and its end.', 'Two is another thought.', 'Three is the last one.']
  for (const between of ['\n\n', '\n---\n', '\n## Why\n', '\n**Why**\n'])
    expect([between, paragraphs(parts.join(between))]).toEqual([between, read])
})

describe('a lesson keeps', () => {
  test('a list in the sentence that it stands amid, which began with "it happened that" (werkzeug 6ea41802, fb9e7c3e)', () => {
    expect(
      whyOf(
        'In situations where\n\n* the app is an iterator already\n* it has a close method\n\nit happened that the iterator would register two callbacks.',
      ),
    ).toBe(
      'In situations where the app is an iterator already; it has a close method, it happened that the iterator would register two callbacks.',
    )
    // What leads to a list may be a sentence of its own.
    expect(
      whyOf(
        'The reader did these things wrong\n\n- long headers stalled the parser of requests\n- the whole body was kept in memory\n\nalso this bumps the minimum version, because the old one has no streams.',
      ),
    ).not.toContain('memory, also')
    // An address goes on with no sentence.
    expect(
      whyOf(
        'The workflow was skipped\n\n* once by the first job that ran\n* once by a second one of it\n\nhttps://example.com/issues has many reports about it.',
      ),
    ).not.toContain('it, https')
  })

  test('what an item leads to, which stood behind a semicolon (ws 5d751fbd)', () => {
    expect(
      whyOf(
        '- If the state is connecting, throw an exception, as there is nothing to send yet.\n- If the state is `CLOSED`\n  - Increase the amount by the length of the data, because callers read it.\n  - Call the callback with an error.',
      ),
    ).toBe(
      'If the state is connecting, throw an exception, as there is nothing to send yet. If the state is `CLOSED`: Increase the amount by the length of the data, because callers read it. Call the callback with an error.',
    )
  })

  test('items side by side that are set in by a sign, and code as it was', () => {
    for (const sign of [' -', ' *'])
      expect(
        whyOf(
          `${sign} Reject headers that are longer than the buffer of the parser\n${sign} Close the socket when the peer sends a second length`,
        ),
      ).toBe(
        'Reject headers that are longer than the buffer of the parser; Close the socket when the peer sends a second length',
      )
    expect(
      whyOf('A list within a list is read as two levels, because it is set in:\n\n```\n- one\n  - two\nend\n```'),
    ).not.toContain('one:')
  })

  test('two lines apart that nobody wrapped (werkzeug 037e92a3, rack b0593078)', () => {
    expect(whyOf('use the format of the string\nupdate how it is read')).toBe(
      'use the format of the string; update how it is read',
    )
    expect(whyOf('In 1.8, the files are compared\nIn 1.9+, that is false')).toBe(
      'In 1.8, the files are compared. In 1.9+, that is false',
    )
    for (const wrapped of [
      'The release job broke with the new\nGitHub runner image of last week',
      'This makes the build work again\nunder the old compiler of RHEL',
    ])
      expect(whyOf(wrapped)).toBe(wrapped.replace('\n', ' '))
    expect(whyOf('we cant use the name module()\nsince that is already taken')).toBe(
      'we cant use the name module() since that is already taken',
    )
  })

  test('no list of what was removed as one long word, where an item is a call (werkzeug 3ed73015)', () => {
    expect(
      whyOf('the loader for old versions\nsys.version_info checks\nuse platform.system()\ncode paths of 3.5'),
    ).toBe('')
  })

  test('the items of a list apart (koa 2503a1fb)', () => {
    expect(
      whyOf(
        '- Defer `AsyncLocalStorage` creation while a snapshot is built,\nmaking Koa compatible with snapshots\n- Register a callback to initialize `ctxStorage`\nafter a snapshot was restored',
      ),
    ).toBe(
      'Defer `AsyncLocalStorage` creation while a snapshot is built, making Koa compatible with snapshots; Register a callback to initialize `ctxStorage` after a snapshot was restored',
    )
  })

  test('a short item that the next paragraph mends, with lines between all of them (pyjwt 407f0bde: "This is fixed by" what?)', () => {
    const list =
      "Checking the types revealed errors:\n\n- Python 3.9 doesn't have `typing.TypeAlias`.\n\n  This is fixed by another import.\n\n- Nor has it `x | y`.\n\n  This is fixed by `Union[x, y]`."
    expect(whyOf(list)).toBe(
      "Checking the types revealed errors: Python 3.9 doesn't have `typing.TypeAlias`. This is fixed by another import. Nor has it `x | y`. This is fixed by `Union[x, y]`.",
    )
    // What leads to the next list is none of this one (trio e59050e8).
    const two =
      'Before the change it took this long:\n\n- first: 24 of them in a second\n\nIt takes this long now:\n\n- first: 170 of them in a second'
    expect(paragraphs(two)).toHaveLength(2)
  })

  test('what is to be written instead of the code that it names (rand 12e359f7, a commit of rustc)', () => {
    expect(
      whyOf(
        'This breaks code that looks like:\n\n    match foo { 1..3 => run() }\n\nInstead, write:\n\n    match foo { 1...3 => run() }\n',
      ),
    ).toBe(
      'This breaks code that looks like: `match foo { 1..3 => run() }`. Instead, write: `match foo { 1...3 => run() }`',
    )
  })

  test('no sentence that only leads to what a program printed (rand bb38eb61), and no row of a table that was wrapped (mux de7178dc)', () => {
    const reason = 'The rate was read twice, because two callers asked for it.'
    const printed = 'test rand_f32  ... bench: 6,068 ns/iter (+/- 327) = 659 MB/s'
    expect(whyOf(`${reason}\n\nBefore my changes to these functions, the benchmark yields:\n${printed}`)).toBe(reason)
    const table =
      '| Test Group | Condition | Average Memory (B/op)\n| Average Allocations |\n\n|---|---|---|\n| **New** | Before | 3 |'
    expect(whyOf(`${reason}\n\n${table}`)).toBe(reason)
  })

  test('a comparison that a line begins with (fzf 5cb69574)', () => {
    expect(
      whyOf('However, it is ensured to be an integer only in "x.y.z\n>= 1.3.4".  Otherwise, there may be an error.'),
    ).toBe('It is ensured to be an integer only in "x.y.z >= 1.3.4". Otherwise, there may be an error.')
  })

  test('prose that is wrapped narrowly beside a long line (bytes b8d27c01)', () => {
    const told = whyOf(
      'This adds an unsafe method to convert a `&mut UninitSlice` into a\n`&mut [MaybeUninit<u8>]`. This method is unsafe because some of the\nbytes in the slice may be initialized\n\nSee https://docs.rs/tokio/latest/tokio/io/struct.ReadBuf.html#method.uninit for more of them all',
    )
    expect(told).not.toContain(';')
  })
})

test('a sentence that was wrapped before a number keeps it (fd 53226f82)', () => {
  expect(whyOf('This upgrades the required version of Rust in order to\nfix #288.\n\ncloses #288')).toBe(
    'This upgrades the required version of Rust in order to fix #288.',
  )
})

test('prose that was wrapped at forty columns is no list (express 0550755c, bab095e5)', () => {
  const precedence =
    'The first call to app.get() will\nstack the router middleware. This means config\ncan flow naturally BEFORE any routes\nhave been created, preventing breakage of\nbodyDecoder etc'
  expect(whyOf(precedence)).toBe(precedence.replaceAll('\n', ' '))
  const home =
    'For example if you have an app mounted to\n/blog, and home for blog is /posts, home\nwill become another'
  expect(whyOf(home)).toBe(home.replaceAll('\n', ' '))
  // What is one below the other is still one thing each.
  expect(
    whyOf('Because of goods that were lost:\n\nsort them by price\nshow them by name\ncount them by day'),
  ).toContain(';')
})

describe('a reason was cut', () => {
  test('inside a numbered list, and ended in “2.” (zap 7c80d7b5)', () => {
    const body =
      'The race occurred because:\n1. `lazyWithCore` embedded a `Core` interface, making `Enabled()`\ndirectly accessible\n2. Multiple goroutines could call `Enabled()` while another goroutine\nwas calling `initOnce()`\n3. The `initOnce()` function replaced `d.Core` with a new Core, creating\na data race\n'
    expect(whyOf(body)).toBe(
      'The race occurred because: `lazyWithCore` embedded a `Core` interface, making `Enabled()` directly accessible; Multiple goroutines could call `Enabled()` while another goroutine was calling `initOnce()`; The `initOnce()` function replaced `d.Core` with a new Core, creating a data race',
    )
  })

  test('at a number with which a wrapped line begins (“bumps it from 3 to 4.”)', () => {
    expect(whyOf('The size of the pool was raised from 8 to\n16. The rest is kept for those who wait.')).toBe(
      'The size of the pool was raised from 8 to 16. The rest is kept for those who wait.',
    )
  })

  test('that a comparison was wrapped in', () => {
    expect(whyOf('It is kept while the size of a body is\n> 10 MB, because disks are slow.')).toContain(
      'disks are slow',
    )
  })
})

test('a sentence had a full stop at the end of each line, because empty lines stood between (structlog 9208a2c7)', () => {
  expect(
    whyOf(
      "This processor adds extra attributes from LogRecord\n\nobjects to the event_dict, and can be useful for making values passed\n\nin the extra parameter of the logging module's log methods pass through\n\nto output as additional properties.\n\nFixes #209\n",
    ),
  ).toBe(
    "This processor adds extra attributes from LogRecord objects to the event_dict, and can be useful for making values passed in the extra parameter of the logging module's log methods pass through to output as additional properties.",
  )
})

describe('a reason', () => {
  test('has the list that its sentence breaks off for (starlette 5613fa7e)', () => {
    const said =
      'We ought to handle the converse case, so that if...\n\n* A `/some-path` route exists.\n* A `/some-path/` route does not exist.\n\nThen a request to the latter is redirected to the former.'
    expect(whyOf(said)).toMatch(/so that if\.\.\. A `\/some-path` route exists\. A .* does not exist\. Then a request/)
  })
})

test('a sentence that its author never ended is not told: "… but since they only" (black 79575f33)', () => {
  const said = 'The workflows run for what is published, because a draft triggers none of them.'
  expect(whyOf(`${said} Drafts do not trigger them (that is good!) but since they only \n\n${said}`)).not.toMatch(
    /only/,
  )
  expect(whyOf(`${said} Drafts are for reading only`)).toMatch(/reading only/)
})

describe('of a list nothing was told but', () => {
  test('nothing, where its last item ends with "that" (alertmanager 0d86b5ba: the two encodings of a payload)', () => {
    const tries = 'Rather than shrinking the payload carefully, just try two encodings:'
    expect(whyOf(`${tries}\n1. The full message; and\n2. Remove all but the first alert and send that\n`)).toBe(
      `${tries} The full message; and; Remove all but the first alert and send that`,
    )
    expect(whyOf(`${tries} the message, and one that\n\n![a picture](a.png)\n`)).not.toMatch(/that$/)
  })

  test('its first item, where a blank line stands between them (alertmanager 3aab66ec)', () => {
    expect(
      whyOf('My vision for this tool has two parts:\n  - Silences (query, add)\n\n  - Alerts (query, more later)\n'),
    ).toBe('My vision for this tool has two parts: Silences (query, add); Alerts (query, more later)')
    const three = '- read each block once\n\n- keep it while it is asked for\n\n- write it back when it is old\n'
    expect(whyOf(`The cache has three steps, because disks are slow:\n\n${three}`)).toContain('write it back')
  })
})

test('a reason began with "However", behind code that is not told (fsnotify 2d133b81)', () => {
  expect(whyOf('However, between these lines a watch may be removed, so that it is not there any more.')).toBe(
    'Between these lines a watch may be removed, so that it is not there any more.',
  )
  for (const said of [
    'However many workers there are, one lock is shared by all of them.',
    'However, epoll_wait returns at once, because nobody waits for it.',
    'Again, eBPF maps leak, because nobody closes them when a program ends.',
  ])
    expect(whyOf(said)).toBe(said)
})

test('what is a result is told, where its sentence goes on (whose figures are not here)', () => {
  const said = 'This is the result of a race between close and the reader, which frees the buffer twice.'
  expect(whyOf(said)).toBe(said)
})

test('a step of a squash began with what another one had said (alertmanager 6305229f)', () => {
  expect(whyOf('Again, since we do not assign a name, peers are removed by their address.')).toBe(
    'Since we do not assign a name, peers are removed by their address.',
  )
})

test('an example that is not told is nothing to speak of (cobra 5b121bc9)', () => {
  const why = whyOf(
    'Help could not be told in the words of a program. Anybody may add functions now.\n\n```\nadd(x)\n```\n\nIn the above example four functions are added to the map that templates use.',
  )
  expect(why).toBe('Help could not be told in the words of a program. Anybody may add functions now.')
})

test('a headline above a list has no colon (cobra 7e2436b7), and one that names a scheme has', () => {
  const about = (headline: string, below: string): string | undefined =>
    evidenceOf(`${headline}\n\n${below}`, { 'src/a.go': {} }).find(({ kind }) => kind === 'lesson')?.about
  const list = '- What works is told by every shell, because all ask the program.\n- Flags are told too.'
  expect(about('First try at better completions:', list)).toBe('First try at better completions')
  expect(about('Add support for mailto:', 'Links of that kind were taken for files of the site.')).toBe(
    'Add support for mailto:',
  )
})

test('a long message told first how it was, as if that were so now, and no more why (grpc-go e8167363, 12e91ddb)', () => {
  const fill = (about: string): string =>
    Array.from({ length: 9 }, (_, at) => `The ${about} of part ${at} kept its state in the cache of the stream.`).join(
      '\n',
    )
  const why = whyOf(
    `#### The original fix:\n${fill('removal')}\n\n#### The root cause of these races can be put down to two\nthings:\n- Writes were sent in batches, ` +
      `so that a server saw no change.\n\n#### How does this change address it?\n${fill('request')}\n\n## Benchmarks\nIt is as fast as it was.`,
  )
  expect(why).toMatch(
    /^The root cause of these races can be put down to two things: Writes were sent in batches, so that a server saw no change\. The request of part 0/,
  )
  expect(why).not.toMatch(/removal|as fast/)
})

test('a solution that begins with a number had lost its heading (grpc-go 29665f43)', () => {
  expect(
    whyOf('## Problem\nBuffers take memory of idle transports.\n\n## Solution\n#8964 added a reader that pins none.'),
  ).toBe('Problem: Buffers take memory of idle transports. Solution: #8964 added a reader that pins none.')
})

test('a word that was wrapped at its hyphen had a blank in it (rayon b0b6c13a: “dev- dependency”)', () => {
  expect(
    whyOf('The generator is now our own, because we keep `rand` only as a dev-\ndependency for pre-\nand post-tests.'),
  ).toBe('The generator is now our own, because we keep `rand` only as a dev-dependency for pre- and post-tests.')
})

test('a backport said its headline again, as a tool writes it (aiohttp 0353589c)', () => {
  expect(
    whyOf(
      'Backports the following commits to 3.7:\n - No Content-Length header for 1xx and 204, which have no body (#5119)',
    ),
  ).toBe('')
})

test('a reason ended with what led to code that is not told: “you can now do this.” (hugo ae742cb1, 9202117b, 22ef5da2)', () => {
  const code = [
    '',
    '```',
    ...Array.from({ length: 5 }, (_, at) => `setting${at} = { value = "${'x'.repeat(40)}" }`),
    '```',
    '',
  ]
  const before = 'Parameters are read for each language, because the settings of one were lost to another'
  const told = (lead: string) => whyOf([lead, ...code, 'Corner cases of many languages were hard to find.'].join('\n'))
  const after = 'Corner cases of many languages were hard to find.'
  for (const lead of [
    `${before}.\n\nThis means that you can now do this:`,
    `${before}, which means you can now do:`,
    `${before}. If you want to have both, you need to use a construct similar to:`,
  ])
    expect(told(lead)).toBe(`${before}. ${after}`)
  expect(told(`${before}.\n\nThis means that you can now do without a language.`)).toContain('do without a language.')
})
