import { type Skimmed, skimRequest, type Skimming, topOf } from './skim-request.ts'

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
 * sent one would wait for ever. Of a line that is too long nothing is kept but what its answer needs.
 */
export async function* messagesIn(input: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<Buffer> {
  const line = beginLine()
  for await (const chunk of input) {
    let at = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      line.add(chunk.subarray(at, end + 1))
      at = end + 1
      const whole = line.end()
      if ('isResponse' in whole) await refuse(whole, tooLong, reading)
      else if (await isUsable(whole.toString(), reading)) yield whole
    }
    if (at < chunk.length) line.add(chunk.subarray(at))
  }
}

/** Bytes of a message, at most: a longer one would end the transport of the SDK. */
const longestMessage = 10 * 1024 * 1024
const tooLong = `Invalid Request: it is longer than ${longestMessage / 1024 / 1024} MiB, which is the most that is read of one.`

/** A line as it comes in, piece by piece: whole at its end, or what was skimmed of one that is too long. */
type LineIn = { readonly add: (piece: Buffer) => void; readonly end: () => Buffer | Skimmed }

function beginLine(): LineIn {
  let pieces: Buffer[] = []
  let length = 0
  let skimming: Skimming | undefined
  return {
    add: (piece) => {
      pieces.push(piece)
      length += piece.length
      if (length <= longestMessage) return
      skimming ??= skimRequest()
      for (const one of pieces) skimming.read(one)
      pieces = []
    },
    end: () => {
      const ended = skimming === undefined ? Buffer.concat(pieces) : skimming.end()
      ;[pieces, length, skimming] = [[], 0, undefined]
      return ended
    },
  }
}

const newline = 0x0a

/** Whether a line is a message; where it is none, it is answered. */
async function isUsable(line: string, reading: Reading): Promise<boolean> {
  const { isMessage, answer } = reading
  if (line.trim() === '') return false
  const said = parsed(line)
  if (said === undefined) await answer(broken(null, -32_700, 'Parse error: a line must be JSON, and this one is none.'))
  else if (isMessage(said)) return true
  else await refuse(topOf(said), 'Invalid Request: this is no message of JSON-RPC 2.0.', reading)
  return false
}

/** Answers what cannot be read; a response is only reported, since whoever answers one may be answered in turn, and so on. */
async function refuse({ id, isResponse }: Skimmed, why: string, { answer, report }: Reading): Promise<void> {
  if (isResponse) report(new Error(`A response was passed over. ${why}`))
  else await answer(broken(id, -32_600, why))
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
