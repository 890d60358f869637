import { describe, expect, test } from 'vitest'
import { pieceOf } from '../support/commits.ts'
import { goneFrom, goneKey, besideNow } from '../../src/curate/standing/stale-quotes.ts'

describe('a comment is told', () => {
  const beside = (said: string, path: string, text: string) => {
    const piece = pieceOf('reason', said, { at: { commit: 'a'.repeat(40), path } })
    return besideNow([piece], text).get(goneKey(piece))
  }

  test('with the code that it stands at: “It needs to be zero because …” said nothing of what (got 286e31e0)', () => {
    const said = 'It needs to be zero because we only hand the data on.'
    const text = `class Request {\n\tconstructor() {\n\t\tsuper({\n\t\t\t// ${said}\n\t\t\thighWaterMark: 0,\n\t\t})\n\t}\n}`
    expect(beside(said, 'core/index.ts', text)).toMatchObject({
      name: 'Request.constructor',
      code: 'highWaterMark: 0',
    })
    expect(beside(said, 'a.go', `func f() {\n\t// ${said}\n\tif a.size == 0 { // no data\n`)?.code).toBe(
      'if a.size == 0',
    )
  })

  test('and with none where it is about what is declared, or the code is a secret', () => {
    const said = 'Closing twice must do nothing, because callers defer it.'
    expect(beside(said, 'a.go', `type T struct {\n\t// ${said}\n\tClosed bool\n}`)?.code).toBe('')
    expect(beside(said, 'a.go', `// ${said}\nfunc (t *T) Close() {\n`)?.code).toBe('')
    expect(beside(said, 'a.go', `func f() {\n\tif x {\n\t\t// ${said}\n\t}\n}`)?.code).toBe('')
    expect(beside(said, 'a.go', `func f() {\n\t// ${said}\n\treturn 1\n}`)?.code).toBe('')
    const secret = `func f() {\n\t// ${said}\n\tuse("ghp_${'a1B2'.repeat(9)}")\n}`
    expect(beside(said, 'a.go', secret)?.code).toBe('use("…")')
    // What makes it one may stand in the line before, and is no string.
    const key = `func f() {\n\tlogin("admin",\n\t\t// ${said}\n\t\t"hunter2-Prod!9x7Q")\n}`
    expect(beside(said, 'a.go', key)?.code).toBe('')
  })

  test('and with none where a string may hold what looks like code: an escaped quote told a password', () => {
    const said = 'Closing twice must do nothing, because callers defer it.'
    const js = (line: string, before = '') =>
      beside(said, 'a.js', `function f() {\n${before}  // ${said}\n  ${line}\n}`)?.code
    expect(js('log("user said \\"hunter2 is the word\\" twice", pool)')).toBe('')
    expect(js('log(pool)')).toBe('log(pool)')
    expect(js('the secret word is hunter2', '  const text = `\n')).toBe('')
    expect(beside(said, 'a.py', `def f():\n    """\n    # ${said}\n    the word is hunter2\n`)?.code).toBe('')
    expect(beside(said, 'a.rs', `fn f() {\n    // ${said}\n    log(r#"a "hunter2" b"#)\n}`)?.code).toBe('')
  })

  test('and with whole characters, the code alone, and no attribute', () => {
    const said = 'Closing twice must do nothing, because callers defer it.'
    const code = (path: string, line: string) =>
      beside(
        said,
        path,
        `${path.endsWith('.py') ? 'def f():' : 'fn f() {'}\n    ${path.endsWith('.py') ? '#' : '//'} ${said}\n    ${line}\n`,
      )?.code
    expect(code('a.go', `self.call(${'a'.repeat(69)}😀😀😀😀😀😀😀😀)`)).toMatch(/^self\.call\(a+😀?…$/u)
    expect(code('a.py', 'mid = (low + high) // 2')).toBe('mid = (low + high) // 2')
    expect(code('a.go', 'call("see // foo", arg)')).toBe('call("…", arg)')
    for (const line of ['} else if (foo) {', '#[allow(dead_code)]', 'call(`x`)'])
      expect(code('a.rs', line), line).toBe('')
    expect(code('a.py', '@property')).toBe('')
  })

  test('was told without the one sign or key that it is about (werkzeug d99f72d1, cc4eccae)', () => {
    const said = 'Closing twice must do nothing, because callers defer it.'
    const code = (line: string) => beside(said, 'a.py', `def f():\n    # ${said}\n    ${line}\n`)?.code
    expect(code('if ":" in host and host[0] != "[":')).toBe('if ":" in host and host[0] != "["')
    expect(code("environ['wsgi.file_wrapper'] = FileWrapper")).toBe('environ["wsgi.file_wrapper"] = FileWrapper')
    expect(code('params = kwargs.pop("params")')).toBe('params = kwargs.pop("params")')
    // What is handed on may be a secret or a sentence, and so may what is compared with one by its name.
    for (const [line, told] of [
      ['login("admin", "swordfish")', 'login("…", "…")'],
      ['keys = ["PATH", "HOME"]', 'keys = ["…", "…"]'],
      ['said[0] == "never ask again"', 'said[0] == "…"'],
      ['if password == "swordfish":', 'if password == "…"'],
      ['said[0] == "a2b4c6d8"', 'said[0] == "…"'],
      ['said["x`"] = y', 'said["…"] = y'],
      ['if pwd == "swordfish":', 'if pwd == "…"'],
      ['allowed = ["swordfish"]', 'allowed = ["…"]'],
      ['word = "密码开门"', 'word = "…"'],
      ['password = "!$%&"', 'password = "…"'],
      ['if host == "vault.corp.acme":', 'if host == "…"'],
    ])
      expect([line, code(line ?? '')]).toEqual([line, told])
    // What makes it a secret may stand in a line before, or be the name that the comment is about.
    const below = `class A:\n    def check_password(self, given):\n        # ${said}\n        return given == "swordfish"\n`
    expect(beside(said, 'a.py', below)?.code).toBe('return given == "…"')
    const before = `def f():\n    if (\n        password\n        # ${said}\n        == "swordfish"\n    ):\n`
    expect(beside(said, 'a.py', before)?.code ?? '').not.toContain('swordfish')
  })

  test('not at all where the line before it is full, and ends no sentence (gson 2c94c757)', () => {
    const said = 'Gson with a version then the methods will exclude the field since its number is set.'
    const full = 'methods will use all the fields for reading and writing. However, if you once created'
    const whole = (before: string) => `/**\n * ${before}\n * ${said}\n */\nclass Since {`
    expect(beside(said, 'A.java', whole(full))?.isTorn).toBe(true)
    for (const before of [full.replace('created', 'did.'), 'The methods use all the fields', `@param ${full}`])
      expect([before, beside(said, 'A.java', whole(before))?.isTorn]).toEqual([before, false])
    for (const before of [
      `See https://github.com/torvalds/linux/pull/17 and what is said there about it at ${'length '.repeat(3)}https://github.com/a/b/issues/12`,
      `eslint-disable-next-line @typescript-eslint/no-unsafe-member-access and ${'whatever '.repeat(6)}else`,
      `Copyright 2020 The Authors of the Example, who keep ${'what they have '.repeat(3)}written`,
    ])
      expect([before, beside(said, 'A.java', whole(before))?.isTorn]).toEqual([before, false])
    expect(beside(said, 'a.js', `const ${'long'.repeat(20)} = call\n// ${said}\nfoo()`)?.isTorn).toBe(false)
  })

  test('not at all where it begins amid a sentence (raft 4e275995)', () => {
    const said = 'DeleteLogs must be called after a snapshot is restored.'
    const whole = `type Store interface {\n\t// Has gaps. The store must have an efficient implementation of\n\t// ${said}\n\tDeleteLogs()\n}`
    expect(beside(said, 'a.go', whole)?.isTorn).toBe(true)
    expect(beside(said, 'a.go', whole.replace('implementation of', 'implementation.'))?.isTorn).toBe(false)
  })
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
      return besideNow([one], text).get(goneKey(one))?.name
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
    expect(about('core/index.ts', method)).toBe('Request._onResponse')
    expect(about('core/index.ts', `${method}\n\t\t}\n\t}\n}\n`)).toBe('Request._onResponse')
    // A setting whose name says little stands behind that of its table (attrs: “include”, “python”).
    const include = '[[tool.ty.overrides]]\nrules.all = "ignore"\n# Assign in reverse.\ninclude = ["a"]'
    expect(about('pyproject.toml', include)).toBe('tool.ty.overrides.include')
    const python = 'build:\n  tools:\n\n    # Assign in reverse.\n    python: latest'
    expect(about('.readthedocs.yaml', python)).toBe('tools.python')
    expect(about('.readthedocs.yaml', python.replace('tools', 'with'))).toBe('python')
    // No table gives its name to what stands in the next, however that is called (aiohttp setup.cfg).
    expect(about('setup.cfg', '[isort]\nx = 1\n\n[tool:pytest]\n# Assign in reverse.\ntimeout = 3')).toBe(
      'tool:pytest.timeout',
    )
    expect(about('Cargo.toml', "[a]\n\n[target.'cfg(unix)'.b]\n# Assign in reverse.\nlibc = 3")).toBe('libc')
    // Of a method its type is said too; what stands between is skipped (urllib3, tracing).
    expect(about('pool.py', 'class Pool:\n    def __init__(self):\n        # Assign in reverse.\n        x()')).toBe(
      'Pool.__init__',
    )
    expect(
      about('span.rs', 'impl Span {\n    /// Assign in reverse.\n    #[inline]\n    pub const fn none() -> Span {'),
    ).toBe('Span.none')
    // A long comment is told by its first sentences.
    expect(about('span.go', '// Assign in reverse. Lines are\n// read once.\nfunc (s *Span) Lines() {\n')).toBe(
      'Span.Lines',
    )
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
    expect(about('context.go', 'type Context struct {\n\t// Assign in reverse.\n\trouteParams RouteParams\n}')).toBe(
      'Context.routeParams',
    )
    // The sign that closes a comment is a line of it (glob: “SubWalks” for Processor, “GlobOptions” of each option).
    const above = 'export class SubWalks {\n  keys() {}\n}\n\n/**\n * Assign in reverse.\n */\n'
    expect(about('processor.ts', `${above}export class Processor {\n`)).toBe('Processor')
    expect(
      about('glob.ts', 'interface GlobOptions {\n  /**\n   * Assign in reverse.\n   */\n  realpath?: boolean\n}'),
    ).toBe('GlobOptions.realpath')
    // What the code is called is as little to be believed as what it says.
    const token = `ghp_${'Ab1'.repeat(12)}`
    expect(about('debug.py', `def ${token}():\n    # Assign in reverse.\n    x()`)).not.toContain(token)
    // What was declared before, and has ended, encloses nothing.
    const after = 'const a = {\n  b: 1,\n}\n\nregister(() => {\n  // Assign in reverse.\n  x()\n})'
    expect(about('core/index.ts', after)).toBe('')
  })
})

