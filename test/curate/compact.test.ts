import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compact, longestPrefix } from '../../src/curate/authored/compact.ts'
import { isRefusal } from '../../src/curate/authored/refusal.ts'
import { countTokens } from '../../src/text/tokens.ts'

const long = 'The pool must never be shared between workers. '.repeat(600)

describe('a text that is too long', () => {
  test('is summarised when the model can', async () => {
    const asked: unknown[] = []
    const summarise = async (text: string, tokens: number, level: string): Promise<string> => {
      asked.push([text === long, tokens, level])
      return 'Pools are not shared between workers.'
    }
    expect(await compact(long, { budget: 1_000, summarise })).toEqual({
      text: 'Pools are not shared between workers.',
      level: 'L1',
    })
    expect(asked).toEqual([[true, 1_000, 'L1']])
  })

  test('is summarised harder, in six tenths of the budget, from what the first try left', async () => {
    const first = 'Pools are not shared. '.repeat(400)
    const asked: unknown[] = []
    const summarise = async (text: string, tokens: number, level: string): Promise<string> => {
      asked.push([text === first.trim(), tokens, level])
      return level === 'L1' ? first : 'Pools are not shared between workers.'
    }
    expect((await compact(long, { budget: 1_000, summarise })).level).toBe('L2')
    expect(asked[1]).toEqual([true, 600, 'L2'])
  })

  test.each<[string, () => Promise<string>]>([
    ['refuses', async () => "I'm sorry, I cannot help with that."],
    ['says nothing', async () => ''],
    ['writes more than it read', async () => `${long}${long}`],
    ['fails', async () => await Promise.reject(new Error('429'))],
  ])('is cut when the model %s', async (_, summarise) => {
    const { text, level } = await compact(long, { budget: 1_000, summarise })
    expect([level, text]).toEqual(['L3', long.slice(0, 4_000)])
  })

  test('is cut without asking where it is short enough that a summary costs more than it keeps', async () => {
    const summarise = async (): Promise<string> => await Promise.reject(new Error('asked'))
    expect((await compact(long.slice(0, 20_000), { budget: 1_000, summarise })).level).toBe('L3')
    expect((await compact('short', { budget: 1_000, summarise })).level).toBe('whole')
  })

  test('always ends, fits its budget and is shorter, whatever the model answers', async () => {
    const replies = fc.array(fc.oneof(fc.string(), fc.constant(long), fc.constant('Fail')), {
      minLength: 2,
      maxLength: 2,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 60_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        replies,
        async (text, budget, said) => {
          const left = [...said]
          const summarise = async (): Promise<string> =>
            left.shift() ?? (await Promise.reject(new Error('asked again')))
          const done = await compact(text, { budget, summarise })
          expect(countTokens(done.text)).toBeLessThanOrEqual(budget)
          if (done.level !== 'whole') expect(done.text.length).toBeLessThan(text.length)
        },
      ),
    )
  })

  test('never ends within a character', () => {
    expect(longestPrefix('abc😀', 1)).toBe('abc')
  })
})

test.each([
  ["I'm sorry, but I can't summarise this.", true],
  ['As an AI language model, I have no opinion.', true],
  ['Summary', true],
  ['[insert summary here]', true],
  ['- Tokens are used once, because a stolen one stayed useful.', false],
])('%j is a refusal: %s', (reply, is) => expect(isRefusal(reply)).toBe(is))
