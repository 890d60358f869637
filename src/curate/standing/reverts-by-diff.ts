import type { CommitAnalysis } from '../commit-analysis.ts'
import { noReason } from '../evidence/reverts.ts'
import { reasoned } from '../message/pick-reason.ts'

/** Adds to commits that take another back without saying so in git's words what their diff says. */
export function withReverts(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const earlier = new Map<string, CommitAnalysis>()
  return analyses.map((analysis) => {
    const { patch, evidence, sha } = analysis
    if (patch === undefined) return analysis
    const undone = earlier.get(patch.inverse)
    earlier.set(patch.forward, analysis)
    if (undone === undefined || evidence.some(({ kind }) => kind === 'revert')) return analysis
    earlier.delete(patch.inverse)
    return {
      ...analysis,
      skippedBecause: undefined,
      evidence: [
        ...evidence,
        {
          kind: 'revert' as const,
          about: 'taken back',
          value: undone.sha,
          text: `“${undone.title}” was tried and taken back${reasoned.test(analysis.title) ? `: ${analysis.title}` : noReason}`,
          category: 'project' as const,
          at: { commit: sha, path: '' },
          grade: 'observed' as const,
          weight: 1,
        },
      ],
    }
  })
}

/** Names the commits that were taken back in the end: a revert that was itself taken back takes nothing back. */
export function takenBack(analyses: readonly CommitAnalysis[]): readonly string[] {
  const gone: string[] = []
  for (const { sha, evidence } of analyses.toReversed()) {
    if (gone.some((commit) => sha.startsWith(commit))) continue
    for (const { kind, value, weight } of evidence)
      if (kind === 'revert' && value !== '' && weight > 0) gone.push(value)
  }
  return gone
}
