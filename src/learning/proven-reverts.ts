import type { Commit } from '../commit.ts'
import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import type { Evidence } from '../curate/evidence/types.ts'
import { undoes } from '../curate/standing/undoes.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { findObjects } from '../repo/git/objects.ts'

/** Commits that take others back, whose diffs stand in memory at once. */
const atOnce = 100

/**
 * Holds what commits say that they take back against what their diffs do: anybody can name any commit in a message, and
 * what it taught would hold no longer. What is not so is left out; what nobody here can tell retires nothing.
 */
export async function withProvenReverts(
  ctx: Ctx,
  analyses: readonly CommitAnalysis[],
): Promise<readonly CommitAnalysis[]> {
  const reverting = analyses.filter(namesCommits)
  const told = new Map<CommitAnalysis, CommitAnalysis>()
  for (let at = 0; at < reverting.length; at += atOnce) {
    const some = reverting.slice(at, at + atOnce)
    const diffs = await diffsOf(ctx, some)
    for (const analysis of some) told.set(analysis, proven(analysis, diffs))
  }
  return analyses.map((analysis) => told.get(analysis) ?? analysis)
}

const isRevert = ({ kind, value }: Evidence): boolean => kind === 'revert' && value !== ''
const namesCommits = ({ evidence }: CommitAnalysis): boolean => evidence.some(isRevert)

/** Reads the diffs of what takes back and of what is taken back, by every name that the latter is given. */
async function diffsOf(ctx: Ctx, reverting: readonly CommitAnalysis[]): Promise<ReadonlyMap<string, Commit>> {
  const names = [...new Set(reverting.flatMap(({ evidence }) => evidence.filter(isRevert).map(({ value }) => value)))]
  const hashes = await findObjects(ctx.place, 'commit', names)
  const wanted = new Set([...reverting.map(({ sha }) => sha), ...hashes.flatMap((sha) => sha ?? [])])
  const diffs = new Map<string, Commit>()
  for await (const commit of readCommits(ctx.place, [...wanted], ctx.signal)) diffs.set(commit.sha, commit)
  for (const [at, name] of names.entries()) {
    const commit = diffs.get(hashes[at] ?? '')
    if (commit !== undefined) diffs.set(name, commit)
  }
  return diffs
}

function proven(analysis: CommitAnalysis, diffs: ReadonlyMap<string, Commit>): CommitAnalysis {
  const later = diffs.get(analysis.sha)
  const evidence = analysis.evidence.flatMap((piece): readonly Evidence[] => {
    const earlier = diffs.get(piece.value)
    if (!isRevert(piece)) return [piece]
    if (later === undefined || earlier === undefined) return [{ ...piece, value: '' }]
    const undone = undoes(later, earlier)
    if (undone === 'lines') return [piece]
    return undone === 'files' ? [{ ...piece, value: '' }] : []
  })
  return { ...analysis, evidence }
}
