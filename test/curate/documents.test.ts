import { describe, expect, test } from 'vitest'
import { evidenceOf } from '../support/messages.ts'

test('a manual gives what begins as an order, a page for maintainers all its rules (marshmallow, commander)', () => {
  const rulesIn = (path: string, line: string) =>
    evidenceOf('docs: tell', { [path]: { added: [line] } }).filter(({ kind }) => kind === 'rule').length
  const said = 'Every branch must be made from the newest release, never from an old one.'
  const ordered = 'Never change the session in a stream, because its header is already sent.'
  expect([rulesIn('docs/usage.md', said), rulesIn('docs/usage.md', ordered)]).toEqual([0, 1])
  expect([rulesIn('CONTRIBUTING.md', said), rulesIn('CONTRIBUTING.md', ordered)]).toEqual([1, 1])
})

test.each([
  'Never panic in library code, because callers cannot recover from it.',
  'Do not forget to release the lock, because otherwise every worker waits forever.',
  'Do not commit environment files, because these can leak credentials to everybody.',
])('a page for maintainers gives its orders, whatever comforts elsewhere: %s', (line) => {
  expect(evidenceOf('docs: tell', { 'CONTRIBUTING.md': { added: [line] } }).map(({ kind }) => kind)).toContain('rule')
})

test('an order stays one where its author comforts besides', () => {
  const said = "You must run the whole suite before a release, and don't hesitate to ask, because it takes an hour."
  expect(evidenceOf('docs: tell', { 'CONTRIBUTING.md': { added: [said] } }).map(({ kind }) => kind)).toContain('rule')
})

test('the help of an option is no order to whoever reads it (black 432d9050)', () => {
  const kinds = (...added: string[]) =>
    evidenceOf('docs: tell', { 'CONTRIBUTING.md': { added } }).map(({ kind }) => kind)
  const order = 'Never write the files back, because others may be reading them.'
  expect(kinds('#### `--check`', '', order)).not.toContain('rule')
  expect(kinds('#### `--check`', '', 'It checks.', '', '### How to write', '', order)).toContain('rule')
})

describe('a page', () => {
  test.each([
    'Therefore, you must make sure all headers are set before starting the response.',
    'By just creating a request context, you still must not run the code before a request.',
    'Generally, properties added to these objects must obey the following rules:',
    'Do not pass them to the file system without a check, which must be your own.',
    'Do not fret, these can still be used with the client.',
    "Don't use `asyncio.create_task` for this.",
    // bbolt ddb6b2f0
    'Always check the return error as it will report any disk failures that can cause your transaction to not complete.',
    "Don't hesitate to improve our documentation.",
    "First of all, don't hesitate to ask questions!",
    'Again, do not hesitate to ask questions.',
    "Triage is typically the first response to an issue, so don't fret if it doesn't make progress.",
  ])('gives no rule that leans on the page: %s', (line) => {
    expect(evidenceOf('docs: tell', { 'CONTRIBUTING.md': { added: [line] } }).map(({ kind }) => kind)).not.toContain(
      'rule',
    )
  })
})

test('a section that only sends its reader elsewhere says nothing: “You’re good to go!” (got 8848a7af)', () => {
  const sections = (...added: string[]) =>
    evidenceOf('docs: tell', { 'docs/migration.md': { added } }).flatMap(({ kind, about, text }) =>
      kind === 'lesson' && about !== 'tell' ? [`${about}: ${text}`] : [],
    )
  const farewell = [
    'Well, you have already come this far. Take a look at the [documentation](readme.md).',
    "It's worth the time to read it. There are [some great tips](tips.md).",
    "If something is unclear or doesn't work as it should, don't hesitate to open an issue.",
  ]
  expect(sections("#### You're good to go!", '', ...farewell)).toEqual([])
  const told = 'The `form` option is an object now. It is sent as the body, because most servers want it so.'
  expect(sections('#### Forms', '', told, ...farewell.slice(2))).toEqual([`Forms: ${told}`])
})

