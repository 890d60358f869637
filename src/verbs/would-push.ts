import { editsOf } from '../knowledge/edits.ts'
import { branchesOf } from '../knowledge/tip.ts'
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
  const theirs = await readRef(ctx.place, trackingRef(remote, ref))
  const range = theirs === undefined ? [ref] : [ref, '--not', theirs]
  return {
    remote,
    branch: shortRef(ref),
    isNew: theirs === undefined,
    commits: Number(await git(ctx.place, ['rev-list', '--count', ...range, '--'])),
    edited: (await editsOf(ctx, branches)).map(({ path }) => path),
  }
}
