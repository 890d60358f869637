import { expect, test } from 'vitest'
import { optionNames } from '../../src/curate/code/code-names.ts'
import { followCode } from '../../src/curate/lines/code-lines.ts'
import { addsWhatIsThere, headsWhatIsLost, heldByNames, speaksOfOption } from '../../src/curate/standing/names-now.ts'
import { withLostModules } from '../../src/curate/standing/lost-modules.ts'
import type { NameNow } from '../../src/curate/code/code-names.ts'
import { stands } from '../../src/curate/standing/outcome-of.ts'
import { analysed, commitOf } from '../support/commits.ts'

// What the names that a lesson speaks of say of it, whatever became of its lines.

const past = { status: 'past', supersededBy: ['cccccccc'] } as const
const now =
  (there: readonly string[], lost: readonly string[]): NameNow =>
  (name) =>
    there.includes(name) ? 'there' : lost.includes(name) ? 'lost' : 'unknown'
const held = (
  text: string,
  nameNow: NameNow,
  outcome: Parameters<typeof heldByNames>[0] = stands,
  about = 'Change it',
) => heldByNames(outcome, { about, text }, nameNow).status

test('a lesson about names that the code has lost is told as past (httpx 5ced56b5, 2f54b200)', () => {
  expect(held('`ASGIDispatch` can be imported.', now([], ['ASGIDispatch']))).toBe('past')
  expect(held('', now([], ['connect_timeout']), stands, 'Allow `connect_timeout`')).toBe('past')
})

test('with all that its headline names lost it is past, whatever else its reason names (ws 62b7abb2)', () => {
  const about = '`shrinkStrategy` should always return an integer'
  expect(held('A `Buffer` must not be made of floats.', now(['Buffer'], ['shrinkStrategy']), stands, about)).toBe(
    'past',
  )
  const removal = 'Remove `shrinkStrategy`'
  expect(held('A `Buffer` must not be made of floats.', now(['Buffer'], ['shrinkStrategy']), stands, removal)).toBe(
    'current',
  )
})

test('what was removed was told as past, for what it was for had gone, too (clap bcad7639)', () => {
  const why = "This existed for `value_of_t` and isn't needed anymore."
  expect(held(why, now([], ['value_of_t']), stands, 'Remove ErrorKind::ArgumentNotFound')).toBe('current')
  expect(held(why, now([], ['value_of_t']), stands, 'Keep ErrorKind::ArgumentNotFound')).toBe('partly')
})

test('a part that was taken out of what is gone as a whole was told as holding (rand 935a3e3a, `ReseedingRng`)', () => {
  const of = (about: string) => held('It was redundant.', now(['new'], ['ReseedingRng', 'lazy_static']), stands, about)
  expect(of('Remove rng parameter of ReseedingRng::new')).toBe('past')
  expect(of('Drop the seed from `ReseedingRng`')).toBe('past')
  expect(of('Remove all uses of `lazy_static`')).toBe('current')
})

test('a name was no name where another clause denies something (pyjwt 12791c78: “if they are not present”)', () => {
  const why = 'Require claims (`require_exp`, `require_nbf`) and raise `MissingClaim` if they are not present.'
  expect(held(why, now(['MissingClaim'], ['require_exp', 'require_nbf']))).toBe('partly')
  expect(held('The claim `require_exp` was not read.', now([], ['require_exp']))).toBe('current')
})

test('what it tells everybody to keep away from is gone because it holds', () => {
  const now_ = now(['wait', 'settle'], ['flushAll'])
  for (const about of ['Stop calling `flushAll()` twice', "Don't use `flushAll` any more", 'Inline `flushAll`'])
    expect(held('Both `wait` and `settle` do it.', now_, stands, about), about).not.toBe('past')
})

test('with its name lost it is past, whatever it does without (flask c6c6408c)', () => {
  const about = 'Raise an error if `run_async` is called without `ContextVars`'
  expect(held('It hides odd bugs.', now(['ContextVars'], ['run_async']), stands, about)).toBe('past')
  expect(held('It hides odd bugs.', now(['run_async'], ['ContextVars']), stands, about)).toBe('current')
})

