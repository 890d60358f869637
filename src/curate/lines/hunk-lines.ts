import type { Commit, FileChange } from '../../commit.ts'
import { isSweep, rewrittenIn, sweptIn } from './rewritten-lines.ts'
import { hashLine, type HashedLine, isFollowed } from './significant-lines.ts'

/** The significant lines of a hunk; of those that it took out, the one in whose place another says nearly the same. */
export type HunkLines = {
  readonly added: readonly HashedLine[]
  readonly removed: readonly (HashedLine & { readonly anew?: HashedLine })[]
  /** Whether its commit is a sweep: then a line that is written anew is the same line. */
  readonly isSwept: boolean
}

/** Reads what a commit put in and took out, hunk by hunk; what says nothing by itself is left out. */
export function linesOf({ changes }: Commit, fileOf: (change: FileChange) => number): readonly HunkLines[] {
  const followed = changes.filter(isFollowed)
  const isSwept = isSweep(followed)
  return followed.flatMap((change) => {
    const file = fileOf(change)
    return change.hunks.map((hunk) => {
      const anew = isSwept ? sweptIn(hunk) : rewrittenIn(hunk)
      const removed: HunkLines['removed'][number][] = []
      for (const line of hunk.removed) {
        const gone = hashLine(line, file)
        const instead = anew.size === 0 ? undefined : hashLine(anew.get(line) ?? '', file)
        if (gone !== undefined) removed.push(instead === undefined ? gone : { ...gone, anew: instead })
      }
      return { isSwept, added: hunk.added.flatMap((line) => hashLine(line, file) ?? []), removed }
    })
  })
}

/** Numbers files as they come, from 1 on; one that was renamed keeps its number. */
export function numbering(files: Map<string, number>): (change: FileChange) => number {
  let known = 0
  return ({ path, from, status }) => {
    const id = files.get(status === 'renamed' ? from : path) ?? ++known
    if (status === 'renamed') files.delete(from)
    files.set(path, id)
    return id
  }
}
