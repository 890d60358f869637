import { describe, expect, test } from 'vitest'
import { bulletsIn, fragmentText } from '../../src/curate/message/changelog.ts'
import { fileKindOf } from '../../src/curate/code/files.ts'
import { fragmentNumber, isChangelog, isFragment } from '../../src/curate/message/changelog-files.ts'
import { evidenceOf } from '../support/messages.ts'
import { twoReleases } from '../support/changelog.ts'

test('a standard keeps its number where a changelog links to it (jinja c0675781)', () => {
  expect(bulletsIn(['- Use :pep:`451` API to load templates with `PackageLoader`. :issue:`1168`'])[0]).toMatchObject({
    text: 'Use PEP 451 API to load templates with `PackageLoader`.',
    names: ['#1168'],
  })
})

test('a number of another project is none of this one (httpx f4f05e34)', () => {
  const [bullet] = bulletsIn(['- Preserve the case of headers. encode/httpcore#216, python-hyper/h11#104)'])
  expect(bullet).toMatchObject({ text: 'Preserve the case of headers.', names: [] })
  expect(bulletsIn(['- Goods are sorted by their names. GH#12, #13/#14'])[0]?.names).toEqual(['#12', '#13', '#14'])
})

test('who found a hole, and the number of its advisory, stood in the headline (pyjwt 051ea341)', () => {
  const line =
    '- Prevent partial matching of `iss` claim by @ada in `GHSA-75c5-xw7c-p5pm <https://github.com/jpadilla/pyjwt/security/advisories/GHSA-75c5-xw7c-p5pm>`__'
  expect(bulletsIn([line])[0]?.text).toBe('Prevent partial matching of `iss` claim')
})

test('where a line was sent to, and by whom, stood in it (urfave/cli)', () => {
  const at = 'https://github.com'
  expect(
    bulletsIn([
      `* Fixed the scripts that complete words in zsh in [urfave/cli/pull/1062](${at}/urfave/cli/pull/1062) via [@zhsj](${at}/zhsj), @masonj188`,
    ])[0],
  ).toMatchObject({ text: 'Fixed the scripts that complete words in zsh', names: ['#1062'] })
})

test('“Fixed by Sai in Pull Request” was a headline, and the change that it stands below had no number (Alamofire 583bce14)', () => {
  const by = (name: string, number: string): string =>
    `  - Fixed by [${name}](https://github.com/${name}) in Pull Request [#${number}](https://github.com/shop/pull/${number}).`
  const bullets = bulletsIn([
    '- Missing "Skip Install" setting for visionOS target.',
    by('Sai', '3788'),
    '- Rare race in `Request.suspend()` that lost an update of the state.',
    by('Jon', '3779'),
  ])
  expect(bullets.map(({ text, names }) => [text, names])).toEqual([
    ['Missing "Skip Install" setting for visionOS target.', ['#3788']],
    ['Rare race in `Request.suspend()` that lost an update of the state.', ['#3779']],
  ])
})

test('who sent a change is looked for below an item, behind what it shows, and not below a heading', () => {
  const by = '  - Fixed by [Sai](https://a.org/Sai) in Pull Request [#3788](https://a.org/pull/3788).'
  const told = (lines: readonly string[]) => bulletsIn([...lines]).map(({ text, names }) => [text, names])
  const said = '- Show the code of it in the console of the shop.'
  expect(told([said, '', by])).toEqual([[said.slice(2), ['#3788']]])
  expect(told([said, '', '  ```swift', '  foo()', '  ```', by])).toEqual([[said.slice(2), ['#3788']]])
  expect(told([`${said} `, '  - Replaced by [`shop`](https://a.org) in [#12](https://a.org/12).'])).not.toContainEqual([
    said.slice(2),
    ['#12'],
  ])
})

test('forty people who are thanked, and a sentence that goes on, took a changelog minutes', () => {
  const people = Array.from({ length: 40 }, (_, at) => `[@ada${at}](https://a.org/${at})`).join(', ')
  const line = `- Translate the pages of the shop. Thanks to ${people} and all the others who helped with it.`
  expect(bulletsIn([line])[0]?.text).toContain('Translate the pages of the shop.')
})

test('“npm 7 is needed” begins no sentence that began in code, and is told', () => {
  const lines = [
    '- Support widgets on phones.',
    '',
    '      foo()',
    '',
    '  npm 7 is needed for that from now on. Older ones fail.',
  ]
  expect(bulletsIn(lines)[0]?.text).toBe(
    'Support widgets on phones. npm 7 is needed for that from now on. Older ones fail.',
  )
})

test('new documentation that is the change itself is told', () => {
  for (const line of [
    '- Docs: New documentation for the hooks API is there.',
    '- Fix the retry. New docs for the breaking change of `foo` must be read before an upgrade.',
  ])
    expect(bulletsIn([line])[0]?.text, line).toContain('New doc')
})

test('whose change a line of the changelog was is not said with it (sinatra)', () => {
  expect(bulletsIn(['* Add `x_cascade` to disable the header on missing routes. (Konstantin Haase)'])[0]?.text).toBe(
    'Add `x_cascade` to disable the header on missing routes.',
  )
})

test.each([
  [
    'what led to a link goes with it (starlette 565898b3)',
    '* Several fixes to `CORSMiddleware`. See [#1](https://example.org/pull/1).',
    'Several fixes to `CORSMiddleware`',
  ],
  [
    'whom a line credits goes with the link (echo 6f9b71cd)',
    '* Add a rate limiter to the middleware (#1724, iambenkay)',
    'Add a rate limiter to the middleware',
  ],
  [
    'a number goes with whom it credits, and leaves no empty brackets (fd 6df0d9d9)',
    '* Add exact file sizes in the `--size` filter, see #669 and #696 (@Rogach)',
    'Add exact file sizes in the `--size` filter',
  ],
  [
    'a number that it closes goes with its verb (fd ee5332d0)',
    '* It will print a null between commands. Fixes #1797.',
    'It will print a null between commands.',
  ],
  [
    'whom it credits goes though the line has a bracket of its own (http 975dbdd7)',
    '* Audits of (private) `ByteStr` and its users ([#408], [#414] sbosnick)',
    'Audits of (private) `ByteStr` and its users',
  ],
  [
    'whom it credits behind its number goes, with the bracket that both stood in (sidekiq)',
    '- Jobs with `retry: false` now go through the global `death_handlers`. [#3980, Benjamin-Dobell]',
    'Jobs with `retry: false` now go through the global `death_handlers`.',
  ],
  [
    'those whom it credits behind what it mends go (sinatra e3a27b5a: “Fixes #1567 by Jordan Owens, Horacio”)',
    '* Remove only routing parameters from @params hash. Fixes [#1567](https://example.org/issues/1567) by Jordan Owens, Horacio',
    'Remove only routing parameters from @params hash.',
  ],
  [
    'and behind numbers, or the hash of a commit (sinatra 3ae2e01a, 54597502)',
    '* Fix an issue setting environment from command line option [#1547](https://example.org/pull/1547), [#1554](https://example.org/pull/1554) by Jordan Owens, Kunpei Sakai',
    'Fix an issue setting environment from command line option',
  ],
  [
    'a word for what was done stood before it, and the hash behind (sinatra 441c06a7: “Fix: fixed ReDoS”)',
    '* Fix: Remove the integration of Reel. [54597502](https://example.org/commit/545975025927a27a1daca790598620038979f1c5) by Olle Jonsson',
    'Remove the integration of Reel.',
  ],
  [
    'wherever the line goes on (sidekiq 7.3.0: “fatkodima] Iterable jobs”)',
    '- Add `Sidekiq::IterableJob`, for long-running jobs. [#6286, fatkodima] Iterable jobs are interruptible.',
    'Add `Sidekiq::IterableJob`, for long-running jobs. Iterable jobs are interruptible.',
  ],
  [
    'and so does who stands before the number (sidekiq 2.12.1)',
    '- Record the timestamp when jobs are enqueued. [mariovisic, #944]',
    'Record the timestamp when jobs are enqueued.',
  ],
  [
    'a list in brackets of its own stays',
    '- Sorts what it is given as [one, two]',
    'Sorts what it is given as [one, two]',
  ],
])('%s', (_, line, said) => {
  expect(bulletsIn([line])[0]?.text).toBe(said)
})

