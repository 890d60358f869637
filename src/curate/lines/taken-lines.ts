import { Column } from './column.ts'

/** Lines that later commits took out: of each owner, where each stood and by which commit it was taken. */
export class TakenLines {
  readonly #removers: string[] = []
  /** The line of an owner that was taken last; each names the one before it, 0 where there is none. */
  readonly #lastOf = new Column('whole')
  readonly #before = new Column('whole')
  readonly #where = new Column('long')
  /** The number of the commit that took it, doubled, and one more where it was written anew. */
  readonly #by = new Column('whole')
  /** A bit for each place where a line may have been taken, by its last bits: of a million, most others are told apart. */
  readonly #marks = new Column('whole')
  #count = 0

  add(owner: number, where: number, { remover, isRewritten }: { remover: string; isRewritten: boolean }): void {
    if (this.#removers.at(-1) !== remover) this.#removers.push(remover)
    const row = ++this.#count
    this.#before.set(row, this.#lastOf.get(owner))
    this.#where.set(row, where)
    this.#by.set(row, (this.#removers.length - 1) * 2 + (isRewritten ? 1 : 0))
    this.#marks.set(rowOfMark(where), this.#marks.get(rowOfMark(where)) | (1 << (where % 32)))
    this.#lastOf.set(owner, row)
  }

  /** Whether a line may have been taken from a place; false where none was. */
  mayHold(where: number): boolean {
    return (this.#marks.get(rowOfMark(where)) & (1 << (where % 32))) !== 0
  }

  /** Counts the lines of an owner that each commit took, of those that count, and how many of them it wrote anew. */
  countBy(owner: number, counts: (where: number) => boolean): ReadonlyMap<string, Taken> {
    const found = new Map<string, { lines: number; rewritten: number }>()
    for (let row = this.#lastOf.get(owner); row !== 0; row = this.#before.get(row)) {
      if (!counts(this.#where.get(row))) continue
      const by = this.#by.get(row)
      const remover = this.#removers[by >> 1] ?? ''
      const known = found.get(remover) ?? { lines: 0, rewritten: 0 }
      found.set(remover, known)
      known.lines++
      known.rewritten += by & 1
    }
    return found
  }
}

const rowOfMark = (where: number): number => Math.floor(where / 32) % 0x80000

type Taken = { readonly lines: number; readonly rewritten: number }
