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
