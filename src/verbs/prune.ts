import { branchesOf } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { defaultKnowledgeRef, shortRef, trackingRef } from '../repo/git/branches.ts'
import { isAncestor, isKnowledge } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { listRefs } from '../repo/git/objects.ts'
import { localRef, readRef } from '../repo/git/refs.ts'
import { chooseRemote, deleteKnowledge, fetchKnowledge, listHeads } from '../repo/git/remote.ts'
import { listWorkTrees } from '../repo/git/work-trees.ts'
import { lock } from '../repo/state/lock.ts'

/** A knowledge branch whose code branch is gone. `isMerged`: the default branch knows all that it knows. */
export type Orphan = {
  readonly branch: string
  readonly ref: string
  readonly commit: string
  readonly isMerged: boolean
  /** The remote that has it; '' for a branch of this clone. */
  readonly remote: string
}

/**
 * Finds knowledge branches whose code branch is gone, in this clone and, when one is named, at a remote. What is not
 * merged is found too, so that somebody can decide about it.
 */
export async function orphans(ctx: Ctx, remoteName?: string): Promise<readonly Orphan[]> {
  const local = await orphansAt(ctx, '', await localBranches(ctx))
  if (remoteName === undefined) return local
  const remote = await chooseRemote(ctx.place, remoteName === '' ? undefined : remoteName, undefined)
  await fetchKnowledge(ctx.place, remote, ctx.settings.branchPrefix)
  return [...local, ...(await orphansAt(ctx, remote, new Set((await listHeads(ctx.place, remote)).keys())))]
}

async function localBranches({ place }: Ctx): Promise<ReadonlySet<string>> {
  const refs = [...(await listRefs(place, 'refs/heads/')), ...(await listRefs(place, 'refs/remotes/'))]
  return new Set(refs.map(({ ref }) => shortRef(localRef(ref))))
}

async function orphansAt(ctx: Ctx, remote: string, code: ReadonlySet<string>): Promise<readonly Orphan[]> {
  const { place, settings } = ctx
  const main = await defaultKnowledgeRef(place, settings.branchPrefix)
  const home = remote === '' ? 'refs/heads/' : `refs/remotes/${remote}/`
  const prefix = `${home}${settings.branchPrefix}/`
  const keep = new Set([main, trackingRef(remote, main), (await branchesOf(ctx)).shown, ...(await checkedOut(ctx))])
  const found: Orphan[] = []
  for (const { ref, commit } of await listRefs(place, prefix)) {
    const branch = ref.slice(prefix.length)
    // What only happens to be called like one of ours is not ours to judge.
    if (keep.has(ref) || code.has(branch) || (remote !== '' && !code.has(`${settings.branchPrefix}/${branch}`)))
      continue
    if (!(await isKnowledge(place, commit))) continue
    found.push({ branch, ref, commit, remote, isMerged: await isKnown(ctx, commit, [main, trackingRef(remote, main)]) })
  }
  return found
}

async function isKnown({ place }: Ctx, commit: string, refs: readonly string[]): Promise<boolean> {
  for (const ref of refs) {
    const tip = await readRef(place, ref)
    if (tip !== undefined && (await isAncestor(place, commit, tip))) return true
  }
  return false
}

/** Deletes knowledge branches, each only if it still stands where it was found. Gives those that are gone. */
export async function prune(ctx: Ctx, chosen: readonly Orphan[]): Promise<readonly Orphan[]> {
  const gone: Orphan[] = []
  for (const orphan of chosen) {
    try {
      if (await remove(ctx, orphan)) gone.push(orphan)
      else ctx.say(`${shortRef(orphan.ref)} moved meanwhile, and was left as it is.`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      ctx.say(`${error.message} It was left as it is.`)
    }
  }
  return gone
}

async function remove({ place }: Ctx, { ref, commit, remote }: Orphan): Promise<boolean> {
  if (remote === '') {
    await using _held = await lock(place, 'tree', { waitMs: 15_000 })
    return (await askGit(place, ['update-ref', '-d', ref, commit])).code === 0
  }
  // Git forgets its own record of the branch with it.
  await deleteKnowledge(place, remote, localRef(ref), commit)
  return true
}

/** Branches that some work tree has checked out. */
async function checkedOut({ place }: Ctx): Promise<readonly string[]> {
  return (await listWorkTrees(place)).map(({ branch }) => branch)
}