test('a line of the changelog thanks nobody, at its end or before (chi 8391bdb4: “your contribution ( Note”)', () => {
  const line =
    '- Remove one allocation, thank you @ada for your contribution (https://github.com/shop/pay/pull/555). Note: faster.'
  expect(bulletsIn([line])[0]?.text).toBe('Remove one allocation. Note: faster.')
  const scoped = 'The build is much faster thanks to @swc/core and a cache of its own.'
  expect(bulletsIn([`- ${scoped}`])[0]?.text).toBe(scoped)
})

test.each([
  [
    'numbers and people, as github_changelog_generator links them (hiredis a5613f3f, eafb085d)',
    String.raw`- Use correct \_WIN32 call [\#784](https://github.com/redis/hiredis/pull/784) ([michael-grunder](https://github.com/michael-grunder))`,
    'Use correct _WIN32 call',
  ],
  [
    'numbers of two pull requests (hiredis 38b5ae54)',
    String.raw`- Adds support for distinct timeouts [\#839](https://github.com/a/b/pull/839), [\#829](https://github.com/a/b/pull/829)`,
    'Adds support for distinct timeouts',
  ],
  [
    'thanks whose name is gone (fsnotify 11054bcf)',
    '* Linux: stop leaking a file descriptor when using fork/exec #178 (thanks @pattyshack)',
    'Linux: stop leaking a file descriptor when using fork/exec',
  ],
  [
    'people with short hashes of theirs (hiredis 360a0646)',
    '* Use proper format specifier in redisFormatSdsCommandArgv (Paulino Huerta, Jan-Erik Rediger [360a06, 8655a6])',
    'Use proper format specifier in redisFormatSdsCommandArgv',
  ],
])('a line of the changelog ends without %s', (_, line, said) => {
  expect(bulletsIn([line])[0]?.text).toBe(said)
})

test.each([
  [
    'a link called "here" (tox 0e6b4ad7)',
    'Add support for ranges, more details :ref:`here<env-list>`. - by :user:`ada`',
    'Add support for ranges.',
  ],
  [
    'a bare "Fixes." (tox 903a4c54)',
    'Suppress the error - by :user:`ada`. Fixes :issue:`2660`.',
    'Suppress the error.',
  ],
  [
    'a bare "Fixes." amid it (tox 5929bdb5)',
    'Suppress the error. Fixes :issue:`2660`. It was raised at the end.',
    'Suppress the error. It was raised at the end.',
  ],
  [
    'its author behind a full stop (tox 73e61ae5)',
    'Shown by the config sub-command. - by :user:`ada`.',
    'Shown by the config sub-command.',
  ],
  ['its author behind a comma (tox 1f565b17)', 'Rework what is packaged, by :user:`ada`.', 'Rework what is packaged.'],
])('a fragment of the changelog keeps no residue: %s', (_, fragment, said) => {
  expect(fragmentText([fragment])).toBe(said)
})

describe('a list within an item of the changelog', () => {
  const lead = '- Rework how we handle packaging environments:'
  const [first, last] = ['  - the base environment has another name,', '  - add support for what is skipped,']

  test('is one change with it: its last item does not stand for all (tox 1f565b17, 34d3adc0)', () => {
    const bullets = bulletsIn([lead, '', first, last, '', '  by :user:`ada`. (:issue:`1804`)'])
    expect(bullets.map(({ text, names }) => [text, names])).toEqual([
      [
        'Rework how we handle packaging environments: the base environment has another name; add support for what is skipped.',
        ['#1804'],
      ],
    ])
  })

  test('is several changes where its items have numbers of their own', () => {
    const bullets = bulletsIn([lead, `${first} (#1)`, `${last} (#2)`])
    expect(bullets.map(({ names }) => names)).toEqual([[], ['#1'], ['#2']])
  })

  test('loses no items in a fragment, and is cut behind one (tox 64eb18ef)', () => {
    expect(fragmentText([lead.slice(2), '', '- one thing,', '- another thing - by :user:`ada`.'])).toBe(
      'Rework how we handle packaging environments: one thing; another thing.',
    )
    const many = Array.from({ length: 30 }, (_, at) => `- item ${at} of a list that is longer than anybody reads,`)
    expect(fragmentText([lead.slice(2), ...many])).toMatch(/anybody reads; …$/)
  })
})

describe('what stands behind four blanks below an item', () => {
  const lead = '-   The following runtime usage of zope.interface interfaces is removed:'

  test('is its list, and has its numbers behind it (scrapy 394c2797)', () => {
    const items = [
      '    - `SpiderLoader` is no longer marked as',
      '      implementing the `ISpiderLoader` interface.',
      '',
      '    - The loader no longer checks that.',
    ]
    const [bullet, ...others] = bulletsIn([lead, '', ...items, '', '    (:gh:`6585`, :gh:`7731`)'])
    expect(others).toEqual([])
    expect(bullet?.text).toBe(
      `${lead.slice(4)} \`SpiderLoader\` is no longer marked as implementing the \`ISpiderLoader\` interface; The loader no longer checks that.`,
    )
    expect(bullet?.names).toEqual(['#6585', '#7731'])
  })

  test('goes on behind a list within it (scrapy, `item` of media pipelines)', () => {
    const items = [
      '    - In `FilesPipeline`:',
      '        - `file_path`',
      '    - In `ImagesPipeline`:',
      '        - `thumb_path`',
    ]
    expect(bulletsIn([lead, ...items])[0]?.text).toMatch(
      /In `FilesPipeline`: `file_path`; In `ImagesPipeline`: `thumb_path`/,
    )
  })

  test('says nothing by itself: its number is that of what it explains (fd 8.0.0)', () => {
    const said = bulletsIn([
      '- Add an option `--list-details` to show more details, in order to:',
      '    * see metadata like permissions and owners (#491)',
      '    * achieve a deterministic output order (#324, #196)',
    ])
    expect(said.map(({ text }) => text)).toEqual(['Add an option `--list-details` to show more details, in order to:'])
  })

  test('is the code that two colons announce, where it is short (scrapy 6e5ea792, 85604e10)', () => {
    const says = '-   The middleware keeps track of ignored URLs::'
    const codeOf = (...lines: readonly string[]) => bulletsIn([says, '', ...lines, '', '    (:gh:`5036`)'])[0]?.text
    expect(codeOf('        urllength/ignored_count')).toBe(
      'The middleware keeps track of ignored URLs: `urllength/ignored_count`.',
    )
    expect(codeOf('        urllength/ignored', '        urllength/seen')).toMatch(
      /: `urllength\/ignored`, `urllength\/seen`\.$/,
    )
    const program = Array.from({ length: 9 }, (_, at) => `        call_number(${at})`)
    expect(codeOf(...program)).not.toMatch(/::|call_number/)
  })
})

