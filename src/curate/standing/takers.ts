import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { readMessage } from '../message/commit-message.ts'
import { sweeps, touchesUp } from '../message/headline-kinds.ts'
import { isTrifle } from '../message/trifles.ts'
import type { Outcome } from './outcome-of.ts'

/** The first line of a commit's message by its short hash, '' for one that was not read. */
export type SubjectOf = (sha: string) => string

/** The commits that took lines of others out, by their hashes. */
export type Takers = {
  /** What each did, without its prefix; '' where nobody knows. */
  readonly titleOf: (sha: string) => string
  /** Whether it took nothing's place: a release, a formatter, a correction of spelling. */
  readonly isIdle: (sha: string) => boolean
}

/** Knows who took lines out from the commits at hand and, of a long history, from what was read of it before. */
export function takersAmong(studies: readonly CommitAnalysis[], subjectOf: SubjectOf = () => ''): Takers {
  const known = new Map(studies.map((study) => [short(study.sha), study]))
  const titleOf = (sha: string): string => known.get(short(sha))?.title ?? readMessage(subjectOf(short(sha))).subject
  const isIdle = (sha: string): boolean => {
    const study = known.get(short(sha))
    const title = titleOf(sha)
    const isUnread = study !== undefined && study.skipped && study.evidence.length === 0
    return isUnread || sweeps.test(title) || touchesUp.test(title) || isTrifle({ headline: title, why: '' })
  }
  return { titleOf, isIdle }
}

/** An outcome that names no commit of which a reader would learn what came instead (28 of 100 names in aiohttp). */
export const withoutIdle = (outcome: Outcome, { isIdle }: Takers): Outcome => ({
  ...outcome,
  supersededBy: outcome.supersededBy.filter((sha) => !isIdle(sha)),
})
