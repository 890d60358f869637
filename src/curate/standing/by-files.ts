import { short } from '../../text/words.ts'
import { fileKindOf } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { isChangelog, isFragment } from '../message/changelog.ts'
import { removes } from '../message/headline-kinds.ts'
import type { FilesNow } from './files-now.ts'
import type { Outcome } from './outcome-of.ts'

// What became of a commit by the files that it left behind.

/**
 * What became of a commit that its lines do not end, by its files: where all of its code is gone, and a test or a page is
 * there, nobody knows whether that went elsewhere (glob d542d6d7, 3b5e0f5e); what was removed holds all the same.
 */
export function statusByFiles(
  { title }: CommitAnalysis,
  { isNowhere, isCodeGone, isCounted }: { isNowhere: boolean; isCodeGone: boolean; isCounted: boolean },
): Outcome['status'] | undefined {
  // "Remove upper bound on the version" holds, though setup.py went (pyjwt 19ce9c5e).
  if (removes.test(title)) return undefined
  if (isNowhere && !isCounted) return 'past'
  return isCodeGone ? 'reworked' : undefined
}

/** A commit as if it had touched nothing but code. */
export const onlyCode = ({ touched, deleted }: Worked): Worked => ({
  touched: touched.filter(({ path }) => fileKindOf(path) === 'code'),
  deleted,
})

type Worked = Pick<CommitAnalysis, 'touched' | 'deleted'>

/** Whether all the files that a commit left behind have gone since; what it deleted itself is what it is about. */
export function isGone({ touched, deleted }: Worked, files: FilesNow): boolean {
  const left = touched.filter(({ path }) => !deleted.includes(path) && !isChangelog(path) && !isFragment(path))
  return left.length > 0 && left.every(({ path }) => !files.has(path))
}

/**
 * Tells which commit moved what an earlier one had done to a repository of its own: it says so, deleted what that one left, and put
 * nothing in its place (tracing b4a0cae4). What was removed there holds.
 */
export function moversOut(analyses: readonly CommitAnalysis[]): (analysis: CommitAnalysis) => string | undefined {
  const places = new Map(analyses.map(({ sha }, at) => [sha, at]))
  const moved = new Map(
    analyses.flatMap(({ sha, title, deleted, touched }, at) => {
      const linesOf = (areDeleted: boolean): number =>
        touched.reduce((sum, { isDeleted, lines }) => sum + (isDeleted === areDeleted ? lines : 0), 0)
      const isMover = movesOut.test(title) && linesOf(false) * timesLess < linesOf(true)
      return isMover ? deleted.map((path) => [path, { at, by: short(sha) }] as const) : []
    }),
  )
  return ({ sha, title, touched, deleted }) => {
    if (removes.test(title)) return undefined
    const own = places.get(sha) ?? 0
    const movers = touched.flatMap(({ path }) => (deleted.includes(path) ? [] : (moved.get(path) ?? [])))
    return movers.filter(({ at }) => at > own).toSorted((a, b) => b.at - a.at)[0]?.by
  }
}

const movesOut = /^(?:extract|migrat|mov|split)\w*\b.{1,120}\b(?:organi[sz]ation|repo|repository)\b/i
const timesLess = 20
