/**
 * A list of numbers that grows as it is written, in a third of the room of an array; what was not written is 0. It grows by
 * equal pieces: one that was copied into a larger one leaves a hole behind that nothing fits in, and stands twice meanwhile.
 */
export class Column {
  readonly #pieces: (Int32Array | Float64Array)[] = []
  readonly #kind: 'whole' | 'long'

  /** 'whole' numbers have 32 bits. */
  constructor(kind: 'whole' | 'long') {
    this.#kind = kind
  }

  get(row: number): number {
    return this.#pieces[row >>> bits]?.[row & mask] ?? 0
  }

  set(row: number, value: number): void {
    const at = row >>> bits
    while (at >= this.#pieces.length)
      this.#pieces.push(this.#kind === 'whole' ? new Int32Array(1 << bits) : new Float64Array(1 << bits))
    const piece = this.#pieces[at]
    if (piece !== undefined) piece[row & mask] = value
  }
}

const bits = 13
const mask = (1 << bits) - 1