test('code between fences is none of what a section says, whatever stands in it (attrs why.md: “Class SmartClass: ... a = attr.ib()”)', () => {
  const said = 'Writing the same nine methods again and again does not qualify. There is more code that can break.'
  const code = ['```{eval-rst}', '.. doctest::', '', '   >>> @attr.s', '   ... class SmartClass:', '```']
  const [section] = evidenceOf('docs: tell', {
    'docs/why.md': { added: ['## Hand-written classes', '', said, '', ...code, '', 'It has no tests whatsoever.'] },
  }).filter(({ about }) => about === 'Hand-written classes')
  expect(section?.text).toBe(`${said} It has no tests whatsoever.`)
})

test('a document names the standards that it speaks of (anyio 79e53d8b: “the `654` exception group classes”)', () => {
  const said =
    'There was a class of our own before the :pep:`654` classes. It is gone, because nobody needs two of them.'
  const found = evidenceOf('docs: tell', { 'docs/migration.rst': { added: ['One class', '---------', '', said] } })
  expect(found.map(({ text }) => text)).toContain(said.replace(':pep:`654`', 'PEP 654'))
})

test('a rule began with the heading above it, and the line under that (numpy: “Do not make temporary copies … -----”)', () => {
  const rule = 'Never change the session in a stream, because its header is already sent.'
  const added = ['Do not make copies of them', '-'.repeat(26), rule]
  const said = evidenceOf('docs: tell', { 'docs/internals/streams.rst': { added } })
  expect(said.filter(({ kind }) => kind === 'rule').map(({ text }) => text)).toEqual([rule])
})

test('what was decided ended amid a sentence: “such small devices will most likely have…” (nats-server ad80d2ae)', () => {
  const decided = [
    'The management API is JSON all the time.',
    'Small devices can do without it.',
    `Words ${'and words '.repeat(60)}`.trim(),
  ]
  const added = ['# JSON design', '', '## Decision', '', `${decided.join(' ').trim()}.`]
  const [piece] = evidenceOf('docs: decide', { 'doc/adr/0001-json.md': { added } }).filter(
    ({ kind }) => kind === 'decision',
  )
  expect(piece?.text).toBe(decided.slice(0, 2).join(' '))
})

test('the headline of a section began with the anchor that links lead to (eslint 3351129f)', () => {
  const added = [
    '## <a name="empty-files"></a> Empty files are now linted',
    '',
    'Empty files were skipped, so that rules which look for something at the top never saw them. Every file is read now, because an empty one may lack what a rule asks for.',
  ]
  const told = evidenceOf('docs: add a guide', { 'docs/migrating-to-5.md': { added } })
  expect(told.map(({ about }) => about)).toContain('Empty files are now linted')
})

test('a section began with the code that a sentence leads to: “send, receive = create_memory_object_stream(100, int)” (anyio 79e53d8b)', () => {
  const added = [
    'The syntax has changed',
    '----------------------',
    '',
    'Where previously the desired type was the second argument::',
    '',
    '    send, receive = create_memory_object_stream(100, int)',
    '',
    '',
    '    await send.send(1)',
    '',
    'A stream without a type holds whatever it is given. You need not make any changes in this regard then.',
  ]
  const told = evidenceOf('docs: tell', { 'docs/migration.rst': { added } })
  expect(told.map(({ text }) => text)).toContain(added.at(-1))
})

test('a list that numbers itself was told with its signs: “for two reasons. #. to better serve use cases …” (anyio cd8c76fa)', () => {
  const added = [
    'Functions that changed',
    '----------------------',
    '',
    'AnyIO 3 changed several functions into regular ones, for two reasons:',
    '',
    '#. to better serve use cases where synchronous callbacks are used by',
    '   libraries of others',
    '#. to better match the API of Trio',
    '',
    'Remove the `await` from each call to these.',
  ]
  const told = evidenceOf('docs: tell', { 'docs/migration.rst': { added } }).find(({ about }) =>
    about.startsWith('Func'),
  )
  expect(told?.text).toBe(
    'AnyIO 3 changed several functions into regular ones, for two reasons: to better serve use cases where synchronous callbacks are used by libraries of others; to better match the API of Trio. Remove the `await` from each call to these.',
  )
})
