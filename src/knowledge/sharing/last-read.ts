import type { Ctx } from '../../repo/context.ts'
import { readCurated } from '../../repo/git/descent.ts'
import { git } from '../../repo/git/git.ts'
import { findObjects } from '../../repo/git/objects.ts'
import { msPerDay } from '../../tree/lifecycle.ts'

/** Whoever deletes a branch that was merged does so soon after; of others somebody decided, or `ctx prune` asks. */
const daysLeft = 7
const mostRead = 50

/**
 * Names the last commit of the code that some knowledge was learned from, beside what `ours` knows: it stands for a branch that
 * was deleted before its knowledge could follow. Undefined where that was long ago, or none of these commits is here.
 */
export async function lastReadOf(
  { place, now }: Ctx,
  commit: string,
  ours: string | undefined,
): Promise<string | undefined> {
  const madeAt = Number(await git(place, ['log', '-1', '--format=%ct', '--end-of-options', commit]))
  if (now().getTime() - madeAt * 1000 > daysLeft * msPerDay) return undefined
  const read = [...(await readCurated(place, commit, { besides: ours }))].slice(0, mostRead)
  const there = (await findObjects(place, 'commit', read)).flatMap((found) => found ?? [])
  if (there.length === 0) return undefined
  const last = await git(place, ['rev-list', '--no-walk=sorted', '--max-count=1', '--end-of-options', ...there])
  return last.trim()
}
