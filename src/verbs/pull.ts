import { settleEdits } from '../knowledge/edits/edits.ts'
import { followMerges } from '../knowledge/sharing/follow-merges.ts'
import { integrate } from '../knowledge/sharing/integrate.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { startOf } from '../knowledge/branch/start-of-branch.ts'
import { branchesOf, openTip } from '../knowledge/branch/tip.ts'
import { refsOf, withMending } from '../knowledge/branch/with-mending.ts'
import { learnSquashes } from '../learning/learn-squashes.ts'
import type { Ctx } from '../repo/context.ts'
import { codeRefOf, shortRef, trackingRef } from '../repo/git/branches.ts'
import { localRef, readRef } from '../repo/git/refs.ts'
import { chooseRemote, fetchKnowledge } from '../repo/git/remote.ts'
import { lock } from '../repo/state/lock.ts'

/** What a pull brought: for each branch, whether it changed. */
export type PullResult = {
  readonly remote: string
  readonly branches: readonly { readonly branch: string; readonly changed: boolean }[]
  /** Branches whose code is in this one now, and whose knowledge followed. */
  readonly followed: readonly string[]
}

/** Fetches the remote's knowledge and merges it, entry by entry, into that of the current branch and of its parent. */
export async function pull(ctx: Ctx, remoteName?: string): Promise<PullResult> {
  const { head } = await branchesOf(ctx)
  const remote = await chooseRemote(ctx.place, remoteName, head.kind === 'branch' ? head.branch : undefined)
  // The remote is fetched before the tree is locked.
  await fetchKnowledge(ctx.place, remote, ctx.settings.branchPrefix)
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const brought = await withMending(
    ctx,
    async () => refsOf(await branchesOf(ctx)),
    async () => await takeIn(ctx, remote),
  )
  await refreshHeld(ctx)
  return { remote, ...brought }
}

/** Merges what was fetched. The tree lock must be held. */
async function takeIn(ctx: Ctx, remote: string): Promise<Omit<PullResult, 'remote'>> {
  await settleEdits(ctx)
  const results: { branch: string; changed: boolean }[] = []
  for (const ref of await refsToPull(ctx, remote)) {
    const from = trackingRef(remote, ref)
    const [before, commit] = [await readRef(ctx.place, ref), await readRef(ctx.place, from)]
    if (commit !== undefined)
      results.push({ branch: shortRef(ref), changed: (await integrate(ctx, ref, { ref: from, commit })) !== before })
  }
  return { branches: results, followed: await followCode(ctx, remote) }
}

/** Lets knowledge follow code that came with `git pull`: of branches that somebody merged, or squashed on a server. */
async function followCode(ctx: Ctx, remote: string): Promise<readonly string[]> {
  const branches = await branchesOf(ctx)
  const { head, own } = branches
  if (own === undefined || head.commit === undefined) return []
  const tip = await openTip(ctx, own, await startOf(ctx, branches))
  const followed = await followMerges(ctx, head.commit, tip, remote)
  await learnSquashes(ctx, codeRefOf(ctx.settings.branchPrefix, own), followed)
  return followed.branches
}

/** The own branch where either side has it, and the branch that is shown: as a local branch, whatever showed it. */
async function refsToPull(ctx: Ctx, remote: string): Promise<readonly string[]> {
  const { own, shown } = await branchesOf(ctx)
  const local = shown === undefined ? undefined : localRef(shown)
  const candidates = [...new Set([own, local].filter((ref) => ref !== undefined))]
  const known = await Promise.all(
    candidates.map(async (ref) => (await readRef(ctx.place, trackingRef(remote, ref))) !== undefined),
  )
  return candidates.filter((_, at) => known[at])
}
