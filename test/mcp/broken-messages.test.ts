import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
  ['an id that no number of ours can be', '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', null],
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

test('a request above 10 MiB ended the server', async () => {
  const { write, next } = rawServer()
  write(opening)
  await next()
  const question = 'x'.repeat(11 * 1024 * 1024)
  // As the protocol's own client writes it: the id comes last.
  const params = { name: 'ctx_query', arguments: { question } }
  write(`${JSON.stringify({ method: 'tools/call', params, jsonrpc: '2.0', id: 'long' })}\n${ping(2)}`)
  expect(await next()).toEqual({
    jsonrpc: '2.0',
    id: 'long',
    error: {
      code: -32_600,
      message: 'Invalid Request: it is longer than 10 MiB, which is the most that is read of one.',
    },
  })
  expect(await next()).toMatchObject({ id: 2, result: {} })
  // What is long and still allowed is read.
  const most = JSON.stringify({
    jsonrpc: '2.0',
    id: 3,
    method: 'ping',
    params: { _meta: { x: question.slice(2 ** 21) } },
  })
  write(`${most}\n`)
  expect(await next()).toMatchObject({ id: 3, result: {} })
})

test('a line without an end is not kept, and whoever goes on after it is answered', async () => {
  const { child, write, next } = rawServer()
  const piece = Buffer.alloc(8 * 1024 * 1024, '[')
  for (let round = 0; round < 20; round++)
    await new Promise<void>((resolve) => child.stdin.write(piece, () => resolve()))
  write('\n')
  expect(await next()).toMatchObject({ id: null, error: { code: -32_600 } })
  if (process.platform === 'linux') {
    const [, peak = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    // The 160 MiB that were sent are not in there beside what the server needs itself.
    expect(Number(peak)).toBeLessThan(200 * 1024)
  }
  write(opening)
  expect(await next()).toMatchObject({ id: 1, result: {} })
})

test('a notification above 10 MiB was answered, which none ever is', async () => {
  const { write, next } = rawServer()
  write(opening)
  await next()
  const reason = 'x'.repeat(11 * 1024 * 1024)
  const params = { requestId: 5, reason }
  write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params })}\n${ping(2)}`)
  expect(await next()).toMatchObject({ id: 2, result: {} })
})

test('whoever closed the input after a last line without a line end got no answer to it', async () => {
  const broken = rawServer()
  broken.child.stdin.end('this is no JSON')
  expect(await broken.next()).toMatchObject({ id: null, error: { code: -32_700 } })
  expect(await broken.ended).toBe(0)
  const { child, write, next } = rawServer()
  write(opening)
  await next()
  child.stdin.end(ping(2).trim())
  expect(await next()).toMatchObject({ id: 2, result: {} })
})
