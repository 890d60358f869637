import { expect, test } from 'vitest'
import { deprecationWarning } from '../../src/curate/evidence/deprecation-warnings.ts'
import { analysed, commitOf } from '../support/commits.ts'

const headline = 'Deprecate on_startup, method, sendfile, UntypedVec, Router and names'
const warned = (path: string, code: string): string =>
  deprecationWarning(commitOf('x', { [path]: { added: code.split('\n') } }), headline)

test.each([
  [
    'a warning over two lines (starlette cc20c860)',
    'routing.py',
    'warnings.warn(\n    "The on_startup parameter is deprecated, and it "\n    "will be removed on version 1.0. Use the lifespan parameter instead. "\n    "See more about it on https://www.starlette.io/lifespan/.",\n    DeprecationWarning,\n)',
    'The on_startup parameter is deprecated, and it will be removed on version 1.0. Use the lifespan parameter instead.',
  ],
  [
    'a warning that only its category calls one (starlette 6715eb4f)',
    'responses.py',
    'warnings.warn(\n    "The \'method\' parameter is not used, and it will be removed.",\n    DeprecationWarning,\n)',
    "The 'method' parameter is not used, and it will be removed.",
  ],
  [
    'what depd is given (express 8449f23f)',
    'lib/response.js',
    "var deprecate = require('depd')('express')\ndeprecate('res.sendfile: Use res.sendFile instead');",
    'res.sendfile: Use res.sendFile instead',
  ],
  [
    'the comment by which Go knows it (client_golang 721f93fd)',
    'untyped.go',
    '// UntypedVec bundles metrics.\n//\n// Deprecated: Use NewGaugeVec, which is the same.\ntype UntypedVec struct {',
    'Deprecated: Use NewGaugeVec, which is the same.',
  ],
  [
    'the note of an attribute',
    'src/lib.rs',
    '#[deprecated(since = "0.2.0", note = "use `Router::merge` instead of it")]',
    'use `Router::merge` instead of it',
  ],
])('%s says what to use instead', (_, path, code, said) => {
  expect(warned(path, code)).toBe(said)
})

test('a warning ends with its argument, and is about what the headline names (got b2f8ace5, attrs bde3f58c)', () => {
  const code = 'warn(\n  "Deprecated: Router will be removed in 11.\\nUse routes.",\n  "GOT_ELECTRON"\n)'
  expect(warned('a.ts', code)).toBe('Deprecated: Router will be removed in 11. Use routes.')
  expect(warned('a.py', 'warn("The `repr_ns` argument is deprecated and will be removed.", DeprecationWarning)')).toBe(
    '',
  )
})

test('parts of a text, values that are filled in, and tests say nothing', () => {
  expect(warned('a.js', "deprecate('req.param(' + name + '): Use req.params or req.body instead');")).toBe('')
  expect(warned('a.py', 'warn(f"{name} is deprecated and will be removed", DeprecationWarning)')).toBe('')
  expect(warned('tests/test_a.py', '"This method is deprecated and will be removed."  # DeprecationWarning')).toBe('')
  expect(warned('a.py', 'raise ValueError("the name must not be empty here")')).toBe('')
})

test('a deprecation that gives no reason tells its warning, and one that gives one keeps it', () => {
  const code = {
    'src/routing.py': { added: ['warn("`route` is deprecated. Use `routes` instead.", DeprecationWarning)'] },
  }
  const why = (message: string): string | undefined =>
    analysed(message, code).evidence.find(({ kind }) => kind === 'lesson')?.text
  expect(why('Deprecate the `route` decorator')).toBe('`route` is deprecated. Use `routes` instead.')
  const own = 'It hid the order in which routes are matched.'
  expect(why(`Deprecate the \`route\` decorator\n\n${own}`)).toBe(own)
  expect(why('Sort routes')).toBe('')
})
