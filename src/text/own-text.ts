/** Shorter pieces V8 copies by itself. */
const leastHeld = 13

/**
 * Copies a piece of a text: V8 keeps the whole text alive for a piece that was cut out of it, a file for the sentence that
 * is kept of it. For what is kept for long.
 */
export const ownText = (piece: string): string =>
  piece.length < leastHeld ? piece : String(JSON.parse(JSON.stringify(piece)))
