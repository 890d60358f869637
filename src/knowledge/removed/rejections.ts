import { commitKey } from '../../commit.ts'
import type { Rejections } from '../../repo/git/rejections.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import type { Database } from '../../repo/index/database.ts'
import { commitsStated } from '../../repo/index/statement-index.ts'
import { readRejected } from '../../repo/state/rejected.ts'
import { readShownCommit } from '../../repo/state/state.ts'

/**
 * Of some commits those that people rejected, where no entry tells anything of them all the same. What is not written down of
 * the knowledge that is shown counts as nothing: a refresh writes it down.
 */
export function rejectedAmong(
  commits: readonly string[],
  { place, database }: { readonly place: RepoPaths; readonly database: Database },
): Rejections {
  const rejections = readRejected(place, readShownCommit(place)) ?? new Map()
  const keys = commits.map(commitKey).filter((key) => rejections.has(key))
  if (keys.length === 0) return new Map()
  const stated = commitsStated(database, keys)
  return new Map(keys.flatMap((key) => (stated.has(key) ? [] : [[key, rejections.get(key) ?? ''] as const])))
}
