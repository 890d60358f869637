import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { findBranches, shortRef } from '../../repo/git/branches.ts'
import { isRefused } from '../../repo/index/database.ts'
import { lock } from '../../repo/state/lock.ts'
import { readRejected } from '../../repo/state/rejected.ts'
import { readShownCommit, readStale, treeDir } from '../../repo/state/state.ts'
import { manifestFile } from '../../tree/path.ts'
import { lookInBackground, reindexInBackground } from './reindex-in-background.ts'

/**
 * Notices what no hook reported (reset, stash, a deleted file): compares the branch with what is shown, by one ref, and
 * refreshes where they differ; summaries, the manifest and what is damaged of the record of rejections follow in the
 * background. While somebody else writes, what is there is good enough to read.
 */
export async function refreshIfStale(ctx: Ctx): Promise<void> {
  const { commit, shown } = await findBranches(ctx.place, ctx.settings.branchPrefix)
  if (commit === undefined) return
  if (commit === readShownCommit(ctx.place) && existsSync(join(treeDir(ctx.place), manifestFile))) {
    if (readRejected(ctx.place, commit) === undefined) await reindexInBackground(ctx)
    return
  }
  const isFirst = readShownCommit(ctx.place) === '' && !existsSync(treeDir(ctx.place))
  const { refreshHeld } = await import('./refresh.ts')
  try {
    await using _held = await lock(ctx.place, 'tree', { waitMs: 3_000 })
    await refreshHeld(ctx, { quick: true, derivesLater: true })
    if (isFirst)
      ctx.say(
        `.ctx/tree shows what ${shortRef(shown ?? '')} knows, outside of git. \`ctx init\` keeps it up to date, \`ctx uninstall\` takes it away.`,
      )
    if (readStale(ctx.place).paths.length > 0) await lookInBackground(ctx)
  } catch (error) {
    if (isRefused(error))
      ctx.say(
        readShownCommit(ctx.place) === ''
          ? `Nothing can be written here, so ${shortRef(shown ?? '')} is read anew for each question.`
          : 'Nothing can be written here, so what is new in the knowledge is not shown; this answers from what is there.',
      )
    else if (error instanceof Problem && error.code === 'busy')
      ctx.say('Another ctx process is writing; this answers from what is there.')
    else throw error
  }
}
