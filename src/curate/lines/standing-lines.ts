import { Column } from './column.ts'
import { NumberTable } from './number-table.ts'

/**
 * Lines of commits as they stand in files, a million in a large project: so they are rows of numbers and no objects. Equal
 * lines of one commit are one line with as many copies; of equal lines in one file, the one that came first goes first.
 */
export class StandingLines {
  /** The place where a line stands last, by `where`; the places of one `where` form a ring, which the last one closes. */
  readonly #last = new NumberTable()
  readonly #places = new Rows()
  readonly #lineAt = new Column('whole')
  readonly #nextOf = new Column('whole')
  readonly #lines = new Rows()
  readonly #ownerOf = new Column('whole')
  readonly #textOf = new Column('long')
  readonly #copiesOf = new Column('whole')

  /** How many lines there are. */
  count = 0

  /** Gives a line of an owner a number above 0; it stands nowhere yet. */
  begin(owner: number, text: number): number {
    const line = this.#lines.begin()
    this.count++
    this.#ownerOf.set(line, owner)
    this.#textOf.set(line, text)
    this.#copiesOf.set(line, 0)
    return line
  }

  put(line: number, where: number): void {
    const place = this.#places.begin()
    const last = this.#last.get(where)
    this.#lineAt.set(place, line)
    this.#nextOf.set(place, last === 0 ? place : this.#nextOf.get(last))
    if (last !== 0) this.#nextOf.set(last, place)
    this.#last.set(where, place)
    this.#copiesOf.set(line, this.#copiesOf.get(line) + 1)
  }

  /** Takes one line from where it stands; 0 where none does. */
  take(where: number): number {
    const last = this.#last.get(where)
    if (last === 0) return 0
    const first = this.#nextOf.get(last)
    if (first === last) this.#last.delete(where)
    else this.#nextOf.set(last, this.#nextOf.get(first))
    this.#places.end(first)
    const line = this.#lineAt.get(first)
    this.#copiesOf.set(line, this.#copiesOf.get(line) - 1)
    return line
  }

  /** Lets a line that was taken say something else from now on; false for one of which a copy stands as it was. */
  rewrite(line: number, text: number): boolean {
    if (this.#copiesOf.get(line) > 0) return false
    this.#textOf.set(line, text)
    return true
  }

  /** Forgets a line that stands nowhere any more, and tells whose it was; undefined for one of which a copy stands. */
  end(line: number): number | undefined {
    if (this.#copiesOf.get(line) > 0) return undefined
    this.#lines.end(line)
    this.count--
    return this.#ownerOf.get(line)
  }

  /** Tells of each line that stands whose it is and what it says. */
  forEach(tell: (owner: number, text: number) => void): void {
    for (let line = 1; line <= this.#lines.last; line++)
      if (this.#copiesOf.get(line) > 0) tell(this.#ownerOf.get(line), this.#textOf.get(line))
  }
}

/** Numbers rows from 1 on; the number of one that has ended is given again. */
class Rows {
  last = 0
  readonly #free = new Column('whole')
  #freed = 0

  begin(): number {
    return this.#freed === 0 ? ++this.last : this.#free.get(--this.#freed)
  }

  end(row: number): void {
    this.#free.set(this.#freed++, row)
  }
}
