import { Column } from './column.ts'
import { NumberTable } from './number-table.ts'
import type { HashedLine } from './significant-lines.ts'

/** Of a commit that took out more lines, nobody puts all back in silence; and a long history has millions of these. */
const mostLines = 20

/** Lines that commits took out, and did not only move, with those who wrote them again where they had stood. */
export class PutBack {
  /** Who took a line out last, by where it stood: the number of the commit, and one more. */
  readonly #takenBy = new NumberTable()
  /** How many lines each commit took. */
  readonly #taken = new Column('whole')
  readonly #back = new Map<number, Map<string, number>>()

  /** Remembers what a commit took out, by its number; what it took twice is one line. Of many lines nothing is. */
  take(owner: number, places: ReadonlySet<number>): void {
    if (places.size > mostLines) return
    this.#taken.set(owner, places.size)
    for (const where of places) this.#takenBy.set(where, owner + 1)
  }

  /** Counts the lines of a commit that an earlier one had taken out. */
  put(commit: string, lines: readonly HashedLine[]): void {
    for (const { where } of lines) {
      const owner = this.#takenBy.get(where) - 1
      if (owner === -1) continue
      this.#takenBy.delete(where)
      const found = this.#back.get(owner) ?? new Map<string, number>()
      this.#back.set(owner, found.set(commit, (found.get(commit) ?? 0) + 1))
    }
  }

  /** The share of what a commit took out that each later one wrote again. */
  sharesOf(owner: number): ReadonlyMap<string, number> {
    const shares = [...(this.#back.get(owner) ?? [])].map(
      ([commit, lines]) => [commit, lines / this.#taken.get(owner)] as const,
    )
    return new Map(shares)
  }
}