test('changes below an item that is their heading stay changes of their own', () => {
  const texts = (...lines: readonly string[]) => bulletsIn(lines).map(({ text }) => text)
  const changes = ['Close idle sockets when the agent is destroyed', 'Keep the order of cookies in responses']
  for (const heading of ['* Bug fixes:', '* Features:', '* Deprecations:'])
    expect(texts(heading, ...changes.map((said) => `  * ${said}`)), heading).toEqual(changes)
  // A list of sixty is no one change, and takes no time.
  const many = Array.from({ length: 20_000 }, (_, at) => `  - honor the setting of number ${at}`)
  expect(bulletsIn(['- Rework how settings are read:', ...many])).toHaveLength(20_001)
})

test('a dash before a list stays, and so does who reported a crash', () => {
  const said = ['- Rework `tox` - the tool for tests - packaging:', '  - one base for all', '  - one step less']
  expect(bulletsIn(said)[0]?.text).toMatch(
    /^Rework `tox` - the tool for tests - packaging: one base for all; one step less/,
  )
  expect(fragmentText(['Do not crash at startup any more! - by :user:`ada`'])).toBe('Do not crash at startup any more!')
  expect(fragmentText(['Reported by :user:`ada`, the crash at startup is gone.'])).toMatch(/^Reported by/)
})

test('a line of the changelog keeps its last word, and what it goes on with (httpcore 3acf913f, 42b6e455)', () => {
  const lines = [
    "- Don't raise exceptions on ungraceful connection closes. (Pull #310)",
    '- Fixed connections not being added to the',
    'connection pool properly. (Pull #70)',
  ]
  expect(bulletsIn(lines).map(({ text }) => text)).toEqual([
    "Don't raise exceptions on ungraceful connection closes.",
    'Fixed connections not being added to the connection pool properly.',
  ])
})

describe('a line of a changelog', () => {
  test('is bounded, and no secret is cut before it is known for one', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(3)}F6g7H8`
    const words = 'more words of it '.repeat(58).slice(0, 978)
    const long = bulletsIn([`- ${words} ${token}`, ...Array.from({ length: 200 }, () => `  ${words}`)])
    expect(long[0]?.text.length).toBeLessThanOrEqual(1_000)
    for (const text of [long[0]?.text ?? '', fragmentText([`${words} ${token}`])])
      expect(text).not.toContain('ghp_a1B2')
  })

  test.each([
    [
      'made of the log says what the commit does (koa 5208c5e1)',
      '  * [[`5208c5e`](http://github.com/koajs/koa/commit/5208c5e)] - chore: Use single console.error() statement (#1471) (A B <<a@example.org>>)',
      'Use single console.error() statement',
      '',
    ],
    [
      'has its kind in brackets, and numbers at its end (client_golang 1880f1bc)',
      '* [BUGFIX] prometheus: Fix `Desc.String()` method for no labels case. #1687, #1690.',
      'prometheus: Fix `Desc.String()` method for no labels case.',
      'fix',
    ],
    [
      'has its part or its kind in bold letters (tower)',
      '- **ready-cache**: Changed `Failed` to require that the key can be printed',
      'Changed `Failed` to require that the key can be printed',
      '',
    ],
    [
      'breaks something, in bold letters (tower)',
      '- **Breaking Change** `retry::Policy::retry` now accepts `&mut Req`',
      '`retry::Policy::retry` now accepts `&mut Req`',
      'breaking',
    ],
    [
      'has its part and its kind in bold letters (tower d27ba658)',
      '- **retry**: **Breaking Change** `Budget` is now a trait',
      '`Budget` is now a trait',
      'breaking',
    ],
    [
      'says something in bold letters behind its part',
      '- **pool**: **Server** and **Client** no longer share a pool',
      '**Server** and **Client** no longer share a pool',
      '',
    ],
    [
      'names an advisory as people do (jinja 065334d1)',
      '-   The `attr` filter does not bypass the lookup of the environment. :ghsa:`cpwx-vrp4-4pq7`',
      'The `attr` filter does not bypass the lookup of the environment. GHSA-cpwx-vrp4-4pq7',
      'security',
    ],
  ])('%s', (_, line, text, kind) => {
    expect(bulletsIn([line])).toMatchObject([{ text, kind }])
  })

  test('that fills a list is none (fzf 2a1e5a97)', () => {
    expect(bulletsIn(['- Bug fixes and other small improvements'])).toEqual([])
  })
})

test('a list of who took part is no list of what was done (axios 77b8f2fb)', () => {
  const told = (heading: string) =>
    bulletsIn([
      `### ${heading}`,
      '',
      '- <img src="https://a.b/u/1" alt="avatar"/> [Ada Example](https://a.b "+1/-2 (#6683 )")',
    ])
  expect(told('Contributors to this release')).toEqual([])
  expect(told('Bug Fixes')).toHaveLength(1)
  expect(
    bulletsIn(['### Contributors', '- Ada wrote all of the parser', '### Fixes', '- The parser reads tabs again']),
  ).toMatchObject([{ text: 'The parser reads tabs again', kind: 'fix' }])
})

describe('words were said twice', () => {
  test('by the numbers and roles that a line of a changelog begins with (zap a01e410a, structlog 3b37d717, hyper 58e0e7dc)', () => {
    expect(
      bulletsIn([
        '* #572, #606: Expose a registry for third-party logging sinks.',
        '- :bug:`- major` Allow empty lists of processors.',
        '* **http2:** fix internals of CONNECT upgrades (#3967) ([58e0e7dc](https://github.com/a/b/commit/58e0e7dc), closes [#3966](https://github.com/a/b/issues/3966))',
      ]).map(({ text, kind }) => `${kind}: ${text}`),
    ).toEqual([
      ': Expose a registry for third-party logging sinks.',
      'fix: Allow empty lists of processors.',
      ': fix internals of CONNECT upgrades',
    ])
  })
})

