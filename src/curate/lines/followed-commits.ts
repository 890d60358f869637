import { Column } from './column.ts'

/** What a tracked commit did besides its lines: how many it put in and took out, and what it wrote, a number each. */
export type Wrote = {
  readonly added: number
  readonly removed: number
  readonly tests: readonly number[]
  readonly names: readonly number[]
  readonly coined: readonly number[]
}

const lists = ['tests', 'names', 'coined'] as const

/** Of the lines that a commit wrote, so many must stand in one file or another to tell where it is now. */
const leastStanding = 0.25

/** The tracked commits, numbered from 0 on: tens of thousands in a large project, so they are rows of numbers. */
export class FollowedCommits {
  readonly #added = new Column('whole')
  readonly #removed = new Column('whole')
  readonly #missing = new Column('whole')
  /** The lines that stand in one file, and by the vote of Boyer and Moore (1981) the file that most of them may stand in. */
  readonly #standing = new Column('whole')
  readonly #home = new Column('whole')
  readonly #votes = new Column('whole')
  /** The lists of all commits, one after the other, and where each of them ends. */
  readonly #listed = new Column('long')
  readonly #ends = new Column('whole')

  count = 0

  add(wrote: Wrote): void {
    const number = this.count++
    this.#added.set(number, wrote.added)
    this.#removed.set(number, wrote.removed)
    for (const [at, list] of lists.entries()) {
      let end = this.#beginOf(number, at)
      for (const one of wrote[list]) this.#listed.set(end++, one)
      this.#ends.set(number * lists.length + at, end)
    }
  }

  /** Counts a line that no commit took out and that the code does not have. */
  miss(number: number): void {
    this.#missing.set(number, this.#missing.get(number) + 1)
  }

  /** Counts a line that stands in one file of the code, which has a number above 0. */
  stand(number: number, file: number): void {
    this.#standing.set(number, this.#standing.get(number) + 1)
    const votes = this.#votes.get(number)
    if (votes === 0) this.#home.set(number, file)
    this.#votes.set(number, votes + (votes === 0 || this.#home.get(number) === file ? 1 : -1))
  }

  /** The number of the file in which most lines stand, 0 where that is not plain. */
  homeOf(number: number): number {
    const standing = this.#standing.get(number)
    // More votes than half of all are a majority, in whatever order they were given.
    const isPlain = standing >= this.#added.get(number) * leastStanding && this.#votes.get(number) * 2 > standing
    return isPlain ? this.#home.get(number) : 0
  }

  get(number: number): (Wrote & { readonly missing: number }) | undefined {
    if (number >= this.count) return undefined
    return {
      added: this.#added.get(number),
      removed: this.#removed.get(number),
      missing: this.#missing.get(number),
      tests: this.#list(number, 0),
      names: this.#list(number, 1),
      coined: this.#list(number, 2),
    }
  }

  #list(number: number, at: number): readonly number[] {
    const begin = this.#beginOf(number, at)
    const length = this.#ends.get(number * lists.length + at) - begin
    return Array.from({ length }, (_, place) => this.#listed.get(begin + place))
  }

  #beginOf(number: number, at: number): number {
    const before = number * lists.length + at - 1
    return before < 0 ? 0 : this.#ends.get(before)
  }
}
