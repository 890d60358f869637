import { Column } from './column.ts'
import { NumberTable } from './number-table.ts'
import type { HashedLine } from './significant-lines.ts'

/** Who takes back more lines than these says so; and a long history takes out millions, of which most are in large commits. */
export const mostPutBack = 20

/**
 * Lines that commits took out, and did not only move, with those who wrote them again where they had stood: rows of numbers, for
 * a long history has many.
 */
export class PutBack {
  /** Who took a line out last, by where it stood: the number of the commit, and one more. */
  readonly #takenBy = new NumberTable()
  /** How many lines each commit took. */
  readonly #taken = new Column('whole')
  /** The last row of each commit that was taken back; each row names the one before it, 0 where there is none. */
  readonly #lastOf = new Column('whole')
  readonly #before = new Column('whole')
  /** By whom, and how many lines. */
  readonly #by = new Column('whole')
  readonly #lines = new Column('whole')
  readonly #commits: string[] = []
  #count = 0

  /** Remembers what a commit took out, by its number; what it took twice is one line. Of more than `mostPutBack` nothing is. */
  take(owner: number, places: ReadonlySet<number>): void {
    if (places.size > mostPutBack) return
    this.#taken.set(owner, places.size)
    for (const where of places) this.#takenBy.set(where, owner + 1)
  }

  /** Counts the lines of a commit that earlier ones had taken out. */
  put(commit: string, lines: readonly HashedLine[]): void {
    for (const { where } of lines) {
      const owner = this.#takenBy.get(where) - 1
      if (owner === -1) continue
      this.#takenBy.delete(where)
      this.#add(owner, commit)
    }
  }

  /** The share of what a commit took out that each later one wrote again, by the hash of that. */
  sharesOf(owner: number): ReadonlyMap<string, number> {
    const shares = new Map<string, number>()
    for (let row = this.#lastOf.get(owner); row !== 0; row = this.#before.get(row))
      shares.set(this.#commits[this.#by.get(row)] ?? '', this.#lines.get(row) / this.#taken.get(owner))
    return shares
  }

  #add(owner: number, commit: string): void {
    if (this.#commits.at(-1) !== commit) this.#commits.push(commit)
    const by = this.#commits.length - 1
    const last = this.#lastOf.get(owner)
    const isKnown = last !== 0 && this.#by.get(last) === by
    const row = isKnown ? last : ++this.#count
    if (!isKnown) {
      this.#before.set(row, last)
      this.#by.set(row, by)
      this.#lastOf.set(owner, row)
    }
    this.#lines.set(row, this.#lines.get(row) + 1)
  }
}
