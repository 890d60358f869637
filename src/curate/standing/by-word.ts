import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { abandonedTools, type HasTool } from './abandoned-tools.ts'
import type { WhatIsThere } from './by-lines.ts'
import { cameAgain } from './came-again.ts'
import { supersededVersions } from './dependency-versions.ts'
import { removalOf } from './deprecations.ts'
import { supersededMinimums } from './minimum-versions.ts'
import type { Outcome } from './outcome-of.ts'
import { closedBy, leftOutBy, type Removers, takenBackBy, takenOutBy } from './removers.ts'
import { revertedLater } from './reverted-later.ts'
import { isBack } from './what-is-left.ts'

/** What the project says of itself today. */
export type SaidNow = {
  readonly manifests: readonly string[]
  /** Whether settings name a tool; undefined where nobody looked. */
  readonly hasTool?: HasTool | undefined
}

/** Commits that a later one says it takes back, or whose value it bids up or down. */
export function outcomesByWord(
  analyses: readonly CommitAnalysis[],
  { lineHistories, manifests, hasTool }: SaidNow & Pick<WhatIsThere, 'lineHistories'>,
  removers: Removers,
): ReadonlyMap<string, Outcome> {
  const back = [...cameAgain(analyses), ...revertedLater(analyses)].filter(([sha]) => {
    const lineHistory = lineHistories(sha)
    // Other tests may say the same lines as those that were taken back (zap 7b6c114a); all of them, only where nothing was (axios e52cd3ac).
    return lineHistory === undefined || (lineHistory.isNonCode ? lineHistory.gone > 0 : !isBack(lineHistory))
  })
  const found = [
    ...supersededVersions(analyses, manifests),
    ...[...supersededMinimums(analyses)].map(([sha, by]) => [sha, [by]] as const),
    ...(hasTool === undefined ? [] : abandonedTools(analyses, hasTool)),
    ...back.map(([sha, by]) => [sha, [short(by)]] as const),
  ]
  const ends = analyses.flatMap(({ sha, title }) => {
    const outcome = endOf(title, lineHistories(sha), removers)
    return outcome === undefined ? [] : [[sha, outcome] as const]
  })
  return new Map([...found.map(([sha, by]) => [sha, { status: 'past', supersededBy: by }] as const), ...ends])
}

/**
 * What became of a deprecation whose time is over, of what a security fix took out, of what a merge left out, and of what a revert did;
 * undefined for any other lesson.
 */
export function endOf(headline: string, lineHistory: LineHistory | undefined, removers: Removers): Outcome | undefined {
  const by =
    lineHistory === undefined
      ? undefined
      : (removalOf(headline, lineHistory, removers) ??
        closedBy(lineHistory, removers) ??
        leftOutBy(lineHistory, removers) ??
        takenBackBy(lineHistory, removers) ??
        takenOutBy(headline, lineHistory, removers))
  return by === undefined ? undefined : { status: 'past', supersededBy: [short(by)] }
}