test('a line of a changelog ends with what it says, not with a dash, a hash or numbers (starlette, jq)', () => {
  const link = (of: string) => `[${of}](https://github.com/encode/starlette/commit/${of})`
  const read = (line: string) => bulletsIn([`* ${line}`])[0]?.text
  expect(read(`The compression level is now adjustable - ${link('#1128')}.`)).toBe(
    'The compression level is now adjustable.',
  )
  expect(read(`Was removed from all of it - ${link('#1047')}. See the page instead.`)).toBe(
    'Was removed from all of it. See the page instead.',
  )
  expect(read(`Replace commonprefix by commonpath there ${link('1797de4')}.`)).toBe(
    'Replace commonprefix by commonpath there.',
  )
  expect(read('Add the option for binary output. @nicowilliams 0dab2b1')).toBe('Add the option for binary output.')
  expect(read(`Allow use of memoryview in responses ${link('#2576')} and ${link('#2577')}.`)).toBe(
    'Allow use of memoryview in responses.',
  )
  expect(read('The cache holds at most 1048576')).toBe('The cache holds at most 1048576')
})

describe('a changelog', () => {
  test('says of what it lists as removed that it was (rack 06d23735: “`#each` as it was only needed …”)', () => {
    const texts = bulletsIn([
      '## 3.0.0',
      '### Removed',
      '- `#each` as only Ruby 1.9 needed it.',
      '- Drop the old logger.',
      '### Added',
      '- `#map` for those who need it.',
    ]).map(({ text }) => text)
    expect(texts).toEqual([
      'Removed: `#each` as only Ruby 1.9 needed it.',
      'Drop the old logger.',
      '`#map` for those who need it.',
    ])
  })

  test('is none where a fragment links to another, and was told by the name of its file (pip-tools a691e6fd)', () => {
    const link = { status: 'added' as const, added: ['2318.contrib.md'] }
    const [lesson] = evidenceOf(
      'Update the policy per review\n\nIts tone is casual now, because people did not read it.',
      {
        'CONTRIBUTING.md': { added: ['Be kind.'] },
        'changelog.d/2318.doc.md': link,
      },
    ).filter(({ kind }) => kind === 'lesson')
    expect(lesson).toMatchObject({ about: 'Update the policy per review' })
    expect(fragmentText(['2318.contrib.md'])).toBe('')
    expect(fragmentText(['Moved 2318.contrib.md'])).toBe('Moved 2318.contrib.md')
  })

  test('ends before its author, as fragments of towncrier do not (aiohttp d5d068cb)', () => {
    const lines = ['Restricted dates of cookies to ASCII digits', '-- by :user:`octocat` and :user:`hubot`.']
    expect(fragmentText(lines)).toBe('Restricted dates of cookies to ASCII digits.')
    const more = ['Kept bodies as :rfc:`9110#section-15.4.3` says -- by :user:`octocat`.', '', 'They are read once.']
    expect(fragmentText(more)).toBe('Kept bodies as RFC 9110 says. They are read once.')
    // What there is no room for is left out whole (pluggy 62da97c2).
    expect(fragmentText([`Types are exported. ${'They hold. '.repeat(95)}It is not checked that they match.`])).toMatch(
      /^Types are exported\. .*They hold\.$/,
    )
    const related = '  *Related issues and pull requests on GitHub:*'
    const [bullet] = bulletsIn([
      '## 3.1.0',
      '- Fixed the parser of dates and times -- by :user:`octocat`.',
      related,
      '  :issue:`123`.',
    ])
    expect(bullet).toMatchObject({ text: 'Fixed the parser of dates and times.', names: ['#123'] })
  })

  test('leaves out whom a line credits (rack 0700a9ca: “… with no replacement. [@ioquatix])”)', () => {
    const pull = '[#2196](https://example.org/pull/2196)'
    const textOf = (line: string) => bulletsIn(['## 3.2.0', line])[0]?.text
    expect(textOf(`- The logger is removed with no replacement. (${pull}, [@ioquatix], [@jeremyevans])`)).toBe(
      'The logger is removed with no replacement.',
    )
    expect(textOf('- Support scoped packages such as [@types/node] and (@babel/core)')).toBe(
      'Support scoped packages such as [@types/node] and (@babel/core)',
    )
  })

  test('has no number of another project, though its address stands behind it (yarl 4e06f7d0)', () => {
    const line =
      '- Documented the spell check, see `aio-libs/multidict#1345 <https://github.com/aio-libs/multidict/issues/1345>`__. (#14)'
    expect(bulletsIn([line])[0]?.names).toEqual(['#14'])
  })

  test('names by its hash what a line is about, and not what that closes (tonic 76eedc13 had the words of d312dcc)', () => {
    const of = (path: string): string => `(https://example.org/${path})`
    const line = `* **tonic:** flush messages when the status comes ([#1756]${of('issues/1756')}) ([d312dcc]${of('commit/d312dcc0ec362c')}), closes [#1423]${of('issues/1423')}`
    expect(bulletsIn(['## 0.12.0', '### Bug Fixes', line])[0]?.names).toEqual(['#1756', 'd312dcc', 'd312dcc0ec362c'])
  })

  test('says nothing of what it closes behind its hash (core 78977c39, where an address of none stood in the text)', () => {
    const hash = '([78977c3](https://github.com/vuejs/core/commit/78977c399734da7c4f8d58f2ccd650533e89249f))'
    const tail =
      'closes [#910](https://github.com/a/b/issues/910) [/github.com/a/b/issues/910#issuecomment-6](https://github.com//a)'
    expect(bulletsIn(['## 3.0.0', `- **scheduler:** sort jobs before flushing ${hash}, ${tail}`])[0]?.text).toBe(
      'sort jobs before flushing',
    )
  })

  test('gives the words, the kind, the release and the number of each change', () => {
    expect(twoReleases).toEqual([
      {
        text: 'Redirects are not followed by default, which is safer.',
        kind: '',
        release: '0.20.0',
        day: '',
        file: '',
        names: ['#1808'],
      },
      {
        text: '`Router::nest` panics on an empty path',
        kind: 'breaking',
        release: '0.19.0',
        day: '',
        file: '',
        names: ['#12'],
      },
    ])
  })

  test('in files of one change each gives the words without the front matter that names packages', () => {
    expect(fragmentText(['---', '"a": minor', '---', '', 'Keep the [order](x) of hooks.'])).toBe(
      'Keep the order of hooks.',
    )
  })
})

test('a line of blanks and marks was read for minutes, and no commit after it was learned from', () => {
  expect(bulletsIn([`- ${'! '.repeat(40)}four words stand here`])).toHaveLength(1)
  expect(bulletsIn(['- Updated dependencies of the parser, because the old one reads entities'])).toHaveLength(1)
  expect(bulletsIn(['- Updated dependencies [81cd545, 1d2e3f4a]:'])).toEqual([])
})

