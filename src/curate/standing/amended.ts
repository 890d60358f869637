import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { isCited } from '../message/cited.ts'
import { goesOnWith } from './same-matter.ts'
import type { Removers } from './removers.ts'

/** A lesson names so many of those who amended it. */
export const mostAmenders = 2

/** Who does not name a lesson's commit took so much of its lines, or only touched them. */
const leastTaken = 0.05

/** The commit of a lesson, the pull request that it came with, `#12`, or '', and its headline. */
type Lesson = { readonly sha: string; readonly number: string; readonly headline: string }

/**
 * Finds the commits that went on with a lesson: that name its commit in their message, by hash or number, and took a line of it or
 * more; or whose headline is about the same and that took a twentieth of its lines, and were merged apart from it: "added client IP from
 * X-Forwarded-For header" to what is shown of a client, until "Add X-Forwarded-For IP to the client's remote address", in logs alone
 * (nats-server 833f823e, 8d6eacc2). Who took most is named first. "Commit 78eb3948 (#3787) moved continuation line collapsing before factor
 * filtering …" put it behind again, and left nine of its eleven lines (tox 413b9633): lines alone say that 78eb3948 holds. Of 25 pairs
 * by name in twenty projects 21 changed what the lesson says, and four polished it. What a revert ended is told otherwise, and one that
 * was taken back itself ended nothing (poetry-core 1ef78d3b). Who tidied up left it as it was.
 */
export function amendersAmong(
  analyses: readonly CommitAnalysis[],
  { isIdle, takesBack, tidies, commonWords }: Pick<Removers, 'isIdle' | 'takesBack' | 'tidies' | 'commonWords'>,
): (lesson: Lesson, lines: LineHistory | undefined) => readonly string[] {
  const known = new Map(analyses.map((analysis) => [short(analysis.sha), analysis]))
  const goesOn = (sha: string, { lines, of, lesson }: { lines: number; of: number; lesson: Lesson }): boolean => {
    const later = known.get(sha)
    if (later === undefined || isIdle(sha) || takesBack(sha)) return false
    // A number that several commits were merged with says nothing of one of them.
    const isOne = known.get(short(lesson.sha))?.mergedAs === undefined
    const isApart = lesson.number === '' || numberOf(later) !== lesson.number
    return (
      isCited(later.cited, { sha: lesson.sha, number: isOne ? lesson.number : '' }) ||
      (isApart && lines >= of * leastTaken && !tidies(sha) && goesOnWith(lesson.headline, later.title, { commonWords }))
    )
  }
  return (lesson, lines) =>
    (lines?.removers ?? [])
      .map((one) => ({ sha: short(one.commit), lines: one.lines }))
      .filter((one) => goesOn(one.sha, { lines: one.lines, of: lines?.added ?? 0, lesson }))
      .map(({ sha }) => sha)
      .slice(0, mostAmenders)
}

const numberOf = ({ mergedAs, evidence }: CommitAnalysis): string =>
  mergedAs ?? evidence.find(({ note }) => note !== undefined)?.note?.number ?? ''
