import { explain } from '../../curate/entries/knowledge-message.ts'
import { completed } from '../../curate/code/overview-sections.ts'
import type { Ctx } from '../../repo/context.ts'
import { type Knowledge, pathsChanged } from '../../tree/knowledge.ts'
import { apply, type Applied, type Operation } from '../../tree/operations.ts'
import { version } from '../../version.ts'
import { recordAccesses } from './accesses.ts'
import { relearn } from './relearn.ts'
import { requireNoSecrets } from './secrets.ts'
import { commitStep, type KnowledgeStep, type Tip, tooManyRaces } from './tip.ts'

/** What is written down, and who says so: `by` stands in the trailer, `title` in the subject. */
export type KnowledgeRecord = {
  readonly operations: readonly Operation[]
  readonly title: string
  readonly by?: string
  readonly tokens?: number
}

/** Applies operations to a branch and commits them. The tree lock must be held; the checkout is left to the caller. */
export async function record(
  ctx: Ctx,
  tip: Tip,
  { operations, title, by = 'offline', tokens = 0 }: KnowledgeRecord,
): Promise<Applied> {
  const known = await relearn(ctx, tip, operations)
  const { knowledge, applied, summary } = apply(known.knowledge, known.operations, ctx.now())
  const message = explain({
    title: `Curate: ${title}`,
    applied,
    reasons: operations.map(({ reason }) => reason),
    commits: [],
    by: `ctx ${version} (${by})`,
    restored: known.restored,
    tokens,
  })
  await commitLearned(ctx, tip, { knowledge: completed(tip.knowledge, knowledge), message })
  return { applied, summary }
}

/**
 * Commits what was learned, and with it how often the changed entries were read. Nothing that must not be shared gets
 * in.
 */
export async function commitLearned(ctx: Ctx, tip: Tip, { knowledge, message }: KnowledgeStep): Promise<Tip> {
  const changed = new Set(pathsChanged(tip.knowledge, knowledge))
  const settled = recordAccesses(ctx, knowledge, changed)
  requireSafeChange(tip.knowledge, settled.knowledge)
  const next = await commitStep(ctx, tip, { knowledge: settled.knowledge, message })
  if (next === undefined) throw tooManyRaces(tip.ref)
  settled.done()
  return next
}

/** Our own lessons are redacted, what people wrote may not be. What stood there before is not judged again. */
function requireSafeChange(before: Knowledge, after: Knowledge): void {
  const entries = new Map([...after.entries].filter(([path, entry]) => before.entries.get(path) !== entry))
  const overviews = new Map([...after.overviews].filter(([folder, text]) => before.overviews.get(folder) !== text))
  requireNoSecrets(
    { entries, overviews, findings: [] },
    'written down',
    'Take it out of .ctx/tree, then run `ctx curate` again.',
  )
}