test('what a book brought in 0.4.0 is not “since 0.5”: its headings begin with its name, and a guide is no release (mdBook bc23d08f)', () => {
  const lines = [
    '## mdBook 0.5.0',
    '- Everything is rendered by a new pipeline. #2844',
    '## 0.5 Migration Guide',
    '- The playground of a theme is to be renamed. #2681',
    '## mdBook 0.4.0',
    '- "Playpen" has been renamed to "playground". #1241',
    '## mdBook 0.2.3 (2018-01-18)',
    '- Titles of chapters may be set in italics. #847',
  ]
  expect(bulletsIn(lines).map(({ release, day }) => `${release} ${day}`.trim())).toEqual([
    '0.5.0',
    '0.5.0',
    '0.4.0',
    '0.2.3 2018-01-18',
  ])
})

test.each([
  ['# Prost version 0.14.4', '', '0.14.4'],
  ['### Gin v1.4.0', '', '1.4.0'],
  ['## 4.0.0. / 2024-01-19', '', '4.0.0'],
  ['Trio 0.31.0 (2025-09-09)', '------------------------', '0.31.0'],
  ['**4.9.0**', '', '4.9.0'],
  ['**4.9.0** (2025-03-17)', '', '4.9.0'],
  ['**4.9.0** was slow', '', ''],
  ['## <small>[8.2.2](https://github.com/vitejs/vite/compare/v8.2.1...v8.2.2) (2026-08-20)</small>', '', '8.2.2'],
  ['#### Python 3.10 support', '', ''],
  ['Trio 0.31.0 is needed', '--------------------', ''],
])('a release is known by the name of its project, and nothing else by a number: %s', (heading, underline, release) => {
  const before = heading.replace(/\d+(?=\.)/, '0')
  const lines = [
    heading,
    underline,
    '',
    '- Nurseries may be given a name. #12',
    '',
    before,
    underline,
    '',
    '- It is slow.',
  ]
  expect(bulletsIn(lines)[0]?.release).toBe(release)
})

test('below a release, what is called like one is what it is about: Python 3.13 of 2.1.0, and a guide of two blanks', () => {
  const lines = [
    '## 2.1.0',
    '',
    '### Python 3.13',
    '- Nurseries may be given a name. #41',
    '',
    '## 2.0.0',
    '### Python 3.12',
    '- Nurseries may be closed early. #40',
  ]
  expect(bulletsIn(lines).map(({ release }) => release)).toEqual(['2.1.0', '2.0.0'])
  expect(
    bulletsIn([
      '# App 1.2',
      '- Nurseries may be given a name. #1',
      '# App 1.1',
      '## Node 20.1',
      '- Nurseries may be closed early. #2',
    ]).map((one) => one.release),
  ).toEqual(['1.2', '1.1'])
  expect(bulletsIn(['## 0.5  Migration Guide', '- Nurseries may be given a name. #3'])[0]?.release).toBe('')
})

test('a line that explains itself in paragraphs of their own is told whole, with the number below them (attrs 684)', () => {
  const [first, second, third] = bulletsIn([
    '## 20.2.0 - 2020-09-05',
    '',
    '### Backward-incompatible Changes',
    '',
    '- In 20.1.0 we introduced the `inherited` attribute.',
    '',
    '  It has shown to be problematic to involve that when comparing:',
    '',
    '  ```python',
    '  - not a line of the list',
    '  ```',
    '',
    '      >>> indented.code()',
    '',
    '  Therefore it will now be ignored.',
    '  [#684](https://example.com/issues/684)',
    '- The next line of the list stands for itself. #685',
    '',
    'What stands below a list is not of its last line.',
    '',
    '```',
    '- A fence that nothing closes hides nothing of the rest.',
  ])
  expect(first).toMatchObject({
    text: 'In 20.1.0 we introduced the `inherited` attribute. It has shown to be problematic to involve that when comparing. Therefore it will now be ignored.',
    kind: 'breaking',
    names: ['#684'],
  })
  expect(second).toMatchObject({ text: 'The next line of the list stands for itself.', names: ['#685'] })
  expect(third?.text).toBe('A fence that nothing closes hides nothing of the rest.')
})

describe('code in a changelog', () => {
  const texts = (...lines: readonly string[]) => bulletsIn(lines).map(({ text }) => text.slice(0, 12))
  const line = (what: string) => `- ${what} is what the shop has now. (#1)`

  test('behind the mark of a list hides no later release (fzf: 193 lines of 505)', () => {
    expect(
      texts('## 2.0.0', line('Alpha'), '- ```sh', '  fzf', '  ```', line('Beta'), '## 1.0.0', line('Gamma')),
    ).toEqual(['Alpha is wha', 'Beta is what', 'Gamma is wha'])
  })

  test('that nothing closes ends with its release, and in one line is none', () => {
    expect(
      texts('## 2.0.0', line('Alpha'), '```', 'x', '## 1.0.0', line('Beta'), '```', 'y', '```', line('Gamma')),
    ).toEqual(['Alpha is wha', 'Beta is what', 'Gamma is wha'])
    expect(texts(line('Alpha'), '  ```npm i x```', line('Beta'), line('Gamma'), '  ```npm i y```')).toHaveLength(3)
    expect(texts('````', '```', line('Alpha'), '````', line('Beta'))).toEqual(['Beta is what'])
  })
})

test('a number in a later paragraph is not the one that a line goes by', () => {
  const [bullet] = bulletsIn([
    '- Reject connections whose certificate has expired (#90)',
    '',
    '  The pool kept such connections since #50 has reworked its layout.',
    '  .. note::',
  ])
  expect(bullet).toMatchObject({
    text: 'Reject connections whose certificate has expired. The pool kept such connections since #50 has reworked its layout.',
    names: ['#90'],
  })
})

test('a note is called by a number, and not by that of a release', () => {
  expect(['newsfragments/3201.bugfix.rst', 'changes/12.md'].map(fragmentNumber)).toEqual(['#3201', '#12'])
  expect(['.changes/1.2.3.json', 'changes/3.1.rst', 'changes/a.md'].map(fragmentNumber)).toEqual(['', '', ''])
})

test('a line ends without the number that was to come, and without where its links lead (cattrs)', () => {
  const text = (line: string) => bulletsIn([`- ${line}`])[0]?.text
  expect(text('The union handler now also handles dataclasses. ([#](https://a.example/c))')).toBe(
    'The union handler now also handles dataclasses.',
  )
  expect(text('Use the optional value hint to structure enums. (##699)')).toBe(
    'Use the optional value hint to structure enums.',
  )
  expect(
    text(
      'Hooks can be decorators. See [here](https://a.example) and [here](https://b.example) for how the old behavior comes back. (#7)',
    ),
  ).toBe('Hooks can be decorators.')
})

