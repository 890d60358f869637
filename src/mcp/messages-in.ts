/** An answer to what is no message of JSON-RPC 2.0; the id is null where nothing says which request it was to be. */
export type BrokenAnswer = {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

type Reading = {
  /** Whether parsed JSON is a message of the protocol. */
  readonly isMessage: (said: unknown) => boolean
  readonly answer: (answer: BrokenAnswer) => Promise<void>
  /** What nobody may answer is reported: a response that is none. */
  readonly report: (error: Error) => void
}

/**
 * Takes messages, a line each, out of what a client sends, and answers lines that are none, which the SDK only passes over: who
 * sent one would wait for ever.
 */
export async function* messagesIn(input: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of input) {
    let at = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      const line = Buffer.concat([...begun, chunk.subarray(at, end + 1)])
      begun = []
      at = end + 1
      if (await isUsable(line.toString(), reading)) yield line
    }
    if (at < chunk.length) begun.push(chunk.subarray(at))
  }
}

const newline = 0x0a

/** Whether a line is a message; where it is none, it is answered. */
async function isUsable(line: string, { isMessage, answer, report }: Reading): Promise<boolean> {
  if (line.trim() === '') return false
  const said = parsed(line)
  if (said === undefined) await answer(broken(null, -32_700, 'Parse error: a line must be JSON, and this one is none.'))
  else if (isMessage(said)) return true
  // Whoever answers a response may be answered in turn, and so on.
  else if (isResponseAtAll(said)) report(new Error('A response that is none of JSON-RPC 2.0 was passed over.'))
  else await answer(broken(idOf(said), -32_600, 'Invalid Request: this is no message of JSON-RPC 2.0.'))
  return false
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const broken = (id: BrokenAnswer['id'], code: number, message: string): BrokenAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const isResponseAtAll = (said: unknown): boolean =>
  typeof said === 'object' && said !== null && !('method' in said) && ('result' in said || 'error' in said)

const idOf = (said: unknown): BrokenAnswer['id'] => {
  const id = typeof said === 'object' && said !== null && 'id' in said ? said.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
