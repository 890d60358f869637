import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { knowledgeRefOf, shortRef, trackingRef } from '../repo/git/branches.ts'
import { listRefs } from '../repo/git/objects.ts'
import { readHead, readRef } from '../repo/git/refs.ts'
import { isRemote, listHeads, pushPlace } from '../repo/git/remote.ts'
import { findRepoPaths } from '../repo/git/repo-paths.ts'
import { readPersonal } from '../repo/settings/settings.ts'
import { isAlive, tryLock } from '../repo/state/lock.ts'
import { forgetPush, type GitPush, noteShared, type PushedBranch, readPushes } from '../repo/state/pushes.ts'
import { queueLength } from '../repo/state/queue.ts'
import { shareBranch, type Sharing, problemLine } from './push.ts'

/**
 * Shares, after `git push`, the knowledge of the code branches that it pushed: nobody waits for that, and no push can
 * fail because of it. One process does so in a repository; how it ended is noted for `ctx status`.
 */
export async function sharePushed(ctx: Ctx): Promise<void> {
  // A push may come between the last look and the release of the lock, when its hook saw us: so look once more.
  do {
    await using held = tryLock(ctx.place, 'share')
    if (held === undefined) return
    for (let pushes = readPushes(ctx.place); pushes.length > 0; pushes = readPushes(ctx.place))
      for (const push of pushes) {
        await shareAfter(ctx, push)
        forgetPush(ctx.place, push)
      }
  } while (readPushes(ctx.place).length > 0)
}

/**
 * Waits for a push and shares the knowledge of what arrived; a rehearsal, or a push that was refused, shares nothing.
 */
async function shareAfter(ctx: Ctx, push: GitPush): Promise<void> {
  try {
    const local = { ...ctx, place: findRepoPaths(push.root) }
    const due = await sharingsOf(local, push)
    if (due.length === 0) return
    await untilPushed(push)
    const there = await listHeads(local.place, (await pushPlace(local.place, push.remote)) ?? push.remote)
    const arrived = due.filter(({ branch }) => there.get(shortRef(branch.to)) === branch.commit)
    if (arrived.length > 0) await untilLearned(local)
    for (const { branch, sharing } of arrived) await shareOne(local, branch, sharing)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    for (const { to } of push.branches) noteKept(ctx, { ...push, to: knowledgeOf(ctx, to) }, problemLine(error))
  }
}

/** Notes why a branch was not shared. */
const noteKept = ({ place, now }: Ctx, { remote, to }: Omit<Sharing, 'ref'>, detail: string): void =>
  noteShared(place, { remote, branch: shortRef(to), at: now().toISOString(), isShared: false, detail })

const knowledgeOf = ({ settings }: Ctx, ref: string): string => knowledgeRefOf(settings.branchPrefix, ref)

type Due = { readonly branch: PushedBranch; readonly sharing: Sharing }

/**
 * Finds what a push is to share, as `autoPush` says: `known` only with a remote that already has knowledge, so that the
 * first sharing is always a person's own act. A knowledge branch that git pushes itself needs nobody else.
 */
async function sharingsOf(ctx: Ctx, { remote, branches }: GitPush): Promise<readonly Due[]> {
  const { place, settings } = ctx
  const { autoPush } = await readPersonal(place, ctx.env)
  if (autoPush === 'off' || !(await isRemote(place, remote))) return []
  const known = await listRefs(place, `refs/remotes/${remote}/${settings.branchPrefix}/`)
  if (autoPush === 'known' && known.length === 0) return []
  const pushedByGit = new Set(branches.map(({ to }) => to))
  const due: Due[] = []
  for (const branch of branches) {
    const from = await codeBranchOf(ctx, branch)
    const to = knowledgeOf(ctx, branch.to)
    if (from === undefined || branch.to.startsWith(`refs/heads/${settings.branchPrefix}/`) || pushedByGit.has(to))
      continue
    due.push({ branch, sharing: { remote, ref: knowledgeOf(ctx, from), to } })
  }
  return due
}

/** The code branch that was pushed; git says `HEAD` where a person did. */
async function codeBranchOf({ place }: Ctx, { from, commit }: PushedBranch): Promise<string | undefined> {
  if (from !== 'HEAD' && from !== '@') return from.startsWith('refs/heads/') ? from : undefined
  const head = await readHead(place)
  return head.kind === 'branch' && head.commit === commit ? `refs/heads/${head.branch}` : undefined
}

/** A push that takes longer than this, in ms, shares nothing; the next one does. */
const longestPush = 60 * 60_000

/** Waits until the git that pushes has ended: it is our hook's caller, so it still runs when we begin. */
async function untilPushed({ pusher }: GitPush): Promise<void> {
  const isPushing = (): boolean => Number.isInteger(pusher) && pusher > 1 && isAlive(pusher)
  for (let waited = 0; isPushing() && waited < longestPush; waited += 50) await sleep(50)
}

/** The worker gets this long, in ms, to learn from the commits that were pushed. */
const longestLearning = 60_000

async function untilLearned({ place }: Ctx): Promise<void> {
  for (let waited = 0; queueLength(place) > 0 && waited < longestLearning; waited += 50) await sleep(50)
}

async function shareOne(ctx: Ctx, branch: PushedBranch, sharing: Sharing): Promise<void> {
  const { place } = ctx
  const tip = await readRef(place, sharing.ref)
  const theirs = await readRef(place, trackingRef(sharing.remote, sharing.to))
  if (tip === undefined || tip === theirs) return
  try {
    await shareBranch(ctx, { ...sharing, pushed: branch.commit })
  } catch (error) {
    // It is noted; other branches of the same push may fare better.
    if (!(error instanceof Problem)) throw error
  }
}
