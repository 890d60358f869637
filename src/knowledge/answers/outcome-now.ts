import { noLineHistory } from '../../curate/lines/line-history.ts'
import { isNonCodeFile } from '../../curate/lines/non-code-lines.ts'
import { removes, undoing } from '../../curate/message/headline-kinds.ts'
import { withoutPrefix } from '../../text/titles.ts'
import { outcomeOf, stands } from '../../curate/standing/outcome-of.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit, LineCounts } from '../../repo/index/indexed-commit.ts'
import { noteTakenBack } from '../../search/worth-showing.ts'
import { noNote, type LessonNote } from '../../tree/note.ts'
import { landedAgain } from './taken-back.ts'

/**
 * What became of a commit's lines and tests, as a note says it; of one that takes something away, its lines say nothing. A line of
 * a page that was written anew may say still what it said: "`false` for SSR build", once another word of it changed (vite 53452dff).
 */
export function noteOf(
  [added, gone, removers, rewritten, tests = noLineHistory.tests]: LineCounts,
  { subject, paths }: Pick<FoundCommit, 'subject' | 'paths'>,
): LessonNote {
  if (removes.test(withoutPrefix(subject))) return { ...noNote, ...stands }
  const taken = removers.map(([commit, lines]) => ({ commit, lines }))
  const outcome = outcomeOf({ ...noLineHistory, added, gone, rewritten, tests, removers: taken })
  const isUnsure = outcome.status === 'past' && paths.every((path) => isNonCodeFile({ path }))
  return { ...noNote, ...outcome, ...(isUnsure ? { status: 'reworked' } : {}) }
}

/**
 * What became of a lesson as the tree says it, which knows names, tests and what was removed, too. Where it says
 * nothing, its lines do; where none of these are left, it may not have been asked since.
 */
export function outcomeNow(
  note: LessonNote | undefined,
  row: FoundCommit | undefined,
  commitIndex: CommitIndex,
): LessonNote | undefined {
  const again = row === undefined ? undefined : landedAgain(row, commitIndex)
  if (again !== undefined) return noteTakenBack({ note }, { commit: again.sha })
  if (row?.lineCounts === undefined) return note
  const counted = noteOf(row.lineCounts, row)
  if (note === undefined) return counted
  const isUnasked = note.status === 'current' && note.pinnedBy === '' && counted.status === 'past'
  return isUnasked ? { ...note, status: 'reworked', supersededBy: counted.supersededBy } : note
}

/**
 * Whether most lines that a commit put in are in the code: never of a commit that takes something away or back (mdBook
 * a5f861bf), nor where its files were changed since lines were counted.
 */
export function isMostlyThere({ subject, lineCounts, paths }: FoundCommit, commitIndex: CommitIndex): boolean {
  if (lineCounts === undefined || [removes, undoing].some((shape) => shape.test(withoutPrefix(subject)))) return false
  const [added, gone] = lineCounts
  if (added === 0 || gone * 2 >= added) return false
  const changed = commitIndex.changedSince()
  return changed !== undefined && !paths.some((path) => changed.has(path))
}
