import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { readMessage } from '../curate/message/commit-message.ts'
import { ownReverts, revertedBy } from '../curate/evidence/reverts.ts'
import { askGit } from '../repo/git/git.ts'
import { readMessages } from '../repo/git/read-messages.ts'
import type { RepoPaths } from '../repo/git/repo-paths.ts'

/** No chain of reverts of reverts is followed further. */
const longest = 20

/**
 * Adds to commits that take a revert back what the message of the first commit says: it is so again, and the diff says the
 * rest. What is read together tells that by itself.
 */
export async function withRevived(
  place: RepoPaths,
  analyses: readonly CommitAnalysis[],
  read: (shas: readonly string[]) => Promise<readonly CommitAnalysis[]>,
): Promise<readonly CommitAnalysis[]> {
  const told: CommitAnalysis[] = []
  for (const analysis of analyses) {
    const reverted = analysis.evidence.flatMap(({ kind, value }) => (kind === 'revert' && value !== '' ? [value] : []))
    if (reverted.length === 0) {
      told.push(analysis)
      continue
    }
    const elsewhere = reverted.filter((commit) => !analyses.some(({ sha }) => sha.startsWith(commit)))
    const origins = await Promise.all(elsewhere.map(async (commit) => await revivedBy(place, commit)))
    const known = origins.flatMap((origin) => origin ?? [])
    const revived = known.length === 0 ? [] : await read(known)
    const said = revived.flatMap(({ evidence }) => evidence.filter(({ at }) => at.path === ''))
    const at = { commit: analysis.sha, path: '' }
    told.push({ ...analysis, evidence: [...analysis.evidence, ...said.map((piece) => ({ ...piece, at }))] })
  }
  return told
}

/**
 * Puts behind each commit that takes a revert back the one that stands again with it, which has the reason; each commit is
 * named once.
 */
export async function withRevivedCommits(place: RepoPaths, commits: readonly string[]): Promise<readonly string[]> {
  const named = new Map<string, string>()
  for await (const { sha, message } of readMessages(place, commits)) {
    const [reverted] = ownReverts(readMessage(message))
    const origin = reverted === undefined ? undefined : await revivedBy(place, reverted)
    if (origin !== undefined) named.set(sha, origin)
  }
  return [...new Set(commits.flatMap((sha) => [sha, named.get(sha) ?? []].flat()))]
}

/** The commit that stands again once `reverted` is taken back; undefined where that took nothing else back. */
async function revivedBy(place: RepoPaths, reverted: string): Promise<string | undefined> {
  let commit = reverted
  for (let length = 1; length <= longest; length++) {
    const { code, out } = await askGit(place, ['log', '-1', '--format=%H%n%B', '--end-of-options', commit])
    if (code !== 0) return undefined
    const [sha = '', ...message] = out.split('\n')
    const [next] = revertedBy(readMessage(message.join('\n')).body)
    if (next === undefined) return length % 2 === 0 ? sha : undefined
    commit = next
  }
  return undefined
}