test('a system that no line names any more is no name that was lost (requests 2255c34a: macOS)', () => {
  expect(held('Resolve names by host on macOS.', now([], ['macOS']))).toBe('current')
})

test('what its headline names, or its reason calls new, heads it (rand 98b915fe `gen_range`, rayon 6410e794 `spawn_global()`)', () => {
  const heads = (about: string, text = '') =>
    headsWhatIsLost({ about, text }, now(['Range'], ['gen_range', 'StringIO']))
  expect(heads('Change `gen_range` to accept `Range` types')).toBe(true)
  expect(heads('Change it', 'The new `run()` and `gen_range()` methods take a closure.')).toBe(true)
  expect(heads('Change it', 'The `gen_range()` method takes a closure.')).toBe(false)
  // A deprecation said so; what is only spelled as a type may be anybody's.
  expect([
    heads('Deprecate `gen_range`'),
    heads('send_file takes no StringIO'),
    heads('Use it instead of `gen_range`'),
  ]).toEqual([false, false, false])
})

test('with one of its names lost it holds partly', () => {
  expect(held('`Client.send` takes `connect_timeout`.', now(['send'], ['connect_timeout']))).toBe('partly')
})

test('what it calls removed or renamed is no loss (flask c43edfc7)', () => {
  expect(held('The logger is now called `app.log`, no longer `flask_log`.', now([], ['flask_log']))).toBe('current')
  expect(held('To use another, override `json_encoder`. Remove the backport.', now([], ['json_encoder']))).toBe('past')
})

test('what was deprecated and is gone ended so (werkzeug 004b446e)', () => {
  expect(held('`sort_goods` is deprecated, and will be removed in 3.0.', now([], ['sort_goods']))).toBe('past')
  expect(held('`sort_goods` is deprecated.', now(['sort_goods'], []))).toBe('current')
  // Of five functions "not used anywhere", none of which is there any more, nothing holds (14f31db1).
  const unused = '`sort_goods` and `peek_path` are not used anywhere.'
  expect(held(unused, now([], ['sort_goods', 'peek_path']), stands, 'Deprecate functions')).toBe('past')
  expect(held(unused, now([], ['sort_goods', 'peek_path']), stands, 'Name functions')).toBe('current')
})

test('what was deprecated beside what was added is past once it is gone (crossbeam 4f0fcd56)', () => {
  const said = 'Add `compare_exchange` and deprecate `compare_and_set`'
  expect(held('', now(['compare_exchange'], ['compare_and_set']), stands, said)).toBe('past')
  expect(held('', now(['compare_exchange', 'compare_and_set'], []), stands, said)).toBe('current')
  // What was deprecated and was then removed or replaced is gone because the lesson holds (starlette b133ab45, fastify 5c83a9dc).
  for (const done of ['Remove deprecated `compare_and_set`', 'Replace deprecated `compare_and_set()` with `swap()`'])
    expect(held('', now(['swap'], ['compare_and_set']), stands, done), done).toBe('current')
})

test('what was deprecated for something else ended with its own name (anyio dc899018)', () => {
  const instead = 'Deprecated `open_scope()` in favor of `CancelScope()`'
  expect(held('', now(['CancelScope'], ['open_scope']), stands, instead)).toBe('past')
  expect(held('', now(['CancelScope', 'open_scope'], []), stands, instead)).toBe('current')
})

test('where a headline says that something came from is no loss (attrs 36d47624)', () => {
  const headline = 'Switched from `__transform__()` to `typing.transform()`'
  expect(held('', now(['transform'], ['__transform__']), stands, headline)).toBe('current')
})

