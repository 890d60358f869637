import { isUtf8 } from 'node:buffer'

/**
 * Reads bytes as text, line by line: one that is not UTF-8 is taken for Latin-1, where every byte means a
 * character, so that none becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(whole)) return whole.toString('utf8')
  let text = ''
  // Looked for again only once it was passed: looking for what never comes, line by line, would take for ever.
  const next = { lineFeed: -1, nul: -1 }
  for (let at = 0; at < whole.length;) {
    if (next.lineFeed < at) next.lineFeed = nextOf(whole, 10, at)
    if (next.nul < at) next.nul = nextOf(whole, 0, at)
    const end = Math.min(next.lineFeed, next.nul, whole.length - 1) + 1
    const line = whole.subarray(at, end)
    text += line.toString(isUtf8(line) ? 'utf8' : 'latin1')
    at = end
  }
  return text
}

/** Where a byte comes next: what ends a line is a line feed, or the NUL between git's records. */
function nextOf(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from)
  return at === -1 ? bytes.length : at
}
