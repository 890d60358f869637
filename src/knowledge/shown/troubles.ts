import { accessSync, constants } from 'node:fs'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { type Branches, shortRef } from '../../repo/git/branches.ts'
import { requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { whyNotMoved } from '../../repo/git/checked-out.ts'
import { trackedInTree } from '../../repo/git/tracked.ts'
import { isWhole } from '../../repo/git/is-whole.ts'
import { isKnowledgePath, listFiles } from '../../repo/state/checkout.ts'
import { readShown } from '../../repo/state/state.ts'
import type { Finding } from '../../tree/knowledge.ts'
import { misplaced } from '../edits/misplaced.ts'
import { short } from '../../text/words.ts'

/**
 * Finds what keeps knowledge from being written, from being shown or from being found, and says how to go on; `broken`
 * is whether `isBroken`.
 */
export async function troublesOf(
  ctx: Ctx,
  branches: Branches,
  { broken }: { readonly broken: boolean },
): Promise<readonly Finding[]> {
  const { own, shown, commit } = branches
  const why = own === undefined ? undefined : await whyNotMoved(ctx.place, own)
  return [
    ...(broken ? [brokenBranch(shortRef(shown ?? ''), commit ?? '')] : await notOurs(ctx, branches)),
    ...(own === undefined || why === undefined ? [] : [waiting(shortRef(own), why)]),
    ...(canWrite(ctx) ? [] : [readOnly]),
    ...(isLostCheckout(ctx) ? [lostCheckout] : []),
    ...tracked(ctx),
    ...misplaced(ctx),
  ]
}

/** Whether objects of the shown knowledge are gone; the whole history is not looked through for that. */
export const isBroken = async (ctx: Ctx, { commit }: Branches): Promise<boolean> =>
  commit !== undefined && !(await isWhole(ctx, commit, { tipOnly: true }))

function canWrite({ place }: Ctx): boolean {
  try {
    accessSync(place.commonDir, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const readOnly: Finding = {
  code: 'read-only',
  at: '.git',
  weight: 'note',
  detail: 'Nothing can be written here: questions read the knowledge branch itself, and nothing is learned.',
}

/** Whether the tree was shown and none of its files is there, as `git clean -fdx` leaves it: a cache is gone, not knowledge. */
export const isLostCheckout = ({ place }: Ctx): boolean =>
  readShown(place).files.size > 0 && !listFiles(place).some(isKnowledgePath)

const lostCheckout: Finding = {
  code: 'lost-checkout',
  at: '.ctx/tree',
  weight: 'warning',
  detail:
    'The checkout is missing, by `git clean` say. `ctx refresh` restores what the branch has, as any question does; edits that no command of ctx had seen yet are gone.',
}

/** The code of a finding that makes all others about the branch's files pointless. */
export const notOursCode = 'not-a-knowledge-branch'

/** A branch of the code may be called like the knowledge branch of another: then nothing is learned, and what it holds is code. */
async function notOurs({ place }: Ctx, { shown, commit }: Branches): Promise<readonly Finding[]> {
  if (shown === undefined || commit === undefined) return []
  try {
    await requireKnowledgeBranch(place, shown, commit)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const detail = `${error.message} ${error.hint ?? ''}`
    return [{ code: notOursCode, at: shortRef(shown), weight: 'warning', detail }]
  }
}

const brokenBranch = (at: string, commit: string): Finding => ({
  code: 'broken-branch',
  at,
  weight: 'blocking',
  detail: `It leads to ${short(commit)}, of which git does not find everything. \`ctx refresh\` rebuilds it.`,
})

const waiting = (at: string, why: string): Finding => ({
  code: 'checked-out',
  at,
  weight: 'warning',
  detail: `${why}: until then, nothing is learned.`,
})

function tracked(ctx: Ctx): readonly Finding[] {
  const paths = [...trackedInTree(ctx.place)]
  const [first = '', ...others] = paths
  if (paths.length === 0) return []
  const detail = `The code tracks it${others.length === 0 ? '' : ` and ${others.length} more below .ctx/tree`}: it is no knowledge, and neither read nor written. \`git rm --cached -r .ctx/tree\` ends that.`
  return [{ code: 'tracked', at: `.ctx/tree/${first}`, weight: 'warning', detail }]
}
