import { expect, test } from 'vitest'
import { messagesIn } from '../../src/mcp/messages-in.ts'

const reading = { isMessage: () => true, answer: async () => {}, report: () => {} }

test('a line that came byte by byte took hundreds of megabytes until it ended', async () => {
  const size = 1_000_000
  let held = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    const one = Buffer.from('1')
    const before = process.memoryUsage()
    for (let at = 0; at < size; at++) yield one
    const now = process.memoryUsage()
    held = now.heapUsed + now.external - before.heapUsed - before.external
    yield Buffer.from('\n')
  }
  const lines: number[] = []
  for await (const line of messagesIn(bytes(), reading)) lines.push(line.length)
  expect(lines).toEqual([size + 1])
  expect(held).toBeLessThan(64 * 1024 * 1024)
})

test('a line is given as it came, however it was cut, and so is the one after it', async () => {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const piece of ['[1', ',2', '', ']\n\n[3]\n[', '4]']) yield Buffer.from(piece)
  }
  const lines: string[] = []
  for await (const line of messagesIn(pieces(), reading)) lines.push(line.toString())
  expect(lines).toEqual(['[1,2]\n', '[3]\n', '[4]\n'])
})
