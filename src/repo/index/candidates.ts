import { outcomeOf } from '../../curate/outcomes.ts'
import type { LessonCandidate } from '../../search/lessons.ts'
import { type LessonNote, noNote, readNote } from '../../tree/note.ts'
import type { LogFound, LogLane } from './log-lane.ts'
import type { FoundStatement } from './statements.ts'

/** Makes one candidate of a commit and the lesson that the tree has of it. */
export function joinLanes(
  logged: readonly LogFound[],
  stated: readonly FoundStatement[],
  lane: LogLane,
): readonly LessonCandidate[] {
  const found = new Map(logged.map((row) => [row.sha.slice(0, 8), row]))
  const named = stated.map(({ commits: [commit = ''] }) => commit.slice(0, 8))
  const others = lane.rowsOf(named.filter((key) => key !== '' && !found.has(key)))
  const rows = new Map([...others.map((row) => [row.sha.slice(0, 8), row] as const), ...found])
  const once = [...new Map(stated.map((statement) => [statement.id, statement])).values()]
  const told = new Set(
    once.flatMap(({ kind, commits: [commit = ''] }) => (kind === 'lesson' ? [commit.slice(0, 8)] : [])),
  )
  return [
    ...once.map((statement) => fromTree(statement, rows.get(statement.commits[0]?.slice(0, 8) ?? ''))),
    ...logged.filter(({ sha }) => !told.has(sha.slice(0, 8))).map(fromLog),
  ]
}

function fromTree(statement: FoundStatement, row: LogFound | undefined): LessonCandidate {
  const { id, kind, headline, why, commits, path, score } = statement
  const note = kind === 'lesson' ? readNote(statement.note) : undefined
  return {
    lane: 'tree',
    kind,
    headline,
    why,
    commit: row?.sha ?? commits[0] ?? '',
    date: note?.date ?? row?.date ?? '',
    author: row?.author ?? '',
    number: note?.number ?? row?.number ?? '',
    files: row?.paths ?? [],
    entry: path,
    note,
    inDiff: row?.inDiff ?? [],
    statement: id,
    score: kind === 'lesson' ? Math.max(score, row?.score ?? 0) : score,
  }
}

function fromLog({ sha, subject, body, date, author, number, paths, fate, inDiff, score }: LogFound): LessonCandidate {
  const note = fate === undefined ? undefined : noteOf(fate)
  return {
    lane: 'log',
    kind: 'lesson',
    headline: subject,
    why: body,
    commit: sha,
    date,
    author,
    number,
    files: paths,
    entry: '',
    note,
    inDiff,
    score,
  }
}

/** What became of a commit's lines, as a note says it. */
export const noteOf = ([added, gone, takers]: NonNullable<LogFound['fate']>): LessonNote => ({
  ...noNote,
  ...outcomeOf({ added, gone, takenBy: takers.map(([commit, lines]) => ({ commit, lines })) }),
})
