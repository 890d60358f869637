import { describe, expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { lessonsIn } from '../../src/curate/message/split-message.ts'
import { loggedOf } from '../../src/curate/message/logged.ts'
import { evidenceOf, whyOfMessage } from '../support/messages.ts'

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

  test('an item of a list that wraps at a comma: it was a lesson of its own (rand e8b79f3f, “… not used today,”)', () => {
    const told = lessonsIn(
      readMessage(
        'Remove the cast module\n\nThis is the fate of each function, because none of them was safe.\n\n* forget - This function was moved, and it is stable.\n\n* copy_lifetime_vec - This function was removed because it is not used today,\n\nand it can be replaced by others.',
      ),
    )
    expect(told.map(({ headline }) => headline)).toEqual(['Remove the cast module'])
  })

  test('a footnote that begins with a star and goes on in the next line (raft 9e800fec)', () => {
    const told = lessonsIn(
      readMessage(
        'LeaderCh always delivers the latest transition\n\nSlow receivers get the latest view since their last receive*.\n\n* note that due to concurrency, last received value might still be\nstale, if raft just recognized transition event but did not send yet.\n',
      ),
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.why).toContain('last received value might still be stale, if raft')
  })
})

test('what a squash reverts within itself is not told (starlette 93e74a4d)', () => {
  const message =
    'Deny websockets\n\n* Close and response are both denials\n\nThey are instances of one class, because callers ask for both.\n\n* Revert "Close and response are both denials"\n\nThis reverts the commit before, which nobody needed.\n\n* Answer with a response\n\nServers must send it before they close.'
  const told = lessonsIn(readMessage(message)).map(({ headline }) => headline)
  expect(told).not.toContain('Close and response are both denials')
  expect(told).toContain('Answer with a response')
})

