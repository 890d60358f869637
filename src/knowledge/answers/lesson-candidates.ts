import { type CommitKey, commitKey } from '../../commit.ts'
import { fileKindOf, isExample } from '../../curate/code/files.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit } from '../../repo/index/indexed-commit.ts'
import type { Store } from '../../repo/index/store.ts'
import { toCandidates, type CommitRow, type StatementRow } from '../../search/candidates.ts'
import type { LessonCandidate } from '../../search/lesson-text.ts'
import { withoutLines } from '../../text/decided.ts'
import { changersOf, withoutChangers } from '../../tree/note.ts'
import { noteOf } from './outcome-now.ts'
import { rejectedAmong } from '../removed/rejections.ts'
import { decisionsGone, deletedAmong } from '../removed/removed.ts'

/** Makes the row of a commit: what is ranked knows a note, and not how many lines are left. */
export const toCommitRow = ({ lineCounts, score: _score, id, ...row }: FoundCommit): CommitRow => {
  const note = lineCounts === undefined ? undefined : noteOf(lineCounts, row)
  const isBesideCode = row.paths.length > 0 && row.paths.every(isAroundCode)
  return { ...row, place: id, note, ...(isBesideCode ? { isBesideCode } : {}) }
}

const isAroundCode = (path: string): boolean =>
  fileKindOf(path) === 'test' || isExample(path) || path.startsWith('.github/workflows/')

/** Where candidates are looked up. */
export type CandidateLookup = {
  readonly place: RepoPaths
  readonly store: Store
  readonly commitIndex: CommitIndex
}

/**
 * Makes candidates of what was found in the tree and among the commits; commits that only the tree names are looked up,
 * those that were dropped, rejected or deleted are marked, and what people took out of what they decided is left out.
 */
export const candidatesFrom = (
  { place, store: { database }, commitIndex }: CandidateLookup,
  logged: readonly CommitRow[],
  stated: readonly StatementRow[],
): readonly LessonCandidate[] => {
  const shas = logged.map(({ sha }) => sha)
  const rejected = rejectedAmong(shas, { place, database })
  const deleted = deletedAmong(shas, { place, database })
  const goneOf = decisionsGone({ place, database })
  const asLeft = (row: CommitRow): CommitRow => {
    const gone = goneOf(row)
    return gone.length === 0 ? row : { ...row, gone, body: withoutLines(row.body, gone) }
  }
  const takenOut = (key: CommitKey): Pick<CommitRow, 'rejectedOn' | 'deletedOn'> => ({
    rejectedOn: rejected.get(key),
    deletedOn: deleted.get(key),
  })
  const rows = logged.map((row) => asLeft({ ...row, ...takenOut(commitKey(row.sha)) }))
  const candidates = toCandidates(rows, stated, (keys) => commitIndex.rowsOf(keys).map(toCommitRow).map(asLeft))
  return withoutDropped(candidates, stated, commitIndex)
}

/** Marks candidates whose commits were all dropped, and takes back what dropped commits did to others. */
function withoutDropped(
  candidates: readonly LessonCandidate[],
  stated: readonly StatementRow[],
  commitIndex: CommitIndex,
): readonly LessonCandidate[] {
  const sources = new Map(stated.map(({ id, commits }) => [id, commits.map(commitKey)]))
  const changers = candidates.flatMap(({ note }) => (note === undefined ? [] : changersOf(note).map(commitKey)))
  const dropped = commitIndex.droppedAmong([...new Set([...[...sources.values()].flat(), ...changers])])
  if (dropped.size === 0) return candidates
  const isDropped = (hash: string): boolean => dropped.has(commitKey(hash))
  return candidates.map((one) => {
    const own = one.statement === undefined ? [] : (sources.get(one.statement) ?? [])
    if (own.length > 0 && own.every(isDropped)) return { ...one, isDropped: true }
    return one.note === undefined ? one : { ...one, note: withoutChangers(one.note, isDropped) }
  })
}
