import type { LineHistory } from '../lines/line-history.ts'

const limits = {
  least: 3, // lines; of fewer, their number tells nothing
  half: 0.5, // of the lines are left, or less
  rebuilt: 0.25, // of the lines are left, or less
  hardly: 0.1,
  reworded: 0.6, // of what is gone: that is not gone
  tested: 0.5, // of its tests stand, and hold what they promise
}

/** Whether a commit wrote enough lines for their number to tell what became of it. */
export const isFollowedWell = ({ added }: LineHistory): boolean => added >= limits.least

/** Whether enough of what a commit wrote is in the code for nobody to have taken it back. */
export const isBack = (lines: LineHistory): boolean => isFollowedWell(lines) && !isHalfGone(lines)

/**
 * Whether so little is left that a lesson does not hold as a whole. Of 36 commits checked by hand, 11 of 14 whose statement
 * is false today stood at or below one half, and 17 of 22 true ones above.
 */
export const isHalfGone = (lines: LineHistory): boolean => shareLeft(lines) <= limits.half

/** Whether so little of what a commit wrote is in the code that others decided since what it does. */
export const isRebuilt = (lines: LineHistory): boolean => isFollowedWell(lines) && shareLeft(lines) <= limits.rebuilt

/** Whether more than a quarter of what a commit wrote is in the code. */
export const isPartlyThere = (lines: LineHistory): boolean => isFollowedWell(lines) && !isRebuilt(lines)

/** Whether next to nothing of what a commit wrote is in the code. */
export const isNearlyGone = (lines: LineHistory): boolean => shareLeft(lines) <= limits.hardly

/** Whether most of what is gone was only written in other words. */
export const isReworded = ({ gone, rewritten }: LineHistory): boolean => rewritten >= gone * limits.reworded

/** Whether a headline is about what the code does not know any more: that is not advice, however few lines it had. */
export const isForgotten = ({ names }: LineHistory): boolean => names.added > 0 && names.there === 0

/** Whether its tests still stand: they hold what they promise, in whatever words the code says it now. */
export const areTestsThere = ({ tests }: LineHistory): boolean =>
  tests.added > 0 && tests.there >= tests.added * limits.tested

/** The share of a commit's lines that is in the code. A line that was reworded is gone, unless it counts as `reworded` of one. */
export const shareLeft = ({ added, gone, rewritten }: LineHistory, { reworded = 0 } = {}): number =>
  1 - (gone - rewritten * reworded) / Math.max(1, added)

/** Whether each line of what touched no code stands: a page may show what no code does (multer 92d83c15). */
export const isAsWritten = ({ isNonCode, gone }: LineHistory): boolean => isNonCode && gone === 0

/** Whether only its lines say what became of a commit, and no name: the code began again since, or none was touched. */
export const isForItsLines = (lineHistory: LineHistory | undefined): boolean =>
  lineHistory !== undefined && (lineHistory.isFromBeforeRestart || lineHistory.isNonCode)
