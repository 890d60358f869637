/**
 * What the top of a message says, of which the rest is too long to be kept: what it is, and the id that an answer must have,
 * null where it has none that can be repeated.
 */
export type Skimmed = {
  readonly kind: 'request' | 'notification' | 'response'
  readonly id: string | number | null
}

/** Reads the top of a message from its bytes as they pass; `end` tells what it said. */
export type Skimming = { readonly read: (bytes: Uint8Array) => void; readonly end: () => Skimmed }

const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map((one) => one.charCodeAt(0))
const opening = new Set(['{', '['].map((one) => one.charCodeAt(0)))
const closing = new Set(['}', ']'].map((one) => one.charCodeAt(0)))
const blanks = new Set([' ', '\t', '\r', '\n'].map((one) => one.charCodeAt(0)))

/** Bytes of a name or an id that are kept; a longer one is taken for none. */
const longest = 256

/** Begins to read a message, keeping nothing but what `id` is and which of its names are there: clients may write that last. */
export function skimRequest(): Skimming {
  let [depth, isInString, isEscaped] = [0, false, false]
  let token: number[] = []
  let key = ''
  const top = new Map<string, unknown>()
  const keep = (byte: number): void => {
    const isBefore = token.length === 0 && blanks.has(byte)
    if (depth === 1 && token.length <= longest && !isBefore) token.push(byte)
  }
  const endValue = (): void => {
    if (told.has(key)) top.set(key, valueOf(token))
    ;[key, token] = ['', []]
  }
  const readInString = (byte: number): void => {
    keep(byte)
    if (byte === quote && !isEscaped) isInString = false
    isEscaped = byte === backslash && !isEscaped
  }
  const readBetween = (byte: number): void => {
    if (closing.has(byte)) {
      if (depth === 1) endValue()
      depth--
    } else if (depth === 1 && byte === colon) [key, token] = [String(valueOf(token)), []]
    else if (depth === 1 && byte === comma) endValue()
    else {
      keep(byte)
      isInString = byte === quote
      if (opening.has(byte)) depth++
    }
  }
  return {
    read: (bytes) => {
      for (const byte of bytes) {
        if (isInString) readInString(byte)
        else readBetween(byte)
      }
    },
    end: () => topOf(Object.fromEntries(top)),
  }
}

/** What a request says of itself, or a response. */
const told: ReadonlySet<string> = new Set(['id', 'method', 'result', 'error'])

/** Says what the top of a message says, so far as it is one. */
export function topOf(said: unknown): Skimmed {
  return isRecord(said) ? { kind: kindOf(said), id: idOf(said['id']) } : { kind: 'request', id: null }
}

function kindOf(said: Readonly<Record<string, unknown>>): Skimmed['kind'] {
  if (!('method' in said) && ('result' in said || 'error' in said)) return 'response'
  return typeof said['method'] === 'string' && !('id' in said) ? 'notification' : 'request'
}

/** A number that is larger than JavaScript's can be exact is another one by now than the one that was sent. */
const idOf = (id: unknown): Skimmed['id'] =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null

const isRecord = (said: unknown): said is Readonly<Record<string, unknown>> => typeof said === 'object' && said !== null

/** A name, text or number as JSON spells it; undefined for all that holds more, whose opening bracket alone was kept. */
function valueOf(token: readonly number[]): unknown {
  try {
    return JSON.parse(Buffer.from(token).toString())
  } catch {
    return undefined
  }
}