test('a name that only comments and strings of the code had is not lost with them (attrs 996672df)', () => {
  const nameIn = (line: string): string => {
    const code = followCode()
    code.follow(commitOf('Name it', { 'src/a.py': { added: [line] } }), { isTracked: true })
    code.compareFile('src/a.py', '')
    return code.nameNow('GitHub')
  }
  expect(nameIn('host = GitHub(1)')).toBe('lost')
  expect(nameIn('host = "https://GitHub.com"')).toBe('unknown')
  expect(nameIn('# As GitHub shows it.')).toBe('unknown')
})

test('a name that a comment remembers was told as there (flask 40118e78, tornado f695e4e4)', () => {
  const after = (line: string): string => {
    const code = followCode()
    code.follow(commitOf('Name it', { 'src/a.py': { added: ['send_file(attachment_filename)'] } }), { isTracked: true })
    code.compareFile('src/a.py', line)
    return code.nameNow('attachment_filename')
  }
  expect(after('    # Once called attachment_filename.')).toBe('lost')
  expect(after('    ``download_name`` replaces the ``attachment_filename`` parameter.')).toBe('lost')
  expect(after('    attachment_filename = None')).toBe('there')
  expect(after('    self._attachment_filename = None')).toBe('there')
  expect(after('    name = f"``{attachment_filename}`` or so"')).toBe('there')
})

test('code that begins as a comment does is code', () => {
  const after = (path: string, line: string): string => {
    const code = followCode()
    code.follow(commitOf('Name it', { [path]: { added: ['walkTree(node)', '_walk_tree = 1'] } }), { isTracked: true })
    code.compareFile(path, line)
    return code.nameNow('walkTree')
  }
  expect(after('a.js', '  *walkTree(node) {')).toBe('there')
  expect(after('a.c', '*walkTree = appendQuoted(walk, src)')).toBe('there')
  expect(after('a.ts', '/** @internal */ export const walkTree = 1')).toBe('there')
  expect(after('a.ts', '   * walkTree was here.')).toBe('lost')
})

test('a name of everybody is none that was lost (clap 37f8ae20, click 38000838, flask-sqlalchemy aa96bb4e)', () => {
  const of = ['GitHub', 'UserWarning', '__future__', 'snake_case', 'CamelCase']
  for (const name of of) expect(held(`It begins with ${name} and ends there.`, now([], of)), name).toBe('current')
})

test('a name that Go made public by its first letter is not lost (bbolt 8f3c534f)', () => {
  const code = followCode()
  const added = ['const maxAllocSize = 0x7FFFFFFF', 'var headers = request.headers', 'headers(1)']
  code.follow(commitOf('Raise it', { 'page.go': { added } }), { isTracked: true })
  code.compareFile('common/page.go', 'const MaxAllocSize = 0x7FFFFFFF')
  expect(['maxAllocSize', 'headers'].map((name) => code.nameNow(name))).toEqual(['there', 'lost'])
  code.follow(commitOf('Serve', { 'a.ts': { added: ['new UserService()'] } }), { isTracked: true })
  code.compareFile('a.ts', 'userService(connect())')
  expect(code.nameNow('UserService')).toBe('lost')
})

test('a name that holds such a word is asked for (removeListener), and "note" is no "not"', () => {
  expect(held('Note that `removeListener` waits.', now([], ['removeListener']))).toBe('past')
})

test('while its names are there it is reworked, not past, where only its lines are gone (flask 075b6b11)', () => {
  expect(held('Views may return a `flask.Response` and a status.', now(['Response'], []), past)).toBe('reworked')
  expect(held('Views may return a response and a status.', now(['Response'], []), past)).toBe('past')
})

test('the options that a text names are those that users type, and no dashes of prose or of other words', () => {
  expect(optionNames('Pass `--max-columns=150`, --no-pre, or "--sort" (not -s); --no-pre wins.')).toEqual([
    '--max-columns',
    '--no-pre',
    '--sort',
  ])
  expect(optionNames('It waits -- always -- for a--b, ---max, --Xmx, --x and -max-columns.')).toEqual([])
})

