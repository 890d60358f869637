import { isUtf8 } from 'node:buffer'

/**
 * Reads bytes as text, line by line: one that is not UTF-8 is taken for Latin-1, where every byte means a
 * character, so that none becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(whole)) return whole.toString('utf8')
  let text = ''
  for (let at = 0; at < whole.length;) {
    const end = endOfLine(whole, at)
    const line = whole.subarray(at, end)
    text += line.toString(isUtf8(line) ? 'utf8' : 'latin1')
    at = end
  }
  return text
}

/** Where the line that begins at a byte ends, what ended it included: a line feed, or the NUL between git's records. */
function endOfLine(bytes: Buffer, at: number): number {
  const ends = [bytes.indexOf(10, at), bytes.indexOf(0, at)].filter((end) => end !== -1)
  return ends.length === 0 ? bytes.length : Math.min(...ends) + 1
}
