import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { followMerges, followSquash } from '../knowledge/sharing/follow-merges.ts'
import { refreshAgentFiles } from '../knowledge/shown/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { branchesOf, type Tip, tipOfBranch } from '../knowledge/branch/tip.ts'
import { withMending } from '../knowledge/branch/with-mending.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { knowledgeRefOf } from '../repo/git/branches.ts'
import { holdsNoCode } from '../repo/git/descent.ts'
import { isMerge } from '../repo/git/history.ts'
import { amendedFrom, isMergedOn } from '../repo/git/reflog.ts'
import { findRepoPaths, type RepoPaths } from '../repo/git/repo-paths.ts'
import type { Job } from '../repo/state/queue.ts'
import type { AskedAhead } from './ask-ahead.ts'
import { followRewrite } from './follow-rewrite.ts'
import { learn } from './learn.ts'
import { learnSquashes } from './learn-squashes.ts'

/**
 * Does what a hook asked for: learns what a commit, merge or rewrite teaches, and brings the work tree that it came from up
 * to date. The tree lock must be held.
 */
export async function doJob(ctx: Ctx, job: Job, prepared: AskedAhead): Promise<void> {
  const there = placeOf(job, ctx.place)
  const local: Ctx = there === undefined ? ctx : { ...ctx, place: there }
  if (job.kind !== 'moved') {
    const isUnknown = job.branch === '' && job.kind === 'rewrite'
    const branch = isUnknown ? await branchAt(local, job.commit) : job.branch
    if (branch !== undefined && branch !== '' && !isOwn(ctx, branch))
      await withMending(
        local,
        async () => [knowledgeRefOf(ctx.settings.branchPrefix, branch)],
        async () => await learnFrom(local, { ...job, branch }, prepared),
      )
  }
  if (there === undefined) return
  await refreshHeld(local, { quick: true })
  if (job.kind !== 'moved') await refreshAgentFiles(local)
}

async function learnFrom(ctx: Ctx, job: Exclude<Job, { kind: 'moved' }>, prepared: AskedAhead): Promise<void> {
  const tip = await tipOfBranch(ctx, job.branch)
  if (tip.commit === undefined && (await holdsNoCode(ctx.place, job.commit))) return
  switch (job.kind) {
    case 'rewrite':
      await followRewrite(ctx, job, { tip })
      return
    case 'merge':
      await learnSquashes(ctx, job.branch, await followMerges(ctx, job.commit, tip))
      // What came with a pull is read where it was made, and by `ctx curate`.
      if (isMergedOn(ctx.place, job.branch, job.commit)) await learnAfterMerge(ctx, job, prepared)
      return
    case 'commit':
      if (await learnSquashes(ctx, job.branch, await followSquash(ctx, job.commit, tip))) return
      if (await followAmend(ctx, job.commit, { tip, prepared })) return
      if (await isMerge(ctx.place, job.commit)) {
        await learnSquashes(ctx, job.branch, await followMerges(ctx, job.commit, tip))
        await learnAfterMerge(ctx, job, prepared)
      } else await learnCommit(ctx, job.commit, { tip, prepared })
  }
}

/** Learns a merge on what the branch knows by now: what the merge left out may be what the other branch taught. */
const learnAfterMerge = async (
  ctx: Ctx,
  { branch, commit }: { readonly branch: string; readonly commit: string },
  prepared: AskedAhead,
): Promise<void> => await learnCommit(ctx, commit, { tip: await tipOfBranch(ctx, branch), prepared })

type Given = { readonly tip: Tip; readonly prepared: AskedAhead }

async function learnCommit(ctx: Ctx, commit: string, given: Given): Promise<void> {
  await learn(ctx, { ...given, wanted: { kind: 'named', revisions: [commit] }, together: 1, dryRun: false })
}

/** Git tells of an amended commit twice; the first time, only its log says what it was before. */
async function followAmend(ctx: Ctx, commit: string, given: Given): Promise<boolean> {
  const from = amendedFrom(ctx.place, commit)
  if (from === undefined) return false
  return await followRewrite(ctx, { how: 'amend', commit, onto: '', rewrites: [{ from, to: commit }] }, given)
}

/**
 * A job's work tree may be gone by now, its knowledge is not; and where it was, another repository may lie: the one around
 * it, or the one that this is a copy of.
 */
function placeOf(job: Job, { commonDir }: RepoPaths): RepoPaths | undefined {
  try {
    const there = findRepoPaths(job.root)
    return realpathSync(there.commonDir) === realpathSync(commonDir) ? there : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * Finds the branch that a rebase with the apply backend moved: its hook still saw a detached HEAD, and git moves the
 * branch right after.
 */
async function branchAt(ctx: Ctx, commit: string): Promise<string | undefined> {
  for (let waited = 0; waited < 1_000; waited += 100) {
    const { head } = await branchesOf(ctx)
    if (head.kind === 'branch' && head.commit === commit) return `refs/heads/${head.branch}`
    await sleep(100)
  }
  return undefined
}

const isOwn = ({ settings }: Ctx, branch: string): boolean => branch.startsWith(`refs/heads/${settings.branchPrefix}/`)
