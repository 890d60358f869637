import { git } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** A file that a commit moved: the path that it had, and the one that it has. */
export type Move = readonly [from: string, to: string]

/**
 * Lists the files that the history of a commit moved, oldest first; what merges did is told by their parents. Where blobs
 * are not here, and git would fetch them to compare, only what moved as it was is found.
 */
export async function listMoves(
  place: RepoPaths,
  commit: string,
  { mayReadBlobs }: { readonly mayReadBlobs: boolean },
): Promise<readonly Move[]> {
  const likeness = mayReadBlobs ? '-M' : '-M100%'
  const args = ['log', '--raw', '-z', likeness, '--diff-filter=R', '--format=', '--reverse', '--end-of-options', commit]
  const fields = (await git(place, args)).split('\0')
  return fields.flatMap((field, at) => {
    const [from, to] = [fields[at + 1], fields[at + 2]]
    return /^\s*:\d/.test(field) && from !== undefined && to !== undefined ? [[from, to] as const] : []
  })
}
