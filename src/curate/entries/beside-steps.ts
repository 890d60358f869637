import type { CommitAnalysis } from '../commit-analysis.ts'
import { isCovered } from '../message/shared-words.ts'

/**
 * What a squash says in words that the commits that it was made of do not: what it changes, they have told, and what somebody made
 * of that since is not told anew.
 */
export function besideSteps(squash: CommitAnalysis, steps: readonly CommitAnalysis[]): CommitAnalysis {
  const told = steps
    .flatMap(({ evidence }) => evidence)
    .map(({ about, text }) => `${about} ${text}`)
    .join('\n')
  const evidence = squash.evidence.filter(
    ({ kind, at, text }) => kind === 'lesson' && at.path === '' && text !== '' && !isCovered(text, told),
  )
  return { ...squash, evidence }
}
