import type { CommitAnalysis } from '../commit-analysis.ts'
import { noReason } from '../evidence/reverts.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Bullet } from '../message/changelog.ts'
import { withWords } from '../message/changelog-words.ts'
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
  return analyses.map((analysis) => {
    const revert = analysis.evidence.find(({ kind, text }) => kind === 'revert' && text.endsWith(noReason))
    const reason = revert === undefined ? undefined : reasonIn(reverting, revert)
    if (reason === undefined) return analysis
    const told = (piece: Evidence): Evidence =>
      piece.kind === 'lesson' && piece.text === '' ? withWords(piece, reason) : piece
    return { ...analysis, evidence: analysis.evidence.map(told) }
  })
}

function reasonIn(reverting: readonly Bullet[], revert: Evidence): Bullet | undefined {
  const numbers = new Set(revert.text.match(/#\d{1,7}\b/g))
  return reverting.find(
    ({ names, text }) => names.some((name) => numbers.has(name)) && newWords(text, revert.text) >= leastNew,
  )
}

/** A line that says the headline again gives no reason (starlette 39dccd91). */
const leastNew = 3
