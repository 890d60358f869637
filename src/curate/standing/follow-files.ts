import { shorten } from '../../text/clean.ts'
import { short } from '../../text/words.ts'
import { emptyEntry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** What became of the files that some commits moved or deleted: their last name, '' for those that are gone. */
export function whereabouts(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const now = new Map<string, string>()
  const names = new Map<string, string[]>()
  const move = (from: string, to: string): void => {
    const earlier = [...(names.get(from) ?? []), from]
    names.delete(from)
    for (const name of earlier) now.set(name, to)
    if (to !== '') names.set(to, [...(names.get(to) ?? []), ...earlier])
  }
  for (const { moves, deleted, touched } of analyses) {
    for (const { about, value } of moves) move(about, value)
    for (const path of deleted) move(path, '')
    // What was deleted or moved away, and is there again, was never gone.
    for (const { path, isDeleted } of touched) if (!isDeleted) now.delete(path)
  }
  return now
}

/**
 * The names that files have in the end, by those that they had: where a history is read in parts, the first of them know
 * nothing of the moves of the last (requests: all of it into `src/`, after 6,000 commits).
 */
export function lastNames(
  moves: readonly (readonly [from: string, to: string])[],
  there: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, readonly string[]>()
  for (const [from, to] of moves) {
    const earlier = [...(names.get(from) ?? []), from]
    names.delete(from)
    names.set(to, [...(names.get(to) ?? []), ...earlier])
  }
  return new Map(
    [...names].flatMap(([to, earlier]) =>
      there.has(to) ? earlier.filter((name) => !there.has(name)).map((name) => [name, to] as const) : [],
    ),
  )
}

/** Tells what some commits did in the names that files have after all of them. */
export function inLastNames(
  analyses: readonly CommitAnalysis[],
  now: ReadonlyMap<string, string>,
): readonly CommitAnalysis[] {
  if (now.size === 0) return analyses
  const nameOf = (path: string): string => now.get(path) || path
  return analyses.map((analysis) => ({
    ...analysis,
    touched: analysis.touched.map(({ path, lines, isDeleted, ...rest }) => ({
      ...rest,
      path: nameOf(path),
      lines,
      isDeleted: isDeleted || now.get(path) === '',
    })),
    evidence: analysis.evidence.map((piece) =>
      now.has(piece.at.path) ? { ...piece, at: { ...piece.at, path: nameOf(piece.at.path) } } : piece,
    ),
  }))
}

/** Lets entries follow files that commits moved, however large the move was, and forget those they deleted. */
export function followFiles(
  analyses: readonly CommitAnalysis[],
  now: ReadonlyMap<string, string>,
  tree: Tree,
): readonly Operation[] {
  const last = analyses.findLast(({ moves, deleted }) => moves.length + deleted.length > 0)
  if (last === undefined) return []
  return [...tree].flatMap(([path, { raw }]): readonly Operation[] => {
    const old = raw.files.filter((file) => now.has(file))
    if (old.length === 0) return []
    const files = old.flatMap((file) => now.get(file) || [])
    const named = old.map((file) => `${file} → ${now.get(file) || 'gone'}`).join(', ')
    const entry = { ...emptyEntry, raw: { ...emptyEntry.raw, files } }
    const retires = old.map((file) => ({ kind: 'file' as const, path: file }))
    const reason = shorten(`Files moved in ${short(last.sha)}: ${named}`, 200)
    return [{ type: 'UPDATE', path, entry, reason, retires }]
  })
}
