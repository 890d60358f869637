import { type CommitKey, commitKey } from '../../commit.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import type { Database } from '../../repo/index/database.ts'
import { commitsStated, wordsOfCommit } from '../../repo/index/statement-index.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import { markOf, readRemoved, type RemovedRecord } from '../../repo/state/removed.ts'
import type { CommitRow } from '../../search/candidates.ts'
import { withoutCode } from '../../text/beside-code.ts'
import { fold } from '../../text/clean.ts'
import { decidedIn } from '../../text/decided.ts'
import { withoutMarkup } from '../../text/markup.ts'

type Known = { readonly place: RepoPaths; readonly database: Database }

const nothing: RemovedRecord['of'] = new Map()

/** What is written down of the knowledge that is shown; that of any other counts as nothing until a refresh. */
function removedNow(place: RepoPaths): RemovedRecord['of'] {
  const record = readRemoved(place)
  return record === undefined || record.commit !== readShownCommit(place) ? nothing : record.of
}

/**
 * Finds the lines by which a commit decided something that people took out of the tree since, and that no entry tells from it all
 * the same: a message goes on saying it.
 */
export function decisionsGone({ place, database }: Known): (row: Pick<CommitRow, 'sha' | 'body'>) => readonly string[] {
  const removed = removedNow(place)
  return ({ sha, body }) => {
    const marks = removed.get(commitKey(sha))?.marks
    if (marks === undefined) return []
    const gone = decidedIn(body).filter((line) => marks.has(markOf(behindKey(line))))
    if (gone.length === 0) return []
    const told = new Set(wordsOfCommit(database, commitKey(sha)).map((text) => fold(withoutCode(text))))
    return gone.filter((line) => !told.has(behindKey(line)))
  }
}

/** Of some commits those of which people deleted what they taught, with the day, where no entry tells anything of them any more. */
export function deletedAmong(commits: readonly string[], { place, database }: Known): ReadonlyMap<CommitKey, string> {
  const removed = removedNow(place)
  const days = commits.map((sha) => [commitKey(sha), removed.get(commitKey(sha))?.day ?? ''] as const)
  const deleted = days.filter(([, day]) => day !== '')
  if (deleted.length === 0) return new Map()
  const keys = deleted.map(([key]) => key)
  const stated = commitsStated(database, keys)
  return new Map(deleted.filter(([key]) => !stated.has(key)))
}

/** What a line says behind its key, as the key of a statement has it. */
const behindKey = (line: string): string => fold(withoutCode(withoutMarkup(line.replace(/^[^:]*: /, ''))))