test('the history of versions below docs/ told nobody anything: its name was not known, nor a release in bold (anyio)', () => {
  const files = [
    'docs/versionhistory.rst',
    'VERSION_HISTORY.md',
    'docs/release-history.md',
    'doc/whats_new.rst',
    'CHANGE-LOG.md',
  ]
  expect(files.filter(isChangelog)).toEqual(files)
  expect(['src/history.ts', 'docs/version.md', 'docs/whatever-is-new.md'].filter(isChangelog)).toEqual([])
  const lines = [
    '**UNRELEASED**',
    '',
    '- Sockets may be shared (`#12 <https://github.com/agronholm/anyio/pull/12>`_; PR by @ada,',
    '  @bob)',
    '',
    '**4.9.0**',
    '',
    '- **BACKWARDS INCOMPATIBLE** Dropped support for spawning tasks from old-style coroutines (PR by Ada Example)',
    '- Added propagation of variables to threads (partially based on a PR by Ada Example). It is slow.',
  ]
  expect(bulletsIn(lines).map(({ text, kind, release, names }) => [text, kind, release, ...names])).toEqual([
    ['Sockets may be shared', '', '', '#12'],
    ['Dropped support for spawning tasks from old-style coroutines', 'breaking', '4.9.0'],
    ['Added propagation of variables to threads. It is slow.', '', '4.9.0'],
  ])
})

test.each([
  [
    'what caused it has another change, and keeps its number in the sentence (anyio 65ef48a7)',
    ['- Fixed regression caused by (`#807 <https://github.com/a/b/pull/807>`_)', '  that stopped all listeners'],
    'Fixed regression caused by #807 that stopped all listeners',
    [],
  ],
  [
    'what it takes back has another number (marshmallow 7c5dd90f)',
    ["- *Backwards-incompatible*: Don't call attributes that can be called (:issue:`430`, reverts :issue:`242`)."],
    "Don't call attributes that can be called.",
    ['#430'],
  ],
  [
    'several numbers are no words (urllib3 8d7273d9: “a `headers` input value (Issues. Now …”)',
    ['- Made the headers usable as an input value.', '  (Issues #632, #679)'],
    'Made the headers usable as an input value.',
    ['#632', '#679'],
  ],
  [
    'whom it thanks by a role goes (marshmallow)',
    [
      '- Keep the order of listeners (:issue:`593`). Thanks :user:`frol` for reporting and thanks :user:`ada` for the PR.',
    ],
    'Keep the order of listeners.',
    ['#593'],
  ],
  [
    'whom it thanks by a sentence goes, and where it was sent (date-fns: “See PR: 395. Kudos to …”)',
    [
      '- Mended the dots of Polish. Kudos to [@ada](https://github.com/ada). See PR: [395](https://github.com/a/b/pull/395).',
    ],
    'Mended the dots of Polish.',
    ['#395'],
  ],
  [
    'and one that it thanks for something (pluggy)',
    ['- Hide what it calls itself. Thanks to `@tgoodlet`_ for the PR. Names are shown.'],
    'Hide what it calls itself. Names are shown.',
    [],
  ],
  ...[
    ['Thanks `@d-b-w`_ for the report and Bruno Oliveira for the PR.'],
    ['Thanks :user:`fushi` for the PR (:pr:`1874`).', '#1874'],
    ['Thanks to Pavel Savchenko for bringing the problem to attention in #821 and Bruno Oliveira for the PR.', '#821'],
    ['Thanks David R. MacIver for the report.'],
    ['Thanks Guido van Rossum, Matthias Bussonnier and Thomas Kluyver.'],
    ['Many thanks to `@okulynyak`_ and `@davehunt`_.'],
  ].map(([said = '', ...names]): [string, string[], string, string[]] => [
    `whom it thanks was told in 94 of 1,836 lessons (pytest): ${said}`,
    [`- Keep the order of listeners. ${said} Names are shown.`],
    'Keep the order of listeners. Names are shown.',
    names,
  ]),
  [
    'what somebody is thanked for stays where it leads on (aiohttp)',
    ['- Keep the order. Thanks to `kenballus` for reporting this, see https://example.com/GHSA-1.'],
    'Keep the order. Thanks to `kenballus` for reporting this, see https://example.com/GHSA-1.',
    [],
  ],
  [
    'what is so thanks to something stays (jq)',
    ['- Errors are constant. Thanks to the new operation there is one of them.'],
    'Errors are constant. Thanks to the new operation there is one of them.',
    [],
  ],
  [
    'where more stands goes with its link (date-fns a628ae8d)',
    ['- Dates are no strings any more. See [this post](https://a.org/post) for more details.'],
    'Dates are no strings any more.',
    [],
  ],
  [
    'who sent it behind a sentence goes with where (typer d90344da: “PR.”)',
    ['* Install the shell for Bash. PR [#82](https://github.com/a/b/pull/82) by [@ada](https://github.com/ada).'],
    'Install the shell for Bash.',
    ['#82'],
  ],
  [
    'a bracket that its author closed twice is gone with what was in it (rack d0c6efc6)',
    ['- Listeners are told in order. ([#1751](https://github.com/a/b/pull/1751)), [@ada](https://github.com/ada))'],
    'Listeners are told in order.',
    ['#1751'],
  ],
  [
    'a line goes on behind a tab (rack f7637ee1: “in the case that there were too.”)',
    ['\t* Files are closed in the case that there were too', '\tmany of them.'],
    'Files are closed in the case that there were too many of them.',
    [],
  ],
  [
    'the code of a sign is no number (rack 1939a54a)',
    ['- A quote is escaped to `&#39;` by now'],
    'A quote is escaped to `&#39;` by now',
    [],
  ],
])('%s', (_, lines, text, names) => {
  expect(bulletsIn(lines).map((bullet) => [bullet.text, bullet.names])).toEqual([[text, names]])
})

test('what is bold and no heading ends no release, nor does a number among marked headings', () => {
  const releasesOf = (...lines: readonly string[]) => bulletsIn(lines).map(({ release }) => release)
  const item = '- Listeners are told in the order in which they asked'
  expect(releasesOf('## 2.0.0', '**Main changes:**', item)).toEqual(['2.0.0'])
  expect(releasesOf('## 2.0.0', '**Next.js**', item)).toEqual(['2.0.0'])
  expect(releasesOf('## Trio 0.31.0', '**3.13**', item, '## Trio 0.30.0', item)).toEqual(['0.31.0', '0.30.0'])
})

test.each([
  '- New option of the tracer, introduced in #12',
  '- **Windows incompatible** paths are rejected by the parser now',
  '- Sort the list of all (closed PRs by default) in the view',
  '- Keep the order. Thanks to :user:`frol`, the order is the same in all of the cases.',
])('words that are like a credit, a label or a cause stay: %s', (line) => {
  const [bullet] = bulletsIn([line])
  const words = (text: string) => text.match(/[a-z]{3,}/gi)?.filter((word) => word !== 'user' && word !== 'introduced')
  expect(words(bullet?.text ?? '')).toEqual(words(line))
})

