import type { Commit } from '../../commit.ts'
import { isChangelog, isFragment } from '../message/changelog.ts'
import { byLinesTaken, type Fate } from './fate.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { NumberTable } from './number-table.ts'
import { hashLine, isFollowed } from './significant-lines.ts'

/** What became of the lines of a commit that touched no code. */
type NonCodeFate = Pick<Fate, 'added' | 'gone' | 'removed' | 'takenBy'>

const state = { awaited: 1, there: 2 } as const

/**
 * Remembers what commits wrote that touched no code: tests, pages, settings. Such a line stands while any file that is no
 * code says it, so where it moved to does not matter; who took it out last is who took it out.
 */
export class NonCodeLines {
  readonly #written = new Map<string, { readonly texts: readonly number[]; readonly removed: number }>()
  readonly #known = new NumberTable()
  /** Who took a line out last, as a place in the list of takers, from 1 on. */
  readonly #takenBy = new NumberTable()
  readonly #takers: string[] = []

  /** Reads a commit; what an `isTold` one wrote is remembered. */
  follow({ sha, changes }: Commit, { isTold }: { readonly isTold: boolean }): void {
    const nonCode = changes.filter(isNonCodeFile)
    const taken = nonCode.flatMap(({ hunks }) => hunks.flatMap(({ removed }) => removed.flatMap(textOf)))
    this.#take(sha, taken)
    if (!isTold || changes.some(isFollowed)) return
    const texts = [...new Set(nonCode.flatMap(({ hunks }) => hunks.flatMap(({ added }) => added.flatMap(textOf))))]
    if (texts.length === 0) return
    this.#written.set(sha, { texts, removed: taken.length })
    for (const text of texts) this.#known.set(text, state.awaited)
  }

  #take(taker: string, texts: readonly number[]): void {
    for (const text of texts) {
      if (this.#known.get(text) === 0) continue
      if (this.#takers.at(-1) !== taker) this.#takers.push(taker)
      this.#takenBy.set(text, this.#takers.length)
    }
  }

  /** Meets a file as it stands after the last commit. */
  meet(path: string, content: string): void {
    if (this.#written.size === 0 || !isNonCodeFile({ path })) return
    for (const text of content.split('\n').flatMap(textOf))
      if (this.#known.get(text) !== 0) this.#known.set(text, state.there)
  }

  /** Undefined for a commit that was not told of, or touched code. */
  fateOf(sha: string): NonCodeFate | undefined {
    const written = this.#written.get(sha)
    if (written === undefined) return undefined
    const gone = written.texts.filter((text) => this.#known.get(text) !== state.there)
    const lines = new Map<string, number>()
    for (const text of gone) {
      const taker = this.#takers[this.#takenBy.get(text) - 1]
      if (taker !== undefined) lines.set(taker, (lines.get(taker) ?? 0) + 1)
    }
    return { added: written.texts.length, gone: gone.length, removed: written.removed, takenBy: byLinesTaken(lines) }
  }
}

/** A changelog keeps what it says, whatever holds, and takes in the fragments that it is made of (attrs 70b7f885). */
export const isNonCodeFile = ({ path }: { readonly path: string }): boolean =>
  fileKindOf(path) !== 'code' && !isSample(path) && !isChangelog(path) && !isFragment(path)

const textOf = (line: string): readonly number[] => {
  const hashed = hashLine(line, 0)
  return hashed === undefined ? [] : [hashed.text]
}