describe('a step of a squash', () => {
  const reasonsOf = (message: string) => lessonsIn(readMessage(message)).map(({ why }) => why)
  const how = 'It shows how to dig around in the chain of exceptions, and to make changes in place.'
  const example = 'The example defines "high entropy strings" as anything with an entropy above 4.0.'

  test('says nothing any more of what a later one removes (structlog 72943b3e)', () => {
    const message = `Add a recipe\n\n* Add a recipe\n\n${how} ${example}\n\n* Remove 'high entropy string' example from recipes\n\nPeople may run it without understanding that entropy is no secret.\n`
    expect(reasonsOf(message)[0]).toBe(how)
    expect(reasonsOf(message.replace('* Remove', '* Explain'))[0]).toBe(`${how} ${example}`)
  })

  test('keeps its reason where a later one removes something else', () => {
    const why = 'Jobs were lost for good when the broker restarted, because the client read them from memory.'
    for (const removal of [
      'debug output from the worker for now',
      'print from the tests for CI',
      'the old code for it',
    ])
      expect(reasonsOf(`Add a retry queue (#12)\n\n* Add a retry queue\n\n${why}\n\n* Remove ${removal}\n`)[0]).toBe(
        why,
      )
  })

  test('that removes says itself what it removed, and so does a subject that is about it', () => {
    const why = 'The high entropy string example was run by people who took entropy for a secret.'
    const step = `* Remove 'high entropy string' example\n\n${why}`
    expect(reasonsOf(`Tidy recipes\n\n* Word recipes anew\n\n${how}\n\n${step}\n`)).toContain(why)
    expect(reasonsOf(`Remove 'high entropy string' example\n\n${why}\n\n${step}\n`)[0]).toBe(why)
  })

  test('is not what the subject is about because both add something (structlog a6545993)', () => {
    const message =
      'Add types (#282)\n\n* Phew\n\n* Add include_package_data=True just in case\n\nIt seems to work without, but who the hell even knows.\n'
    expect(reasonsOf(message)[0]).toBe('')
    expect(
      reasonsOf('Support the pool (#2)\n\n* Support the cache\n\nIt was read twice by each of the workers.\n')[0],
    ).toBe('')
    expect(reasonsOf('Implement retries\n\n* Implement logging\n\nNobody knew what was written when.\n')[0]).toBe('')
  })
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

describe('a message', () => {
  test('does not tell of a step that a later one took out again (fiber e947e03e: an option that there never was)', () => {
    const steps = [
      '* Write the fields of ECS\n\nIt is what their collectors read, because nothing else has its fields.',
      '* Add CustomFormat option\n\nUsers name one of the formats by it, because a constant is no setting.',
      '* Remove CustomFormat option and rename constants\n\n- The constants are named as in the standard library.',
    ]
    const told = lessonsIn(readMessage(`Let users choose what is written (#3359)\n\n${steps.join('\n\n')}`))
    expect(told.map(({ headline }) => headline)).toContain('Write the fields of ECS')
    expect(told.map(({ headline }) => headline)).not.toContain('Add CustomFormat option')
    // Two removals take out two things (attrs 980c8b04).
    const both =
      '* Drop Python 2.7\n\nIt is not tenable any more, because tools left it.\n\n* Remove Python 2.7 workarounds'
    expect(whyOfMessage(`Drop Python 2.7 (#936)\n\n${both}`)).toContain('not tenable')
  })

  test('was called “• Cut v1.12.0”, since one of its many steps has a list of its own (client_golang c6a634fa)', () => {
    const steps = ['Cut v1.12.0', 'Bump the day', 'Sort goods', 'Paint goods', 'Weigh goods', 'Count goods']
    const body = steps.map((step) => `* ${step}\n\nIt is done because customers asked for it again and again.`)
    const listed = '* Pack goods\n\nAlso:\n\n* fixed the boxes\n* removed the paper'
    const told = lessonsIn(
      readMessage(`Merge release-1.12 branch back into main (#1079)\n\n${[...body, listed].join('\n\n')}`),
    )
    expect(told.map(({ headline }) => headline)).toEqual(['Cut v1.12.0', ...steps.slice(2), 'Pack goods'])
    // Where an item wraps, somebody wrote all of them.
    const faults = [...steps, 'The pool forgets\n  who asked for what, and when'].map((one) => `* ${one}`).join('\n\n')
    expect(lessonsIn(readMessage(`Mend the pool\n\nIt had several faults:\n\n${faults}`))).toHaveLength(1)
    // Of few items it is a list that somebody wrote.
    const few = lessonsIn(readMessage(`Pack goods\n\n* the boxes\n\n* the paper\n* the string`))
    expect(few).toHaveLength(1)
  })

  test('keeps the step that says what it merges, and is what the squash is called after (pino c22d0a9d)', () => {
    const steps = [
      'Apply serializers everywhere',
      'Merge error flows. (#923)\n\nErrors are wrapped in `{ err }`.',
      'Typo',
    ]
    const squash = (name: string) => whyOfMessage(`${name} (#924)\n\n${steps.map((step) => `* ${step}`).join('\n\n')}`)
    expect(squash('Merge error flows')).toBe('Errors are wrapped in `{ err }`.')
    steps[1] = 'Merge branch main into next\n\nErrors are wrapped in `{ err }`.'
    expect(squash('Sort goods')).toBe('')
  })

  test('keeps what stands below a headline that GitHub made up (httpx 1aea9539)', () => {
    const body =
      '* Use multipart instead of cgi\n\nThe module is deprecated as of python 3.11.\n\n* Update setup.cfg\n\nAll references to the cgi module are gone, so nothing needs to be silenced.'
    expect(whyOfMessage(`Drop cgi module\n\n${body}`)).toContain('nothing needs to be silenced')
  })
})

describe('a squash as git words it', () => {
  const step = (subject: string, ...body: string[]) =>
    [
      `commit ${'a'.repeat(40)}`,
      'Author: A <a@example.org>',
      'Date:   Wed Nov 25 2026',
      '',
      `    ${subject}`,
      '',
      ...body.map((line) => (line === '' ? '' : `    ${line}`)),
      '',
    ].join('\n')
  const drain = step(
    'feat: drain the pool on SIGTERM',
    'Kubernetes kills us after 30 s, so connections must be drained first.',
  )
  const count = step('fix: count in bytes', 'The header is in bytes, because proxies count so.', '', '* one', '* two')
  const head = 'Squashed commit of the following:\n\n'

  test('teaches what each of its commits says, the oldest first (monday: “no reason given”, and no word was found)', () => {
    const message = readMessage(`${head}${count}\n${drain}`)
    expect(lessonsIn(message)).toEqual([
      {
        headline: 'drain the pool on SIGTERM',
        why: 'Kubernetes kills us after 30 s, so connections must be drained first.',
      },
      { headline: 'count in bytes', why: expect.stringContaining('because proxies count so.') },
    ])
    expect(loggedOf(message)).toMatchObject({
      subject: 'drain the pool on SIGTERM',
      body: expect.stringContaining('count in bytes.\nThe header is in bytes'),
    })
  })

  test('of one commit is that commit', () => {
    expect(readMessage(`${head}${drain}`)).toMatchObject({ subject: 'drain the pool on SIGTERM', type: 'feat' })
  })

  test('keeps the subject that somebody wrote above it', () => {
    const [own, ...rest] = lessonsIn(readMessage(`Stop politely\n\n${head}${count}\n${drain}`))
    expect([own?.headline, ...rest.map(({ headline }) => headline)]).toEqual([
      'Stop politely',
      'drain the pool on SIGTERM',
      'count in bytes',
    ])
  })

  test('gives each of its commits its own reason, also where a trailer says it, and keeps what is written below', () => {
    const [why, reason] = [
      step('feat: drain the pool', 'Why: Kubernetes kills us thirty seconds after it'),
      step('fix: count in bytes', 'Reason: because proxies count so'),
    ]
    const message = readMessage(
      `${head}${reason}\n${why}\nRejected: a queue, since the disk is read-only.\nSigned-off-by: A <a@e.org>`,
    )
    expect(lessonsIn(message)).toEqual([
      { headline: 'drain the pool', why: 'Kubernetes kills us thirty seconds after it' },
      { headline: 'count in bytes', why: 'because proxies count so' },
    ])
    expect(message.trailers).toContainEqual({ key: 'Rejected', value: 'a queue, since the disk is read-only.' })
  })

  test('begins with its oldest commit, however long it is', () => {
    const many = Array.from({ length: 60 }, (_, at) => step(`Step ${60 - at}`, 'It waits for the printer. '.repeat(20)))
    expect(lessonsIn(readMessage(`${head}${many.join('\n')}`))[0]?.headline).toBe('Step 1')
  })

  test('that names no commit is a message like any other', () => {
    expect(readMessage(`${head}nothing else`).subject).toBe('Squashed commit of the following:')
  })
})

test('a step on code is not told where only comments changed in the end (echo a2dea4e6: a fix that its last step took back)', () => {
  const message = [
    'docs(middleware): clarify what a getter returns',
    '* fix(middleware): normalize the method',
    'Overridden methods did not match the constants of the router, because they were in small letters.',
    '* docs(middleware): clarify what a getter returns',
    'Methods are not normalized here, because a getter is to return the name of a method as the standard library has it, and that is written down now.',
  ].join('\n\n')
  const told = (added: readonly string[]) =>
    evidenceOf(message, { 'middleware/method_override.go': { added } }).flatMap(({ kind, about, weight }) =>
      kind === 'lesson' && weight > 0 ? [about] : [],
    )
  expect(told(['// The returned value is a method.'])).toEqual(['clarify what a getter returns'])
  expect(told(['req.Method = m'])).toContain('normalize the method')
})

test('a step about tests is not told, though its headline says more than the rest (gin b917b14f)', () => {
  const told = lessonsIn(
    readMessage(
      'fix(binding): empty value error\n\n* fix empty value error\n\nAn empty value was parsed as a time.\n\n* test(binding): use any and require in form mapping tests\n\nTests fail at once where an error is not expected, because the rest says nothing then.',
    ),
  )
  expect(told).toEqual([{ headline: 'empty value error', why: 'An empty value was parsed as a time.' }])
  // Unless all of it is about tests (echo 4f5ac600).
  const tests = lessonsIn(
    readMessage(
      'test: lock in methods of groups\n\n* test: guard groups against masking\n\nA group must answer with 405, because a catch-all would mask it as 404.',
    ),
  )
  expect(tests.map(({ why }) => why).join(' ')).toContain('would mask it as 404')
})

describe('steps of a squash that changed code', () => {
  const why = 'It was hard to see that blank values are sent as well, because nothing on it says so to readers.'
  const told = (
    steps: readonly string[],
    { subject = 'Add a Drop method (#3257)', files = { 'ctx.go': { added: ['x()'] } } } = {},
  ) =>
    evidenceOf([subject, ...steps.flatMap((step) => [`* ${step}`, why])].join('\n\n'), files)
      .flatMap(({ kind, about }) => (kind === 'lesson' ? [about] : []))
      .slice(1)

  test('were told of tests and pages beside it (fiber 58677d5c, 71820292: “Remove extraneous blank line in documentation”)', () => {
    const beside = [
      'Remove extraneous blank line in documentation',
      'Document All function in API documentation',
      'Improve Drop test and the order of fields',
    ]
    expect(told([...beside, 'Send no header', 'Drop peers at once and extend tests'])).toEqual([
      'Send no header',
      'Drop peers at once and extend tests',
    ])
    // They are what was done where nothing else was, or the squash is called after it.
    const most = beside.slice(0, 2)
    expect(told(most, { subject: 'Improve the documentation (#2)' })).toEqual(most)
    expect(told(most, { files: { 'docs/ctx.md': { added: ['x()'] } } as never })).toEqual(most)
  })

  test('were told that say of themselves that they are style (pnpm ac367fce), and are told that explain it (go-redis 49e00410)', () => {
    const [style, docs] = ['style(pacquet): comply with pedantic rules', 'docs(himport): mark it as experimental']
    expect(told([style, docs])).toEqual(['mark it as experimental'])
    expect(told([style], { subject: 'style: sort imports (#2)' })).toEqual(['comply with pedantic rules'])
  })
})

test('a step is not told of whose names the merged diff has none (fiber 9a56a1bf: helpers that a later step took out)', () => {
  const message = [
    'Add QueryInt method',
    '* Add parseIntWithDefault',
    'Parsing has a function of its own, `parseIntWithDefault`, because each of the getters needs it.',
    '* Read numbers once',
    'Numbers are read once in `queryInt`, because the parser is slow on long ones.',
  ].join('\n\n')
  const told = (added: readonly string[]) =>
    evidenceOf(message, { 'ctx.go': { added } }).flatMap(({ kind, about }) => (kind === 'lesson' ? [about] : []))
  expect(told(['func queryInt(key string) int {'])).toEqual(['Add QueryInt method', 'Read numbers once'])
  expect(told(['func queryInt(key string) int {', 'parseIntWithDefault(value)'])).toContain('Add parseIntWithDefault')
  // Files that were ignored, or written by a program, may say it.
  const unread = evidenceOf(message, { 'ctx.go': { added: ['x()'] }, 'vendor/a.go': { added: ['y()'] } })
  expect(unread.map(({ about }) => about)).toContain('Add parseIntWithDefault')
})

test('a sentence is not told of what a later step took another way, as though it had landed (gson df53d2f1, packaging cf100d20)', () => {
  const message = [
    'fix: cap the index of a field (#3027)',
    '* fix: cap the index of a field',
    'An index as large as 67108863 allocates memory without end, because each is a bit of one number.\nFix: compute maxGroupIndex from the fields, and skip what is above it.\nSee https://example.com/maxGroupIndex for how that was found.',
    '* fix: take four digits at most',
    'Replace the guard by maxGroupIndex with the simpler pattern, because no real message has more than 9999 groups.',
  ].join('\n\n')
  const why = (added: readonly string[]) =>
    evidenceOf(message, { 'proto.ts': { added } }).find(({ kind }) => kind === 'lesson')?.text ?? ''
  const undone = why(['const pattern = /bitField\\d{1,4}_/'])
  expect(undone).toContain('allocates memory without end')
  expect(undone).not.toContain('Fix: compute')
  expect(undone).toContain('https://example.com/maxGroupIndex')
  expect(why(['if (index > maxGroupIndex) continue'])).toContain('Fix: compute maxGroupIndex')
})

test('what leans on a sentence that did not land is not told without it (rollup 51f8f602: “This prevented …”)', () => {
  const message = [
    'fix: link side effects when the cache is hit (#6286)',
    '* fix: link side effects',
    'The `byNameCache` was returning early. This kept `getReexports` from seeing others. It is slow for whoever bundles much.',
    '* refactor: cache metadata',
    'Replace the `byNameCache` with a parallel one, because it was walked again for each importer.',
  ].join('\n\n')
  const told = evidenceOf(message, { 'module.ts': { added: ['const getReexports = metadata'] } })
  expect(told.find(({ kind }) => kind === 'lesson')?.text ?? '').not.toMatch(/This kept|It is slow/)
})

test('a step is not told that brings what had another name in the end (raft a2e87783)', () => {
  const message = [
    'Keep the commit index',
    '* rename persistIndex to tryPersistIndex',
    'The name says that nothing is kept where the `LogStore` cannot, so that callers of `appendEntries` expect it.',
    '* introduce StagCommitIndex',
    'The index is kept with the next `StoreLogs`, because a `LogStore` may crash before `appendEntries` is through.',
    '* introduce StageLimit',
    'A `LogStore` has a limit, because `appendEntries` would fill the disk otherwise.',
  ].join('\n\n')
  const added = ['stageCommitIndex(LogStore, StoreLogs)', 'appendEntries()', 'StageLimit = 3']
  const told = evidenceOf(message, { 'log.go': { added } })
  expect(told.flatMap(({ kind, about }) => (kind === 'lesson' ? [about] : []))).toEqual([
    'Keep the commit index',
    'introduce StageLimit',
  ])
})

test.each(['Add IPv6 support', 'Implement OAuth2 login', 'Add IDs to each request', 'Add JSONPath queries'])(
  'a step has landed whose headline brings what no line is called by: %s',
  (step) => {
    const why = 'A `LogStore` asks for it, because `appendEntries` would fail for such callers otherwise.'
    const told = evidenceOf(`Mend the store\n\n* ${step}\n\n${why}\n`, {
      'a.go': { added: ['LogStore', 'appendEntries()'] },
    })
    expect(told.map(({ about }) => about)).toContain(step)
  },
)

test('a step that speaks of products and systems has landed', () => {
  const message = [
    'Support other systems',
    '* Support macOS',
    'Paths are compared without case there, because macOS and GitHub take two spellings for one, and IDs and URLs do not.',
    '* Retry uploads',
    'GitHub and GitLab drop connections after a minute, so that an upload has to be tried again.',
  ].join('\n\n')
  const told = evidenceOf(message, { 'a.js': { added: ['process.platform === "darwin"'] } })
  expect(told.flatMap(({ kind, about }) => (kind === 'lesson' ? [about] : []))).toEqual([
    'Support other systems',
    'Support macOS',
    'Retry uploads',
  ])
})

test('the title of a step goes on where it was wrapped (rollup f58d1e60: “… during tree-shaking to only import**: variables into …”)', () => {
  const told = lessonsIn(
    readMessage(
      'Improve import resolution (#2584)\n\n* Add modules to variables\n\n* Directly register imported variables during tree-shaking to only import\nvariables into modules that actually use them. Get rid of variable\ntracing logic on chunks, because it is slow.\n',
    ),
  )
  expect(told[1]).toEqual({
    headline:
      'Directly register imported variables during tree-shaking to only import variables into modules that actually use them',
    why: 'Get rid of variable tracing logic on chunks, because it is slow.',
  })
})

test('a step whose message is a list has that for its reason, and none of its stars (rollup 42fe3171, 55014f3a)', () => {
  const listed =
    'Implement stdin input (#3312)\n\n* Use a dash as the file name\n\n* * Only allow stdin via the CLI\n* Move stdin logic to CLI, because plugins read it twice\n\n* * Add documentation\n\n* Avoid using shx'
  expect(lessonsIn(readMessage(listed))[1]).toEqual({
    headline: 'Only allow stdin via the CLI',
    why: 'Move stdin logic to CLI, because plugins read it twice',
  })
  const below =
    'OpenBSD support (#6224)\n\n* OpenBSD support\n\n* OpenBSD support touch up\n- replace missing matrix settings\n- make test job depend on build\n\n* Remove OS version from artifact name\n\nThis should help NAPI-RS to properly identify the artifact\n'
  expect(lessonsIn(readMessage(below)).map(({ headline, why }) => [headline, why])).toEqual([
    ['OpenBSD support', ''],
    ['Remove OS version from artifact name', 'This should help NAPI-RS to properly identify the artifact'],
  ])
})

test('a step that is set in by chance was told as the end of the one before (tracing d0b22bb3)', () => {
  const told = lessonsIn(
    readMessage(
      'fix what a span triggers (#514)\n\n* fix spans that are not removed\n\nThe guard removes the span before it counts, because it is dropped first.\n\nFixes #511\n\n * fix spans that do not close\n\nOnly the first parent is closed, because the dispatcher is unset meanwhile.',
    ),
  )
  expect(told.map(({ headline }) => headline)).toContain('fix spans that do not close')
})

describe('a squash that somebody listed by hand', () => {
  const because = 'We move to one host for pages, because it makes our lives easier.'

  test('says of each step what stands below it, set in (black 06ccb88b: the headline had the reason of a step)', () => {
    const told = lessonsIn(
      readMessage(
        `Replace references to master (GH-2210)\n\nCommit history before merge:\n\n* Replace references to master\n* Link to the hosted pages\n\n  ${because}\n`,
      ),
    )
    expect(told).toEqual([
      { headline: 'Replace references to master', why: '' },
      { headline: 'Link to the hosted pages', why: because },
    ])
  })

  test('has steps without a line between them (black 62bfbd6a: two steps were told below the one before)', () => {
    const steps = [
      'Add guides',
      'Add a start',
      'Move the reference',
      'Fix headings',
      'Include the license',
      'Break out the authors',
    ]
    const listed = steps.map((step) => `* ${step}\n\n  ${because.replace('pages', step)}\n`).join('\n')
    const told = lessonsIn(
      readMessage(
        `Reorganize the docs\n\nCommit history before merge:\n\n${listed}\n* Delete what was made\n* Switch the formatter\n\n  ${because}\n`,
      ),
    )
    expect(told.find(({ why }) => why === because)?.headline).toBe('Switch the formatter')
    expect(told.find(({ headline }) => headline === 'Break out the authors')?.why).not.toContain(because)
  })

  test('keeps the reason of the step that it is called after, also of one on a dependency (black 1af53310)', () => {
    const said = 'This release includes an important security fix, and many other improvements.'
    expect(
      whyOfMessage(
        `Bump aiohttp to 3.7.4\n\nCommit history before merge:\n\n* Bump aiohttp to 3.7.4\n\n${said}\n\n* add it`,
      ),
    ).toBe(said)
  })
})

test('a step that takes back what a squash is called after is not why (axum 6c133be5)', () => {
  const step = '* Revert "Refactor the set-up of tracing"\n\nThis reverts commit 0876260b, in favor of the registry.'
  expect(whyOfMessage(`Refactor the set-up of tracing in examples\n\n${step}\n\n* Keep the registry\n`)).toBe('')
})

test('what a step says of the changelog was told as the reason of the whole (black ffaaf483)', () => {
  const said = 'The rules are applied by their own folder, because others ignored every file beside it.'
  const told = lessonsIn(
    readMessage(
      `Compare each path\n\n* Apply rules by folder\n\n${said}\n\n* Update CHANGES.md\n\nAdd entry about fixed bug and changes introduced: rules are applied by folder\n`,
    ),
  )
  expect(told).toEqual([
    { headline: 'Compare each path', why: '' },
    { headline: 'Apply rules by folder', why: said },
  ])
})

test('an item that a sentence leads to is no step beside a list that one leads to (eslint 666da7cb, gson 7a9fd596)', () => {
  const body =
    'In this release, rules were added:\n\n* `no-unsafe-finally` helps to catch clauses that may not behave as you think.\n* `require-yield` helps to find generators that do not yield.\n\nThe following rules were removed:\n\n* `comma-dangle` was there because an old browser threw an error.\n\nThe following rules were modified:\n\n* `complexity` is off, because its default was too low.'
  const told = lessonsIn(readMessage(`Change what is recommended\n\n${body}`))
  expect(told).toHaveLength(1)
  expect(told[0]?.why).toContain('because an old browser threw an error')
})

test('a step had the reason of another, as one of them has a list of its own (helix c638b6b6)', () => {
  const body =
    '* view: impl method to remove document from jumps\n\n* editor: remove close_buffer argument from `close`\n\nThis was never implemented or used properly, because nobody could close a buffer.\n\n* term: implement buffer-close (bc, bclose)\n\nThis behaves the same as the command of Kakoune:\n\n* With 3 files opened:\n  * `buffer-close` once closes `ef` and switches to `cd`\n* With 1 file opened:\n  * `buffer-close` once closes `ab` and switches to a scratch buffer\n\n* tree: reset focus if Tree is empty\n'
  const told = lessonsIn(readMessage(`term: implement buffer-close (bc, bclose) (#1035)\n\n${body}`))
  expect(told.map(({ headline, why }) => [headline, why.slice(0, 48)])).toEqual([
    ['implement buffer-close (bc, bclose)', 'This behaves the same as the command of Kakoune:'],
    ['remove close_buffer argument from `close`', 'This was never implemented or used properly, bec'],
  ])
})

test('a step said what a later one of the same title says anew: two defaults, of which one was there (starlette 467eb1c2)', () => {
  const step = (why: string): string => `* Add compresslevel to GZipMiddleware\n\n${why}`
  const said = (...steps: readonly string[]): string =>
    lessonsIn(readMessage(`Add compresslevel to GZipMiddleware (#1128)\n\n${steps.join('\n\n')}`))
      .map(({ why }) => why)
      .join(' ')
  const [first, last] = [
    'The new default level is 1 because it is faster.',
    'The default level is 9 because it is faster.',
  ]
  expect(said(step(first), step(last))).toBe(last)
  // Neither a title alone nor something else takes anything back (vitest 329f9ca3).
  expect(said(step(first), '* Add compresslevel to GZipMiddleware')).toBe(first)
  expect(said(step(first), step('Switch to slashes for older shells.'))).toContain(first)
})

test('a step that is called after its reviewers has the name of its squash (redis-py 8210f32f, fastify ebf8730e, structlog 80110eef)', () => {
  const why =
    'Suggestions are kept as they are, in the shape that the older protocol gives them, since who decodes them would get bytes in text. The helper reads both shapes of the answer now, because some clients decode none, and the tests cover both of them.'
  const told = (step: string, said = why) =>
    lessonsIn(
      readMessage(
        `fix(search): parse responses with bytes\n\n* fix(search): parse keys\n\nThey came as bytes, since nobody decodes them.\n\n* ${step}\n\n${said}`,
      ),
    )
      .slice(1)
      .map(({ headline }) => headline)
  const title = 'parse responses with bytes'
  for (const step of [
    'fix(search): apply petyaslavova review feedback',
    'docs: revise approach based on maintainer feedback',
    'Fixes and changes from review',
    'a few suggestions',
    'Integrate suggested changes',
    'Apply all suggestions from GitHub, except for the helper',
  ]) {
    expect(told(step), step).toEqual([title])
    expect(told(step, 'It is shorter now, because they asked.'), step).not.toContain(title)
  }
  for (const step of [
    'Accept schemes in any case',
    'Implement suggestions of similar commands',
    'Improve the review of pull requests in the sidebar',
    'add simple flag suggestions',
  ])
    expect(told(step)).toContain(step)
})
