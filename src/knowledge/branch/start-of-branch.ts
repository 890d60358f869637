import type { Ctx } from '../../repo/context.ts'
import { type Branches, leftBehind, parentRefs, trackingRef } from '../../repo/git/branches.ts'
import { isAncestor } from '../../repo/git/descent.ts'
import { readRef } from '../../repo/git/refs.ts'
import { isOurs } from './home.ts'

/**
 * Finds the knowledge that a branch begins with when it learns for the first time. What is shown until then may be of
 * commits that the branch does not hold: those of a parent that went on, or that it was made off and reset from. A
 * branch begins with a local parent's knowledge only where it holds the parent's code and that is ours, else with what
 * was shared of that.
 */
export async function startOf(ctx: Ctx, { own, shown, commit, head }: Branches): Promise<string | undefined> {
  const { place, settings } = ctx
  if (own === undefined || shown === own || commit === undefined || head.kind === 'detached') return commit
  const code = head.commit ?? (await readRef(place, `refs/heads/${head.branch}`))
  if (code === undefined) return commit
  const old = await leftBehind(place, settings.branchPrefix, head.branch)
  for (const ref of await parentRefs(place, settings.branchPrefix, head.branch)) {
    const known = await readRef(place, ref)
    if (known === undefined) continue
    if (ref === old || !ref.startsWith('refs/heads/')) return known
    const parent = await readRef(place, ref.replace(`refs/heads/${settings.branchPrefix}/`, 'refs/heads/'))
    const isHeld = parent !== undefined && (parent === code || (await isAncestor(place, parent, code)))
    if (isHeld && (await isOurs(ctx, ref))) return known
    const shared = await readRef(place, trackingRef('origin', ref))
    if (shared !== undefined) return shared
  }
  // Nothing was shared yet that could be begun with.
  return commit
}
