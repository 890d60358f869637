import { short } from '../../text/words.ts'
import { fileKindOf } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { isChangelog, isFragment } from '../message/changelog.ts'
import { removes } from '../message/headline-kinds.ts'
import type { FilesNow } from './files-now.ts'
import type { Outcome } from './outcome-of.ts'
import type { Removers } from './removers.ts'

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
 * Tells which commit moved what another had done to a repository of its own: it deleted the last of that one's files, says that it
 * moves something, and put nothing in their place (tracing b4a0cae4).
 */
export function moversOut(
  analyses: readonly CommitAnalysis[],
  { carriesOn }: Pick<Removers, 'carriesOn'>,
): (analysis: CommitAnalysis) => string | undefined {
  const moved = new Map(
    analyses.flatMap(({ sha, deleted, touched }) => {
      const linesIn = (isOut: boolean): number =>
        touched.reduce((sum, { isDeleted, lines }) => sum + (isDeleted === isOut ? lines : 0), 0)
      const isOut = deleted.length > 0 && carriesOn(sha) && linesIn(false) * muchLess < linesIn(true)
      return isOut ? deleted.map((path) => [path, short(sha)] as const) : []
    }),
  )
  return ({ touched }) => touched.flatMap(({ path }) => moved.get(path) ?? []).at(-1)
}

const muchLess = 20