test('a comment in the tests of a file of Rust is not told, one in its code is (chrono 64c65a92)', () => {
  const said = 'The order must not change, because receivers rely on it.'
  const piece = pieceOf('rule', said, { at: { commit: 'a'.repeat(40), path: 'src/week.rs' } })
  const code = `fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n`
  expect(goneFrom([piece], `${code}    // ${said}\n}\n`)).toEqual([piece])
  const after = `${code}}\n\nfn b() {\n    // ${said}\n}\n`
  for (const text of [`// ${said}\n${code}}\n`, after, `${code}}\n\n${after}`, `${code}    // ${said}\n`])
    expect(goneFrom([piece], text)).toEqual([])
})

test('what a page says of an option is no rule, though the diff does not show the heading (black 432d9050)', () => {
  const said = "Don't write the files back, just return the status."
  const goneIn = (path: string, text: string) =>
    goneFrom([pieceOf('rule', said, { at: { commit: 'a'.repeat(40), path } })], text).length
  expect(goneIn('docs/basics.md', `## Options\n\n#### \`--check\`\n\n${said} It exits.\n`)).toBe(1)
  expect(goneIn('docs/basics.md', `#### \`--check\`\n\nIt checks.\n\n## How to write\n\n${said}\n`)).toBe(0)
  expect(goneIn('docs/basics.md', `## \`--check\`\n\n### Note\n\n${said}\n`)).toBe(1)
  expect(goneIn('docs/basics.md', `## \`--check\`\n\nIt checks.\n\nRules\n=====\n\n${said}\n`)).toBe(0)
  expect(goneIn('src/a.py', `#### --check\n# ${said}\n`)).toBe(0)
})

