import { reasonedAlone } from '../../text/reasons.ts'
import { holdsStill } from '../../tree/note.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { noReason } from '../evidence/reverts.ts'
import { isWeighty, standsInFile } from '../evidence/kinds.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf } from '../code/files.ts'
import { touchesUp, undoing } from '../message/headline-kinds.ts'
import { standsAlone, worthOf } from './worth.ts'

/**
 * Whether a piece says something by itself: not a headline alone or only its tests' titles, unless its kind matters; not
 * that something was taken back without a reason.
 */
export function saysWhy({ kind, about, text, note, at }: Evidence): boolean {
  if (kind === 'lesson')
    return isWeighty({ note }) || reasonedAlone.test(about) || (text !== '' && !text.startsWith('Tested: '))
  // "… to avoid local address" says what for, and not why that was not to be (raft 6d50e554).
  if (kind === 'revert') return !text.endsWith(noReason) || /\bbecause\b/i.test(text)
  // Pages say what they say to everybody who opens them.
  if (kind === 'reason' && at.path !== '') return fileKindOf(at.path) !== 'docs'
  return kind !== 'document' && kind !== 'test' && kind !== 'suppression'
}

/** Whether there is something to read: a piece that says why, or some comments of the code. Of a long history, more is asked. */
export function deservesEntry(pieces: readonly Evidence[], { isLong }: { readonly isLong: boolean }): boolean {
  const told = pieces.filter((piece) => piece.kind !== 'revert' && !isComment(piece) && saysWhy(piece))
  const [only] = told
  const isLittle = only === undefined || (isLong && told.length === 1 && only.kind === 'lesson' && !standsAlone(only))
  return !isLittle || pieces.filter(isComment).length >= leastComments
}

const leastComments = 3
/** What stands in the code is told with what else is known of it; alone, it says what whoever opens the file reads. */
export const isComment = (piece: Evidence): boolean => piece.kind === 'reason' && standsInFile(piece)

/** The lessons that an entry is called after: those that hold, where any does. */
export function holdingOf(told: readonly Evidence[]): readonly Evidence[] {
  const holding = told.filter(({ note }) => holdsStill(note))
  return holding.length === 0 ? told : holding
}

/** The headline of the lesson that an entry is most about: one that holds and would be missed most; of equals, the newest. */
export function strongest(told: readonly Evidence[], analyses: readonly CommitAnalysis[]): string {
  const touched = new Map(analyses.map((analysis) => [analysis.sha, analysis.touched]))
  const ranked = told.map((piece) => ({
    about: piece.about,
    rank:
      standing[piece.note?.status ?? 'current'] +
      worthOf(piece, touched.get(piece.at.commit) ?? []) -
      // What takes something back is a poor name for the rest.
      (undoing.test(piece.about) || touchesUp.test(piece.about) ? standing.current : 0),
  }))
  return ranked.reduce((best, one) => (one.rank >= best.rank ? one : best), { about: '', rank: -Infinity }).about
}

/** What holds comes before what says more and holds no longer. */
const standing = { current: 40, reworked: 30, partly: 20, past: 0 } as const
