import type { CommitAnalysis } from '../commit-analysis.ts'

/**
 * Commits that did nothing but delete files which are all there again, each with the commit that last brought one back: "revert arm64
 * change" deleted `bolt_arm64.go` (bbolt a74efb5d), and "Add support for arm64" wrote it again (503413c4). What went again is gone; what
 * only moved is not (8f3c534f).
 */
export function cameAgain(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const gone = new Set<string>()
  const back = new Map<string, string>()
  const waiting = new Map<string, readonly string[]>()
  for (const { sha, touched, deleted } of analyses) {
    const paths = touched.map(({ path }) => path)
    // Who deletes nothing else may have files that have other names by now.
    const taken = new Set(deleted.length === paths.length ? paths : deleted)
    const left = paths.filter((path) => !taken.has(path))
    const names = new Set(left.map(nameOf))
    for (const path of taken)
      if (!names.has(nameOf(path))) {
        back.delete(path)
        gone.add(path)
      }
    for (const path of left) if (gone.delete(path)) back.set(path, sha)
    if (left.length === 0 && taken.size <= mostFiles) waiting.set(sha, [...taken])
  }
  return new Map(
    [...waiting].flatMap(([sha, paths]) => {
      const by = paths.map((path) => back.get(path))
      const [last] = by.toReversed()
      return last !== undefined && by.every((one) => one !== undefined) ? [[sha, last] as const] : []
    }),
  )
}

/** Of a whole folder, other files may have the same names. */
const mostFiles = 5

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
