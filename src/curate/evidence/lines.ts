import type { FileChange, Hunk } from '../../commit.ts'
import type { Evidence, CommitReading } from './types.ts'

/** What some lines of a file prove by themselves; `line` counts from the first of them. */
export type Piece = Pick<Evidence, 'kind' | 'about' | 'value' | 'text' | 'category' | 'weight'> & {
  readonly line: number
}

type Reader = (lines: readonly string[], hunk: Hunk) => readonly Piece[]

/**
 * Reads what a change put into a file and what it took out. What stands on both sides only moved and proves nothing;
 * what was taken out for good is gone.
 */
export function changedIn({ commit }: CommitReading, change: FileChange, read: Reader): readonly Evidence[] {
  const added = new Map<string, { piece: Piece; hunk: Hunk }>()
  const removed = new Map<string, Piece>()
  for (const hunk of change.hunks) {
    if (hunk.added.length > 0) for (const piece of read(hunk.added, hunk)) added.set(keyOf(piece), { piece, hunk })
    if (hunk.removed.length > 0) for (const piece of read(hunk.removed, hunk)) removed.set(keyOf(piece), piece)
  }
  if (added.size + removed.size === 0) return []
  const evidence = ({ kind, about, value, text, category, weight }: Piece, line?: number): Evidence => ({
    kind,
    about,
    value,
    text,
    category,
    weight,
    at: { commit: commit.sha, path: change.path, ...(line === undefined ? {} : { line }) },
    grade: 'observed',
  })
  return [
    ...[...added]
      .filter(([key]) => !removed.has(key))
      .map(([, { piece, hunk }]) => evidence(piece, hunk.start + piece.line)),
    ...[...removed].filter(([key]) => !added.has(key)).map(([, piece]) => ({ ...evidence(piece), isGone: true })),
  ]
}

const keyOf = ({ about, value, text }: Piece): string => `${about}\n${value}\n${text}`
