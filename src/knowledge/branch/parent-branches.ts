import type { Ctx } from '../../repo/context.ts'
import { defaultKnowledgeRef } from '../../repo/git/branches.ts'
import { madeFrom } from '../../repo/git/reflog.ts'

/** Branches above one another that are followed, at most: git's record of them could be forged into a circle. */
const farthest = 20

/** Names the branches that a branch came from, the nearest first, the default branch last; none for that one itself. */
export async function parentBranches(ctx: Ctx, branch: string): Promise<readonly string[]> {
  const { place, settings } = ctx
  const main = (await defaultKnowledgeRef(place, settings.branchPrefix)).slice(
    `refs/heads/${settings.branchPrefix}/`.length,
  )
  if (branch === main) return []
  const names = new Set([branch])
  for (let name = madeFrom(place, branch); name !== undefined && !names.has(name) && names.size < farthest;) {
    names.add(name)
    name = name === main ? undefined : madeFrom(place, name)
  }
  return [...names.add(main)].slice(1)
}
