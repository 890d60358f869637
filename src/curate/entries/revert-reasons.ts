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
  const reverting = bullets.filter(({ text }) => reverts.test(text))
  if (reverting.length === 0) return analyses
  return analyses.map((analysis) => {
    const revert = analysis.evidence.find(({ kind, text }) => kind === 'revert' && text.endsWith(noReason))
    const reason = revert === undefined ? undefined : reasonIn(reverting, revert, analysis.at)
    if (reason === undefined) return analysis
    const told = (piece: Evidence): Evidence =>
      piece.kind === 'lesson' && piece.text === '' ? withWords(piece, reason) : piece
    return { ...analysis, evidence: analysis.evidence.map(told) }
  })
}

/** What says that it reverts, behind the part of the project at most: "the revert of last month is gone" is about something else. */
const reverts = /^(?:[\w ./`-]{1,40}: )?(?:we (?:had to )?)?revert(?:s|ed|ing)?\b/i

function reasonIn(reverting: readonly Bullet[], revert: Evidence, at: Date): Bullet | undefined {
  const numbers = new Set(revert.text.match(/#\d{1,7}\b/g))
  return reverting.find(
    ({ names, text, day }) =>
      names.some((name) => numbers.has(name)) &&
      newWords(text, revert.text) >= leastNew &&
      !(Date.parse(day) + dayLong < at.getTime()),
  )
}

/** A release is dated by its day alone, in whatever zone. */
const dayLong = 2 * 24 * 3600 * 1000

/** A line that says the headline again gives no reason (starlette 39dccd91). */
const leastNew = 3
