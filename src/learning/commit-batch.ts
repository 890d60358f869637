import { batchTitle, explain } from '../curate/entries/knowledge-message.ts'
import { commitLearned } from '../knowledge/branch/record.ts'
import type { Tip } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { withSafeKeywords } from '../tree/safe-keywords.ts'
import { version } from '../version.ts'
import type { DecidedBatch } from './prefer-model.ts'
import { isTeaching } from './teach.ts'

/** Commits what a batch taught, as one knowledge commit that cites all of its commits; nothing is written of one that taught nothing. */
export async function commitBatch(ctx: Ctx, tip: Tip, { learned, by, tokens }: DecidedBatch): Promise<Tip> {
  const taught = learned.taught.filter(isTeaching)
  if (taught.length === 0) return tip
  // An entry that several commits taught is one operation of each of them.
  const told = new Map(
    taught.flatMap(({ operations, applied }) => operations.map((operation, at) => [operation, applied[at]])),
  )
  const applied = [...told.values()].flatMap((result) => result ?? [])
  const [only] = learned.taught.length === 1 ? taught : []
  const message = explain({
    title: only === undefined ? batchTitle(applied, taught.length) : `Curate: ${only.subject}`,
    applied,
    reasons: [...told.keys()].map(({ reason }) => reason),
    commits: learned.taught.map(({ commit }) => commit),
    by: `ctx ${version} (${by})`,
    restored: learned.restored,
    tokens,
  })
  return await commitLearned(ctx, tip, { knowledge: withSafeKeywords(tip.knowledge, learned.knowledge), message })
}
