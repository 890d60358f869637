import type { Commit } from '../../commit.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import { byLinesRemoved, type LineHistory } from './line-history.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { toolsOf } from '../code/tools.ts'
import { NumberTable } from './number-table.ts'
import { hashLine, isFollowed } from './significant-lines.ts'

/** What became of the lines of a commit that touched no code. */
type NonCodeHistory = Pick<LineHistory, 'added' | 'gone' | 'removed' | 'removers'>

const state = { awaited: 1, there: 2 } as const

/**
 * Remembers what commits wrote that touched no code: tests, pages, settings. Such a line stands while any file that is no
 * code says it, so where it moved to does not matter; who took it out last is who took it out.
 */
export class NonCodeLines {
  readonly #written = new Map<string, { readonly texts: readonly number[]; readonly removed: number }>()
  readonly #known = new NumberTable()
  /** Who took a line out last, as a place in the list of removers, from 1 on. */
  readonly #lastRemover = new NumberTable()
  readonly #removers: string[] = []
  readonly #tools = new Set<string>()

  /** Reads a commit; what an `isTracked` one wrote is remembered. */
  follow({ sha, changes }: Commit, { isTracked }: { readonly isTracked: boolean }): void {
    const hunks = changes.filter(isNonCodeFile).flatMap((change) => change.hunks)
    const taken = textsOf(hunks.map(({ removed }) => removed))
    this.#take(sha, taken)
    if (!isTracked || changes.some(isFollowed)) return
    const texts = [...new Set(textsOf(hunks.map(({ added }) => added)))]
    if (texts.length === 0) return
    this.#written.set(sha, { texts, removed: taken.length })
    for (const text of texts) this.#known.set(text, state.awaited)
  }

  #take(remover: string, texts: readonly number[]): void {
    for (const text of texts) {
      if (this.#known.get(text) === 0) continue
      if (this.#removers.at(-1) !== remover) this.#removers.push(remover)
      this.#lastRemover.set(text, this.#removers.length)
    }
  }

  /** Compares with a file as it stands after the last commit. */
  compareFile(path: string, content: string): void {
    for (const tool of toolsOf(path, content)) this.#tools.add(tool)
    if (this.#written.size === 0 || !isNonCodeFile({ path })) return
    for (const text of textsOf([content.split('\n')]))
      if (this.#known.get(text) !== 0) this.#known.set(text, state.there)
  }

  /** Whether the settings that were compared name a tool. */
  hasTool(tool: string): boolean {
    return this.#tools.has(tool)
  }

  /** Undefined for a commit that is not tracked, or touched code. */
  lineHistoryOf(sha: string): NonCodeHistory | undefined {
    const written = this.#written.get(sha)
    if (written === undefined) return undefined
    const gone = written.texts.filter((text) => this.#known.get(text) !== state.there)
    const lines = new Map<string, number>()
    for (const text of gone) {
      const remover = this.#removers[this.#lastRemover.get(text) - 1]
      if (remover !== undefined) lines.set(remover, (lines.get(remover) ?? 0) + 1)
    }
    return { added: written.texts.length, gone: gone.length, removed: written.removed, removers: byLinesRemoved(lines) }
  }
}

/** A changelog keeps what it says, whatever holds, and takes in the fragments that it is made of (attrs 70b7f885). */
export const isNonCodeFile = ({ path }: { readonly path: string }): boolean =>
  fileKindOf(path) !== 'code' && !isSample(path) && !isChangelog(path) && !isFragment(path)

function textsOf(pieces: readonly (readonly string[])[]): readonly number[] {
  const texts: number[] = []
  for (const lines of pieces)
    for (const line of lines) {
      // A line stands where a callout quotes it (bat 89f3d2d3).
      const hashed = hashLine(line.replace(/^\s*>\s?/, ''), 0)
      if (hashed !== undefined) texts.push(hashed.text)
    }
  return texts
}
