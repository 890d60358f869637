import { revertedBy } from '../curate/evidence/reverts.ts'
import type { FoundCommit } from '../repo/index/indexed-commit.ts'
import { reapplies, takesBack } from '../search/worth-showing.ts'

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
