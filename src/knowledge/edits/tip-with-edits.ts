import type { Ctx } from '../../repo/context.ts'
import { letGo } from '../../repo/git/holder-refs.ts'
import { writeCommit } from '../../repo/git/knowledge-branch.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import { editsOf, messageForEdits } from './edits.ts'
import { branchesOf, knowledgeAt, type Tip } from '../branch/tip.ts'

/**
 * A tip as it will be once what people changed in the tree is committed, for what only says what it would do: the commit is
 * made, and no branch has it. Where the tree shows something else, the edits are not about this tip.
 */
export async function tipWithEdits(ctx: Ctx, tip: Tip): Promise<Tip> {
  const parent = tip.commit ?? tip.parent
  if (parent === undefined || readShownCommit(ctx.place) !== parent) return tip
  const edits = await editsOf(ctx, await branchesOf(ctx))
  if (edits.length === 0) return tip
  const message = messageForEdits(edits)
  const commit = await writeCommit(ctx.place, { parents: [parent], changes: edits, message, asTheyAre: true })
  await letGo(ctx.place, commit)
  return { ...tip, commit, knowledge: await knowledgeAt(ctx, commit) }
}
