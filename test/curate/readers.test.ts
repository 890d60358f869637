import { describe, expect, test } from 'vitest'
import { saysWhy, withoutTwins } from '../../src/curate/entries/admission.ts'
import { factOf } from '../../src/curate/entries/build-entry.ts'
import { bulletsIn, fragmentText } from '../../src/curate/message/changelog.ts'
import { withWords } from '../../src/curate/message/changelog-words.ts'
import { fileKindOf } from '../../src/curate/code/files.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { manifestState } from '../../src/curate/evidence/manifests.ts'
import { settingsState } from '../../src/curate/evidence/settings.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { type Lesson, lessonsIn } from '../../src/curate/message/split-message.ts'
import { withChangelog } from '../../src/curate/entries/changelog-join.ts'
import { withReplaced } from '../../src/curate/standing/replaced.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { explanationOf, saysOnlyWhat } from '../../src/curate/message/retention.ts'
import type { NameNow } from '../../src/curate/code/code-names.ts'
import { goneKey, namedNow } from '../../src/curate/standing/stale-quotes.ts'
import { isTrifle } from '../../src/curate/message/trifles.ts'
import { titleOf } from '../../src/curate/filing/title.ts'
import { withoutMarkup } from '../../src/text/markup.ts'
import { analysed, type Changed } from '../support/commits.ts'

const titled = (
  { folder, name, file }: { folder: string; name: string; file: string },
  lessons: readonly { about: string; text: string }[],
  { headline = '', commentCount = 0 }: { headline?: string; commentCount?: number } = {},
): string => {
  const analyses = [analysed('Add one', { [file]: {} }), analysed('Add two', { [file]: {} })]
  const place = toFolder(...(folder.split('/') as [string, string]))
  const nameNow: NameNow = (one) => (one === 'goneName' ? 'lost' : 'there')
  return titleOf(
    { folder: place, name, file, analyses },
    { gists: new Map(), lessons, nameNow, headline, commentCount, spoken: new Set<string>() },
  )
}

/** What people saw who read trees of repositories that had not been looked at: each commit is a real one, shortened. */
const lessonOf = (message: string): Lesson | undefined => lessonsIn(readMessage(message))[0]
const whyOf = (body: string): string => lessonOf(`Change the client\n\n${body}`)?.why ?? ''
const evidenceOf = (message: string, files: Readonly<Record<string, Changed>>) =>
  analysed(
    message,
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { added: ['x()'], ...file }])),
  ).evidence
const lesson = (message: string, files: Readonly<Record<string, Changed>>) =>
  evidenceOf(message, files).find(({ kind }) => kind === 'lesson')

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

  test('the items of a list apart (koa 2503a1fb)', () => {
    expect(
      whyOf(
        '- Defer `AsyncLocalStorage` creation while a snapshot is built,\nmaking Koa compatible with snapshots\n- Register a callback to initialize `ctxStorage`\nafter a snapshot was restored',
      ),
    ).toBe(
      'Defer `AsyncLocalStorage` creation while a snapshot is built, making Koa compatible with snapshots; Register a callback to initialize `ctxStorage` after a snapshot was restored',
    )
  })

  test('its sentence, without what that closes (koa 7d9c6ba6)', () => {
    expect(whyOf('.error() still works for compatibility, but it will be removed in the future. closes #94')).toBe(
      '.error() still works for compatibility, but it will be removed in the future.',
    )
  })

  test('a comparison that a line begins with (fzf 5cb69574)', () => {
    expect(
      whyOf('However, it is ensured to be an integer only in "x.y.z\n>= 1.3.4".  Otherwise, there may be an error.'),
    ).toBe('However, it is ensured to be an integer only in "x.y.z >= 1.3.4". Otherwise, there may be an error.')
  })

  test('prose that is wrapped narrowly beside a long line (bytes b8d27c01)', () => {
    const told = whyOf(
      'This adds an unsafe method to convert a `&mut UninitSlice` into a\n`&mut [MaybeUninit<u8>]`. This method is unsafe because some of the\nbytes in the slice may be initialized\n\nSee https://docs.rs/tokio/latest/tokio/io/struct.ReadBuf.html#method.uninit for more of them all',
    )
    expect(told).not.toContain(';')
  })

  test('what braces in code say (fzf 0f02fc0c)', () => {
    const line = 'Fixed bug where `{n}` is not properly reset on `reload`'
    expect(withoutMarkup(line)).toBe(line)
  })
})

describe('a lesson that says nothing but its headline', () => {
  test.each([
    ['is none (gitleaks 679f00dc)', 'Scan files at latest commit\n\nAdded option to scan files at latest commit', []],
    [
      'is one where a word of it says why',
      'Skip mounted folders\n\nSkip mounted folders to avoid a loop',
      ['Skip mounted folders to avoid a loop'],
    ],
  ])('%s', (_, message, said) => {
    const told = evidenceOf(message, { 'src/scan.go': {} }).filter(
      ({ kind, weight }) => kind === 'lesson' && weight > 0,
    )
    expect(told.map(({ text }) => text)).toEqual(said)
  })

  test('is called by what its author wrote below what GitHub wrote (gitleaks 8eabfd61)', () => {
    expect(
      lessonOf('Update sarif.go\n\nProvide correct version information for reports. The old one was fixed.'),
    ).toEqual({
      headline: 'Provide correct version information for reports',
      why: 'The old one was fixed.',
    })
  })
})

