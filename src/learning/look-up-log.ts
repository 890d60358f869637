import type { Ctx } from '../repo/context.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { readHead } from '../repo/git/refs.ts'
import { logLane, type LogLane } from '../repo/index/log-lane.ts'
import type { Store } from '../repo/index/store.ts'

/** A log lane in step with what is checked out, as far as messages go; `isWhole` once diffs were read too. */
export type LookedUpLog = { readonly lane: LogLane; readonly isWhole: boolean }

/**
 * Brings the log lane in step with HEAD: messages of new commits are read now, their diffs by whoever comes later; who is
 * in a hurry takes it as it is where none of it was read yet.
 */
export async function lookUpLog(
  ctx: Ctx,
  { database }: Store,
  { isHurried = false }: { readonly isHurried?: boolean } = {},
): Promise<LookedUpLog> {
  const lane = logLane(database)
  // To read the whole of a history takes longer than an agent's hook may.
  const { tip } = lane.state()
  if (isHurried && tip === '') return { lane, isWhole: false }
  const { commit: head } = await readHead(ctx.place)
  if (head !== undefined && tip !== head) {
    const { readNewMessages } = await reading()
    // Of a whole history the diffs are left for later, which asks git whether they are here: better while it is reading.
    await Promise.all([readNewMessages(ctx, lane, head), tip === '' ? isPartialClone(ctx.place) : undefined])
  }
  const { isFollowed, size } = lane.state()
  const left = isFollowed ? lane.unread().size : size
  if (left > 0 && left <= small && !isHurried) await (await reading()).readDiffsOf(ctx, lane)
  // What a partial clone left at its remote is not fetched for this.
  return { lane, isWhole: left <= small || (await isPartialClone(ctx.place)) }
}

/** The diffs of so few commits are read while somebody waits: it takes no longer than to say that they were not. */
const small = 200

/** Reads the diffs that were not read yet, and what became of each commit's lines; in the background. */
export async function readDiffs(ctx: Ctx, store: Store): Promise<void> {
  const { lane } = await lookUpLog(ctx, store)
  await (await reading()).readDiffsOf(ctx, lane)
}

/** What reads commits is loaded where there are some to be read: a question mostly finds all of them read. */
// oxlint-disable-next-line typescript/explicit-function-return-type
const reading = async () => await import('./read-log.ts')
