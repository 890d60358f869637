import { describe, expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { whyOf } from '../support/messages.ts'

describe('a quotation', () => {
  test('of code is kept where it is short, and leaves no half of a sentence where it is not (mio 8eb4010a)', () => {
    expect(
      whyOf(
        'It is legal to call it like this:\n\n    call(*b, c=5)\n    call(c=5, *b)\n\nBoth orders must be allowed.',
      ),
    ).toBe('It is legal to call it like this: `call(*b, c=5)`, `call(c=5, *b)`. Both orders must be allowed.')
    const output = Array.from({ length: 20 }, (_, at) => `test events_${at} ... FAILED`).join('\n')
    expect(whyOf(`Sender and receiver of the pipe were swapped, resulting in:\n\`\`\`\n${output}\n\`\`\``)).toBe(
      'Sender and receiver of the pipe were swapped.',
    )
  })
})

test('a sentence that leads to code goes on with it, and ends there (bat 864656bd)', () => {
  const body =
    'We used to call `less` with\n``` bash\nless --no-init\n```\nWe only passed it because of a bug with\nversions before 530.\n'
  const [told] = lessonsIn(readMessage(`Pass --no-init on Windows\n\n${body}`))
  expect(told?.why).toBe(
    'We used to call `less` with `less --no-init`. We only passed it because of a bug with versions before 530.',
  )
})

test('of a setting only its last braces were told (eslint 3351129f)', () => {
  const setting = '{\n  "parserOptions": {\n    "ecmaFeatures": {\n      "spread": true\n    }\n  }\n}'
  const said = 'The syntax is a part of the language now, so that no option is needed for it.'
  expect(
    whyOf(`It was possible to use the option, as follows:\n\n\`\`\`json\n${setting}\n\`\`\`\n\n${said}`),
  ).not.toContain('}')
})

test('code with notes, or with what points at it, was told as a sentence (helix 9821c4dd, 515ef172)', () => {
  expect(
    whyOf(
      'An empty change must not be sent, because servers count it.\n\npub enum Operation {\n/// Move cursor by n characters.\nRetain(usize),\n/// Delete n characters.\nDelete(usize),\n/// Insert text at position.\nInsert(String),\n}',
    ),
  ).toBe('An empty change must not be sent, because servers count it.')
  expect(
    whyOf(
      'Diagnostics must not grow, because a type hint is no part of the name:\n\nlet foo      = 2;\n    -------- unused variable\nlet foo: Bar = 2;\n    -------- unused variable\n\nAs a heuristic only those that end on a word do.',
    ),
  ).toBe(
    'Diagnostics must not grow, because a type hint is no part of the name. As a heuristic only those that end on a word do.',
  )
})

test('what is written below the heading of a checklist, and is none, is told (koa 83128eb6)', () => {
  const said = 'A type that is set already is kept, because browsers guess one from what they get.'
  expect(whyOf(`## Checklist\n\n${said}`)).toBe(said)
  expect(whyOf(`${said}\n\n## Checklist\n\n- [x] Tests\n\nI have read all of the guide, because I was asked to.`)).toBe(
    said,
  )
})

describe('a sentence that no mark ends before its code', () => {
  test.each([
    [
      'has it (bat 4e34b362)',
      'In short, to update the texts, one simply does\n\n    env UPDATE_EXPECT=1 cargo test\n\nNothing runs on Windows, because of the line ends.',
      'In short, to update the texts, one simply does `env UPDATE_EXPECT=1 cargo test`. Nothing runs on Windows, because of the line ends.',
    ],
    [
      'goes on behind it (bat 9c165713)',
      'This is the last warning that you get if you run\n\n    cargo clippy --all\n\nso by fixing it new ones are seen.',
      'This is the last warning that you get if you run `cargo clippy --all` so by fixing it new ones are seen.',
    ],
    [
      'goes on behind it, though it is no block (logrus e9026580)',
      'The formatter on windows wrongly prints\n\n``[31mERRO``\n\nwhen coloring is not disabled.',
      'At the time: The formatter on windows wrongly prints `[31mERRO` when coloring is not disabled.',
    ],
    [
      'goes on with a command behind “would be”, which was cut to “would be.” (requests 567e12bf)',
      'The suggested usage in a report would be\n\n    python -m requests.help\n\nIt prints what we ask for, because reports lack it.',
      'The suggested usage in a report would be `python -m requests.help`. It prints what we ask for, because reports lack it.',
    ],
    [
      'goes on with a statement that is not set in (bytes 83f68a01)',
      'With this it is possible to do\n\nfoo.into_buf().put_u32_le(42);\n\nBefore, nobody could write into it, because it was borrowed.',
      'With this it is possible to do `foo.into_buf().put_u32_le(42);`. Before, nobody could write into it, because it was borrowed.',
    ],
    [
      'goes on behind a link (bat 5074b96c)',
      'Converted from\nhttps://example.org/sml.tmLanguage\nand without `ml`, because OCaml has it.',
      'Converted from https://example.org/sml.tmLanguage and without `ml`, because OCaml has it.',
    ],
    [
      'had a link for its subject, on a line of its own (pip 2a908083)',
      "It eases the analysis of a run.\n\nHistorical note:\nhttps://example.org/commit/767d11e4\nmade it so that pip emits no time. Prior to that each run's was written.",
      "It eases the analysis of a run. Historical note: https://example.org/commit/767d11e4 made it so that pip emits no time. Prior to that each run's was written.",
    ],
    [
      'ends before the second of two links (libuv 10f9120d)',
      'It was never needed, because nobody has it.\nSee:\nhttps://example.org/1\nhttps://example.org/2',
      'It was never needed, because nobody has it.',
    ],
    [
      'leads to what somebody said, between fences (nats-server e587a3f8)',
      'The specification says:\n```\nVendors MUST expect the header in any case (upper, lower, mixed), and\nSHOULD send the header name in lowercase.\n```\n\nSince it was "SHOULD", we have no obligation to rewrite it.',
      'The specification says: “Vendors MUST expect the header in any case (upper, lower, mixed), and SHOULD send the header name in lowercase.” Since it was "SHOULD", we have no obligation to rewrite it.',
    ],
    [
      'says what it says without it, where it is long (bat 8275b043)',
      `This allows users to create a simple configuration file (\`bat/config\` on Linux) that has the following format:\n\n${'    --flag\n'.repeat(9)}`,
      'This allows users to create a simple configuration file (`bat/config` on Linux).',
    ],
    [
      'is what it says where it wants nothing (a heading, a status)',
      'We retry each request when the server answers 503\n\n    HTTP/1.1 429 Too Many Requests\n\nIt is asked again later, because it may be up.',
      'We retry each request when the server answers 503. It is asked again later, because it may be up.',
    ],
    [
      'keeps what bounds a rule',
      `Clients of the gateway must never retry a request that was sent in the following cases:\n\n${'    case\n'.repeat(9)}`,
      'Clients of the gateway must never retry a request that was sent in the following cases.',
    ],
    [
      'is no list where it says why',
      'The following headers are never sent along with redirects because they would leak credentials.',
      'The following headers are never sent along with redirects because they would leak credentials.',
    ],
    [
      'ends with the tool that something was built with',
      'The crash was only seen in images that were\nbuilt with Bazel.\nElsewhere it was hidden, because the heap is larger.',
      'The crash was only seen in images that were built with Bazel. Elsewhere it was hidden, because the heap is larger.',
    ],
  ])('%s', (_, body, why) => {
    expect(whyOf(body)).toBe(why)
  })
})

describe('what only leads to something that is not told is left out', () => {
  test('with the label before its code, and what points back at it: “Singleton.” (nats-server 18a1702b)', () => {
    const settings = (user: string): string =>
      `\`\`\`\nleafnodes {\n  authorization {\n    user: ${user}\n    password: secret\n    account: TheAccount\n  }\n}\n\`\`\`\n`
    const rest = `If user or password is defined, then the server must provide them. ${'The account is one of those that the server has been told of when it began. '.repeat(11)}`
    expect(
      whyOf(
        `Added a way to specify the account of a leafnode.\n\nSingleton:\n${settings('leaf')}With above configuration, it is bound to the account. This account needs to exist.\n\n${rest}`,
      ),
    ).toMatch(/^Added a way to specify the account of a leafnode\. If user or password is defined/)
  })

  test('where a list goes, what goes on about it: “They remain as aliases” (pip d282fb94)', () => {
    expect(
      whyOf(
        'Since Python 3.3, the following classes have merged into OSError. They remain as aliases.\n\n- EnvironmentError\n- IOError\n\nPython 3 also has subclasses, because errors differ.',
      ),
    ).toBe('Python 3 also has subclasses, because errors differ.')
  })
})

test('an author who is honest says the same without a word of it (numpy 24fdf130)', () => {
  expect(whyOf('To be honest, it should go, because nobody needs it.')).toBe('It should go, because nobody needs it.')
})

test('what only points at code that is not told is left out (attrs 5aa76a44)', () => {
  const body = `It must not be zero, because a signed number has no other rule.\nI could do the following.\n\n\`\`\`python\n${'ne(0)\n'.repeat(4)}\`\`\`\n`
  expect(lessonsIn(readMessage(`Add ne\n\n${body}`))[0]?.why).toBe(
    'It must not be zero, because a signed number has no other rule.',
  )
})

describe('a reason', () => {
  test('that shows an error below says the rest without it (starlette f9fad62b)', () => {
    const error = 'app/main.py:24: error: Argument "routes" to "Mount" has an incompatible type'
    expect(whyOf(`mypy fails with the following error when a client has a mount.\n\n\`\`\`\n${error}\n\`\`\``)).toBe(
      'mypy fails when a client has a mount.',
    )
  })

  test('goes on behind code that stands amid its sentence (tracing 978624e2, 92c5425a)', () => {
    const around = (code: string): string =>
      whyOf(`This is cheaper than writing code like\n\`\`\`rust\n${code}\n\`\`\`\nsince it wraps the future once.`)
    expect(around('spawn(\n  future\n);')).toBe(
      'This is cheaper than writing code like `spawn( future );` since it wraps the future once.',
    )
    expect(around('call_it();\n'.repeat(40))).toBe(
      'This is cheaper than writing code like … since it wraps the future once.',
    )
  })

  test('has what is set in where its sentence begins with it (urllib3 b6a208c5)', () => {
    const said =
      "Three servers are in a pool, and one has an invalid certificate.\n\n    SSLError: hostname doesn't match\n\nby itself is not much info to go on."
    expect(whyOf(said)).toContain("certificate. `SSLError: hostname doesn't match` by itself is not much info")
  })

  test('has no rows of a benchmark (client_golang c6a634fa)', () => {
    const said =
      'Both need to resize a buffer; the former grows slower.\n\nname             old time/op    new time/op    delta\nClient/4KB-8       35.9µs ± 4%    35.3µs ± 3%     ~     (p=0.310 n=5+5)\n\nThe benchmark runs in one thread only.'
    expect(whyOf(said)).toBe(
      'Both need to resize a buffer; the former grows slower. The benchmark runs in one thread only.',
    )
  })
})

test('a sentence is not told that leads to code which is not (flask 8bb71852: “Now, it returns the more readable”)', () => {
  const output = Array.from({ length: 20 }, (_, at) => `test events_${at} ... FAILED`).join('\n')
  const fenced = `\`\`\`\n${output}\n\`\`\``
  const before = 'A view that returned a switch caused an error that named no view.'
  expect(whyOf(`${before}\n\nNow, it returns the more readable\n\n${fenced}\n`)).toBe(before)
  expect(whyOf(`${before} That one reads\n${fenced}\nIts name is looked up late, because most views are fine.`)).toBe(
    `${before} Its name is looked up late, because most views are fine.`,
  )
  expect(whyOf(`${before}\n\nThe error of such a view now reads\n\n${fenced}\n\nand names the view.`)).toContain(
    'and names the view',
  )
})

test('a sentence that says what code is goes with it, however long it is (puma 319f84db: “the call stack is.”)', () => {
  const stack =
    '    Reactor.wakeup!\n      Server#reactor_wakeup\n        Client#close\n          MiniSSL::Socket#close'
  const after = 'The close method is called from within the reactor thread, so all requests wait for it.'
  const lead =
    'When the server wants to close a persistent connection because it was idle for too long, the call stack is:'
  expect(whyOf(`${lead}\n\n${stack}\n\n${after}`)).toBe(after)
})

test.each([
  ['ends without a point', 'Each tenant has a cache of its own, because one saw what another stored', '\n\n', ''],
  ['is a list', 'Now we\n- evict keys, because memory grew\n- never share values', '\n', ''],
  ['goes on behind it', 'The parser now accepts', '\n\n', '\n\nand rejects the older form because it was ambiguous.'],
  ['stands above other code', 'Callers must not retry, because locks are held', '\n\n', ''],
])('a reason is told, though code stands below it, where it %s', (_, said, between, after) => {
  const fenced = `\`\`\`\n${Array.from({ length: 20 }, (_line, at) => `test events_${at} ... FAILED`).join('\n')}\n\`\`\``
  const [last = ''] = said.split(/[,\n]/).slice(-1)
  expect(whyOf(`It failed for all of them.\n\n${said}${between}${fenced}${after}\n`)).toContain(
    after === '' ? last.replace('- ', '').trim() : 'rejects the older form',
  )
})

describe('a reason was cut', () => {
  test('before its only example: “instead yielding the following.” (zap c2633d6d)', () => {
    const body = (code: string): string =>
      `Without the \`enc.addElementSeparator\` call, \`AppendTimeLayout\` does not\ninclude the \`,\` separator between array elements, instead yielding the\nfollowing.\n\n    ${code}\n\nArrays of time must be JSON.`
    expect(whyOf(body('["2001-12-19T00:00:00Z""2002-12-18T00:00:00Z"]'))).toBe(
      'Without the `enc.addElementSeparator` call, `AppendTimeLayout` does not include the `,` separator between array elements, instead yielding the following: `["2001-12-19T00:00:00Z""2002-12-18T00:00:00Z"]`. Arrays of time must be JSON.',
    )
    expect(whyOf(body('["2001-12-19T00:00:00Z"]'.repeat(10)))).toBe('Arrays of time must be JSON.')
  })

  test('nowhere, and declarations were glued to each other (zap a1155d9e)', () => {
    const body =
      'We can avoid redundant work by sharing information about the call stack.\n\nTo accomplish this, the following high-level pieces were added:\n\n    type stacktrace\n      captureStacktrace(skip int, depth stacktraceDepth) *stacktrace\n      func (*stacktrace) Next() (runtime.Frame, bool)\n\n    type stackFormatter\n      func newStackFormatter(*buffer.Buffer)\n'
    expect(whyOf(body)).toBe('We can avoid redundant work by sharing information about the call stack.')
  })
})

test('a setting that a sentence leads to is told, and no header of a benchmark (alertmanager b71892fe, be7553e7)', () => {
  const yaml = ['receivers:', '- name: "example"', '  webhook_configs:', '  -']
  expect(whyOf(`The tool would crash upon a configuration such as:\n\n\`\`\`yaml\n${yaml.join('\n')}\n\`\`\``)).toBe(
    'The tool would crash upon a configuration such as: `receivers: - name: "example" webhook_configs: -`',
  )
  const measured = 'This is the result of these patches on main, and after all of the concurrent series:'
  const header = 'goos: linux\ngoarch: amd64\npkg: github.com/prometheus/alertmanager/dispatch\ncpu: AMD EPYC Processor'
  const said = 'The provider blocks where the dispatcher lags, so that the pressure is measured.'
  expect(whyOf(`${said}\n\n${measured}\n\n${header}\n`)).toBe(said)
})

test('a race detector’s trace is no reason: only names of goroutines were told (bbolt 4e98e8fb)', () => {
  const frame =
    '  go.etcd.io/bbolt_test.TestDB_Concurrent_WriteTo()\n      /home/runner/work/bbolt/db_test.go:714 +0x724'
  const trace = `WARNING: DATA RACE\nWrite at 0x00c000388370 by goroutine 37:\n${frame}\n\nPrevious write at 0x00c000388370 by goroutine 83:\n${frame}\n\nGoroutine 37 (running) created at:\n${frame}\n\nGoroutine 83 (finished) created at:\n${frame}`
  expect(whyOf(`The test log:\n\n==================\n${trace}\n==================`)).toBe('')
  expect(
    whyOf('Callers that leave early must release what they took, so they call\ndb.Close()\nbefore they return.'),
  ).toContain('db.Close()')
})

test('a function that stands alone below the sentence that leads to it goes with that (rollup a9c5850c: “statements of the form.”)', () => {
  expect(
    whyOf(
      'Engines parse lazily. For example if they see:\n\nfunction X() {...}\n\nThey do not parse X until it runs.\n\nBrowsers know statements of the form:\n\n(function X() {...})()\n\nSo that X is not parsed twice.',
    ),
  ).toBe(
    'Engines parse lazily. For example if they see: `function X() {...}`. They do not parse X until it runs. Browsers know statements of the form: `(function X() {...})()`. So that X is not parsed twice.',
  )
})

test('what leads to lines that are not told goes with them (starship f265f12e, black 544ea9c2)', () => {
  const log = Array.from({ length: 9 }, (_, at) => `[WARN] - (config): Unknown key ${at}`).join('\n')
  const said = 'The document is corrected, because its example was refused.'
  expect(
    whyOf(`${said}\n\nWith a key of \`[v]\` on macOS, it has the following error.\n\`\`\`\n${log}\n\`\`\`\n`),
  ).toBe(said)
  expect(
    whyOf(
      'It wraps long strings; however, it also reads better and, in doing so, closes the following issues:\n\nCloses #26\nCloses #182',
    ),
  ).toBe('It wraps long strings; however, it also reads better.')
})
