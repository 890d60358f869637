import type { LogFound } from '../repo/index/log-row.ts'
import { takesBack } from '../search/worth-showing.ts'

type Row = Pick<LogFound, 'id' | 'sha' | 'subject' | 'body'>

/**
 * Finds, among the reverts of a history, the one that took a commit back: the first that came after it and was not taken
 * back itself. What was landed again is another commit, later than that.
 */
export function revertsIn(reverts: readonly Row[]): (row: Row | undefined) => Row | undefined {
  const revertFor = (row: Row): Row | undefined => {
    const revert = reverts.find((one) => one.id > row.id && takesBack(textOf(one), textOf(row)))
    return revert === undefined || revertFor(revert) !== undefined ? undefined : revert
  }
  return (row) => (row === undefined ? undefined : revertFor(row))
}

const textOf = ({ subject, body }: Row): { headline: string; why: string } => ({ headline: subject, why: body })
