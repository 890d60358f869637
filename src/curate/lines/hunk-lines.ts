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
    const lineOf = (line: string): HashedLine | undefined => hashLine(line, file)
    return change.hunks.map((hunk) => {
      const anew = isSwept ? sweptIn(hunk) : rewrittenIn(hunk)
      return {
        isSwept,
        added: hunk.added.flatMap((line) => lineOf(line) ?? []),
        removed: hunk.removed.flatMap((line) => {
          const [gone, instead] = [lineOf(line), lineOf(anew.get(line) ?? '')]
          return gone === undefined ? [] : [instead === undefined ? gone : { ...gone, anew: instead }]
        }),
      }
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
