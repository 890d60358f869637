import { describe, expect, it } from 'vitest'
import { fieldListsOf } from '../../src/repo/git/log-fields.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const latin1 = Buffer.from('caf\u00e9\n', 'latin1')

describe('what git prints', () => {
  it('has the same fields wherever its pieces end, within a character too, and whether or not all of it is UTF-8', async () => {
    for (const last of [Buffer.from('plain'), latin1]) {
      const bytes = Buffer.concat([Buffer.from('naïve\0\0größer 🙂\ntwo\0'), last])
      const fields = ['naïve', '', 'größer 🙂\ntwo', last === latin1 ? 'café\n' : 'plain']
      for (let size = 1; size <= bytes.length; size++) {
        expect((await all(fieldListsOf(inPieces(bytes, size)))).flat(), `pieces of ${size}`).toEqual(fields)
      }
    }
  })
})
