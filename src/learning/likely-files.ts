import { isRelease } from '../text/bumps.ts'
import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { FoundCommit } from '../repo/index/indexed-commit.ts'
import { answer } from '../search/answer.ts'
import type { Index } from '../search/entry-index.ts'
import { byVote, rankVoted } from '../search/files.ts'
import { readQuestion } from '../search/question.ts'
import type { Ranking } from '../search/rank.ts'

/** What files are looked up in: the commits of a history, and the entries of a tree with the way in which they are ranked. */
export type Known = { readonly commitIndex: CommitIndex; readonly index: Index; readonly ranking: Ranking }

/** Commits that are found, of which age then leaves some behind, and entries whose files come after theirs. */
const most = { commits: 200, hits: 10 }

/**
 * Ranks the files that a change described in words is likely to touch, the best first, gone ones among them, and gives the
 * commits that speak for them, those first that say most of each of their files.
 */
export function likelyFiles(
  text: string,
  { commitIndex, index, ranking }: Known,
): { readonly files: readonly string[]; readonly commits: readonly FoundCommit[] } {
  const found = commitIndex.find(
    readQuestion(text).map(({ term }) => term),
    most.commits,
  )
  // A release says what is new, and touches the version.
  const commits = found.filter(({ subject }) => !isRelease(subject))
  const votes = commits.map((commit) => ({ ...commit, files: commit.paths }))
  const { hits } = answer({ text, files: [], within: '', limit: most.hits, floor: 0 }, index, ranking)
  const { now } = ranking
  return { files: rankVoted(text, { commits: votes, hits, now }), commits: byVote(votes, now) }
}