test('“is now deprecated” was told as a rule of today, from the part of a page that lists what was removed (pytest eb6c4493)', () => {
  const said = 'Passing `msg` to `skip` is now deprecated and `reason` should be used instead.'
  const goneIn = (text: string) =>
    goneFrom(
      [pieceOf('reason', said, { at: { commit: 'a'.repeat(40), path: 'doc/en/deprecations.rst' } })],
      `Deprecations\n============\n\n${text}`,
    ).length
  const part = '``msg`` of skip\n~~~~~~~~~~~~~~~\n'
  expect(goneIn(`Removed Features and Breaking Changes\n------\n\n${part}\n${said}\n`)).toBe(1)
  expect(goneIn(`## Removed in 8.0\n\n### \`msg\`\n\n${said}\n`)).toBe(1)
  expect(goneIn(`Deprecated Features\n-----\n\n${part}\n${said}\n\nRemoved Features\n-----\n\nAll else.\n`)).toBe(0)
  expect(goneIn(`Removed Features\n-----\n\nAll else.\n\nDeprecated Features\n-----\n\n${said}\n`)).toBe(0)
  expect(goneIn(`Removed elements keep their listeners\n-----\n\n${said}\n`)).toBe(0)
})

describe('a comment in a language whose types stand before the names', () => {
  const said = 'Reads must not go on, because the buffer may have been freed.'
  const where = (path: string, text: string) => {
    const piece = pieceOf('reason', said, { at: { commit: 'a'.repeat(40), path } })
    const found = besideNow([piece], text).get(goneKey(piece))
    return `${found?.name} ${found?.code ?? ''}`.trim()
  }

  test.each([
    ['in a function', 'static int parse(char *line) {\n    // …\n    read(line);\n}', 'parse read(line);'],
    [
      'behind a label',
      'int parse(char *p)\n{\n    if (!p) goto err;\nerr:\n    // …\n    drop(p);\n}',
      'parse drop(p);',
    ],
    ['above a function', '// …\nsds sdsMakeRoomFor(sds s, size_t addlen) {', 'sdsMakeRoomFor'],
    ['above one in GNU’s style', '// …\nstatic struct node *\nfind_node (int key)\n{', 'find_node'],
    ['in one in GNU’s style', 'static void\nrun (int x)\n{\n  // …\n  call (x);\n}', 'run call (x);'],
    ['above a method', '// …\nvoid Loop::run(int mode) {', 'Loop::run'],
    ['above a macro', '// …\n#define REDIS_FREEING 0x8', 'REDIS_FREEING'],
    [
      'above a field',
      'typedef struct context {\n    // …\n    callback *onDisconnect;\n} context;',
      'context.onDisconnect',
    ],
    ['behind an attribute', '// …\nstatic __attribute__((unused)) int walk(void) {', 'walk'],
    [
      'in a packed type',
      'struct __attribute__ ((__packed__)) sdshdr5 {\n    // …\n    char flags;\n};',
      'sdshdr5.flags',
    ],
    ['in a class that is final', 'class Foo final : public Bar {\n  // …\n  int fd;\n};', 'Foo.fd'],
    ['above a callback', 'struct loop {\n    // …\n    void (*addRead)(void *data);\n};', 'loop.addRead'],
    ['in a nested type', 'namespace io {\n  struct Loop {\n    // …\n    int fd;\n  };\n}', 'Loop.fd'],
    ['above a type of callbacks', '// …\ntypedef void (redisCallbackFn)(struct context*, void*);', 'redisCallbackFn'],
  ])('%s goes by the name of it, and not by “sds.c” (hiredis)', (_, text, expected) => {
    expect(where('sds.c', text.replace('…', said))).toBe(expected)
  })

  test('goes by the method of Java, or the field', () => {
    const body = (inner: string) => `public final class Gson {\n${inner.replace('…', said)}\n}\n`
    expect(
      where('Gson.java', body('  public <T> TypeAdapter<T> getAdapter(Type t) {\n    // …\n    find(t);\n  }')),
    ).toBe('Gson.getAdapter find(t);')
    expect(where('Gson.java', body('  // …\n  private volatile Map<Type, Adapter> cache = make();'))).toBe('Gson.cache')
  })

  test('goes by no variable, statement or call', () => {
    const inside = (line: string) =>
      where('sds.c', `int parse(char *p) {\n    // ${said}\n    ${line}\n}`).split(' ')[0]
    for (const line of ['int left = size(p);', 'return p;', 'node *next;', 'else if (p) {'])
      expect(inside(line), line).toBe('parse')
    const ofNothing = [
      'MODULE_LICENSE("GPL");',
      'static DEFINE_MUTEX(list_lock);',
      'explicit operator bool() const;',
      'throw Failure(p);',
      '#define SDS_H',
    ]
    for (const line of ofNothing) expect(where('sds.c', `// ${said}\n${line}`), line).toBe('')
    const method = `class Walker {\n  void Run() {\n    // ${said}\n    int count;\n  }\n};`
    expect(where('walker.cpp', method)).toMatch(/^Walker(?! count)/)
    expect(where('Walker.java', method.replace('int count', 'final int count = size()'))).not.toContain('Walker.count')
  })
})

