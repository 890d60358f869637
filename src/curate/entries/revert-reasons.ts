import type { CommitAnalysis } from '../commit-analysis.ts'
import { noReason } from '../evidence/reverts.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Bullet } from '../message/changelog.ts'
import { newWords } from '../message/shared-words.ts'

/**
 * Tells why something was taken back where the commit does not say it, but a changelog does, in a line that reverts by the same
 * number: "Revert of … CAS optimizations (#1661), causing regressions on low contention cases" (client_golang 9e567a7b).
 */
export function withRevertReasons(
  analyses: readonly CommitAnalysis[],
  bullets: readonly Bullet[],
): readonly CommitAnalysis[] {
  const reverting = bullets.filter(({ text }) => /\brevert/i.test(text))
  if (reverting.length === 0) return analyses
  const told = (piece: Evidence): Evidence => {
    if (piece.kind !== 'revert' || !piece.text.endsWith(noReason)) return piece
    const numbers = new Set(piece.text.match(/#\d{1,7}\b/g))
    const reason = reverting.find(
      ({ names, text }) => names.some((name) => numbers.has(name)) && newWords(text, piece.text) >= leastNew,
    )
    return reason === undefined ? piece : { ...piece, text: piece.text.replace(noReason, `: ${reason.text}`) }
  }
  return analyses.map((analysis) =>
    analysis.evidence.some(({ kind }) => kind === 'revert')
      ? { ...analysis, evidence: analysis.evidence.map(told) }
      : analysis,
  )
}

/** A line that says the headline again gives no reason (starlette 39dccd91). */
const leastNew = 3
