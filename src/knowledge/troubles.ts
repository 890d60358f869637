import type { Ctx } from '../repo/context.ts'
import { type Branches, shortRef } from '../repo/git/branches.ts'
import { whyNotMoved } from '../repo/git/checked-out.ts'
import { trackedInTree } from '../repo/git/tracked.ts'
import { isWhole } from '../repo/git/whole.ts'
import type { Finding } from '../tree/knowledge.ts'
import { misplaced } from './misplaced.ts'
import { short } from '../text/words.ts'

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
    ...(broken ? [brokenBranch(shortRef(shown ?? ''), commit ?? '')] : []),
    ...(own === undefined || why === undefined ? [] : [waiting(shortRef(own), why)]),
    ...tracked(ctx),
    ...misplaced(ctx),
  ]
}

/** Whether objects of the shown knowledge are gone; the whole history is not looked through for that. */
export const isBroken = async (ctx: Ctx, { commit }: Branches): Promise<boolean> =>
  commit !== undefined && !(await isWhole(ctx, commit, { tipOnly: true }))

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

function tracked({ place }: Ctx): readonly Finding[] {
  const paths = [...trackedInTree(place)]
  const [first = '', ...others] = paths
  if (paths.length === 0) return []
  const detail = `The code tracks it${others.length === 0 ? '' : ` and ${others.length} more below .ctx/tree`}: it is no knowledge, and neither read nor written. \`git rm --cached -r .ctx/tree\` ends that.`
  return [{ code: 'tracked', at: `.ctx/tree/${first}`, weight: 'warning', detail }]
}
