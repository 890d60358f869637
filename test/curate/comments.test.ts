import { describe, expect, test } from 'vitest'
import { evidenceOf } from '../support/messages.ts'

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
    [
      'what is left open (pluggy 19e06557)',
      'XXX: If an error happens, no state must be changed, because callers go on with it, and lose all hooks.',
    ],
    [
      'where it stands among others (got 3c23eea5)',
      'We cannot put this in the `if` above because `.read()` also triggers the `end` event of the stream that is read.',
    ],
    [
      'what another part of the file says (starship 0f859e8b)',
      'The reason for not using `eval` seems to be explained at the top of this file, because it must be one line.',
    ],
    [
      'what its author muses (raft 3189a66a)',
      'thinking: use an internally defined context, because this would allow multiple reads to piggyback on one message.',
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
      'why what stands above it is so (black e74117f1)',
      'The reason for this is that the parser writes what it complains of to the standard error, which nobody reads.',
    ],
    [
      'that something above it is needed (got source/as-promise/index.ts)',
      'This is needed! We need to reuse the options because they can be modified by whoever calls it later.',
    ],
    [
      'that what stands before it is no problem (trio _io_epoll.py)',
      "Fortunately, this isn't a problem, because the descriptor is registered again whenever somebody waits for it.",
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

  test('and so is one above an attribute of several lines, or a variant (fd --batch-size, ReceiverMode::Buffering)', () => {
    const rust = (...lines: readonly string[]) => aboutOf(lines, 'src/cli.rs')
    const attribute = ['    #[arg(', '        long,', "        value_name = 'size'", '    )]']
    const bounded = `${said} It must be zero or more.`
    expect(rust('pub struct Opts {', `    /// ${bounded}`, ...attribute, '    pub batch_size: usize,')).toEqual([
      'Opts.batch_size',
    ])
    expect(rust('enum ReceiverMode {', `    /// ${said}`, '    Buffering,')).toEqual(['ReceiverMode.Buffering'])
    expect(rust('enum Source {', `    /// ${said}`, '    Named(String),')).toEqual(['Source.Named'])
  })

  test('is none where it documents what everybody reads there, unless it says why or warns (tower: 21 of 46)', () => {
    const says = 'A stream of responses in the order of their requests, so that the caller need not sort them again.'
    const warns = 'A stream of responses in the order of their requests. It must be polled, or else the others leak.'
    const told = (text: string): readonly (readonly string[])[] => [
      aboutOf([`/// ${text}`, 'pub struct Ordered {'], 'src/a.rs'),
      aboutOf([`/** ${text} */`, 'export class Ordered {'], 'src/a.ts'),
    ]
    expect(told(says)).toEqual([[], []])
    expect(told(warns)).toEqual([['Ordered'], ['Ordered']])
    const go = 'Ordered gives responses in the order of their requests, so that the caller need not sort them again.'
    expect(aboutOf([`// ${go}`, 'func (s *Stream) Ordered() {'], 'src/a.go')).toEqual([])
    expect(aboutOf([`// ${says}`, 'func (s *Stream) Ordered() {'], 'src/a.go')).toEqual(['Stream.Ordered'])
    const code = 'retries must not exceed five, otherwise the server of the bank locks the account for a whole day.'
    expect(aboutOf([`// ${code}`, 'const retries = 5'], 'src/a.ts')).toEqual(['retries'])
    const warning = 'WARNING: must not be called while the lock is held, otherwise two writers wait for each other.'
    expect(aboutOf([`/// ${warning}`, 'pub fn close() {'], 'src/a.rs')).toEqual(['close'])
  })

  test('or a method is told with the type (tower 39112cb0, uvicorn 84dd2c40)', () => {
    const wraps = 'Wraps a service because its load must be tracked by the number of requests that are pending in it.'
    const rust = ['impl<S, C: Track<u8>> Pending<S, C> {', `    /// ${wraps}`, '    pub fn new(service: S) -> Self {']
    expect(aboutOf(rust, 'src/a.rs')).toEqual(['Pending.new'])
    expect(aboutOf(['class Pending:', `    # ${wraps}`, '    def __init__(self):'], 'src/a.py')).toEqual([
      'Pending.__init__',
    ])
    expect(aboutOf(['impl Load for Pending {', `    /// ${wraps}`, '    fn load(&self) {'], 'src/a.rs')).toEqual([
      'Pending.load',
    ])
    // So is any method: of "poll" and "failed" readers asked of what (tower, hyper, werkzeug `on_disconnect`).
    expect(aboutOf(['func (r *Raft) run(rpc RPC) {', `\t// ${wraps}`, '\tr.track(rpc)'], 'src/a.go')).toEqual([
      'Raft.run',
    ])
    expect(aboutOf(['impl dyn Io {', '    fn cast(self) {', `        // ${wraps}`, '        x()'], 'src/a.rs')).toEqual(
      ['Io.cast'],
    )
    expect(aboutOf(['const io = {', '  cast(self) {', `    // ${wraps}`, '    x()'], 'src/a.ts')).toEqual(['cast'])
  })

  test('is no rule where it says what its values are, of which one is never (bat 3f22311e)', () => {
    const words =
      'Whether to remove escape sequences from the input (default: never), of which `auto` removes those that are not plain.'
    expect(aboutOf(['pub struct Printer {', `    // ${words}`, '    pub strip: Strip,'], 'src/a.rs')).toEqual([])
    const must =
      'Whether to remove escape sequences, which must be done for each terminal that does not know them at all.'
    expect(aboutOf(['pub struct Printer {', `    // ${must}`, '    pub strip: Strip,'], 'src/a.rs')).toHaveLength(1)
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

test('a comment lost its first half, which ends with a semicolon as code does (kong 919e7010)', () => {
  const comment = (first: string) => {
    const rest = [
      'this only works because the value is checked first,',
      'and nobody may look at it before that is done.',
    ]
    const added = ['func read() {', ...[first, ...rest].map((line) => `  // ${line}`), '  x()']
    return evidenceOf('Add it', { 'a.go': { added } }).find(({ kind }) => kind === 'reason')?.text
  }
  expect(comment('return early to look for no files that may not exist;')).toContain('return early to look')
  const code = [
    'DELETE FROM orders WHERE state IS NULL AND paid IS NULL;',
    'extern const volatile unsigned long int jiffies;',
  ]
  for (const line of code) expect(comment(line)).toMatch(/^this only works/)
})

test('a question that is left in the code is nothing to do (fzf)', () => {
  const added = ['// TODO: Should we terminate the program, or go on without it?', 'x()']
  expect(evidenceOf('Add it', { 'a.go': { added } }).map(({ kind }) => kind)).not.toContain('todo')
})

test('the steps of a standard beside the code are in the standard (undici 7ee93b26)', () => {
  const told = (said: string) =>
    evidenceOf('Parse cookies', {
      'lib/cookies.js': { added: ['function parse(text) {', `  // ${said}`, '  split(text)'] },
    }).filter(({ kind }) => kind === 'reason' || kind === 'rule').length
  const expires =
    'If the name case-insensitively matches the string "Expires", the user agent MUST process the pair as follows.'
  expect(told(expires)).toBe(0)
  expect(told('A pair is never split at its second sign, because a value may have one, and servers send such.')).toBe(1)
})

describe('a comment beside a setting', () => {
  const told = (path: string, added: readonly string[], status: 'added' | 'modified' = 'modified') =>
    evidenceOf('Check it', { [path]: { status, added } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map(({ about, text }) => `${about}: ${text}`)
  const why = 'helpers.go calls the deprecated one on purpose, its successor allocates'

  test('is told by the name of the setting, though it is short and no reason marks it (jest 8b51ef89)', () => {
    expect(told('eslint.config.js', ['rules: {', `  // ${why}`, "  'static-regex': 'off',"])).toEqual([
      `static-regex: ${why}`,
    ])
    expect(told('tox.ini', [`# ${why}`, 'package = wheel'])).toEqual([`package: ${why}`])
  })

  test.each([
    ['of a file that is new, which a template wrote (pyjwt ruff.toml)', 'ruff.toml', `# ${why}`, 'added' as const],
    ['of two words', 'ruff.toml', '# still needed', 'modified' as const],
    [
      'that points at what stands around it (pino)',
      'ci.yml',
      '# This lets a queued run interrupt the one before it',
      'modified' as const,
    ],
  ])('%s is none', (_, path, comment, status) => {
    expect(told(path, [comment, 'line-length = 100'], status)).toEqual([])
  })

  test('of CI is not told by the word that every step has, nor are short ones there', () => {
    const long = `H${why.slice(1)}, so that each of the runs takes a minute more.`
    expect(told('.github/workflows/a.yml', [`      # ${long}`, '      - run: npm test'])).toEqual([`: ${long}`])
    expect(told('.circleci/config.yml', [`      # ${long}`, '      parallelism: 4'])).toEqual([`parallelism: ${long}`])
    expect(told('azure-pipelines.yml', [`# ${why}`, 'pool: large'])).toEqual([])
  })

  test.each([
    ['pyproject.toml', '  directory = "breaking"'],
    ['pytest.ini', '  ignore:invalid escape sequence:DeprecationWarning'],
    ['Cargo.toml', 'path = "src/a.rs"'],
  ])(
    'of %s is not told by what each part of a list has: “directory: Notes for downstreams” (aiohttp)',
    (path, line) => {
      expect(told(path, [`# H${why.slice(1)}`, line]).filter((said) => !said.startsWith(': '))).toEqual([])
      expect(told(path, [`# H${why.slice(1)}`, line.replace(/\w+/, 'strictness')])).toHaveLength(1)
    },
  )

  test.each([
    ['code that was commented out', 'max_width = 80 hard_tabs = true tab_spaces = 4 edition = 2021'],
    ['an order to whoever copies the file', 'Uncomment the next line to enable all of the lints'],
    ['what a part of the file is called', 'Settings for the formatter that is run before each of the commits'],
  ])('is no reason where it is %s', (_, said) => {
    expect(told('rustfmt.toml', [`# ${said}`, 'max_width = 100'])).toEqual([])
  })

  test('keeps the name of code in a file of settings that is code (nox, setuptools)', () => {
    const long = `${why}, because others would wait for each of the sessions`
    expect(told('noxfile.py', [`# ${long}`, 'def tests(session):'])).toEqual([`tests: ${long}`])
    expect(told('setup.py', [`# ${why}`, 'try:'])).toEqual([])
  })
})

test('what a function of C does was told as a reason, which everybody reads above it (hiredis sds.c)', () => {
  const told = (comment: string, below: string) =>
    evidenceOf('Add it', { 'sds.c': { added: [`/* ${comment} */`, below] } }).flatMap(({ kind, text }) =>
      kind === 'lesson' ? [] : [text],
    )
  const does = 'Write to a temporary file first, so that nobody who opens the index meanwhile reads half of one.'
  expect(told(does, 'void writeIndex(index *all) {')).toEqual([])
  expect(told(does, '    grow(s);')).toEqual([does])
  const warns = 'Enlarge the free space of a string; never use the old pointer, because it may have moved.'
  expect(told(warns, 'sds sdsMakeRoomFor(sds s, size_t addlen) {')).toEqual([warns])
})

describe('a comment of several lines', () => {
  const told = (path: string, ...lines: readonly string[]) =>
    evidenceOf('Add it', { [path]: { added: lines } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map(({ about, text }) => [about, text])
  const because = 'it must be sorted before it is merged, because merging keeps the first of two that are equal.'

  test('ends a sentence where the next word had room, and begins one (vite 242f550e)', () => {
    expect(
      told(
        'src/a.ts',
        'function scan() {',
        '  // excluded from merging',
        `  // It is read first, and ${because}`,
        '  x()',
        '}',
      ),
    ).toEqual([['scan', `excluded from merging. It is read first, and ${because}`]])
  })

  test('has the items of its list as parts of a sentence (vite 8ad81b47)', () => {
    expect(
      told(
        'src/a.ts',
        'function scan() {',
        `  // Of those that are equal, ${because} Excluding`,
        '  // - names, which nobody reads',
        '  // - hashes',
        '  x()',
        '}',
      ),
    ).toEqual([['scan', `Of those that are equal, ${because} Excluding: names, which nobody reads; hashes`]])
  })

  test('is about the type behind an empty line, and not about the module around it (rack sendfile.rb, puma urlmap.rb)', () => {
    const said = ['module Shop', '  # Of those that are equal,', `  # ${because}`, '']
    expect(told('lib/a.rb', ...said, '  class Basket', '    x', '  end', 'end').map(([about]) => about)).toEqual([
      'Basket',
    ])
    expect(told('lib/a.rb', ...said, '  X = 1', 'end').map(([about]) => about)).toEqual(['Shop'])
  })

  test('says its heading without the line below it, and no heading of documentation (vite 48c60102, rack 917c1616)', () => {
    expect(
      told('src/a.ts', 'function scan() {', '  // Equal ones -----------', `  // ${because}`, '  x()', '}'),
    ).toEqual([['scan', `Equal ones ${because}`]])
    expect(
      told(
        'lib/a.rb',
        'def scan',
        '  # Of those that are equal,',
        `  # ${because}`,
        '  # === Security',
        `  # It must be read first, since nobody else does.`,
        '  x',
        'end',
      ),
    ).toEqual([['scan', `Of those that are equal, ${because} It must be read first, since nobody else does.`]])
  })

  test('goes by the function that returns what dozens call alike (vite 3fad3ba8: “handler”)', () => {
    const plugin = [
      'function definePlugin() {',
      '  return {',
      '    handler(code) {',
      `      // Of those that are equal, ${because}`,
      '      x()',
      '    },',
      '  }',
      '}',
    ]
    expect(told('src/a.ts', ...plugin).map(([about]) => about)).toEqual(['definePlugin.handler'])
  })

  test('goes on with a name that begins with a capital letter', () => {
    const lines = [
      '  // Of those that are equal, the first must be kept, because it is held by the',
      '  // Redis server, see https://example.org/a/very/long/address/that/nobody/wraps/in/a/comment',
    ]
    expect(told('src/a.ts', 'function scan() {', ...lines, '  x()', '}')[0]?.[1]).toContain('held by the Redis server')
  })

  test('may have so many lines as nobody writes', () => {
    const lines = Array.from({ length: 150_000 }, () => '// It must be so because of that.')
    expect(() => evidenceOf('Add it', { 'src/a.ts': { added: lines } })).not.toThrow()
  })

  test('at the top of a file goes by its own function, whatever stands before it', () => {
    expect(
      told(
        'src/a.ts',
        'function parse() {',
        '  return x',
        '}',
        '',
        'function load() {',
        `  // Of those that are equal, ${because}`,
        '  x()',
        '}',
      ).map(([about]) => about),
    ).toEqual(['load'])
  })
})

describe('what a comment holds besides sentences', () => {
  const told = (...lines: readonly string[]): readonly string[] =>
    evidenceOf('Add it', { 'src/scan.ts': { added: ['function scan() {', ...lines, '  x()', '}'] } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map(({ text }) => text)
  const kept = '  // Children are compiled raw and never as functions, because a transition must see each of them.'

  test('ended with the first of two steps, the second of which stands further down (vue ade07c64)', () => {
    const steps = '  // To ensure correct updates, we need to: 1. Force it into a block.'
    const [whole = ''] = told(kept, steps)
    expect(whole).toMatch(/each of them\.$/)
    expect(told(kept, steps, '  // 2. Force it to be updated.')[0]).toContain('1. Force it into a block. 2. Force')
  })

  test('was two lines in one sentence where the block is narrow (aiohttp ab76c5a6)', () => {
    const lines = ['  // The header must never be sorted, because order matters', '  // Group its fields as they came']
    expect(told(...lines)[0]).toContain('order matters. Group its fields')
  })

  test('had a heading as a sentence of its own, “# Safety.” (rayon 59db6584)', () => {
    const lines = [
      '/// Merges what is sorted.',
      '///',
      '/// # Safety',
      '///',
      '/// The number must never be zero, because it is divided by.',
    ]
    const [text] = evidenceOf('Add it', { 'src/sort.rs': { added: [...lines, 'pub unsafe fn merge() {', '}'] } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map((piece) => piece.text)
    expect(text).toContain('sorted. Safety: The number must')
  })

  test('had a comment in it whose end was escaped (vue makeMap.ts)', () => {
    const lines = [
      '/**',
      ' * IMPORTANT: all calls of it must be prefixed with',
      ' * \\/\\*#\\_\\_PURE\\_\\_\\*\\/',
      ' * So that bundlers can drop them.',
      ' */',
    ]
    const [text] = evidenceOf('Add it', { 'src/map.ts': { added: [...lines, 'export function makeMap() {', '}'] } })
      .filter(({ kind }) => kind === 'reason' || kind === 'rule')
      .map((piece) => piece.text)
    expect(text).toContain('prefixed with `/*#__PURE__*/` So that')
  })
})
