import type { Commit } from '../../commit.ts'

/** How much of a commit a later one takes back: its lines, no line but some of its files, or nothing at all. */
export type Undone = 'lines' | 'files' | 'nothing'

/** A revert of less than this share of what a commit did takes back a detail, and not the commit. */
const leastShare = 0.2

/**
 * Compares two diffs: what a commit put in must be taken out, and what it took out put in again. What a message says about
 * that is the word of its author. Where there are no lines, of a binary or in a partial clone, files tell.
 */
export function undoes(later: Commit, earlier: Commit): Undone {
  const files = new Set(earlier.changes.flatMap(({ path, from }) => [path, from]))
  const shared = later.changes.some(({ path, from }) => files.has(path) || (from !== '' && files.has(from)))
  const [did, undid] = [linesOf(earlier, 'added', 'removed'), linesOf(later, 'removed', 'added')]
  if (did.size === 0 || isUnread(later)) return shared ? 'lines' : 'nothing'
  let count = 0
  for (const line of did) if (undid.has(line)) count++
  if (count > 0 && count >= did.size * leastShare) return 'lines'
  return shared ? 'files' : 'nothing'
}

const isUnread = ({ changes }: Commit): boolean => changes.every(({ hunks }) => hunks.length === 0)

/** The lines that a diff puts in and takes out, marked with which; brackets alone stand in every file. */
function linesOf({ changes }: Commit, first: 'added' | 'removed', second: 'added' | 'removed'): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { hunks } of changes)
    for (const hunk of hunks)
      for (const [mark, side] of [
        ['+', first],
        ['-', second],
      ] as const)
        for (const line of hunk[side]) if (/\w/.test(line)) found.add(`${mark}${line.trim()}`)
  return found
}