test('an option that users still type keeps it from being past, and one that the code has not does not (ripgrep 6dc09c5b)', () => {
  const about = 'Add --no-pre switch'
  expect(held('', now(['--no-pre'], []), past, about)).toBe('reworked')
  expect(held('', now(['--pre'], []), past, about)).toBe('past')
  // What a message says of other programs, and what all of them have, saves nothing (ripgrep f2d1c582).
  expect(held('I tested it with `git stash --keep-index`.', now(['--keep-index'], []), past)).toBe('past')
  expect(held('', now(['--help'], []), past, 'Print --help by hand')).toBe('past')
  expect(speaksOfOption({ about: 'Let --no-pre win' }, now(['--no-pre'], []))).toBe(true)
  expect(speaksOfOption({ about: 'Let it win' }, now(['--pre'], ['--no-pre']))).toBe(false)
})

test('with a name lost it holds partly, though the option that it speaks of is there', () => {
  const said = '`preprocess_files` is left alone.'
  expect(held(said, now(['--no-pre'], ['preprocess_files']), stands, 'Let --no-pre win')).toBe('partly')
})

test('a word that an option is called by says nothing of the lesson: “--replace” replaces no name', () => {
  expect(held('With `--replace` it calls `print_match`.', now([], ['print_match']))).not.toBe('current')
})

test.each([
  ['as users type it', 'usage: rg [--max-columns NUM]'],
  ['in a string', 'const NAME_LONG: &str = "max-columns";'],
  ['as the argument that a parser makes it of', 'max_columns: Option<u64> = 150'],
])('an option is there where the code has it %s', (_, line) => {
  const code = followCode()
  code.follow(commitOf('Limit columns', { 'src/a.rs': { added: ['max_columns: Option<u64>'] } }), { isTracked: true })
  code.compareFile('src/a.rs', line)
  expect(['--max-columns', '--max-rows'].map((option) => code.nameNow(option))).toEqual(['there', 'unknown'])
})

/** Whether the code has a name, of which one commit wrote a line, and which now reads otherwise. */
const afterwards = (name: string, { wrote, reads }: { readonly wrote: string; readonly reads: string }): string => {
  const code = followCode()
  code.follow(commitOf('Write it', { 'src/a.py': { added: [wrote] } }), { isTracked: true })
  code.compareFile('src/a.py', reads)
  return code.nameNow(name)
}

test('an option that the program has lost was told as if it were there (pytest-xdist 4b1ddb9c)', () => {
  const reads = 'columns("max-columns-preview"); max-columns'
  expect(afterwards('--max-columns', { wrote: 'max_columns("max-columns")', reads })).toBe('lost')
  expect(afterwards('--max-slave-restart', { wrote: 'addoption("--max-slave-restart", type=str)', reads })).toBe('lost')
  expect(afterwards('--max-rows', { wrote: '# Once --max-rows was typed for it.', reads })).toBe('unknown')
  // It may be made of what the code calls it by now.
  const made = { wrote: 'max_columns = option("--max-columns")', reads: 'max_columns = option()' }
  expect(afterwards('--max-columns', made)).toBe('there')
  const camel = { wrote: "maxColumns(option('max-columns'))", reads: "maxColumns(option('maxColumns'))" }
  expect(afterwards('--max-columns', camel)).toBe('there')
  expect(afterwards('--no-pre-glob', { wrote: "option('--no-pre-glob')", reads: "option('--[no-]pre-glob')" })).toBe(
    'there',
  )
})

test('what was taken back is gone because the lesson holds (jq ae625d0d)', () => {
  const about = 'Revert "Add -I / --online-input for huge arrays"'
  expect(held('', now([], ['--online-input']), stands, about)).toBe('current')
  expect(held('', now([], ['--online-input']), stands, 'Add --online-input for huge arrays')).toBe('past')
  expect(held('', now([], ['pollSelect']), stands, 'Revert to `pollSelect()` on macOS')).toBe('past')
})

test('names that the code never had say nothing', () => {
  expect(held('Set `editor.tabSize` in your editor.', now([], []))).toBe('current')
})

