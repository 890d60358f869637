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
  /** What nobody may answer is reported: a response that is none, or a notification. */
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
      yield* messageIn(line.end(), reading)
    }
    line.add(chunk.subarray(at))
  }
  // Who closes its end may leave out the last line end, and the transport of the SDK wants one.
  line.add(Buffer.of(newline))
  yield* messageIn(line.end(), reading)
}

/** Gives a line where it is a message, and answers it where it is none. */
async function* messageIn(line: Buffer | Skimmed, reading: Reading): AsyncGenerator<Buffer> {
  if ('kind' in line) await refuse(line, tooLong, reading)
  else if (await isUsable(line.toString(), reading)) yield line
}

/** Bytes of a message, at most: a longer one would end the transport of the SDK. */
const longestMessage = 10 * 1024 * 1024
const tooLong = `Invalid Request: it is longer than ${longestMessage / 1024 / 1024} MiB, which is the most that is read of one.`

/** A line as it comes in, piece by piece: whole at its end, or what was skimmed of one that is too long. */
type LineIn = { readonly add: (piece: Buffer) => void; readonly end: () => Buffer | Skimmed }

function beginLine(): LineIn {
  let kept = Buffer.alloc(0)
  let length = 0
  let skimming: Skimming | undefined
  return {
    add: (piece) => {
      if (skimming === undefined && length + piece.length > longestMessage) {
        skimming = skimRequest()
        skimming.read(kept.subarray(0, length))
        kept = Buffer.alloc(0)
      }
      if (skimming !== undefined) return skimming.read(piece)
      if (length + piece.length > kept.length) kept = grown(kept, length + piece.length)
      piece.copy(kept, length)
      length += piece.length
    },
    end: () => {
      const ended = skimming === undefined ? kept.subarray(0, length) : skimming.end()
      ;[kept, length, skimming] = [Buffer.alloc(0), 0, undefined]
      return ended
    },
  }
}

/** Makes room for so many bytes, and for as many again: of a line that comes byte by byte each is copied twice, not a million times. */
function grown(kept: Buffer, wanted: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(Math.max(wanted, Math.min(2 * kept.length, longestMessage)))
  kept.copy(larger)
  return larger
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

/**
 * Answers what cannot be read. A response is only reported, since whoever answers one may be answered in turn, and so on; and
 * so is a notification, which asks for no answer.
 */
async function refuse({ kind, id }: Skimmed, why: string, { answer, report }: Reading): Promise<void> {
  if (kind === 'request') await answer(broken(id, -32_600, why))
  else report(new Error(`A ${kind} was passed over. ${why}`))
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
