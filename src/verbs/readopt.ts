import { explain } from '../curate/entries/knowledge-message.ts'
import { followRewrites } from '../curate/rewrite.ts'
import { knowledgeAt } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { isKnowledge, readCurated, wasKnowledge } from '../repo/git/descent.ts'
import { beginCommit, moveBranch, writeCommit } from '../repo/git/knowledge-branch.ts'
import { listRefs } from '../repo/git/objects.ts'
import { findRewritten } from '../repo/git/rewritten.ts'
import type { SetupStep } from '../repo/setup-step.ts'
import { lock } from '../repo/state/lock.ts'
import { changesBetween } from '../tree/knowledge.ts'
import { version } from '../version.ts'

/** Finds knowledge branches that somebody rewrote together with the code, so that they begin with another commit. */
export async function rewrittenBranches({
  place,
  settings,
}: Ctx): Promise<readonly { readonly ref: string; readonly commit: string }[]> {
  const found = await listRefs(place, `refs/heads/${settings.branchPrefix}/`)
  const isRewritten = await Promise.all(
    found.map(async ({ commit }) => !(await isKnowledge(place, commit)) && (await wasKnowledge(place, commit))),
  )
  return found.filter((_, at) => isRewritten[at])
}

/**
 * Takes back knowledge branches that were rewritten together with the code. Nothing is rewritten again: a merge joins
 * each to the commit that all of them begin with, and its sources follow the code as far as it is known what became of
 * it.
 */
export async function readopt(ctx: Ctx): Promise<readonly SetupStep[]> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const found = await rewrittenBranches(ctx)
  if (found.length === 0) return [{ what: 'no knowledge branch was rewritten', state: 'kept' }]
  const rewrites = await findRewritten(ctx.place)
  for (const { ref, commit } of found) {
    const before = await knowledgeAt(ctx, commit)
    const read = await readCurated(ctx.place, commit)
    const followed = new Map([...rewrites].filter(([from]) => read.has(from)))
    const message = explain({
      title: `Adopt: ${shortRef(ref)}, rewritten together with the code`,
      applied: [],
      reasons: [],
      commits: [...followed.values()],
      by: `ctx ${version} (offline)`,
      rewrites: followed,
    })
    const changes = changesBetween(before, followRewrites(before, rewrites))
    const to = await writeCommit(ctx.place, { parents: [commit, await beginCommit(ctx.place)], changes, message })
    if (!(await moveBranch(ctx.place, ref, { from: commit, to })))
      throw new Problem('branch-keeps-moving', `${shortRef(ref)} was moved by somebody else just now.`, {
        hint: 'Run `ctx init --adopt` again.',
      })
  }
  return found.map(({ ref }) => ({ what: `took ${shortRef(ref)} back as it was rewritten`, state: 'done' }))
}