test('a short name of many things, of which one is gone, ends nothing (cobra 10cf7be9)', () => {
  expect(held('Groups may be added in "init()" too.', now([], ['init']))).toBe('current')
})

test('a module is lost with its file, though something else is called so (trio: `cryptography.hazmat` is no `trio.hazmat`)', () => {
  const gone = analysed('Rename it', { 'trio/hazmat.py': { status: 'deleted' } })
  const said = 'Call `trio.hazmat.notify_closing` before you close a socket.'
  const lost = (there: readonly string[] | undefined, text = said): string =>
    held(text, withLostModules(now([], []), [gone], there && new Set(there)))
  expect(lost(['src/trio/lowlevel.py'])).toBe('partly')
  expect(lost(['src/trio/hazmat/__init__.py'])).toBe('current')
  expect(lost(['src/trio/hazmat.py'])).toBe('current')
  expect(lost(undefined)).toBe('current')
  // What stands last may be a name: there is a `flask.session`, and no `flask/session.py` any more.
  expect(lost(['src/trio/lowlevel.py'], 'There is a `trio.hazmat`.')).toBe('current')
  expect(lost(['src/trio/lowlevel.py'], 'We removed `trio.hazmat.notify_closing`.')).toBe('current')
})

test('a name that begins with an underscore was no name (tornado 7279a303)', () => {
  const about = 'Small improvements to tokens'
  expect(
    held('Use _time_independent_equals for comparison.', now([], ['_time_independent_equals']), stands, about),
  ).toBe('past')
})

test('an option that only strings spell was never known to be lost (pyjwt 12791c78, `require_exp`)', () => {
  const code = followCode()
  const key = (text: string) => ({ 'src/a.py': { added: [text] } })
  code.follow(commitOf('Require claims', key("if options.get('require_exp'):")), { isTracked: true })
  code.follow(commitOf('Verify claims', key("if options.get('verify_exp'):")), { isTracked: true })
  code.compareFile('src/a.py', 'verify = options["verify_exp"]')
  code.finishComparison()
  expect(['require_exp', 'verify_exp', 'other_exp'].map((name) => code.nameNow(name))).toEqual([
    'lost',
    'there',
    'unknown',
  ])
})

test('what a headline brought, and the code has, was doubted since its lines were rewritten (urfave/cli a1cf7f44)', () => {
  const nameNow = (name: string) => (name === 'App' ? ('lost' as const) : ('there' as const))
  const holds = (about: string): boolean => addsWhatIsThere({ about }, nameNow)
  for (const about of [
    'Add `TakesFile` to fish shell completion',
    'Expose OPTIONS_CLASS as a variable',
    'add Err.show_it',
    // grpc-go 192c8a2a
    'Rename type `picker` to `rlsPicker`',
    // An option that users can type (restic 53701891, ripgrep 231456c4).
    'Add "-x", "--one-file-system" option',
    'add --pre flag',
  ])
    expect([about, holds(about)]).toEqual([about, true])
  const gone = (name: string) => (name === '--preview' ? ('lost' as const) : ('there' as const))
  expect(addsWhatIsThere({ about: 'add --pre and --preview' }, gone)).toBe(false)
  for (const about of [
    'Add App.showIt',
    'Support environments with `window`',
    'Support customizing the request body type in `#[debug_handler]`',
    'Remove `TakesFile`',
    'Rename type `picker` to `App`',
    'Rename type `rlsPicker` to `picker`',
  ])
    expect([about, holds(about)]).toEqual([about, false])
})

test('what was lost was no name where a sentence says what is done instead of something else (werkzeug 1938f9d2)', () => {
  const nameNow = now([], ['parse_header', 'read_all'])
  expect(held('`parse_header` returns nothing instead of raising an error.', nameNow)).toBe('past')
  expect(held('It returns `None` instead of what `read_all` gives.', nameNow)).toBe('current')
  expect(held('Instead of `read_all`, pass the stream.', nameNow)).toBe('current')
  expect(held('`read_all` is gone, use the stream instead of calling it.', nameNow)).toBe('current')
})
