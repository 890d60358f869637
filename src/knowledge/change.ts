import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import type { Branches } from '../repo/git/branches.ts'
import { lock } from '../repo/state/lock.ts'
import { settleEdits, type Settling } from './edits/edits.ts'
import { refreshAgentFiles } from './shown/refresh-agent-files.ts'
import { refreshHeld } from './shown/refresh.ts'
import { branchesOf, type Tip, tipToLearnOn } from './branch/tip.ts'
import { refsOf, withMending } from './branch/with-mending.ts'

/**
 * Changes the knowledge of what is checked out: takes the lock, commits what people edited, opens the branch, and lets
 * `decide` commit to it and return the caller's result. If another process moved the branch meanwhile, it decides
 * again; a branch whose objects are gone is rebuilt first. Then the tree shows the change, and agents' files where the
 * project wants.
 */
export async function change<Result>(
  ctx: Ctx,
  decide: (tip: Tip) => Promise<Result>,
  settling: Settling = {},
): Promise<Result> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const result = await changeHeld(ctx, decide, settling)
  await refreshHeld(ctx)
  await refreshAgentFiles(ctx)
  return result
}

/** The same without showing it; the tree lock must be held. */
export const changeHeld = async <Result>(
  ctx: Ctx,
  decide: (tip: Tip) => Promise<Result>,
  settling: Settling = {},
): Promise<Result> => await changeOpened(ctx, { open: async () => await tipToLearnOn(ctx), decide, ...settling })

type Changing<Opened, Result> = Settling & {
  readonly open: (branches: Branches) => Promise<Opened>
  readonly decide: (opened: Opened) => Promise<Result>
}

/** The same for a caller that opens the branch in its own way; the tree lock must be held. */
export const changeOpened = async <Opened, Result>(ctx: Ctx, changing: Changing<Opened, Result>): Promise<Result> =>
  await withMending(
    ctx,
    async () => refsOf(await branchesOf(ctx)),
    async () => await decideUntilFirst(ctx, changing),
  )

async function decideUntilFirst<Opened, Result>(
  ctx: Ctx,
  { open, decide, restoring }: Changing<Opened, Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const { branches } = await settleEdits(ctx, { restoring })
    try {
      return await decide(await open(branches))
    } catch (error) {
      const wasOvertaken = error instanceof Problem && error.code === 'branch-keeps-moving'
      if (!wasOvertaken || tries === mostTries) throw error
    }
  }
}

const mostTries = 5
