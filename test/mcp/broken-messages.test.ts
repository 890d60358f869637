import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { newRepo, program } from '../support/repo.ts'

type Said = {
  readonly id?: string | number | null
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string }
}

/** A server to which lines are written as they are, whatever they hold. */
type RawServer = {
  readonly child: ChildProcessWithoutNullStreams
  readonly write: (text: string) => void
  /** The next line that it says. */
  readonly next: () => Promise<Said>
  readonly ended: Promise<number | null>
}

function rawServer(): RawServer {
  const repo = newRepo()
  const child = spawn(process.execPath, [program, 'mcp'], { cwd: repo.root, env: repo.env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    write: (text) => void child.stdin.write(text),
    next: async () => JSON.parse(String((await lines.next()).value)) as Said,
    ended,
  }
}

const clientInfo = { name: 'raw', version: '1' }
const opening = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })}\n`
const ping = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`

test('whoever sent broken JSON waited for an answer for ever', async () => {
  const { write, next } = rawServer()
  write('this is no JSON\n')
  expect(await next()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: 'Parse error: a line must be JSON, and this one is none.' },
  })
  write(opening)
  expect(await next()).toMatchObject({ id: 1, result: {} })
  // In pieces, and with what comes next behind it, as a pipe may bring it.
  write('{"jsonrpc": "2.0", ')
  write(`"id": 2, "method"\n${ping(3)}`)
  expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } })
  expect(await next()).toMatchObject({ id: 3, result: {} })
})

test.each([
  ['a number', '5', null],
  ['nothing', 'null', null],
  ['a batch, which the protocol has no more', `[${ping(1).trim()}]`, null],
  ['another protocol', '{"id":"a","method":"ping"}', 'a'],
  ['a method that is no name', '{"jsonrpc":"2.0","id":7,"method":1}', 7],
  ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
])('JSON that is no request is answered as that, and so is what comes next: %s', async (_what, line, id) => {
  const { write, next } = rawServer()
  write(opening)
  await next()
  write(`${line}\n${ping(2)}`)
  expect(await next()).toMatchObject({ id, error: { code: -32_600 } })
  expect(await next()).toMatchObject({ id: 2, result: {} })
})

test('an empty line and a broken response are answered by nothing, for that might be answered in turn', async () => {
  const { write, next } = rawServer()
  write(opening)
  await next()
  write(
    `\n{"jsonrpc":"2.0","id":1,"result":5}\n{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n${ping(2)}`,
  )
  expect(await next()).toMatchObject({ id: 2, result: {} })
})

test('the server ends when nobody reads what it says any more', async () => {
  const { child, write, next, ended } = rawServer()
  write(opening)
  await next()
  const closed = new Promise((resolve) => child.stdout.once('close', resolve))
  child.stdout.destroy()
  await closed
  write('no JSON\n')
  expect(await ended).toBe(0)
})
