import { stampsOf } from '../repo/checkout.ts'
import { noteAccesses } from '../repo/journal.ts'
import { answer } from '../search/answer.ts'
import { type Answer, climb, type Question } from '../search/ladder.ts'
import { defaultShares } from '../search/rank.ts'
import { presets } from '../search/weights.ts'
import { toEntryPath } from '../tree/path.ts'
import { bringInStep, type Lookup, lookUp } from './lookup.ts'
import { refreshIfMoved } from './notice.ts'
import type { Ctx } from './open.ts'

/** An answer as `--json` prints it; `tookMs` counts from the question to the answer, opening and reading included. */
export type QueryResult = Answer & {
  readonly query: string
  /** Knowledge files that could not be read and therefore not be searched. */
  readonly unread: readonly string[]
  readonly tookMs: number
}

export type QueryOptions = {
  readonly limit?: number
  /** Files, as the repository names them: what is known about these comes first. */
  readonly files?: readonly string[]
  /** A folder of the tree to stay in. */
  readonly topic?: string
  /** Lists all that match, however little; an answer keeps to what is worth three tenths of the best. */
  readonly everything?: boolean
  /** Asks the knowledge as it was at a code commit, branch or date. */
  readonly at?: string
}

/** Measured: a higher one loses answers, a lower one only adds what nobody asked for. */
const floor = 0.3

/**
 * Answers a question from the knowledge that is checked out. `hits` is empty, and `outOfDomain` true, when the honest
 * answer is that nothing is known. Rejects with the signal's reason when the context is aborted.
 */
export async function query(
  ctx: Ctx,
  text: string,
  { limit = 5, files = [], topic = '', everything = false, at }: QueryOptions = {},
): Promise<QueryResult> {
  const started = performance.now()
  const question = { text, files, within: topic.replace(/\/$/, ''), limit, floor: everything ? 0 : floor }
  const lookup = at === undefined ? await lookUpShown(ctx) : await lookUpAt(ctx, at)
  try {
    const found = await climb([direct(ctx, lookup)], question, ctx.signal)
    noteAccesses(
      ctx.place,
      found.hits.flatMap(({ path }) => toEntryPath(path) ?? []),
    )
    return { query: text, ...found, unread: lookup.unread, tookMs: Math.round(performance.now() - started) }
  } finally {
    lookup.index.close()
  }
}

/** Opens an index of what is checked out, after noticing what no hook reported. */
export async function lookUpShown(ctx: Ctx): Promise<Lookup> {
  await refreshIfMoved(ctx)
  return await lookUp(ctx)
}

async function lookUpAt(ctx: Ctx, at: string): Promise<Lookup> {
  const { lookUpAsOf } = await import('./revision.ts')
  return await lookUpAsOf(ctx, at)
}

/** The tier that answers from ranked entries alone. A file that was edited since it was indexed is looked at again. */
const direct = (ctx: Ctx, lookup: Lookup) => ({
  name: 'direct' as const,
  answer: async (question: Question): Promise<Answer | undefined> => {
    const settings = { weights: presets.default, shares: defaultShares, now: ctx.now() }
    const found = answer(question, lookup.index, settings)
    const isEdited = lookup.store !== undefined && (await indexEdits(ctx, lookup.store, found))
    return isEdited ? answer(question, lookup.index, settings) : found
  },
})

async function indexEdits(ctx: Ctx, store: NonNullable<Lookup['store']>, { hits }: Answer): Promise<boolean> {
  const paths = hits.map(({ path }) => path)
  const [indexed, now] = [store.stamps(paths), stampsOf(ctx.place, paths)]
  const edited = paths.filter((path) => indexed.get(path) !== now.get(path))
  return edited.length > 0 && (await bringInStep(ctx, store, edited)) > 0
}
