import { revertedBy } from '../../curate/evidence/reverts.ts'
import { isBump } from '../../text/bumps.ts'
import { distinctiveTerms } from '../../curate/message/distinctive-terms.ts'
import { sweeps, touchesUp } from '../../curate/message/headline-kinds.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit } from '../../repo/index/indexed-commit.ts'
import { revertedTitle } from '../../text/titles.ts'
import { landsAgain, reapplies, takesBack } from '../../search/worth-showing.ts'

type Row = Pick<FoundCommit, 'id' | 'sha' | 'subject' | 'body'>

/**
 * Finds, among the reverts of a history, the one that took a commit back: one that came after it, and that nothing took
 * back since. What was landed again is another commit, later than that.
 */
export function revertsIn(reverts: readonly Row[]): (row: Row | undefined) => Row | undefined {
  // Reverts of reverts of one title are asked for each other: each once, however many a history has.
  const known = new Map<number, Row | undefined>()
  const revertFor = (row: Row): Row | undefined => {
    if (!known.has(row.id)) known.set(row.id, find(row))
    return known.get(row.id)
  }
  const find = (row: Row): Row | undefined =>
    reverts.find(
      (one) =>
        one.id > row.id &&
        isRevertOf(one, row) &&
        revertFor(one) === undefined &&
        !reverts.some((later) => later.id > one.id && reapplies(textOf(later), textOf(row))),
    )
  return (row) => (row === undefined ? undefined : revertFor(row))
}

/** Several commits may have one title; git says which of them it reverts. */
function isRevertOf(one: Row, row: Row): boolean {
  const named = revertedBy(one.body)
  return takesBack(textOf(one), textOf(row)) && (named.length === 0 || named.some((sha) => row.sha.startsWith(sha)))
}

const textOf = ({ subject, body }: Row): { headline: string; why: string } => ({ headline: subject, why: body })

/** Commits that are asked for the title of what was reverted, and the terms that make a title more than a chore's. */
const landing = { asked: 24, leastTerms: 3 }

/**
 * Finds the commit that landed again, after a revert, what that took back, under its old title: "Omit words longer than 80
 * characters from the search index" (mdBook a5f861bf, b38792c1). None that was reverted in its turn.
 */
export function landedAgain(
  revert: FoundCommit,
  commitIndex: Pick<CommitIndex, 'laterSaying' | 'reverts'>,
): FoundCommit | undefined {
  const title = revertedTitle(revert.subject)
  const said = [...new Set(distinctiveTerms(title))]
  if (said.length < landing.leastTerms || comesAgain(title)) return undefined
  const again = commitIndex
    .laterSaying(said, revert.id, landing.asked)
    .filter((row) => row.date >= revert.date && landsAgain(textOf(row), textOf(revert)))
    .toSorted((a, b) => a.id - b.id)
  if (again.length === 0) return undefined
  const revertFor = revertsIn(commitIndex.reverts())
  return again.find((row) => revertFor(row) === undefined)
}

/** The last revert that a commit landed its title again after: "Add support for ASGI `pathsend` extension" (starlette 67f473d4, af1c709a). */
export function revertBefore(row: FoundCommit, commitIndex: Pick<CommitIndex, 'reverts'>): FoundCommit | undefined {
  const before = commitIndex.reverts().findLast((one) => one.id < row.id && takesBack(textOf(one), textOf(row)))
  return before !== undefined && comesAgain(row.subject) ? undefined : before
}

/** Chores of one title are done again and again: "Update wpt" (undici 1262f612), "Bump nix from 0.24.2 to 0.25.0" (fd ff77a2e8). */
const comesAgain = (title: string): boolean => isBump(title) || sweeps.test(title) || touchesUp.test(title)
