import { short } from '../../text/words.ts'
import { fileKindOf } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import { removes } from '../message/headline-kinds.ts'
import type { FilesNow } from './files-now.ts'
import { type Outcome, outcomeByTitle, stands } from './outcome-of.ts'
import type { Removers } from './removers.ts'
import { isTakenBackBy, wordsOfEach } from './same-matter.ts'
import { isBack, isFollowedWell } from './what-is-left.ts'

/** What became of a commit's lines; undefined where they were not followed. */
export type LineHistories = (sha: string) => LineHistory | undefined

/** What became of the lines of commits, and the files that there are now; undefined where nobody looked. */
export type WhatIsThere = {
  readonly lineHistories: LineHistories
  /** While later commits are still to be read, whose lines went on elsewhere when their files went. */
  readonly soFar: LineHistories
  readonly files: FilesNow | undefined
}

/** What became of commits by the lines that they wrote, and the files that these were in; those of which nobody knows are left out. */
export function outcomesByLines(
  analyses: readonly CommitAnalysis[],
  known: WhatIsThere,
  removers: Removers,
): ReadonlyMap<string, Outcome> {
  const looking = { ...known, removers, wordsOf: wordsOfEach(analyses, removers), movedOutBy: moversOut(analyses) }
  return new Map(
    analyses.flatMap((analysis) => {
      const outcome = outcomeByLines(analysis, looking)
      return outcome === undefined ? [] : [[analysis.sha, outcome] as const]
    }),
  )
}

type Looking = WhatIsThere & {
  readonly removers: Removers
  readonly wordsOf: ReturnType<typeof wordsOfEach>
  readonly movedOutBy: ReturnType<typeof moversOut>
}

/** Says it by the first of these that knows: who moved it to another repository, its lines, its files. */
function outcomeByLines(
  analysis: CommitAnalysis,
  { lineHistories, soFar, files, removers, wordsOf, movedOutBy }: Looking,
): Outcome | undefined {
  const { sha, title, touched } = analysis
  const lineHistory = lineHistories(sha)
  const isNowhere = files !== undefined && isGone(analysis, files)
  const mover = isNowhere && !isLeft(lineHistory) ? movedOutBy(analysis) : undefined
  if (mover !== undefined) return { status: 'past', supersededBy: [mover] }
  const told = { title, paths: touched.map(({ path }) => path), isNowhere, carriesOn: removers.carriesOn, wordsOf }
  const subject = isNowhere && !isSaidElsewhere(analysis, files) ? '' : analysis.subject
  const byLines =
    lineHistory === undefined
      ? undefined
      : outcomeByTitle(subject, byWorkers(lineHistory, removers), {
          isAbout: (later) => isTakenBackBy(later, { ...told, isNonCode: lineHistory.isNonCode }),
        })
  if (byLines !== undefined && byLines.status !== 'current') return byLines
  const isCounted = lineHistory !== undefined && isFollowedWell(lineHistory)
  // What a release took in is not over (yarl 764e3d73).
  const isNote = touched.every(({ path }) => isFragment(path) || isChangelog(path))
  const isCodeGone = files !== undefined && isGone(onlyCode(analysis), files)
  const status =
    isNote || isLeft(soFar(sha)) || isWhole(lineHistory)
      ? undefined
      : statusByFiles(analysis, { isNowhere, isCodeGone, isCounted })
  if (status !== undefined) return { status, supersededBy: [] }
  return isCounted ? stands : undefined
}

/** Of few lines, without those who took nothing's place: what only a formatter wrote anew stands (ripgrep 46fb77c2, 1c3eebef). */
export const byWorkers = (lines: LineHistory, { isIdle }: Removers): LineHistory =>
  isFollowedWell(lines) ? lines : { ...lines, removers: lines.removers.filter(({ commit }) => !isIdle(commit)) }

/** Whether lines of a commit stand somewhere, be it one (werkzeug b5c5416a), whatever became of its files. */
const isLeft = (lineHistory: LineHistory | undefined): boolean =>
  lineHistory !== undefined && (isBack(lineHistory) || lineHistory.standsIn !== '')

/** Whether all that a commit wrote stands in one file: its two lines had moved with all of theirs (grpc-go c10d2c6f). */
const isWhole = (lineHistory: LineHistory | undefined): boolean =>
  lineHistory?.gone === 0 && lineHistory.standsIn !== ''

// What became of a commit by the files that it left behind.

/**
 * What became of a commit that its lines do not end, by its files: where all of its code is gone, and a test or a page is
 * there, nobody knows whether that went elsewhere (glob d542d6d7, 3b5e0f5e); what was removed holds all the same.
 */
function statusByFiles(
  { title }: CommitAnalysis,
  { isNowhere, isCodeGone, isCounted }: { isNowhere: boolean; isCodeGone: boolean; isCounted: boolean },
): Outcome['status'] | undefined {
  // "Remove upper bound on the version" holds, though setup.py went (pyjwt 19ce9c5e).
  if (removes.test(title)) return undefined
  if (isNowhere && !isCounted) return 'past'
  return isCodeGone ? 'reworked' : undefined
}

/** A commit as if it had touched nothing but code. */
const onlyCode = ({ touched, deleted }: Worked): Worked => ({
  touched: touched.filter(({ path }) => fileKindOf(path) === 'code'),
  deleted,
})

type Worked = Pick<CommitAnalysis, 'touched' | 'deleted'>

/** Whether all the files that a commit left behind have gone since; what it deleted itself is what it is about. */
export function isGone({ touched, deleted }: Worked, files: FilesNow): boolean {
  const left = touched.filter(({ path }) => !deleted.includes(path) && !isChangelog(path) && !isFragment(path))
  return left.length > 0 && left.every(({ path }) => !files.has(path))
}

/** Whether what manifests said is in another by now: `setup.py` and `setup.cfg` became `pyproject.toml` (PEP 621; pyjwt 19ce9c5e). */
const isSaidElsewhere = ({ touched, deleted }: Worked, files: FilesNow): boolean =>
  touched.every(
    ({ path }) =>
      deleted.includes(path) ||
      (/(?:^|\/)setup\.(?:cfg|py)$/.test(path) && files.has(path.replace(/[^/]*$/, 'pyproject.toml'))),
  )

/**
 * Tells which commit moved what an earlier one had done to a repository of its own: it says so, deleted what that one left, and put
 * nothing in its place (tracing b4a0cae4). What was removed there holds.
 */
function moversOut(analyses: readonly CommitAnalysis[]): (analysis: CommitAnalysis) => string | undefined {
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