describe('a comment is', () => {
  const told = (comment: string): readonly string[] =>
    evidenceOf('Add it', { 'src/scan.go': { added: [`// ${comment}`, 'func scan() {'] } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map(({ text }) => text)

  test.each([
    'The ids must be sorted before they are merged, since merging keeps the first of two that are equal.',
    'Write to a temporary file first, so that nobody who opens the index meanwhile reads half of one.',
    'We obtain the meta lock before the mmap lock because writers obtain them in that order.',
  ])('worth a line where it says why: %s', (comment) => {
    expect(told(comment)).toEqual([comment])
  })

  test.each([
    [
      'what the code does next (gitleaks b1c9c7ec)',
      'Process required rules and ensure that findings have their auxiliary findings.',
    ],
    [
      'what a name means (gitleaks b1c9c7ec)',
      'scan checks if we have at least one finding for each of the required rules.',
    ],
    ['what is left to do (gitleaks 50c28181)', 'TODO: Add more common static assets, because there are more of them.'],
    [
      'how its author feels (gitleaks 91ff8f9b)',
      "Awkward nested if because I'm not sure how to chain these two conditions.",
    ],
    [
      'which way a branch goes (bbolt ef2d488d)',
      'Merge with right sibling if idx == 0, otherwise left sibling of the node.',
    ],
    [
      'what stands above it (mio 52e8c222)',
      'Take the handle; it must be there because of the call that was made above.',
    ],
    [
      'what a declaration says of itself (cobra c81c46a0)',
      'MarkFlagsOneRequired marks the given flags so that Cobra avoids a command without one of them.',
    ],
    [
      'so short that it needs the code beside it (bytes fd9243f9)',
      "Addition won't overflow since it is at most the capacity.",
    ],
    [
      'what goes on from the code (urllib3 791c385b)',
      'Otherwise we need to find out by what it can do, because nobody says in what form the body was given to us.',
    ],
  ])('none where it says %s', (_, comment) => {
    expect(told(comment)).toEqual([])
  })
})

test('a step of CI is told with its whole script (sinatra)', () => {
  const workflow = '  - name: Test\n    run: |\n      bundle install --jobs=3\n      bundle exec rake\n'
  expect(settingsState('command', '.github/workflows/a.yml', workflow)?.get('CI: Test')?.value).toBe(
    'bundle install --jobs=3 && bundle exec rake',
  )
})

test('a step of CI is told with the check that its script ends with, or says that more follows (urllib3)', () => {
  const script = (...lines: readonly string[]) =>
    settingsState(
      'command',
      '.github/workflows/a.yml',
      `  - name: Check\n    run: |\n${lines.map((line) => `      ${line}\n`).join('')}`,
    )?.get('CI: Check')?.value
  const check = 'uv run -m coverage report --ignore-errors --show-missing --fail-under=100'
  expect(
    script(
      'uv run -m build',
      'uv run -m coverage combine',
      'uv run -m coverage html --skip-covered --skip-empty',
      check,
    ),
  ).toMatch(/ && uv run -m coverage report .*--fail-under=100$/)
  expect(script('a 1', 'b 2', 'c 3', 'd 4', 'e 5', 'f 6', 'g 7')).toBe('a 1 && b 2 && c 3 && d 4 && e 5 && f 6 && …')
})

test.each([
  ['downstream projects', 'uses: actions/checkout@v4\n    with:\n      repository: encode/starlette\n  - run: pytest'],
  ['a step that deletes the sources', 'run: rm -rf src && pytest'],
])('what CI runs of %s is no command of the project (anyio, attrs)', (_, steps) => {
  expect(settingsState('command', '.github/workflows/a.yml', `  - name: Test\n    ${steps}\n`)?.size).toBe(0)
})

test('a script that YAML folds is one command (jinja, publish.yaml)', () => {
  const workflow =
    '  - name: Draft\n    run: >\n      gh release create --draft\n      --repo ${{ github.repository }}\n      artifact/*\n'
  expect(settingsState('command', '.github/workflows/a.yml', workflow)?.get('CI: Draft')?.value).toBe(
    'gh release create --draft --repo ${{ github.repository }} artifact/*',
  )
})

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

test('what is called a chore has the words of the changelog for a headline (jinja)', () => {
  const piece = { about: 'Cleanup and changelog entry', text: '', weight: 0 }
  const bullet = { text: 'Loop items are not consumed by the length filter.', kind: '', release: '2.10' } as const
  expect(withWords(piece, bullet)).toMatchObject({ about: 'Loop items are not consumed by the length filter' })
})

describe('a comment goes by the name above it', () => {
  const quoted = { kind: 'reason', about: 'get_locals', value: '', text: 'Assign in reverse.', weight: 1 } as const
  const piece = {
    ...quoted,
    category: 'project',
    at: { commit: 'a'.repeat(40), path: 'debug.py' },
    grade: 'observed',
  } as const

  test('as it stands, and not as git shows what was above it before the change (jinja cfb789ad, fiber eebce119)', () => {
    const about = (path: string, text: string, said = quoted.text) => {
      const one = { ...piece, text: said, at: { ...piece.at, path } }
      const names = namedNow([one], text)
      return names.get(goneKey(one)) ?? one.about
    }
    expect(about('debug.py', 'def rewrite():\n    # Assign in reverse.\n    x()')).toBe('rewrite')
    expect(about('debug.py', 'def get_locals():\n    # Assign in reverse.\n    x()')).toBe('get_locals')
    expect(about('debug.py', 'def rewrite():\n    pass\n\n# Assign in\n# reverse.\nx()')).toBe('')
    // The same words twice are said of nobody knows which.
    expect(about('debug.py', `def get_locals():\n${'    # Assign in reverse.\n    x()\n'.repeat(2)}`)).toBe(
      'get_locals',
    )
    // “Request” ten times said of nothing what (got).
    const method =
      'class Request {\n\tasync _onResponse(response) {\n\t\tif (a(b)) {\n\t\t\t// Assign in reverse.\n\t\t\tx()'
    expect(about('core/index.ts', method)).toBe('_onResponse')
    expect(about('core/index.ts', `${method}\n\t\t}\n\t}\n}\n`)).toBe('_onResponse')
    // Of what every type has, its type is said too; what stands between is skipped (urllib3, tracing).
    expect(about('pool.py', 'class Pool:\n    def __init__(self):\n        # Assign in reverse.\n        x()')).toBe(
      'Pool.__init__',
    )
    expect(
      about('span.rs', 'impl Span {\n    /// Assign in reverse.\n    #[inline]\n    pub const fn none() -> Span {'),
    ).toBe('none')
    // A long comment is told by its first sentences.
    expect(about('span.go', '// Assign in reverse. Lines are\n// read once.\nfunc (s *Span) Lines() {\n')).toBe('Lines')
    // In Go the type stands behind the name, in a group too (nats.go: “publish.go”, and “When set …” of nothing).
    expect(
      about(
        'js.go',
        'type ConsumerConfig struct {\n\t// Assign in reverse.\n\tFlowControl bool `json:"flow_control"`\n}',
      ),
    ).toBe('ConsumerConfig.FlowControl')
    expect(about('js.go', 'type (\n\t// Assign in reverse.\n\tMsgHandler func(msg *Msg)\n)')).toBe('MsgHandler')
    expect(about('js.go', 'type Config struct {\n\t// Assign in reverse.\n\tNext func(c Ctx) bool\n}')).toBe(
      'Config.Next',
    )
    expect(about('js.go', 'type Conn interface {\n\t// Assign in reverse.\n\tClose() error\n}')).toBe('Conn.Close')
    expect(about('js.go', 'func next() {\n\t// Assign in reverse.\n\tMsg = x()\n}')).toBe('next')
    // What the code is called is as little to be believed as what it says.
    const token = `ghp_${'Ab1'.repeat(12)}`
    expect(about('debug.py', `def ${token}():\n    # Assign in reverse.\n    x()`)).not.toContain(token)
    // What was declared before, and has ended, encloses nothing.
    const after = 'const a = {\n  b: 1,\n}\n\nregister(() => {\n  // Assign in reverse.\n  x()\n})'
    expect(about('core/index.ts', after)).toBe('')
  })
})

test('whose change a line of the changelog was is not said with it (sinatra)', () => {
  expect(bulletsIn(['* Add `x_cascade` to disable the header on missing routes. (Konstantin Haase)'])[0]?.text).toBe(
    'Add `x_cascade` to disable the header on missing routes.',
  )
})

describe('a quotation', () => {
  test('that is set in belongs to the sentence that leads to it (mio 0c77b571)', () => {
    expect(
      whyOf(
        'The manual says the following about EPOLLERR\n\n    Error condition happened on the descriptor. It is\n    also reported for the write end of a pipe.\n\nWe have seen it alone, without EPOLLOUT.',
      ),
    ).toBe(
      'The manual says the following about EPOLLERR: “Error condition happened on the descriptor. It is also reported for the write end of a pipe.” We have seen it alone, without EPOLLOUT.',
    )
  })

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

test('what a squash reverts within itself is not told (starlette 93e74a4d)', () => {
  const message =
    'Deny websockets\n\n* Close and response are both denials\n\nThey are instances of one class, because callers ask for both.\n\n* Revert "Close and response are both denials"\n\nThis reverts the commit before, which nobody needed.\n\n* Answer with a response\n\nServers must send it before they close.'
  const told = lessonsIn(readMessage(message)).map(({ headline }) => headline)
  expect(told).not.toContain('Close and response are both denials')
  expect(told).toContain('Answer with a response')
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
])('%s', (_, line, said) => {
  expect(bulletsIn([line])[0]?.text).toBe(said)
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

test('a value that is in a file and in its copy was changed once (httpcore 5c4c2a4f)', () => {
  const piece = {
    kind: 'constant',
    about: 'READ_NUM_BYTES',
    value: '64 * 1024',
    text: 'was `4096` before',
    weight: 1,
  } as const
  const at = (path: string) =>
    ({ ...piece, category: 'project', grade: 'observed', at: { commit: 'a'.repeat(40), path } }) as const
  expect(withoutTwins([at('_async/http11.py'), at('_sync/http11.py')])).toHaveLength(1)
})

test('a commit is not told by a line of the changelog that came along with it (starlette 82c61055)', () => {
  const told = lesson('Add request.state to hold what belongs to a request', {
    'src/requests.py': { added: ['def state(self):', '    return self._state'] },
    'CHANGELOG.md': { added: ['* Schema generation now includes mounted routes.'] },
  })
  expect(told?.text ?? '').not.toContain('Schema')
})

describe('a headline', () => {
  test.each([
    ['ends before what it closes (flask f5fb4576)', 'Added TESTING flag.  This fixes #58.', 'Added TESTING flag'],
    [
      'goes on behind a word that nothing ends with (jinja 330fbc0a)',
      'Fixed a bug that caused syntax errors when defining macros or using the\n`{% call %}` tag inside loops.',
      'Fixed a bug that caused syntax errors when defining macros or using the `{% call %}` tag inside loops.',
    ],
    [
      'that is short does not go on (flask 66b1b752)',
      'simplify logging configuration\nsingle default handler and formatter\ndocument logging',
      'simplify logging configuration',
    ],
    ['has no picture (koa 988ebec9)', ':arrow_up: cookies@0.9.1', 'cookies@0.9.1'],
    ['does not say that it came through Subversion (jinja 63ca7211)', '[svn] added changelog', 'added changelog'],
  ])('%s', (_, message, headline) => {
    expect(readMessage(message).subject.replace(/\.$/, '')).toBe(headline.replace(/\.$/, ''))
  })

  test.each([
    ['fix grammar in generator deprecation warning\n\nThis fixes the tense of `will been` to `will be`', 'lib/app.js'],
    ['Initial commit\n\nThis is where it all begins, with a server and a client.', 'lib/app.js'],
    ['fix broken links\n\nFixed a few broken links and converted them to intra-doc links.', 'src/lib.rs'],
  ])('about spelling, links or a beginning teaches nothing: %s', (message, path) => {
    expect(lesson(message, { [path]: {} })?.weight).toBe(0)
  })

  test('of a bump with a list of versions teaches nothing (fzf 1a7ae8e7)', () => {
    const body = 'go get: upgraded a.org/x v1.0.3 => v1.2.0\ngo get: upgraded b.org/y v0.0.9 => v0.0.12'
    expect(lesson(`Update dependencies to v2.0\n\n${body}`, { 'go.mod': {} })?.weight).toBe(0)
  })

  test.each([
    ['Remove unnecessary ANSI code injection (fzf e00e7e1e)', ''],
    ['Prevent SQL injection in filters', 'security'],
  ])('names an injection that is an attack: %s', (headline, kind) => {
    expect(lesson(headline, { 'a.go': {} })?.note?.kind).toBe(kind)
  })
})

test.each([
  ['fix simple typo, ougoging -> outgoing', true],
  ['Decode the URL, not the path', false],
  ['Strip whitespace, tabs around header values', false],
])('a comma makes no trifle of a change: %s', (headline, is) => {
  expect(isTrifle({ headline, why: '' })).toBe(is)
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

  test('that only came along is not about its commit (jinja 13340f96)', () => {
    const line = '- Added finer grained support for stripping whitespace on the left side of blocks.'
    expect(lesson('Flask -> Jinja2', { CHANGES: { added: [line] }, 'docs/switching.rst': {} })?.text).toBe('')
  })
})

test('a manual gives what begins as an order, a page for maintainers all its rules (marshmallow, commander)', () => {
  const rulesIn = (path: string, line: string) =>
    evidenceOf('docs: tell', { [path]: { added: [line] } }).filter(({ kind }) => kind === 'rule').length
  const said = 'Every branch must be made from the newest release, never from an old one.'
  const ordered = 'Never change the session in a stream, because its header is already sent.'
  expect([rulesIn('docs/usage.md', said), rulesIn('docs/usage.md', ordered)]).toEqual([0, 1])
  expect([rulesIn('CONTRIBUTING.md', said), rulesIn('CONTRIBUTING.md', ordered)]).toEqual([1, 1])
})

test('a comment on what the system does is no description of a declaration', () => {
  const added = [
    '// Windows refuses to delete a file that is still open, so that we close it before it is deleted.',
    'x()',
  ]
  expect(evidenceOf('Add it', { 'a.go': { added } }).map(({ kind }) => kind)).toContain('reason')
})

test('a comment within a function goes by the function, not by the variable below it (mio 04c3bb6e)', () => {
  const added = [
    'fn schedule() {',
    '    // Keep it until the end of the function, because the handler may be called at once, before we return.',
    '    let me = x();',
  ]
  const names = evidenceOf('Add it', { 'src/a.rs': { added } }).flatMap(({ kind, about }) =>
    kind === 'reason' ? [about] : [],
  )
  expect(names).toEqual(['schedule'])
})

test('what was taken back without a word is told where its own title says why (fastify d3c55326)', () => {
  const told = (title: string) => evidenceOf(`Revert "${title}"`, { 'a.js': { removed: ['x()'] } }).filter(saysWhy)
  expect(told('Add a workflow').map(({ kind }) => kind)).not.toContain('revert')
  expect(told('Pin it, because the next one breaks').map(({ kind }) => kind)).toContain('revert')
})

describe('a page', () => {
  test.each([
    'Therefore, you must make sure all headers are set before starting the response.',
    'By just creating a request context, you still must not run the code before a request.',
    'Generally, properties added to these objects must obey the following rules:',
    'Do not pass them to the file system without a check, which must be your own.',
  ])('gives no rule that leans on the page: %s', (line) => {
    expect(evidenceOf('docs: tell', { 'CONTRIBUTING.md': { added: [line] } }).map(({ kind }) => kind)).not.toContain(
      'rule',
    )
  })
})

describe('a comment', () => {
  test('that leans on what stands around it says nothing without a name (client_golang 232b949d)', () => {
    const added = ['// This does not include the new class of metrics, because they must be asked for.', 'x()']
    expect(evidenceOf('Add metrics', { 'a.go': { added } }).map(({ kind }) => kind)).not.toContain('reason')
  })
})

describe('a comment above a field', () => {
  const aboutOf = (lines: readonly string[], path: string): readonly string[] =>
    evidenceOf('Add it', { [path]: { added: lines } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map(({ about }) => about)
  const said = 'Either what the user chose, or `None` where it was not detected because the user chose a fixed one.'

  test('is told of the field and not of its type (bat 50958472, anyio 66918daa, pino 67708ba4)', () => {
    expect(aboutOf(['pub struct Theme {', `    /// ${said}`, '    pub color: Option<Color>,'], 'src/a.rs')).toEqual([
      'Theme.color',
    ])
    expect(aboutOf(['class Paths:', `    # ${said}`, '    path_cls: type[Path]'], 'src/a.py')).toEqual([
      'Paths.path_cls',
    ])
    expect(aboutOf(['interface Options {', `  // ${said}`, '  redact?: string[]'], 'src/a.ts')).toEqual([
      'Options.redact',
    ])
  })

  test('or above what every type has is told with the type (tower 39112cb0, uvicorn 84dd2c40)', () => {
    const wraps = 'Wraps a service so that its load must be tracked by the number of requests that are pending in it.'
    const rust = ['impl<S, C: Track<u8>> Pending<S, C> {', `    /// ${wraps}`, '    pub fn new(service: S) -> Self {']
    expect(aboutOf(rust, 'src/a.rs')).toEqual(['Pending.new'])
    expect(aboutOf(['class Pending:', `    # ${wraps}`, '    def __init__(self):'], 'src/a.py')).toEqual([
      'Pending.__init__',
    ])
    expect(aboutOf(['impl Load for Pending {', `    /// ${wraps}`, '    fn load(&self) {'], 'src/a.rs')).toEqual([
      'load',
    ])
  })

  test('is told of what encloses it where no field follows, or none of a type (hcl 476e2c12, a4e3f266)', () => {
    expect(aboutOf(['func scan() {', '  return Token{', `    // ${said}`, '    SpacesBefore: 1,'], 'src/a.go')).toEqual(
      ['scan'],
    )
    expect(aboutOf(['func get() {', '  var suggestion string', `    // ${said}`, '    call()'], 'src/a.go')).toEqual([
      'get',
    ])
    expect(aboutOf(['def paint(theme):', `    # ${said}`, '    else: return theme'], 'src/a.py')).toEqual(['paint'])
  })

  test('that breaks its lines by hand is a string of help (bat 89ce0601)', () => {
    const help =
      '* always: Detect the color of the terminal even when the output goes to a file, never otherwise.\\n \\'
    expect(aboutOf(['fn build_app() {', `  "${help}`, `  ${help}`, `  ${help}"`], 'src/a.rs')).toEqual([])
  })
})

test.each([
  'Add tests of wrapping; Update the manpage; Update four completions; Keep the clone where it is needed',
  'Run the script to update tests Remove a redundant `if` from the commit before Add a test of invalid text',
])('a list of steps is no explanation: %s (bat cc5f782d, 5114c018)', (steps) => {
  expect(explanationOf(`${steps}. Add comments around the short options of the parser.`)).toEqual([])
})

test('what fixes an issue by its number says more than a step does (pino 57f14c1e)', () => {
  const why = [
    'Fixes #2259 - a regression where values could not be used.',
    'The call now takes all of them, as it should.',
  ]
  expect(saysOnlyWhat([...why, 'Updated types; Added tests; Removed a line'])).toBe(false)
  expect(saysOnlyWhat(['Fixed a regression.', 'Updated types; Added tests; Removed a line'])).toBe(true)
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

test('a headline of one word keeps the part of the project before it (hcl 0f5ab3bd)', () => {
  expect(readMessage('hclpack: Remove').subject).toBe('hclpack: Remove')
  expect(readMessage('hclpack: Remove it').subject).toBe('Remove it')
})

test('a star that is spoken of stays in a headline (hcl f7cd61ac)', () => {
  const subjectOf = (headline: string): string | undefined =>
    evidenceOf(headline, { 'src/a.go': {} })
      .filter(({ kind }) => kind === 'lesson')
      .map((piece) => factOf(piece).subject)[0]
  expect(subjectOf('parse traversals with [*] keys')).toBe('parse traversals with [*] keys')
  expect(subjectOf('lint *.py in src/*')).toBe('lint *.py in src/')
  expect(subjectOf('*all* of **it**')).toBe('all of it')
})

test('a heading with a script below it is no trailer (bat 175dd4c2)', () => {
  const found = evidenceOf('Add a syntax\n\nTested:\n```\nbash create.sh\ncargo build\n```', { 'src/a.rs': {} })
  expect(found.map(({ kind }) => kind)).not.toContain('tested')
})

test('a template is no explanation that a lesson could lose (koa 9746a8f7)', () => {
  const body =
    'Adds the guide.\n\n- [x] I have ensured my pull request is not behind the main or master\nbranch of the original repository.\n- [x] I have rebased all commits so that reviewing this\npull request can be done without having to merge it first.'
  expect(explanationOf(body)).toEqual([])
})

describe('what holds today', () => {
  const holdsOf = (analyses: ReturnType<typeof analysed>[]) =>
    withReplaced(
      withOutcomes(analyses, {
        lineHistories: () => undefined,
        soFar: () => undefined,
        files: undefined,
        manifests: [],
      }),
    ).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)

  test('is the highest version that is asked for (client_golang 6635a8f3, 46d3dd4e)', () => {
    const [low, high] = [
      analysed('Bump minumim required Go version to 1.13', { 'go.mod': { added: ['go 1.13'] } }),
      analysed('Bump minimum required Go version to 1.16 (#1032)', { 'go.mod': { added: ['go 1.16'] } }),
    ]
    expect(holdsOf([low, high])).toMatchObject([
      { status: 'past', supersededBy: [high.sha.slice(0, 8)] },
      { status: 'current' },
    ])
    // A lower one is asked for beside a higher one by what still has to run there.
    expect(holdsOf([high, low])).toMatchObject([{ status: 'current' }, { status: 'current' }])
  })
})

test('what a message and a comment of its commit say alike is told once (cobra 8a63648d)', () => {
  const why = 'Only the first line is written to the output, because the shell would take other lines for new flags.'
  const added = [`  // ${why}`, '  write(lines[0])']
  const told = evidenceOf(`Write one line\n\nFor completions. ${why}`, {
    'src/complete.ts': { added: ['function complete() {', ...added] },
  })
  expect(told.map(({ kind }) => kind)).toContain('reason')
  expect(withoutTwins(told).map(({ kind }) => kind)).not.toContain('reason')
})

test('one line of a changelog that two commits are about is told once (client_golang 3d13af1a, c5900a16)', () => {
  const line = '- Add `RetryCallBack` to allow custom logging or handling on retry attempts in the client.'
  const [first, second] = ['Add RetryCallBack to the client', 'Change RetryCallBack when it is unset'].map((subject) =>
    evidenceOf(subject, { 'CHANGES.md': { added: [line] }, 'api/client.go': {} }),
  )
  const told = withoutTwins([...(first ?? []), ...(second ?? [])].filter(({ kind }) => kind === 'lesson'))
  expect(told.map(({ about }) => about)).toEqual(['Change RetryCallBack when it is unset'])
})

test('a paragraph that ends with a quotation ends there (cobra 3eac1434)', () => {
  expect(
    whyOf("A command with a runnable one below it is now 'Available'\n\nWe also ask so in the rest of the code."),
  ).toBe("A command with a runnable one below it is now 'Available'. We also ask so in the rest of the code.")
})

test('what an author says of the request is not why (gin 07cbe116)', () => {
  const why = 'The path of the context in the comment on `HandleContext` is not right.'
  expect(
    whyOf(`${why} Based on the above two points, I pull this request. If you think it is needless, I close it.`),
  ).toBe(why)
})

test.each([
  [
    'Measured: 40 threads are the sweet spot on our build farm.',
    'Measured: 40 threads are the sweet spot on our build farm.',
  ],
  ['Note: Health checks do not support SRV upstreams.', 'Note: Health checks do not support SRV upstreams.'],
  ['Reviewed-by: Ada Example <ada@example.org>', ''],
  ['Closes: #12\nLink: https://example.org/a/b/c', ''],
])(
  'a last paragraph that only looks like a trailer was dropped, and said to be nowhere (caddy e207240f): %s',
  (last, said) => {
    const why = 'Threads wait for the disk, so that more of them are of no use.'
    expect(whyOf(`${why}\n\n${last}`)).toBe([why, said].filter((part) => part !== '').join(' '))
  },
)

test('a sentence that was wrapped before a number keeps it (fd 53226f82)', () => {
  expect(whyOf('This upgrades the required version of Rust in order to\nfix #288.\n\ncloses #288')).toBe(
    'This upgrades the required version of Rust in order to fix #288.',
  )
})

test('a squash that has one message three times says it once (commander 4d421f9f)', () => {
  const body = 'Callers may pass a callback that colours the help before it is displayed.'
  expect(whyOf(`${body}\n\n${body}\n\nThe callback is optional, because most have none.\n\n${body}`)).toBe(
    `${body} The callback is optional, because most have none.`,
  )
})

test('a security fix that nobody named is called by where it is (koa 55ab9bab)', () => {
  const body = 'When a malformed Host header is received, use the URL parser to extract the host.'
  expect(lesson(`Merge commit from fork\n\n* no title\n\n* lint\n\n${body}`, { 'lib/request.js': {} })?.about).toBe(
    'no title',
  )
  expect(lesson(`Merge commit from fork\n\n${body.repeat(2)}`, { 'lib/request.js': {} })?.about).toBe(
    'Security fix in lib/request.js',
  )
})

test('a question that is left in the code is nothing to do (fzf)', () => {
  const added = ['// TODO: Should we terminate the program, or go on without it?', 'x()']
  expect(evidenceOf('Add it', { 'a.go': { added } }).map(({ kind }) => kind)).not.toContain('todo')
})

test.each([
  ['flask/helpers', 'flask', 'flask/helpers.py', 'flask helpers'],
  ['core/helpers', 'helpers', 'helpers.go', 'helpers.go'],
  ['buf/mod', 'buf', 'src/buf/mod.rs', 'buf'],
  ['docs/pages', 'pages', '', 'documentation'],
  // "core" over 22 lessons and "index" over twelve said nothing (got).
  ['source/core', 'core', 'source/core/index.ts', 'source/core/index.ts'],
])('a file that is called as many are is told with its folder (flask, bytes): %s', (folder, name, file, title) => {
  expect(titled({ folder, name, file }, [])).toBe(title)
})

test.each([
  ['Address second-pass review findings', 'middleware logger'],
  ['Added some documentation', 'middleware logger'],
  ['Add tests to the review of orders', 'Add tests to the review of orders'],
])(
  'an entry is not called by whom its commit answered, or what was written beside it (fiber): %s',
  (headline, title) => {
    const place = { folder: 'middleware/logger', name: 'logger', file: 'middleware/logger/logger.go' }
    expect(titled(place, [{ about: headline, text: '' }], { headline })).toBe(title)
  },
)

describe('an entry of many lessons', () => {
  const command = { folder: 'core/command', name: 'command', file: 'lib/command.js' }
  const told = (...abouts: readonly string[]) => abouts.map((about) => ({ about, text: '' }))
  const four = [
    'Let `hook()` wait',
    'Call `hook()`, `goneName`',
    'Sort `argParser()`, `goneName`',
    'Show `argParser()` and `command()`',
  ]

  test('is called by the names that they speak of, not by the first that its file exports (commander, useColor)', () => {
    expect(titled(command, told(...four))).toBe('command: argParser, hook')
    expect(titled(command, told(...four.slice(0, 3), 'Sort it'))).toBe('command')
    // An address is no name of the code (client_golang).
    const at = 'See github.com/shop/argParser and https://example.org/hook_file'
    expect(titled(command, told(at, at, 'Sort it', 'Show it'))).toBe('command')
  })

  test('of one lesson has its headline, without its number, and of two the name of its file (ws lib/stream.js)', () => {
    const wait = 'Let `hook()` wait (#12)'
    expect(titled(command, told('Undo #12 in part'), { headline: 'Undo #12 in part' })).toBe('Undo #12 in part')
    expect(titled(command, told(wait), { headline: wait })).toBe('Let `hook()` wait')
    expect(titled(command, told(wait, 'Call `hook()` twice'), { headline: wait })).toBe('command')
    // "Add SSLTransport" over two lessons and five comments, most of them about versions (urllib3).
    expect(titled(command, told(wait), { headline: wait, commentCount: 5 })).toBe('command')
    // "Bring coverage back to 100%", "Improve various comments" (urllib3, client_golang).
    expect(titled(command, told('Fix some tests'), { headline: 'Fix some tests' })).toBe('command')
  })
})

test('addresses of a project are nothing that it needs (urllib3 8ab5eb83)', () => {
  const text = '[project]\ndependencies = [\n  "PySocks>=1.5.6",\n]\n\n[project.urls]\n"Code" = "https://example.org"\n'
  expect([...(manifestState('pyproject.toml', text)?.keys() ?? [])]).toEqual(['PySocks'])
})

test.each([
  ['#588: Update Report Output for Easier Parsing', 'Update Report Output for Easier Parsing'],
  ['[#12] Sort goods (#13)', 'Sort goods'],
  ['#7 is fixed by sorting', '#7 is fixed by sorting'],
])('a headline does not begin with the number of its issue: %s', (subject, headline) => {
  expect(readMessage(`${subject}\n\nNobody could parse it before.`).subject).toBe(headline)
})

test('an advisory that was merged is about security, whatever GitHub called the merge (urllib3 accff72e)', () => {
  const message =
    'Merge pull request from GHSA-34jh-p97f-mpxf\n\n* Strip Proxy-Authorization header on redirects\n\n* Fix a test'
  expect(lesson(message, { 'src/util/retry.py': {} })).toMatchObject({
    about: 'Strip Proxy-Authorization header on redirects',
    note: { kind: 'security' },
  })
})

test('a subject that is the first item of a list is a headline (client_golang 1ba32a8f)', () => {
  expect(lessonOf('- Point from Inc to Add in doc comments\n\n- Deprecate Untyped')?.headline).toBe(
    'Point from Inc to Add in doc comments',
  )
})

test.each([
  'ctx.request.href: avoid to throw on a malformed address',
  'CVE-2016-9015: verify certificates with PyOpenSSL',
  'RingBuf: count what was read',
  'http::Error: say why',
])('a name before a colon is what a subject is about (koa, urllib3, bytes): %s', (subject) => {
  expect(lessonOf(subject)?.headline).toBe(subject)
})

test.each(['http.go: read it whole', 'net/http: read it whole', 'Docs: read it whole', 'streaming: read it whole'])(
  'a file or a part before a colon is where it was: %s',
  (subject) => {
    expect(lessonOf(subject)?.headline).toBe('read it whole')
  },
)

test('what three types say of a method is told once (client_golang dd207126)', () => {
  const doc = (type: string) => [
    `// CurryWith returns a ${type} that is curried with the labels, because each of these must never be given twice by callers.`,
    'func CurryWith() {',
  ]
  const pieces = evidenceOf('Add currying', { 'vec.go': { added: ['CounterVec', 'GaugeVec'].flatMap(doc) } })
  expect(withoutTwins(pieces).filter(({ kind }) => kind === 'reason' || kind === 'rule')).toHaveLength(1)
})

test('an advisory is called by what was mended, not by the test that shows it (bytes d0293b0e)', () => {
  const message =
    'Merge commit from fork\n\n* Add repro for integer overflow\n\n* Always check overflow in new_cap + offset\n\nThe sum wrapped, and a slice reached behind what was allocated.'
  expect(lesson(message, { 'src/bytes_mut.rs': {} })?.about).toBe('Always check overflow in new_cap + offset')
})

test('a workflow that runs tests is none of them (requests, ctx where)', () => {
  expect(
    ['.github/workflows/run-tests.yml', 'test/.eslintrc.json', 'src/.hidden.test.ts', 'src/a.test.ts'].map(fileKindOf),
  ).toEqual(['config', 'test', 'config', 'test'])
})

test('what helps tests is no code of the project (koa 3b2c55b6, werkzeug 8cda604d)', () => {
  const tests = [
    'test-helpers/context.js',
    'test_utils/server.py',
    'testing/a.go',
    'werkzeug/testsuite/datastructures.py',
  ]
  expect(tests.map(fileKindOf)).toEqual(tests.map(() => 'test'))
  expect(fileKindOf('src/tester.js')).toBe('code')
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

test('what is said to one person is nothing that a project teaches (express cf313555, 3296ed9c)', () => {
  const why = 'The header was set twice, which some proxies refuse to forward.'
  expect(whyOf(`${why} If it is still slow for you, let me know in the issue. PS. this is awesome!`)).toBe(why)
})

test('a sentence that leads to code goes on with it, and ends there (bat 864656bd)', () => {
  const body =
    'We used to call `less` with\n``` bash\nless --no-init\n```\nWe only passed it because of a bug with\nversions before 530.\n'
  const [told] = lessonsIn(readMessage(`Pass --no-init on Windows\n\n${body}`))
  expect(told?.why).toBe(
    'We used to call `less` with `less --no-init`. We only passed it because of a bug with versions before 530.',
  )
})

test('what only points at code that is not told is left out (attrs 5aa76a44)', () => {
  const body = `It must not be zero, because a signed number has no other rule.\nI could do the following.\n\n\`\`\`python\n${'ne(0)\n'.repeat(4)}\`\`\`\n`
  expect(lessonsIn(readMessage(`Add ne\n\n${body}`))[0]?.why).toBe(
    'It must not be zero, because a signed number has no other rule.',
  )
})

describe('a reason', () => {
  test('is kept behind what it says of tests (click 138a6e3a)', () => {
    const why = 'Lowercasing comes *after* normalization, in case somebody has a function that minds the case.'
    expect(whyOf(`Adds a test that validates both the new and the old behavior. ${why}`)).toBe(why)
  })

  test('that shows an error below says the rest without it (starlette f9fad62b)', () => {
    const error = 'app/main.py:24: error: Argument "routes" to "Mount" has an incompatible type'
    expect(whyOf(`mypy fails with the following error when a client has a mount.\n\n\`\`\`\n${error}\n\`\`\``)).toBe(
      'mypy fails when a client has a mount.',
    )
  })

  test('tells paths apart that differ by a slash (starlette 5613fa7e)', () => {
    const said = 'A route of that name `/some-path/` does exist. A route of that name `/some-path` does exist.'
    expect(whyOf(said)).toBe(said)
  })

  test('ends before what its author offers to reviewers, and where a link is all (urllib3 29ae1419, starlette 467eb1c2)', () => {
    const why = 'The sign at the end is kept, so that the text stays well formed'
    expect(whyOf(`${why}; happy to drop it if upstream prefers an exact mirror.`)).toBe(why)
    expect(whyOf(`${why}. If it was left out on purpose, I'd be delighted to learn why.`)).toBe(`${why}.`)
    expect(whyOf(`${why}.\nDocumentation gzip: https://docs.python.org/3/library/gzip.html`)).toBe(`${why}.`)
  })

  test('is the headline of who wrote "Whoops" above it (urllib3 ea13ad80)', () => {
    const said = 'Turns out we need no other connection at all. The timeout is set at a higher level.'
    expect(lessonOf(`Whoops\n\n${said}`)).toEqual({
      headline: 'Turns out we need no other connection at all',
      why: 'The timeout is set at a higher level.',
    })
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

  test('keeps brackets that are no link (rustdoc, JSON)', () => {
    for (const text of [
      'Characters like `[` and `]` must be escaped.',
      'Reads `map[key]: std::string` and `b` too.',
      'Write { [id]: Foo::Bar } there.',
    ])
      expect(withoutMarkup(text)).toBe(text)
  })

  test('has no line in it where its links lead (tracing 345fbff2)', () => {
    const body =
      'The rate was read twice, because two callers asked for it.\n\n[#2962]: https://github.com/tokio-rs/tracing/pull/2962\n[`Level`]: tracing_core::Level\n'
    expect(whyOf(body)).toBe('The rate was read twice, because two callers asked for it.')
    expect(withoutMarkup('Wraps the [`MakeWriter`] given. [`MakeWriter`]: crate::fmt::MakeWriter')).toBe(
      'Wraps the `MakeWriter` given.',
    )
  })

  test('is no talk to somebody, nor a sigh (tracing 3c43e6bc)', () => {
    const reason = 'The filter of the inner writer was lost when its lifetime was added.'
    expect(whyOf(`${reason} My bad! Whoops! CC @ada, as we discussed. Am I missing anything else?`)).toBe(reason)
  })
})

test('a number that another project gave says nothing of what a changelog calls so (tracing d3d3cf1d)', () => {
  const bullets = bulletsIn([
    '## 0.1.12',
    '',
    '- Compiler error with `#[instrument(err)]` on mutable parameters (#1167)',
  ])
  const change = (message: string) => analysed(message, { 'src/lib.rs': { added: [`x${message.length}()`] } })
  const told = withChangelog(
    [
      change(
        'fix level_span macros not propagating parents (#1167)\n\nThe fields were taken for the name of the span.',
      ),
      change('attributes: fix instrument on functions with mutable parameters (#1167)'),
    ],
    bullets,
  )
  const lessons = told.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson'))
  expect(lessons.map((piece) => [piece?.text.slice(0, 14), piece?.note?.since])).toEqual([
    ['The fields wer', ''],
    ['Compiler error', '0.1.12'],
  ])
  // A number that one commit has is its own, whatever words it used.
  const [alone] = withChangelog([change('Mend it (#1167)')], bullets)
  expect(alone?.evidence.find(({ kind }) => kind === 'lesson')?.text).toContain('Compiler error')
})

test('“Update changelog” goes by the first sentence of what it wrote there, and leads to no code that is not told (redis df7fe4e2)', () => {
  const [bullet] = bulletsIn([
    '## 8.0',
    '',
    '- Ring uses Rendezvous Hashing, which provides better distribution. Existing keys must be moved to another place. To use the old scheme:',
    '',
    '```go',
    'ring()',
    '```',
  ])
  const piece = { about: 'Update changelog', text: '', weight: 0 }
  expect(bullet && withWords(piece, bullet)).toMatchObject({
    about: 'Ring uses Rendezvous Hashing, which provides better distribution',
    text: 'Existing keys must be moved to another place.',
  })
})

test('a headline in brackets alone says nothing, and the changelog has the words for it (hyperfine a8a75a3b)', () => {
  const [bullet] = bulletsIn([
    '## 1.11',
    '',
    '- The script infers the name of the parameter, and its argument is deprecated',
  ])
  const piece = { about: '[update patch]', text: '', weight: 0 }
  expect(bullet && withWords(piece, bullet).about).toBe(
    'The script infers the name of the parameter, and its argument is deprecated',
  )
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

  test('and went on with who signed it off, behind what it breaks', () => {
    const { trailers } = readMessage('Drop it\n\nBREAKING CHANGES: Old code\nfails to build.\nSigned-off-by: Ada')
    expect(trailers).toEqual([{ key: 'BREAKING CHANGE', value: 'Old code fails to build.' }])
  })

  test('that a comparison was wrapped in', () => {
    expect(whyOf('It is kept while the size of a body is\n> 10 MB, because disks are slow.')).toContain(
      'disks are slow',
    )
  })

  test('by a sentence of which one word differs', () => {
    const body = 'Reads on Linux go through the page cache first. Reads on Windows go through the page cache first.'
    expect(whyOf(body)).toBe(body)
    const most = 'It keeps at most 16 connections to each host. It keeps at most 6 connections to each host.'
    expect(whyOf(most)).toBe(most)
  })

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

  test('where a quotation is the reason itself (structlog 65323532)', () => {
    const body =
      'The flag is renamed. Rationale for this change (from #34):\n\n> The whole point of positional args is that you can do string\n> interpolation in your log messages.'
    expect(whyOf(body)).toBe(
      'The flag is renamed. Rationale for this change (from #34): “The whole point of positional args is that you can do string interpolation in your log messages.”',
    )
    expect(whyOf('It is renamed, as was asked.\n\nOn Monday Ada wrote:\n> Please rename it.')).toBe(
      'It is renamed, as was asked.',
    )
  })

  test('where a quotation goes on unmarked, and its half was told (zap ec2dc456)', () => {
    const body =
      'Time values are encoded by storing the UnixNano representation, see docs:\n\nhttps://golang.org/pkg/time/#Time.UnixNano\n> The result is undefined if the Unix time in nanoseconds cannot be\nrepresented by an int64 (a date before the year 1678 or after 2262)\n\nFix this by storing values outside of UnixNano range as-is.'
    expect(whyOf(body)).toBe(
      'Time values are encoded by storing the UnixNano representation, see docs: https://golang.org/pkg/time/#Time.UnixNano. Fix this by storing values outside of UnixNano range as-is.',
    )
  })
})

describe('words were said twice', () => {
  const withLine = (line: string, text: string): string => {
    const [bullet] = bulletsIn([`- ${line}`])
    return bullet === undefined ? '' : withWords({ about: 'Change the client', text, weight: 1 }, bullet).text
  }

  test('by the changelog and the message below it (structlog d20fd093, zap 24b79770)', () => {
    expect(
      withLine(
        'All use of Colorama on non-Windows systems has been excised. You can keep using Colorama to customize colors.',
        'All use of `colorama` on non-Windows systems has been excised. Colors will now be enabled by default.',
      ),
    ).toBe(
      'All use of Colorama on non-Windows systems has been excised. You can keep using Colorama to customize colors. Colors will now be enabled by default.',
    )
    expect(
      withLine(
        "[#1273][]: Add `Name` to `Logger` which returns the Logger's name if one is set.",
        "Adds the `Name()` function to `Logger`, which will return the logger's name, if configured.",
      ),
    ).toBe("Adds the `Name()` function to `Logger`, which will return the logger's name, if configured.")
  })

  test('and what only looks alike was not (hyper 163ffd6f, d894439e)', () => {
    const apart = [
      'Before the change the benchmark took 321609 ns for each iteration.',
      'After the change the benchmark took 239319 ns for each iteration.',
      'The `call` method no longer takes a mutable reference to itself.',
      'The `call` method takes a reference to itself.',
    ]
    expect(whyOf(apart.join(' '))).toBe(apart.join(' '))
  })

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

test('a sentence had a full stop at the end of each line, because empty lines stood between (structlog 9208a2c7)', () => {
  expect(
    whyOf(
      "This processor adds extra attributes from LogRecord\n\nobjects to the event_dict, and can be useful for making values passed\n\nin the extra parameter of the logging module's log methods pass through\n\nto output as additional properties.\n\nFixes #209\n",
    ),
  ).toBe(
    "This processor adds extra attributes from LogRecord objects to the event_dict, and can be useful for making values passed in the extra parameter of the logging module's log methods pass through to output as additional properties.",
  )
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

test.each([
  ['BREAKING_CHANGE: All code needs to wrap dates.', 'Breaking: All code needs to wrap dates.'],
  [
    'BREAKING CHANGES:\n- Old code will stop working.\n- It cannot be modified.',
    'Breaking: Old code will stop working. It cannot be modified.',
  ],
  [
    'Because this changes .iter() to return views,\nthis is a:\n\n[breaking-change]',
    'Because this changes .iter() to return views, this is a breaking change.',
  ],
  [
    'BREAKING CHANGE: No executor may\n  stay alone.\n  \n  This was an oversight originally.\n\n  There is a semver break, too.',
    'Breaking: No executor may stay alone. This was an oversight originally. There is a semver break, too.',
  ],
])('what breaks was not known by its spelling (hyper 6cf052bf, c8d5bf5c, febf7d16, 58e0e7dc): %s', (body, why) => {
  const message = readMessage(`refactor(header): Wrap dates\n\n${body}\n`)
  expect([message.breaking, lessonsIn(message)[0]?.why]).toEqual([true, why])
})

test('kinds were taken from words that only look like them (hyper 7c2e5124, structlog 748fb324)', () => {
  const kindOf = (subject: string): string | undefined =>
    analysed(subject, { 'shop/a.ts': { added: ['export const a = 1'] } }).evidence.find(({ kind }) => kind === 'lesson')
      ?.note?.kind
  expect(
    [
      'feat(headers): add strict-transport-security header',
      'Fix #201 - Add support for contextvars (#236)',
      'Fix #201 - Keep the order of keys',
      'Close a security hole',
    ].map(kindOf),
  ).toEqual(['', '', 'fix', 'security'])
})

test('“At the time:” stood before what somebody is told to do (zap 228bdd6e, b6ea2eee)', () => {
  for (const said of [
    'Clean up the existing implementation a bit and promote it to its own internal package.',
    'For backward compatibility, the zero value and the default case retain the current behavior.',
  ])
    expect(whyOf(said)).toBe(said)
  expect(whyOf('The current code is missing the support for `ignore_case`.')).toBe(
    'At the time: The current code is missing the support for `ignore_case`.',
  )
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

test('a line of the changelog was told of a commit that it is not about (structlog 87f9dec5 had the words of e20ca64c)', () => {
  const bullets = bulletsIn([
    '## 22.1.0',
    '- Added `structlog.WriteLogger`, a faster alternative to `structlog.PrintLogger`. #403 #404',
    '- `structlog` is now importable if `sys.stdout` has no `isatty` method. #404',
  ])
  const change = (message: string, name: string) => analysed(message, { 'src/config.py': { added: [`${name} = 1`] } })
  const told = withChangelog(
    [
      change(
        'Handle monkey-patched stdout (#404)\n\nIn Maya, sys.stdout has no `isatty` method, because it was patched.',
        'a',
      ),
      change(
        'Implement WriteLogger (#403)\n\nA lock around each line costs more than the line, because it is taken twice.',
        'b',
      ),
      change('Polish the pages (#403)\n\nThe lock was on the pages, because its users have to choose.', 'c'),
    ],
    bullets,
  ).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.text ?? '')
  expect(told.map((text) => text.includes('WriteLogger'))).toEqual([false, true, false])
  expect(told[0]).toContain('is now importable')
})

test('“Fix typo in Must docs” was kept, as if it said what must be (zap 88a8b01a)', () => {
  expect(isTrifle({ headline: 'Fix typo in Must docs', why: '' })).toBe(true)
  expect(isTrifle({ headline: 'Fix links, which must not be relative', why: '' })).toBe(false)
})

test('headlines had lost what they are about, and kept a number (zap cfe34dcf, 4891e1d1)', () => {
  const about = (subject: string, file: string): string | undefined =>
    analysed(subject, { [file]: { added: ['on: push'] } }).evidence.find(({ kind }) => kind === 'lesson')?.about
  expect(about('fossa: Run separately, only on push (#957)', '.github/workflows/fossa.yml')).toBe(
    'fossa: Run separately, only on push',
  )
  expect(about('sampler: Support decision hook', 'zapcore/sampler.go')).toBe('Support decision hook')
  expect(about('ci: Run separately, only on push', '.github/workflows/go.yml')).toBe('Run separately, only on push')
  expect(readMessage('[v1, 4/8] Replace NewJSON constructor with NewLogger (#115)').subject).toBe(
    'Replace NewJSON constructor with NewLogger',
  )
})
