import { expect, test } from 'vitest'
import { commentsNow } from '../../src/curate/evidence/comments-now.ts'

const wheel = `class WheelBuilder:
    def build(self):
        lib = self.find()
        if lib is None:
            # The result of building the extensions does not exist
            return
        for name in lib:
            # Names of other systems are left alone
            self.add(name)
`

test('a comment told what was so without the condition that it stood under (poetry-core d095e4a4)', () => {
  const now = commentsNow(wheel, 'src/wheel.py')
  expect(now('The result of building the extensions does not exist')).toMatchObject({
    name: 'WheelBuilder.build',
    code: 'if lib is None',
  })
  // A loop is no condition: what is said below it is about the statement.
  expect(now('Names of other systems are left alone')?.code).toBe('self.add(name)')
})

test('a statement is told with its condition, as far as there is room, and without what may be secret', () => {
  const go = (when: string, statement: string) =>
    `func f() {\n\tif ${when} {\n\t\t// It is illegal to send this\n\t\t${statement}\n\t}\n}\n`
  const codeOf = (when: string, statement: string) =>
    commentsNow(go(when, statement), 'close.go')('It is illegal to send this')?.code
  expect(codeOf('code == NoStatus', 'return empty{}')).toBe('if code == NoStatus: return empty{}')
  expect(codeOf(`${'very'.repeat(12)} == 1`, `send(${'much'.repeat(16)})`)).toMatch(/^send\(/)
  expect(codeOf('password == "swordfish"', 'send(reply)')).not.toContain('swordfish')
})

test('a comment was told beside the `and not` of a condition (black 0eddb3d6)', () => {
  const lines = ['class A:', '    def check(self, line):', '        return (', '            line.depth > 0']
  const condition = [
    ...lines,
    '            # They continue a chain of their own',
    '            and not (',
    '                line.leaves',
  ]
  expect(commentsNow(condition.join('\n'), 'a.py')('They continue a chain of their own')?.code).toBe('')
})

test('a word was told that the comment between it and the statement calls a password', () => {
  const lines = [
    'class A:',
    '    def check(self, given):',
    '        if given == "swordfish":',
    '            # The master password of the support team stays',
    '            return self.allow(given)',
    '',
  ]
  expect(commentsNow(lines.join('\n'), 'a.py')('The master password of the support team stays')?.code).not.toContain(
    'swordfish',
  )
})

test('what only begins as a condition does is none', () => {
  const codeOf = (path: string, ...lines: readonly string[]) =>
    commentsNow(lines.join('\n'), path)('Names stay short here')?.code
  expect(
    codeOf('a.py', 'def f():', '    match = re.search(', '        # Names stay short here', '        pattern, given)'),
  ).not.toMatch(/^match/)
  expect(
    codeOf('a.js', 'function f() {', '  if (foo ||', '      // Names stay short here', '      bar()) {', '  }', '}'),
  ).not.toMatch(/^if/)
  expect(
    codeOf('a.rb', 'def f', '  unless given.nil?', '    # Names stay short here', '    cut(given)', '  end', 'end'),
  ).toBe('unless given.nil?: cut(given)')
})

test('a comment that a function has twice went by what the diff showed around it (immer 2454a516)', () => {
  const twice = (second: string) => `function enable() {
  function generate(all) {
    for (const one of all) {
      // Need to maybe clone it
      push(one)
    }
  }
  function ${second}(all) {
    // Need to maybe clone it
    push(all)
  }
}
`
  const ofOne = twice('other').replace('  }\n  function other(all) {\n', '')
  expect(commentsNow(ofOne, 'patches.js')('Need to maybe clone it')).toMatchObject({ name: 'generate', code: '' })
  expect(commentsNow(twice('other'), 'patches.js')('Need to maybe clone it')).toBeUndefined()
})

test('a comment began with “because”, without the line that says what for (vue c11002f1)', () => {
  const lines = [
    'function f() {',
    '  // we use the private property',
    '  // because the other one checks',
    '  g()',
    '}',
  ]
  const now = commentsNow(lines.join('\n'), 'a.ts')
  expect(now('because the other one checks')?.text).toBe('we use the private property because the other one checks')
  expect(now('we use the private property because the other one checks')?.text).toBeUndefined()
})

test('“The following provide their own synchronization” told nobody what (grpc-go cf6d4d5a)', () => {
  const fields = ['\tcsMgr *manager', '\tpicker   picker // of balancers', '', '\tmu sync.Mutex']
  const said = (head: string) => {
    const lines = ['type ClientConn struct {', '\tctx context.Context', `\t// ${head}`, ...fields, '}']
    return commentsNow(lines.join('\n'), 'clientconn.go')(head)?.text
  }
  expect(said('The following provide their own synchronization.')).toBe(
    'The following (`csMgr`, `picker`) provide their own synchronization.',
  )
  expect(said('The following fields are read-only.')).toBe('The following fields (`csMgr`, `picker`) are read-only.')
  expect(said('The first two are read-only.')).toBeUndefined()
  // A function is none of what is spoken of.
  const lines = ['// The following arguments are required', 'func f(a int) {', '\tg(a)', '}']
  expect(commentsNow(lines.join('\n'), 'a.go')('The following arguments are required')?.text).toBeUndefined()
})

test('a comment before a note for bundlers was told without what it is about (vue makeMap.ts)', () => {
  const lines = [
    '/**',
    ' * All calls must be marked.',
    ' */',
    '',
    '/*@__NO_SIDE_EFFECTS__*/',
    'export function makeMap() {}',
  ]
  expect(commentsNow(lines.join('\n'), 'makeMap.ts')('All calls must be marked.')?.name).toBe('makeMap')
})
