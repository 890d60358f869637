import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../src/problem.ts'
import { checkProject } from '../../src/repo/settings/schema.ts'
import { amount, withinReason } from '../support/slow.ts'

const keys = ['branchPrefix', 'ignore', 'domains', 'search', 'review', 'archive', 'model', '__proto__', 'constructor', '<<', '? a', 'x'] // prettier-ignore
const values = [
  'ctx', '[]', '{}', '[**/*.ts, "*"]', '{block: [secret]}', 'auto', 'null', '~', '.inf', '-0x1', '1e400', '&a [*a]', '*a', '!!js/function x',
  '!!binary AAAA', '|\n  text', '>-\n  a\n\n  b', '"\\u0000"', '"\\uD800"', '{a: &b {c: *b}}', '../../x', '-x', '--upload-pack=x', '2026-01-01',
] // prettier-ignore
/** What a reader of YAML may have to hold again and again. */
const units = ['a: ', '- ', '  ', '[', '{', '? ', '&a ', '*a ', '!', '"', "'", '|', '#', '\t', '---\n', '...\n', '%TAG ! a\n', '\\', '\n', 'é', '\u0085', '\u2028', ': ', ', '] // prettier-ignore

const lines = fc
  .array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)), { maxLength: 6 })
  .map((all) => all.map(([key, value]) => `${key}: ${value}\n`).join(''))
const repeated = fc
  .array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 })
  .map((some) => some.join('').repeat(Math.ceil(16_000 / some.join('').length)))
/** Nine names that each stand for nine of the one before: a text of a line that is a billion values. */
const laughs = fc
  .integer({ min: 2, max: 12 })
  .map((many) =>
    Array.from(
      { length: many },
      (_, at) => `a${at}: &a${at} [${Array.from({ length: 9 }, () => (at === 0 ? 'x' : `*a${at - 1}`)).join(', ')}]\n`,
    ).join(''),
  )

test('settings that anybody may have written are read or refused in words, and soon', () => {
  fc.assert(
    fc.property(fc.oneof(lines, repeated, laughs, fc.string({ unit: 'binary', maxLength: 2_000 })), (text) => {
      const [began, before] = [process.cpuUsage(), process.memoryUsage().rss]
      try {
        expect(Object.keys(checkProject(text))).toContain('branchPrefix')
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        expect(error.message.length).toBeLessThan(20_000)
      }
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(withinReason(2_000))
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: amount({ sample: 100, ci: 1_000, all: 5_000 }) },
  )
})
