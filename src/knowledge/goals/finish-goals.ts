import { digestText, fitDigest, foldDigests } from '../../brain/goals/digest.ts'
import type { Ctx } from '../../repo/context.ts'
import { codeRefOf, defaultKnowledgeRef, shortRef } from '../../repo/git/branches.ts'
import { formerNames } from '../../repo/git/reflog.ts'
import { localRef } from '../../repo/git/refs.ts'
import type { Goal } from '../../tree/goal.ts'
import { goalAboveWithDigest, finishedGoal, learnedByBranch } from './goal-digest.ts'
import { goalAt, latestGoalOf, momentOf, saveGoals } from './goals.ts'
import { type Tip, tooManyRaces } from '../branch/tip.ts'

/** A branch that was merged: its knowledge branch, the commit of it, and that of the other before. */
export type MergedBranch = { readonly ref: string; readonly commit: string; readonly into: string | undefined }

/**
 * Finishes the goal of a branch that was merged into the one it came from, with what the branch learned as its digest;
 * nobody is there to say it better. Gives the knowledge branch's commit afterwards. The tree lock must be held.
 */
export async function finishMerged(ctx: Ctx, tip: Tip & { commit: string }, merged: MergedBranch): Promise<string> {
  const { goal } = await latestGoalOf(ctx, tip.commit, branchOf(ctx, merged.ref))
  if (goal === undefined || goal.finishedAt !== '' || !(await endsIn(ctx, goal, tip))) return tip.commit
  const below = goal.digests.map(({ digest }) => digest)
  const learned = await learnedByBranch(ctx, goal, { own: merged.commit, parent: merged.into })
  return await finishWith(ctx, tip, { goal, digest: digestText(foldDigests(fitDigest(learned), below)), how: 'merged' })
}

/**
 * Finishes the goal of a branch that was dropped, and of which only an attempt is kept: the goal above learns that it
 * was tried, and nothing that was true only on that branch. The tree lock must be held.
 */
export async function finishDropped(
  ctx: Ctx,
  tip: Tip & { commit: string },
  { ref, commit }: Omit<MergedBranch, 'into'>,
): Promise<void> {
  const { goal } = await latestGoalOf(ctx, commit, branchOf(ctx, ref))
  if (goal === undefined || goal.finishedAt !== '' || !(await endsIn(ctx, goal, tip))) return
  await finishWith(ctx, tip, { goal, digest: `Attempted, not merged: ${goal.intent}`, how: 'dropped' })
}

type Ending = { readonly goal: Goal; readonly digest: string; readonly how: 'merged' | 'dropped' }

async function finishWith(ctx: Ctx, tip: Tip, { goal, digest, how }: Ending): Promise<string> {
  const done = finishedGoal(goal, digest, momentOf(ctx))
  const goals = [done, ...(await goalAboveWithDigest(ctx, done, tip.commit))]
  const next = await saveGoals(ctx, tip, { goals, message: `finish ${done.branch}, which is ${how}: ${done.intent}` })
  if (next?.commit === undefined) throw tooManyRaces(tip.ref)
  return next.commit
}

/** A goal ends where its branch goes back to: to that of the goal above, or to the default branch. */
async function endsIn(ctx: Ctx, goal: Goal, tip: Tip): Promise<boolean> {
  const into = branchOf(ctx, tip.ref)
  const names = [into, ...formerNames(ctx.place, into)]
  // What a remote has of a branch is that branch.
  if (names.includes(goal.branch)) return false
  const above = await goalAt(ctx, tip.commit, goal.parent)
  const isDefault = tip.ref === (await defaultKnowledgeRef(ctx.place, ctx.settings.branchPrefix))
  return isDefault || (above !== undefined && names.includes(above.branch))
}

/**
 * Tells a branch on which a goal was begun and no code was committed yet: all of its code is in the branch that it came
 * from, and it is not merged for that.
 */
export async function hasOnlyBegun(ctx: Ctx, branch: { ref: string; commit: string; code: string }): Promise<boolean> {
  const { goal } = await latestGoalOf(ctx, branch.commit, branchOf(ctx, branch.ref))
  return goal !== undefined && goal.finishedAt === '' && goal.code === branch.code
}

const branchOf = ({ settings }: Ctx, ref: string): string => shortRef(codeRefOf(settings.branchPrefix, localRef(ref)))