test('a line that two people share told each change with the words of both (go-redis 5c497736, ee2703fd)', () => {
  const by = (number: number, name: string) =>
    `([#${number}](https://github.com/redis/go-redis/pull/${number})) by [@${name}](https://github.com/${name})`
  const lines = bulletsIn([
    `- **Breaking**: say that times are absolute ${by(3917, 'sonnemusk')}; remove a step that is there twice ${by(3875, 'andy')}`,
  ])
  expect(lines.map(({ text, kind, names }) => [text, kind, names])).toEqual([
    ['say that times are absolute', 'breaking', ['#3917']],
    ['remove a step that is there twice', 'breaking', ['#3875']],
  ])
  // Half of a line that says nothing by itself, or has no number, is no change.
  for (const other of ['so too (#2) by @c', 'and they say the same everywhere, thanks to all of you'])
    expect(bulletsIn([`- say that times are absolute ${by(1, 'a')}; ${other}`])).toHaveLength(1)
})

test('a line ended with “see issue #2710 and PR.” (bat c8b81322)', () => {
  expect(
    bulletsIn(['- No longer prints an indent when the file is unmodified, see issue #2710 and PR #3406 (@jyn514)']),
  ).toMatchObject([{ text: 'No longer prints an indent when the file is unmodified', names: ['#2710', '#3406'] }])
})

test('what a changelog lists as a preview was told as if everybody had it (black 658c8d8d)', () => {
  const bullets = bulletsIn(
    '## 23.1.0\n\n### Preview style\n\n- Wrap long values in parentheses (#3440)\n- Preview flags can be named one by one (#3441)\n\n### Stable style\n\n- Keep comments where they are in a list (#3442)'.split(
      '\n',
    ),
  )
  expect(bullets.map(({ text }) => text)).toEqual([
    'Preview style: Wrap long values in parentheses',
    'Preview flags can be named one by one',
    'Keep comments where they are in a list',
  ])
})

test('the heading of a fragment began its reason, with the line under it (numpy bf6809a6)', () => {
  const heading = ['`np.fromfile` and `np.fromstring` will error on bad data', '-'.repeat(56)]
  expect(fragmentText([...heading, 'In future releases, they will throw an error.'])).toBe(
    'In future releases, they will throw an error.',
  )
  expect(fragmentText(['- one thing', '- another thing that is kept'])).toContain('one thing')
})

describe('code in a fragment was told as prose', () => {
  test('and short code is what a sentence leads to (pytest af42e715)', () => {
    const block = (code: string) => ['', '.. code-block:: python', '', `    ${code}`, '']
    const note = [
      'It is common to use ``approx`` like this:',
      ...block('assert approx(actual, expected)'),
      'While the correct usage is:',
      ...block('assert actual == approx(expected)'),
      'The new error message helps.',
    ]
    expect(fragmentText(note)).toBe(
      'It is common to use `approx` like this: `assert approx(actual, expected)`. While the correct usage is: `assert actual == approx(expected)`. The new error message helps.',
    )
    expect(fragmentText(['Cookies can be migrated with this script::', '', '    import pickle'])).toBe(
      'Cookies can be migrated with this script: `import pickle`.',
    )
  })

  test('and long code goes with the words that only lead to it (pytest d1263893, aiohttp 54ceb6fd)', () => {
    const code = ['def f():', '    one()', '    two()', '    three()'].map((line) => `   ${line}`)
    const told = (...lead: string[]) => fragmentText(['Options may be numbers.', '', ...lead, '', ...code, '', 'See.'])
    for (const lead of ['Example:', '**Example**', 'The `pytest.ini` file looks like this:'])
      expect(told(lead, '', '.. code-block:: python', '   :linenos:'), lead).toBe('Options may be numbers. See.')
    for (const lead of [['Example::'], ['Example:', '', '::']])
      expect(told(...lead)).toBe('Options may be numbers. See.')
    expect(told('They can be migrated by whoever saved them with an older version and this script::')).toBe(
      'Options may be numbers. They can be migrated by whoever saved them with an older version and this script. See.',
    )
  })

  test('and so it was in the changelog that is made of fragments (pytest 946434c6)', () => {
    const block = ['  .. code-block::', '', ...Array.from({ length: 5 }, (_, at) => `      E  line ${at}`), '']
    const bare = ['  ::', ...block.slice(1)]
    const item = ['- Improved the diff of sequences.', '', '  Before:', '', ...bare, '  After:', '', ...block]
    expect(bulletsIn(item).map(({ text }) => text)).toEqual(['Improved the diff of sequences.'])
    const short = ['- Options may be set by this::', '', '      --a', '', '  They are kept.']
    expect(bulletsIn(short).map(({ text }) => text)).toEqual(['Options may be set by this: `--a`. They are kept.'])
  })

  test('and what is noted beside stays, without its mark and the targets of links (pytest 79392133)', () => {
    const note = [
      'Subtests are here.',
      '',
      '.. note::',
      '',
      '    They may change.',
      '',
      '.. _here: https://example.com',
    ]
    expect(fragmentText(note)).toBe('Subtests are here. They may change.')
    expect(fragmentText(['Use ``a::b``, or ``::``', 'where it stands.'])).toBe('Use `a::b`, or `::` where it stands.')
  })
})

describe('calens keeps a file for each change, in a folder of its release', () => {
  test('and none of them is the code that a commit is about (restic 9331461a, e24dd5a1)', () => {
    const notes = ['changelog/unreleased/pull-5212', 'changelog/0.18.0_2025-03-27/pull-5212']
    for (const path of notes) expect([fileKindOf(path), isFragment(path)]).toEqual(['docs', true])
    for (const path of ['changelog/v2/parse.go', 'changelog/TEMPLATE', 'src/changelog/reader'])
      expect([fileKindOf(path), isFragment(path)]).toEqual(['code', false])
  })

  test('its title is no part of the first sentence, and says no kind (restic 0747cf53)', () => {
    const note = [
      '# The first line must start with Bugfix:, Enhancement: or Change:,',
      'Bugfix: Fix possible error on concurrent cache cleanup',
      '',
      '# Describe the problem in the past tense.',
      'If processes concurrently cleaned up the cache, some could fail.',
      '',
      'https://github.com/restic/restic/issues/4760',
      'https://github.com/restic/restic/pull/4761',
    ]
    expect(fragmentText(note)).toBe(
      'Fix possible error on concurrent cache cleanup. If processes concurrently cleaned up the cache, some could fail.',
    )
    // Others lead to an address that stands on a line of its own (aiohttp 021c416c).
    expect(fragmentText(['For details see', 'https://here'])).toBe('For details see https://here')
  })

  test('the changelog that is made of them says what was released when, and each change once (restic)', () => {
    const changes = (number: string) => [
      ` * Fix #${number}: Prevent mounting over the repository directory`,
      '',
      '## Details',
      '',
      ` * Bugfix #${number}: Prevent mounting over the repository directory`,
      '',
      '   The FUSE server read its own files through the mount.',
      '',
      '   https://github.com/restic/restic/issues/5234',
    ]
    const bullets = bulletsIn([
      '* [Changelog for 0.19.1](#changelog-for-restic-0191-2026-07-05)',
      '# Changelog for restic 0.19.1 (2026-07-05)',
      '## Summary',
      ...changes('5234'),
      '# Changelog for restic 0.19.0 (2026-06-09)',
      ' * Chg #5448: Support `nice` in the Docker image',
    ])
    expect(bullets.map(({ text, release, day }) => [text, release, day])).toEqual([
      [
        'Prevent mounting over the repository directory. The FUSE server read its own files through the mount.',
        '0.19.1',
        '2026-07-05',
      ],
      ['Support `nice` in the Docker image', '0.19.0', '2026-06-09'],
    ])
  })
})

