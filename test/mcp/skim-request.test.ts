import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skimRequest, topOf } from '../../src/mcp/skim-request.ts'

/** Skims a text in pieces of so many bytes. */
function skimmed(text: string, size = 7): ReturnType<typeof topOf> {
  const bytes = Buffer.from(text)
  const skimming = skimRequest()
  for (let at = 0; at < bytes.length; at += size) skimming.read(bytes.subarray(at, at + size))
  return skimming.end()
}

test('what is skimmed of a message is what reading it whole would say', () => {
  const name = fc.oneof(fc.constantFrom('id', 'method', 'result', 'error', 'params', '__proto__'), fc.string())
  const value = fc.oneof(fc.jsonValue(), fc.integer(), fc.string({ unit: 'binary', maxLength: 20 }))
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.tuple(name, value)).map(Object.fromEntries), fc.jsonValue()),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 2),
      (said, size, indented) => {
        const text = JSON.stringify(said, undefined, indented)
        expect(skimmed(text, size)).toEqual(topOf(JSON.parse(text)))
      },
    ),
  )
})

test('only what stands at the top of a message is its id, however it is spelled', () => {
  expect(skimmed('{"params":{"id":1,"x":"\\"id\\":2,"},"\\u0069d":"a\\"b","method":"m"}')).toEqual({
    kind: 'request',
    id: 'a"b',
  })
  expect(skimmed('{"id":{"id":3},"result":[]}')).toEqual({ kind: 'response', id: null })
  expect(skimmed(`{"id":"${'x'.repeat(1_000)}"}`)).toEqual({ kind: 'request', id: null })
  expect(skimmed(']}}{"id":4')).toEqual({ kind: 'request', id: null })
})

test('an id behind many blanks was taken for none', () => {
  const far = ' \n'.repeat(300)
  expect(skimmed(`{${far}"id"${far}:${far}7${far},${far}"method"${far}:${far}"m"${far}}`)).toEqual({
    kind: 'request',
    id: 7,
  })
})
