import type { DigestParts } from '../../brain/goals/digest.ts'
import type { Ctx } from '../../repo/context.ts'
import { commonAncestor } from '../../repo/git/descent.ts'
import { git } from '../../repo/git/git.ts'
import { compare } from '../../review/compare.ts'
import { oneLine } from '../../text/clean.ts'
import type { Goal } from '../../tree/goal.ts'
import { goalPath } from '../../tree/path.ts'
import { goalAt, goalEverywhere } from './goals.ts'
import { knowledgeAt } from '../branch/tip.ts'

/** A goal with its digest; what it found out is archived and no longer handed to other goals. */
export const finishedGoal = (goal: Goal, digest: string, at: string): Goal => ({
  ...goal,
  digest,
  finishedAt: at,
  updatedAt: at,
  local: {},
  notes: [],
  archive: {
    local: { ...goal.archive.local, ...goal.local },
    notes: [...goal.archive.notes, ...goal.notes],
  },
})

/** The goal above with the digest of one below it; none where there is no goal above. */
export async function goalAboveWithDigest(ctx: Ctx, done: Goal, commit: string | undefined): Promise<readonly Goal[]> {
  const above = (await goalAt(ctx, commit, done.parent)) ?? (await goalEverywhere(ctx, done.parent))[0]
  if (above === undefined) return []
  const { id: goal, branch, intent, digest, finishedAt } = done
  const others = above.digests.filter((other) => other.goal !== goal)
  return [{ ...above, digests: [...others, { goal, branch, intent, digest, finishedAt }] }]
}

type Between = { readonly own: string | undefined; readonly parent: string | undefined }

/**
 * Puts together what a branch learned for a goal: since it left its parent's knowledge, or since the goal was begun.
 */
export async function learnedByBranch(ctx: Ctx, goal: Goal, { own, parent }: Between): Promise<DigestParts> {
  if (own === undefined) return { summary: goal.intent }
  const base =
    parent === undefined ? await beforeGoal(ctx, goal, own) : ((await commonAncestor(ctx.place, parent, own)) ?? parent)
  const changes = compare(await knowledgeAt(ctx, base), await knowledgeAt(ctx, own))
  const lines = changes.flatMap((change) => change.lines.filter(({ how }) => how !== 'lost'))
  const said = (kind: string): readonly string[] => [
    ...new Set(lines.filter((line) => line.kind === kind).map(({ text }) => plain(text))),
  ]
  return { summary: goal.intent, decisions: said('fact'), artifacts: said('file'), constraints: said('rule') }
}

/** A line without the marks of a fact; that a decision is one is said by where it stands. */
const plain = (text: string): string =>
  oneLine(text)
    .replaceAll('**', '')
    .replace(/^decision: /, '')

/** The knowledge as it was when a goal was begun. */
async function beforeGoal({ place }: Ctx, { id }: Goal, own: string): Promise<string | undefined> {
  const added = await git(place, ['log', '--diff-filter=A', '--format=%H %P', own, '--', goalPath(id)])
  return added.split('\n').at(-1)?.split(' ')[1]
}