describe('a section of a page', () => {
  const said =
    'No `form` option. You have to pass a `form-data` instance through the body. No `proxy` option. You need to pass a custom agent.'
  const section = pieceOf('lesson', said, {
    about: 'Breaking changes',
    at: { commit: 'a'.repeat(40), path: 'upgrade.md' },
  })
  const now = (page: string) =>
    goneFrom([section], page).length > 0 ? 'gone' : besideNow([section], page).get(goneKey(section))?.text

  test('tells what the page says now, and not what its first version did: “No `form` option” (got 8848a7af)', () => {
    const kept = '- No `proxy` option.\\\n You need to [pass a custom agent](../tips.md#proxying).\n'
    const long = `No \`pool\` option. You need to keep agents alive, because they are none of ours. ${said}`
    const longer = { ...section, text: long }
    const page = `- The \`form\` option is an \`object\`.\n- No \`pool\` option.\n You need to keep agents alive, because they are none of ours.\n${kept}`
    expect(goneFrom([longer], page)).toEqual([])
    expect(besideNow([longer], page).get(goneKey(longer))?.text).toBe(
      'No `pool` option. You need to keep agents alive, because they are none of ours. No `proxy` option. You need to pass a custom agent.',
    )
    expect(now(kept)).toBe('gone')
  })

  test('stands as it was where a word of it was mended, or its links lead elsewhere (hono 97352834, click 84fbcb2a)', () => {
    expect(now(said.replace('pass a `form-data` instance', 'give a [`form-data` instance](https://a.example)'))).toBe(
      said,
    )
  })
})
