import { citedIn, isCited } from '../../curate/message/cited.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit } from '../../repo/index/indexed-commit.ts'

/** Of those who name more, nobody knows which they go on with. */
const mostCited = 4

/** The later commits that name one in their messages, by its hash or by the number that it came with, oldest first. */
export function citing(row: FoundCommit, commitIndex: Pick<CommitIndex, 'naming'>): readonly FoundCommit[] {
  const number = /^#(\d{1,9})$/.exec(row.number)?.[1] ?? ''
  return commitIndex.naming({ sha: row.sha, number, after: row.id }).filter(
    (later) =>
      (later.number !== row.number || row.number === '') &&
      isCited(citedIn(`${later.subject}\n${later.body}`, { most: mostCited }), {
        sha: row.sha,
        number: number === '' ? '' : `#${number}`,
      }),
  )
}
