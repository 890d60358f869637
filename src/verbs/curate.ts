import { settleEdits } from '../knowledge/edits/edits.ts'
import { refreshAgentFiles } from '../knowledge/shown/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { branchesOf, tipToLearnOn } from '../knowledge/branch/tip.ts'
import { refsOf, withMending } from '../knowledge/branch/with-mending.ts'
import type { AskedAhead } from '../learning/ask-ahead.ts'
import { forgetReadJobs } from '../learning/forget-read-jobs.ts'
import { type Curated, learn } from '../learning/learn.ts'
import { unreadCommits, type Wanted } from '../learning/wanted.ts'
import { worksByItself } from '../model/switch.ts'
import type { Ctx } from '../repo/context.ts'
import { lock } from '../repo/state/lock.ts'

/** How to learn from commits. */
export type CurateOptions = {
  /** Finds out what would be learned, and writes nothing. */
  readonly dryRun?: boolean
  /** Plans this many commits together, for one knowledge commit; 1, or of all of history as many as memory allows. */
  readonly together?: number
}

/** Learns from commits on the current branch: each is read once, in order, and its lessons are committed. */
export async function curate(
  ctx: Ctx,
  wanted: Wanted,
  { dryRun = false, together: asked }: CurateOptions = {},
): Promise<Curated> {
  const together = asked ?? (wanted.kind === 'all' ? undefined : 1)
  if (dryRun) return await learn(ctx, { tip: await tipToLearnOn(ctx), wanted, together, dryRun })
  const prepared = together === 1 ? await askAhead(ctx, wanted) : undefined
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const curated = await withMending(
    ctx,
    async () => refsOf(await branchesOf(ctx)),
    async () => {
      await settleEdits(ctx)
      const tip = await tipToLearnOn(ctx)
      return await learn(ctx, { tip, wanted, together, dryRun, ...(prepared === undefined ? {} : { prepared }) })
    },
  )
  await refreshHeld(ctx)
  await refreshAgentFiles(ctx)
  await forgetReadJobs(ctx)
  return curated
}

/** Where a model curates, asks it first, so that nothing waits for it with the tree locked. */
async function askAhead(ctx: Ctx, wanted: Wanted): Promise<AskedAhead | undefined> {
  if (!(await worksByItself(ctx, 'curate'))) return undefined
  const tip = await tipToLearnOn(ctx)
  const { askModelAhead } = await import('../learning/ask-ahead.ts')
  return await askModelAhead(ctx, await unreadCommits(ctx, tip, wanted), tip.knowledge)
}
