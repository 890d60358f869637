/** A list of numbers that grows as it is written, in a third of the room of an array; what was not written is 0. */
export class Column {
  #numbers: Int32Array | Float64Array

  constructor(kind: 'whole' | 'long') {
    this.#numbers = kind === 'whole' ? new Int32Array(1024) : new Float64Array(1024)
  }

  get(row: number): number {
    return this.#numbers[row] ?? 0
  }

  set(row: number, value: number): void {
    if (row >= this.#numbers.length) this.#growTo(row)
    this.#numbers[row] = value
  }

  #growTo(row: number): void {
    const length = Math.max(row + 1, Math.ceil(this.#numbers.length * 1.5))
    const grown = this.#numbers instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
    grown.set(this.#numbers)
    this.#numbers = grown
  }
}
