import { describe, expect, test } from 'vitest'
import { withoutMarkup } from '../../src/text/markup.ts'

describe('prose without the marks of its renderer', () => {
  test.each([
    // click 665736bc, 3b16957c and the changelog of express
    ['showing `[COMMAND]` instead of `COMMAND`', 'showing `[COMMAND]` instead of `COMMAND`'],
    ['takes a `ParamType[int, str]`', 'takes a `ParamType[int, str]`'],
    ['fix persistence of modified `req.params[name]`', 'fix persistence of modified `req.params[name]`'],
    // click, CHANGES.md and CHANGES.rst
    ['A callback for {func}`version_option` runs. {pr}`3581`', 'A callback for `version_option` runs.'],
    // http 85a0113b, which lost what stood between two braces and the next code
    ['named `Invalid{Type}`, as in `InvalidUri`', 'named `Invalid{Type}`, as in `InvalidUri`'],
    // axum 6318b57f, which lost a path the same way
    ['from `/:single` to `/{single}` and `/{*many}`', 'from `/:single` to `/{single}` and `/{*many}`'],
    ['`GET {path}` and `${name}` or `x`', '`GET {path}` and `${name}` or `x`'],
    ['See:{func}`run` in docs.{pr}`12`', 'See:`run` in docs.'],
    ['Add :meth:`~flask.Flask.route` and ``--help``', 'Add `route` and `--help`'],
    ['Hide hidden commands from completion. (`#1058`_, `#1061`_)', 'Hide hidden commands from completion.'],
    ['Cast to the type. :issue:`2089, 2090`', 'Cast to the type.'],
    ['Align to the flag, as asked for in {issue}`3030`.', 'Align to the flag, as asked for.'],
    ['Follow `the docs <https://example.org>`_ here', 'Follow the docs here'],
    // pluggy 095da328, where a literal reached to the next underscore
    [
      'a bare ``pluggy.nope`` fails. Bind it to ``_`` like others',
      'a bare `pluggy.nope` fails. Bind it to `_` like others',
    ],
    // pip c6495a46, where a call was read as a link: "commands'install'.main(", and a link that somebody wrote without a blank
    [`executes commands['install'](parser).main()`, `executes commands['install'](parser).main()`],
    ['read[the docs](https://example.org) first', 'readthe docs first'],
    // gin c19aa059
    ['Add [`func (*Context) BindQuery`](https://godoc.org/gin#BindQuery)', 'Add `func (*Context) BindQuery`'],
    // hono and fastify
    ['See [the guide](https://hono.dev/docs) for `a[b](c)`', 'See the guide for `a[b](c)`'],
    ['possible since v16 [^1][^2]', 'possible since v16 [^1][^2]'],
    ['plain words [sic] stay', 'plain words [sic] stay'],
  ])('%s', (text, plain) => {
    expect(withoutMarkup(text)).toBe(plain)
  })
})

describe('a lesson keeps', () => {
  test('what braces in code say (fzf 0f02fc0c)', () => {
    const line = 'Fixed bug where `{n}` is not properly reset on `reload`'
    expect(withoutMarkup(line)).toBe(line)
  })
})

describe('a reason', () => {
  test('keeps brackets that are no link (rustdoc, JSON)', () => {
    for (const text of [
      'Characters like `[` and `]` must be escaped.',
      'Reads `map[key]: std::string` and `b` too.',
      'Write { [id]: Foo::Bar } there.',
    ])
      expect(withoutMarkup(text)).toBe(text)
  })
})

test('a link on words with code in them is read as these, wherever it leads (sidekiq 7.0-API-Migration.md)', () => {
  // date-fns 83e7328b
  expect(withoutMarkup('- [Added `parseJSON`, for what `toJSON` gives](https://x.org/pull/1463).')).toBe(
    '- Added `parseJSON`, for what `toJSON` gives.',
  )
  expect(withoutMarkup('Use `Job` or the [gem `delay_extensions`][3], see [`func JSONP`](https://x.org/a).')).toBe(
    'Use `Job` or the gem `delay_extensions`, see `func JSONP`.',
  )
})

test('tags that only say how words look go, and code keeps its types (bat 0319149b)', () => {
  expect(withoutMarkup('<font color="red">`Input::file` is no longer available.</font> See <b>.')).toBe(
    '`Input::file` is no longer available. See <b>.',
  )
  for (const text of ['Allow <br> in cells of tables', '2<sup>16</sup> entries']) expect(withoutMarkup(text)).toBe(text)
  expect(withoutMarkup('Takes `Vec<sub>` and Map<Sub, Sup>.')).toBe('Takes `Vec<sub>` and Map<Sub, Sup>.')
})

test('the number of an issue stays amid a sentence, which ends nowhere without it (structlog 3b37d717)', () => {
  const said = 'It is a valid use case since `#26 <https://example.org/26>`_ has been merged.'
  expect(withoutMarkup(said)).toBe('It is a valid use case since #26 has been merged.')
  expect(withoutMarkup('Sort by name, see `#26 <https://example.org/26>`_.')).toBe('Sort by name.')
  expect(withoutMarkup(':issue:`26` Sort by name')).toBe('Sort by name')
  expect(withoutMarkup(':pr:`667` broke this, so we go back.')).toBe('#667 broke this, so we go back.')
  expect(withoutMarkup('It is as it was before :issue:`1136`.')).toBe('It is as it was before #1136.')
  expect(withoutMarkup('Returns :data:`0` on success, see :pep:`8`.')).toBe('Returns `0` on success, see PEP 8.')
})

test('code between two spans of code is no reference: “with `printf` is … For example `__*_format`” (cobra 2722a75b)', () => {
  const said = 'A subshell with `printf` is expensive. For example `__*_format_descriptions` is run for each candidate.'
  expect(withoutMarkup(said)).toBe(said)
  expect(withoutMarkup('See `#12`_, `the docs <https://example.org>`_ and `names`__ for it.')).toBe(
    'See #12, the docs and names for it.',
  )
})

test('brackets of code were taken for a link: “from []Aggregator to Aggregator” (go-redis 93f961af)', () => {
  for (const text of ['from []Aggregator to [][]Aggregator', 'a[b]c is parsed the same as a[b][c]'])
    expect(withoutMarkup(text)).toBe(text)
  expect(withoutMarkup('see [the docs][docs], ![a picture][png]![][jump] and [it](https://x.org)')).toBe(
    'see the docs, and it',
  )
  expect(withoutMarkup('See [#1][1][#2][2].')).toBe('See #1#2.')
})
