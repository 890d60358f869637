import { editsOf } from '../knowledge/edits/edits.ts'
import { branchesOf } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef, trackingRef } from '../repo/git/branches.ts'
import { git } from '../repo/git/git.ts'
import { readRef } from '../repo/git/refs.ts'
import { chooseRemote } from '../repo/git/remote.ts'
import { refToShare } from './push.ts'

/** What a push would share, by what was last heard of the remote: nothing is asked of it. */
export type WouldPush = {
  readonly remote: string
  /** The knowledge branch, and whether the remote would get it for the first time. */
  readonly branch: string
  readonly isNew: boolean
  readonly commits: number
  /** Files edited by hand, which would be committed and shared, too. */
  readonly edited: readonly string[]
}

/** Says what `push` would share, and changes nothing; undefined where nothing was learned yet. */
export async function wouldPush(ctx: Ctx, remoteName?: string): Promise<WouldPush | undefined> {
  const branches = await branchesOf(ctx)
  const { head } = branches
  const remote = await chooseRemote(ctx.place, remoteName, head.kind === 'branch' ? head.branch : undefined)
  const ref = await refToShare(ctx)
  if (ref === undefined) return undefined
  const edited = (await editsOf(ctx, branches)).map(({ path }) => path)
  // An edit makes a branch of its own where there was none.
  const to = edited.length === 0 ? ref : (branches.own ?? ref)
  return {
    remote,
    branch: shortRef(to),
    isNew: (await readRef(ctx.place, trackingRef(remote, to))) === undefined,
    commits: Number(await git(ctx.place, ['rev-list', '--count', ref, '--not', `--remotes=${remote}`, '--'])),
    edited,
  }
}
