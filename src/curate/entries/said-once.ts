import { fold } from '../../text/clean.ts'
import type { CommitAnalysis, Touched } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf } from '../code/files.ts'

/** A text that is shorter may be said twice, of two things. */
const leastAlike = 30

/**
 * Leaves out lessons whose reason another commit gives in the same words: a news fragment that was committed apart from its
 * code has those of the code's commit, whose changelog line it is (attrs 70b7f885). Of the two, the one stays that touched
 * code, else the one that holds, else the later one.
 */
export function saidOnce(
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<string, readonly Evidence[]> {
  const best = new Map<string, { readonly piece: Evidence; readonly rank: number }>()
  for (const { sha, touched } of analyses)
    for (const piece of (evidence.get(sha) ?? []).filter(isLong)) {
      const rank = (touchesCode(touched) ? 2 : 0) + (piece.note?.status === 'current' ? 1 : 0)
      const known = best.get(fold(piece.text))
      if (known === undefined || rank >= known.rank) best.set(fold(piece.text), { piece, rank })
    }
  const isRepeated = (piece: Evidence): boolean => isLong(piece) && best.get(fold(piece.text))?.piece !== piece
  return new Map([...evidence].map(([sha, pieces]) => [sha, pieces.filter((piece) => !isRepeated(piece))]))
}

const isLong = ({ kind, text }: Evidence): boolean => kind === 'lesson' && text.length >= leastAlike

const touchesCode = (touched: readonly Touched[]): boolean => touched.some(({ path }) => fileKindOf(path) === 'code')