test('a changelog that is the log, line by line, says what was done, and not by whom in which commit (eslint, helix)', () => {
  const read = (...lines: readonly string[]) =>
    bulletsIn(['v5.4.0 - August 10, 2018', '', ...lines]).map(({ text, release }) => [text, release])
  const link = '](https://github.com/eslint/eslint/commit/9ef407a3b051e74f50dc7fb8914e2bd89b3e5e53)'
  expect(
    read(
      '* 005b849 Docs: fix outdated description of `baseConfig` (fixes #12) (refs #13) (#10657) (Teddy Katz)',
      `* [\`9ef407a\`${link} docs: use eslint.config.* wherever files are listed (#21216) (Marry (Subin Yang))`,
      '* Name (or not) what defaced the page (see below)',
      '* Switch out the highlighter ([#12972](https://a/b/pull/12972), [09bc67a](https://a/b), [a7c3a43](https://a/c))',
      '- **[middleware]** Disable Zstd support in the wrapper ([#13533](https://github.com/a/b/pull/13533) @ada)',
      '- *(error)* Be consistent in showing of required attributes',
    ),
  ).toEqual([
    ['fix outdated description of `baseConfig`', '5.4.0'],
    ['use eslint.config.* wherever files are listed', '5.4.0'],
    ['Name (or not) what defaced the page (see below)', '5.4.0'],
    ['Switch out the highlighter', '5.4.0'],
    ['Disable Zstd support in the wrapper', '5.4.0'],
    ['Be consistent in showing of required attributes', '5.4.0'],
  ])
})

test('whom a change was contributed by stood in a sentence of its own (esbuild 80713c67)', () => {
  const by = '[@akayj](https://github.com/akayj)'
  for (const credit of [
    'This fix was',
    'The fix for this issue was',
    'Part of this fix was',
    'Support for this platform was',
    'This was',
  ])
    expect(bulletsIn([`* This code now uses another method. ${credit} contributed by ${by}.`])[0]?.text).toBe(
      'This code now uses another method.',
    )
  expect(bulletsIn([`* The compiler that was contributed by ${by} is now used. It is faster.`])[0]?.text).toContain(
    'is now used',
  )
})

test('a line that was made of the log began with the type of its commit (gin 26c3a628, pnpm e8cc8e37)', () => {
  const said = 'prevent a panic when the writer does not implement `http.Flusher`'
  for (const type of ['chore(response): ', 'fix: ', 'refactor!: ', ''])
    expect(bulletsIn([`* ${type}${said}`])[0]?.text).toBe(said)
  expect(fragmentText([`fix: ${said}.`])).toBe(`${said}.`)
  expect(bulletsIn([`* Note: ${said}`])[0]?.text).toBe(`Note: ${said}`)
})

test.each<[string, readonly string[], readonly (readonly [string, readonly string[]])[]]>([
  [
    'where it was sent goes without who it was, too, and at the end of a list (fastapi 25e94d63, 70a51b3a: “PR.”)',
    [
      '* Tell the listeners in order. PR [#82](https://github.com/a/b/pull/82) and PR [#84](https://github.com/a/b/pull/84).',
      '* Add a port of the server:',
      '    * Give it a default that is free.',
      '    * Original PR [#83](https://github.com/a/b/pull/83) by [@ada](https://github.com/ada), [@ben](https://github.com/ben).',
    ],
    [
      ['Tell the listeners in order.', ['#82', '#84']],
      ['Add a port of the server: Give it a default that is free.', ['#83']],
    ],
  ],
  [
    'what a pull request is said to bring stays (fastapi)',
    ['* PR [#82](https://github.com/a/b/pull/82) includes all the listeners that there are.'],
    [['PR #82 includes all the listeners that there are.', ['#82']]],
  ],
  [
    'a link of HTML is one (fastapi 1e4f86db: “PR <a href=" target="_blank">#141</a>.”)',
    [
      '* Show <a href="https://a.org/docs" target="_blank">the docs</a> of it. PR <a href="https://github.com/a/b/pull/82" target="_blank">#82</a>.',
    ],
    [['Show the docs of it.', ['#82']]],
  ],
  [
    'that there are new pages goes, where a title led there (fastapi aad6b123, bd407cc4)',
    [
      '* Send many files at once. New docs at: [Multiple files](https://a.org/files).',
      '* Read parameters from types: Make lists of them. New documentation: [Lists](https://a.org/lists); Take enumerations.',
      '* New docs about listeners are easier to read.',
    ],
    [
      ['Send many files at once.', []],
      ['Read parameters from types: Make lists of them. Take enumerations.', []],
      ['New docs about listeners are easier to read.', []],
    ],
  ],
  [
    'addresses of pull requests go with their brackets (fmt 6f435f55: “… and `fmt/format.h` ( For example, on macOS”)',
    [
      '- Improve the times of compilation',
      '  (https://github.com/a/b/pull/82,',
      '  https://github.com/a/b/issues/83). For example, a test takes 0.3s.',
      '- Listeners are told in order. (https://github.com/a/b/pull/84). Thanks @ada.',
    ],
    [
      ['Improve the times of compilation. For example, a test takes 0.3s.', ['#82', '#83']],
      ['Listeners are told in order.', ['#84']],
    ],
  ],
])('%s', (_, lines, told) => {
  expect(bulletsIn(lines).map(({ text, names }) => [text, names])).toEqual(told)
})

test('what stands in brackets behind the number of a change was torn out of them (anyio fe266574, a170da3e)', () => {
  const texts = bulletsIn([
    '- Added the ability to set the token count of a limiter to zero',
    '  (`#1019 <https://github.com/agronholm/anyio/pull/1019>`_; requires Python 3.10 or later when using Trio)',
    '- Added context propagation to worker threads',
    '  (`#363 <https://github.com/agronholm/anyio/issues/363>`_; partially based on a PR by Ada Example)',
  ]).map(({ text }) => text)
  expect(texts).toEqual([
    'Added the ability to set the token count of a limiter to zero (requires Python 3.10 or later when using Trio)',
    'Added context propagation to worker threads',
  ])
})
